"""UNO as a Gymnasium vector environment: many tables at once, seen by one learner or by all seats.

    envs = UnoVector(1024, players=2)
    observations, infos = envs.reset(seed=1)
    observations, rewards, terminations, truncations, infos = envs.step(actions)

The learner has one seat and the opponents the others; or every seat is the learner's
(`learner=None`): then each step is about whichever seat was asked, `infos["seat"]` says whose
answer comes next, and `infos["rewards"]` what every seat was paid.
"""

from contextlib import nullcontext
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from openuno.engine.errors import SetupError
from openuno.engine.rules import DEFAULT_RULES, Rules
from openuno.env.array_pool import ArrayPool
from openuno.env.opponents import UNIFORM, Opponents
from openuno.env.single import EnvState
from openuno.env.spaces import action_space, observation_space
from openuno.env.tables import Tables
from openuno.env.version import VERSION
from openuno.game.formats import Format
from openuno.kernel.batch.action_space import ACTIONS
from openuno.kernel.batch.lanes import Dealing, Ended, Pay, StepResult
from openuno.slow_notice import say_if_compiling

Arrays = dict[str, npt.NDArray[Any]]

_OVER, _CUT_SHORT = np.uint8(Ended.OVER), np.uint8(Ended.CUT_SHORT)
DEALINGS = {
    AutoresetMode.NEXT_STEP: Dealing.NEXT_STEP,
    AutoresetMode.SAME_STEP: Dealing.SAME_STEP,
    AutoresetMode.DISABLED: Dealing.WAIT,
}


def parse_autoreset_mode(word: AutoresetMode | str) -> AutoresetMode:
    """One of Gymnasium's modes by its name: `next-step`, `SAME_STEP`, `Disabled`."""
    if isinstance(word, AutoresetMode):
        return word
    for mode in AutoresetMode:
        if str(word).replace("_", "-").lower() == mode.name.replace("_", "-").lower():
            return mode
    raise SetupError(
        "autoreset_mode", f"must be next-step, same-step or disabled, not {str(word)!r}"
    )


def check_reset_mask(chosen: Any, tables: int) -> npt.NDArray[np.bool_]:
    """Which tables are to be reset; refuses anything but True or False for each."""
    mask = np.asarray(chosen)
    if mask.shape != (tables,) or mask.dtype != np.bool_:
        raise SetupError("reset_mask", f"must be {tables} times True or False")
    return mask


