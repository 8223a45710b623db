"""Attacks: leaves a process behind that belongs to nobody, then plays on."""
import json
import os
import sys
import time

if os.fork() == 0:
    try:
        os.setsid()
    except OSError:
        pass
    if os.fork() == 0:
        for descriptor in range(3):
            os.close(descriptor)
        time.sleep(600)
    os._exit(0)
os.wait()
for line in sys.stdin:
    print(json.loads(line)["legal"][0], flush=True)
