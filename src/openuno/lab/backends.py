"""Where chunks are played: threads of this process, a GPU, a Dask cluster, or processes.

The kernel lets other threads run while it plays, so threads use every core. Each backend has only a
few chunks under way at a time: memory does not grow with the rounds.
"""

import os
import socket
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager
from functools import partial
from importlib import import_module
from itertools import islice
from pickle import UnpicklingError
from typing import Any, Protocol

from openuno.extras import MissingExtra, require_extra
from openuno.kernel.rules.state import Numbers
from openuno.kernel.simulation.plan import Plan, simulate
from openuno.lab.bot_rounds import BotPlan, simulate_bots
from openuno.lab.chunks import MAX_CHUNK, Chunk
from openuno.lab.errors import BackendUnavailable
from openuno.lab.plans import AnyPlan
from openuno.local.bot_processes import map_as_done, open_bot_processes, open_pool

ChunkCounts = Generator[tuple[Chunk, Numbers], None, None]
"""Chunks and their counts, as they come; closing it stops the work."""
Simulate = Callable[[AnyPlan, int, int], Numbers]
_BOT_CHUNK = 50
"""Rounds in a chunk where bots play: about a second."""


class Backend(Protocol):
    """Plays chunks, each once, and hands their counts back in any order."""

    name: str
    min_chunk: int
    """Rounds that a chunk should have at least, to be worth sending."""
    max_chunk: int

    def prepare(self, plans: Sequence[AnyPlan]) -> None:
        """Compile what the plans need; refuse what cannot be played."""

    def run_chunks(self, plans: Sequence[AnyPlan], chunks: Iterator[Chunk]) -> ChunkCounts:
        """Play all chunks."""


def _require(extra: str, option: str) -> None:
    try:
        require_extra(extra)
    except MissingExtra as error:
        raise BackendUnavailable(f"{option}: {error}") from None


def _simulate_chunk(task: tuple[AnyPlan, Chunk]) -> Numbers:
    plan, chunk = task
    if isinstance(plan, BotPlan):
        return simulate_bots(plan, chunk.first, chunk.size)
    return simulate(plan, chunk.first, chunk.size)


def _compile(plans: Sequence[AnyPlan]) -> None:
    """Play one round or game of each plan, so that what is compiled is there."""
    try:
        for plan in plans:
            if isinstance(plan, Plan):
                simulate(plan, 0, 1)
    except (EOFError, OSError, UnpicklingError) as error:
        raise BackendUnavailable(
            f"compiled rules cannot be kept, or were kept badly ({error}): make room, or delete the"
            " folder openuno where the cache is (XDG_CACHE_HOME, else ~/.cache)"
        ) from None


class Threads:
    """The cores of this machine."""

    min_chunk, max_chunk = 1, MAX_CHUNK

    def __init__(self, count: int | None = None) -> None:
        self.count = cores() if count is None else count
        self.name = "1 thread" if self.count == 1 else f"{self.count} threads"

    def prepare(self, plans: Sequence[AnyPlan]) -> None:
        """Play one round or game of each plan: what it needs is compiled, or was kept before."""
        _compile(plans)

    def run_chunks(self, plans: Sequence[AnyPlan], chunks: Iterator[Chunk]) -> ChunkCounts:
        """Play all chunks; closing the generator waits only for those under way."""
        tasks = ((plans[chunk.case], chunk) for chunk in chunks)
        with self._open_pool() as pool:
            for (_, chunk), counts in map_as_done(pool, _simulate_chunk, tasks, 2 * self.count):
                yield chunk, counts

    def _open_pool(self) -> AbstractContextManager[Executor]:
        return open_threads(self.count)


class Processes(Threads):
    """The cores of this machine for bots in Python, which threads would not let run side by side.

    Cases that the kernel has are played by it, in the same processes.
    """

    max_chunk = _BOT_CHUNK

    def __init__(self, count: int | None = None) -> None:
        super().__init__(count)
        self.name = "1 process" if self.count == 1 else f"{self.count} processes"
        self.name += ", in Python"

    def _open_pool(self) -> AbstractContextManager[Executor]:
        return open_bot_processes(self.count)


class Gpu:
    """A GPU; it plays one chunk after another, each on all of its cores."""

    name = "cuda"
    min_chunk, max_chunk = 1 << 20, MAX_CHUNK

    def __init__(self) -> None:
        _require("cuda", "--device cuda")
        if not import_module("numba.cuda").is_available():
            raise BackendUnavailable("there is no CUDA GPU here, or no driver for it: use cpu")
        self._simulate: Simulate = import_module("openuno.kernel.simulation.cuda").simulate

    def prepare(self, plans: Sequence[AnyPlan]) -> None:
        """Play one round or game of each plan."""
        for plan in plans:
            self._simulate(plan, 0, 1)

    def run_chunks(self, plans: Sequence[AnyPlan], chunks: Iterator[Chunk]) -> ChunkCounts:
        """Play all chunks, one after the other."""
        for chunk in chunks:
            yield chunk, self._simulate(plans[chunk.case], chunk.first, chunk.size)


