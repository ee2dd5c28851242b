"""What agents see and answer, as Gymnasium's spaces."""

import numpy as np
from gymnasium import spaces

from openuno.kernel.batch.action_space import ACTIONS
from openuno.kernel.batch.observation import SIZE

VERSION = 4
"""Raised when the same seed and the same answers lead to anything else than before."""


def observation_space() -> spaces.Dict:
    """What the asked agent sees, and a mask of what it may answer."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, (SIZE,), np.uint8),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
        }
    )


def action_space() -> spaces.Discrete:
    """Every answer there is; see `openuno.kernel.batch.action_space`."""
    return spaces.Discrete(ACTIONS)
