"""What has happened at a table: the log, which is all there is to remember.

An entry is what one command (or one deadline) brought about, as facts in order. Nothing here is
redacted: `view` says what each seat may learn. What must stay secret until the reveal (the
seed of a game) is not in the log at all but in a table of its own.
"""

from enum import StrEnum
from typing import Literal

import msgspec

from openuno.game.events import GameEvent
from openuno.game.state import Command
from openuno.room.settings import EventTable, Settings


class _Fact(
    msgspec.Struct,
    frozen=True,
    gc=False,
    tag_field="fact",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    pass


class Opened(_Fact, frozen=True, tag="opened"):
    """The table was opened; `password` is a hash. A table of an `event` has no host of its own."""

    host: str
    settings: Settings
    password: str | None = None
    event: EventTable | None = None


class SettingsChanged(_Fact, frozen=True, tag="settings-changed"):
    """The host changed the settings between games; players who were ready are asked again."""

    settings: Settings


class SeatsRemoved(_Fact, frozen=True, tag="seats-removed"):
    """These seats, all empty, are gone: a game starts without them; those after them move up."""

    seats: tuple[int, ...]


class Arrived(_Fact, frozen=True, tag="came"):
    """A person is at the table, seated or watching, through the process `via`."""

    guest: str
    name: str
    via: str
    face: str | None = None


class Departed(_Fact, frozen=True, tag="went"):
    """A person is no longer connected through that process; a seat stays theirs."""

    guest: str
    via: str


class Sat(_Fact, frozen=True, tag="sat"):
    """A person took a seat; without a `face` they look as clients propose for the name."""

    seat: int
    guest: str
    name: str
    face: str | None = None


class Renamed(_Fact, frozen=True, tag="renamed"):
    """A person, seated or watching, is called `name` from now on and has this face."""

    guest: str
    name: str
    face: str | None = None


class BotSat(_Fact, frozen=True, tag="bot-sat"):
    """A bot took a seat; a character has a face of its own, whatever it is called."""

    seat: int
    bot: str
    name: str
    face: str | None = None


class Stood(_Fact, frozen=True, tag="stood"):
    """A seat is free again; during a game a bot plays on in it (`by_bot`) and keeps it."""

    seat: int
    by_bot: str | None = None
    kicked: bool = False


class HostChanged(_Fact, frozen=True, tag="host-is"):
    """Another person is host now; None when nobody is left. `acting`: until the owner returns."""

    guest: str | None
    acting: bool = False


class Voted(_Fact, frozen=True, tag="voted"):
    """A person voted, or took the vote back: to remove who sits in `seat`, or to end the game.

    The vote counts until `until`.
    """

    guest: str
    seat: int | None = None
    favour: bool = True
    until: int = 0


class ReadyChanged(_Fact, frozen=True, tag="ready-set"):
    """A seat is ready to start, or no longer; being ready accepts the table's rules."""

    seat: int
    ready: bool


class SeedCommitted(_Fact, frozen=True, tag="seed-committed"):
    """A seat committed to a seed for the next game."""

    seat: int
    commitment: str


class SeedAdded(_Fact, frozen=True, tag="seeded"):
    """A seat showed its seed: when all were asked for theirs, or before, without a commitment."""

    seat: int
    seed: str


class StartAsked(_Fact, frozen=True, tag="start-asked"):
    """The host started a game: seats and settings are fixed, and all who are there can commit."""

    dealer: int | None = None


class SeedsAsked(_Fact, frozen=True, tag="seeds-asked"):
    """Nobody can commit to a seed of this game any more; those who have now show theirs."""


class Committed(_Fact, frozen=True, tag="committed"):
    """The server committed to a seed for the next game."""

    commitment: str


class GameStarted(_Fact, frozen=True, tag="game-started"):
    """A game began: players are the seats in order.

    `commitments` and `seeds` are what each had added by then; `terms` is the digest of all that was
    agreed, the first line of the game's record. Games of older servers have neither. A `shared`
    deal is that of every table of an event's sitting: only the server has a seed in it.
    """

    number: int
    commitment: str
    seeds: tuple[str | None, ...]
    names: tuple[str, ...]
    dealer: int | None = None
    events: tuple[GameEvent, ...] = ()
    commitments: tuple[str | None, ...] = ()
    terms: str | None = None
    shared: bool = False


class MovedBy(StrEnum):
    """Who had a command carried out in the game."""

    PERSON = "person"
    BOT = "bot"
    CLOCK = "clock"
    """For someone who was late, or for all of them: the next round is dealt."""
    TABLE = "table"
    """It found someone guilty, who pays."""


class Moved(_Fact, frozen=True, tag="moved"):
    """A command was carried out in the game, `by` a person, a bot, the clock or the table."""

    command: Command
    events: tuple[GameEvent, ...]
    by: MovedBy = MovedBy.PERSON


class GameClosed(_Fact, frozen=True, tag="game-closed"):
    """The game is over or was ended: its seed is revealed, unless other tables still use it."""

    reveal: str | None = None
    ended_by: str | None = None


class SeedRevealed(_Fact, frozen=True, tag="seed-revealed"):
    """The seed of a finished game with a shared deal: every table that had it has finished."""

    reveal: str


class GamePaused(_Fact, frozen=True, tag="game-paused"):
    """The host of the event has stopped the table, or lets it go on; clocks then start again."""

    paused: bool


class Warned(_Fact, frozen=True, tag="warned"):
    """A seat's clock has nearly run out."""

    seat: int


class TimedOut(_Fact, frozen=True, tag="late"):
    """A seat let its clock run out or stayed away: a bot plays for it until its next move."""

    seat: int


class Returned(_Fact, frozen=True, tag="back"):
    """A person plays their own seat again."""

    seat: int


class Said(_Fact, frozen=True, tag="said"):
    """A person said something to the table."""

    guest: str
    text: str


class Accused(_Fact, frozen=True, tag="accused"):
    """The player in `by` accused the one in `seat` of a suggestion, in the entry `message`.

    The `judges` are seats; until `until` they say whether it was one. The accuser has. If it is
    about `honour`, `seat` did not keep the honour rule read out in that entry.
    """

    seat: int
    by: int
    message: int
    text: str
    judges: tuple[int, ...]
    until: int
    honour: bool = False


class Judged(_Fact, frozen=True, tag="judged"):
    """One of the judges said whether the accusation is true."""

    seat: int
    guilty: bool


class AccusationClosed(_Fact, frozen=True, tag="accusation-closed"):
    """The table has decided, or has let the time pass; a penalty comes as a move of its own."""

    upheld: bool


class Emoted(_Fact, frozen=True, tag="emoted"):
    """A person showed a feeling."""

    guest: str
    emote: str


class Muted(_Fact, frozen=True, tag="muted"):
    """The host took the word from a person, or gave it back."""

    guest: str
    muted: bool


class WrongPasswords(_Fact, frozen=True, tag="wrong-passwords"):
    """More wrong passwords were tried at the table: somebody may be guessing."""

    count: int


class Archived(_Fact, frozen=True, tag="archived"):
    """Nobody has touched the table for long: it left the lobby, and can be woken."""


class TableClosed(_Fact, frozen=True, tag="table-closed"):
    """The table is closed for good: by its `host`, by the server's `operator`, `unused` (nobody
    ever came), or `full`."""

    why: Literal["host", "operator", "unused", "full"]


Fact = (
    Opened
    | SettingsChanged
    | SeatsRemoved
    | Arrived
    | Departed
    | Sat
    | Renamed
    | BotSat
    | Stood
    | HostChanged
    | Voted
    | ReadyChanged
    | SeedCommitted
    | SeedAdded
    | StartAsked
    | SeedsAsked
    | Committed
    | GameStarted
    | Moved
    | GameClosed
    | SeedRevealed
    | GamePaused
    | Warned
    | TimedOut
    | Returned
    | Said
    | Accused
    | Judged
    | AccusationClosed
    | Emoted
    | Muted
    | WrongPasswords
    | Archived
    | TableClosed
)


class Entry(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One line of a table's log: gapless by `seq` from 1; `at` is in milliseconds since 1970.

    `guest` and `command` (the id they chose) name the command that caused it, so that a resend
    finds its answer; `digest` tells it from another command sent under the same id.
    """

    seq: int
    at: int
    facts: tuple[Fact, ...]
    guest: str | None = None
    command: str | None = None
    digest: str | None = None
