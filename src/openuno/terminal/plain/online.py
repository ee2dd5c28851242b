"""A table on a server, line by line: for screen readers, pipes and simple terminals.

What happened comes first, then the table, then what to do, then the moves by number.
"""

import asyncio
import sys
from contextlib import suppress

from rich.console import Console

from openuno.engine.actions import Action, Catch
from openuno.engine.errors import NotationError
from openuno.engine.view import View
from openuno.game.events import GameEnded
from openuno.room.refusal_kinds import RefusalCode
from openuno.terminal.languages.catalogue import say, say_or, translate
from openuno.terminal.plain import online_help
from openuno.terminal.plain.answers import (
    ask_confirmation,
    is_yes,
    no_such_move,
    typing_mistake,
    wrong_catch_text,
)
from openuno.terminal.plain.keyboard import console
from openuno.terminal.plain.lines import read_lines
from openuno.terminal.plain.online_report import OnlineReport
from openuno.terminal.plain.online_talk import OnlineTalk
from openuno.terminal.plain.typed_moves import is_costly, parse_typed
from openuno.terminal.remote.connection import TableRefused
from openuno.terminal.tables.lobby import Lobby
from openuno.terminal.tables.remote import RemoteTable
from openuno.terminal.tables.table import News, Refusal, TableState
from openuno.terminal.text import moves
from openuno.terminal.text.narration import sentence

INTERRUPTED = 130
ANSWER_SECONDS = 30.0
"""How long the server is given to show the table to somebody who types nothing."""


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
        self._report = OnlineReport(table, out)
        self._talk = OnlineTalk(table, out)
        self._out = out
        self._watching = watching
        self._costly: Action | None = None
        self._password_wanted = False
        self._refusal: TableRefused | None = None
        self._has_input = True
        self._done = asyncio.Event()

    async def run(self) -> None:
        """Follow the table until the person leaves it."""
        self._table.attach(self)
        lines: asyncio.Queue[str | None] = asyncio.Queue()
        read_lines(lines, asyncio.get_running_loop())
        self._out.print(translate("Connecting to {server}.", server=self._table.link.server))
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
        """Print what is new around the game."""
        self._report.print_room()

    def notice(self, text: str, /) -> None:
        """Say something to the person."""
        self._out.print(text)

    def confirm_suggestion(self, text: str, /) -> None:
        """Ask whether to say this although it costs cards."""
        self._talk.confirm(text)

    def _hear(self, news: News) -> None:
        self._report.print_news(news)
        over = any(isinstance(event, GameEnded) for event in news.events)
        if over and not self._has_input:
            self._done.set()

    def _handle_end(self, following: "asyncio.Task[None]") -> None:
        """The server does not let us stay: ask for the password, or give up."""
        try:
            following.result()
        except TableRefused as refused:
            if refused.code is not RefusalCode.WRONG_PASSWORD or not self._has_input:
                raise
            self._password_wanted, self._refusal = True, refused
            self._out.print(f"{sentence(str(refused))} {translate('Type it:')}")

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
                while not self._report.greeted:
                    await asyncio.sleep(0.05)

    async def _leave(self) -> None:
        if not self._table.has_game:
            await self._table.leave()
        self._out.print(translate("You leave the table."))

    def _do(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        word = word.lower()
        if self._costly is not None:
            self._confirm(line)
        elif self._talk.obey(line, word, rest):
            pass
        elif word in ("i", "link"):
            self._out.print(str(self._table.invitation), soft_wrap=True)
        elif word in ("seats", "who"):
            self._report.print_seats()
        elif self._table.has_game:
            self._do_in_game(line, word, rest)
        else:
            self._do_in_lobby(word)

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
                online_help.print_rows(self._out, online_help.lobby_rows())
            case _:
                self._out.print(translate("Type ? for what you can do here."))

    def _do_in_game(self, line: str, word: str, rest: str) -> None:
        state = self._table.state
        view = state.view
        if view is None:
            return
        match word:
            case "?" | "help":
                self._out.print(moves.instructions(view.rules, self._out.width))
                online_help.print_rows(self._out, online_help.game_rows(view.rules))
            case "score":
                self._report.print_score(state)
            case "table":
                self._report.print_table(state)
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
        offered = self._report.offered
        if state.waits_for_deal:
            self._table.deal()
        elif state.shared is not None and state.shared.played_by_bot:
            self._table.come_back()
        elif state.is_my_turn and len(offered) == 1:
            self._act(offered[0], state.view)
        elif state.is_my_turn:
            self._out.print(translate("Type the number of a move, or ? for help."))
        elif state.offered:
            self._table.let_go()

    def _do_number(self, number: int) -> None:
        state, offered = self._table.state, self._report.offered
        if not (state.is_my_turn or state.offered):
            self._out.print(sentence(say_or("It is not your turn", "refused.not-your-turn")))
        elif not 1 <= number <= len(offered):
            self._out.print(no_such_move(number, len(offered)))
        else:
            self._act(offered[number - 1], state.view)

    def _act(self, action: Action, view: View | None) -> None:
        if view is not None and action in view.legal and is_costly(action, view):
            self._costly = action
            self._out.print(ask_confirmation(self._cost(action, view)))
            return
        self._send(action)

    def _cost(self, action: Action, view: View) -> str:
        if isinstance(action, Catch):
            return wrong_catch_text(action.target, view, self._table.state.seat_names)
        cards = say("table.cards", cards=view.rules.suggestion_penalty)
        return translate("That costs you {cards}.", cards=cards)

    def _confirm(self, line: str) -> None:
        action, self._costly = self._costly, None
        if action is None or not is_yes(line):
            self._out.print(translate("You do nothing."))
        else:
            self._send(action)

    def _send(self, action: Action) -> None:
        try:
            self._table.act(action)
        except Refusal as refused:
            self._out.print(str(refused))

    def _answer_why(self, text: str) -> None:
        action = self._parse(text)
        if action is not None:
            why = self._table.why_not(action)
            self._out.print(sentence(why or translate("you may do that now")))

    def _parse(self, text: str) -> Action | None:
        try:
            return parse_typed(text)
        except NotationError as error:
            self._out.print(typing_mistake(error))
            return None
