"""A lab for adversarial search.

>>> import poda
>>> state = poda.game("boom").play("44")
>>> poda.alphabeta(depth=4).search(state).move  # doctest: +SKIP
'4'

Everything here is immutable and may be used from several threads. Searches let go of the interpreter while they run, and Ctrl-C
stops them. ``docs/python.md`` is the manual.
"""

from __future__ import annotations

import os as _os
from typing import Any, Callable, Dict, Mapping, Optional, Union

from . import _native
from ._errors import EvaluatorError, MoveError, PlayerError, PodaError, PositionError, SpecError
from ._native import (
    Bot,
    Examination,
    ExaminedPhase,
    Found,
    Game,
    Linear,
    Match,
    Mistake,
    MoveValue,
    Node,
    PlayedGame,
    Solution,
    State,
    Tree,
    __version__,
    language,
    set_language,
    solve,
    trace,
)
from ._review import CostlyMove, Review, ReviewedPosition
from .vector import Step, VectorEnv, _number, vector
from .zoo import zoo

Evaluator = Union[str, Linear, Callable[[State, int], float]]
"""What an engine may ask: the name of an evaluator of the game, a weighted sum, or a function of a state and a side."""

Player = Union[str, Bot, Callable[[State], str]]
"""Whoever may play: a spec such as ``"ninja2"``, a bot, or a function of a state that returns the text of a move."""

__all__ = [
    "Bot",
    "CostlyMove",
    "Evaluator",
    "EvaluatorError",
    "Examination",
    "ExaminedPhase",
    "Found",
    "Game",
    "Linear",
    "Match",
    "Mistake",
    "MoveError",
    "MoveValue",
    "Node",
    "PlayedGame",
    "Player",
    "PlayerError",
    "PodaError",
    "PositionError",
    "Review",
    "ReviewedPosition",
    "Solution",
    "SpecError",
    "State",
    "Step",
    "Tree",
    "VectorEnv",
    "__version__",
    "alphabeta",
    "board",
    "engines",
    "exact",
    "examine",
    "game",
    "games",
    "language",
    "linear",
    "match",
    "mcts",
    "minimax",
    "player",
    "pvs",
    "random",
    "review",
    "set_language",
    "solve",
    "trace",
    "vector",
    "zoo",
]

if _os.environ.get("PODA_LANG", "").lower().startswith("es"):
    set_language("es")


def game(spec: str) -> Game:
    """A game by its spec: ``"boom"``, ``"connect4:8x8"``, ``"parchis:2024"``."""
    return _native.open_game(spec)


def games() -> Dict[str, str]:
    """The games that there are, with their rules in a line."""
    return dict(_native.catalog()[0])


def engines() -> Dict[str, str]:
    """The engines that there are, with what each does."""
    return dict(_native.catalog()[1])


def player(player: Player, *, name: Optional[str] = None) -> Bot:
    """A player: ``"ninja3"``, any spec such as ``"pvs:depth=8"``, or a function of a state that returns the text of a move."""
    if isinstance(player, Bot):
        return player
    return Bot(player, name=name)


def _engine(engine: str, eval: Optional[Evaluator], scale: float, name: Optional[str], options: Mapping[str, Any]) -> Bot:
    parts = [f"{key}={_plain(value)}" for key, value in options.items() if value is not None]
    if isinstance(eval, str):
        parts.append(f"eval={eval}")
        eval = None
    spec = engine + (":" + ",".join(parts) if parts else "")
    return Bot(spec, eval, scale=scale, name=name)


def _plain(value: Any) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


def _limits(depth: Optional[int], nodes: Optional[int], seconds: Optional[float]) -> Dict[str, Any]:
    time = None if seconds is None else max(1, round(seconds * 1000))
    return {"depth": depth, "nodes": nodes, "time": time}


def minimax(
    depth: Optional[int] = None,
    eval: Optional[Evaluator] = None,
    *,
    nodes: Optional[int] = None,
    seconds: Optional[float] = None,
    scale: float = 1000.0,
    name: Optional[str] = None,
    **options: Any,
) -> Bot:
    """Plain minimax, without pruning."""
    return _engine("minimax", eval, scale, name, {**_limits(depth, nodes, seconds), **options})


