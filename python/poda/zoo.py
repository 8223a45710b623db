"""Games as environments of PettingZoo: ``poda.zoo("crush")``."""

from __future__ import annotations

from typing import Any, Optional, Union

from ._errors import PodaError
from ._native import Game, language

__all__ = ["zoo"]


def zoo(game: Union[str, Game], *, opening: int = 0, max_plies: int = 1000, render_mode: Optional[str] = None) -> Any:
    """A game as an ``AECEnv`` of PettingZoo, with the agents ``player_1`` and ``player_2``.

    An observation is a dict: ``observation`` has the planes as that agent sees them, ``action_mask`` has 1 for every legal action.
    A side may decide several times in a row. The winner's reward is 1 and the loser's -1; a game that has gone on for
    ``max_plies`` decisions is truncated. ``opening`` begins each game with up to so many random moves, drawn by the seed of
    ``reset``. An illegal action is a ``poda.MoveError``. ``render_mode="ansi"`` lets ``render`` give a drawing.
    """
    try:
        import numpy  # noqa: F401
        import pettingzoo  # noqa: F401
    except ImportError as error:
        name = error.name or "pettingzoo"
        raise PodaError(
            f"falta {name}: pip install pettingzoo numpy"
            if language() == "es"
            else f"{name} is missing: pip install pettingzoo numpy"
        ) from error
    from ._zoo_env import ZooEnv

    return ZooEnv(game, opening=opening, max_plies=max_plies, render_mode=render_mode)
