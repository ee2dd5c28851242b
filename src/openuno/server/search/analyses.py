"""Finished games analysed deeper, one at a time, while no bot searches."""

import asyncio
from collections import Counter, OrderedDict
from contextlib import suppress
from enum import StrEnum
from time import monotonic

import msgspec
import structlog

from openuno.local.analysis.analyse import DEFAULTS, Options, Plan, make_plan, put_together
from openuno.local.analysis.judging import Judged, Task, begin_judging
from openuno.local.analysis.positions import CannotAnalyse
from openuno.local.analysis.report import Analysis
from openuno.local.analysis.rollouts import Playouts, Seats
from openuno.record.errors import RecordError
from openuno.record.reader import read_record
from openuno.server.histogram import Histogram
from openuno.server.search.pool import SearchPool
from openuno.server.search.question import Closed

MAX_WAITING = 8
"""Games that are analysed or wait for it; more are not taken."""
MAX_KEPT = 64
"""Analyses that are kept, the latest asked for: some 30 kB for a long game."""
MAX_ENTRIES = 3000
"""Of a game: it would take ten minutes of an idle process, and most games have a few hundred."""
LOOK_AGAIN = 0.05
"""Seconds after which to see whether the bots have stopped searching."""
TRIES = 3
"""How often playouts are tried whose process dies over them."""
SECONDS = (1.0, 2.5, 5.0, 10.0, 25.0, 50.0, 100.0, 250.0, 500.0, 1000.0)
"""Upper bounds of the ranges of the time that an analysis takes."""


class _State(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, tag_field="state"):
    pass


class AnalysisNotAsked(_State, frozen=True, tag="not-asked"):
    """Nobody has asked this process for it, or it was so long ago that it is no longer kept."""


class AnalysisWaiting(_State, frozen=True, tag="waiting"):
    """How many games come before it."""

    ahead: int


class AnalysisRunning(_State, frozen=True, tag="running"):
    """How many of its positions are judged; `total` is 0 while they are being looked for."""

    done: int
    total: int


class AnalysisDone(_State, frozen=True, tag="done"):
    """What was found: what `uno analyse --json` prints for its record."""

    result: Analysis


class AnalysisFailure(StrEnum):
    """Why a game was not analysed."""

    NO_ROUNDS = "no-rounds"
    """No round of it was played to its end."""
    TOO_LONG = "too-long"
    INTERRUPTED = "interrupted"
    """The processes died over it; it can be asked for again."""


class AnalysisFailed(_State, frozen=True, tag="failed"):
    """It was not analysed."""

    why: AnalysisFailure


AnalysisState = AnalysisNotAsked | AnalysisWaiting | AnalysisRunning | AnalysisDone | AnalysisFailed


class NoProcesses(Exception):
    """This server has no processes that search."""


