"""Events to test with: made by hand step by step, or at random, with every fact kept."""

from collections.abc import Iterator
from random import Random
from typing import Self

from hypothesis import strategies as st

from openuno.engine.rng import Fast
from openuno.event.commands import (
    AddPeople,
    CancelTable,
    Command,
    CorrectResult,
    DrawTables,
    EnterResult,
    Finish,
    FormTeam,
    RemovePeople,
    RenamePerson,
    Start,
    TakeBackDraw,
)
from openuno.event.decide import decide
from openuno.event.evolve import evolve_facts
from openuno.event.facts import Fact
from openuno.event.refusals import EventRefused
from openuno.event.settings import (
    EventSettings,
    Fill,
    FixedTeams,
    Kind,
    KnockOut,
    Ladder,
    Pace,
    RotatingPartners,
    Swiss,
)
from openuno.event.state import Event, open_tables

NAMES = tuple(f"P{number}" for number in range(1, 61))


class Evening:
    """An event and the facts that led to it."""

    def __init__(self, kind: Kind, people: int = 0, seed: int = 1, **more: object) -> None:
        settings = EventSettings("An evening", kind, **more)  # type: ignore[arg-type]
        self.event = Event(settings, Fast(seed))
        self.facts: tuple[Fact, ...] = ()
        if people:
            self.ask(AddPeople(NAMES[:people]))

    def ask(self, *commands: Command) -> Self:
        for command in commands:
            facts = decide(self.event, command)
            self.event = evolve_facts(self.event, facts)
            self.facts += facts
        return self

    def draw(self) -> Self:
        return self.ask(DrawTables())

    def play(self, chance: Random) -> Self:
        """Enter a result at every open table."""
        for sitting, number, table in open_tables(self.event):
            points = tuple(chance.sample(range(300), len(table.sides)))
            self.ask(EnterResult(number, points, sitting))
        return self

    def sides(self, sitting: int = -1) -> list[tuple[tuple[int, ...], ...]]:
        return [table.sides for table in self.event.sittings[sitting].tables]


KINDS: st.SearchStrategy[Kind] = st.one_of(
    st.builds(RotatingPartners, st.integers(1, 2)),
    st.builds(Swiss, st.integers(1, 3)),
    st.builds(Swiss, st.just(1), st.integers(3, 5)),
    st.builds(KnockOut, st.integers(1, 2)),
    st.builds(KnockOut, st.just(1), st.integers(3, 4)),
    st.builds(FixedTeams, st.integers(1, 3)),
    st.builds(Ladder, st.integers(2, 5)),
)


@st.composite
def settings(draw: st.DrawFn) -> EventSettings:
    """Any event that can be set up."""
    kind = draw(KINDS)
    return EventSettings(
        "An evening",
        kind,
        minutes=draw(st.sampled_from((None, 20))),
        sittings=draw(st.sampled_from((None, 12))),
        pace=draw(st.sampled_from(Pace))
        if isinstance(kind, RotatingPartners | FixedTeams | Ladder)
        else Pace.TOGETHER,
        fill=draw(st.sampled_from(Fill)),
        duplicate=draw(st.booleans()) and not isinstance(kind, KnockOut | Ladder),
    )


def walk(
    chosen: EventSettings, seed: int, steps: int = 60
) -> Iterator[tuple[Event, tuple[Fact, ...]]]:
    """An event after each of many random commands, and every fact so far; most of them sensible.

    A command that is refused must leave no trace, so it yields nothing.
    """
    chance = Random(seed)
    event = Event(chosen, Fast(seed))
    facts: tuple[Fact, ...] = ()
    waiting: list[Command] = [AddPeople(NAMES[: chance.randint(4, 14)])]
    for _ in range(steps):
        command = waiting.pop() if waiting else _any_command(event, chance)
        try:
            decided = decide(event, command)
        except EventRefused:
            continue
        event, facts = evolve_facts(event, decided), facts + decided
        yield event, facts


def _any_command(event: Event, chance: Random) -> Command:
    sitting = chance.randint(0, len(event.sittings) + 1) or None
    table = chance.randint(0, 4)
    sides = 2
    free = open_tables(event)
    if free and chance.random() < 0.7:
        sitting, table, found = chance.choice(free)
        sides = len(found.sides)
    elif sitting is not None and 1 <= sitting <= len(event.sittings):
        tables = event.sittings[sitting - 1].tables
        sides = len(tables[table - 1].sides) if 1 <= table <= len(tables) else 2
    points = tuple(chance.randint(0, 9) * 20 for _ in range(sides))
    names = tuple(chance.sample(NAMES[:16], chance.randint(1, 3)))
    options: list[tuple[Command, int]] = [
        (EnterResult(table, points, sitting), 12),
        (DrawTables(), 6),
        (CorrectResult(table, points, sitting, "misread"), 3),
        (AddPeople(names), 2),
        (RemovePeople(names), 1),
        (Start(chance.randint(0, 10**6), sitting=sitting), 2),
        (Start(5, (table,), sitting), 1),
        (CancelTable(table, sitting), 1),
        (TakeBackDraw(), 1),
        (DrawTables(names), 1),
        (FormTeam(names), 1),
        (RenamePerson(names[0], f"{names[-1]}a"), 1),
    ]
    if chance.random() < 0.02:
        return Finish()
    commands, weights = zip(*options, strict=True)
    return chance.choices(commands, weights)[0]  # type: ignore[no-any-return]
