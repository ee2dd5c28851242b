"""Scores by hand, and what is refused: every refusal says what to do and changes nothing."""

from random import Random

import pytest

from openuno.event.commands import (
    CancelTable,
    Command,
    CorrectResult,
    Draw,
    EnterResult,
    Finish,
    FormTeam,
    Join,
    Leave,
    Rename,
    Start,
    TakeBackDraw,
)
from openuno.event.facts import ResultCorrected
from openuno.event.refusals import EventFault, EventRefused
from openuno.event.scoring import share
from openuno.event.settings import Kind, KnockOut, Ladder, Pace, Rotating, Settings, Swiss, Teams
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
    evening = Evening(Rotating(), 4).draw().ask(EnterResult(1, (40, 25)))
    ((north, south), (east, west)) = evening.sides()[0]
    assert figures(evening) == {north: (40, 1), south: (40, 1), east: (25, 0), west: (25, 0)}
    assert [pair.points for pair in partnerships(evening.event)] == [40, 25]
    assert [row.rank for row in standings(evening.event)] == [1, 1, 3, 3]


def test_a_bye_brings_the_mean_of_the_sitting() -> None:
    evening = Evening(Rotating(), 5).draw().ask(EnterResult(1, (40, 25)))
    (idle,) = evening.event.sittings[0].byes
    assert figures(evening)[idle] == (33, 0)  # (40 + 40 + 25 + 25) / 4, rounded


def test_duplicate_compares_those_who_held_the_same_cards() -> None:
    evening = Evening(Rotating(), 12, duplicate=True).draw()
    evening.ask(EnterResult(1, (300, 0)), EnterResult(2, (50, 10)), EnterResult(3, (50, 10)))
    tables = evening.sides()
    scores = figures(evening)
    assert [scores[sides[0][0]] for sides in tables] == [(100, 300), (25, 50), (25, 50)]
    assert [scores[sides[1][0]] for sides in tables] == [(0, 0), (75, 10), (75, 10)]


def test_a_correction_counts_and_both_results_are_kept() -> None:
    evening = Evening(Rotating(), 4).draw().ask(EnterResult(1, (40, 25)), Finish())
    evening.ask(CorrectResult(1, (40, 52), reason="  digits\nswapped "))
    assert evening.facts[-1] == ResultCorrected(1, 1, (40, 25), (40, 52), (), "digits swapped")
    assert sorted(row.figures[0] for row in standings(evening.event)) == [40, 40, 52, 52]


def test_a_side_that_left_does_not_go_on() -> None:
    evening = Evening(KnockOut(), 4).draw()
    ((one,), (other,)) = evening.sides()[0]
    evening.ask(Leave((NAMES[one],)), EnterResult(1, (90, 10)), EnterResult(2, (5, 6)), Draw())
    final = {side[0] for side in evening.sides()[0]}
    assert other in final
    assert one not in final


def test_the_winner_of_a_table_takes_its_highest_rung() -> None:
    evening = Evening(Ladder(4), 8)
    evening.ask(Draw(("P1", "P8", "P4")), EnterResult(1, (10, 30, 20)))
    order = [evening.event.people[row.entrant].name for row in standings(evening.event)]
    assert order == ["P8", "P2", "P3", "P4", "P5", "P6", "P7", "P1"]


KNOCK_OUT = [Draw(), EnterResult(1, (1, 0)), EnterResult(2, (1, 0)), Draw()]
TWO_OPEN = [Draw(("P1", "P2")), Draw(("P3", "P4"))]
PLAYED = [Draw(), EnterResult(1, (40, 25))]


