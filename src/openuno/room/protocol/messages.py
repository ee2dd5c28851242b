"""What goes over the wire, both ways: JSON objects, one to a WebSocket text frame."""

from collections.abc import Mapping
from typing import Self

import msgspec

from openuno.engine.actions import Action
from openuno.engine.faults import Fault
from openuno.room.commands import RoomCommand
from openuno.room.facts import Fact
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.refusals import Refused, Value
from openuno.room.view import RoomView

PROTOCOL = 1
"""Raised when a client of the old one could misunderstand; both sides say theirs first."""
LONGEST_ID = 64


class _Message(
    msgspec.Struct,
    frozen=True,
    gc=False,
    tag_field="type",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    pass


class Hello(_Message, frozen=True, tag="hello"):
    """Client: what I speak and the token that says who I am. First on every connection."""

    protocol: int
    token: str


class Join(_Message, frozen=True, tag="join"):
    """Client: let me follow this table, instead of any other; `since` is the last `seq` I have."""

    table: str
    since: int | None = None
    password: str | None = None


class Ask(_Message, frozen=True, tag="ask"):
    """Client: please do this. `id` is mine: new for each request, the same when I repeat it."""

    id: str
    command: RoomCommand


class WhyNot(_Message, frozen=True, tag="why"):
    """Client: may I do this now, and if not, why? Nothing is done."""

    id: str
    action: Action


class Ping(_Message, frozen=True, tag="ping"):
    """Client: are you there?"""


ClientMessage = Hello | Join | Ask | WhyNot | Ping


class Welcome(_Message, frozen=True, tag="welcome"):
    """Server: I know you; `now` is my time."""

    protocol: int
    guest: str
    name: str
    now: int
    face: str | None = None


class Snapshot(_Message, frozen=True, tag="snapshot"):
    """Server: the table as you see it after entry `seq`, written at `at`.

    `now` is the time at the table, where it is another than the one the welcome gave: the server's
    clock was set, or the machine slept. Deadlines at this table count from it.
    """

    table: str
    seq: int
    at: int
    view: RoomView
    now: int | None = None


class News(_Message, frozen=True, tag="news"):
    """Server: entry `seq` as you may know it, and what you may now do in the round.

    Every entry reaches everyone, so a client that sees 7 after 5 has missed one and joins again.
    A snapshot takes the place of news when your seat changes, or when you were too slow.
    """

    seq: int
    at: int
    facts: tuple[Fact, ...]
    legal: tuple[Action, ...] = ()


class Ack(_Message, frozen=True, tag="ack"):
    """Server: your request is entry `seq`, and saved."""

    id: str
    seq: int


class Error(_Message, frozen=True, tag="error"):
    """Server: no, and nothing has changed. `reason` is the engine's own for an illegal move.

    `retry` is in how many milliseconds to ask the same again, where that helps. `fault` says by
    kind and values what is wrong with settings. `kind` says more exactly what the code says, where
    a code has several sentences; `values` are what the sentence is about, by name.
    """

    code: RefusalCode
    sentence: str
    id: str | None = None
    reason: str | None = None
    retry: int | None = None
    fault: Fault | None = None
    values: Mapping[str, Value] | None = None
    kind: str | None = None

    @classmethod
    def of(cls, refused: Refused, request_id: str | None = None) -> Self:
        """A refusal as the answer to the request with this id."""
        return cls(
            refused.code,
            refused.sentence,
            request_id,
            refused.reason,
            refused.retry,
            refused.fault,
            refused.values,
            None if refused.kind.is_general else refused.kind.value,
        )


class WhyNotAnswer(_Message, frozen=True, tag="because"):
    """Server: why you may not, in a sentence, with the engine's reason; without both, you may."""

    id: str
    sentence: str | None = None
    reason: str | None = None
    values: Mapping[str, Value] | None = None


class Pong(_Message, frozen=True, tag="pong"):
    """Server: I am, and this is my time."""

    now: int


class Bye(_Message, frozen=True, tag="bye"):
    """Server: I am going down; come back after this many milliseconds."""

    retry: int


class Announcement(_Message, frozen=True, tag="announcement"):
    """Server: what the person who runs me tells everyone, plain text; without a text it is over."""

    text: str | None = None


ServerMessage = Welcome | Snapshot | News | Ack | Error | WhyNotAnswer | Pong | Bye | Announcement
