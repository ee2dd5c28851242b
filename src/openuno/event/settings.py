"""What kind of event it is, and how it is scored and timed."""

from typing import assert_never, get_args

import msgspec

from openuno.engine.enums import NamedEnum
from openuno.engine.rules import MAX_SEATS, MIN_SEATS
from openuno.event.refusals import EventFault, EventRefused
from openuno.game.formats import ROUNDS_PER_PARTNER

MIN_PEOPLE, MAX_PEOPLE = 4, 60
"""How many can be at an event at a time; it starts with at least the lower number."""
MAX_TITLE = 60
MAX_SITTINGS = 200
_BOUNDS = {
    "cycles": (1, 10),
    "rounds": (1, 99),
    "team_size": (1, 5),
    "table_size": (MIN_SEATS, MAX_SEATS),
    "minutes": (1, 240),
    "sittings": (1, MAX_SITTINGS),
}


class _Bounded(
    msgspec.Struct,
    frozen=True,
    gc=False,
    repr_omit_defaults=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if name in _BOUNDS and value is not None:
                check_bounds(name.replace("_", " "), value, *_BOUNDS[name])


class RotatingPartners(_Bounded, frozen=True, tag_field="kind", tag="rotating"):
    """Everyone keeps their own points and has a new partner each sitting (FMT-4, FMT-5)."""

    cycles: int = 1


class Swiss(_Bounded, frozen=True, tag_field="kind", tag="swiss"):
    """Equals meet equals, and nobody the same opponent twice while that can be avoided."""

    team_size: int = 1
    table_size: int = 2

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_table(self.team_size, self.table_size)


class KnockOut(_Bounded, frozen=True, tag_field="kind", tag="knock-out"):
    """The better half of every table goes on, until one side is left."""

    team_size: int = 1
    table_size: int = 2

    def __post_init__(self) -> None:
        super().__post_init__()
        _check_table(self.team_size, self.table_size)


class FixedTeams(_Bounded, frozen=True, tag_field="kind", tag="teams"):
    """Fixed teams; every team meets every other once in a cycle."""

    team_size: int = 2
    cycles: int = 1


class Ladder(_Bounded, frozen=True, tag_field="kind", tag="ladder"):
    """A free evening: people who are free form tables, and the better ones climb."""

    table_size: int = 4


Kind = RotatingPartners | Swiss | KnockOut | FixedTeams | Ladder
KINDS: dict[str, type[Kind]] = {str(kind.__struct_config__.tag): kind for kind in get_args(Kind)}
"""Every kind by the name it is written with."""


class Pace(NamedEnum):
    """When tables start: all of a sitting together, or each as soon as its people are free."""

    TOGETHER = "together"
    READY = "ready"


class Fill(NamedEnum):
    """What happens when the numbers do not come out even: someone sits out, or a bot fills in."""

    BYES = "byes"
    BOTS = "bots"


class EventSettings(_Bounded, frozen=True):
    """An event before anyone has come.

    A table plays `rounds` rounds in a sitting, and has `minutes` for them, None without a clock.
    `sittings` is how many are planned, None for as many as the kind needs.
    """

    title: str
    kind: Kind
    rounds: int = ROUNDS_PER_PARTNER
    minutes: int | None = None
    sittings: int | None = None
    pace: Pace = Pace.TOGETHER
    fill: Fill = Fill.BYES
    duplicate: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= len(self.title.strip()) <= MAX_TITLE or not self.title.isprintable():
            raise EventRefused(EventFault.TITLE, most=MAX_TITLE)
        if self.duplicate and isinstance(self.kind, KnockOut | Ladder):
            raise EventRefused(EventFault.DUPLICATE_KIND, kind=kind_name(self.kind))
        if self.pace is Pace.READY and isinstance(self.kind, Swiss | KnockOut):
            raise EventRefused(EventFault.PACE_KIND, kind=kind_name(self.kind))


def kind_name(kind: Kind) -> str:
    """The kind as it is written: `knock-out`."""
    return str(kind.__struct_config__.tag)


def team_size(kind: Kind) -> int:
    """How many people enter the event together; 1 if each enters alone."""
    match kind:
        case Swiss() | KnockOut() | FixedTeams():
            return kind.team_size
        case RotatingPartners() | Ladder():
            return 1
        case _:
            assert_never(kind)


def check_bounds(what: str, value: int, least: int, most: int) -> None:
    """Refuse a number outside its bounds."""
    if not least <= value <= most:
        raise EventRefused(EventFault.BOUNDS, what=what, least=least, most=most, value=value)


def _check_table(people: int, table_size: int) -> None:
    if people > 1 and table_size != 2:
        raise EventRefused(EventFault.TABLE_OF_TEAMS)