class TooManyAnalyses(Exception):
    """As many games wait as may wait."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


class Analyses:
    """Analyses one game after the other in the processes that search, and keeps what it found."""

    def __init__(self, pool: SearchPool | None, options: Options = DEFAULTS) -> None:
        self._pool = pool
        self._options = options
        self._records: OrderedDict[str, bytes] = OrderedDict()
        """What is analysed or waits for it, in this order."""
        self._running = AnalysisRunning(0, 0)
        """How far the first of them is."""
        self._kept: OrderedDict[str, AnalysisDone | AnalysisFailed] = OrderedDict()
        self._task: asyncio.Task[None] | None = None
        self.outcomes: Counter[str] = Counter()
        """How the analyses ended: `done`, or the failure."""
        self.seconds = Histogram(SECONDS)
        """How long those took that were finished, without the wait for their turn."""

    @property
    def unfinished(self) -> int:
        """Games that are analysed or wait for it."""
        return len(self._records)

    def state(self, game: str) -> AnalysisState:
        """How far it is."""
        if game in self._kept:
            self._kept.move_to_end(game)
            return self._kept[game]
        if game not in self._records:
            return AnalysisNotAsked()
        ahead = list(self._records).index(game)
        return AnalysisWaiting(ahead) if ahead else self._running

    def is_new(self, game: str) -> bool:
        """Whether it has yet to be begun, and can be; else `NoProcesses`, `TooManyAnalyses`."""
        found = self._kept.get(game)
        if game in self._records or (found is not None and not _can_try_again(found)):
            return False
        if self._pool is None:
            raise NoProcesses
        if len(self._records) >= MAX_WAITING:
            raise TooManyAnalyses(MAX_WAITING)
        return True

    def begin(self, game: str, record: bytes) -> AnalysisState:
        """Analyse this record when its turn comes, unless somebody was quicker to ask."""
        if self.is_new(game):
            self._kept.pop(game, None)
            self._records[game] = record
            if self._task is None:
                self._task = asyncio.get_running_loop().create_task(self._analyse_all())
        return self.state(game)

    async def close(self) -> None:
        """Give up what is not finished."""
        self._records.clear()
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _analyse_all(self) -> None:
        log = structlog.get_logger("openuno")
        while self._records:
            game, record = next(iter(self._records.items()))
            self._running = AnalysisRunning(0, 0)
            began = monotonic()
            try:
                found = await self._analyse(record)
            except Exception:
                log.exception("a game could not be analysed")
                found = AnalysisFailed(AnalysisFailure.INTERRUPTED)
            self._kept[game] = found
            self._count(found, monotonic() - began)
            del self._records[game]
            if len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)
        self._task = None

    def _count(self, found: AnalysisDone | AnalysisFailed, seconds: float) -> None:
        if isinstance(found, AnalysisFailed):
            self.outcomes[found.why] += 1
        else:
            self.outcomes["done"] += 1
            self.seconds.observe(seconds)

    async def _analyse(self, record: bytes) -> AnalysisDone | AnalysisFailed:
        try:
            plan = await asyncio.to_thread(_plan, record, self._options)
            if plan is None:
                return AnalysisFailed(AnalysisFailure.TOO_LONG)
            judged = []
            for number, task in enumerate(plan.tasks):
                self._running = AnalysisRunning(number, len(plan.tasks))
                judged.append(await self._judge(task))
        except (CannotAnalyse, RecordError):
            return AnalysisFailed(AnalysisFailure.NO_ROUNDS)
        except Closed:
            return AnalysisFailed(AnalysisFailure.INTERRUPTED)
        return AnalysisDone(await asyncio.to_thread(put_together, plan, judged))

    async def _judge(self, task: Task) -> Judged:
        judging = begin_judging(task)
        asked = next(judging)
        while True:
            won = await self._play_out(asked)
            try:
                asked = judging.send(won)
            except StopIteration as ended:
                found: Judged = ended.value
                return found

    async def _play_out(self, asked: Playouts) -> list[Seats]:
        """Who wins, a few at a time; as long as bots search, none are played."""
        pool = self._pool
        assert pool is not None, "without processes nothing is begun"
        won = list[Seats]()
        failures = 0
        while len(won) < asked.count:
            future = pool.play_out(asked, len(won))
            if future is None:
                await asyncio.sleep(LOOK_AGAIN)
                continue
            try:
                more: list[Seats] = await asyncio.wrap_future(future)
            except Closed:
                failures += 1
                if failures == TRIES:
                    raise
                await asyncio.sleep(pool.pause)
            else:
                won += more
        return won


def _plan(record: bytes, options: Options) -> Plan | None:
    """What to judge; None if that is too much."""
    found = read_record(record)
    return make_plan(found, options) if len(found.entries) <= MAX_ENTRIES else None


def _can_try_again(found: AnalysisDone | AnalysisFailed) -> bool:
    return isinstance(found, AnalysisFailed) and found.why is AnalysisFailure.INTERRUPTED
