"""UNO as a PettingZoo environment (AEC): one round, 2 to 10 players, any rules.

    env = uno(players=3)
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        ...

The agent selected is the one that is asked, in its turn or out of it; the order is that of
`openuno.kernel.batch.questions`. Only the asked agent has a mask: that of another agent is empty.
"""

from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv  # type: ignore[import-untyped] # it publishes no types

from openuno.engine.errors import IllegalAction, Reason, SetupError
from openuno.engine.rules import DEFAULT_RULES, Rules, check_seats
from openuno.engine.state import Round
from openuno.env.picture import Picture, draw_round
from openuno.env.render import render_round
from openuno.env.spaces import action_space, observation_space
from openuno.env.version import VERSION
from openuno.kernel.batch.action_space import ACTIONS, answer_text
from openuno.kernel.batch.batch import Batch
from openuno.kernel.batch.lanes import Dealing, Ended, Pay
from openuno.kernel.rules.conversion import to_round
from openuno.kernel.rules.state import select_round
from openuno.slow_notice import say_if_compiling

Observation = dict[str, npt.NDArray[Any]]


class Uno(AECEnv):  # type: ignore[misc] # for the same reason
    """One table of agents `player_0`, `player_1` ..., named by their seats."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": f"openuno_v{VERSION}",
        "render_modes": ["ansi", "human", "rgb_array"],
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        rules: Rules = DEFAULT_RULES,
        players: int = 4,
        *,
        pay: Pay = Pay.WIN,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            modes = ", ".join(self.metadata["render_modes"])
            raise SetupError("render_mode", f"must be one of {modes}, not {render_mode!r}")
        self.render_mode = render_mode
        check_seats(rules, players)
        with say_if_compiling():
            self._batch = Batch(rules, players, 1, 0, pay=pay, dealing=Dealing.WAIT)
        self._bind_arrays()
        self._dealt = False
        self._is_asking = False
        """Whether an agent is asked: a round was dealt and is not over."""
        self.possible_agents = [f"player_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: action_space() for agent in self.possible_agents}
        self.agents: list[str] = []

    def _bind_arrays(self) -> None:
        self._seen, self._mask = self._batch.seen[0], self._batch.masks[0]
        self._ended, self._asked = self._batch.ended, self._batch.asked

    def __setstate__(self, state: dict[str, Any]) -> None:
        """A copy looks at its own table: parts of an array are copied as arrays of their own."""
        self.__dict__.update(state)
        self._bind_arrays()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What the agent sees; the same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What the agent can answer; the same for all."""
        return self.action_spaces[agent]

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - PettingZoo's tools hand it over
    ) -> None:
        """Deal: with a seed its first round, without one the next."""
        if seed is not None or not self._dealt:
            self._batch.reset(int(seeding.np_random(seed)[0].integers(1 << 63)))
        else:
            self._batch.deal()
        self._dealt = self._is_asking = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self._asked[0]]
        if self._ended[0]:
            self._finish()  # the first card emptied a hand (CUST-4)
        self._print_if_human()

    def step(self, action: int | None) -> None:
        """Carry out the answer of the selected agent; refuses one that its mask does not allow."""
        if not self._is_asking:
            self._check_dealt()
            # Everybody has been paid: PettingZoo lets each agent leave by a last empty step.
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < ACTIONS or not self._mask[action]:
            words = "nothing" if action is None else f"{action} ({_answer_text(action)})"
            who = self.agent_selection
            raise IllegalAction(Reason.NO_SUCH_ACTION, case="answer", who=who, answer=words)
        self._batch.answer_one(action)
        if self._ended[0]:
            self._finish()
        else:
            self.agent_selection = self.possible_agents[self._asked[0]]
        if self.render_mode is not None:
            self._print_if_human()

    def last(self, observe: bool = True) -> Any:
        """What the selected agent sees, and what it was paid."""
        self._check_dealt()
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def _check_dealt(self) -> None:
        if not self._dealt:
            raise IllegalAction(Reason.NOT_DEALT, case="reset")

    def _finish(self) -> None:
        self._is_asking = False
        played = bool(self._ended[0] == Ended.OVER)
        for seat, agent in enumerate(self.agents):
            reward = float(self._batch.rewards[0, seat])
            self.rewards[agent] = self._cumulative_rewards[agent] = reward
            self.terminations[agent], self.truncations[agent] = played, not played
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> Observation:
        """What the agent may know now; the asked one gets its mask too."""
        if self._is_asking and agent == self.agent_selection:
            return {"observation": self._seen.copy(), "action_mask": self._mask.copy()}
        self._check_dealt()
        if agent not in self._seats:
            raise SetupError("agent", f"there is no {agent!r} among {', '.join(self._seats)}")
        seen = self._batch.see(0, self._seats[agent])[0]
        return {"observation": seen, "action_mask": np.zeros(ACTIONS, np.int8)}

    def render(self) -> str | Picture | None:
        """The table as the asked agent sees it: text, or a picture; `human` prints each step."""
        self._check_dealt()
        if self.render_mode == "rgb_array":
            return draw_round(*self._round_and_asked())
        return render_round(*self._round_and_asked()) if self.render_mode == "ansi" else None

    def _round_and_asked(self) -> tuple[Round, int | None]:
        """The round, and whose cards are face up."""
        round = to_round(select_round(self._batch.lanes.rows, 0), self._batch.rules)
        return round, None if self._ended[0] else int(self._asked[0])

    def _print_if_human(self) -> None:
        if self.render_mode == "human":
            print(render_round(*self._round_and_asked()), end="\n\n")  # noqa: T201 - this is what `human` means

    def close(self) -> None:
        """Nothing is kept open."""


def _answer_text(action: int) -> str:
    return answer_text(action) if 0 <= action < ACTIONS else "no answer at all"


uno = env = Uno
"""The constructor, by the name PettingZoo's tools look for, too."""
