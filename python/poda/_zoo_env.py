"""The environment behind ``poda.zoo``. Only imported where PettingZoo is."""

from __future__ import annotations

from typing import Any, Dict, Optional, Union

import numpy
from gymnasium import spaces
from pettingzoo import AECEnv

from ._errors import MoveError, SpecError
from ._native import Game, State, language, open_game

AGENTS = ("player_1", "player_2")
ATTEMPTS = 100


class ZooEnv(AECEnv):
    """A game of two sides, one decision a step."""

    metadata = {"render_modes": ["ansi"], "name": "poda_v0", "is_parallelizable": False}

    def __init__(
        self,
        game: Union[str, Game],
        *,
        opening: int = 0,
        max_plies: int = 1000,
        render_mode: Optional[str] = None,
    ) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise SpecError(f"render_mode={render_mode!r}: None, 'ansi'")
        for name, value, least in (("opening", opening, 0), ("max_plies", max_plies, 1)):
            if not isinstance(value, int) or value < least:
                raise SpecError(f"{name}={value!r}: >= {least}")
        self.game = open_game(game) if isinstance(game, str) else game
        self.render_mode = render_mode
        self._opening = opening
        self._max_plies = max_plies
        self._random = numpy.random.default_rng()
        self.metadata = {**type(self).metadata, "name": f"poda_{self.game.spec.replace(':', '_')}_v0"}
        self.possible_agents = list(AGENTS)
        self.agents = list(AGENTS)
        shape = self.game.start.planes().shape
        # Each agent has spaces of its own: they are seeded apart.
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 255, shape, numpy.uint8),
                    "action_mask": spaces.Box(0, 1, (self.game.actions,), numpy.int8),
                }
            )
            for agent in AGENTS
        }
        self.action_spaces = {agent: spaces.Discrete(self.game.actions) for agent in AGENTS}
        self._begin(self.game.start)

    def observation_space(self, agent: str) -> spaces.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> Dict[str, Any]:
        """The planes as an agent sees them, and the actions that are legal for it now: none while it is not its turn."""
        mask = numpy.zeros(self.game.actions, numpy.int8)
        if agent == self._to_move() and not any(self.truncations.values()):
            mask[self.position.actions] = 1
        # A state's own arrays cannot be written to, which some learners do.
        planes = self.position.planes(1 + AGENTS.index(agent)).copy()
        return {"observation": planes, "action_mask": mask}

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Begins a game; a seed decides on its random opening, and on those of the games after it."""
        if seed is not None:
            self._random = numpy.random.default_rng(seed)
        self._begin(self._start())

    def step(self, action: Optional[int]) -> None:
        """Plays an action of the agent to move."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise MoveError(self._refusal(action))
        try:
            move = self.position.move_of(int(action))
        except (MoveError, OverflowError) as error:
            raise MoveError(self._refusal(action)) from error
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.position = self.position.play(move)
        self._plies += 1
        if self.position.over:
            winner = self.position.result
            for number, name in enumerate(AGENTS, 1):
                self.rewards[name] = 0 if not winner else 1 if number == winner else -1
            self.terminations = dict.fromkeys(AGENTS, True)
        elif self._plies >= self._max_plies:
            self.truncations = dict.fromkeys(AGENTS, True)
        self.agent_selection = AGENTS[self.position.side - 1]
        self._accumulate_rewards()

    def render(self) -> Optional[str]:
        """The position as text, if that was asked for."""
        return str(self.position) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is open."""

    def _to_move(self) -> Optional[str]:
        return None if self.position.over else AGENTS[self.position.side - 1]

    def _begin(self, state: State) -> None:
        self.position = state
        self._plies = 0
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: Dict[str, Dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[state.side - 1]

    def _start(self) -> State:
        if not self._opening:
            return self.game.start
        for _ in range(ATTEMPTS):
            state = self.game.start
            for _ in range(self._random.integers(self._opening + 1)):
                if not state.over:
                    state = state.play(state.legal[self._random.integers(len(state.legal))])
            if not state.over:
                return state
        return self.game.start

    def _refusal(self, action: Any) -> str:
        legal = " ".join(map(str, self.position.actions))
        place = f"{self.game.spec} {self.position.position!r}"
        if language() == "es":
            return f"acción ilegal {action!r} en {place}: aquí se puede jugar {legal}"
        return f"illegal action {action!r} at {place}: legal here: {legal}"
