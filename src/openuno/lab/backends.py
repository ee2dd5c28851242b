"""Where parts are played: threads of this process, a GPU, or a Dask cluster.

The kernel lets other threads run while it plays, so threads use every core. Each place has only a
few parts under way at a time: memory does not grow with the rounds.
"""

import os
import socket
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from importlib import import_module
from itertools import islice
from pickle import UnpicklingError
from typing import Any, Protocol

from openuno.kernel.rules.state import Numbers
from openuno.kernel.simulation.plan import Plan, simulate
from openuno.lab.chunks import Part
from openuno.lab.errors import NoSuchPlace

Played = Generator[tuple[Part, Numbers], None, None]
"""Parts and their counts, as they come; closing it stops the work."""
Simulate = Callable[[Plan, int, int], Numbers]
_EXTRA = "pip install 'openuno[{}]'"


class Place(Protocol):
    """Somewhere that plays parts, each once, and hands their counts back in any order."""

    name: str
    fewest: int
    """Rounds that a part should have at least, to be worth its way there."""

    def warm(self, plans: Sequence[Plan]) -> None:
        """Compile what the plans need; refuse what cannot be played."""

    def played(self, plans: Sequence[Plan], parts: Iterator[Part]) -> Played:
        """Play all parts."""


def _compile(plans: Sequence[Plan]) -> None:
    """Play one round or game of each plan, so that what is compiled is there."""
    try:
        for plan in plans:
            simulate(plan, 0, 1)
    except (EOFError, OSError, UnpicklingError) as error:
        raise NoSuchPlace(
            f"compiled rules cannot be kept, or were kept badly ({error}): make room, or delete the"
            " folder openuno where the cache is (XDG_CACHE_HOME, else ~/.cache)"
        ) from None


class Threads:
    """The cores of this machine."""

    fewest = 1

    def __init__(self, count: int | None = None) -> None:
        self.count = cores() if count is None else count
        self.name = "1 thread" if self.count == 1 else f"{self.count} threads"

    def warm(self, plans: Sequence[Plan]) -> None:
        """Play one round or game of each plan: what it needs is compiled, or was kept before."""
        _compile(plans)

    def played(self, plans: Sequence[Plan], parts: Iterator[Part]) -> Played:
        """Play all parts; whoever stops listening waits for those under way, no more."""
        pool = ThreadPoolExecutor(self.count, thread_name_prefix="uno-lab")
        going: dict[Future[Numbers], Part] = {}

        def begin(part: Part) -> None:
            going[pool.submit(simulate, plans[part.case], part.first, part.many)] = part

        try:
            for part in islice(parts, 2 * self.count):
                begin(part)
            while going:
                done, _ = wait(going, return_when=FIRST_COMPLETED)
                for future in done:
                    yield going.pop(future), future.result()
                for part in islice(parts, len(done)):
                    begin(part)
        finally:
            pool.shutdown(cancel_futures=True)


class Device:
    """A GPU; it plays part after part, and each on all of its cores."""

    name = "cuda"
    fewest = 1 << 20

    def __init__(self) -> None:
        try:
            if not import_module("numba.cuda").is_available():
                raise NoSuchPlace("there is no CUDA GPU here, or no driver for it: use cpu")
            self._simulate: Simulate = import_module("openuno.kernel.simulation.cuda").simulate
        except ImportError as error:
            install = _EXTRA.format("cuda")
            raise NoSuchPlace(f"--device cuda needs numba-cuda: {install} ({error})") from None

    def warm(self, plans: Sequence[Plan]) -> None:
        """Play one round or game of each plan."""
        for plan in plans:
            self._simulate(plan, 0, 1)

    def played(self, plans: Sequence[Plan], parts: Iterator[Part]) -> Played:
        """Play all parts, one after the other."""
        for part in parts:
            yield part, self._simulate(plans[part.case], part.first, part.many)


def _knock(address: str, patience: float) -> None:
    """See that somebody listens before a Dask client is made.

    One that fails while it is made is cleared away whenever Python happens to collect it, and waits
    for ever if that is while the next one is made.
    """
    host, _, port = address.rpartition("//")[2].rpartition(":")
    if not host or not port.isascii() or not port.isdigit():
        raise NoSuchPlace(f"a Dask scheduler has an address like tcp://host:8786, not {address!r}")
    try:
        socket.create_connection((host.strip("[]"), int(port)), patience).close()
    except (OSError, OverflowError, ValueError) as error:
        raise _nobody(address, error) from None


def _nobody(address: str, error: Exception) -> NoSuchPlace:
    told = str(error) or type(error).__name__
    return NoSuchPlace(f"no Dask scheduler answers at {address}: {told}")


class Cluster:
    """A Dask cluster. Parts of a worker that is lost are played again by another."""

    fewest = 1

    def __init__(self, address: str, patience: float = 10.0) -> None:
        try:
            distributed = import_module("distributed")
        except ImportError:
            raise NoSuchPlace(f"--dask needs Dask: {_EXTRA.format('cluster')}") from None
        _knock(address, patience)
        try:
            self._client: Any = distributed.Client(address, timeout=patience, set_as_default=False)
        except (OSError, TimeoutError, ValueError) as error:
            raise _nobody(address, error) from None
        self._as_completed = distributed.as_completed
        self._lost: type[Exception] = distributed.KilledWorker
        try:
            self._client.wait_for_workers(1, timeout=patience)
        except TimeoutError:
            self._client.close()
            raise NoSuchPlace(f"the Dask scheduler at {address} has no workers") from None
        self._cores = sum(self._client.nthreads().values())
        self.name = f"{self._cores} threads of {address}"

    def warm(self, plans: Sequence[Plan]) -> None:
        """Play one round or game of each plan here: a fault is told at once and by its name."""
        try:
            _compile(plans)
        except BaseException:
            self._client.close()
            raise

    def played(self, plans: Sequence[Plan], parts: Iterator[Part]) -> Played:
        """Play all parts, each as a task of its own."""
        going: dict[str, tuple[Any, Part]] = {}

        def begin(part: Part) -> Any:
            future = self._client.submit(
                simulate, plans[part.case], part.first, part.many, pure=False, retries=3
            )
            going[future.key] = (future, part)
            return future

        try:
            ready = self._as_completed(
                [begin(part) for part in islice(parts, 4 * self._cores)],
                loop=self._client.loop,
                with_results=True,
            )
            for future, counts in ready:
                _, part = going.pop(future.key)
                future.release()
                yield part, counts
                for more in islice(parts, 1):
                    ready.add(begin(more))
        except self._lost as error:
            raise NoSuchPlace(f"the same rounds ended several workers: {error}") from None
        finally:
            self._client.cancel([future for future, _ in going.values()])
            self._client.close()


def cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def place_of(device: str, threads: int | None, dask: str | None) -> Place:
    """The place that the options ask for, or `NoSuchPlace`."""
    if device not in ("cpu", "cuda"):
        raise NoSuchPlace(f"there is no device {device!r}; choose cpu or cuda")
    if device == "cuda" and (threads is not None or dask is not None):
        raise NoSuchPlace("--device cuda takes neither --threads nor --dask")
    if dask is not None and threads is not None:
        raise NoSuchPlace("the workers of --dask know their threads; leave --threads out")
    if device == "cuda":
        return Device()
    return Threads(threads) if dask is None else Cluster(dask)
