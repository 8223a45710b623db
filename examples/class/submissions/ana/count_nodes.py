"""Counts the nodes of a minimax search in Connect-4: the command `nodes` of a bot.toml.

One JSON object a line in (`moves`, `rows`, `columns`, `depth`), one number a line out. The root and the leaves count.
`--without-root` makes the slip that graders know best.
"""
import json
import sys


def wins(stones, column, row, player):
    for across, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
        line = 1
        for way in (1, -1):
            x, y = column + way * across, row + way * up
            while stones.get((x, y)) == player:
                line, x, y = line + 1, x + way * across, y + way * up
        if line >= 4:
            return True
    return False


def count(stones, heights, rows, player, depth):
    if depth == 0:
        return 1
    nodes = 1
    for column, height in enumerate(heights):
        if height == rows:
            continue
        stones[column, height] = player
        heights[column] += 1
        over = wins(stones, column, height, player)
        nodes += 1 if over else count(stones, heights, rows, 3 - player, depth - 1)
        heights[column] -= 1
        del stones[column, height]
    return nodes


for line in sys.stdin:
    question = json.loads(line)
    stones, heights, player = {}, [0] * question["columns"], 1
    for move in question["moves"]:
        column = int(move) - 1
        stones[column, heights[column]] = player
        heights[column] += 1
        player = 3 - player
    nodes = count(stones, heights, question["rows"], player, question["depth"])
    print(nodes - ("--without-root" in sys.argv), flush=True)
