"""The lobby of a table on a server: who sits, who is ready, and what was said."""

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget

from openuno.room.settings import parse_settings
from openuno.room.state import Free, Human, Room, is_game_on
from openuno.terminal.client.button_row import Button, Buttons
from openuno.terminal.client.cards import colour_words
from openuno.terminal.client.dialogs import Answer, Page, Question
from openuno.terminal.client.looks import Palette
from openuno.terminal.client.online.invitation import Invitation
from openuno.terminal.client.table.talk import Talk
from openuno.terminal.languages.catalogue import say, say_or, translate
from openuno.terminal.remote.seating import find_seat
from openuno.terminal.tables.lobby import (
    Lobby,
    instruct_lobby,
    seat_text,
    settings_text,
    watcher_names,
    watching_text,
)
from openuno.terminal.tables.remote import RemoteTable
from openuno.terminal.text.layout import custom_rule_lines

NOTICE_SECONDS = 6.0
NAME_WIDTH = 24


class LobbyBoard(Widget):
    """What is played, who sits where, and the latest that was said."""

    def __init__(self, table: RemoteTable, palette: Palette) -> None:
        super().__init__()
        self._table = table
        self.palette = palette

    def render(self) -> Text:
        """Everything about the room, as far as there are lines for it."""
        room = self._table.room
        if room is None:
            return Text("")
        lines = [Text(settings_text(room), self.palette.strong)]
        rules, _ = parse_settings(room.settings)
        lines += custom_rule_lines(rules, width=self.size.width)
        lines += [
            Text(f"{say('lobby.link')}: {self._table.invitation}", self.palette.dim),
            Text(""),
        ]
        lines += [self._seat(room, number) for number in range(len(room.seats))]
        if watching := watcher_names(room):
            lines += [Text(""), Text(watching_text(watching), self.palette.dim)]
        if room.password is not None:
            lines.append(Text(say("table.password-title"), self.palette.dim))
        lines.append(Text(""))
        free = max(0, self.size.height - len(lines))
        for said in self._table.transcript[-free:] if free else ():
            line = colour_words(said, self.palette)
            line.truncate(self.size.width, overflow="ellipsis")
            lines.append(line)
        return Text("\n", no_wrap=True).join(lines[: self.size.height])

    def _seat(self, room: Room, number: int) -> Text:
        name, note = seat_text(room, number, self._table.guest)
        shown = Text(name)
        shown.truncate(NAME_WIDTH, overflow="ellipsis", pad=True)
        seat = room.seats[number]
        own = isinstance(seat, Human) and seat.guest == self._table.guest
        style = self.palette.dim if isinstance(seat, Free) else self.palette.strong
        line = Text(f"{'▸' if own else ' '} {number + 1:>2}  ", self.palette.dim)
        line.append(shown.plain, self.palette.now if own else style)
        return line.append(f"  {note}", self.palette.dim)


class LobbySentenceLine(Widget):
    """What to do now, and a notice below it."""

    def __init__(self, table: RemoteTable, palette: Palette) -> None:
        super().__init__()
        self._table = table
        self.palette = palette
        self.notice = ""

    def render(self) -> Text:
        """Two lines."""
        told = instruct_lobby(self._table)
        line = Text(told.text, self.palette.now if told.urgent else self.palette.dim)
        return Text("\n").join([line, Text(self.notice, self.palette.strong)])


class LobbyTitle(Widget):
    """Which table this is."""

    def __init__(self, table: RemoteTable, palette: Palette) -> None:
        super().__init__()
        self._table = table
        self.palette = palette

    def render(self) -> Text:
        """One line."""
        where = self._table.link.server.partition("://")[2]
        title = say("table.title", code=self._table.link.code)
        return Text(f"UNO · {title} · {where}", self.palette.strong)


