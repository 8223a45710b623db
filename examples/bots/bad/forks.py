"""Misbehaves: starts one process after the other. Stops by itself at 300, so that it is harmless without an arena."""
import subprocess
import sys
import time

children = []
for line in sys.stdin:
    while len(children) < 300:
        children.append(subprocess.Popen(["sleep", "60"]))
    time.sleep(60)
