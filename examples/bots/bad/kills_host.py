"""Attacks: ends whoever started it, then plays on."""
import json
import os
import signal
import sys

try:
    os.kill(os.getppid(), signal.SIGKILL)
    # The first process of a namespace is not ended from inside.
    print("held: it lives" if os.getppid() == 1 else "succeeded", file=sys.stderr, flush=True)
except OSError as error:
    print(f"held: {error}", file=sys.stderr, flush=True)
for line in sys.stdin:
    print(json.loads(line)["legal"][0], flush=True)
