"""Games and states."""

import copy
import pickle
import random

import pytest

import poda

SPECS = ["connect4", "connect4:8x8", "boom", "crush", "desconecta", "parchis", "parchis:2024", "nraya", "mnk", "mnk:15x15:5"]
# What only the evaluators of BOOM look at.
BOMBS = poda.linear("boom", {"puntuacion.centre": 1})


def walk(spec, seed, plies=40):
    """The states of a random game."""
    chance = random.Random(seed)
    state = poda.game(spec).start
    yield state
    for _ in range(plies):
        if state.over:
            return
        state = state.play(chance.choice(state.legal))
        yield state


def test_every_game_of_the_catalog_is_there():
    assert set(poda.games()) == {spec.split(":")[0] for spec in SPECS}
    for name in poda.games():
        game = poda.game(name)
        assert game.title and game.rules.startswith("#") and game.evaluators and game.players and game.parts


def test_a_state_never_changes():
    start = poda.game("boom").start
    after = start.play("44")
    assert (start.moves, after.moves) == ([], ["4", "4"])
    assert after == poda.game("boom").play("4", "4") == start.play("4").play("4")
    assert (start.side, after.side) == (1, 1 if after.side == 1 else 2)
    with pytest.raises(AttributeError):
        after.side = 2


@pytest.mark.parametrize("spec", SPECS)
def test_states_travel(spec):
    for state in walk(spec, 3, 25):
        for other in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state), state.game.state(state.position)):
            assert other == state and hash(other) == hash(state)
            assert (other.position, other.legal, other.side, other.result) == (
                state.position,
                state.legal,
                state.side,
                state.result,
            )
    assert pickle.loads(pickle.dumps(state)).moves == state.moves
    assert pickle.loads(pickle.dumps(state.game)) == state.game


def test_equal_states_are_one_key():
    game = poda.game("connect4")
    assert len({game.play("1234"), game.play("3214"), game.play("12").play("34")}) == 1
    assert game.play("12") != game.play("21")
    assert game.start != poda.game("connect4:8x8").start and game.start != "connect4"


def test_results():
    game = poda.game("connect4")
    won = game.play("1212121")
    assert (won.result, won.over, won.legal) == (1, True, [])
    assert game.start.result is None and not game.start.over
    tied = poda.game("mnk").start
    for move in ["b2", "a1", "c1", "a3", "a2", "c2", "b3", "b1", "c3"]:
        tied = tied.play(move)
    assert tied.result == 0 and tied.over


@pytest.mark.parametrize(
    "refused, error, text",
    [
        (lambda: poda.game("bom"), poda.SpecError, "'bom'"),
        (lambda: poda.game("connect4:99x99"), poda.SpecError, "99x99"),
        (lambda: poda.game("boom").play("49"), poda.MoveError, "'9'"),
        (lambda: poda.game("boom").state("nonsense"), poda.PositionError, "'nonsense'"),
        (lambda: poda.game("boom").play(4), TypeError, "4"),
        (lambda: poda.player("nobody").search(poda.game("boom").start), poda.SpecError, "'nobody'"),
        (lambda: poda.alphabeta(depth=0), poda.SpecError, "'0'"),
        (lambda: poda.alphabeta(deep=3), poda.SpecError, "'deep'"),
        (lambda: poda.alphabeta(depth=3, eval="puntos").search(poda.game("boom").start), poda.SpecError, "'puntos'"),
        (lambda: poda.Bot("mcts", lambda state, side: 0), poda.SpecError, "mcts"),
        (lambda: poda.player("json:python3 bot.py"), poda.SpecError, "'json:python3 bot.py'"),
        (lambda: poda.player(3), TypeError, "3"),
        (lambda: poda.Bot("alphabeta", eval=3), TypeError, "3"),
        (lambda: poda.linear("boom", {"nothing": 1}), poda.SpecError, "'nothing'"),
        (lambda: poda.linear("boom", {"centre": float("nan")}), poda.SpecError, "'centre'"),
        (lambda: poda.solve(poda.game("parchis").start), poda.SpecError, "parchis"),
        (lambda: poda.solve(poda.game("boom").start, seconds=-1), poda.SpecError, "-1"),
        (lambda: poda.match("random", "random", games=0), poda.SpecError, "0"),
        (lambda: poda.match("random", "random", openings="odd"), poda.SpecError, "'odd'"),
        (lambda: poda.match("random", "random", games=-2), poda.SpecError, "games=-2"),
        (lambda: poda.match("random", "random", seed=2**80), poda.SpecError, f"seed={2**80}"),
        (lambda: poda.examine("random", positions=-1), poda.SpecError, "positions=-1"),
        (lambda: poda.game("boom").perft(-1), poda.SpecError, "depth=-1"),
        (lambda: poda.game("boom").start.move_of(-1), poda.MoveError, "-1"),
        (lambda: poda.game("boom").start.move_of(2**70), poda.MoveError, str(2**70)),
        (lambda: poda.alphabeta(depth=2, eval=BOMBS).search(poda.game("connect4").start), poda.SpecError, "'puntuacion."),
        (lambda: poda.match(poda.alphabeta(depth=2, eval=BOMBS), "random", games=2), poda.SpecError, "'puntuacion."),
        (lambda: poda.set_language("fr"), poda.SpecError, "'fr'"),
        (lambda: poda.trace(poda.game("boom").start, "random"), poda.SpecError, "'random'"),
    ],
)
def test_refusals_name_the_text(refused, error, text):
    with pytest.raises(error) as caught:
        refused()
    assert text.replace("'", '"') in str(caught.value).replace("'", '"'), caught.value


def test_errors_are_spoken_in_spanish(spanish):
    with pytest.raises(poda.MoveError, match="jugada ilegal"):
        poda.game("boom").play("9")
    assert poda.language() == "es" and "jugador" in str(poda.game("boom").start)