def alphabeta(
    depth: Optional[int] = None,
    eval: Optional[Evaluator] = None,
    *,
    nodes: Optional[int] = None,
    seconds: Optional[float] = None,
    scale: float = 1000.0,
    name: Optional[str] = None,
    **options: Any,
) -> Bot:
    """Textbook alpha-beta: its node counts are those of a student's own.

    ``eval`` is the name of an evaluator of the game, what ``poda.linear`` gives, or a function ``eval(state, side)`` that says what
    the state is worth to that side. The function's number is multiplied by ``scale`` and rounded to a whole number of points, of
    two to the even one; with the usual scale three decimals count. Infinities are the largest value that is no proved win; NaN is
    an ``EvaluatorError``.
    """
    return _engine("alphabeta", eval, scale, name, {**_limits(depth, nodes, seconds), **options})


def pvs(
    depth: Optional[int] = None,
    eval: Optional[Evaluator] = None,
    *,
    nodes: Optional[int] = None,
    seconds: Optional[float] = None,
    scale: float = 1000.0,
    name: Optional[str] = None,
    **options: Any,
) -> Bot:
    """Principal variation search: iterative deepening with a transposition table."""
    return _engine("pvs", eval, scale, name, {**_limits(depth, nodes, seconds), **options})


def mcts(
    nodes: Optional[int] = None,
    *,
    seconds: Optional[float] = None,
    seed: Optional[int] = None,
    name: Optional[str] = None,
    **options: Any,
) -> Bot:
    """Monte Carlo tree search with random games."""
    return _engine("mcts", None, 1.0, name, {**_limits(None, nodes, seconds), "seed": seed, **options})


def exact(
    *,
    nodes: Optional[int] = None,
    seconds: Optional[float] = None,
    name: Optional[str] = None,
    **options: Any,
) -> Bot:
    """Perfect play, where a game can be solved."""
    return _engine("exact", None, 1.0, name, {**_limits(None, nodes, seconds), **options})


def random(seed: Optional[int] = None, *, name: Optional[str] = None) -> Bot:
    """Any legal move, each as likely."""
    return _engine("random", None, 1.0, name, {"seed": seed})


def linear(game: Union[str, Game], weights: Mapping[str, float], scale: float = 1000.0) -> Linear:
    """A weighted sum of what the evaluators of a game look at, computed without Python.

    ``game.parts`` lists what can be weighed. A name is ``"evaluator.part"`` or the part alone: the first evaluator that has a part
    of exactly that name counts; if none has, all parts of the first evaluator that have the name as a word. The parts of
    evaluators that can be tuned are amounts, how much one side has more than the other; those of the others are the terms that
    ``poda eval`` prints.
    """
    return Linear(game, dict(weights), scale=scale)


def match(
    a: Player,
    b: Player,
    game: Union[str, Game] = "connect4",
    games: int = 100,
    seed: int = 0,
    *,
    openings: str = "balanced:6",
    threads: int = 1,
    errors: str = "raise",
    max_plies: int = 2000,
) -> Match:
    """Plays a match: every opening twice with sides swapped; copies of earlier games count for nothing.

    The same seed gives the same games, as long as the players are limited by depth or nodes. An exception in a Python player or
    evaluator ends the match and is raised; with ``errors="lose"`` its player loses that game instead.
    """
    games, seed = _number("games", games), _number("seed", seed)
    threads, max_plies = _number("threads", threads), _number("max_plies", max_plies)
    return _native.play_match(a, b, game, games, seed, openings, threads, errors, max_plies)


def review(state: State, opening: int = 0) -> Review:
    """Looks at every position of the game that led to a state again. The first ``opening`` moves were chosen by nobody."""
    from ._review import review_state

    return review_state(state, opening)


def examine(
    player: Player,
    game: Union[str, Game] = "connect4",
    positions: int = 1000,
    seed: int = 1,
    *,
    threads: int = 1,
    errors: str = "raise",
) -> Examination:
    """How often a player gives something away: the share of its moves, by phase of the game, with error bars.

    Positions are sampled by phase. Every move is compared with what a solver proves, or where there is none with a deep search of a
    fixed number of nodes, which ``examination.judge`` names.
    """
    positions, seed, threads = _number("positions", positions), _number("seed", seed), _number("threads", threads)
    return _native.examine(player, game, positions, seed, threads, errors)


def board(state: Union[str, Game, State], against: Optional[Player] = None, side: int = 1) -> Any:
    """A board to click in a notebook: play both sides, or ``side`` against a player. Needs anywidget."""
    from ._widgets import board_widget

    return board_widget(state, against, side)


def _restore_bot(player: Player, eval: Optional[Evaluator], scale: float, name: str) -> Bot:
    return Bot(player, eval, scale=scale, name=name)
