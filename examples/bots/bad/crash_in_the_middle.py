"""Misbehaves: divides by zero in its third move."""
import json
import sys

for count, line in enumerate(sys.stdin):
    1 // (2 - count)
    print(json.loads(line)["legal"][0], flush=True)
