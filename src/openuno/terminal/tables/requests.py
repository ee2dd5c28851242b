"""What the person asks of a server: moves, one at a time, and everything else."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from openuno.engine.actions import Action, Catch
from openuno.engine.state import owes_uno
from openuno.game.state import find_player
from openuno.room import commands
from openuno.room.deadlines import GRACE
from openuno.terminal.remote.connection import Connection, RequestRefused
from openuno.terminal.tables.followed_room import FollowedRoom
from openuno.terminal.text.narration import sentence

SAFE_SECONDS = 0.02
"""Added to the grace before a catch: our clock and the server's are not quite the same."""


class Requests:
    """Sends requests; why one is refused is said to the person by `notice`."""

    def __init__(
        self,
        connection: Connection,
        followed: FollowedRoom,
        now: Callable[[], float],
        *,
        notice: Callable[[str], None],
        settle: Callable[[], None],
    ) -> None:
        self._connection = connection
        self._followed = followed
        self._now = now
        self._notice = notice
        self._settle = settle
        """Called when nothing is on its way any more."""
        self._pending: int | None = None
        """The entry of the move that is on its way; 0 until the server has said which."""
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_moving(self) -> bool:
        """Whether a move was sent and not answered yet."""
        return self._pending is not None

    def see_entry(self, seq: int) -> None:
        """Note that the room has come to this entry."""
        if self._pending is not None and 0 < self._pending <= seq:
            self._pending = None

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Let work go on beside everything else, until the table is left."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def cancel(self) -> None:
        """Give up what is going on."""
        for task in self._tasks:
            task.cancel()

    def move(self, action: Action) -> None:
        """Send a move; nothing else may be on its way."""
        self._pending = 0
        self.start(self._move(action))

    async def ask(self, command: commands.RoomCommand) -> None:
        """Ask for something else."""
        try:
            await self._connection.ask(command)
        except RequestRefused as refused:
            self._notice(sentence(str(refused)))

    async def ask_and_follow(self, command: commands.RoomCommand) -> None:
        """Ask for something, and wait until what came of it is seen here, too."""
        seq = await self._connection.ask(command)
        while self._followed.room is not None and self._followed.room.seq < seq:
            await asyncio.sleep(0.01)

    async def _move(self, action: Action) -> None:
        """Send a move; a catch waits until it is allowed, for one that is too early is punished."""
        try:
            if isinstance(action, Catch):
                await self._wait_for_grace(action)
                if action not in self._followed.legal:
                    self._end_move()
                    return
            seq = await self._connection.ask(commands.Move(action))
        except RequestRefused as refused:
            self._notice(sentence(str(refused)))
            self._end_move()
            return
        self._pending = seq
        if self._followed.room is not None and self._followed.room.seq >= seq:
            self._end_move()

    def _end_move(self) -> None:
        """Nothing is on its way any more; what happened meanwhile may be for us to answer."""
        self._pending = None
        self._settle()

    async def _wait_for_grace(self, catch: Catch) -> None:
        on, seat = self._followed.game_on, self._followed.seat
        found = None if on is None or seat is None else find_player(on.game, seat)
        if on is None or found is None:
            return
        if owes_uno(on.game.tables[found[0]].round) == catch.target:
            wait = (on.laid[found[0]] + GRACE) / 1000 + SAFE_SECONDS - self._now()
            await asyncio.sleep(max(0.0, wait))
