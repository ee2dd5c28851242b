"""Scores by hand, and what is refused: every refusal says what to do and changes nothing."""

from random import Random

import pytest

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
    SwapPlaces,
    TakeBackDraw,
)
from openuno.event.facts import ResultCorrected
from openuno.event.refusals import EventFault, EventRefused
from openuno.event.scoring import share
from openuno.event.settings import (
    EventSettings,
    FixedTeams,
    Kind,
    KnockOut,
    Ladder,
    Pace,
    RotatingPartners,
    Swiss,
)
from openuno.event.standings import partnerships, standings
from tests.event.evenings import NAMES, Evening


def figures(evening: Evening) -> dict[int, tuple[int, ...]]:
    return {row.entrant: row.figures for row in standings(evening.event)}


@pytest.mark.parametrize(
    ("own", "others", "expected"),
    [
        (5, [3], 100),
        (3, [3], 50),
        (1, [3], 0),
        (5, [1, 1, 9], 67),
        (5, [5, 1, 9], 50),
        (0, [], 50),
        (5, [9, 9, 1], 33),
    ],
)
def test_a_share_is_the_percentage_of_those_who_are_beaten(
    own: int, others: list[int], expected: int
) -> None:
    assert share(own, others) == expected


def test_partners_score_together_and_each_keeps_the_points() -> None:
    evening = Evening(RotatingPartners(), 4).draw().ask(EnterResult(1, (40, 25)))
    ((north, south), (east, west)) = evening.sides()[0]
    assert figures(evening) == {north: (40, 1), south: (40, 1), east: (25, 0), west: (25, 0)}
    assert [pair.points for pair in partnerships(evening.event)] == [40, 25]
    assert [row.rank for row in standings(evening.event)] == [1, 1, 3, 3]


def test_a_bye_brings_the_mean_of_the_sitting() -> None:
    evening = Evening(RotatingPartners(), 5).draw().ask(EnterResult(1, (40, 25)))
    (idle,) = evening.event.sittings[0].byes
    assert figures(evening)[idle] == (33, 0)  # (40 + 40 + 25 + 25) / 4, rounded


def test_duplicate_compares_those_who_held_the_same_cards() -> None:
    evening = Evening(RotatingPartners(), 12, duplicate=True).draw()
    evening.ask(EnterResult(1, (300, 0)), EnterResult(2, (50, 10)), EnterResult(3, (50, 10)))
    tables = evening.sides()
    scores = figures(evening)
    assert [scores[sides[0][0]] for sides in tables] == [(100, 300), (25, 50), (25, 50)]
    assert [scores[sides[1][0]] for sides in tables] == [(0, 0), (75, 10), (75, 10)]


def test_a_correction_counts_and_both_results_are_kept() -> None:
    evening = Evening(RotatingPartners(), 4).draw().ask(EnterResult(1, (40, 25)), Finish())
    evening.ask(CorrectResult(1, (40, 52), reason="  digits\nswapped "))
    assert evening.facts[-1] == ResultCorrected(1, 1, (40, 25), (40, 52), (), "digits swapped")
    assert sorted(row.figures[0] for row in standings(evening.event)) == [40, 40, 52, 52]


def test_a_side_that_left_does_not_go_on() -> None:
    evening = Evening(KnockOut(), 4).draw()
    ((one,), (other,)) = evening.sides()[0]
    evening.ask(
        RemovePeople((NAMES[one],)), EnterResult(1, (90, 10)), EnterResult(2, (5, 6)), DrawTables()
    )
    final = {side[0] for side in evening.sides()[0]}
    assert other in final
    assert one not in final


def test_the_winner_of_a_table_takes_its_highest_rung() -> None:
    evening = Evening(Ladder(4), 8)
    evening.ask(DrawTables(("P1", "P8", "P4")), EnterResult(1, (10, 30, 20)))
    order = [evening.event.people[row.entrant].name for row in standings(evening.event)]
    assert order == ["P8", "P2", "P3", "P4", "P5", "P6", "P7", "P1"]


