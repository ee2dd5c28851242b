"""The arrays of a batch in the memory of an NVIDIA GPU."""

from typing import Any

import numpy as np
from numba import cuda

from openuno.kernel.batch.action_space import ACTIONS
from openuno.kernel.batch.lanes import Lanes, StepResult
from openuno.kernel.batch.observation import SIZE
from openuno.kernel.batch.passes import QUEUES, Passes
from openuno.kernel.rules.state import Numbers, RoundArrays


def copy_to_device(lanes: Lanes) -> Lanes:
    """The lanes of a batch in the memory of the GPU."""
    rows = lanes.rows._replace(now=_side_by_side(lanes.rows.now))
    rows = RoundArrays._make(map(_on_device, rows))
    _, *others = lanes._replace(questions=_side_by_side(lanes.questions))
    return Lanes(rows, *map(_on_device, others))


def _side_by_side(rows: Numbers) -> Numbers:
    """The same rows, but with the numbers of neighbouring lanes side by side: what the threads of
    a warp read together."""
    return np.asfortranarray(rows)


def _on_device(part: Any) -> Any:
    return part if isinstance(part, tuple) else cuda.to_device(part)


def make_result(count: int) -> StepResult:
    """What a step of this many lanes comes to; the observations stay where they are."""
    numbers = (np.zeros(count, kind) for kind in (np.float32, np.bool_, np.bool_))
    nothing = (np.zeros((0, 1), kind) for kind in (np.uint8, np.int8))
    return StepResult(*map(cuda.to_device, (*nothing, *numbers)))


def make_passes(count: int, functions: int) -> Passes:
    """What passes keep of this many lanes, with this many functions to call."""
    return Passes(
        cuda.to_device(np.zeros(count, np.bool_)),
        cuda.to_device(np.zeros(count, np.bool_)),
        cuda.device_array((QUEUES, count), np.int32),
        cuda.to_device(np.zeros(QUEUES + functions, np.int32)),
    )


def make_questions(count: int) -> tuple[Any, Any]:
    """Rows for what functions are shown."""
    seen, masks = np.zeros((count, SIZE), np.uint8), np.zeros((count, ACTIONS), np.int8)
    return cuda.to_device(seen), cuda.to_device(masks)
