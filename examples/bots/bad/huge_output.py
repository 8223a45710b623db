"""Misbehaves: writes a line of ten million characters."""
import sys

for line in sys.stdin:
    print("4" * 10_000_000, flush=True)
