"""The lobby of a table on a server: what it says, and what can be done in it."""

from typing import NamedTuple, assert_never

from msgspec.structs import replace

from openuno.engine.notation.rules import rules_text
from openuno.game.formats import player_counts
from openuno.room import commands
from openuno.room.settings import parse_settings
from openuno.room.state import BotSeat, Free, Human, Room, Seat, is_game_on
from openuno.terminal.languages.catalogue import say, say_or, translate
from openuno.terminal.remote.seating import find_seat, people_not_ready
from openuno.terminal.tables.remote import RemoteTable
from openuno.terminal.text.score_sheet import format_name


class LobbySentence(NamedTuple):
    """What to do now; `urgent` if it is up to the person."""

    text: str
    urgent: bool = True


class Lobby:
    """What the person can do in the lobby of a table."""

    def __init__(self, table: RemoteTable) -> None:
        self._table = table

    @property
    def _seats(self) -> tuple[Seat, ...]:
        return () if self._table.room is None else self._table.room.seats

    @property
    def can_start(self) -> bool:
        """Whether the person is host, the format goes with those here, and everyone is ready."""
        room = self._table.room
        if room is None or not self._table.is_host or people_not_ready(room):
            return False
        return _can_be_played_by(room, sum(not isinstance(seat, Free) for seat in room.seats))

    @property
    def has_free_seat(self) -> bool:
        """Whether nobody has one of the seats, not even a bot."""
        return any(isinstance(seat, Free) for seat in self._seats)

    @property
    def has_bot(self) -> bool:
        """Whether a bot has a seat."""
        return any(isinstance(seat, BotSeat) for seat in self._seats)

    @property
    def is_ready(self) -> bool:
        """Whether the person has said that they are ready."""
        own = None if self._table.seat is None else self._seats[self._table.seat]
        return isinstance(own, Human) and own.ready

    def go_on(self) -> None:
        """Do what the sentence says: sit down, start, or be ready."""
        table = self._table
        if table.room is None or not table.online or is_game_on(table.room):
            return
        if table.seat is None:
            table.sit()
        elif table.is_host:
            table.ask(commands.Start(only_taken=self.has_free_seat))
        else:
            table.ask(commands.Ready())

    def toggle_ready(self) -> None:
        """Be ready, or not any more; the host is by starting."""
        if self._table.seat is not None and not self._table.is_host:
            self._table.ask(commands.Ready(not self.is_ready))

    def add_bot(self) -> None:
        """Seat a bot in the first free seat."""
        seat = next((n for n, seat in enumerate(self._seats) if isinstance(seat, Free)), 0)
        self._table.ask(commands.AddBot(seat))

    def remove_bot(self) -> None:
        """Send the last bot away."""
        bots = [n for n, seat in enumerate(self._seats) if isinstance(seat, BotSeat)]
        self._table.ask(commands.RemoveBot(bots[-1] if bots else 0))


def settings_text(room: Room) -> str:
    """What is played here: `mattel-2016, race to 500, 4 seats`."""
    rules, format = parse_settings(room.settings)
    agreed = rules_text(replace(rules, written=()))
    count = len(room.seats)
    seats = translate("{count, plural, one {# seat} other {# seats}}", count=count)
    return f"{agreed}, {format_name(format)}, {seats}"


def seat_text(room: Room, number: int, guest: str) -> tuple[str, str]:
    """Who sits there, and what is to know about them."""
    seat = room.seats[number]
    match seat:
        case Free():
            return "–", say_or("free", "lobby.free")
        case BotSeat():
            if seat.kept_for is not None:
                return seat.name, say_or("keeps the seat", "table.mark-kept")
            return seat.name, say("lobby.bot", bot=seat.bot)
        case Human():
            notes = [say_or("host", "lobby.host")] if seat.guest == room.host else []
            if seat.away is not None:
                notes.append(say_or("away", "lobby.away"))
            elif seat.guest != room.host:
                ready = say_or("ready", "lobby.is-ready")
                notes.append(ready if seat.ready else say_or("not ready yet", "lobby.not-ready"))
            you = f" ({say('lobby.seat-you')})" if seat.guest == guest else ""
            return f"{seat.name}{you}", ", ".join(notes)
        case _:
            assert_never(seat)


def watcher_names(room: Room) -> list[str]:
    """The people at the table who have no seat."""
    seated = {seat.guest for seat in room.seats if isinstance(seat, Human)}
    return [person.name for person in room.people if person.guest not in seated]


def watching_text(names: list[str]) -> str:
    """Who watches: `Watching: Ann, Ben`."""
    listed = ", ".join(names)
    return say_or(f"Watching: {listed}", "lobby.watching", number=len(names), names=listed)


def instruct_lobby(table: RemoteTable) -> LobbySentence:
    """What the person can do now, in a sentence."""
    room = table.room
    if room is None:
        return LobbySentence(
            translate("Connecting to {server}.", server=table.link.server), urgent=False
        )
    if not table.online:
        return LobbySentence(translate("The server can't be reached. Trying again…"))
    if is_game_on(room):
        return LobbySentence(translate("A game is being played: Enter looks at it."))
    if room.starting is not None:
        return LobbySentence(
            say_or("The game is about to start.", "lobby.starting-now"), urgent=False
        )
    if table.is_sitting_down:
        return LobbySentence(translate("Taking a seat."), urgent=False)
    if table.seat is None:
        if find_seat(room, table.guest) is not None:
            return LobbySentence(translate("You are watching. Enter sits you down."), urgent=False)
        return LobbySentence(
            say_or("No seat is free: you are watching.", "lobby.you-watch"), urgent=False
        )
    waiting = people_not_ready(room)
    if table.is_host:
        return _instruct_host(room, waiting)
    own = room.seats[table.seat]
    if isinstance(own, Human) and not own.ready:
        return LobbySentence(translate("Enter says that you are ready, and accepts the rules."))
    if waiting:
        return LobbySentence(say("lobby.missing-ready", names=", ".join(waiting)), urgent=False)
    return LobbySentence(
        say_or("Waiting for the host to start.", "lobby.host-starts"), urgent=False
    )


def _instruct_host(room: Room, waiting: list[str]) -> LobbySentence:
    free = sum(isinstance(seat, Free) for seat in room.seats)
    taken = len(room.seats) - free
    if not _can_be_played_by(room, taken):
        return LobbySentence(translate("Invite somebody (I), or add a bot (B)."))
    if waiting:
        return LobbySentence(say("lobby.missing-ready", names=", ".join(waiting)), urgent=False)
    if free:
        return LobbySentence(
            translate("Enter starts with {count}, I invites others, B adds a bot.", count=taken)
        )
    return LobbySentence(translate("Everyone is ready: Enter starts the game."))


def _can_be_played_by(room: Room, players: int) -> bool:
    """Whether the format of the table can be played by this many."""
    _, format = parse_settings(room.settings)
    return players in player_counts(format)
