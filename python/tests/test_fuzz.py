"""Whatever is passed in: an answer or an ordinary exception, and never a panic."""

import random
import string

import pytest

import poda

GOOD = (TypeError, ValueError, OverflowError, IndexError, AttributeError, poda.PodaError)


class Odd:
    """Lies about everything."""

    def __repr__(self):
        raise RuntimeError("no text")

    def __float__(self):
        raise RuntimeError("no number")

    __int__ = __index__ = __str__ = __float__


def texts(chance):
    words = ["boom", "connect4:7x6", "alphabeta:depth=2", "44", "B", "pvs:nodes=50", "parchis", "random", "", ":", "=", "@", "ninja1"]
    kind = chance.randrange(4)
    if kind == 0:
        return chance.choice(words)
    if kind == 1:
        return "".join(chance.choice(string.printable + "ñé💥\u0000\u202e") for _ in range(chance.randrange(30)))
    word = list(chance.choice(words) + chance.choice(words))
    for _ in range(chance.randrange(4)):
        word.insert(chance.randrange(len(word) + 1), chance.choice(string.printable))
    return "".join(word)


def things(chance, state):
    return chance.choice(
        [
            lambda: texts(chance),
            lambda: texts(chance),
            lambda: texts(chance),
            lambda: chance.choice([0, 1, -1, 2**31, 2**63, 2**64, -(2**70), True]),
            lambda: chance.choice([0.0, -1.5, 1e300, float("inf"), float("nan")]),
            lambda: None,
            lambda: b"bytes",
            lambda: [texts(chance)],
            lambda: {texts(chance): 1.0},
            lambda: Odd(),
            lambda: state,
            lambda: state.game,
            lambda: (lambda *arguments: texts(chance)),
            lambda: object(),
            lambda: "x" * 100_000,
        ]
    )()


def entry_points(chance, state):
    """Calls that end quickly: searches are small whatever the arguments."""
    thing = lambda: things(chance, state)
    small = poda.alphabeta(depth=1)
    return [
        lambda: poda.game(thing()),
        lambda: poda.game(thing()).play(thing()),
        lambda: state.play(thing(), thing()),
        lambda: state.game.state(thing()),
        lambda: poda.player(thing(), name=thing()),
        lambda: poda.Bot(thing(), thing(), scale=thing()),
        lambda: poda.Bot("alphabeta:depth=1", thing()).search(state),
        lambda: poda.alphabeta(depth=1, eval=lambda state, side: thing()).search(state),
        lambda: poda.player(lambda state: thing()).search(state),
        lambda: small.search(thing()),
        lambda: small.search(state, depth=thing() if chance.random() < 0.5 else 1, nodes=10),
        lambda: small.search(state, seconds=chance.choice([0, -1, float("nan"), float("inf"), "1", None])),
        lambda: poda.linear(thing(), thing()),
        lambda: poda.linear(state.game, {texts(chance): thing()}),
        lambda: poda.linear(state.game, {"centre": 1})(state, thing()),
        lambda: poda.trace(state, thing() if chance.random() < 0.5 else "minimax:depth=1", nodes=chance.choice([0, 1, 5, -1, 2**64])),
        lambda: poda.solve(thing(), seconds=0.0),
        lambda: poda.solve(state, 0.0, goal=thing(), table=1),
        lambda: poda.match(thing(), thing(), games=0),
        lambda: poda.match("random", "random", game=thing(), games=2, openings=texts(chance), max_plies=4),
        lambda: poda.match("random", "random", games=2, max_plies=chance.choice([0, 1, -1, 5]), openings="none", threads=chance.choice([0, 1, 2**70])),
        lambda: poda.set_language(thing()),
        lambda: poda._native.restore_state(thing(), thing(), thing()),
        lambda: poda.review(thing()),
        lambda: state == thing() or state < thing(),
        lambda: small.search(poda.game("connect4:1x1").play("1")),
        lambda: poda.board(thing(), thing(), thing()),
    ]


@pytest.mark.parametrize("seed", range(4))
def test_nothing_panics(seed):
    chance = random.Random(seed)
    states = [poda.game("boom").play("44"), poda.game("connect4:3x3:3").start, poda.game("mnk").start]
    answered = 0
    for _ in range(250):
        state = chance.choice(states)
        try:
            chance.choice(entry_points(chance, state))()
            answered += 1
        except GOOD:
            pass
        except RuntimeError as error:
            # What an odd object itself raised.
            assert str(error) in ("no text", "no number")
        finally:
            poda.set_language("en")
    assert answered > 10
