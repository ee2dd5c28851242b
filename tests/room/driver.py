"""A table driven by hand: people come and ask, time passes only when told, all of it is kept."""

from dataclasses import dataclass, field
from hashlib import sha256
from typing import TypeVar

import msgspec
import pytest
from msgspec.structs import replace

from openuno.engine.notation.actions import parse_action
from openuno.engine.notation.rounds import parse_round
from openuno.engine.rng import Generator
from openuno.engine.state import Round
from openuno.game.state import Table as GameTable
from openuno.room import commands as ask
from openuno.room.decide import decide
from openuno.room.decide.request import RequestContext
from openuno.room.evolve import evolve_room
from openuno.room.facts import (
    Arrived,
    Committed,
    Departed,
    Entry,
    Fact,
    GameClosed,
    GameStarted,
    Opened,
    TimedOut,
    Warned,
)
from openuno.room.hints import Hints
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.refusals import Refused
from openuno.room.secret import Secret, Secrets, game_rng
from openuno.room.settings import Settings
from openuno.room.state import GameOn, Room, Wait, humans, is_present
from openuno.room.view import SeatView, view_room
from tests.room.games import game_of

F = TypeVar("F", bound=Fact)

OPENED = 1_000_000
HOST = "ann"
PEOPLE = ("ann", "ben", "cat", "dan", "eve", "fay", "gil", "hal", "ida", "joe")
WRITTEN = "house+blank_cards=1+written=Everyone_draws_1_card."
"""Rules somebody has written a rule of their own into."""


def secret(number: int, salt: bytes = b"") -> Secret:
    """The seed of a table's game so numbered."""
    return Secret(sha256(b"game %d " % number + salt).digest())


def _commitments(entry: Entry) -> int:
    return sum(isinstance(fact, Committed) for fact in entry.facts)