KNOCK_OUT = [DrawTables(), EnterResult(1, (1, 0)), EnterResult(2, (1, 0)), DrawTables()]
TWO_OPEN = [DrawTables(("P1", "P2")), DrawTables(("P3", "P4"))]
PLAYED = [DrawTables(), EnterResult(1, (40, 25))]


@pytest.mark.parametrize(
    ("kind", "before", "command", "fault"),
    [
        (RotatingPartners(), [], AddPeople(("p1",)), EventFault.HERE),
        (RotatingPartners(), [], AddPeople(("New", "new")), EventFault.HERE),
        (RotatingPartners(), [], AddPeople(("   ",)), EventFault.NAME),
        (RotatingPartners(), [], AddPeople(("x" * 25,)), EventFault.NAME),
        (RotatingPartners(), [], AddPeople(("a\x1b[2J",)), EventFault.NAME),
        (RotatingPartners(), [], AddPeople(tuple(f"q{at}" for at in range(57))), EventFault.FULL),
        (RotatingPartners(), [], RemovePeople(("Nobody",)), EventFault.NOBODY),
        (RotatingPartners(), [RemovePeople(("P1",))], RemovePeople(("P1",)), EventFault.GONE),
        (RotatingPartners(), [RemovePeople(("P1",))], DrawTables(), EventFault.TOO_FEW),
        (RotatingPartners(), [], RenamePerson("P1", "P2"), EventFault.NAME_TAKEN),
        (RotatingPartners(), [], FormTeam(("P1", "P2")), EventFault.NO_TEAMS),
        (FixedTeams(), [], FormTeam(("P1",)), EventFault.TEAM_SIZE),
        (FixedTeams(), [FormTeam(("P1", "P2"))], FormTeam(("P2", "P3")), EventFault.IN_TEAM),
        (FixedTeams(), [AddPeople(("P5",))], DrawTables(), EventFault.LEFT_OVER),
        (KnockOut(2), [DrawTables()], FormTeam(("P1", "P2")), EventFault.LATE_TEAM),
        (RotatingPartners(), [], Start(0), EventFault.NO_SITTING),
        (RotatingPartners(), [], EnterResult(1, (1, 2)), EventFault.NO_SITTING),
        (RotatingPartners(), [], TakeBackDraw(), EventFault.NO_SITTING),
        (RotatingPartners(), [], Finish(), EventFault.NOT_BEGUN),
        (RotatingPartners(), [DrawTables()], DrawTables(), EventFault.UNFINISHED),
        (RotatingPartners(), [DrawTables()], Finish(), EventFault.UNFINISHED),
        (RotatingPartners(), [DrawTables()], EnterResult(2, (1, 2)), EventFault.UNKNOWN_TABLE),
        (RotatingPartners(), [DrawTables()], EnterResult(0, (1, 2)), EventFault.UNKNOWN_TABLE),
        (RotatingPartners(), [DrawTables()], EnterResult(1, (1, 2), 9), EventFault.UNKNOWN_SITTING),
        (RotatingPartners(), [DrawTables()], EnterResult(1, (1, 2, 3)), EventFault.SIDES),
        (RotatingPartners(), [DrawTables()], EnterResult(1, (1, -2)), EventFault.POINTS),
        (RotatingPartners(), [DrawTables()], EnterResult(1, (1, 100_001)), EventFault.POINTS),
        (RotatingPartners(), [DrawTables()], CorrectResult(1, (1, 2)), EventFault.NO_RESULT),
        (RotatingPartners(), [DrawTables(), Start(1)], Start(2), EventFault.STARTED),
        (
            RotatingPartners(),
            [DrawTables(), CancelTable(1)],
            EnterResult(1, (1, 2)),
            EventFault.CANCELLED,
        ),
        (RotatingPartners(), PLAYED, EnterResult(1, (1, 2)), EventFault.HAS_RESULT),
        (RotatingPartners(), PLAYED, CorrectResult(1, (40, 25)), EventFault.SAME_POINTS),
        (RotatingPartners(), PLAYED, TakeBackDraw(), EventFault.NOT_UNDONE),
        (RotatingPartners(), [*PLAYED, Finish()], DrawTables(), EventFault.OVER),
        (RotatingPartners(), PLAYED * 3, DrawTables(), EventFault.ALL_DRAWN),
        (RotatingPartners(), [], DrawTables(("P1", "P2")), EventFault.CHOOSE_TABLE),
        (Ladder(2), [], DrawTables(("P1", "P2", "P3")), EventFault.CHOSEN_COUNT),
        (Ladder(2), [DrawTables()], DrawTables(("P1", "P2")), EventFault.BUSY),
        (Ladder(2), [DrawTables()], DrawTables(), EventFault.NOBODY_FREE),
        (Ladder(2), TWO_OPEN, EnterResult(1, (5, 5)), EventFault.WHICH_SITTING),
        (Ladder(2), TWO_OPEN, CancelTable(1), EventFault.WHICH_SITTING),
        (KnockOut(), [DrawTables()], EnterResult(1, (5, 5)), EventFault.LEVEL),
        (KnockOut(), [DrawTables()], CancelTable(1), EventFault.CANCEL_KNOCK_OUT),
        (KnockOut(), KNOCK_OUT, CorrectResult(1, (0, 1), 1), EventFault.ALREADY_ON),
        (KnockOut(), [*KNOCK_OUT, EnterResult(1, (1, 0))], DrawTables(), EventFault.DECIDED),
    ],
)
def test_what_cannot_be_done_is_refused(
    kind: Kind, before: list[Command], command: Command, fault: EventFault
) -> None:
    evening = Evening(kind, 4).ask(*before)
    event = evening.event
    with pytest.raises(EventRefused) as refused:
        evening.ask(command)
    assert refused.value.fault is fault
    assert "{" not in refused.value.sentence
    assert evening.event == event


