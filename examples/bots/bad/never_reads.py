"""Attacks: makes its input as short as it gets and plays without ever reading it, so that whoever asks has to wait.

For a board of nine columns or more: it never makes a line there.
"""
import fcntl
import itertools
import sys
import time

F_SETPIPE_SZ = 1031
fcntl.fcntl(sys.stdin.fileno(), F_SETPIPE_SZ, 4096)
for column in itertools.cycle("13579"):
    print(column, flush=True)
    time.sleep(0.01)