@dataclass
class RoomDriver:
    """A table, its log, and the secrets beneath it."""

    table: Room
    log: list[Entry]
    now: int = OPENED
    salt: bytes = b""
    cooling: dict[str, int] = field(default_factory=dict)
    after: list[Room] = field(default_factory=list)
    """The table after each entry but the first."""
    _committed: int = field(init=False)
    """How many secrets the table has been bound to; the log tells, but is long."""

    def __post_init__(self) -> None:
        self._committed = sum(_commitments(entry) for entry in self.log)

    @property
    def secret(self) -> Secret:
        """The one the table is bound to."""
        return secret(self._committed, self.salt)

    @property
    def spare(self) -> Secret:
        return secret(self._committed + 1, self.salt)

    @property
    def secrets(self) -> Secrets:
        return Secrets(self.secret, self.spare)

    def tapes(self, started: GameStarted) -> Generator:
        every = (secret(number, self.salt) for number in range(1, self._committed + 1))
        found = next(known for known in every if known.commitment == started.commitment)
        return game_rng(found, started)

    def happens(self, *facts: Fact) -> tuple[Fact, ...]:
        """The facts, written down as one entry."""
        entry = Entry(self.table.seq + 1, self.now, facts)
        self.log.append(entry)
        self._committed += _commitments(entry)
        self.table = evolve_room(self.table, entry, self.tapes)
        self.after.append(self.table)
        return facts

    def waits(self, milliseconds: int) -> "RoomDriver":
        self.now += milliseconds
        return self

    def comes(self, *guests: str, via: str = "one") -> "RoomDriver":
        for guest in guests:
            self.happens(Arrived(guest, guest.title(), via))
        return self

    def goes(self, *guests: str, via: str = "one") -> "RoomDriver":
        for guest in guests:
            self.happens(Departed(guest, via))
        return self

    def warned(self, seat: int) -> "RoomDriver":
        self.happens(Warned(seat))
        return self

    def late(self, seat: int) -> "RoomDriver":
        self.happens(TimedOut(seat))
        return self

    def asked(self, guest: str) -> RequestContext:
        cooling = self.cooling.get(guest, 0)
        return RequestContext(guest, guest.title(), self.now, self.secrets, cooling)

    def asks(self, guest: str, *commands: ask.RoomCommand) -> tuple[Fact, ...]:
        """What the last command brings about."""
        facts: tuple[Fact, ...] = ()
        for command in commands:
            facts = decide(self.table, self.asked(guest), command)
            if facts:
                self.happens(*facts)
        return facts

    def adds_seeds(self) -> "RoomDriver":
        """Everyone there shows a seed, so that the next game starts as soon as it is asked for."""
        for seat in humans(self.table):
            if is_present(self.table, seat.guest):
                self.asks(seat.guest, ask.AddSeed(sha256(seat.guest.encode()).hexdigest()))
        return self

    def moves(self, guest: str, action: str) -> tuple[Fact, ...]:
        return self.asks(guest, ask.Move(parse_action(action)))

    def refuses(self, guest: str, command: ask.RoomCommand, code: RefusalCode) -> str:
        """The sentence of the refusal; nothing has changed by it."""
        before, written = self.table, msgspec.msgpack.encode(self.table)
        with pytest.raises(Refused) as refusal:
            decide(self.table, self.asked(guest), command)
        assert refusal.value.code is code, refusal.value.sentence
        assert str(refusal.value) == refusal.value.sentence != ""
        assert msgspec.msgpack.encode(before) == written
        return refusal.value.sentence

    def seat(self, place: int) -> SeatView:
        """The seat as everyone sees it."""
        return self.seats[place]

    @property
    def seats(self) -> tuple[SeatView, ...]:
        return view_room(self.table, None).seats

    @property
    def on(self) -> GameOn:
        """The game being played."""
        assert isinstance(self.table.game, GameOn), "no game is on"
        return self.table.game

    @property
    def hints(self) -> Hints:
        return view_room(self.table, None).hints

    def round(self, place: int = 0) -> Round:
        return game_of(self.table).tables[place].round

    def puts(self, position: str) -> "RoomDriver":
        """Lay the cards of the game's only table as the position says: `house hands=...`."""
        round = parse_round(position)
        game = replace(self.on.game, tables=(GameTable(self.on.game.tables[0].players, round),))
        turn = getattr(round.phase, "seat", None)
        waiting = () if turn is None else (Wait(turn, self.now),)
        on = replace(self.on, game=game, waiting=waiting, laid=(self.now,))
        self.table = replace(self.table, game=on)
        return self


def open_room(settings: Settings | None = None, salt: bytes = b"") -> RoomDriver:
    """A table nobody has come to yet."""
    facts = (Opened(HOST, settings or Settings()), Committed(secret(1, salt).commitment))
    entry = Entry(1, OPENED, facts)
    return RoomDriver(evolve_room(None, entry, _no_game), [entry], salt=salt)


def seat_people(people: int = 2, settings: Settings | None = None, **changes: object) -> RoomDriver:
    """A table whose seats are all taken by people who are there."""
    wanted = replace(settings or Settings(), seats=people, **changes)
    driven = open_room(wanted)
    for seat, guest in enumerate(PEOPLE[:people]):
        driven.comes(guest).asks(guest, ask.Sit(seat))
    return driven


def start_game(people: int = 2, settings: Settings | None = None, **changes: object) -> RoomDriver:
    """A game that has just been dealt."""
    driven = seat_people(people, settings, **changes)
    for guest in PEOPLE[1:people]:
        driven.asks(guest, ask.Ready())
    driven.adds_seeds()
    driven.asks(HOST, ask.Start())
    return driven


def only(facts: tuple[Fact, ...], kind: type[F]) -> F:
    """The one fact of this kind."""
    (found,) = [fact for fact in facts if isinstance(fact, kind)]
    return found


def reveals(driven: RoomDriver) -> list[str]:
    """Every seed the log gives away."""
    facts = (fact for entry in driven.log for fact in entry.facts)
    return [fact.reveal for fact in facts if isinstance(fact, GameClosed) and fact.reveal]


def _no_game(_: GameStarted) -> Generator:
    raise AssertionError("no game begins with the opening")
