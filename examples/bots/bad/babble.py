"""Misbehaves: talks to people on its standard output."""
import json
import sys

for line in sys.stdin:
    print("let me think ...")
    print(json.loads(line)["legal"][0], flush=True)
