"""The kernel's rollouts, once they are there: where Numba is installed and they were compiled.

To load them takes a second or two, and to compile them half a minute. Neither is done in a
player's turn: they are loaded on a thread, and never compiled here; `uno warm-up` does that. Until
then, and everywhere else, `Rollouts` finds the same in plain Python.
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
from openuno.local.search.lookahead import Lookahead, Rollouts

if TYPE_CHECKING:
    from openuno.local.search.kernel_rollouts import RollOut


def rollouts(belief: Belief, mind: Mind) -> Lookahead:
    """Rollouts by the kernel, if they are loaded and it plays this; else in plain Python."""
    loading = start_loading()
    roll_out = loading.result() if loading.done() else None
    if roll_out is not None:
        from openuno.local.search.kernel_rollouts import KernelRollouts  # noqa: PLC0415 - a compiler

        try:
            return KernelRollouts(belief, mind, roll_out)
        except SetupError:
            pass
    return Rollouts(belief, mind)


@cache
def start_loading() -> "Future[RollOut | None]":
    """Begin to load what was compiled, if anything was; what that is, once it is there."""
    loading: Future[RollOut | None] = Future()
    if find_spec("numba"):
        # Not as a daemon: a process must not end in the middle of loading a library.
        Thread(target=_load, args=(loading,), name="uno-load-rollouts").start()
    else:
        loading.set_result(None)
    return loading


def _load(loading: "Future[RollOut | None]") -> None:
    found = None
    try:
        with suppress(ImportError):  # Numba is there, but not all that it needs
            from openuno.local.search.kernel_rollouts import load_rollouts  # noqa: PLC0415

            found = load_rollouts()
    finally:
        loading.set_result(found)
