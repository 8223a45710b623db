"""Misbehaves: never answers."""
import sys

for line in sys.stdin:
    pass
