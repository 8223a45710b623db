#!/usr/bin/env python3
"""Checks the proof that a side wins a game of Conecta-4 BOOM, Crush or Desconecta.

    poda solve boom --moves '' --certificate boom.txt
    python3 tools/check_certificate.py boom.txt

A certificate is a strategy of the winner: what it plays in every position that the loser can bring about. This
program shares nothing with the one that wrote it. It knows the rules by itself, with columns of letters instead of
bits, walks through the game, and follows *every* action of the loser:

    loser to move     all legal actions, columns 1 to 7 and then B
    winner to move    the next letter of the certificate, or, where the position was met before, the same as then

It accepts exactly if every way ends with the winner's win, within the number of actions that is claimed, and all
letters have been used. What it does not check: that the win could not be had sooner.
"""

import sys

SIZE = 7
STONE, BOMB = {1: "x", 2: "o"}, {1: "X", 2: "O"}
OWNER = {"x": 1, "X": 1, "o": 2, "O": 2}

# All lines of four, in the order in which the games look for them: by their lowest or leftmost cell, row by row from
# the bottom; to the right, up, up and right, down and right. A cell is (column, row).
LINES = [
    [(column + step * dx, row + step * dy) for step in range(4)]
    for row in range(SIZE)
    for column in range(SIZE)
    for dx, dy in [(1, 0), (0, 1), (1, 1), (1, -1)]
    if column + 3 * dx < SIZE and 0 <= row + 3 * dy < SIZE
]


class Wrong(Exception):
    """What is wrong with a certificate."""


def other(player):
    return 3 - player


def lines_of(board):
    """The owners of all lines, the first line first. A board is a tuple of columns, each a string from the bottom."""
    owners = [[OWNER[piece] for piece in column] + [0] * (SIZE - len(column)) for column in board]
    found = []
    for (a, b), (c, d), (e, f), (g, h) in LINES:
        owner = owners[a][b]
        if owner and owner == owners[c][d] == owners[e][f] == owners[g][h]:
            found.append(owner)
    return found


def is_full(board):
    return all(len(column) == SIZE for column in board)


def place_of_bomb(board, player):
    for index, column in enumerate(board):
        if BOMB[player] in column:
            return index, column.index(BOMB[player])
    return None


class Boom:
    """Two actions a turn (the very first has one), a bomb in every fourth turn."""

    cycle, period = 16, 4

    def mover(self, action):
        return 1 if (action + 1) // 2 % 2 == 0 else 2

    def turn(self, action):
        return (action + 1) // 4 + 1

    def is_blown_up(self, piece, bomb, here, player):
        """The bomb's row loses the bomb and all enemy pieces."""
        return here[1] == bomb[1] and (here == bomb or OWNER[piece] != player)

    def winner(self, board, action):
        """None, a player, or 0 for a draw. `action` actions have been made."""
        lines = lines_of(board)
        if lines:
            last = self.mover(action - 1)
            return last if last in lines else other(last)
        mover = self.mover(action)
        if is_full(board) and place_of_bomb(board, mover) is None:
            return other(mover)
        return None


class Crush(Boom):
    """One action a turn. A bomb takes its four neighbours with it."""

    cycle, period = 8, 4

    def mover(self, action):
        return 1 if action % 2 == 0 else 2

    def turn(self, action):
        return action // 2 + 1

    def is_blown_up(self, piece, bomb, here, player):
        return abs(here[0] - bomb[0]) + abs(here[1] - bomb[1]) <= 1

    def winner(self, board, action):
        lines = lines_of(board)
        if lines:
            return lines[0]
        return 0 if is_full(board) else None


class Desconecta(Crush):
    """A bomb takes the own pieces of its row with it, and a line loses."""

    cycle, period = 10, 5

    def is_blown_up(self, piece, bomb, here, player):
        return here[1] == bomb[1] and OWNER[piece] == player

    def winner(self, board, action):
        owner = super().winner(board, action)
        return other(owner) if owner else owner


GAMES = {"boom": Boom(), "crush": Crush(), "desconecta": Desconecta()}


def legal(game, board, action):
    columns = [str(index + 1) for index, column in enumerate(board) if len(column) < SIZE]
    return columns + (["B"] if place_of_bomb(board, game.mover(action)) else [])


def play(game, board, action, choice):
    player = game.mover(action)
    bomb = place_of_bomb(board, player)
    if choice == "B":
        return tuple(
            "".join(
                piece
                for row, piece in enumerate(column)
                if not game.is_blown_up(piece, bomb, (index, row), player)
            )
            for index, column in enumerate(board)
        )
    brings_bomb = game.turn(action) % game.period == 0 and bomb is None
    piece = BOMB[player] if brings_bomb else STONE[player]
    return tuple(column + piece if str(index + 1) == choice else column for index, column in enumerate(board))