def _check_address(address: str, patience: float) -> None:
    """Check that somebody listens before a Dask client is made.

    One that fails while it is made is cleared away whenever Python happens to collect it, and waits
    forever if that is while the next one is made.
    """
    host, _, port = address.rpartition("//")[2].rpartition(":")
    if not host or not port.isascii() or not port.isdigit():
        raise BackendUnavailable(
            f"a Dask scheduler has an address like tcp://host:8786, not {address!r}"
        )
    try:
        socket.create_connection((host.strip("[]"), int(port)), patience).close()
    except (OSError, OverflowError, ValueError) as error:
        raise _no_scheduler(address, error) from None


def _no_scheduler(address: str, error: Exception) -> BackendUnavailable:
    reason = str(error) or type(error).__name__
    return BackendUnavailable(f"no Dask scheduler answers at {address}: {reason}")


class DaskCluster:
    """A Dask cluster. Chunks of a worker that is lost are played again by another."""

    min_chunk, max_chunk = 1, MAX_CHUNK

    def __init__(self, address: str, patience: float = 10.0) -> None:
        _require("cluster", "--dask")
        distributed = import_module("distributed")
        _check_address(address, patience)
        try:
            self._client: Any = distributed.Client(address, timeout=patience, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise _no_scheduler(address, error) from None
        self._as_completed = distributed.as_completed
        self._lost: type[Exception] = distributed.KilledWorker
        try:
            self._client.wait_for_workers(1, timeout=patience)
        except TimeoutError:
            self._client.close()
            raise BackendUnavailable(f"the Dask scheduler at {address} has no workers") from None
        self._cores = sum(self._client.nthreads().values())
        self.name = f"{self._cores} threads of {address}"

    def prepare(self, plans: Sequence[AnyPlan]) -> None:
        """Play one round or game of each plan here: a fault is reported at once and by its name."""
        try:
            _compile(plans)
        except BaseException:
            self._client.close()
            raise

    def run_chunks(self, plans: Sequence[AnyPlan], chunks: Iterator[Chunk]) -> ChunkCounts:
        """Play all chunks, each as a task of its own."""
        running: dict[str, tuple[Any, Chunk]] = {}

        def submit_chunk(chunk: Chunk) -> Any:
            future = self._client.submit(
                simulate, plans[chunk.case], chunk.first, chunk.size, pure=False, retries=3
            )
            running[future.key] = (future, chunk)
            return future

        try:
            ready = self._as_completed(
                [submit_chunk(chunk) for chunk in islice(chunks, 4 * self._cores)],
                loop=self._client.loop,
                with_results=True,
            )
            for future, counts in ready:
                _, chunk = running.pop(future.key)
                future.release()
                yield chunk, counts
                for more in islice(chunks, 1):
                    ready.add(submit_chunk(more))
        except self._lost as error:
            raise BackendUnavailable(f"the same rounds ended several workers: {error}") from None
        finally:
            self._client.cancel([future for future, _ in running.values()])
            self._client.close()


def open_threads(count: int) -> AbstractContextManager[Executor]:
    """Threads for what lets others run meanwhile; an error or Ctrl-C waits for tasks under way."""
    return open_pool(partial(ThreadPoolExecutor, count, thread_name_prefix="uno-lab"))


def cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def select_backend(
    device: str, threads: int | None, dask: str | None, *, in_python: bool = False
) -> Backend:
    """The backend that the options ask for, or `BackendUnavailable`.

    `in_python`: some of the bots are not in the kernel.
    """
    if device not in ("cpu", "cuda"):
        raise BackendUnavailable(f"there is no device {device!r}; choose cpu or cuda")
    if device == "cuda" and (threads is not None or dask is not None):
        raise BackendUnavailable("--device cuda takes neither --threads nor --dask")
    if dask is not None and threads is not None:
        raise BackendUnavailable("the workers of --dask know their threads; leave --threads out")
    if in_python and (device == "cuda" or dask is not None):
        raise BackendUnavailable(
            "bots that are not compiled play on this machine; leave --device and --dask out"
        )
    if in_python:
        return Processes(threads)
    if device == "cuda":
        return Gpu()
    return Threads(threads) if dask is None else DaskCluster(dask)
