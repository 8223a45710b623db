"""What can go wrong. Refusals are ``ValueError`` too, so that whoever does not know this module can catch them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Optional

if TYPE_CHECKING:
    from ._native import State


class PodaError(Exception):
    """Anything that Poda refuses or cannot do."""


class SpecError(PodaError, ValueError):
    """A game, player, option or number that there is not."""


class MoveError(PodaError, ValueError):
    """A move that cannot be played."""


class PositionError(PodaError, ValueError):
    """A text that is no position of the game."""


class _AtState(PodaError):
    """Something that went wrong at a state: ``error.state`` is the state, ``error.__cause__`` the exception behind it."""

    def __init__(self, message: str, state: Optional["State"] = None) -> None:
        super().__init__(message)
        self.state = state

    def __reduce__(self):
        return type(self), (self.args[0], self.state)


class EvaluatorError(_AtState):
    """A Python evaluator raised, or returned what is no number."""


class PlayerError(_AtState):
    """A Python player raised, or returned what is no legal move."""
