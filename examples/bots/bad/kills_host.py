"""Attacks: ends whoever started it, or takes away its files and its processor time, then plays on."""
import json
import os
import resource
import signal
import sys

held = []
# The first process of a namespace is not ended from inside, and has nothing to lose.
if os.getppid() == 1:
    try:
        os.kill(1, signal.SIGKILL)
        held.append("it lives")
    except OSError as error:
        held.append(str(error))
else:
    for attack in (
        lambda: os.kill(os.getppid(), signal.SIGKILL),
        lambda: resource.prlimit(os.getppid(), resource.RLIMIT_NOFILE, (3, 3)),
        lambda: os.setpriority(os.PRIO_PROCESS, os.getppid(), 19),
    ):
        try:
            attack()
            print("succeeded", file=sys.stderr, flush=True)
        except OSError as error:
            held.append(str(error))
print(f"held: {held}", file=sys.stderr, flush=True)
for line in sys.stdin:
    print(json.loads(line)["legal"][0], flush=True)
