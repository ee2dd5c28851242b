"""What agents see and answer, as Gymnasium's spaces."""

from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from openuno.kernel.batch.action_space import ACTIONS
from openuno.kernel.batch.observation import SIZE

MAX_SCORE = 1 << 24
"""No score of a game that ends comes near it."""


def observation_space(score_count: int = 0) -> spaces.Dict:
    """What the asked agent sees, and a mask of what it may answer; in whole games the scores."""
    parts: dict[str, spaces.Space[Any]] = {
        "observation": spaces.Box(0, 255, (SIZE,), np.uint8),
        "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
    }
    if score_count:
        parts["scores"] = spaces.Box(0, MAX_SCORE, (score_count,), np.int64)
    return spaces.Dict(parts)


def action_space() -> spaces.Discrete:
    """Every answer there is; see `openuno.kernel.batch.action_space`."""
    return spaces.Discrete(ACTIONS)


class _HasMasks(Protocol):
    masks: npt.NDArray[np.int8]


class AllowedAnswers(spaces.Discrete):
    """Every answer there is; without a mask, `sample` draws from those that are allowed now."""

    def __init__(self, tables: _HasMasks) -> None:
        super().__init__(ACTIONS)
        self._tables = tables

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """An answer by chance, each as likely unless a mask or probabilities are given."""
        if mask is None and probability is None:
            mask = self._tables.masks[0]
        return super().sample(mask, probability)
