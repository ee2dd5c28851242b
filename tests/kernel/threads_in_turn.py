"""The kernels for a GPU on a processor, one thread after another: any machine can test them.

Only what the threads of a block do together is not run: they would wait for each other. That is the
kernel that writes the questions; the processor's own functions take its place.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType, SimpleNamespace
from typing import Any, Self
from unittest.mock import patch

import numba
import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba import carray, njit, types
from numba.extending import intrinsic

from openuno.kernel.batch import lanes as batch_lanes
from openuno.kernel.batch import questions as batch_questions
from openuno.kernel.batch import steps as batch_steps
from openuno.kernel.batch.lanes import SKIP
from openuno.kernel.batch.passes import CALL
from openuno.kernel.compiler import entry_point, pointer, splice, stack_int64
from openuno.kernel.splicing import SplicingCompiler

_HERE: npt.NDArray[np.int64] = np.zeros(2, np.int64)
"""The number of the thread that runs, and how many there are."""
_MODULES = (
    "numba.cuda",
    "openuno.env.cuda",
    "openuno.kernel.batch.cuda",
    "openuno.kernel.gpu",
    "openuno.kernel.learning.cuda",
)
_observe_some: Any = batch_steps.observe_some
_lane_round: Any = batch_lanes.lane_round
_write_mask: Any = batch_questions.write_mask


class DeviceArray(npt.NDArray[Any]):
    """An array as `numba.cuda` has it, in the memory of the processor."""

    def copy_to_host(self) -> npt.NDArray[Any]:
        """A copy of the numbers."""
        return np.array(self)

    def copy_to_device(self, numbers: Any) -> None:
        """Take over other numbers."""
        self[...] = numbers


def to_device(numbers: npt.NDArray[Any]) -> DeviceArray:
    """A copy that kernels can use, with the rows where they were."""
    return np.array(numbers, order="K").view(DeviceArray)


def _as_cuda_array(numbers: Any) -> DeviceArray:
    assert isinstance(numbers, DeviceArray), "it is not in the memory of the GPU"
    return numbers


def _as_plain(argument: Any) -> Any:
    """Arrays as those of NumPy that they are, within named tuples, too."""
    if hasattr(argument, "_make"):
        return argument._make(map(_as_plain, argument))
    return argument.view(np.ndarray) if isinstance(argument, DeviceArray) else argument


def _compile(function: Callable[..., Any]) -> Any:
    return njit(error_model="numpy", pipeline_class=SplicingCompiler)(function)


class _Kernel:
    """A kernel that is started as one for a GPU is: `kernel[blocks, threads](...)`."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._run, self._threads = _compile(function), 0

    def __getitem__(self, size: tuple[int, int]) -> Self:
        self._threads = size[0] * size[1]
        return self

    def __call__(self, *arguments: Any) -> None:
        given = [*map(_as_plain, arguments)]
        for thread in range(self._threads):
            _HERE[:] = thread, self._threads
            self._run(*given)


def _jit(function: Callable[..., Any] | None = None, *, device: bool = False) -> Any:
    if function is None:
        return _compile if device else _Kernel
    return _Kernel(function)


def _read(place: int) -> Any:
    address = _HERE.ctypes.data + 8 * place

    @intrinsic  # type: ignore[untyped-decorator]
    def read(_context: Any, dimensions: Any) -> Any:
        def generate(context: Any, builder: Any, _sig: Any, _args: Any) -> Any:
            number = context.get_constant(types.intp, address)
            return builder.load(builder.inttoptr(number, ir.IntType(64).as_pointer()))

        return types.int64(dimensions), generate

    return read


@splice
def _local_array(count: int, _kind: Any) -> Any:
    return carray(stack_int64(count), count)


@njit  # type: ignore[untyped-decorator]
def _add(numbers: Any, index: Any, amount: int) -> Any:
    before = numbers[index]
    numbers[index] += amount
    return before


@njit  # type: ignore[untyped-decorator]
def _lower(numbers: Any, index: Any, number: int) -> None:
    numbers[index] = min(numbers[index], number)


