"""Wins at once if it can, blocks if it must, and plays near the centre otherwise."""
import json
import sys

WAYS = ((1, 0), (0, 1), (1, 1), (1, -1))


def wins(stones, column, row, player):
    for across, up in WAYS:
        length = 1
        for way in (1, -1):
            x, y = column + way * across, row + way * up
            while stones.get((x, y)) == player:
                length, x, y = length + 1, x + way * across, y + way * up
        if length >= 4:
            return True
    return False


def choose(question):
    """The move to play: one of question["legal"]."""
    stones, heights, player = {}, [0] * question["columns"], 1
    for move in question["moves"]:
        column = int(move) - 1
        stones[column, heights[column]] = player
        heights[column] += 1
        player = 3 - player
    for mover in (player, 3 - player):
        for move in question["legal"]:
            column = int(move) - 1
            if wins(stones, column, heights[column], mover):
                return move
    centre = (question["columns"] + 1) / 2
    return min(question["legal"], key=lambda move: abs(int(move) - centre))


for line in sys.stdin:
    print(choose(json.loads(line)), flush=True)
