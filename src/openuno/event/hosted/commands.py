"""What can be asked of an event on a server: by its host, and by the people who take part."""

import msgspec

from openuno.event.commands import (
    AddPeople,
    CancelTable,
    CorrectResult,
    DrawTables,
    EnterResult,
    Finish,
    FormTeam,
    RemovePeople,
    RenamePerson,
    SwapPlaces,
    TakeBackDraw,
)


class _Command(
    msgspec.Struct,
    frozen=True,
    gc=False,
    repr_omit_defaults=True,
    omit_defaults=True,
    tag_field="command",
    forbid_unknown_fields=True,
):
    pass


class StartTables(_Command, frozen=True, tag="start"):
    """Start these tables of the last sitting, or all of it; the time is the server's."""

    tables: tuple[int, ...] = ()
    sitting: int | None = None


class MutePerson(_Command, frozen=True, tag="mute"):
    """Take the word from a person, or give it back."""

    name: str
    muted: bool = True


class Pause(_Command, frozen=True, tag="pause"):
    """Stop all tables for a while, or let them go on."""

    paused: bool = True


class ShareHosting(_Command, frozen=True, tag="share-hosting"):
    """Let a person with a phone do all that the host can, or take it back."""

    name: str
    shared: bool = True


HostCommand = (
    AddPeople
    | RemovePeople
    | RenamePerson
    | FormTeam
    | DrawTables
    | TakeBackDraw
    | SwapPlaces
    | StartTables
    | EnterResult
    | CorrectResult
    | CancelTable
    | Finish
    | MutePerson
    | Pause
    | ShareHosting
)
"""What the host can ask."""


class TakePart(_Command, frozen=True, tag="take-part"):
    """Take part under this name, or come back; a name that only the host wrote down is yours."""

    name: str


class GoHome(_Command, frozen=True, tag="go-home"):
    """Leave the event; what you have scored stays."""


class EnterPoints(_Command, frozen=True, tag="enter-points"):
    """The points of the table you sit at, side by side, where people play with real cards."""

    points: tuple[int, ...]


PersonCommand = TakePart | GoHome | EnterPoints
"""What a person can ask for themselves."""
