"""UNO as a Gymnasium environment: one table, one learner, everyone else played for.

env = gymnasium.make("openuno.env:openuno/Uno-v5", players=4, opponents="regular")
observation, info = env.reset(seed=1)
observation, reward, terminated, truncated, info = env.step(action)
"""

from collections.abc import Mapping
from contextlib import nullcontext
from operator import index as to_index
from typing import Any, NamedTuple, SupportsFloat

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.utils import seeding

from openuno.engine.errors import SetupError
from openuno.engine.rules import DEFAULT_RULES, Rules
from openuno.env.opponents import UNIFORM, Opponents
from openuno.env.picture import draw_round
from openuno.env.render import render_round
from openuno.env.spaces import AllowedAnswers, observation_space
from openuno.env.tables import Tables, TablesState
from openuno.env.version import VERSION
from openuno.game.formats import Format
from openuno.kernel.batch.action_space import ACTIONS
from openuno.kernel.batch.lanes import CUT_SHORT, PLAYED, Pay
from openuno.kernel.rules.conversion import to_round
from openuno.kernel.rules.state import select_round
from openuno.slow_notice import say_if_compiling

Observation = dict[str, npt.NDArray[Any]]
REFUSE, LOSE = "refuse", "lose"
_FIRST, _THE_TABLE = np.zeros(1, np.intp), np.ones(1, np.bool_)
"""The only table there is, by its number and among all tables."""


class EnvState(NamedTuple):
    """All that an environment knows at one moment; `load` continues from it exactly."""

    tables: TablesState
    generator: Mapping[str, Any]


class UnoEnv(gymnasium.Env[Observation, np.int64]):
    """One table. The learner has one seat and the opponents the others; with `learner=None` it has
    every seat, `info["seat"]` says which is asked, and a reward is that of the seat that answered.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium declares it
        "name": f"openuno_v{VERSION}",
        "render_modes": ["ansi", "human", "rgb_array"],
        "render_fps": 2,
    }

    def __init__(  # noqa: PLR0913 - each is a choice of its own, and named
        self,
        rules: Rules = DEFAULT_RULES,
        players: int = 4,
        *,
        learner: int | None = 0,
        opponents: Opponents = UNIFORM,
        format: Format | None = None,
        pay: Pay = Pay.WIN,
        illegal: str = REFUSE,
        render_mode: str | None = None,
    ) -> None:
        if illegal not in (REFUSE, LOSE):
            raise SetupError("illegal", f"must be {REFUSE} or {LOSE}, not {illegal!r}")
        if render_mode not in (None, *self.metadata["render_modes"]):
            modes = ", ".join(self.metadata["render_modes"])
            raise SetupError("render_mode", f"must be one of {modes}, not {render_mode!r}")
        self.render_mode = render_mode
        with say_if_compiling():
            self._tables = Tables(
                rules, players, 1, learner=learner, opponents=opponents, format=format, pay=pay
            )
        self._bind_arrays()
        self.learner, self._illegal = learner, illegal
        self.observation_space: Any = observation_space(0 if format is None else players)
        self.action_space = AllowedAnswers(self._tables)

    def _bind_arrays(self) -> None:
        self._seen, self._mask = self._tables.seen[0], self._tables.masks[0]
        self._ended, self._asked = self._tables.ended, self._tables.asked

    def __setstate__(self, state: dict[str, Any]) -> None:
        """A copy looks at its own table: parts of an array are copied as arrays of their own."""
        self.__dict__.update(state)
        self._bind_arrays()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal: with a seed its first episode, without one the next."""
        super().reset(seed=seed, options=options)
        # Only the first reset can have something to compile, and to watch over it takes long.
        with nullcontext() if self._tables.is_dealt else say_if_compiling():
            if seed is not None or not self._tables.is_dealt:
                self._tables.reset(int(self.np_random.integers(1 << 63)))
            else:
                self._tables.deal(_THE_TABLE)
        self._print_if_human()
        return self._observation(), self._info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[Observation, SupportsFloat, bool, bool, dict[str, Any]]:
        """Carry out the learner's answer. One that the mask does not allow is refused, or loses the
        episode, as `illegal` says.
        """
        tables, index = self._tables, to_index(action)
        seat = self._asked.item(0) if self.learner is None else self.learner
        in_range = 0 <= index < ACTIONS
        if self._illegal == LOSE and in_range and not self._mask[index]:
            tables.forfeit(0, seat)
        else:
            tables.step_one(index)
        ended = self._ended.item(0)
        if self.render_mode is not None:
            self._print_if_human()
        return (
            self._observation(seat if ended else None),
            tables.rewards.item(seat),
            ended == PLAYED,
            ended == CUT_SHORT,
            self._info(),
        )

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What may be answered now, as sb3-contrib asks for it."""
        allowed: npt.NDArray[np.bool_] = self._tables.masks[0] != 0
        return allowed

    def save(self) -> EnvState:
        """Everything as it is now, hidden cards and generators too: for search, not for players."""
        return EnvState(self._tables.save(), self.np_random.bit_generator.state)

    def load(self, state: EnvState) -> tuple[Observation, dict[str, Any]]:
        """Continue from a saved state of an environment that was made the same way."""
        self._tables.load(state.tables)
        self.np_random = seeding.np_random(0)[0]
        self.np_random.bit_generator.state = state.generator
        return self._observation(), self._info()

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """The table as the asked seat sees it: text, or a picture of 640 by 400 dots."""
        if self.render_mode not in ("ansi", "rgb_array"):
            return None
        round = to_round(select_round(self._tables.batch.lanes.rows, 0), self._tables.batch.rules)
        asked = None if self._tables.ended[0] else int(self._tables.asked[0])
        if self.render_mode == "ansi":
            return render_round(round, asked)
        return draw_round(round, asked)

    def close(self) -> None:
        """Nothing is kept open."""

    def _observation(self, seat: int | None = None) -> Observation:
        """What the asked seat sees; after the end, what this one does."""
        seen = self._tables.see(_FIRST, seat)[0] if seat is not None else self._seen.copy()
        found: Observation = {"observation": seen, "action_mask": self._mask.copy()}
        scores = self._tables.scores
        if scores is not None:
            found["scores"] = np.roll(scores[0], -(self._asked.item(0) if seat is None else seat))
        return found

    def _info(self) -> dict[str, Any]:
        return {"seat": self._asked.item(0)}

    def _print_if_human(self) -> None:
        if self.render_mode == "human":
            rows = select_round(self._tables.batch.lanes.rows, 0)
            asked = None if self._tables.ended[0] else int(self._tables.asked[0])
            text = render_round(to_round(rows, self._tables.batch.rules), asked)
            print(text, end="\n\n")  # noqa: T201 - this is what `human` means
