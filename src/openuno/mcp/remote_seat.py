"""A seat at a table on a server, among people and bots: followed as any client follows it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from openuno.engine.actions import Action
from openuno.engine.view import View
from openuno.mcp.page import GAME_OVER, ROUND_OVER, THINKING, find_view, game_page, what_to_do
from openuno.mcp.seat import MAX_SECONDS, MOVE_SECONDS, explain, read_answer
from openuno.room import commands
from openuno.room.chat import EMOTES
from openuno.room.settings import parse_settings
from openuno.room.state import Human, Room
from openuno.terminal.remote.connection import RequestRefused, TableRefused
from openuno.terminal.tables.lobby import seat_text, settings_text
from openuno.terminal.tables.remote import RemoteTable
from openuno.terminal.tables.table import News, Refusal, TableState
from openuno.text.rules import rules_page

ANSWER_SECONDS = 10.0
"""How long the server is given to answer."""
MAX_NOTES = 20


class RemoteSeat:
    """A `Seat` at a table on a server; what may be done is what the server says."""

    def __init__(self, table: RemoteTable) -> None:
        self._table = table
        self._changed = asyncio.Event()
        self._notes: list[str] = []
        self._shown: tuple[Action, ...] = ()
        self._read = 0
        self._ended: str | None = None
        table.attach(self)

    @asynccontextmanager
    async def follow(self) -> AsyncIterator[None]:
        """Stay at the table for as long as this is open; a seat in a game is kept after it."""
        following = asyncio.create_task(self._run())
        try:
            yield
        finally:
            if not self._table.has_game:
                await self._table.leave()
            following.cancel()
            with suppress(asyncio.CancelledError):
                await following

    async def read_rules(self) -> str:
        """The rules of the table in plain words."""
        room = await self._find_room()
        rules, format = parse_settings(room.settings)
        state = self._state()
        seen = None if state is None else state.view
        return rules_page(rules if seen is None else seen.rules, len(room.seats), format)

    async def look(self) -> str:
        """What has happened since the last page, and the position or the lobby."""
        return self._page(await self._find_room())

    async def act(self, answer: str, /) -> str:
        """Ask for the move, and wait until the table needs the assistant again."""
        await self._find_room()
        action = read_answer(answer, self._shown, self._own_view())
        self._table.act(action)
        async with self._limit(ANSWER_SECONDS, "The server has not answered yet; look again."):
            await self._until(lambda: not self._table.is_moving)
        return await self.wait(MOVE_SECONDS)

    async def why_not(self, code: str, /) -> str:
        """Why an action is not allowed now."""
        await self._find_room()
        return explain(code, self._own_view())

    async def decline(self) -> str:
        """Leave what is offered out of turn."""
        await self._find_room()
        state = self._state()
        if state is None or not state.offered:
            raise Refusal("Nothing is offered out of turn now.")
        self._table.let_go()
        return await self.wait(MOVE_SECONDS)

    async def go_on(self) -> str:
        """Deal the next round, ask for another game, or say that the assistant is ready."""
        await self._find_room()
        state = self._state()
        if not self._table.has_game:
            over = state is not None and state.game.winners is not None
            await self._request(commands.Rematch() if over else commands.Ready())
        elif state is not None and state.waits_for_deal:
            await self._request(commands.DealNextRound())
        else:
            raise Refusal("The round is not over yet.")
        return await self.wait(MOVE_SECONDS)

    async def wait(self, seconds: float, /) -> str:
        """Wait until the table needs the assistant, or the time is over."""
        with suppress(TimeoutError):
            async with asyncio.timeout(max(0.0, min(seconds, MAX_SECONDS))):
                await self._until(self._is_needed)
        return self._page(await self._find_room())

    async def say(self, text: str, /) -> str:
        """Say something, or show one of the feelings that every table knows."""
        await self._find_room()
        said = text.strip()
        await self._request(commands.Emote(said) if said in EMOTES else commands.Say(said))
        return "Said.\n"

    # What the table says.

    def room_changed(self) -> None:
        """The room, or whether it can be reached, is another than before."""
        self._changed.set()

    def notice(self, text: str, /) -> None:
        """Keep what the server says to the assistant alone."""
        self._notes = [*self._notes, text][-MAX_NOTES:]
        self._changed.set()

    def confirm_suggestion(self, text: str, /) -> None:
        """Keep a note that something was not said: it would cost cards."""
        self.notice(f"Not said, because it tells somebody what to play and costs cards: {text}")

    # Behind the scenes.

    async def _run(self) -> None:
        try:
            await self._table.run(self._listen)
        except TableRefused as refused:
            self._ended = str(refused)
            self._changed.set()

    def _listen(self, _: News) -> None:
        self._changed.set()

    async def _until(self, happened: Callable[[], bool]) -> None:
        while not happened() and self._ended is None:
            self._changed.clear()
            await self._changed.wait()

    @asynccontextmanager
    async def _limit(self, seconds: float, sentence: str) -> AsyncIterator[None]:
        try:
            async with asyncio.timeout(seconds):
                yield
        except TimeoutError:
            raise Refusal(sentence) from None

    async def _find_room(self) -> Room:
        """The room, once the server has shown it; a seat is taken by itself."""
        async with self._limit(ANSWER_SECONDS, f"{self._table.link.server} does not answer."):
            await self._until(
                lambda: self._table.room is not None and not self._table.is_sitting_down
            )
        if self._ended is not None:
            raise Refusal(f"You cannot stay at this table: {self._ended}.")
        assert self._table.room is not None, "it was waited for"
        return self._table.room

    async def _request(self, command: commands.RoomCommand) -> None:
        async with self._limit(ANSWER_SECONDS, "The server has not answered yet; look again."):
            try:
                await self._table.request(command)
            except RequestRefused as refused:
                raise Refusal(f"The server refuses: {refused}.") from None

    def _state(self) -> TableState | None:
        """The game that is on or, when none is, the last one."""
        return self._table.state if self._table.has_seen_game else None

    def _own_view(self) -> View:
        state = self._state()
        if not self._table.has_game or state is None or state.view is None:
            raise Refusal("No game is being played; call look.")
        return state.view

    def _is_needed(self) -> bool:
        table, state = self._table, self._state()
        if not table.has_game:
            return state is not None or not self._is_ready()
        if state is None or table.is_moving:
            return False
        return state.is_my_turn or bool(state.offered) or state.waits_for_deal

    def _is_ready(self) -> bool:
        room, seat = self._table.room, self._table.seat
        own = None if room is None or seat is None else room.seats[seat]
        return not isinstance(own, Human) or own.ready

    def _page(self, room: Room) -> str:
        notes, self._notes = self._notes, []
        state = self._state()
        happened = self._new_sentences()
        if state is None:
            return self._lobby_page(room, [*happened, *notes])
        found = find_view(state.game)
        self._shown = () if found is None else found[1].legal
        if not self._table.online:
            notes.append("The server can't be reached at the moment; your seat is kept.")
        if state.countdown is not None:
            left = max(0, round(state.countdown.ends - self._table.now()))
            notes.append(f"Time left: {left} seconds.")
        if state.game.winners is not None:
            to_do = GAME_OVER
        elif state.waits_for_deal:
            to_do = ROUND_OVER
        else:
            to_do = THINKING if found is None else what_to_do(found[1], state.offered)
        return game_page(state.game, state.names, happened, to_do=to_do, notes=notes)

    def _lobby_page(self, room: Room, happened: list[str]) -> str:
        lines = ["What has happened:", *(f"- {each}" for each in happened), ""] if happened else []
        lines += [f"No game is on yet. To be played: {settings_text(room)}."]
        for number in range(len(room.seats)):
            name, note = seat_text(room, number, self._table.guest)
            lines.append(f"- seat {number}: {name}{f', {note}' if note else ''}")
        if self._table.seat is None:
            lines.append("You have no seat: you are watching.")
        elif not self._is_ready():
            lines.append("Read the rules, then call go_on: that says that you are ready.")
        else:
            lines.append("The host starts the game: call wait.")
        return "\n".join(lines) + "\n"

    def _new_sentences(self) -> list[str]:
        new = self._table.sentence_count - self._read
        self._read = self._table.sentence_count
        return list(self._table.transcript[-new:]) if new > 0 else []
