"""Attacks: fills the disk with files. Stops by itself at 512 MB, keeps them for two seconds, then plays on."""
import json
import os
import sys
import tempfile
import time

written, full = [], None
try:
    for number in range(32):
        for folder in (tempfile.gettempdir(), "."):
            try:
                path = os.path.join(folder, f"flood{os.getpid()}-{number}")
                with open(path, "wb") as file:
                    written.append(path)
                    file.write(bytes(8 << 20))
                    time.sleep(0.01)
            except OSError as error:
                full = error
finally:
    whole = sum(os.path.getsize(path) for path in written if os.path.exists(path))
    if whole > 64 << 20:
        time.sleep(2)
    for path in filter(os.path.exists, written):
        os.remove(path)
print(f"held: {full}" if whole <= 64 << 20 else "succeeded", file=sys.stderr, flush=True)
for line in sys.stdin:
    print(json.loads(line)["legal"][0], flush=True)
