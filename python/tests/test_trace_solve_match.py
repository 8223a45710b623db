"""Search trees, exact values and matches."""

import math

import pytest

import poda


def test_the_tree_is_the_search():
    state = poda.game("boom").play("44553")
    for bot in ("minimax:depth=3", "alphabeta:depth=4", "pvs:depth=4,tt=1", "mcts:nodes=300"):
        tree = poda.trace(state, bot)
        found = poda.player(bot).search(state)
        assert (tree.move, tree.nodes, tree.depth) == (found.move, found.nodes, found.depth), bot
        assert tree.whole and tree.root.move == "" and tree.root.path == [] and tree.root.side == state.side
        assert tree.engine.startswith(bot.split(":")[0])
    with pytest.raises(IndexError):
        tree.node(10**6)


def every(node):
    yield node
    for child in node.children:
        yield from every(child)


def test_windows_cuts_and_reasons():
    state = poda.game("boom").play("44553")
    tree = poda.trace(state, poda.alphabeta(depth=4))
    nodes = list(every(tree.root))
    searched = [node for node in nodes if node.number is not None]
    assert [node.number for node in searched] == list(range(len(tree))) and len(tree) == tree.nodes
    assert {node.kind for node in nodes} >= {"expanded", "cutoff", "leaf", "pruned"}
    for node in searched:
        alpha, beta = node.window
        assert alpha < beta and node.reason and node.size >= 1 and node.bound in ("=", ">=", "<=")
        if node.kind == "cutoff":
            assert any(child.kind == "pruned" for child in node.children) or len(node.children) > 0
    for node in nodes:
        if node.kind == "pruned":
            assert node.window is None and node.score is None and node.children == []
    # The value of the root is that of its best child.
    best = [child for child in tree.root.children if child.move == tree.move]
    assert any(child.score == tree.score for child in best)


def test_a_python_evaluator_is_traced():
    state = poda.game("connect4:5x4:3").start
    bot = poda.minimax(depth=3, eval=lambda state, side: state.position.count("1") * 0.25)
    tree = poda.trace(state, bot)
    assert tree.score == bot.search(state).score and len(tree) == bot.search(state).nodes
    leaf = next(node for node in every(tree.root) if node.kind == "leaf")
    assert leaf.score * 4 == int(leaf.score * 4)


def test_steps_of_a_search_are_told():
    from poda._widgets import tell

    tree = poda.trace(poda.game("boom").play("44553"), "alphabeta:depth=3")
    search = tell(tree, 10**6)
    texts = [step["text"] for step in search["steps"]]
    assert len(search["nodes"]) == len(tree)
    assert any("cut-off" in text for text in texts) and "window" in texts[1]
    entered = [text for text in texts if " tries " in text]
    assert len(entered) == len(tree) - 1
    short = tell(tree, 7)["steps"]
    assert len(short) == 8 and "first 7 steps" in short[-1]["text"]
    for node in search["nodes"].values():
        assert node["enter"] < node["leave"] <= len(texts)


def test_exact_values_of_every_move():
    solution = poda.solve(poda.game("connect4").play("4444"), seconds=60)
    assert set(solution.moves) == set("1234567")
    assert solution.moves["4"].value == 1 and solution.value == 1 and solution.stones == max(
        value.stones for value in solution.moves.values()
    )
    for value in solution.moves.values():
        low, high = value.bounds
        assert value.value == low == high and value.plies > 0 and value.text == str(value.stones)
    # Without time there are bounds, and they hold.
    hasty = poda.solve(poda.game("connect4:8x8").play("44"), seconds=0.01, book=False)
    assert all(value.bounds[0] <= value.bounds[1] for value in hasty.moves.values())
    assert hasty.value is None and hasty.bounds == (-1, 1)
    won = poda.solve(poda.game("boom").play("444444112"), seconds=30, goal="weak")
    assert set(won.moves) <= set(poda.game("boom").play("444444112").legal)


def first_move(state):
    return state.legal[0]


