"""The arrays of a batch in the memory of an NVIDIA GPU."""

from typing import Any, TypeVar

import numpy as np
from numba import cuda

from openuno.kernel.batch.action_space import ACTIONS
from openuno.kernel.batch.games import Games
from openuno.kernel.batch.lanes import StepResult
from openuno.kernel.batch.observation import SIZE
from openuno.kernel.batch.passes import QUEUES, Passes
from openuno.kernel.game.state import FORMAT_FIELDS, GAME_FIELDS
from openuno.kernel.rules.state import MAX_SEATS, Numbers, RoundArrays

AnyLanes = TypeVar("AnyLanes", bound=Any)
"""Those of this batch, or of the one for training."""
NO_FORMAT: Numbers = np.zeros(FORMAT_FIELDS, np.int64)


def copy_to_device(lanes: AnyLanes) -> AnyLanes:
    """Lanes with their arrays in the memory of the GPU; numbers stay as they are.

    What neighbouring lanes have in `now` and `questions` is put side by side: the threads of a warp
    read it together.
    """
    rows = lanes.rows._replace(now=np.asfortranarray(lanes.rows.now))
    rows = RoundArrays._make(map(_on_device, rows))
    _, *others = lanes._replace(questions=np.asfortranarray(lanes.questions))
    found: AnyLanes = type(lanes)(rows, *map(_on_device, others))
    return found


def _on_device(part: Any) -> Any:
    return part if isinstance(part, (int, tuple)) else cuda.to_device(part)


def make_result(count: int) -> StepResult:
    """What a step of this many lanes comes to; the observations stay where they are."""
    numbers = (np.zeros(count, kind) for kind in (np.float32, np.bool_, np.bool_))
    nothing = (np.zeros((0, 1), kind) for kind in (np.uint8, np.int8))
    unused = np.zeros(0, np.bool_), np.zeros((0, 1), np.float32)
    return StepResult(*map(cuda.to_device, (*nothing, *numbers, *unused)))


def make_passes(count: int, functions: int) -> Passes:
    """What passes keep of this many lanes, with this many functions to call."""
    return Passes(
        cuda.to_device(np.zeros(count, np.bool_)),
        cuda.to_device(np.zeros(count, np.bool_)),
        cuda.device_array((QUEUES, count), np.int32),
        cuda.to_device(np.zeros(QUEUES + functions, np.int32)),
    )


def make_games(count: int, seats: int, format: Numbers) -> Games:
    """Games in this many lanes, none of them begun."""
    scores: Numbers = np.zeros((count, seats), np.int64)
    now: Numbers = np.zeros((count, GAME_FIELDS), np.int64)
    paid = scores.astype(np.float32)
    rows = scores, scores, now, paid, np.arange(MAX_SEATS), format, scores, scores
    return Games(*map(cuda.to_device, rows))


def make_questions(count: int) -> tuple[Any, Any]:
    """Rows for what functions are shown."""
    seen, masks = np.zeros((count, SIZE), np.uint8), np.zeros((count, ACTIONS), np.int8)
    return cuda.to_device(seen), cuda.to_device(masks)