@pytest.mark.parametrize(
    ("kind", "before", "command", "fault"),
    [
        (Rotating(), [], Join(("p1",)), EventFault.HERE),
        (Rotating(), [], Join(("New", "new")), EventFault.HERE),
        (Rotating(), [], Join(("   ",)), EventFault.NAME),
        (Rotating(), [], Join(("x" * 25,)), EventFault.NAME),
        (Rotating(), [], Join(("a\x1b[2J",)), EventFault.NAME),
        (Rotating(), [], Join(tuple(f"q{at}" for at in range(57))), EventFault.FULL),
        (Rotating(), [], Leave(("Nobody",)), EventFault.NOBODY),
        (Rotating(), [Leave(("P1",))], Leave(("P1",)), EventFault.GONE),
        (Rotating(), [Leave(("P1",))], Draw(), EventFault.TOO_FEW),
        (Rotating(), [], Rename("P1", "P2"), EventFault.NAME_TAKEN),
        (Rotating(), [], FormTeam(("P1", "P2")), EventFault.NO_TEAMS),
        (Teams(), [], FormTeam(("P1",)), EventFault.TEAM_SIZE),
        (Teams(), [FormTeam(("P1", "P2"))], FormTeam(("P2", "P3")), EventFault.IN_TEAM),
        (Teams(), [Join(("P5",))], Draw(), EventFault.LEFT_OVER),
        (KnockOut(2), [Draw()], FormTeam(("P1", "P2")), EventFault.LATE_TEAM),
        (Rotating(), [], Start(0), EventFault.NO_SITTING),
        (Rotating(), [], EnterResult(1, (1, 2)), EventFault.NO_SITTING),
        (Rotating(), [], TakeBackDraw(), EventFault.NO_SITTING),
        (Rotating(), [], Finish(), EventFault.NOT_BEGUN),
        (Rotating(), [Draw()], Draw(), EventFault.UNFINISHED),
        (Rotating(), [Draw()], Finish(), EventFault.UNFINISHED),
        (Rotating(), [Draw()], EnterResult(2, (1, 2)), EventFault.UNKNOWN_TABLE),
        (Rotating(), [Draw()], EnterResult(0, (1, 2)), EventFault.UNKNOWN_TABLE),
        (Rotating(), [Draw()], EnterResult(1, (1, 2), 9), EventFault.UNKNOWN_SITTING),
        (Rotating(), [Draw()], EnterResult(1, (1, 2, 3)), EventFault.SIDES),
        (Rotating(), [Draw()], EnterResult(1, (1, -2)), EventFault.POINTS),
        (Rotating(), [Draw()], EnterResult(1, (1, 100_001)), EventFault.POINTS),
        (Rotating(), [Draw()], CorrectResult(1, (1, 2)), EventFault.NO_RESULT),
        (Rotating(), [Draw(), Start(1)], Start(2), EventFault.STARTED),
        (Rotating(), [Draw(), CancelTable(1)], EnterResult(1, (1, 2)), EventFault.CANCELLED),
        (Rotating(), PLAYED, EnterResult(1, (1, 2)), EventFault.HAS_RESULT),
        (Rotating(), PLAYED, CorrectResult(1, (40, 25)), EventFault.SAME_POINTS),
        (Rotating(), PLAYED, TakeBackDraw(), EventFault.NOT_UNDONE),
        (Rotating(), [*PLAYED, Finish()], Draw(), EventFault.OVER),
        (Rotating(), PLAYED * 3, Draw(), EventFault.ALL_DRAWN),
        (Rotating(), [], Draw(("P1", "P2")), EventFault.CHOOSE_TABLE),
        (Ladder(2), [], Draw(("P1", "P2", "P3")), EventFault.CHOSEN_COUNT),
        (Ladder(2), [Draw()], Draw(("P1", "P2")), EventFault.BUSY),
        (Ladder(2), [Draw()], Draw(), EventFault.NOBODY_FREE),
        (Ladder(2), TWO_OPEN, EnterResult(1, (5, 5)), EventFault.WHICH_SITTING),
        (Ladder(2), TWO_OPEN, CancelTable(1), EventFault.WHICH_SITTING),
        (KnockOut(), [Draw()], EnterResult(1, (5, 5)), EventFault.LEVEL),
        (KnockOut(), [Draw()], CancelTable(1), EventFault.CANCEL_KNOCK_OUT),
        (KnockOut(), KNOCK_OUT, CorrectResult(1, (0, 1), 1), EventFault.ALREADY_ON),
        (KnockOut(), [*KNOCK_OUT, EnterResult(1, (1, 0))], Draw(), EventFault.DECIDED),
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
        (lambda: Rotating(0), EventFault.BOUNDS),
        (lambda: Swiss(6), EventFault.BOUNDS),
        (lambda: Swiss(2, 4), EventFault.TABLE_OF_TEAMS),
        (lambda: Settings("", Rotating()), EventFault.TITLE),
        (lambda: Settings("x", Rotating(), minutes=0), EventFault.BOUNDS),
        (lambda: Settings("x", Ladder(), duplicate=True), EventFault.DUPLICATE_KIND),
        (lambda: Settings("x", Swiss(), pace=Pace.READY), EventFault.PACE_KIND),
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
