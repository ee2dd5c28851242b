"""What has happened at an event on a server: the event's own facts, and what the server adds.

A guest is a person's public id on the server; a person is a number within the event.
"""

import msgspec

from openuno.event.facts import Fact as EventFact
from openuno.event.hosted.shared_deals import DealSeed
from openuno.event.settings import EventSettings


class _Fact(
    msgspec.Struct,
    frozen=True,
    gc=False,
    repr_omit_defaults=True,
    omit_defaults=True,
    tag_field="fact",
    forbid_unknown_fields=True,
):
    pass


class OnlineTables(
    msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True
):
    """How the tables play on the server: `rules` in text form, `move` seconds for a move."""

    rules: str = "classic"
    move: int | None = 60


class Opened(_Fact, frozen=True, tag="opened"):
    """A host opened the event; `online` is None if people play with real cards.

    In a `classroom` there are set phrases only, and everything is deleted soon after the end.
    `seed` is that of the draws, `deal_seed` that of deals which all tables of a sitting share.
    """

    host: str
    settings: EventSettings
    seed: int
    online: OnlineTables | None = None
    classroom: bool = False
    deal_seed: DealSeed | None = None


class PersonLinked(_Fact, frozen=True, tag="person-linked"):
    """A guest of the server is this person from now on."""

    person: int
    guest: str


class RoomOpened(_Fact, frozen=True, tag="room-opened"):
    """A table of the event plays in the room with this code."""

    sitting: int
    table: int
    room: str


class Muted(_Fact, frozen=True, tag="muted"):
    """The host has muted a person, or lets them speak again."""

    person: int
    muted: bool


class HostingShared(_Fact, frozen=True, tag="hosting-shared"):
    """A person can do all that the host can, or no longer."""

    person: int
    shared: bool


class Paused(_Fact, frozen=True, tag="paused"):
    """The host has stopped all tables for a while, or lets them go on."""

    paused: bool


class DealsRevealed(_Fact, frozen=True, tag="deals-revealed"):
    """Every table of the sitting has finished: the seed of its shared deals is open."""

    sitting: int


Fact = (
    EventFact | Opened | PersonLinked | RoomOpened | Muted | HostingShared | Paused | DealsRevealed
)


class Entry(
    msgspec.Struct,
    frozen=True,
    gc=False,
    repr_omit_defaults=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """One line of the log: gapless by `seq` from 1; `at` in milliseconds since 1970.

    `guest` and `command` (the id they chose) name the command that caused it, so that a command
    sent again is carried out once.
    """

    seq: int
    at: int
    facts: tuple[Fact, ...]
    guest: str | None = None
    command: str | None = None
