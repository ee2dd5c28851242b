"""What has happened at an event: the log from which it can be built again.

People and entrants are numbered from 0 as they come, sittings and tables from 1, as printed.
"""

import msgspec


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


class Joined(_Fact, frozen=True, tag="joined"):
    """A person, or a bot that fills in, has come; alone, they are an entrant by themselves."""

    name: str
    bot: bool = False


class Left(_Fact, frozen=True, tag="left"):
    """A person has gone; what they have scored stays."""

    person: int


class Returned(_Fact, frozen=True, tag="returned"):
    """A person who had gone is back."""

    person: int


class Renamed(_Fact, frozen=True, tag="renamed"):
    """A person was called `before` and has another name from now on."""

    person: int
    before: str
    name: str


class TeamFormed(_Fact, frozen=True, tag="team-formed"):
    """These people are an entrant from now on."""

    members: tuple[int, ...]


class MemberReplaced(_Fact, frozen=True, tag="member-replaced"):
    """A team has a new member in the place of one who left."""

    team: int
    left: int
    joined: int


class NumbersDrawn(_Fact, frozen=True, tag="numbers-drawn"):
    """Which entrant has which number in the fixed schedule."""

    entrants: tuple[int, ...]


class SittingDrawn(_Fact, frozen=True, tag="sitting-drawn"):
    """The next tables: the sides of each, and the entrants of each side. `byes` sit out.

    `stage` is the stage of the fixed schedule, None if the tables were drawn without it.
    """

    tables: tuple[tuple[tuple[int, ...], ...], ...]
    byes: tuple[int, ...] = ()
    stage: int | None = None


class DrawTakenBack(_Fact, frozen=True, tag="draw-taken-back"):
    """The last draw does not count: nothing was played."""


class PlacesSwapped(_Fact, frozen=True, tag="places-swapped"):
    """Two entrants of a sitting have changed places; one of them may have had a bye."""

    sitting: int
    one: int
    other: int


class TableStarted(_Fact, frozen=True, tag="table-started"):
    """A table plays; `at` is the time in milliseconds."""

    sitting: int
    table: int
    at: int


class ResultEntered(_Fact, frozen=True, tag="result-entered"):
    """What each side of a table has scored in a sitting; `through` go on in a knock-out."""

    sitting: int
    table: int
    points: tuple[int, ...]
    through: tuple[int, ...] = ()


class ResultCorrected(_Fact, frozen=True, tag="result-corrected"):
    """A result was wrong: `before` was entered, `points` counts."""

    sitting: int
    table: int
    before: tuple[int, ...]
    points: tuple[int, ...]
    through: tuple[int, ...] = ()
    reason: str = ""


class TableCancelled(_Fact, frozen=True, tag="table-cancelled"):
    """A table will not be played; its sides are scored as if they had a bye."""

    sitting: int
    table: int


class Finished(_Fact, frozen=True, tag="finished"):
    """The event is over."""


Fact = (
    Joined
    | Left
    | Returned
    | Renamed
    | TeamFormed
    | MemberReplaced
    | NumbersDrawn
    | SittingDrawn
    | DrawTakenBack
    | PlacesSwapped
    | TableStarted
    | ResultEntered
    | ResultCorrected
    | TableCancelled
    | Finished
)
