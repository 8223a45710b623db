"""Many games at once, compared with states that are played one by one."""

import gc

import numpy
import pytest

import poda

SPECS = ["connect4", "connect4:12x9", "boom", "crush", "desconecta", "parchis", "parchis:2022", "parchis:2024", "nraya", "mnk"]


@pytest.mark.parametrize("spec", SPECS)
def test_the_arrays_are_those_of_the_states(spec):
    game = poda.game(spec)
    env = poda.vector(game, 3, seed=5, max_plies=25)
    states, plies = [game.start] * 3, [0] * 3
    shown = env.reset()
    assert env.observation == shown.planes.shape[1:] == game.start.planes().shape
    for _ in range(60):
        for index, state in enumerate(states):
            assert env.position(index) == state.position
            assert (shown.planes[index] == state.planes()).all()
            assert list(numpy.flatnonzero(shown.mask[index])) == sorted(state.actions)
            assert shown.side[index] == state.side
        shown = env.step(env.sample().copy())
        for index, state in enumerate(states):
            state = state.play(state.move_of(int(env._actions[index])))
            plies[index] += 1
            rewards = {None: [0, 0], 0: [0, 0], 1: [1, -1], 2: [-1, 1]}[state.result]
            assert list(shown.rewards[index]) == rewards
            assert shown.done[index] == state.over
            assert shown.cut[index] == (not state.over and plies[index] == 25)
            if shown.done[index] or shown.cut[index]:
                state, plies[index] = game.start, 0
            states[index] = state


def test_types_shapes_and_seeds():
    env = poda.vector("connect4", 8, seed=1, opening=4)
    shown = env.reset()
    types = [array.dtype.name for array in shown]
    assert types == ["uint8", "bool", "float32", "bool", "bool", "int8"]
    assert [array.shape for array in shown] == [(8, 3, 6, 7), (8, 7), (8, 2), (8,), (8,), (8,)]
    first = shown.planes.copy()
    assert (env.reset().planes == first).all()
    assert not (env.reset(seed=2).planes == first).all()
    assert (poda.vector("connect4", 8, seed=2, opening=4).last.planes == shown.planes).all()
    assert len(env) == 8 and repr(env) == "poda.vector('connect4:7x6', 8)"


def test_games_that_stand_still():
    env = poda.vector("mnk", 2, auto_reset=False)
    for actions in ([0, 0], [1, 1], [3, 4], [4, 3], [6, 5]):
        shown = env.step(numpy.array(actions))
    assert list(shown.done) == [True, False] and list(shown.rewards[0]) == [1, -1]
    assert not shown.mask[0].any() and shown.mask[1].any()
    assert env.sample()[0] == -1
    shown = env.step(env.sample())
    assert list(shown.done) == [False, False] and not shown.rewards[0].any()


def test_what_is_refused():
    env = poda.vector("connect4", 3)
    before = [env.position(index) for index in range(3)]
    with pytest.raises(poda.MoveError, match='illegal action 7 in game 1 of connect4:7x6 at "7/7/7/7/7/7 1": legal here: 0 1 2 3 4 5 6'):
        env.step([0, 7, 1])
    with pytest.raises(poda.MoveError, match="illegal action -1 in game 2"):
        env.step(numpy.array([0, 0, -1], numpy.int32))
    for actions in ([0, 0], [[0, 0, 0]], [0.0, 0.0, 0.0], 3, None, ["a", "b", "c"], [True, True, True]):
        with pytest.raises(poda.SpecError, match="actions|acciones"):
            env.step(actions)
    assert [env.position(index) for index in range(3)] == before
    for games, options in [(0, {}), (-1, {}), (2**21, {}), (2**80, {}), ("x", {}), (1.5, {}), (1, {"max_plies": 0}), (1, {"opening": 2**40})]:
        with pytest.raises(poda.SpecError):
            poda.vector("connect4", games, **options)
    with pytest.raises(poda.SpecError):
        poda.vector("no such game", 1)
    with pytest.raises(IndexError):
        env.position(3)
    with pytest.raises(TypeError):
        poda.vector("connect4", 1, colour="red")


def test_refusals_in_spanish(spanish):
    env = poda.vector("connect4", 1)
    with pytest.raises(poda.MoveError, match="acción ilegal 9 en la partida 0 de connect4:7x6"):
        env.step([9])


def test_arrays_outlive_their_environment():
    planes = poda.vector("connect4", 64).reset().planes
    gc.collect()
    blocks = [numpy.ones(64 * 126, numpy.uint8) for _ in range(50)]
    assert planes.sum() == 64 * 42, "only whose turn it is"
    del blocks
