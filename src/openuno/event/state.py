"""An event as a value: the people, who plays with whom, and every table so far."""

from itertools import chain

import msgspec

from openuno.engine.rng import Generator
from openuno.event.settings import EventSettings


class _Value(
    msgspec.Struct, frozen=True, gc=False, repr_omit_defaults=True, forbid_unknown_fields=True
):
    pass


class Person(_Value, frozen=True):
    """Someone who came; a bot fills in where people are missing."""

    name: str
    present: bool = True
    bot: bool = False


class Entrant(_Value, frozen=True):
    """What is ranked: a team, or a person alone."""

    members: tuple[int, ...]


class Scored(_Value, frozen=True):
    """A table's result by side. `order` counts the results; `through` are who goes on."""

    points: tuple[int, ...]
    order: int
    through: tuple[int, ...] = ()


class Cancelled(_Value, frozen=True):
    """The table was not played."""


class Table(_Value, frozen=True):
    """A table of one sitting: its sides, as the entrants of each; None until it has an outcome.

    With rotating partners a side is two entrants; else one. Seats follow the sides in turn, so
    that partners face each other. `held` is how long its clock has stood still, in milliseconds.
    """

    sides: tuple[tuple[int, ...], ...]
    started: int | None = None
    outcome: Scored | Cancelled | None = None
    held: int = 0


class Sitting(_Value, frozen=True):
    """Tables that were drawn together, and who sat out; `stage` if it is of the fixed schedule."""

    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()
    stage: int | None = None


class Event(_Value, frozen=True):
    """An event. `numbers` are the entrants by their number in the fixed schedule, if there is one.

    `draws` counts the draws, also those taken back, so that no two take the same lots; `results`
    counts the results in the order they were entered.
    """

    settings: EventSettings
    rng: Generator
    people: tuple[Person, ...] = ()
    entrants: tuple[Entrant, ...] = ()
    numbers: tuple[int, ...] = ()
    sittings: tuple[Sitting, ...] = ()
    draws: int = 0
    results: int = 0
    finished: bool = False


def find_person(event: Event, name: str) -> int | None:
    """The number of the person called this, if there is one; case does not count."""
    wanted = name.casefold()
    for number, person in enumerate(event.people):
        if person.name.casefold() == wanted:
            return number
    return None


def present_people(event: Event) -> tuple[int, ...]:
    """The people who are here, without bots."""
    return tuple(
        number for number, person in enumerate(event.people) if person.present and not person.bot
    )


def is_complete(event: Event, entrant: int) -> bool:
    """Whether everyone of the entrant is here."""
    return all(event.people[member].present for member in event.entrants[entrant].members)


def is_bot_entrant(event: Event, entrant: int) -> bool:
    """Whether only bots are behind the entrant; it is not ranked."""
    return all(event.people[member].bot for member in event.entrants[entrant].members)


def table_entrants(table: Table) -> tuple[int, ...]:
    """Everyone at the table, seat by seat."""
    return tuple(chain.from_iterable(zip(*table.sides, strict=True)))


def open_tables(event: Event) -> tuple[tuple[int, int, Table], ...]:
    """Every table without an outcome, with the numbers of its sitting and itself from 1."""
    return tuple(
        (sitting_number, table_number, table)
        for sitting_number, sitting in enumerate(event.sittings, 1)
        for table_number, table in enumerate(sitting.tables, 1)
        if table.outcome is None
    )


def busy_entrants(event: Event) -> dict[int, tuple[int, int]]:
    """Who is at a table without an outcome: the first such sitting and table of each."""
    busy: dict[int, tuple[int, int]] = {}
    for sitting, number, table in open_tables(event):
        for entrant in table_entrants(table):
            busy.setdefault(entrant, (sitting, number))
    return busy


def is_on_schedule(event: Event) -> bool:
    """Whether every sitting so far is the next stage of the fixed schedule."""
    return bool(event.numbers) and all(sitting.stage is not None for sitting in event.sittings)


def remaining_entrants(event: Event) -> tuple[int, ...]:
    """In a knock-out: who was in the last sitting and is not out, whether they are here or not."""
    if not event.sittings:
        return tuple(range(len(event.entrants)))
    last = event.sittings[-1]
    through = [
        table.outcome.through if isinstance(table.outcome, Scored) else table_entrants(table)
        for table in last.tables
    ]
    return (*chain.from_iterable(through), *last.byes)


def bye_counts(event: Event) -> list[int]:
    """How often each entrant has sat out."""
    counts = [0] * len(event.entrants)
    for sitting in event.sittings:
        for entrant in sitting.byes:
            counts[entrant] += 1
    return counts
