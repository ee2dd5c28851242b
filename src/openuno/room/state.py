"""A room as a value: people, seats and a clock around one game at a time."""

from collections.abc import Iterator
from enum import StrEnum
from typing import assert_never

import msgspec
from msgspec.structs import replace

from openuno.game.sheet import Rows
from openuno.game.state import Game
from openuno.room.facts import GameStarted
from openuno.room.hints import NO_HINTS, Hints
from openuno.room.settings import EventTable, Settings


class _Value(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    pass


class ClockState(StrEnum):
    """How a person stands with the clock of the game."""

    RUNNING = "running"
    WARNED = "warned"
    TIMED_OUT = "timed-out"
    """A bot plays for them until they are back."""


RUNNING, WARNED, TIMED_OUT = ClockState
"""Every move reads one, and reading it from its class takes four times as long."""


class Free(_Value, frozen=True, tag_field="seat", tag="free"):
    """A seat nobody has, not even a bot."""


class Human(_Value, frozen=True, tag_field="seat", tag="human"):
    """A person's seat, theirs even if they lose their connection (`away` is since when).

    `accepted` is about the table's rules, and a person who is `ready` for a game has accepted them.
    `commitment` is to a seed for the next game, `seed` one shown for it without a commitment.
    """

    guest: str
    name: str
    accepted: bool = False
    ready: bool = False
    seed: str | None = None
    commitment: str | None = None
    away: int | None = None
    clock: ClockState = RUNNING
    face: str | None = None


class BotSeat(_Value, frozen=True, tag_field="seat", tag="bot"):
    """A bot's seat; one who left during the game may take it back (`kept_for`).

    `face` is the face of a character, or of the one who left.
    """

    bot: str
    name: str
    kept_for: str | None = None
    face: str | None = None


Seat = Free | Human | BotSeat
FREE = Free()


class Person(_Value, frozen=True):
    """Someone at the table, connected through these processes."""

    guest: str
    name: str
    via: tuple[str, ...]
    face: str | None = None


class Wait(_Value, frozen=True):
    """The game waits for this seat, since then."""

    seat: int
    since: int


class Starting(_Value, frozen=True):
    """A game about to start, and since when it waits for seeds.

    At first for everyone present to commit to one; then, `asked`, for those who have to show it.
    `commitments` and `seeds` are by seat, and stay even if someone leaves now.
    """

    since: int
    dealer: int | None = None
    asked: bool = False
    commitments: tuple[str | None, ...] = ()
    seeds: tuple[str | None, ...] = ()


def collect_seeds(seats: tuple[Seat, ...], dealer: int | None, since: int) -> Starting:
    """What the seats have added so far, fixed for the game that is about to start."""
    return Starting(
        since,
        dealer,
        asked=True,
        commitments=tuple([s.commitment if isinstance(s, Human) else None for s in seats]),
        seeds=tuple([s.seed if isinstance(s, Human) else None for s in seats]),
    )


class Ballot(_Value, frozen=True):
    """A vote to remove the person in `seat`, or to end the game; it counts until `until`."""

    guest: str
    seat: int | None = None
    until: int = 0


class NoGame(_Value, frozen=True, tag_field="state", tag="none"):
    """Nothing has been played at the table yet."""


class GameOn(_Value, frozen=True, tag_field="state", tag="on"):
    """The game being played: it began in entry `first`, and its latest round in entry `dealt`.

    `sheet` is what each of its rounds has brought so far, by player. `laid` is, by table of the
    game, when the card on top was laid; `rested` is since when no round is on. `hints` are what was
    said during the round and can be judged.
    """

    game: Game
    started: GameStarted
    first: int
    dealt: int
    sheet: Rows
    waiting: tuple[Wait, ...]
    laid: tuple[int, ...]
    rested: int
    hints: Hints = NO_HINTS


class GameOver(_Value, frozen=True, tag_field="state", tag="over"):
    """The last game that was played, or broken off, until it `ended`.

    `reveal` is the seed of a shared deal, once it is known.
    """

    game: Game
    started: GameStarted
    first: int
    sheet: Rows
    laid: tuple[int, ...]
    ended: int
    reveal: str | None = None


class Room(msgspec.Struct, frozen=True, gc=False):
    """A table after `seq` entries of its log, the last of them written at `at`.

    `owner` is the person who opened the table, or was made host by its owner: someone else is host
    only while they are away.

    `resumed` is when a person last came to a table that had none, 0 if nobody ever came;
    `host_away` is since when the host is not there. Times are in milliseconds since 1970.
    `closed_for` is why it is closed for good. `paused` is since when the host of the event has
    stopped it.
    """

    settings: Settings
    host: str | None
    seats: tuple[Seat, ...]
    password: str | None = None
    people: tuple[Person, ...] = ()
    muted: frozenset[str] = frozenset()
    kicked: frozenset[str] = frozenset()
    commitment: str | None = None
    game: NoGame | GameOn | GameOver = NoGame()
    archived: bool = False
    closed_for: str | None = None
    resumed: int = 0
    host_away: int | None = None
    owner: str | None = None
    votes: tuple[Ballot, ...] = ()
    wrong_passwords: int = 0
    starting: Starting | None = None
    event: EventTable | None = None
    paused: int | None = None
    seq: int = 0
    at: int = 0


def seat_of(room: Room, guest: str) -> int | None:
    """The seat a person has."""
    for player, seat in enumerate(room.seats):  # a generator takes twice as long, at every move
        if isinstance(seat, Human) and seat.guest == guest:
            return player
    return None


def humans(room: Room) -> Iterator[Human]:
    """The seats of people, in order."""
    return (seat for seat in room.seats if isinstance(seat, Human))


def seat_name(seat: Seat) -> str:
    """What the player in the seat is called; nothing if there is none."""
    match seat:
        case Human() | BotSeat():
            return seat.name
        case Free():
            return ""
        case _:
            assert_never(seat)


def is_played_by_bot(seat: Seat) -> bool:
    """Whether a bot plays this seat now: its own, or that of a person who is late."""
    match seat:
        case Human():
            return seat.clock is TIMED_OUT
        case BotSeat():
            return True
        case Free():
            return False
        case _:
            assert_never(seat)


def is_present(room: Room, guest: str | None) -> bool:
    """Whether a person is at the table by some connection."""
    return guest in [person.guest for person in room.people]  # a generator takes twice as long


def is_reserved(room: Room, player: int) -> bool:
    """Whether a bot keeps the seat for a person who may come back to it."""
    seat = room.seats[player]
    return isinstance(seat, BotSeat) and seat.kept_for not in (None, *room.kicked)


def is_game_on(room: Room) -> bool:
    """Whether a game is on."""
    return isinstance(room.game, GameOn)


def last_game(room: Room) -> Game | None:
    """The game being played or, when none is, the last one."""
    match room.game:
        case NoGame():
            return None
        case GameOn() | GameOver():
            return room.game.game
        case _:
            assert_never(room.game)


def running_since(room: Room, since: int) -> int:
    """Since when a clock runs: while nobody is there it rests, but for correspondence."""
    return since if room.settings.clock.correspondence else max(since, room.resumed)


def without_seats(room: Room, removed: tuple[int, ...]) -> Room:
    """The room between games without these empty seats; the seats after them move up."""
    seats = tuple(seat for index, seat in enumerate(room.seats) if index not in removed)
    return replace(room, seats=seats, settings=replace(room.settings, seats=len(seats)), votes=())
