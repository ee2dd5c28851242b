"""Who sits with whom: the promises of docs/events.md, kind by kind."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from openuno.event.commands import (
    AddPeople,
    CancelTable,
    DrawTables,
    RemovePeople,
    Start,
    TakeBackDraw,
)
from openuno.event.history import meetings_in, opponents, partners
from openuno.event.matching import count_repeats
from openuno.event.plan import is_decided, planned_sittings
from openuno.event.settings import (
    MAX_PEOPLE,
    MIN_PEOPLE,
    Fill,
    FixedTeams,
    Kind,
    KnockOut,
    Ladder,
    Pace,
    RotatingPartners,
    Swiss,
)
from openuno.event.state import bye_counts, remaining_entrants, table_entrants
from openuno.game import schedule
from tests.event.evenings import NAMES, Evening


def pair_counts(pairs: Counter[tuple[int, int]], entrants: int) -> list[int]:
    return [pairs[pair] for pair in combinations(range(entrants), 2)]


def test_every_multiple_of_four_has_a_schedule() -> None:
    assert sorted(schedule.SCHEDULED) == list(range(MIN_PEOPLE, MAX_PEOPLE + 1, 4))


@pytest.mark.rule("FMT-4", "FMT-5")
@pytest.mark.parametrize("people", sorted(schedule.SCHEDULED))
def test_rotating_partners_partner_once_and_oppose_twice(people: int) -> None:
    evening, chance = Evening(RotatingPartners(), people), Random(people)
    while not is_decided(evening.event):
        evening.draw().play(chance)
    assert len(evening.event.sittings) == people - 1 == planned_sittings(evening.event)
    assert set(pair_counts(partners(evening.event), people)) == {1}
    assert set(pair_counts(opponents(evening.event), people)) == {2}
    assert not any(bye_counts(evening.event))


@pytest.mark.parametrize("people", [5, 6, 7, 9, 10, 13, 15])
def test_other_numbers_rotate_without_repeating_a_partner(people: int) -> None:
    evening, chance = Evening(RotatingPartners(), people, sittings=5), Random(people)
    for _ in range(3):
        evening.draw().play(chance)
    assert max(partners(evening.event).values()) == 1
    byes = bye_counts(evening.event)
    assert max(byes) - min(byes) <= 1
    assert sum(byes) == 3 * (people % 4)


def test_sixty_people_without_a_schedule_can_rotate() -> None:
    evening, chance = Evening(RotatingPartners(), 58, sittings=4), Random(1)
    evening.draw().play(chance).ask(AddPeople(NAMES[58:60]))
    for _ in range(3):
        evening.draw().play(chance)
    assert max(partners(evening.event).values()) == 1
    assert max(opponents(evening.event).values()) == 1
    assert sum(bye_counts(evening.event)) == 2


@pytest.mark.parametrize("people", [4, 7, 8, 13, 60])
def test_swiss_opponents_do_not_meet_again_while_avoidable(people: int) -> None:
    evening, chance = Evening(Swiss(), people), Random(people)
    for _ in range(planned_sittings(evening.event) or 0):
        before = opponents(evening.event)
        evening.draw()
        pairs = [tuple(sorted(table_entrants(t))) for t in evening.event.sittings[-1].tables]
        playing = [entrant for pair in pairs for entrant in pair]
        repeats = sum(before[one, other] > 0 for one, other in pairs)
        assert repeats == count_repeats(playing, meetings_in(before))
        evening.play(chance)
    if people >= 7:
        assert max(opponents(evening.event).values()) == 1


@pytest.mark.parametrize(("teams", "size"), [(2, 2), (5, 2), (6, 2), (4, 3)])
def test_every_team_meets_every_other_once(teams: int, size: int) -> None:
    evening, chance = Evening(FixedTeams(size), teams * size), Random(teams)
    while not is_decided(evening.event):
        evening.draw().play(chance)
    assert pair_counts(opponents(evening.event), teams) == [1] * (teams * (teams - 1) // 2)
    assert set(bye_counts(evening.event)) == {teams % 2}


@pytest.mark.parametrize("kind", [KnockOut(), KnockOut(2), KnockOut(1, 4), KnockOut(1, 3)])
@pytest.mark.parametrize("people", [4, 10, 36, 60])
def test_a_knock_out_ends_with_one_winner(kind: Kind, people: int) -> None:
    evening, chance = Evening(kind, people), Random(people)
    while not is_decided(evening.event):
        before = len(remaining_entrants(evening.event)) if evening.event.sittings else 10**9
        evening.draw().play(chance)
        assert len(remaining_entrants(evening.event)) < before
    assert len(remaining_entrants(evening.event)) == 1
    assert max(bye_counts(evening.event)) <= 1


def test_on_a_ladder_only_those_who_are_free_are_drawn() -> None:
    evening = Evening(Ladder(4), 8, pace=Pace.READY).draw()
    assert [len(sides) for sides in evening.sides()] == [4, 4]
    first = evening.event.sittings[0].tables[0]
    evening.ask(CancelTable(1), DrawTables())
    assert {e for side in evening.sides()[0] for e in side} == set(table_entrants(first))
    evening.ask(TakeBackDraw(), DrawTables(tuple(NAMES[e] for e in table_entrants(first)[:2])))
    assert len(evening.sides()[0]) == 2


def test_someone_who_takes_the_place_of_another_takes_the_number() -> None:
    evening, chance = Evening(RotatingPartners(), 8), Random(2)
    evening.draw().play(chance).ask(RemovePeople(("P3",)), AddPeople(("Late",)))
    while not is_decided(evening.event):
        evening.draw().play(chance)
    assert all(sitting.stage is not None for sitting in evening.event.sittings)
    assert max(partners(evening.event).values()) == 1


def test_a_draw_that_is_taken_back_brings_the_schedule_back() -> None:
    evening = Evening(RotatingPartners(), 8).draw().play(Random(1))
    evening.ask(RemovePeople(("P1",)), DrawTables())
    assert evening.event.sittings[-1].stage is None
    assert len(evening.event.sittings[-1].byes) == 3
    evening.ask(TakeBackDraw(), AddPeople(("P1",)), DrawTables())
    assert evening.event.sittings[-1].stage == 1


def test_bots_fill_in_and_go_again() -> None:
    evening = Evening(RotatingPartners(), 10, fill=Fill.BOTS).draw()
    assert len(evening.sides()) == 3
    assert [person.name for person in evening.event.people if person.bot] == ["Bot 1", "Bot 2"]
    evening.play(Random(1)).ask(AddPeople(("Late", "Later")), DrawTables())
    assert not any(person.bot and person.present for person in evening.event.people)
    evening.play(Random(1)).ask(RemovePeople(("P4",)), DrawTables())
    assert sum(person.bot and person.present for person in evening.event.people) == 1
    assert evening.event.sittings[-1].byes == ()


def test_a_latecomer_takes_the_empty_chair_of_a_team() -> None:
    evening = Evening(FixedTeams(2), 8).draw().play(Random(1))
    gone = evening.event.entrants[2].members[1]
    evening.ask(RemovePeople((NAMES[gone],)), AddPeople(("Late",)), DrawTables())
    assert evening.event.people[evening.event.entrants[2].members[1]].name == "Late"
    assert evening.event.sittings[-1].stage == 1


def test_when_ready_one_sitting_is_drawn_ahead_and_starts_table_by_table() -> None:
    evening = (
        Evening(RotatingPartners(), 8, pace=Pace.READY, minutes=20)
        .draw()
        .ask(Start(0), DrawTables())
    )
    with pytest.raises(ValueError, match=r"^P\d still plays at table 1 of sitting 1$"):
        evening.ask(Start(5, sitting=2))
    with pytest.raises(ValueError, match=r"^table 1 of sitting 1 has no result yet"):
        evening.ask(DrawTables())
    evening.play(Random(1)).draw()
    evening.ask(Start(9))
    assert {table.started for table in evening.event.sittings[-1].tables} == {9}
