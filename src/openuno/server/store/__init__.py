"""Where tables are kept: one protocol, one contract, two stores."""

from asyncio import Future
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Protocol

import msgspec
from msgspec import UNSET, UnsetType

from openuno.event.hosted.facts import Entry as EventEntry
from openuno.game.statistics import Figures
from openuno.room.facts import Entry
from openuno.room.secret import Secret

EVENT_HINT = "*"
"""Before the code of an event where processes tell each other of appends; tables have none."""


class Conflict(Exception):
    """What should be new is there already. For an entry of the log: read on and decide again."""


class AlreadyDone(Exception):
    """This command of this person was carried out before, in the entry `seq`."""

    def __init__(self, seq: int) -> None:
        super().__init__(f"carried out before, in entry {seq}")
        self.seq = seq


class Unavailable(Exception):
    """The store cannot be reached, or cannot write now.

    What was asked may yet have been written: the caller reads the log before it continues.
    """


class Damaged(Unavailable):
    """What is stored there cannot be made sense of; trying again would not help."""


class Guest(msgspec.Struct, frozen=True, gc=False):
    """A person: a public id, a name, whether they want to be rated, and the face they chose."""

    id: str
    name: str
    rated: bool = False
    face: str | None = None


class LobbyState(StrEnum):
    """What goes on at a table."""

    OPEN = "open"
    """It is between games."""
    PLAYING = "playing"
    ARCHIVED = "archived"
    """Nobody has touched it for long, or it is closed."""


class LobbyEntry(msgspec.Struct, frozen=True, gc=False):
    """What the lobby shows of a table; `rules` and `format` in their text forms.

    `people` are those at the table; `names` and `faces` are those of the seats that are taken.
    """

    code: str
    host: str | None
    public: bool
    locked: bool
    state: LobbyState
    rules: str
    format: str
    seats: int
    taken: int
    people: int
    names: tuple[str, ...]
    faces: list[str | None] = []


class TouchedTable(msgspec.Struct, frozen=True, gc=False):
    """A table as the lobby would show it, and when that last changed (milliseconds since 1970)."""

    listing: LobbyEntry
    touched: int


class StoreCounts(msgspec.Struct, frozen=True, gc=False):
    """How much is kept: tables by what goes on at them, people, events and finished games."""

    open: int
    playing: int
    archived: int
    people: int
    events: int
    games: int


class OperatorSetting(msgspec.Struct, frozen=True, gc=False):
    """Something the operator has set while the server runs: a ban, a notice.

    It holds until a time (milliseconds since 1970), or until it is removed; `body` is JSON.
    """

    key: str
    until: int | None
    body: str