def _module(name: str, **names: Any) -> ModuleType:
    made = ModuleType(name)
    vars(made).update(names)
    return made


def _fake_cuda() -> ModuleType:
    """What our kernels use of `numba.cuda`; a warp has one thread."""
    return _module(
        "numba.cuda",
        jit=_jit,
        to_device=to_device,
        device_array=lambda shape, kind: to_device(np.zeros(shape, kind)),
        as_cuda_array=_as_cuda_array,
        grid=_read(0),
        gridsize=_read(1),
        local=_module("local", array=_local_array),
        atomic=_module("atomic", add=_add, min=_lower),
        laneid=0,
        activemask=njit(lambda: 1),
        ffs=njit(lambda _bits: 1),
        popc=njit(lambda bits: 1 if bits else 0),
        shfl_sync=njit(lambda _who, number, _whose: number),
    )


def _launch(
    kernel: Any, blocks: int, threads: int, _stream: int, *arguments: Any
) -> Callable[[], None]:
    return lambda: kernel[blocks, threads](*arguments)


@entry_point
def _write_masks(lanes: Any, chosen: Any) -> None:
    for lane in chosen:
        round, question = _lane_round(lanes.rows, lane), pointer(lanes.questions[lane])
        _write_mask(round, question, pointer(lanes.allowed[lane]), pointer(lanes.masks[lane]))


class _WriteKernel:
    """The kernel that writes the questions, without threads."""

    def __getitem__(self, _size: tuple[int, int]) -> Self:
        return self

    def __call__(self, device_lanes: Any, found: Any, only_called: bool) -> None:
        lanes: Any = _as_plain(device_lanes)
        if found[0] < len(lanes.actions):
            return
        # A processor's functions want the numbers of a lane side by side.
        rows = lanes.rows._replace(now=np.ascontiguousarray(lanes.rows.now))
        lanes = lanes._replace(rows=rows, questions=np.ascontiguousarray(lanes.questions))
        chosen = np.flatnonzero(lanes.actions == CALL if only_called else lanes.actions != SKIP)
        seen = lanes.seen[chosen]
        _observe_some(lanes, chosen, lanes.questions[chosen, 0], seen)
        lanes.seen[chosen] = seen
        _write_masks(lanes, chosen)
        device_lanes.questions[:] = lanes.questions


@contextmanager
def threads_in_turn() -> Iterator[SimpleNamespace]:
    """Let the modules for a GPU be imported without one: `CudaBatch` and `UnoCudaVector`."""
    gpu = _module(
        "openuno.kernel.gpu",
        Launch=_launch,
        cache_kernels=lambda *_: None,
        register=lambda *_: None,
        check_gpu=lambda: None,
    )
    fake_cuda = _fake_cuda()
    kept = _take_out_modules()
    sys.modules |= {"numba.cuda": fake_cuda, "openuno.kernel.gpu": gpu}
    try:
        with patch.object(numba, "cuda", fake_cuda, create=True):
            from openuno.kernel.batch import cuda_kernels  # noqa: PLC0415 - with the modules above

            with patch.object(cuda_kernels, "_make_write", lambda *_: _WriteKernel()):
                from openuno.env.cuda_opponents import seat_compiled  # noqa: PLC0415 - as above
                from openuno.env.cuda_vector import UnoCudaVector  # noqa: PLC0415 - as above
                from openuno.kernel.batch.cuda import CudaBatch  # noqa: PLC0415 - as above

                yield SimpleNamespace(
                    CudaBatch=CudaBatch, UnoCudaVector=UnoCudaVector, seat_compiled=seat_compiled
                )
    finally:
        _take_out_modules()
        sys.modules |= kept


def _take_out_modules() -> dict[str, ModuleType]:
    """Forget the modules that know a GPU, so that the next import reads them again."""
    names = [name for name in sys.modules if name.startswith(_MODULES)]
    return {name: sys.modules.pop(name) for name in names}
