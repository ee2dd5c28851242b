"""The kernel's rollouts, once they are there: where Numba is installed and they were compiled.

To load them takes a second or two, and to compile them a minute. Neither is done in a
player's turn: they are loaded on a thread, and never compiled here; `uno warm-up` does that. Until
then, and everywhere else, plain Python finds the same.
"""

from concurrent.futures import Future
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from threading import Thread
from typing import TYPE_CHECKING

from openuno.bots.bot import Mind
from openuno.engine.errors import SetupError
from openuno.local.search.belief import Belief
from openuno.local.search.lookahead import Lookahead, Rollouts, StudentRollouts

if TYPE_CHECKING:
    from openuno.local.search.kernel_rollouts import Compiled


def rollouts(belief: Belief, mind: Mind, *, with_student: bool = False) -> Lookahead:
    """Rollouts by the kernel, if they are loaded and it plays this; else in plain Python.

    With the student, the small network plays on for the seat; else it plays as `regular`, too.
    """
    loading = start_loading()
    compiled = loading.result() if loading.done() else None
    if compiled is not None:
        from openuno.local.search.kernel_rollouts import (  # noqa: PLC0415 - a compiler
            KernelRollouts,
            KernelStudentRollouts,
        )

        with suppress(SetupError):
            if with_student:
                return KernelStudentRollouts(belief, mind, compiled.with_student)
            return KernelRollouts(belief, mind, compiled.roll_out)
    return StudentRollouts(belief, mind) if with_student else Rollouts(belief, mind)


@cache
def start_loading() -> "Future[Compiled | None]":
    """Begin to load what was compiled, if anything was; what that is, once it is there."""
    loading: Future[Compiled | None] = Future()
    if find_spec("numba"):
        # Not as a daemon: a process must not end in the middle of loading a library.
        Thread(target=_load, args=(loading,), name="uno-load-rollouts").start()
    else:
        loading.set_result(None)
    return loading


def _load(loading: "Future[Compiled | None]") -> None:
    found = None
    try:
        with suppress(ImportError):  # Numba is there, but not all that it needs
            from openuno.local.search.kernel_rollouts import load_rollouts  # noqa: PLC0415

            found = load_rollouts()
    finally:
        loading.set_result(found)
