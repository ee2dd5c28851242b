"""The vector environment in the memory of an NVIDIA GPU: nothing is copied, in or out.

Every array has the CUDA array interface: `torch.as_tensor(observations["observation"],
device="cuda")` looks at it where it is, and `step` reads a tensor of answers in place. A step
writes over the arrays handed out before.

A function that plays opponents is given a row for each table, not only for those that ask it: a row
without an answer in its mask is of a table that does not, and what it answers there is ignored.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from msgspec.structs import replace

from openuno.bots.evaluation import points_weight
from openuno.engine.errors import IllegalAction, Reason, SetupError
from openuno.engine.rules import DEFAULT_RULES, Rules, check_seats
from openuno.env.cuda_opponents import seat_compiled
from openuno.env.games import check_scoring
from openuno.env.opponents import UNIFORM, Opponents, seat_opponents
from openuno.env.spaces import action_space, observation_space
from openuno.env.vector import DEALINGS, check_reset_mask, parse_autoreset_mode
from openuno.env.version import VERSION
from openuno.game.formats import Format, Single, check_format, is_team_format
from openuno.kernel.batch.batch import ALL, BatchState
from openuno.kernel.batch.cuda import CudaBatch, GamesState
from openuno.kernel.batch.lanes import Pay
from openuno.kernel.simulation.plan import format_row


class CudaState(NamedTuple):
    """Everything at every table at one moment, on the processor."""

    batch: BatchState
    games: GamesState
    generator: Mapping[str, Any]


class UnoCudaVector(VectorEnv[dict[str, Any], Any, Any]):
    """Many tables on a GPU; the settings are those of `UnoVector`.

    `final_obs`: whether SAME_STEP keeps the last observations of episodes in `infos["final_obs"]`:
    arrays with a row for each table, and `infos["_final_obs"]` says which of them are new.
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
    ) -> None:
        check_seats(rules, players)
        if learner is not None and learner not in range(players):
            raise SetupError("learner", f"there is no seat {learner} at a table of {players}")
        if format is not None:
            check_format(format, rules, players)
            check_scoring(format)
            rules = replace(rules, teams=rules.teams or is_team_format(format))
        seating = seat_opponents(opponents, players, learner)
        compiled = seat_compiled(seating, rules, players, format or Single())
        self._mode = parse_autoreset_mode(autoreset_mode)
        self._final_obs = final_obs and self._mode is AutoresetMode.SAME_STEP
        self._batch = CudaBatch(
            rules,
            players,
            num_envs,
            0,
            learner=ALL if learner is None else learner,
            regulars=compiled.regulars,
            functions=seating.policies,
            networks=compiled.networks,
            weight=points_weight(format or Single()),
            format=None if format is None else format_row(format),
            pay=pay,
            dealing=DEALINGS[self._mode],
            keep_result=True,
            keep_last=self._final_obs,
        )
        self.metadata = {**self.metadata, "autoreset_mode": self._mode}
        self.num_envs, self.learner = num_envs, learner
        self._has_scores = format is not None
        self.single_observation_space = observation_space(players if self._has_scores else 0)
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
            self._check_dealt()
            self._batch.deal_some(check_reset_mask(chosen, self.num_envs))
        return self._observations(), {"seat": self._batch.asked}

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Any, Any, dict[str, Any]]:
        """Carry out an answer everywhere; the rewards are those of the seats that answered."""
        self._check_dealt()
        batch = self._batch
        batch.step(actions)
        paid, over, cut_short = batch.result[2:5]
        infos = {"seat": batch.asked, "rewards": batch.rewards}
        if self._final_obs:
            infos |= self._final_infos()
        return self._observations(), paid, over, cut_short, infos

    def save(self) -> CudaState:
        """Everything as it is now, copied to the processor."""
        self._check_dealt()
        batch = self._batch
        return CudaState(batch.save(), batch.save_games(), self.np_random.bit_generator.state)

    def load(self, state: CudaState) -> tuple[dict[str, Any], dict[str, Any]]:
        """Continue from a saved state."""
        if state.games[0].shape != self._batch.games.scores.shape:
            raise SetupError("state", "it was saved from tables with other episodes or opponents")
        self._batch.load(state.batch)
        self._batch.load_games(state.games)
        self._dealt = True
        self._np_random, self._np_random_seed = seeding.np_random(0)
        self.np_random.bit_generator.state = state.generator
        return self._observations(), {"seat": self._batch.asked}

    def _check_dealt(self) -> None:
        """Refuse before the first deal, and after a function has stopped amid a step."""
        if not (self._dealt and self._batch.is_settled):
            raise IllegalAction(Reason.NOT_DEALT, case="reset")

    def _final_infos(self) -> dict[str, Any]:
        lanes, done = self._batch.lanes, self._batch.done
        final = {"observation": lanes.last_seen, "action_mask": lanes.last_masks}
        if self._has_scores:
            final["scores"] = self._batch.games.last
        return {
            "final_obs": final,
            "_final_obs": done,
            "final_info": {"seat": lanes.last_asked, "_seat": done},
            "_final_info": done,
        }

    def _observations(self) -> dict[str, Any]:
        found = {"observation": self._batch.seen, "action_mask": self._batch.masks}
        if self._has_scores:
            found["scores"] = self._batch.games.shown
        return found