class AbuseReport(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What a person has told the operator about another at a table, and what was said there.

    `lines` are the latest lines of the chat at the time, oldest first, each with a name before it.
    """

    id: str
    at: int
    code: str
    reporter: str
    reporter_name: str
    reported: str
    reported_name: str
    text: str
    lines: tuple[str, ...] = ()


class PlayedGame(msgspec.Struct, frozen=True, gc=False):
    """What one person did in a finished game; `rank` is 1 for the best, shared when level."""

    player: int
    guest: str
    rank: int
    won: bool
    figures: Figures


class FinishedGame(msgspec.Struct, frozen=True, gc=False):
    """A game that is over: its place in the log (entries `first` to `last`) and how it ended.

    `format` is the text form, `kind` its name alone, `ended` in milliseconds since 1970, `winners`
    None if the game was broken off. People only are in `played`; bots have names.
    """

    id: str
    code: str
    first: int
    last: int
    public: bool
    ended: int
    rules: str
    format: str
    kind: str
    names: tuple[str, ...]
    winners: tuple[int, ...] | None
    played: tuple[PlayedGame, ...]


class Rating(msgspec.Struct, frozen=True, gc=False):
    """How strong a person is held to be at a kind of format: openskill's two numbers."""

    guest: str
    name: str
    kind: str
    mu: float
    sigma: float
    games: int


class Totals(msgspec.Struct, frozen=True, gc=False):
    """Everything a person has done in finished games of one kind of format."""

    kind: str
    games: int
    won: int
    figures: Figures


class StoredSnapshot(msgspec.Struct, frozen=True, gc=False):
    """A table's log up to `seq` in one value; of use to programs of the same `version` only."""

    seq: int
    version: str
    body: bytes


class Append(msgspec.Struct, frozen=True, gc=False):
    """What is written together or not at all: the next entry, and what it changes beside the log.

    `listing` is None if nothing the lobby shows has changed; `due` (in milliseconds since 1970,
    None for never) is when the table should be looked at even if nobody asks, UNSET if as before.
    """

    code: str
    entry: Entry
    listing: LobbyEntry | None = None
    due: int | UnsetType | None = UNSET
    secret: Secret | None = None
    finished: FinishedGame | None = None


class EventAppend(msgspec.Struct, frozen=True, gc=False):
    """The next entry of an event's log; `due` is when to look after the event, None for never."""

    code: str
    host: str
    entry: EventEntry
    due: int | None


RatingUpdate = Callable[[FinishedGame, Sequence[Rating]], Sequence[Rating]]
"""New ratings from a finished game and what the rated people in it, in `played` order, had."""


class Store(Protocol):
    """Keeps logs, secrets, people and results.

    A method that writes returns when its effect is durable. Any may raise `Unavailable`.
    """

    async def append(self, change: Append) -> None:
        """Keep an entry. `Conflict` if its `seq` is taken, `Already` if its command is there."""

    def begin_append(self, change: Append) -> Future[None]:
        """Begin to `append`: done, or failed in the same ways, once that is."""

    async def entries(self, code: str, after: int, upto: int | None = None) -> list[Entry]:
        """A table's entries from after one up to another, in order; none if no such table."""

    async def snapshot(self, code: str) -> StoredSnapshot | None:
        """The latest snapshot of this table, of whichever version."""

    async def keep_snapshot(self, code: str, snapshot: StoredSnapshot) -> None:
        """Keep a snapshot in place of the one before, unless that has later entries."""

    async def answer(self, code: str, guest: str, command: str) -> int | None:
        """The entry a person's command led to, if it was carried out."""

    async def secret(self, code: str, commitment: str) -> Secret | None:
        """The seed behind a commitment of this table."""

    async def listing(self, code: str) -> LobbyEntry | None:
        """What the lobby shows of this table, public or not."""

    async def lobby(self, most: int) -> list[LobbyEntry]:
        """The public tables that are not archived, those touched last first."""

    async def all_tables(
        self, before: int, most: int, *, archived: bool = False
    ) -> list[TouchedTable]:
        """Every table last touched before a time, private ones too, the latest first."""

    async def counts(self) -> StoreCounts:
        """How much is kept."""

    async def count_rooms(self, guest: str | None) -> int:
        """How many tables that are not archived this person hosts; for None, how many there are."""

    async def hosted_by(self, guest: str) -> list[str]:
        """The codes of the tables this person hosts, those touched last first."""

    async def due(self, before: int, most: int) -> list[str]:
        """The codes of tables that should have been looked at by then, the longest due first."""

    async def set_due(self, code: str, due: int | None) -> None:
        """When the table should be looked at next."""

    async def hasten(self, now: int, written_after: int, due_after: int) -> None:
        """Let those tables be due now that were written, or would be due, after these times.

        Their times were set by a clock that was ahead.
        """

    async def delete_table(self, code: str) -> None:
        """Forget a table that never had a game: its log, seeds and listing."""

    async def count_archived(self, before: int) -> tuple[int, int]:
        """How many archived tables were last touched before a time, and how many games they had.

        Rooms of events are not among them: those go with their event.
        """

    async def delete_archived(self, before: int, most: int) -> list[str]:
        """Forget some of those tables with their logs, seeds, games and figures; their codes."""

    async def append_event(self, change: EventAppend) -> None:
        """Keep an entry of an event's log; `Conflict` and `AlreadyDone` as for `append`."""

    async def event_answer(self, code: str, guest: str, command: str) -> int | None:
        """The entry of an event's log that a person's command led to, if it was carried out."""

    async def event_entries(self, code: str, after: int) -> list[EventEntry]:
        """An event's entries after this one, in order; none if there is no such event."""

    async def count_events(self, host: str | None) -> int:
        """How many events this person hosts; for None, how many there are."""

    async def has_history(self, guest: str) -> bool:
        """Whether anything but their name is kept of a person: games, tables or events."""

    async def due_events(self, before: int, most: int) -> list[str]:
        """The codes of events that should have been looked after by then, the longest due first."""

    async def claim_event(self, code: str, before: int, due: int | None) -> bool:
        """Set when an event is due next, if it was due by `before`; whether this process did."""

    async def delete_event(self, code: str, rooms: Sequence[str]) -> None:
        """Forget an event and these rooms of it: logs, seeds, listings, games and figures."""

    async def last_game(self, code: str) -> FinishedGame | None:
        """The game that ended last in this room."""

    async def operator_settings(self) -> list[OperatorSetting]:
        """What the operator has set, by key; what is over may still be among it."""

    async def keep_operator_setting(self, setting: OperatorSetting) -> None:
        """Keep this in place of whatever has its key."""

    async def remove_operator_setting(self, key: str) -> bool:
        """Forget what has this key; whether there was anything."""

    async def remove_over_settings(self, now: int) -> None:
        """Forget what the operator has set until a time that is over."""

    async def add_report(self, report: AbuseReport, most: int) -> None:
        """Keep a report, and of all of them the latest `most`."""

    async def reports(self, most: int) -> list[AbuseReport]:
        """The reports, the latest first."""

    async def reports_of(self, guest: str) -> list[AbuseReport]:
        """The reports that a person has made or is the subject of, the latest first."""

    async def remove_report(self, report: str) -> bool:
        """Forget a report; whether there was one."""

    async def add_guest(self, guest: Guest, token_hash: bytes) -> None:
        """Keep a person under the hash of their token; `Conflict` if id or token are taken."""

    async def guest(self, token_hash: bytes) -> Guest | None:
        """The person whose token this is."""

    async def find_guest(self, guest: str) -> Guest | None:
        """The person with this public id."""

    async def change_guest(self, guest: Guest) -> None:
        """Keep a person's name and whether they want to be rated."""

    async def change_token(self, guest: str, token_hash: bytes) -> None:
        """From now on this token alone is the person's; `Conflict` if it is another's."""

    async def forget(self, guest: str) -> None:
        """Remove a person: token, name, ratings and reports. Games keep the names as played."""

    async def game(self, game: str) -> FinishedGame | None:
        """A finished game."""

    async def games(self, before: int, most: int) -> list[FinishedGame]:
        """The public games that ended before a time, the latest first."""

    async def games_of(self, guest: str, before: int, most: int) -> list[FinishedGame]:
        """The games a person played that ended before a time, the latest first."""

    async def totals(self, guest: str) -> list[Totals]:
        """What a person has done in all, by kind of format."""

    async def list_unrated(self, most: int) -> list[str]:
        """Games played to the end by two rated people or more that `rate` has not counted yet."""

    async def rate(self, game: str, update: RatingUpdate) -> None:
        """Count a game, once, for the ratings of the people in it who want them."""

    async def ratings(self, kind: str, most: int) -> list[Rating]:
        """The strongest people at a kind of format, by mu - 3 sigma."""

    async def ratings_of(self, guest: str) -> list[Rating]:
        """A person's ratings."""

    async def beat(self, process: str, now: int) -> None:
        """Say that this process lives."""

    async def alive(self, since: int) -> frozenset[str]:
        """The processes that have said so since."""

    async def listen(
        self, hear: Callable[[str, int], None], revoke: Callable[[str | None], None]
    ) -> None:
        """Call `hear(code, seq)` when another process appends: a hint, which may be lost.

        The code of an event has `EVENT_HINT` before it, and `seq` 0 once it is deleted.

        And `revoke(guest)` when it changes a person's token or forgets them. Returns once it
        listens, and listens until `close`. `hear("", 0)` and `revoke(None)`: a connection was lost
        and made again, and anything may have happened meanwhile.
        """

    async def check(self, *, write: bool = True) -> None:
        """Raise `Unavailable` unless the store can be read and, if asked for, written."""

    async def close(self) -> None:
        """Finish what was begun and let go."""
