"""Attacks: reads the file that it is given, which is somebody else's, and the system's list of users, then plays on.

The name has an @ in front: a file that a command names plainly is shown to it.
"""
import json
import sys

held = []
for path in (sys.argv[1][1:], "/etc/passwd"):
    try:
        with open(path, encoding="utf-8") as file:
            file.read()
        print(f"succeeded: {path}", file=sys.stderr, flush=True)
    except OSError as error:
        held.append(str(error))
if len(held) == 2:
    print(f"held: {held}", file=sys.stderr, flush=True)
for line in sys.stdin:
    print(json.loads(line)["legal"][0], flush=True)
