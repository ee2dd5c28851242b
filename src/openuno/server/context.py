"""What all tables of a process share: the store, the time, chance, and who else is alive."""

import asyncio
from collections import Counter
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

import structlog

from openuno.room.protocol.messages import Ask, Join, WhyNot
from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.room.secret import Secret
from openuno.server.activity import Activity
from openuno.server.clock import Clocks
from openuno.server.histogram import Histogram
from openuno.server.limits import Limits
from openuno.server.notices import Notices
from openuno.server.operator_settings import OperatorSettings
from openuno.server.outage import Outage
from openuno.server.pace import Pace
from openuno.server.search.pool import SearchPool
from openuno.server.store import Damaged, Store, Unavailable

DEAD = 4000
"""Milliseconds without a sign of life after which a process counts as gone."""

Entropy = Callable[[int], bytes]
"""A source of this many bytes that nobody can guess."""


class ServerContext:
    """The surroundings of a table, handed to each."""

    def __init__(  # noqa: PLR0913 - what a table is surrounded by
        self,
        store: Store,
        process: str,
        clocks: Clocks,
        entropy: Entropy,
        limits: Limits,
        *,
        searches: SearchPool | None = None,
    ) -> None:
        self.store = store
        self.process = process
        """What this process calls itself in presences; no two that run are called the same."""
        self.now = now = clocks.wall
        """The wall clock."""
        self.steady = clocks.steady
        """What is not set, and does not go on while the machine sleeps."""
        self.entropy = entropy
        self.limits = limits
        self.searches = searches
        """Where bots search; None where they do not, and play as `master` instead."""
        self.since = now()
        """When this process started."""
        self.operator = OperatorSettings(store, now)
        self._pace = Pace(limits)
        self._alive = frozenset({process})
        self._beaten = now()
        self._held_up = 0
        self._apart = now() - self.steady()
        self._died = False
        self.log = structlog.get_logger("openuno").bind(process=process)
        self.notices = Notices(self.log)
        self.entries_written = 0
        self.entries_read = 0
        """How many entries it has taken to load tables."""
        self.refusals: Counter[str] = Counter()
        """What was refused over WebSockets, by the code of the refusal."""
        self.conflicts = 0
        self.outage = Outage(self.log, self.steady)
        self.activity = Activity(self.log)
        self.command_seconds = Histogram()
        self.commit_seconds = Histogram()
        self.loop_lag = Histogram()
        self.damaged: dict[str, str] = {}
        """The tables that cannot be read or written any more, and why."""
        self.damaged_elsewhere = False
        """Whether anything else in the database was found damaged: people, games, the lobby."""
        self._tasks: set[asyncio.Task[None]] = set()

    async def beat(self) -> bool:
        """Say that we live, and see who else does; whether someone has died since."""
        now = self.now()
        await self.store.beat(self.process, now)
        self.outage.end()
        if not 0 <= now - self._beaten <= DEAD:
            self._held_up = now  # or the clock was set
        self._beaten = now
        await self._look()
        died, self._died = self._died, False
        return died

    def clock_set(self) -> int:
        """Milliseconds by which the wall clock was set, or the machine slept, since last asked."""
        before, self._apart = self._apart, self.now() - self.steady()
        return self._apart - before

    async def alive(self, processes: Iterable[str]) -> frozenset[str]:
        """Which of these live; one that is unknown is looked for first, as it may be new."""
        asked = frozenset(processes)
        if not asked <= self._alive:
            await self._look()
        return asked & self._alive

    def check_pace(self, guest: str, address: str, message: Ask | Join | WhyNot) -> None:
        """Refuse what comes faster than a person or an address may ask."""
        self._pace.check(guest, address, message, self.steady() / 1000)

    def check_damage(self, code: str) -> None:
        """Refuse every command to a table that was found damaged."""
        if code in self.damaged:
            raise self.damage()

    @staticmethod
    def damage() -> Refused:
        """What is said to people about a damaged table."""
        return Refused(RefusalKind.TABLE_DAMAGED)

    def note_damage(self, code: str, error: Exception) -> None:
        """Close a table, whose log cannot be read or written, to everyone; say so once."""
        if code not in self.damaged:
            self.damaged[code] = str(error)
            # Which one is told by the command; a private table's code belongs in no log.
            self.log.warning(
                "a table is damaged: run `uno check-database`",
                table=self.activity.table_name(code),
                error=str(error),
            )

    def note_failure(self, error: Unavailable) -> None:
        """Something that belongs to no table could not be read or written; say so once."""
        if not isinstance(error, Damaged):
            self.outage.begin(error)
        elif not self.damaged_elsewhere:
            self.damaged_elsewhere = True
            self.log.warning("the database is damaged: run `uno check-database`", error=str(error))

    @property
    def processes(self) -> int:
        """How many processes lived when we last looked."""
        return len(self._alive)

    async def _look(self) -> None:
        now = self.now()
        said = await self.store.alive(now - DEAD)
        # One heard from in times to come died before the clock was set back.
        alive = said - await self.store.alive(now + DEAD) | {self.process}
        if now - self._held_up < DEAD:
            # What held us up, say the store, may have held up all: they get time to say so.
            alive |= self._alive
        self._died = self._died or not self._alive <= alive
        self._alive = alive

    def secret(self) -> Secret:
        """A fresh seed."""
        return Secret(self.entropy(32))

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Let something run beside, and keep hold of it until it is done."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def drain(self) -> None:
        """Wait for what runs beside."""
        while self._tasks:
            await asyncio.wait(tuple(self._tasks))
