"""A minimal UGI bot for Connect-4 on 7x6: any column that is not full.

Check it:  poda check-bot cmd:'python3 ugi_bot.py' --game connect4
"""
import random
import sys

COLUMNS, ROWS = 7, 6
seed = 0
moves = []


def choose():
    open_columns = [c for c in "1234567"[:COLUMNS] if moves.count(c) < ROWS]
    return random.Random(f"{seed} {moves}").choice(open_columns)


for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] == "ugi":
        print("id name ugi_bot.py")
        print("option name Game type combo default connect4:7x6 var connect4:7x6")
        print("option name Seed type string default 0")
        print("ugiok", flush=True)
    elif words[0] == "isready":
        print("readyok", flush=True)
    elif words[:3] == ["setoption", "name", "Seed"]:
        seed = int(words[4])
    elif words[:2] == ["position", "startpos"]:
        moves = words[3:]
    elif words[0] == "go":
        print("bestmove", choose(), flush=True)
    elif words[0] == "quit":
        break
