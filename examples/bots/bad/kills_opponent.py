"""Attacks: ends every other bot that it finds, then plays on."""
import json
import os
import signal
import sys

ended = 0
try:
    processes = [name for name in os.listdir("/proc") if name.isdigit()]
except OSError:
    processes = []
for name in processes:
    try:
        with open(f"/proc/{name}/cmdline", "rb") as file:
            if b"json_bot" in file.read() and int(name) != os.getpid():
                os.kill(int(name), signal.SIGKILL)
                ended += 1
    except OSError:
        pass
# Where there is no list, numbers can be guessed; signal 0 harms nobody, and tells whether another would.
reached = 0
for number in range(2, os.getpid() + 500):
    try:
        if number != os.getpid():
            os.kill(number, 0)
            reached += 1
    except OSError:
        pass
print("succeeded" if ended or reached else "held: nobody is in reach", file=sys.stderr, flush=True)
for line in sys.stdin:
    print(json.loads(line)["legal"][0], flush=True)
