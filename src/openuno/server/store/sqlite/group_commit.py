"""Writing to SQLite: what comes while one commit is on its way to the disk shares the next.

Statements run on the event loop, where they take microseconds; only the commit, which waits for
the disk, runs in a thread. So a batch, however large, costs two hand-overs between threads.
"""

import asyncio
import queue
import sqlite3
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from openuno.server.store import Damaged, Unavailable

Work = Callable[[sqlite3.Cursor], Any]
_Job = tuple[asyncio.Future[Any], Work, bool]
_Outcome = tuple[asyncio.Future[Any], Any, Exception | None]


def is_damage(error: sqlite3.Error) -> bool:
    """Whether the file itself is at fault: a broken page, or no database at all."""
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


class GroupCommit:
    """The one writing connection of a SQLite store."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._cursor = db.cursor()
        self._loop = asyncio.get_running_loop()
        self._queue: list[_Job] = []
        self._outcomes: list[_Outcome] = []
        self._busy = False
        self._idle = asyncio.Event()
        self._idle.set()
        self._closed = False
        self._begun: queue.SimpleQueue[sqlite3.Error | bool] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._commit, name="sqlite-commit", daemon=True)
        self._thread.start()

    def write(self, work: Work, *, whole: bool = False) -> asyncio.Future[Any]:
        """Do this in the next commit; done when that is on the disk.

        Work that fails after having written something must be `whole`: then it is undone.
        """
        done = self._loop.create_future()
        if self._closed:
            done.set_exception(Unavailable("the store is closed"))
            return done
        self._queue.append((done, work, whole))
        if not self._busy:
            self._busy = True
            self._idle.clear()
            # Not at once: whatever else this turn of the loop brings goes along.
            self._loop.call_soon(self._begin)
        return done

    async def close(self) -> None:
        """Write what is queued, then let go of the connection."""
        if self._closed:
            return
        self._closed = True
        await self._idle.wait()
        self._begun.put(False)
        await asyncio.to_thread(self._thread.join)
        self._db.close()

    def _begin(self) -> None:
        jobs, self._queue = self._queue, []
        try:
            if self._db.in_transaction:  # the last batch failed; often SQLite rolls back by itself
                self._cursor.execute("rollback")
            self._outcomes = self._run_all(jobs)
        except sqlite3.DatabaseError as error:
            self._outcomes = [(done, None, None) for done, _, _ in jobs]
            self._begun.put(error)
        else:
            self._begun.put(True)

    def _run_all(self, jobs: list[_Job]) -> list[_Outcome]:
        """Run the jobs within one transaction.

        One that meets a damaged page fails alone: the others are run once more, without it.
        """
        damaged: list[_Outcome] = []
        while True:
            self._cursor.execute("begin immediate")
            outcomes: list[_Outcome] = []
            for index, job in enumerate(jobs):
                try:
                    outcomes.append(self._run(*job))
                except sqlite3.DatabaseError as error:
                    if not is_damage(error):
                        raise
                    failure = Damaged(f"the database is damaged: {error}")
                    damaged.append((job[0], None, failure))
                    jobs = jobs[:index] + jobs[index + 1 :]
                    if self._db.in_transaction:
                        self._cursor.execute("rollback")
                    break
            else:
                return outcomes + damaged

    def _run(self, done: asyncio.Future[Any], work: Work, whole: bool) -> _Outcome:
        cursor = self._cursor
        if whole:
            cursor.execute("savepoint job")
        result, failure = None, None
        try:
            result = work(cursor)
        except (sqlite3.OperationalError, sqlite3.InternalError):
            raise  # the disk, not the job: nothing of this batch can be kept
        except Exception as error:
            if type(error) is sqlite3.DatabaseError:
                raise  # a damaged file
            failure = error  # a conflict, or a fault of who gave the work: nobody else's
        if whole:
            if failure is not None:
                cursor.execute("rollback to job")
            cursor.execute("release job")
        return done, result, failure

    def _commit(self) -> None:
        """The thread: commit whenever told to, and say how it went."""
        while begun := self._begun.get():
            failure = None if begun is True else begun
            if failure is None:
                try:
                    self._db.execute("commit")
                except sqlite3.Error as error:
                    failure = error
            if failure is not None:
                self._make_room(failure)
            with suppress(RuntimeError):  # the loop was closed under us: nobody is waiting
                self._loop.call_soon_threadsafe(self._end, failure)

    def _make_room(self, failure: sqlite3.Error) -> None:
        """On a full disk, write the log of writes to the file: then its room can be used again."""
        code = getattr(failure, "sqlite_errorcode", 0) & 0xFF  # an extended one says more
        if code not in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
            return
        with suppress(sqlite3.Error):
            if self._db.in_transaction:
                self._db.execute("rollback")
            self._db.execute("pragma wal_checkpoint(truncate)")

    def _end(self, error: sqlite3.Error | None) -> None:
        outcomes, self._outcomes = self._outcomes, []
        for done, result, failure in outcomes:
            if done.done():
                continue  # the waiting caller was cancelled
            if error is not None:
                done.set_exception(Unavailable(f"the database cannot be written: {error}"))
            elif failure is not None:
                done.set_exception(failure)
            else:
                done.set_result(result)
        if self._queue:
            self._loop.call_soon(self._begin)
        else:
            self._busy = False
            self._idle.set()
