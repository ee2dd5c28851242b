"""The vector environment in the memory of an NVIDIA GPU: nothing is copied, in or out.

Every array has the CUDA array interface: `torch.as_tensor(observations["observation"],
device="cuda")` looks at it where it is, and `step` reads a tensor of answers in place. A step
writes over the arrays handed out before.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from openuno.engine.errors import IllegalAction, Reason, SetupError
from openuno.engine.rules import DEFAULT_RULES, Rules, check_seats
from openuno.env.opponents import UNIFORM, Opponents
from openuno.env.spaces import action_space, observation_space
from openuno.env.vector import DEALINGS, parse_autoreset_mode
from openuno.env.version import VERSION
from openuno.game.formats import Format
from openuno.kernel.batch.batch import ALL, BatchState
from openuno.kernel.batch.cuda import CudaBatch
from openuno.kernel.batch.lanes import Pay


class UnoCudaVector(VectorEnv[dict[str, Any], Any, Any]):
    """Many tables on a GPU: rounds as episodes, against `uniform` or with every seat the learner's.

    In SAME_STEP there is no `final_obs`; who needs it chooses NEXT_STEP.
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
    ) -> None:
        check_seats(rules, players)
        if learner is not None and learner not in range(players):
            raise SetupError("learner", f"there is no seat {learner} at a table of {players}")
        if opponents != UNIFORM or format is not None:
            raise SetupError(
                "device", "on cuda the opponents are uniform and episodes are rounds; choose cpu"
            )
        self._mode = parse_autoreset_mode(autoreset_mode)
        self._batch = CudaBatch(
            rules,
            players,
            num_envs,
            0,
            learner=ALL if learner is None else learner,
            pay=pay,
            dealing=DEALINGS[self._mode],
            keep_result=True,
        )
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        self.num_envs, self.learner = num_envs, learner
        self.single_observation_space = observation_space()
        self.single_action_space = action_space()
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._dealt = False

    @cached_property
    def observation_space(self) -> spaces.Space[dict[str, Any]]:  # type: ignore[override]  # it can be set
        """What all tables show; made when it is asked for, since it has bounds for every number."""
        return batch_space(self.single_observation_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Deal everywhere, or only where `options["reset_mask"]` (on the processor) is true."""
        super().reset(seed=seed, options=options)
        chosen = (options or {}).get("reset_mask")
        if chosen is None:
            self._batch.reset(int(self.np_random.integers(1 << 63)))
            self._dealt = True
        else:
            self._batch.deal_some(np.asarray(chosen, np.bool_))
        return self._observations(), {"seat": self._batch.asked}

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Carry out an answer everywhere; the rewards are those of the seats that answered."""
        if not self._dealt:
            raise IllegalAction(Reason.NOT_DEALT, case="reset")
        batch = self._batch
        batch.step(actions)
        paid, over, cut_short = batch.result[2:]
        infos = {"seat": batch.asked, "rewards": batch.rewards}
        return self._observations(), paid, over, cut_short, infos

    def save(self) -> tuple[BatchState, Mapping[str, Any]]:
        """Everything as it is now, copied to the processor."""
        return self._batch.save(), self.np_random.bit_generator.state

    def load(
        self, state: tuple[BatchState, Mapping[str, Any]]
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Continue from a saved state."""
        self._batch.load(state[0])
        self._dealt = True
        self._np_random, self._np_random_seed = seeding.np_random(0)
        self.np_random.bit_generator.state = state[1]
        return self._observations(), {"seat": self._batch.asked}

    def _observations(self) -> dict[str, Any]:
        return {"observation": self._batch.seen, "action_mask": self._batch.masks}
