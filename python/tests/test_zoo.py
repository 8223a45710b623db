"""Games as environments of PettingZoo, by PettingZoo's own tests and by ours."""

import contextlib
import io

import numpy
import pytest

import poda

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, seed_test  # noqa: E402

SPECS = ["connect4", "connect4:5x4:3", "boom", "crush", "desconecta", "parchis", "parchis:2022", "parchis:2024", "nraya", "mnk"]


@pytest.mark.parametrize("spec", SPECS)
def test_pettingzoos_own_tests_pass(spec):
    with contextlib.redirect_stdout(io.StringIO()) as said:
        api_test(poda.zoo(spec), num_cycles=120, verbose_progress=False)
        seed_test(lambda: poda.zoo(spec, opening=4), num_cycles=40)
    assert "Passed" in said.getvalue()


def play(env, seed):
    """A random game: the agents, actions and sums of rewards."""
    env.reset(seed=seed)
    chance = numpy.random.default_rng(seed)
    actions, sums = [], {agent: 0 for agent in env.possible_agents}
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        sums[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        legal = numpy.flatnonzero(observation["action_mask"])
        assert list(legal) == sorted(env.position.actions)
        actions.append((agent, int(chance.choice(legal))))
        env.step(actions[-1][1])
    return actions, sums


@pytest.mark.parametrize("spec", SPECS)
def test_a_game_is_the_one_of_the_states(spec):
    env = poda.zoo(spec)
    for seed in range(3):
        actions, sums = play(env, seed)
        state = poda.game(spec).start
        for agent, action in actions:
            assert agent == f"player_{state.side}"
            state = state.play(state.move_of(action))
        assert state == env.position
        expected = {None: (0, 0), 0: (0, 0), 1: (1, -1), 2: (-1, 1)}[state.result]
        assert tuple(sums.values()) == expected
        assert not env.agents


def test_both_agents_see_the_board_from_their_side():
    env = poda.zoo("boom")
    env.reset()
    env.step(3)
    assert env.agent_selection == "player_2"
    first, second = (env.observe(agent) for agent in env.possible_agents)
    assert (first["observation"][0] == second["observation"][1]).all()
    assert first["action_mask"].sum() == 0 and second["action_mask"].sum() == 7
    env.step(3)
    assert env.agent_selection == "player_2", "a turn has two actions"


def test_a_long_game_is_truncated():
    env = poda.zoo("crush", max_plies=3)
    env.reset()
    for action in (0, 1, 2):
        env.step(action)
    assert all(env.truncations.values()) and not any(env.terminations.values())
    assert env.last()[0]["action_mask"].sum() == 0


def test_illegal_actions_are_named():
    env = poda.zoo("connect4")
    env.reset()
    for action in (7, -1, 10**30, None):
        with pytest.raises(poda.MoveError, match="illegal action .* connect4:7x6 .*legal here: 0 1 2 3 4 5 6"):
            env.step(action)
    assert env.position == poda.game("connect4").start
    for options in ({"max_plies": 0}, {"opening": -1}, {"opening": "x"}, {"render_mode": "human"}):
        with pytest.raises(poda.SpecError):
            poda.zoo("connect4", **options)


def test_drawings_and_openings():
    env = poda.zoo("mnk", opening=3, render_mode="ansi")
    starts = set()
    for seed in range(20):
        env.reset(seed=seed)
        starts.add(env.position.position)
    assert len(starts) > 3
    assert env.render() == str(env.position)
    assert env.metadata["name"] == "poda_mnk_3x3_3_v0"
