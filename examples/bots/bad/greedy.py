"""Misbehaves: takes more memory with every move. Stops by itself at 1 GiB, so that it is harmless without an arena."""
import json
import sys

memory = []
for line in sys.stdin:
    while memory and len(memory) < 64:
        memory.append(bytearray(16 << 20))
    memory.append(bytearray(16 << 20))
    print(json.loads(line)["legal"][0], flush=True)
