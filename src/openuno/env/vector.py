"""UNO as a Gymnasium vector environment: many rounds at once, seen by one learner or by all seats.

    envs = UnoVector(1024, players=2)
    observations, infos = envs.reset(seed=1)
    observations, rewards, terminations, truncations, infos = envs.step(actions)

The learner has one seat and `uniform` the others; or every seat is the learner's (`learner=None`):
then each step is about whichever seat was asked, `infos["seat"]` says whose answer comes next, and
`infos["rewards"]` what every seat was paid. A round that ends is dealt again in the same step.
"""

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from openuno.engine.errors import IllegalAction, Reason, SetupError
from openuno.engine.rules import DEFAULT_RULES, Rules, check_seats
from openuno.env.spaces import VERSION, action_space, observation_space
from openuno.kernel.batch.batch import ALL, Batch
from openuno.kernel.batch.lanes import Ended, Pay
from openuno.slow_notice import say_if_compiling

Arrays = dict[str, npt.NDArray[Any]]


class UnoVector(VectorEnv[Arrays, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many rounds at once. With `copy=False` a step writes over the arrays handed out."""

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
        pay: Pay = Pay.WIN,
        threads: int = 1,
        copy: bool = True,
    ) -> None:
        check_seats(rules, players)
        if num_envs not in range(1, 1 << 31):
            raise SetupError("num_envs", f"must be 1 or more, not {num_envs!r}")
        if learner is not None and learner < 0:
            # The batch would take ALL for it, and its rewards would be those of the last seat.
            raise SetupError("learner", f"there is no seat {learner} at a table of {players}")
        self.num_envs = num_envs
        self.single_observation_space = observation_space()
        self.single_action_space = action_space()
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.learner, self.copy = learner, copy
        seat = ALL if learner is None else learner
        with say_if_compiling():
            self._batch = Batch(rules, players, num_envs, 0, learner=seat, pay=pay, threads=threads)
        self._dealt = False
        self._every = np.arange(num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Arrays, dict[str, Any]]:
        """Deal everywhere; without a seed, from the generator of the last one."""
        super().reset(seed=seed, options=options)
        with say_if_compiling():
            self._batch.reset(int(self.np_random.integers(1 << 63)))
        self._dealt = True
        return self._observations(), {"seat": self._batch.asked.copy()}

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Arrays, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Carry out an answer everywhere; the rewards are those of the seats that answered."""
        if not self._dealt:
            raise IllegalAction(Reason.NOT_DEALT, case="reset")
        batch = self._batch
        answered = batch.asked.copy() if self.learner is None else self.learner
        batch.step(actions)
        ended = batch.ended
        infos: dict[str, Any] = {"seat": batch.asked.copy()}
        if self.learner is None:
            infos["rewards"] = batch.rewards.copy()
        return (
            self._observations(),
            batch.rewards[self._every, answered].astype(np.float64),
            ended == Ended.OVER,
            ended == Ended.CUT_SHORT,
            infos,
        )

    def _observations(self) -> Arrays:
        seen, masks = self._batch.seen, self._batch.masks
        if self.copy:
            seen, masks = seen.copy(), masks.copy()
        return {"observation": seen, "action_mask": masks}

    def close_extras(self, **_: Any) -> None:
        """Let the threads go."""
        self._batch.close()
