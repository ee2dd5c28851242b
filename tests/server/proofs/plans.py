"""The values of an evening in two worlds: the table, what people do, and what came of it."""

from pathlib import Path

import msgspec

from openuno.engine.actions import Action
from openuno.room.facts import Entry
from openuno.room.settings import Clock, Settings

BOT = 1000
"""Milliseconds a bot takes over a move."""


class Plan(msgspec.Struct, frozen=True):
    """A table: who of its seats are bots, and whose cards differ. All follows from the seed."""

    rules: str
    seed: int
    seats: int = 4
    bots: tuple[int, ...] = ()
    hidden: tuple[int, ...] = ()
    format: str = "single"

    @property
    def settings(self) -> Settings:
        clock = Clock(move=None, away=3600, between=3600, bots=BOT / 1000)
        return Settings(rules=self.rules, format=self.format, seats=self.seats, clock=clock)

    @property
    def people(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.seats) if seat not in self.bots)

    @property
    def observers(self) -> tuple[int, ...]:
        """The seats that must not notice; bots among them."""
        return tuple(seat for seat in range(self.seats) if seat not in self.hidden)


# ---- what people do ----


class Moves(msgspec.Struct, frozen=True):
    seat: int
    action: Action


class Deals(msgspec.Struct, frozen=True):
    seat: int


class Says(msgspec.Struct, frozen=True):
    seat: int
    text: str


class Waits(msgspec.Struct, frozen=True):
    milliseconds: int


class Drops(msgspec.Struct, frozen=True):
    seat: int


class Returns(msgspec.Struct, frozen=True):
    """Comes back, to hear what was missed, or everything anew."""

    seat: int
    anew: bool


class Peeks(msgspec.Struct, frozen=True):
    """Looks at the table from another device, for a moment."""

    seat: int


class Wonders(msgspec.Struct, frozen=True):
    """Asks why something cannot be done."""

    seat: int
    action: Action


class Looks(msgspec.Struct, frozen=True):
    """Asks over HTTP."""

    path: str


Step = Moves | Deals | Says | Waits | Drops | Returns | Peeks | Wonders | Looks


class DealtWorld(msgspec.Struct, frozen=True):
    """A world before it is played: its database, and who its people are."""

    database: Path
    code: str
    tokens: dict[int, str]
    now: int


class Unfit(Exception):
    """Nothing can be changed about in this game; another seed deals another."""


class ComparedCounts(msgspec.Struct, frozen=True):
    """How much was compared: steps, cards that lay elsewhere, and frames."""

    steps: int
    differing: int
    frames: int


class Outcome(msgspec.Struct, frozen=True):
    """What came of a world: the frames of each person, the answers to `Looks`, and the log."""

    frames: dict[int, list[str]]
    answers: list[bytes]
    log: list[Entry]
