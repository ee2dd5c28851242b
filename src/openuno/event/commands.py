"""What a host, or a table that plays for itself, can ask of an event."""

import msgspec


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


class AddPeople(_Command, frozen=True, tag="join"):
    """People come, also in the middle of it; someone who left comes back under the same name."""

    names: tuple[str, ...]


class RemovePeople(_Command, frozen=True, tag="leave"):
    """People go."""

    names: tuple[str, ...]


class RenamePerson(_Command, frozen=True, tag="rename"):
    """A person's name was written wrongly."""

    name: str
    new_name: str


class FormTeam(_Command, frozen=True, tag="form-team"):
    """These people want to play together; the others are put together by lot."""

    names: tuple[str, ...]


class DrawTables(_Command, frozen=True, tag="draw"):
    """Draw the next tables; `names` only at a ladder, for one table of these people."""

    names: tuple[str, ...] = ()


class TakeBackDraw(_Command, frozen=True, tag="take-back-draw"):
    """Take back the last draw, before a result of it is entered."""


class SwapPlaces(_Command, frozen=True, tag="swap-places"):
    """Two people of the last draw change places, before their tables start."""

    name: str
    other: str


class Start(_Command, frozen=True, tag="start"):
    """Start the clock of these tables of the last sitting, or of all; `at` in milliseconds."""

    at: int
    tables: tuple[int, ...] = ()
    sitting: int | None = None


class EnterResult(_Command, frozen=True, tag="enter-result"):
    """What each side of a table has scored; the sitting only if several have this table open.

    A table that is played in a room sends this by itself, a host with real cards types it.
    """

    table: int
    points: tuple[int, ...]
    sitting: int | None = None


class CorrectResult(_Command, frozen=True, tag="correct-result"):
    """A result was entered wrongly."""

    table: int
    points: tuple[int, ...]
    sitting: int | None = None
    reason: str = ""


class CancelTable(_Command, frozen=True, tag="cancel-table"):
    """A table will not be played, for example because someone left."""

    table: int
    sitting: int | None = None


class Finish(_Command, frozen=True, tag="finish"):
    """End the event."""


Command = (
    AddPeople
    | RemovePeople
    | RenamePerson
    | FormTeam
    | DrawTables
    | TakeBackDraw
    | SwapPlaces
    | Start
    | EnterResult
    | CorrectResult
    | CancelTable
    | Finish
)