class UnoVector(VectorEnv[Arrays, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many tables at once. With `copy=False` a step writes over the observations handed out.

    `final_obs`: whether SAME_STEP keeps the last observation of an episode in `infos["final_obs"]`,
    as Gymnasium wants it; a learner that does not look at it saves some time without.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium declares it
        "name": f"openuno_v{VERSION}",
        "render_modes": [],
        "autoreset_mode": AutoresetMode.SAME_STEP,
    }

    def __init__(  # noqa: PLR0913 - each is a choice of its own, and named
        self,
        num_envs: int,
        rules: Rules = DEFAULT_RULES,
        players: int = 4,
        *,
        learner: int | None = 0,
        opponents: Opponents = UNIFORM,
        format: Format | None = None,
        pay: Pay = Pay.WIN,
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        final_obs: bool = True,
        threads: int = 1,
        copy: bool = True,
    ) -> None:
        self._mode = parse_autoreset_mode(autoreset_mode)
        self._final_obs = final_obs and self._mode is AutoresetMode.SAME_STEP
        with say_if_compiling():
            self._tables = Tables(
                rules,
                players,
                num_envs,
                learner=learner,
                opponents=opponents,
                format=format,
                pay=pay,
                dealing=DEALINGS[self._mode],
                threads=threads,
                keep_last=self._final_obs,
            )
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        self.num_envs = num_envs
        self.single_observation_space = observation_space(0 if format is None else players)
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.learner, self.copy = learner, copy
        self._writes_elsewhere = copy and not self._tables.dealing.waits
        """Whether a step writes observations for its caller alone. It must write all of them; else
        they are copied afterwards."""
        self._paid_shape = (num_envs if learner is None else 0, players)
        self._every = np.arange(num_envs)
        self._seen = ArrayPool(self._tables.seen.shape, np.uint8)
        self._masks = ArrayPool(self._tables.masks.shape, np.int8)
        self._no_seen, self._no_masks = self._tables.seen[:0], self._tables.masks[:0]
        self._turns = (np.arange(players) + np.arange(players)[:, None]) % players

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Arrays, dict[str, Any]]:
        """Deal everywhere; without a seed, from the generator of the last one.

        With `options={"reset_mask": mask}` only at the tables where the mask is true.
        """
        super().reset(seed=seed, options=options)
        chosen = (options or {}).get("reset_mask")
        # Only the first reset can have something to compile, and to watch over it takes long.
        with nullcontext() if self._tables.is_dealt else say_if_compiling():
            if chosen is None:
                self._tables.reset(int(self.np_random.integers(1 << 63)))
            else:
                self._tables.deal(check_reset_mask(chosen, self.num_envs))
        return self._observations(), {"seat": self._tables.asked.copy()}

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Arrays, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Carry out an answer everywhere; the rewards are those of the seats that answered.

        Where an episode is over and the mode is DISABLED, the answer is not looked at.
        """
        tables, result = self._tables, self._new_result()
        infos: dict[str, Any] = {}
        if tables.is_plain:
            tables.step(actions, result)
            if self.learner is None:
                infos["rewards"] = result.paid
            if self._final_obs:
                self._add_kept(infos, result.done)
        else:
            self._step_outside(actions, result, infos)
        infos["seat"] = tables.asked.copy()
        observations = self._observations(result)
        return observations, result.rewards, result.over, result.cut_short, infos

    def _new_result(self) -> StepResult:
        """Arrays for a step to write into; with rows for observations if it writes them there."""
        count, seen, masks = self.num_envs, self._no_seen, self._no_masks
        if self._writes_elsewhere:
            seen, masks = self._seen.reserve(), self._masks.reserve()
        over, cut_short, done = np.zeros((3, count), np.bool_)
        paid = np.zeros(self._paid_shape, np.float32)
        return StepResult(seen, masks, np.zeros(count), over, cut_short, done, paid)

    def _step_outside(
        self, actions: npt.NDArray[np.int64], result: StepResult, infos: dict[str, Any]
    ) -> None:
        """A step that the batch cannot make alone: opponents answer, rounds are scored out here."""
        tables = self._tables
        every_seat, learner = self.learner is None, self.learner or 0
        answered = tables.asked.copy() if every_seat else np.full(self.num_envs, learner)
        was_over = tables.ended != Ended.NOT
        tables.step(actions)
        if self._mode is AutoresetMode.NEXT_STEP:
            tables.deal(was_over)
        np.equal(tables.ended, _OVER, out=result.over)
        np.equal(tables.ended, _CUT_SHORT, out=result.cut_short)
        result.rewards[:] = tables.rewards[self._every, answered]
        if every_seat:
            infos["rewards"] = tables.rewards.copy()
        if self._mode is AutoresetMode.SAME_STEP:
            np.logical_or(result.over, result.cut_short, out=result.done)
            if self._final_obs:
                self._add_final(infos, result.done, answered)
            tables.deal(result.done)

    def save(self) -> EnvState:
        """Everything as it is now, hidden cards and generators too: for search, not for players."""
        return EnvState(self._tables.save(), self.np_random.bit_generator.state)

    def load(self, state: EnvState) -> tuple[Arrays, dict[str, Any]]:
        """Continue from a saved state of an environment that was made the same way."""
        self._tables.load(state.tables)
        self._np_random, self._np_random_seed = seeding.np_random(0)
        self.np_random.bit_generator.state = state.generator
        return self._observations(), {"seat": self._tables.asked.copy()}

    def _add_kept(self, infos: dict[str, Any], done: npt.NDArray[np.bool_]) -> None:
        """Put the last observations that the batch has kept into `infos`, of the seats that
        answered."""
        lanes, seen, masks = self._tables.batch.last_questions()
        if not lanes:
            return
        final = np.empty(self.num_envs, object)
        nothing = np.zeros(ACTIONS, np.int8)  # the same for all: where a round is over
        for lane, row in zip(lanes, seen, strict=True):
            final[lane] = {"observation": row, "action_mask": nothing}
        if masks is not None:
            for lane, mask in zip(lanes, masks, strict=True):
                final[lane]["action_mask"] = mask
        _put_final(infos, done, final, self._tables.batch.lanes.last_asked.copy())

    def _add_final(
        self,
        infos: dict[str, Any],
        done: npt.NDArray[np.bool_],
        answered: npt.NDArray[np.int64],
    ) -> None:
        """Put the last observations of the episodes that ended into `infos`, as these seats have
        them."""
        tables, (lanes,) = self._tables, done.nonzero()
        if not lanes.size:
            return
        asked, seen, masks = tables.last_questions(lanes, answered[lanes])
        final = np.empty(self.num_envs, object)
        for lane, row, mask in zip(lanes.tolist(), seen, masks, strict=True):
            final[lane] = {"observation": row, "action_mask": mask}
        if tables.scores is not None:
            for lane in lanes.tolist():
                final[lane]["scores"] = np.roll(tables.scores[lane], -answered[lane])
        _put_final(infos, done, final, asked)

    def _observations(self, result: StepResult | None = None) -> Arrays:
        """What the asked seats see and may answer: as a step wrote it, or copied, or in place."""
        tables = self._tables
        if result is not None and len(result.seen):
            seen, masks = result.seen, result.masks
        elif not self.copy:
            seen, masks = tables.seen, tables.masks
        else:
            tables.batch.catch_up()
            seen, masks = self._seen.reserve(), self._masks.reserve()
            seen[:], masks[:] = tables.seen, tables.masks
        found: Arrays = {"observation": seen, "action_mask": masks}
        if tables.scores is not None:
            found["scores"] = tables.scores[self._every[:, None], self._turns[tables.asked]]
        return found

    def close_extras(self, **_: Any) -> None:
        """Let the threads go."""
        self._tables.close()


def _put_final(
    infos: dict[str, Any],
    done: npt.NDArray[np.bool_],
    final: npt.NDArray[Any],
    asked: npt.NDArray[np.int64],
) -> None:
    """Put last observations into `infos`, as Gymnasium does; whose question was open, too."""
    infos["final_obs"], infos["_final_obs"] = final, done
    infos["final_info"] = {"seat": asked, "_seat": done}
    infos["_final_info"] = done
