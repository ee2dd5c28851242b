"""Compiles the kernels of the batch for a GPU side by side, each in a process of its own.

One after another they take seven minutes at the first start, and the longest of them two.
`python -m training.kernels KIND KERNEL` compiles one and keeps it on disk.
"""

import subprocess
import sys
from collections.abc import Iterator, Sequence

from openuno.engine.notation.rules import parse_rules
from openuno.kernel.learning.lanes import Controller

KINDS = {
    "plain": "mattel-2016",
    "house": "house+stacking=any",
    "special": "mattel-2016+swap_cards=4+shuffle_cards=4",
}
"""Rules for each kind of kernels: see `choose_kernels`."""
KERNELS = ("finish", "act", "deal", "choose", "write")
"""What a step is made of, the longest to compile first."""


def compile_side_by_side(kinds: Sequence[str] = tuple(KINDS)) -> None:
    """Compile what is not on disk yet; what fails here is compiled when it is first used."""
    names = [(kind, kernel) for kind in reversed(kinds) for kernel in KERNELS]
    command = [sys.executable, "-m", __spec__.name]
    jobs = [subprocess.Popen([*command, *name], stderr=subprocess.DEVNULL) for name in names]
    try:
        for name, job in zip(names, jobs, strict=True):
            if job.wait():
                print(f"{' '.join(name)} is compiled later", flush=True)
    finally:
        for job in jobs:
            job.terminate()


def compile_one(kind: str, which: str) -> None:
    """Compile one kernel by starting it where nothing is to be done."""
    from openuno.kernel.learning.cuda import CudaLearningBatch  # noqa: PLC0415 - needs a GPU

    class OneKernel(CudaLearningBatch):
        def _passes(self) -> Iterator[tuple[object, int, int, tuple[object, ...]]]:
            wanted = getattr(self._kernels, which)
            yield next(call for call in super()._passes() if call[0] is wanted)

    OneKernel(parse_rules(KINDS[kind]), [Controller.LEARNER, Controller.REGULAR], 64, 1)


if __name__ == "__main__":
    compile_one(*sys.argv[1:])
