"""The evenings that the properties are held to: enough happens in them."""

from collections import Counter
from typing import get_args

from openuno import EDITIONS
from openuno.game.notation import FORMAT_NAMES
from openuno.room.deadlines import Delete, Due
from openuno.room.facts import Fact, GameClosed, Opened, SeedRevealed, TableClosed
from openuno.room.settings import Clock, Settings
from openuno.room.view import legal_actions, moves_by_seat
from tests.room.random_evenings import Evening, Plan


def test_in_a_few_evenings_every_fact_comes_about_and_every_due() -> None:
    facts: Counter[type] = Counter()
    dues: set[type] = set()
    won = 0
    formats = [(name, 8 if name == "rotating" else 4) for name in FORMAT_NAMES]
    for number, (name, seats) in enumerate(formats * 3):
        rules = tuple(EDITIONS)[number % len(EDITIONS)] + f"+hand_size={1 + number % 2}"
        clock = Clock(move=(None, 5, 3600)[number % 3], bots=1)
        evening = Evening(Plan(Settings(rules, name, seats, clock), number, 300))
        for happened in evening.steps():
            facts.update(type(fact) for fact in happened.entry.facts)
            won += any(
                isinstance(fact, GameClosed) and fact.ended_by is None
                for fact in happened.entry.facts
            )
        dues |= evening.fallen_due
    assert set(facts) == set(get_args(Fact)) - {Opened, SeedRevealed, TableClosed}
    assert dues == set(get_args(Due)) - {Delete}
    assert won >= 10


def test_what_all_seats_may_do_is_what_each_may_do() -> None:
    busy = Settings(rules="house+jump_in=on+wrong_catch_penalty=2", seats=4)
    for settings in (busy, Settings(rules="classic", format="rotating", seats=8)):
        for happened in Evening(Plan(settings, 3, 300)).steps():
            table = happened.after
            each = {seat: legal_actions(table, seat) for seat in range(len(table.seats))}
            assert moves_by_seat(table) == {seat: may for seat, may in each.items() if may}


def test_an_evening_follows_from_its_plan() -> None:
    plan = Plan(Settings(rules="classic"), 7, 200)
    one, two = Evening(plan), Evening(plan)
    assert list(one.steps()) == list(two.steps())
