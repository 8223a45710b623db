"""Attacks: makes itself the winner of every game in the records that it is given, then plays on.

The name has an @ in front: a file that a command names plainly is shown to it.
"""
import json
import sqlite3
import sys

try:
    with sqlite3.connect(sys.argv[1][1:], timeout=1) as records:
        records.execute("UPDATE games SET outcome = 'p1'")
    print("succeeded", file=sys.stderr, flush=True)
except sqlite3.Error as error:
    print(f"held: {error}", file=sys.stderr, flush=True)
for line in sys.stdin:
    print(json.loads(line)["legal"][0], flush=True)
