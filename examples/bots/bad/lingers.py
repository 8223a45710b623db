"""Attacks: gives one answer and no other, and uses the moment that it would be given to leave in."""
import json
import sys
import time

print(json.loads(sys.stdin.readline())["legal"][0], flush=True)
sys.stdin.read()
time.sleep(0.05)
print("succeeded", file=sys.stderr, flush=True)
