from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import numpy as np
import pytest

from openuno import edition, with_switches
from openuno.bots.uniform import Habits
from openuno.engine.rules import EDITIONS
from openuno.kernel.bots.policies import Policy, habit_rows
from openuno.kernel.rules.state import Numbers, allocate_rounds, select_round
from openuno.kernel.simulation import rounds
from openuno.kernel.simulation.plan import Plan, is_plain_rules, signed_seed, simulate
from openuno.kernel.tallies import CAUGHT, SIZE, WINS, Tally
from tests.kernel.reference import differences, play_simulated, policies
from tests.kernel.settings import setting

CHUNKS, TABLES = 8, 60
PLAIN = edition("mattel-2016")

# What Numba compiles has no types.
ANY_ROUNDS: Any = rounds.any_rounds


def plan_of(chance: Random) -> Plan:
    table = setting(chance)
    return Plan(table.rules, policies(chance, table.seats), chance.getrandbits(64))


def agree(plan: Plan, number: int) -> Numbers:
    """The counts of a round, on which kernel and reference agree."""
    found = simulate(plan, number, 1)
    played = play_simulated(plan, number)
    wanted = played.counts()
    if (found != wanted).any():
        pytest.fail(f"{differences(found, wanted)}\n{plan}\n{played}", pytrace=False)
    return found


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_a_simulated_round_is_the_one_that_the_bot_plays_in_the_reference(chunk: int) -> None:
    chance = Random(f"rounds/{chunk}")
    for _ in range(TABLES):
        agree(plan_of(chance), chance.randrange(1 << 40))


def test_everything_that_is_counted_of_the_seats_happens_in_these_rounds() -> None:
    chance = Random("counted")
    total = sum((simulate(plan_of(chance), 0, 1) for _ in range(600)), np.zeros(SIZE, np.int64))
    never = {tally.name for tally in Tally if not total[tally]}
    assert never <= {Tally.DEAD.name, Tally.CUT_SHORT.name}


@pytest.mark.parametrize("slug", EDITIONS)
@pytest.mark.parametrize("seats", [2, 3, 4, 7, 10])
def test_the_printed_rules_are_simulated_as_the_bot_plays_them(slug: str, seats: int) -> None:
    plan = Plan(edition(slug), (Policy(),) * seats, seed=seats)
    for number in range(5):
        agree(plan, number)


def test_the_plain_policy_has_the_habits_of_the_plain_bot() -> None:
    assert Policy() == Policy("uniform", Habits())


def test_a_round_without_end_is_given_up_where_the_reference_gives_it_up() -> None:
    # Everyone forgets UNO, and everyone is caught: nobody has one card left in their turn.
    endless = Plan(PLAIN, (Policy.parse("uniform:forgets=1"),) * 2)
    assert agree(endless, 0)[Tally.CUT_SHORT]


def any_loop(plan: Plan, first: int, count: int) -> Numbers:
    """The counts of the loop for any rules and policies."""
    counts = np.zeros(SIZE, np.int64)
    arrays = select_round(allocate_rounds(plan.rules, plan.seats, 1), 0)
    habits = habit_rows(plan.policies).ravel()
    ANY_ROUNDS(arrays, habits, signed_seed(plan.seed), first, count, counts)
    return counts


NO_MATTER: tuple[dict[str, object], ...] = (
    {},
    {"hand_size": 1},
    {"hand_size": 10},
    {"renege": False, "forced_play": True},
    {"uno_penalty": 9, "special_points": 40},
    {"wrong_catch_penalty": 3, "suggestion_penalty": 4, "dealer_draw": "chosen"},
)


@pytest.mark.parametrize("switches", NO_MATTER)
@pytest.mark.parametrize("seats", [2, 4, 6, 10])
def test_the_quick_loop_counts_what_the_other_counts(
    switches: dict[str, object], seats: int
) -> None:
    plan = Plan(with_switches(PLAIN, **switches), (Policy(),) * seats, seed=7)
    assert is_plain_rules(plan)
    assert (simulate(plan, 1000, 500) == any_loop(plan, 1000, 500)).all()


@pytest.mark.parametrize(
    "switches",
    [
        {"decks": 2},
        {"swap_cards": 1},
        {"shuffle_cards": 1},
        {"blank_cards": 1},
        {"first_card": "number"},
        {"play_drawn": False},
        {"draw_until": True},
        {"bluffing": False},
        {"stacking": "any"},
        {"jump_in": True},
        {"seven_zero": True},
        {"two_player_reverse": False},
        {"teams": True},
    ],
)
def test_a_switch_that_matters_is_not_left_to_the_quick_loop(switches: dict[str, object]) -> None:
    assert not is_plain_rules(Plan(with_switches(PLAIN, **switches), (Policy(),) * 4))


@pytest.mark.rule("FMT-3")
def test_a_pair_scores_nothing_for_the_partners_cards() -> None:
    plan = Plan(with_switches(PLAIN, teams=True), (Policy(),) * 4, seed=7)
    counts = agree(plan, 0)
    winner = int(counts[WINS : WINS + 4].argmax())
    opponents = (CAUGHT + (winner + distance) % 4 for distance in (1, 3))
    assert counts[CAUGHT + (winner + 2) % 4] > 0
    assert counts[Tally.SCORE] == sum(int(counts[index]) for index in opponents)


def test_a_habit_is_not_left_to_the_quick_loop() -> None:
    assert not is_plain_rules(Plan(PLAIN, (Policy(), Policy.parse("uniform:doubts=3"))))


def test_parts_add_up_to_the_whole() -> None:
    chance = Random("parts")
    for plan in [Plan(PLAIN, (Policy(),) * 4, 3), *(plan_of(chance) for _ in range(6))]:
        whole = simulate(plan, 0, 60)
        for cut in (1, 17, 59):
            assert (simulate(plan, 0, cut) + simulate(plan, cut, 60 - cut) == whole).all()


def test_threads_change_nothing() -> None:
    chance = Random("threads")
    for plan in [Plan(PLAIN, (Policy(),) * 4, 3), plan_of(chance), plan_of(chance)]:
        with ThreadPoolExecutor(4) as pool:
            parts = list(
                pool.map(lambda first, plan=plan: simulate(plan, first, 25), range(0, 200, 25))
            )
        assert (sum(parts, np.zeros(SIZE, np.int64)) == simulate(plan, 0, 200)).all()


def test_players_who_jump_in_for_ever_are_stopped() -> None:
    # With almost no pile, each Draw Two comes back to somebody who jumps in with it.
    rules = with_switches(
        edition("house"), hand_size=25, jump_in=True, forced_play=True, teams=True
    )
    plan = Plan(rules, (Policy("regular"),) * 4, seed=1)
    counts = simulate(plan, 0, 200)
    assert counts[Tally.ROUNDS] == 200
    assert counts[Tally.CUT_SHORT], "no round of these was endless: that proves nothing"
