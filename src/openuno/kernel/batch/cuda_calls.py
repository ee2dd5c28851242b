"""The kernels of a step with their arguments, ready to be started."""

from typing import Any, NamedTuple, Protocol

from openuno.kernel.batch.cuda_kernels import BLOCK_SIZE
from openuno.kernel.gpu import Launch


class Call:
    """A kernel with its arguments: compiled when it is first called, then only started."""

    def __init__(self, blocks: int, kernel: Any, arguments: tuple[Any, ...]) -> None:
        self._kernel, self._blocks, self._arguments = kernel, blocks, arguments
        self._launch: Launch | None = None

    def __call__(self) -> None:
        """Start the kernel."""
        if self._launch is not None:
            self._launch()
            return
        self._kernel[self._blocks, BLOCK_SIZE](*self._arguments)
        self._launch = Launch(self._kernel, self._blocks, BLOCK_SIZE, 0, *self._arguments)


class KernelPlayer(Protocol):
    """An opponent that answers with kernels of its own, such as a network."""

    def sit_down(self, lanes: Any, functions: Any, number: int, passes: Any) -> None:
        """Prepare to answer in these lanes wherever the number stands for the asked seat."""

    def answer(self, turn: int) -> None:
        """Answer in all lanes that wait for it, and put them into the queue of a turn."""


class Calls(NamedTuple):
    """The kernels of a step with their arguments; three of a kind, one for each queue."""

    begin: list[Call]
    """Look for answers that are not allowed, and forget what was paid."""
    first: Call
    play: list[Call]
    choose: list[Call]
    keep: list[Call]
    write: Call
    write_called: Call
