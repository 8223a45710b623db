"""Misbehaves: plays a column that does not exist."""
import sys

for line in sys.stdin:
    print("99", flush=True)
