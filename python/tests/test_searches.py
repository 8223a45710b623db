"""Searches, with the catalog's evaluators and with one's own."""

import math
import os
import pickle
import signal
import threading
import time

import pytest

import poda


def stones(state, side):
    """Own stones, and some more in the middle: what a student writes first. Only texts, so that numpy is not needed."""
    return float(hash(state.position) % 7) * side


def signature(root):
    for line in (root / "bench" / "signature.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            yield line.split()


def test_node_counts_are_those_of_the_signature(root):
    for engine, game, moves, nodes, best in signature(root):
        state = poda.game(game).play("" if moves == "start" else moves)
        found = poda.player(engine).search(state)
        assert (found.nodes, found.move) == (int(nodes), best), (engine, game)


def test_every_engine_is_a_function():
    state = poda.game("connect4").play("4444")
    for bot in (
        poda.minimax(depth=3),
        poda.alphabeta(3),
        poda.pvs(depth=4, tt=1),
        poda.mcts(nodes=500, seed=1),
        poda.exact(nodes=1000),
        poda.random(seed=3),
        poda.player("ninja1"),
    ):
        found = bot.search(state)
        assert found.move in state.legal and found.nodes > 0 and found.pv[0] == found.move
        assert pickle.loads(pickle.dumps(bot)).spec == bot.spec


def test_proved_ends_are_infinite():
    state = poda.game("connect4").play("121212")
    found = poda.pvs(depth=6).search(state)
    assert (found.move, found.score, found.plies, found.text) == ("1", math.inf, 1, "win 1")
    lost = poda.pvs(depth=6).search(poda.game("connect4").play("33445"))
    assert lost.score == -math.inf and lost.plies >= 2


def test_limits_of_a_search_replace_those_of_the_player():
    state = poda.game("boom").start
    bot = poda.pvs(depth=2)
    assert bot.search(state).depth == 2 and bot.search(state, depth=4).depth == 4
    assert bot.search(state, nodes=100).nodes <= 100
    assert bot.search(state, seconds=0.01).move in state.legal


def values(state, side):
    """A value from the text of the position, the other side's negated: any search has to give minimax's value."""
    number = sum(map(ord, state.position)) * 2654435761 % 1000 / 7.0
    return number if side == 1 else -number


@pytest.mark.parametrize("spec", ["boom", "connect4:5x4:3", "parchis", "nraya"])
def test_python_evaluators_give_the_same_in_every_engine(spec):
    state = poda.game(spec).start
    depth = 2 if spec in ("parchis", "nraya") else 4
    plain = poda.minimax(depth=depth, eval=values).search(state)
    pruned = poda.alphabeta(depth=depth, eval=values).search(state)
    scout = poda.pvs(depth=depth, eval=values, tt=1).search(state)
    assert plain.score == pruned.score == scout.score
    assert pruned.nodes <= plain.nodes


def test_the_evaluator_is_asked_about_leaves_for_the_root_player():
    asked = []

    def watch(state, side):
        asked.append((len(state.position), side, state.over, state.legal != []))
        return 0

    state = poda.game("boom").play("444")
    found = poda.minimax(depth=3, eval=watch).search(state)
    assert len(asked) == found.leaves
    assert {side for _, side, _, _ in asked} == {state.side}
    assert not any(over for _, _, over, _ in asked)


@pytest.mark.parametrize(
    "value, scale, score",
    [
        (1, 1000, 1.0),
        (0.0005, 1000, 0.0),  # half a point goes to the even one
        (0.0015, 1000, 0.002),
        (-0.0015, 1000, -0.002),
        (2.5, 1, 2.0),
        (True, 1000, 1.0),
        (math.inf, 1000, 998999.999),
        (-math.inf, 1000, -998999.999),
        (10**300, 1, 998999999.0),
    ],
)
def test_floats_are_scaled_and_rounded(value, scale, score):
    bot = poda.alphabeta(depth=1, eval=lambda state, side: value, scale=scale)
    assert bot.search(poda.game("boom").start).score == score


@pytest.mark.parametrize("answer, text", [(math.nan, "NaN"), ("much", "'much'"), (None, "None"), ([], "[]"), (1j, "1j")])
def test_what_is_no_number_is_an_error(answer, text):
    bot = poda.alphabeta(depth=2, eval=lambda state, side: answer)
    with pytest.raises(poda.EvaluatorError) as caught:
        bot.search(poda.game("boom").play("44"))
    assert text in str(caught.value) and caught.value.state.position in str(caught.value).replace("\\", "")


def test_exceptions_come_back_with_the_position():
    def broken(state, side):
        return 1 / (len(state.legal) - len(state.legal))

    state = poda.game("boom").play("44")
    for bot in (poda.alphabeta(depth=3, eval=broken), poda.pvs(depth=3, eval=broken, threads=2, tt=1)):
        with pytest.raises(poda.EvaluatorError) as caught:
            bot.search(state)
        assert isinstance(caught.value.__cause__, ZeroDivisionError)
        assert caught.value.state.game == state.game and "ZeroDivisionError" in str(caught.value)
        assert caught.value.state.legal
        again = pickle.loads(pickle.dumps(caught.value))
        assert again.state == caught.value.state
    with pytest.raises(SystemExit):
        poda.alphabeta(depth=3, eval=lambda state, side: exit(3)).search(state)
    # A player that has failed can be asked again.
    calls = []

    def once(state, side):
        calls.append(1)
        if len(calls) == 1:
            raise KeyError("first")
        return 0.0

    bot = poda.alphabeta(depth=2, eval=once)
    with pytest.raises(poda.EvaluatorError):
        bot.search(state)
    assert bot.search(state).move in state.legal


def test_weighted_parts_need_no_python():
    game = poda.game("boom")
    linear = poda.linear(game, {"threes": 40, "centre": 3})
    names = [name for name, _ in linear.parts]
    assert any("threes" in name for name in names) and "puntuacion.centre" in names
    state = game.play("444553")
    assert linear(state, 1) != 0 or linear(state, 2) != 0
    found = poda.alphabeta(depth=5, eval=linear).search(state)
    slow = poda.alphabeta(depth=5, eval=lambda state, side: linear(state, side)).search(state)
    assert (found.move, found.score, found.nodes) == (slow.move, slow.score, slow.nodes)
    assert pickle.loads(pickle.dumps(linear))(state, 1) == linear(state, 1)


@pytest.mark.parametrize("spec", ["connect4", "boom", "parchis", "nraya", "mnk"])
def test_the_parts_of_every_heuristic_can_be_weighed(spec):
    game = poda.game(spec)
    state = game.start
    for _ in range(6):
        state = state.play(state.legal[len(state.legal) // 2])
    for part in game.parts:
        linear = poda.linear(game, {part: 2.0})
        assert [name for name, _ in linear.parts][0] == part
        assert abs(linear(state, 1)) < 1e9
    # All the terms of an evaluator that cannot be tuned, once each, are its value.
    evaluator = "puntuacion" if spec == "boom" else None
    if evaluator:
        whole = poda.linear(game, {name: 1 for name in game.parts if name.startswith(evaluator + ".")}, scale=1)
        found = poda.minimax(depth=1, eval=whole).search(state)
        named = poda.minimax(depth=1, eval=evaluator).search(state)
        assert found.score == named.score


def test_threads_search_at_the_same_time():
    state = poda.game("connect4").play("4444")
    expected = poda.pvs(depth=7, tt=1).search(state).nodes
    shared = poda.pvs(depth=7, tt=1)
    evaluated = poda.alphabeta(depth=3, eval=values)
    value = evaluated.search(state).score
    found = []

    def work(number):
        found.append(shared.search(state).nodes == expected if number % 2 else evaluated.search(state).score == value)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert found == [True] * 6


def test_python_runs_while_a_search_runs():
    done = threading.Event()
    result = []
    state = poda.game("connect4").start

    def search():
        result.append(poda.pvs(depth=30, nodes=3_000_000, tt=1).search(state))
        done.set()

    thread = threading.Thread(target=search)
    thread.start()
    turns = 0
    while not done.is_set():
        turns += 1
        time.sleep(0)
    thread.join(120)
    assert turns > 1 and result[0].move in state.legal


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers here")
@pytest.mark.parametrize("what", ["search", "solve", "match", "trace", "evaluator", "player"])
def test_ctrl_c_stops_at_once(what):
    """Each of these would go on for hours."""
    state = poda.game("boom").start

    def slow(state, side):
        return 0.0

    work = {
        "search": lambda: poda.minimax(depth=40).search(state),
        "solve": lambda: poda.solve(poda.game("connect4:9x9").start, seconds=36000, book=False),
        "match": lambda: poda.match("pvs:depth=30", "pvs:depth=30", game="connect4:10x9", openings="none", threads=2),
        "trace": lambda: poda.trace(state, "minimax:depth=40", nodes=1000),
        "evaluator": lambda: poda.minimax(depth=40, eval=slow).search(state),
        "player": lambda: poda.match(lambda state: time.sleep(3600) or "1", "random", game="boom"),
    }[what]
    previous = signal.signal(signal.SIGALRM, lambda *_: os.kill(os.getpid(), signal.SIGINT))
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        if what == "player":
            # A function that sleeps in another thread does not hear Ctrl-C: the match ends when it returns.
            work = lambda: poda.match(lambda state: time.sleep(0.01) or state.legal[0], "random", game="boom", games=10**6)
        with pytest.raises(KeyboardInterrupt):
            work()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, previous)
