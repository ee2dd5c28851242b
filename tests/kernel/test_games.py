from concurrent.futures import ThreadPoolExecutor
from random import Random

import numpy as np
import pytest

from openuno import (
    BestOf,
    Elimination,
    Format,
    LowTally,
    Partners,
    Race,
    Rotating,
    SetupError,
    Single,
    Teams,
    edition,
    with_switches,
)
from openuno.kernel.bots.policies import Policy
from openuno.kernel.rules.state import Numbers
from openuno.kernel.simulation.plan import Plan, simulate
from openuno.kernel.tallies import (
    GAME,
    GAME_LENGTHS,
    GAME_SIZE,
    ByPlayer,
    GameTally,
    Tally,
    player_index,
)
from tests.kernel.reference import SimulatedGame, differences, policies
from tests.kernel.settings import setting

CHUNKS, GAMES = 8, 30
MOST_HANDS = 12
"""A game is followed so far at most."""
PLAIN = edition("mattel-2016")


def format_for(chance: Random, seats: int, *, teams: bool) -> Format:
    """A format for this number of seats, with a limit that is soon reached."""
    limit = chance.choice((1, 60, 150, 400))
    formats: list[Format] = [Partners(limit)] if seats == 4 else []
    if seats in range(4, 11, 2):
        formats.append(Teams(limit))
    if not teams:
        formats += [Race(limit), LowTally(limit), Elimination(limit), Elimination(limit)]
        formats += [Single(), BestOf(chance.choice((3, 5)))]
    return chance.choice(formats)


def agree(plan: Plan, number: int, max_rounds: int = MOST_HANDS) -> SimulatedGame:
    """A game on which kernel and reference agree after every hand."""
    played = SimulatedGame(plan, number)
    while played.is_unfinished and played.game.round_number < max_rounds:
        played.play_hand()
        compare(played, simulate(plan, number, 1, played.game.round_number))
    if not played.is_unfinished:
        compare(played, simulate(plan, number, 1))
    return played


def compare(played: SimulatedGame, found: Numbers) -> None:
    wanted = played.counts()
    if (found != wanted).any():
        pytest.fail(f"{differences(found, wanted)}\n{played.plan}\n{played}", pytrace=False)


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_a_simulated_game_is_the_one_that_the_bots_play_in_the_reference(chunk: int) -> None:
    chance = Random(f"games/{chunk}")
    for _ in range(GAMES):
        table = setting(chance)
        plan = Plan(table.rules, policies(chance, table.seats), chance.getrandbits(64))
        format = format_for(chance, table.seats, teams=table.rules.teams)
        agree(plan._replace(format=format), chance.randrange(1 << 40))


@pytest.mark.parametrize(
    ("format", "seats"),
    [
        (Race(), 2),
        (Race(), 10),
        (LowTally(200), 3),
        (Partners(200), 4),
        (Teams(300), 6),
        (Elimination(100), 5),
        (Single(), 7),
        (BestOf(7), 3),
    ],
)
@pytest.mark.parametrize("slug", ["mattel-2016", "classic", "wild-112"])
def test_a_game_by_the_printed_rules_is_played_to_its_end(
    format: Format, seats: int, slug: str
) -> None:
    plan = Plan(edition(slug), (Policy(),) * seats, seats, format)
    assert agree(plan, 1, max_rounds=60).game.winners is not None


def test_the_last_two_of_an_elimination_play_by_the_two_player_rules() -> None:
    rules = with_switches(PLAIN, two_player_reverse=False)
    played = agree(Plan(rules, (Policy(),) * 4, 3, Elimination(60)), 0, max_rounds=60)
    assert [len(hand.round.hands) for hand in played.hands][-1] == 2
    assert played.hands[-1].round.rules.two_player_reverse


def test_a_policy_stays_with_its_player_when_others_are_out() -> None:
    careless = Policy.parse("uniform:forgets=1,catches=0")
    plan = Plan(PLAIN, (careless, Policy(), careless, Policy(), careless), 8, Elimination(80))
    for number in range(4):
        agree(plan, number, max_rounds=60)


def test_every_game_has_a_winner_and_every_hand_a_dealer() -> None:
    for format in (Race(), LowTally(), Elimination(), Partners(), Single(), BestOf()):
        counts = simulate(Plan(PLAIN, (Policy(),) * 4, 1, format), 0, 200)
        shares = 2 if isinstance(format, Partners) else 1
        players = range(4)
        wins = sum(int(counts[player_index(ByPlayer.WINS, player)]) for player in players)
        dealt = sum(int(counts[player_index(ByPlayer.DEALT, player)]) for player in players)
        assert not counts[GAME + GameTally.CUT_SHORT]
        assert shares * 200 <= wins <= shares * 200 + 4 * counts[GAME + GameTally.SHARED]
        assert dealt == counts[GAME + GameTally.ROUNDS] == counts[Tally.ROUNDS]
        assert counts[GAME_LENGTHS:GAME_SIZE].sum() == 200


def test_a_game_is_given_up_after_as_many_hands_as_allowed() -> None:
    plan = Plan(PLAIN, (Policy(),) * 4, 1, Race(100_000))
    counts = simulate(plan, 0, 3, max_rounds=2)
    assert counts[GAME + GameTally.CUT_SHORT] == 3
    assert counts[GAME + GameTally.ROUNDS] == 6


def test_parts_add_up_to_the_whole() -> None:
    for format in (Race(), Elimination(200)):
        plan = Plan(edition("house"), (Policy(),) * 5, 2, format)
        parts = simulate(plan, 0, 11) + simulate(plan, 11, 19)
        assert (parts == simulate(plan, 0, 30)).all()


def test_threads_change_nothing() -> None:
    plan = Plan(edition("wild-112"), (Policy(),) * 6, 2, Elimination(150))
    with ThreadPoolExecutor(4) as pool:
        parts = pool.map(lambda first: simulate(plan, first, 10), range(0, 80, 10))
        found = sum(parts, np.zeros(GAME_SIZE, np.int64))
    assert (found == simulate(plan, 0, 80)).all()


@pytest.mark.parametrize(
    ("format", "seats", "switch"),
    [(Rotating(), 4, "format"), (Partners(), 5, "players"), (Teams(), 3, "players")],
)
def test_a_format_that_cannot_be_simulated_is_refused(
    format: Format, seats: int, switch: str
) -> None:
    with pytest.raises(SetupError) as refused:
        simulate(Plan(PLAIN, (Policy(),) * seats, 0, format), 0, 1)
    assert refused.value.switch == switch
