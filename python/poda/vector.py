"""Thousands of games at once in numpy arrays, for programs that learn: ``poda.vector("connect4", 4096)``."""

from __future__ import annotations

import operator
from typing import Any, NamedTuple, Optional, Tuple, Union

from ._errors import PodaError, SpecError
from ._native import Batch, Game, language

__all__ = ["Step", "VectorEnv", "vector"]


class Step(NamedTuple):
    """What a batch shows after a step. The arrays are the batch's own: the next step overwrites them."""

    planes: Any
    """uint8, games x planes x rows x columns: each game as its side to move sees it."""
    mask: Any
    """bool, games x actions: the legal actions."""
    rewards: Any
    """float32, games x 2: what the step brought to player 1 and to player 2; 1 and -1 at the end of a game, else 0."""
    done: Any
    """bool: the game has ended by its rules in this step."""
    cut: Any
    """bool: the game was cut in this step, because it had gone on for ``max_plies`` decisions."""
    side: Any
    """int8: the player who decides next, 1 or 2."""


class _Memory:
    """Memory that a batch owns, for numpy. Whoever looks at it keeps the batch alive."""

    def __init__(self, owner: Batch, name: str) -> None:
        self._owner = owner
        self.__array_interface__ = owner.interface(name)


class VectorEnv:
    """Many games of one kind. A game that has ended begins anew in the same step, unless ``auto_reset`` is false."""

    def __init__(
        self,
        game: Union[str, Game],
        games: int,
        seed: int = 0,
        *,
        opening: int = 0,
        max_plies: int = 1000,
        auto_reset: bool = True,
    ) -> None:
        self._numpy = _numpy()
        options = {"games": games, "seed": seed, "opening": opening, "max_plies": max_plies}
        numbers = {name: _number(name, value) for name, value in options.items()}
        self._batch = Batch(game, auto_reset=bool(auto_reset), **numbers)
        arrays = {name: self._numpy.asarray(_Memory(self._batch, name)) for name in ("actions", *Step._fields)}
        self._actions = arrays.pop("actions")
        self._step = Step(**arrays)

    @property
    def spec(self) -> str:
        """The spec of the game."""
        return self._batch.spec

    @property
    def games(self) -> int:
        """How many games there are."""
        return self._batch.games

    @property
    def actions(self) -> int:
        """How many actions there are."""
        return self._batch.actions

    @property
    def observation(self) -> Tuple[int, int, int]:
        """Planes, rows and columns of an observation."""
        return self._batch.observation

    @property
    def last(self) -> Step:
        """What the last step showed."""
        return self._step

    def reset(self, seed: Optional[int] = None) -> Step:
        """Begins every game anew, with another seed if one is given."""
        self._batch.reset(None if seed is None else _number("seed", seed))
        return self._step

    def step(self, actions: Any) -> Step:
        """Plays an action in every game: an array of as many whole numbers.

        An illegal action is a ``MoveError`` that names the game and the action, and changes nothing.
        """
        if actions is not self._actions:
            given = self._numpy.asarray(actions)
            if given.shape != self._actions.shape or given.dtype.kind not in "iu":
                raise SpecError(
                    _say(
                        f"actions of shape {given.shape} and type {given.dtype}: expected {self.games} whole numbers",
                        f"acciones de forma {given.shape} y tipo {given.dtype}: se esperaban {self.games} números enteros",
                    )
                )
            self._actions[:] = given
        self._batch.step()
        return self._step

    def sample(self) -> Any:
        """A legal action for every game, each as likely; -1 for a game that stands still.

        The array is the batch's own, and the next call overwrites it.
        """
        self._batch.sample()
        return self._actions

    def position(self, game: int) -> str:
        """The position line of a game: ``poda.game(env.spec).state(line)`` opens it."""
        if not 0 <= game < self.games:
            raise IndexError(game)
        return self._batch.position(game)

    def __len__(self) -> int:
        return self.games

    def __repr__(self) -> str:
        return f"poda.vector({self.spec!r}, {self.games})"


def vector(game: Union[str, Game], games: int, seed: int = 0, **options: Any) -> VectorEnv:
    """Many games at once: ``env = poda.vector("connect4", 4096)``, then ``env.reset()`` and ``env.step(actions)``.

    ``opening`` begins each game with up to so many random moves, ``max_plies`` cuts games that go on for ever, and
    ``auto_reset=False`` lets a game that has ended stand still.
    """
    return VectorEnv(game, games, seed, **options)


def _number(name: str, value: Any) -> int:
    most = 2**32 - 1 if name in ("opening", "max_plies") else 2**63 - 1
    try:
        number = operator.index(value)
    except Exception:  # Whatever it is, it is no number.
        number = -1
    if not 0 <= number <= most:
        try:
            shown = f"{name}={value!r}"
        except Exception:
            shown = name
        english = f"{shown}: expected a whole number from 0 to {most}"
        raise SpecError(_say(english, f"{shown}: se esperaba un número entero de 0 a {most}"))
    return number


def _say(english: str, spanish: str) -> str:
    return spanish if language() == "es" else english


def _numpy() -> Any:
    try:
        import numpy
    except ImportError as error:
        raise PodaError(_say("numpy is missing: pip install numpy", "falta numpy: pip install numpy")) from error
    return numpy

