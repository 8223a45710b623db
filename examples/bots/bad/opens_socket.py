"""Attacks: calls a service of this machine at the port that it is given, then plays on."""
import json
import socket
import sys

try:
    socket.create_connection(("127.0.0.1", int(sys.argv[1])), timeout=5).close()
    print("succeeded", file=sys.stderr, flush=True)
except OSError as error:
    print(f"held: {error}", file=sys.stderr, flush=True)
for line in sys.stdin:
    print(json.loads(line)["legal"][0], flush=True)
