"""Attacks: takes memory that no limit of a single process counts. Stops by itself at 1 GiB."""
import json
import mmap
import sys

memory = []
for line in sys.stdin:
    while len(memory) < 64:
        memory.append(mmap.mmap(-1, 16 << 20))
        for page in range(0, 16 << 20, 4096):
            memory[-1][page] = 1
    print(json.loads(line)["legal"][0], flush=True)
