"""Misbehaves: plays well, but stays when everybody leaves."""
import json
import sys
import time

for line in sys.stdin:
    if line.startswith("{"):
        print(json.loads(line)["legal"][0], flush=True)
while True:
    time.sleep(60)
