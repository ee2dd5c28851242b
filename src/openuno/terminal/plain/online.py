"""A table on a server, line by line: for screen readers, pipes and simple terminals.

What happened comes first, then the table, then what to do, then the moves by number.
"""

import asyncio
import os
import sys
import threading
from codecs import getincrementaldecoder
from contextlib import suppress

from rich.console import Console

from openuno.engine.actions import Action
from openuno.engine.errors import NotationError
from openuno.engine.events import RoundEnded
from openuno.engine.view import View
from openuno.game.events import AtTable, GameEnded, RoundScored
from openuno.room.refusal_kinds import RefusalCode
from openuno.terminal.plain.keyboard import console
from openuno.terminal.plain.typed_moves import is_costly, parse_typed
from openuno.terminal.remote.connection import TableRefused
from openuno.terminal.tables.lobby import (
    Lobby,
    instruct_lobby,
    seat_text,
    settings_text,
    watcher_names,
)
from openuno.terminal.tables.remote import RemoteTable
from openuno.terminal.tables.table import News, Refusal, TableState
from openuno.terminal.text import layout
from openuno.terminal.text.narration import Names, cards_text, sentence
from openuno.terminal.text.score_sheet import figures_table, score_table

MAX_LINE_LENGTH = 320
INTERRUPTED = 130
ANSWER_SECONDS = 30.0
"""How long the server is given to show the table to somebody who types nothing."""
LOBBY_HELP = (
    ("Enter", "what the sentence says: sit down, be ready, start"),
    ("r", "ready, or not ready any more"),
    ("b, x", "the host: add a bot, send one away"),
    ("seats", "who sits where, and what is played"),
    ("i", "the link, to invite others"),
    ("say TEXT", "say something to the others"),
    ("q", "leave"),
)
GAME_HELP = (
    ("table", "the table again, and your moves"),
    ("score", "the score sheet"),
    ("say TEXT", "say something to the others"),
    ("q", "leave; your seat is kept, and after a while a bot plays for you"),
)


def follow_plainly(table: RemoteTable, *, watching: bool) -> int:
    """Stay at the table until the person leaves; the exit status. Or `TableRefused`."""
    client = _PlainClient(table, console(plain=True), watching=watching)
    try:
        asyncio.run(client.run())
    except KeyboardInterrupt:
        return INTERRUPTED
    return 0