class Checker:
    def __init__(self, game, winner, choices):
        self.game, self.winner = game, winner
        self.choices, self.used = choices, 0
        # The number of actions until the end for each position met; None while it is being worked on.
        self.known = {}

    def length(self, board, action, way):
        """The most actions until the winner has won, however the loser plays. `way` tells how we got here."""
        outcome = self.game.winner(board, action)
        if outcome is not None:
            if outcome != self.winner:
                raise Wrong(f"after {way or 'no move'} the game is over, and player {self.winner} has not won")
            return 0
        key = board, action % self.game.cycle
        if key in self.known:
            if self.known[key] is None:
                raise Wrong(f"after {way} the game goes round in circles")
            return self.known[key]
        self.known[key] = None
        choices = legal(self.game, board, action)
        if self.game.mover(action) == self.winner:
            choice = self.choices[self.used : self.used + 1]
            self.used += 1
            if choice not in choices:
                raise Wrong(f"after {way or 'no move'} choice {self.used} is {choice!r}, which is not legal")
            choices = [choice]
        lengths = [self.length(play(self.game, board, action, one), action + 1, way + one) for one in choices]
        self.known[key] = 1 + max(lengths)
        return self.known[key]


def read_board(text):
    """Ranks from the top, digits for gaps."""
    columns = [""] * SIZE
    ranks = text.split("/")
    if len(ranks) != SIZE:
        raise Wrong(f"{text!r} has not {SIZE} ranks")
    for rank in reversed(ranks):
        cells = "".join(" " * int(letter) if letter in "1234567" else letter for letter in rank)
        if len(cells) != SIZE or any(cell != " " and cell not in OWNER for cell in cells):
            raise Wrong(f"{rank!r} is no rank of {SIZE} cells")
        for index, cell in enumerate(cells):
            columns[index] += cell
    for column in columns:
        if " " in column.rstrip():
            raise Wrong(f"in {text!r} a piece hangs in the air")
    return tuple(column.rstrip() for column in columns)


def check_possible(game, board, action):
    """Refuses positions that no game reaches: they could be "won" without proving anything."""
    if action < 0:
        raise Wrong(f"{action} actions cannot have been made")
    pieces = "".join(board)
    if len(pieces) > action:
        raise Wrong(f"there are {len(pieces)} pieces on the board after {action} actions")
    for player in (1, 2):
        drops = sum(game.mover(past) == player for past in range(action))
        own = pieces.count(STONE[player]) + pieces.count(BOMB[player])
        if own > drops:
            raise Wrong(f"player {player} has {own} pieces after {drops} actions")
        bombs = pieces.count(BOMB[player])
        if bombs > 1:
            raise Wrong(f"player {player} has {bombs} bombs, and may have one")
        if bombs and not any(brings_bomb(game, past, player) for past in range(action)):
            raise Wrong(f"player {player} has a bomb before there are any")
    # Whoever has dropped a bomb may explode it with the action after that, and only then pieces begin to be missing.
    first = next(past for past in range(game.cycle) if any(brings_bomb(game, past, player) for player in (1, 2)))
    if action <= first + 1 and len(pieces) < action:
        raise Wrong(f"there are {len(pieces)} pieces on the board after {action} actions, before any explosion")
    if len(pieces) == action and other(game.mover(action + game.cycle - 1)) in lines_of(board):
        raise Wrong("a player has a line who did not make the last action")


def brings_bomb(game, action, player):
    return game.turn(action) % game.period == 0 and game.mover(action) == player


# More actions than any certificate is about; a larger number only costs time.
MOST_ACTIONS = 10_000


def number(text):
    """A number in the digits that certificates are written with."""
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise Wrong(f"{text!r} is no number")
    return int(text)


def checksum(text):
    """FNV-1a, 64 bits: notices a changed letter even where the proof would still hold."""
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


def check(text):
    body, mark, seal = text.rpartition("checksum ")
    if not mark or seal.strip() != checksum(body):
        raise Wrong("it was changed: the checksum does not fit")
    head, _, letters = body.partition("choices\n")
    fields = dict(line.split(" ", 1) for line in head.splitlines() if " " in line)
    try:
        game = GAMES[fields["game"]]
        board, side, action = fields["position"].split()
        winner, within = number(fields["winner"].strip()), number(fields["within"].strip())
        action, side = number(action), number(side)
    except (KeyError, ValueError) as error:
        raise Wrong(f"a field is missing or broken: {error}") from None
    if winner not in STONE or side != game.mover(action):
        raise Wrong("the side to move or the winner is impossible")
    if action > MOST_ACTIONS:
        raise Wrong(f"{action} actions are too many")
    start = read_board(board)
    check_possible(game, start, action)
    checker = Checker(game, winner, "".join(letters.split()))
    try:
        length = checker.length(start, action, "")
    except RecursionError:
        raise Wrong("the strategy does not come to an end") from None
    if length > within:
        raise Wrong(f"the strategy takes up to {length} actions, not {within}")
    if checker.used != len(checker.choices):
        raise Wrong(f"only {checker.used} of {len(checker.choices)} choices were needed")
    return (
        f"proved: {fields['game']} {fields['position']}: player {winner} wins within {length} actions "
        f"({checker.used} choices, {len(checker.known)} positions)"
    )


def main(arguments):
    if len(arguments) != 1:
        print("usage: check_certificate.py FILE", file=sys.stderr)
        return 2
    try:
        with open(arguments[0], encoding="utf-8") as file:
            print(check(file.read()))
    except (Wrong, OSError, UnicodeDecodeError) as error:
        print(f"not proved: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