class LobbyScreen(Screen[None]):
    """The room of a table before, between and after its games."""

    class GameWanted(Message):
        """The person wants to see the game that is being played."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "go_on", show=False),
        Binding("r", "ready", show=False),
        Binding("b", "add_bot", show=False),
        Binding("x", "remove_bot", show=False),
        Binding("i", "invite", show=False),
        Binding("t", "talk", show=False),
        Binding("e", "phrase", show=False),
        Binding("s", "app.settings", show=False),
        Binding("question_mark", "help", show=False),
        Binding("q", "leave", show=False),
    ]

    def __init__(self, table: RemoteTable, palette: Palette) -> None:
        super().__init__()
        self._table = table
        self._lobby = Lobby(table)
        self.palette = palette

    def compose(self) -> ComposeResult:
        """The parts from top to bottom."""
        yield LobbyTitle(self._table, self.palette)
        yield LobbyBoard(self._table, self.palette)
        yield LobbySentenceLine(self._table, self.palette)
        yield Buttons(self.palette, "actions")
        yield Buttons(self.palette, "keys-row")

    def on_mount(self) -> None:
        """Show what is known."""
        self.update()

    def update(self) -> None:
        """Show the room as it is now."""
        if not self.is_mounted:
            return
        for part in self.query("LobbyTitle, LobbyBoard, LobbySentenceLine"):
            part.refresh()
        self.query_one("#actions", Buttons).show(self._actions())
        keys = [
            Button("?", translate("Help"), "help"),
            Button("I", translate("Invite"), "invite"),
            Button("T", say("table.say"), "talk"),
            Button("S", say_or("Settings", "settings.title"), "settings"),
            Button("Q", translate("Leave"), "leave"),
        ]
        self.query_one("#keys-row", Buttons).show(keys)

    def use_palette(self, palette: Palette) -> None:
        """Draw everything in another look."""
        self.palette = palette
        for part in self.query("LobbyTitle, LobbyBoard, LobbySentenceLine, Buttons"):
            part.palette = palette  # type: ignore[attr-defined]
            part.refresh()

    def notice(self, text: str) -> None:
        """Say something below the instruction, for a while."""
        line = self.query_one(LobbySentenceLine)
        line.notice = text
        line.refresh()

        def clear() -> None:
            if line.notice == text:
                line.notice = ""
                line.refresh()

        self.set_timer(NOTICE_SECONDS, clear)

    def _actions(self) -> list[Button]:
        room, lobby = self._table.room, self._lobby
        if room is None or not self._table.online or room.starting is not None:
            return []
        if is_game_on(room):
            return [Button("Enter", say("lobby.watch"), "go_on", now=True)]
        if self._table.seat is None:
            free = find_seat(room, self._table.guest) is not None
            return [Button("Enter", say("lobby.sit"), "go_on", now=True)] if free else []
        buttons = []
        if lobby.can_start:
            buttons.append(Button("Enter", say("lobby.start"), "go_on", now=True))
        if self._table.is_host and lobby.has_free_seat:
            buttons.append(Button("B", say("lobby.fill", number=1), "add_bot"))
        if self._table.is_host and lobby.has_bot:
            buttons.append(Button("X", translate("Remove a bot"), "remove_bot"))
        if not self._table.is_host:
            if lobby.is_ready:
                buttons.append(Button("R", say("lobby.unready"), "ready"))
            else:
                buttons.append(Button("Enter", say("lobby.ready"), "go_on", now=True))
        return buttons

    async def on_buttons_pressed(self, event: Buttons.Pressed) -> None:
        """Do what the button says."""
        await self.run_action("app.settings" if event.action == "settings" else event.action)

    def action_go_on(self) -> None:
        """Do what the sentence says."""
        if self._table.has_game:
            self.post_message(self.GameWanted())
        else:
            self._lobby.go_on()

    def action_ready(self) -> None:
        """Say that one is ready, or not any more."""
        self._lobby.toggle_ready()

    def action_add_bot(self) -> None:
        """Seat a bot in the first free seat."""
        self._lobby.add_bot()

    def action_remove_bot(self) -> None:
        """Send the last bot away."""
        self._lobby.remove_bot()

    def action_invite(self) -> None:
        """Show the link, and its QR code if there is room for it."""
        self.app.push_screen(Invitation(str(self._table.invitation), self.palette))

    def action_talk(self) -> None:
        """Ask what to say to the table."""
        Talk(self._table, self.app).ask_words()

    def action_phrase(self) -> None:
        """Ask for one of the set phrases."""
        Talk(self._table, self.app).ask_phrase()

    def action_help(self) -> None:
        """Show the keys, and what is written on blank cards."""
        text = Text()
        for key, meaning in _key_rows():
            text.append(f"{key:<8}", "bold").append(f"{meaning}\n")
        self.app.push_screen(Page(say("table.keys"), text))

    def action_leave(self) -> None:
        """Ask, and leave."""
        answers = [
            Answer("Y", Text(translate("Leave")), True),
            Answer("N", Text(translate("Stay")), False),
        ]
        seated = self._table.seat is not None
        text = translate("Your seat will be free for others.") if seated else ""
        question = Question(f"{say('table.leave')}?", answers, text=text)
        self.app.push_screen(question, self._leave)

    async def _leave(self, sure: bool | None) -> None:
        if sure:
            await self._table.leave()
            self.app.exit()


def _key_rows() -> list[tuple[str, str]]:
    return [
        ("Enter", translate("what the sentence says: sit down, be ready, start")),
        ("R", translate("ready, or not ready any more")),
        ("B", translate("the host: add a bot to a free seat")),
        ("X", translate("the host: send a bot away")),
        ("I", translate("the link and its QR code, to invite others")),
        ("T", translate("say something to the others")),
        ("E", translate("the set phrases, without typing them")),
        ("S", say_or("settings", "settings.title")),
        ("Q", translate("leave; your seat is free again")),
    ]
