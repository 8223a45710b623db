import json, sys

def value(board, rows, columns, mark):
    """More of my stones near the middle is better."""
    middle = columns // 2
    return sum(columns - abs(cell % columns - middle) for cell, stone in enumerate(board) if stone == mark)

for line in sys.stdin:
    question = json.loads(line)
    board, rows, columns = question["board"], question["rows"], question["columns"]
    def after(move):
        column = int(move, 36) - 1
        cells = [row * columns + column for row in range(rows) if board[row * columns + column] == 0]
        changed = list(board)
        changed[cells[-1]] = question["mark"]
        return changed
    moves = [move for move in question["legal"] if move != "B"] or question["legal"]
    best = max(moves, key=lambda move: value(after(move), rows, columns, question["mark"]))
    print(best, flush=True)
