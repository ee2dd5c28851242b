"""What holds at every event, whatever people do: joins, leaves, results, corrections, draws."""

from collections import Counter
from collections.abc import Callable

import msgspec
from hypothesis import given
from hypothesis import settings as profile
from hypothesis import strategies as st

from openuno.engine.rng import Fast
from openuno.event.evolve import replay_event
from openuno.event.facts import Fact, SittingDrawn
from openuno.event.settings import EventSettings, Fill, KnockOut, Ladder, RotatingPartners
from openuno.event.standings import ladder, standings
from openuno.event.state import (
    Event,
    Scored,
    bye_counts,
    is_bot_entrant,
    is_complete,
    present_people,
    table_entrants,
)
from openuno.event.view import EventView, view_event
from tests.event.count import Tally
from tests.event.evenings import settings, walk

SEEDS = st.integers(0, 2**32 - 1)
A_FEW = profile(max_examples=40)


def every_step(check: Callable[[Event, tuple[Fact, ...]], None]) -> Callable[..., None]:
    """Run a check after every step of random events."""

    @A_FEW
    @given(settings(), SEEDS)
    def run(chosen: EventSettings, seed: int) -> None:
        for event, facts in walk(chosen, seed):
            check(event, facts)

    run.__name__ = check.__name__
    return run


def _check_seating(event: Event, facts: tuple[Fact, ...]) -> None:
    if not facts or not isinstance(facts[-1], SittingDrawn):
        return
    sitting = event.sittings[-1]
    seated = [entrant for table in sitting.tables for entrant in table_entrants(table)]
    assert max(Counter([*seated, *sitting.byes]).values()) == 1, "nobody sits twice"
    assert all(is_complete(event, entrant) for entrant in (*seated, *sitting.byes))
    people = Counter(person for entrant in seated for person in event.entrants[entrant].members)
    assert max(people.values()) == 1, "nobody is in two teams"
    sizes = {len(table.sides) for table in sitting.tables}
    assert min(sizes) >= 2
    if isinstance(event.settings.kind, RotatingPartners):
        assert all(len(side) == 2 for table in sitting.tables for side in table.sides)
        if event.settings.fill is Fill.BOTS:
            assert sitting.byes == (), "bots fill in, so nobody sits out"
    if not isinstance(event.settings.kind, KnockOut | Ladder):
        here = {entrant for entrant in range(len(event.entrants)) if is_complete(event, entrant)}
        assert here == {*seated, *sitting.byes}, "everyone here plays or has a bye"


test_nobody_sits_twice_and_nobody_is_forgotten = every_step(_check_seating)


def _check_byes(event: Event, facts: tuple[Fact, ...]) -> None:
    if not facts or not isinstance(facts[-1], SittingDrawn):
        return
    drawn = event.sittings[-1]
    if drawn.stage is not None and len(event.sittings) > len(event.numbers):
        return  # a second cycle of a fixed schedule begins again with the first bye
    everyone = [*drawn.byes, *(e for table in drawn.tables for e in table_entrants(table))]
    counts = bye_counts(event)
    for idle in drawn.byes:
        assert counts[idle] <= 1 + min(counts[entrant] for entrant in everyone)


test_nobody_sits_out_again_before_everyone_here_has = every_step(_check_byes)


def _check_standings(event: Event, facts: tuple[Fact, ...]) -> None:
    tally = Tally(event.settings, facts)
    rows = standings(event)
    ranked = {e for e in range(len(event.entrants)) if not is_bot_entrant(event, e)}
    assert {row.entrant for row in rows} == ranked
    assert [row.figures for row in rows] == [tally.figures(row.entrant) for row in rows]
    if isinstance(event.settings.kind, Ladder):
        assert [row.rank for row in rows] == list(range(1, len(rows) + 1))
        return
    best = sorted((row.figures for row in rows), reverse=True)
    assert [row.figures for row in rows] == best
    assert [row.rank for row in rows] == [1 + best.index(row.figures) for row in rows]


test_the_standings_are_those_of_an_independent_count = every_step(_check_standings)


@A_FEW
@given(settings(), SEEDS)
def test_replaying_the_facts_gives_the_same_event(chosen: EventSettings, seed: int) -> None:
    kept = [msgspec.json.encode(chosen)]
    for event, facts in walk(chosen, seed):
        read = msgspec.json.decode(msgspec.json.encode(facts), type=tuple[Fact, ...])
        again = msgspec.json.decode(kept[0], type=EventSettings)
        assert replay_event(again, Fast(seed), read) == event


def _check_view(event: Event, _: tuple[Fact, ...]) -> None:
    view = view_event(event)
    assert msgspec.json.decode(msgspec.json.encode(view), type=EventView) == view
    assert len(view.people) == len(present_people(event))
    assert len({name.casefold() for name in (*view.people, *view.gone)}) == len(
        (*view.people, *view.gone)
    )


test_a_view_can_be_made_at_any_time_and_survives_json = every_step(_check_view)


def _check_ladder(event: Event, _: tuple[Fact, ...]) -> None:
    if not isinstance(event.settings.kind, Ladder):
        return
    rungs = ladder(event)
    assert sorted(rungs) == list(range(len(event.entrants)))
    results = [
        (table.outcome.order, table)
        for sitting in event.sittings
        for table in sitting.tables
        if isinstance(table.outcome, Scored)
    ]
    if results:
        last = max(results, key=lambda result: result[0])[1]
        assert isinstance(last.outcome, Scored)
        points = dict(zip(table_entrants(last), last.outcome.points, strict=True))
        climbed = [points[entrant] for entrant in rungs if entrant in points]
        assert climbed == sorted(climbed, reverse=True), "the best of a table stands highest"


test_the_best_of_the_last_table_stands_highest_on_the_ladder = every_step(_check_ladder)