@pytest.mark.parametrize(
    ("make", "fault"),
    [
        (lambda: RotatingPartners(0), EventFault.BOUNDS),
        (lambda: Swiss(6), EventFault.BOUNDS),
        (lambda: Swiss(2, 4), EventFault.TABLE_OF_TEAMS),
        (lambda: EventSettings("", RotatingPartners()), EventFault.TITLE),
        (lambda: EventSettings("x", RotatingPartners(), minutes=0), EventFault.BOUNDS),
        (lambda: EventSettings("x", Ladder(), duplicate=True), EventFault.DUPLICATE_KIND),
        (lambda: EventSettings("x", Swiss(), pace=Pace.READY), EventFault.PACE_KIND),
    ],
)
def test_what_cannot_be_set_up_is_refused(make: object, fault: EventFault) -> None:
    assert callable(make)
    with pytest.raises(EventRefused) as refused:
        make()
    assert refused.value.fault is fault


def test_an_event_does_not_grow_without_bound() -> None:
    evening = Evening(Ladder(2), 4)
    for _ in range(200):
        evening.draw().play(Random(1))
    with pytest.raises(EventRefused, match="at most 200 sittings"):
        evening.draw()


def test_two_people_change_places_before_their_tables_start() -> None:
    evening = Evening(RotatingPartners(), 9).draw()
    first, second = (sides[0][0] for sides in evening.sides())
    (idle,) = evening.event.sittings[0].byes
    evening.ask(SwapPlaces(NAMES[first], NAMES[second]))
    assert [sides[0][0] for sides in evening.sides()] == [second, first]
    evening.ask(SwapPlaces(NAMES[second], NAMES[idle]))
    assert evening.sides()[0][0][0] == idle
    assert evening.event.sittings[0].byes == (second,)
    with pytest.raises(EventRefused) as refused:
        evening.ask(SwapPlaces(NAMES[first], NAMES[first]))
    assert refused.value.fault is EventFault.SAME_PERSON
    evening.ask(Start(0, (2,)))
    with pytest.raises(EventRefused) as refused:
        evening.ask(SwapPlaces(NAMES[first], NAMES[idle]))
    assert refused.value.fault is EventFault.STARTED


def test_two_people_of_one_team_have_no_places_to_change() -> None:
    evening = Evening(Swiss(team_size=2), 8).draw()
    one, other = evening.event.entrants[evening.sides()[0][0][0]].members
    with pytest.raises(EventRefused) as refused:
        evening.ask(SwapPlaces(NAMES[one], NAMES[other]))
    assert refused.value.fault is EventFault.SAME_PLACE
