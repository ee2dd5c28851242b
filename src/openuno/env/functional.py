"""UNO as two functions, in the shape of Pgx: states in, states out, nothing changed.

    game = Functional(players=4)
    state = game.init(1)
    state = game.step(state, action)

A key is a seed, and a state is a value that holds everything: keep it, go back to it, step it
twice. With an array of keys every field has a row for each of them, as `jax.vmap` would make it;
what happens in a row depends on its key and its answers alone.
"""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from openuno.engine.errors import SetupError
from openuno.engine.rules import DEFAULT_RULES, Rules, check_seats
from openuno.env.version import VERSION
from openuno.kernel.batch.batch import Batch, BatchState
from openuno.kernel.batch.lanes import Dealing, Ended, Pay
from openuno.slow_notice import say_if_compiling


@dataclass(frozen=True, eq=False)
class State:
    """A moment of one round, or of many: then every array has a row for each."""

    current_player: npt.NDArray[np.int64]
    """The seat that answers next."""
    observation: npt.NDArray[np.uint8]
    legal_action_mask: npt.NDArray[np.bool_]
    rewards: npt.NDArray[np.float32]
    """What the last step paid each seat."""
    terminated: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]
    _step_count: npt.NDArray[np.int64]
    _arrays: BatchState = field(repr=False)


class Functional:
    """The rules of a table as `init` and `step`; it keeps nothing of any round."""

    version = f"v{VERSION}"

    def __init__(
        self, rules: Rules = DEFAULT_RULES, players: int = 4, *, pay: Pay = Pay.WIN
    ) -> None:
        check_seats(rules, players)
        self.rules, self.num_players, self._pay = rules, players, pay
        self._batches: dict[int, Batch] = {}

    def init(self, key: npt.ArrayLike) -> State:
        """Deal a round from a seed, or one for each of an array of them."""
        keys = np.asarray(key)
        if keys.ndim > 1 or keys.dtype.kind not in "ui" or keys.size == 0 or (keys < 0).any():
            raise SetupError("key", f"must be a seed from 0 on, or an array of them, not {key!r}")
        one = self._batch(1)
        dealt: list[BatchState] = []
        for seed in np.atleast_1d(keys).tolist():
            one.reset(seed)
            dealt.append(one.save())
        arrays = zip(*(state.arrays for state in dealt), strict=True)
        together = BatchState(0, tuple(map(np.concatenate, arrays)))
        steps = np.zeros(len(dealt), np.int64)
        return self._state(together, steps, is_single=keys.ndim == 0)

    def step(self, state: State, action: npt.ArrayLike) -> State:
        """The state after an answer in every round; one that is over stays so, and pays nothing.

        An answer that the mask does not allow is refused with `IllegalAction`.
        """
        single = state.current_player.ndim == 0
        batch = self._batch(state.current_player.size)
        batch.load(state._arrays)
        batch.step(np.atleast_1d(np.asarray(action)))
        steps = np.atleast_1d(state._step_count) + ~np.atleast_1d(
            state.terminated | state.truncated
        )
        return self._state(batch.save(), steps, is_single=single)

    def observe(self, state: State, player: int) -> npt.NDArray[np.uint8]:
        """What any player may know in this state."""
        if player not in range(self.num_players):
            raise SetupError(
                "player", f"there is no seat {player} at a table of {self.num_players}"
            )
        count = state.current_player.size
        batch = self._batch(count)
        batch.load(state._arrays)
        seen = batch.see(np.arange(count), np.full(count, player))
        return seen[0] if state.current_player.ndim == 0 else seen

    def _batch(self, count: int) -> Batch:
        """Arrays to compute in: every call loads a state first, so nothing is kept in them."""
        if count not in self._batches:
            with say_if_compiling():
                self._batches = {size: batch for size, batch in self._batches.items() if size == 1}
                self._batches[count] = Batch(
                    self.rules, self.num_players, count, 0, pay=self._pay, dealing=Dealing.WAIT
                )
        return self._batches[count]

    def _state(self, saved: BatchState, steps: npt.NDArray[np.int64], *, is_single: bool) -> State:
        batch = self._batch(len(steps))
        batch.load(saved)

        def take(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
            return np.array(array[0] if is_single else array)

        return State(
            current_player=take(batch.asked),
            observation=take(batch.seen),
            legal_action_mask=take(batch.masks != 0),
            rewards=take(batch.rewards),
            terminated=take(batch.ended == Ended.OVER),
            truncated=take(batch.ended == Ended.CUT_SHORT),
            _step_count=take(steps),
            _arrays=saved,
        )