def test_a_match_of_the_catalog():
    result = poda.match("ninja2", "random", game="boom", games=20, seed=1)
    assert result.wins + result.losses + result.draws == len(result) == len(result.games) == 20
    assert result.wins > 15 and result.elo > 0 and result.errors[0] < result.elo <= result.errors[1]
    assert "ninja2 is stronger" in result.verdict and 10 <= result.distinct <= 20
    assert sum(result.pentanomial) <= 10 and result.superiority > 0.97 and result.faults == (0, 0)
    again = poda.match("ninja2", "random", game="boom", games=20, seed=1, threads=2)
    assert [game.moves for game in again.games] == [game.moves for game in result.games]
    other = poda.match("ninja2", "random", game="boom", games=20, seed=2)
    assert [game.moves for game in other.games] != [game.moves for game in result.games]
    for game in result.games:
        assert game.state.over and game.state.result == game.result and game.end == "normal"
        assert game.players[game.side - 1] == "ninja2" and len(game.scores) == len(game.moves) - len(game.opening)


def test_functions_and_evaluators_play():
    bot = poda.alphabeta(depth=2, eval=lambda state, side: -len(state.legal), name="few")
    result = poda.match(bot, first_move, game="connect4", games=6, seed=1, threads=2)
    assert result.names == ("few", "first_move") and len(result) == 6
    for game in result.games:
        state = poda.game("connect4").play("".join(game.opening))
        for move in game.moves[len(game.opening) :]:
            player = game.players[state.side - 1]
            assert player != "first_move" or move == state.legal[0]
            state = state.play(move)
    alike = poda.match("random", "random", games=2)
    assert alike.names == ("random", "random (2)")


def test_faults_are_raised_or_lost():
    def illegal(state):
        return "99"

    def broken(state):
        raise KeyError("lost my notes")

    for player, text in ((illegal, '"99"'), (broken, "lost my notes"), (lambda state: 4, "4")):
        with pytest.raises(poda.PlayerError) as caught:
            poda.match(player, "random", game="boom", games=4)
        assert text in str(caught.value) and caught.value.state.legal
        result = poda.match(player, "random", game="boom", games=4, errors="lose")
        assert result.losses == 4 and result.faults == (4, 0) and result.games[0].end == "crash"
        assert text in result.games[0].detail
    bot = poda.alphabeta(depth=2, eval=lambda state, side: math.nan)
    with pytest.raises(poda.EvaluatorError):
        poda.match(bot, "random", games=2)
    assert poda.match(bot, "random", games=2, errors="lose").faults == (2, 0)


def test_reviews_find_what_cost_most():
    result = poda.match("random:seed=2", "ninja2", game="connect4:5x4", games=4, seed=3)
    reviews = result.review(games=1)
    assert len(reviews) == 1
    review = reviews[0]
    assert review.complete and len(review.positions) == len(review.state.moves) + 1
    assert all(position.exact for position in review.positions) and review.costly
    costly = review.costly[0]
    assert review.state.moves[costly.ply] == costly.played and costly.before >= costly.after
    assert result.games[0].review().state == result.games[0].state
    assert poda.review(poda.game("connect4:5x4").play("3322")).positions


def test_an_examination_counts_what_is_given_away():
    game = poda.game("connect4:5x4")
    exam = poda.examine(first_move, game=game, positions=24, seed=1)
    assert [phase.name for phase in exam.phases] == ["opening", "middle", "end"]
    assert sum(phase.positions for phase in exam.phases) == exam.all.positions == 24 == exam.all.exact
    assert exam.judge is None and exam.all.mistakes == len(exam.mistakes) > 0
    low, high = exam.interval
    assert low <= exam.share <= high
    mistake = exam.mistakes[0]
    assert mistake.played == mistake.state.legal[0] != mistake.best and mistake.loss > 0 and mistake.exact
    again = poda.examine(first_move, game=game, positions=24, seed=1, threads=2)
    assert str(again) == str(exam)
    assert poda.examine(poda.exact(), game=game, positions=24).all.mistakes == 0
    with pytest.raises(poda.PlayerError):
        poda.examine(lambda state: "nothing", game=game, positions=3)
    assert poda.examine(lambda state: "nothing", game=game, positions=3, errors="lose").all.faults == 3