class _PlainClient:
    """Prints what happens, and does what is typed."""

    def __init__(self, table: RemoteTable, out: Console, *, watching: bool) -> None:
        self._table = table
        self._lobby = Lobby(table)
        self._out = out
        self._watching = watching
        self._greeted = False
        self._read = 0
        self._asked: object = None
        self._offered: tuple[Action, ...] = ()
        self._costly: Action | None = None
        self._password_wanted = False
        self._refusal: TableRefused | None = None
        self._has_input = True
        self._done = asyncio.Event()

    async def run(self) -> None:
        """Follow the table until the person leaves it."""
        self._table.attach(self)
        lines: asyncio.Queue[str | None] = asyncio.Queue()
        _start_reading(lines, asyncio.get_running_loop())
        self._out.print(f"Connecting to {self._table.link.server}.")
        following = asyncio.create_task(self._table.run(self._hear))
        reading = asyncio.create_task(self._obey(lines))
        ended = asyncio.create_task(self._done.wait())
        try:
            while not self._done.is_set():
                await asyncio.wait((following, reading, ended), return_when=asyncio.FIRST_COMPLETED)
                if following.done():
                    self._handle_end(following)
                    following = asyncio.create_task(self._wait_for_password())
                if reading.done():
                    reading.result()
                    break
        finally:
            for task in (following, reading, ended):
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    # What happens.

    def room_changed(self) -> None:
        """Read out what is new around the game; what is in it comes with its events."""
        if self._table.room is None or self._table.is_sitting_down:
            return
        if not self._greeted:
            self._greeted = True
            self._print_seats()
        if not self._table.has_game or not self._table.online:
            self._read_news()
            told = instruct_lobby(self._table)
            self._say_once(told.text, told)

    def notice(self, text: str, /) -> None:
        """Say something to the person."""
        self._out.print(text)

    def _hear(self, news: News) -> None:
        self._read_news()
        for event in news.events:
            match event:
                case AtTable(table, RoundEnded() as ended) if table == news.state.table_index:
                    names = news.state.seat_names
                    self._out.print(layout.open_hands(ended, names, self._out.width))
                case RoundScored() if not news.state.game.tables[event.table + 1 :]:
                    self._print_score(news.state)
                case GameEnded():
                    self._print_figures(news.state)
                    if not self._has_input:
                        self._done.set()
                case _:
                    pass
        if not news.events and self._table.has_game and self._table.online:
            self._ask(news.state)

    def _read_news(self) -> None:
        """Print the sentences that have not been printed."""
        new = self._table.sentence_count - self._read
        self._read = self._table.sentence_count
        sentences = self._table.transcript
        for text in sentences[max(0, len(sentences) - new) :] if new else ():
            self._out.print(text)

    def _ask(self, state: TableState) -> None:
        """Say what the person can do, if it is another thing than before."""
        view = state.view
        if view is None:
            return
        if state.waits_for_deal:
            self._say_once("Enter deals the next round; it is dealt soon in any case.", "deal")
        elif state.shared is not None and state.shared.played_by_bot:
            self._say_once("A bot plays for you. Enter plays on yourself.", "late")
        elif state.is_my_turn and not self._table.is_moving:
            self._ask_turn(state, view)
        elif state.offered and not self._table.is_moving:
            self._ask_call(state, view)

    def _ask_turn(self, state: TableState, view: View) -> None:
        key = (view.phase, view.pile, view.hands, view.discard)
        if self._asked == key:
            return
        self._asked = key
        names = state.seat_names
        self._offered = tuple(action for action in view.legal if not is_costly(action, view))
        self._out.print()
        self._out.print(layout.position(view, names, state.said, self._out.width))
        self._out.print(sentence(layout.prompt(view, names, self._offered)))
        if state.countdown is not None:
            left = max(0, round(state.countdown.ends - self._table.now()))
            self._out.print(f"You have {left} seconds.")
        self._out.print(layout.numbered_actions(self._offered, self._out.width))

    def _ask_call(self, state: TableState, view: View) -> None:
        key = (view.window, state.offered)
        if self._asked == key:
            return
        self._asked = key
        self._offered = state.offered
        if view.owes_uno is not None:
            who = state.seat_names.subject_and_verb(view.owes_uno, "have")
            self._out.print(sentence(f"{who} one card, and UNO has not been said"))
        top = layout.top_card(view)
        self._out.print(f"{top} is on the pile. Before the next turn you can:")
        self._out.print(layout.numbered_actions(self._offered, self._out.width))

    def _say_once(self, text: str, key: object) -> None:
        if self._asked != key:
            self._asked = key
            self._out.print(text)

    def _handle_end(self, following: "asyncio.Task[None]") -> None:
        """The server does not let us stay: ask for the password, or give up."""
        try:
            following.result()
        except TableRefused as refused:
            if refused.code is not RefusalCode.WRONG_PASSWORD or not self._has_input:
                raise
            self._password_wanted, self._refusal = True, refused
            self._out.print(f"{sentence(str(refused))} Type it:")

    async def _wait_for_password(self) -> None:
        while self._password_wanted:
            await asyncio.sleep(0.05)
        await self._table.run(self._hear)

    # What is typed.

    async def _obey(self, lines: "asyncio.Queue[str | None]") -> None:
        """Do what is typed until that is to leave."""
        while True:
            line = await lines.get()
            if line is None:
                self._has_input = False
                await self._wait_without_input()
                return
            if not sys.stdin.isatty():
                self._out.print(f"> {line}")  # nobody typed it: the transcript would lack it
            if self._password_wanted:
                self._table.use_password(line)
                self._password_wanted, self._refusal = False, None
            elif line in ("q", "quit", "exit"):
                await self._leave()
                return
            else:
                self._do(line)

    async def _wait_without_input(self) -> None:
        """Nobody types: one who watches stays until the game is over, others see who is there."""
        if self._refusal is not None:
            raise self._refusal
        if self._watching:
            await self._done.wait()
        with suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_SECONDS):
                while not self._greeted:
                    await asyncio.sleep(0.05)

    async def _leave(self) -> None:
        if not self._table.has_game:
            await self._table.leave()
        self._out.print("You leave the table.")

    def _do(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if self._costly is not None:
            self._confirm(line)
        elif word.lower() in ("say", "t"):
            self._table.say(rest)
        elif word.lower() in ("i", "link"):
            self._out.print(str(self._table.invitation), soft_wrap=True)
        elif word.lower() in ("seats", "who"):
            self._print_seats()
        elif self._table.has_game:
            self._do_in_game(line, word.lower(), rest)
        else:
            self._do_in_lobby(word.lower())

    def _do_in_lobby(self, word: str) -> None:
        match word:
            case "":
                self._lobby.go_on()
            case "r" | "ready":
                self._lobby.toggle_ready()
            case "b" | "bot":
                self._lobby.add_bot()
            case "x":
                self._lobby.remove_bot()
            case "?" | "help":
                self._print_help(LOBBY_HELP)
            case _:
                self._out.print("Type ? for what you can do here.")

    def _do_in_game(self, line: str, word: str, rest: str) -> None:
        state = self._table.state
        view = state.view
        if view is None:
            return
        match word:
            case "?" | "help":
                self._out.print(layout.instructions(view.rules, self._out.width))
                self._print_help(GAME_HELP)
            case "score":
                self._print_score(state)
            case "table":
                self._asked = None
                if view.seat is not None and not state.is_my_turn:
                    names = state.seat_names
                    self._out.print(layout.position(view, names, state.said, self._out.width))
                self._ask(state)
            case "why":
                self._answer_why(rest)
            case "":
                self._go_on(state)
            case _ if line.isdecimal():
                self._do_number(int(line))
            case _:
                action = self._parse(line)
                if action is not None:
                    self._act(action, view)

    def _go_on(self, state: TableState) -> None:
        """An empty line: what is the only thing to do, or nothing."""
        if state.waits_for_deal:
            self._table.deal()
        elif state.shared is not None and state.shared.played_by_bot:
            self._table.come_back()
        elif state.is_my_turn and len(self._offered) == 1:
            self._act(self._offered[0], state.view)
        elif state.is_my_turn:
            self._out.print("Type the number of a move, or ? for help.")
        elif state.offered:
            self._table.let_go()

    def _do_number(self, number: int) -> None:
        state, many = self._table.state, len(self._offered)
        if not (state.is_my_turn or state.offered):
            self._out.print("It is not your turn.")
        elif not 1 <= number <= many:
            self._out.print(f"There is no move {number}; they run from 1 to {many}.")
        else:
            self._act(self._offered[number - 1], state.view)

    def _act(self, action: Action, view: View | None) -> None:
        if view is not None and action in view.legal and is_costly(action, view):
            self._costly = action
            cost = cards_text(view.rules.wrong_catch_penalty or view.rules.suggestion_penalty)
            self._out.print(f"That costs you {cost}. Type yes to do it:")
            return
        try:
            self._table.act(action)
        except Refusal as refused:
            self._out.print(str(refused))

    def _confirm(self, line: str) -> None:
        action, self._costly = self._costly, None
        if line.lower() not in ("y", "yes") or action is None:
            self._out.print("You do nothing.")
            return
        try:
            self._table.act(action)
        except Refusal as refused:
            self._out.print(str(refused))

    def _answer_why(self, text: str) -> None:
        action = self._parse(text)
        if action is not None:
            why = self._table.why_not(action)
            self._out.print(sentence(why or "you may do that now"))

    def _parse(self, text: str) -> Action | None:
        try:
            return parse_typed(text)
        except NotationError as error:
            self._out.print(sentence(error.sentence))
            return None

    # What is printed on request.

    def _print_seats(self) -> None:
        room = self._table.room
        if room is None:
            self._out.print("The table has not been seen yet.")
            return
        self._out.print(f"This is table {self._table.link.code}: {settings_text(room)}.")
        for number in range(len(room.seats)):
            name, note = seat_text(room, number, self._table.guest)
            self._out.print(f"Seat {number + 1}: {'nobody' if name == '–' else name}, {note}.")
        if watching := watcher_names(room):
            self._out.print(f"Watching: {', '.join(watching)}.")

    def _print_score(self, state: TableState) -> None:
        names = Names(state.names)
        self._out.print(score_table(state.sheet, state.game, names, self._out.width))

    def _print_figures(self, state: TableState) -> None:
        if state.shared is not None and state.shared.has_all:
            names = Names(state.names)
            self._out.print()
            self._out.print(figures_table(state.sheet, state.game, names, self._out.width))

    def _print_help(self, rows: tuple[tuple[str, str], ...]) -> None:
        for typed, meaning in rows:
            self._out.print(f"{layout.INDENT}{typed:<10}{meaning}")


def _start_reading(lines: "asyncio.Queue[str | None]", loop: asyncio.AbstractEventLoop) -> None:
    """Read lines on a thread of its own: a terminal, a pipe and a file can all be waited for so."""

    def give(line: str | None) -> None:
        with suppress(RuntimeError):  # the client has ended meanwhile
            loop.call_soon_threadsafe(lines.put_nowait, line)

    def read() -> None:
        # Not through the buffer of stdin: its lock would be held while the program ends.
        decoder, rest = getincrementaldecoder("utf-8")("replace"), ""
        while chunk := os.read(sys.stdin.fileno(), 4096):
            *whole, rest = (rest + decoder.decode(chunk)).split("\n")
            rest = rest[:MAX_LINE_LENGTH]
            for line in whole:
                give(_clean(line))
        give(None)

    threading.Thread(target=read, name="keyboard", daemon=True).start()


def _clean(line: str) -> str:
    shown = line[:MAX_LINE_LENGTH]
    return "".join(char if char.isprintable() else " " for char in shown).strip()
