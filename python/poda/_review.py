"""Games looked at again: what each position is worth, and which move cost most."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple

from . import _native

if TYPE_CHECKING:
    from ._native import Match, PlayedGame, State


@dataclass(frozen=True)
class ReviewedPosition:
    """A position of a game."""

    score: Optional[float]
    """For player 1; inf or -inf where a win or a loss is proved; None where it is not known."""
    exact: bool
    """Whether it is proved."""
    best: Optional[str]
    """The move that the engine prefers; None where a solver was enough, or the game is over."""


@dataclass(frozen=True)
class CostlyMove:
    """The move of a player that cost it most."""

    player: int
    ply: int
    """The moves before it."""
    played: str
    better: Tuple[str, ...]
    """What is expected after a better one, which comes first."""
    before: float
    """The score before it, for its player."""
    after: float
    exact: bool


@dataclass(frozen=True)
class Review:
    """A game looked at again."""

    state: "State"
    """The last state of the game."""
    positions: Tuple[ReviewedPosition, ...]
    """One for the start and one after each move."""
    costly: Tuple[CostlyMove, ...]
    """At most one for each player, in the order of the game."""
    complete: bool


def _number(score: Optional[Dict[str, Any]]) -> Optional[float]:
    if score is None:
        return None
    return {"win": float("inf"), "loss": float("-inf")}.get(score["kind"], float(score.get("points", 0)))


def review_state(state: "State", opening: int = 0) -> Review:
    reply = json.loads(_native.review(state, opening))
    view = reply.get("review", reply)
    positions = tuple(
        ReviewedPosition(_number(position["score"]), position["exact"], position["best"]) for position in view["positions"]
    )
    costly = tuple(
        CostlyMove(
            move["player"],
            move["ply"],
            move["played"],
            tuple(move["better"]),
            _number(move["before"]) or 0.0,
            _number(move["after"]) or 0.0,
            move["exact"],
        )
        for move in view["costly"]
    )
    return Review(state, positions, costly, view["complete"])


def review_game(game: "PlayedGame") -> Review:
    return review_state(game.state, len(game.opening))


def review_match(match: "Match", games: Optional[int]) -> List[Review]:
    """Reviews games that the first player lost."""
    lost = [game for game in match.games if game.result == 3 - game.side]
    return [review_game(game) for game in lost[:games]]
