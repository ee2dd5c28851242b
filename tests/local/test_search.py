"""`expert`: possible deals by belief, moves compared in them, within a budget; names of bots."""

import sys
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import get_args
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from openuno import (
    EDITIONS,
    Action,
    Answer,
    Card,
    Colour,
    Fast,
    Mind,
    Play,
    Round,
    Step,
    View,
    deal,
    play_game,
    play_round,
    seat_to_act,
    view,
)
from openuno.bots.bot import is_my_turn
from openuno.bots.casual import casual
from openuno.bots.master import master
from openuno.bots.network.layout import FEATURES
from openuno.bots.regular import regular
from openuno.engine.actions import Accept, Challenge, Suggest
from openuno.engine.errors import SetupError
from openuno.engine.notation.rounds import parse_round
from openuno.engine.notation.rules import parse_rules
from openuno.engine.play import apply
from openuno.engine.rng import Generator
from openuno.game.formats import Format, LowTally, Race, Single
from openuno.local.named_bots import find_bot
from openuno.local.search import expert
from openuno.local.search.belief import Belief
from openuno.local.search.compiled import rollouts
from openuno.local.search.expert import SIGNIFICANT, Budget, candidates, search
from openuno.local.search.lookahead import Lookahead
from openuno.local.search.trials import Dropping, Trials
from openuno.local.search.win_scores import score_one_by_one, win_scores
from openuno.room.protocol.values import format_facts
from tests.bots.test_properties import remembering
from tests.hidden_worlds import Revealed, indexes, other_world
from tests.policies import Game
from tests.strategies import games, generators, rounds_in_progress

EXAMPLE = Path(__file__).parents[2] / "examples" / "engine_bot.py"
SHORT = Budget(worlds=2)
WAYS = pytest.mark.parametrize("many", [SHORT.worlds, SHORT.worlds + 1])
"""Both ways to search: the rollouts propose and the network objects, or the other way round."""
SEEDS = st.integers(0, 2**32 - 1)
FORMATS: tuple[Format, ...] = (Single(), Race(), LowTally())
"""One for each stake."""


@WAYS
@given(game=games(), rng=generators())
@settings(max_examples=12)
def test_it_does_only_what_is_legal(many: int, game: Game, rng: Generator) -> None:
    round = game.turned[-1].before if game.turned else game.round
    seat = seat_to_act(round)
    if seat is None:
        return
    seen = view(round, seat)
    with patch.object(expert, "MANY", many):
        action, _ = search(seen, remembering(game, seat, Mind(rng)), SHORT)
    assert action in seen.legal
    assert not isinstance(action, Suggest)


@WAYS
@pytest.mark.parametrize("format", FORMATS)
@given(round=rounds_in_progress(), rng=generators(), seed=SEEDS)
@settings(max_examples=12)
def test_what_lies_hidden_never_changes_a_move(
    round: Round, rng: Generator, seed: int, format: Format, many: int
) -> None:
    seat = seat_to_act(round)
    assert seat is not None
    other = other_world(round, seat, Random(seed), Revealed())
    mind = Mind(rng, format=format)
    with patch.object(expert, "MANY", many):
        assert search(view(other, seat), mind, SHORT) == search(view(round, seat), mind, SHORT)


@WAYS
def test_of_hands_that_changed_places_only_cards_that_were_seen_change_a_move(many: int) -> None:
    table: Round | None = None
    turns: list[tuple[Round, Mind]] = []

    def watch(step: Step) -> None:
        nonlocal table
        table = step.round

    def play(seen: View, mind: Mind) -> Answer:
        assert table is not None, "the deal was seen"
        if is_my_turn(seen) and any(mind.memory.known[1:]):
            turns.append((table, mind))
        return regular(seen, mind)

    rules = parse_rules("mattel-2016+seven_zero=on")
    play_round([play, "regular", "regular"], rules, seed=1, watch=watch)
    exchanged = False
    for round, mind in turns:
        hands = list(enumerate(zip(round.hands, mind.memory.known, strict=True)))[1:]
        known = {(seat, at) for seat, (hand, cards) in hands for at in indexes(hand, cards)}
        other = other_world(round, 0, Random(1), Revealed(known))
        exchanged |= other.hands != round.hands
        with patch.object(expert, "MANY", many):
            assert search(view(other, 0), mind, SHORT) == search(view(round, 0), mind, SHORT)
    assert exchanged, "of hands that the seat has given away it does not know all"


def test_numpy_and_plain_python_give_the_same_scores() -> None:
    rows = [bytearray((7 * n + turn) % 11 % 5 for n in range(FEATURES)) for turn in range(3)]
    assert list(win_scores()(rows)) == score_one_by_one(rows)


def test_it_stops_when_its_time_is_up() -> None:
    round = deal(EDITIONS["mattel-2016"], 2, 0, Fast(5)).round
    seat = seat_to_act(round)
    assert seat is not None
    ticks = count()

    def clock() -> float:
        return float(next(ticks))

    action, _ = search(view(round, seat), Mind(Fast(1)), Budget(seconds=0.5, clock=clock))
    assert action in view(round, seat).legal
    assert next(ticks) <= 3, "asked at the start, after the first deals, and after a test of them"


@pytest.mark.parametrize(("players", "searches"), [(6, True), (7, False)])
def test_with_more_than_six_players_it_plays_as_master(players: int, *, searches: bool) -> None:
    ticks = count()
    budget = Budget(worlds=2, seconds=1.0, clock=lambda: float(next(ticks)))

    def compare(seen: View, mind: Mind) -> Answer:
        answer = search(seen, mind, budget)
        assert searches or answer == master(seen, mind)
        return answer

    play_round([compare, *["casual"] * (players - 1)], seed=3)
    assert (next(ticks) > 0) is searches


@pytest.mark.parametrize(
    ("rules", "format", "searches"),
    [
        ("mattel-2016", Race(), False),
        ("mattel-2016", LowTally(), False),
        ("mattel-2016", Single(), True),
        ("mattel-2016+seven_zero=on", LowTally(), True),
    ],
)
def test_with_few_deals_it_plays_as_master_where_the_network_plays_for_points(
    rules: str, format: Format, *, searches: bool
) -> None:
    def compare(seen: View, mind: Mind) -> Answer:
        mind = Mind(mind.rng, mind.memory, format)
        answer = search(seen, mind, Budget(worlds=2))
        assert searches or answer == master(seen, mind)
        return answer

    with patch.object(expert, "Trials", wraps=Trials) as trials:
        play_round([compare, *["casual"] * 4], parse_rules(rules), seed=3)
    assert trials.called is searches


def test_the_pages_are_told_in_which_formats_it_searches_with_few_deals() -> None:
    def searches(format: Format) -> bool:
        def bot(seen: View, mind: Mind) -> Answer:
            return search(seen, Mind(mind.rng, mind.memory, format), Budget(worlds=2))

        with patch.object(expert, "Trials", wraps=Trials) as trials:
            play_round([bot, "casual"], seed=3)
        return trials.called

    for kind in get_args(Format):
        assert searches(kind()) is (format_facts(kind)["stake"] == "win"), kind


@pytest.mark.parametrize(
    ("rules", "players", "plays_on"),
    [
        ("mattel-2016", 2, True),
        ("mattel-2016", 4, True),
        ("mattel-2016", 6, True),
        ("mattel-2016+seven_zero=on", 4, True),
        ("mattel-2016+seven_zero=on", 6, False),
        ("wild-112+written=Everyone_else_draws_2_cards.", 4, False),
    ],
)
def test_the_student_plays_on_where_the_network_decides_and_nothing_is_written(
    rules: str, players: int, *, plays_on: bool
) -> None:
    for format in (Single(), Race(), LowTally()):
        assert (True in ways_to_roll_out(rules, players, format)) is plays_on


def ways_to_roll_out(rules: str, players: int, format: Format) -> set[bool]:
    """Whether the student plays on, in the rollouts of a round; both if both are asked for."""
    asked = set[bool]()

    def watch(belief: Belief, mind: Mind, *, with_student: bool = False) -> Lookahead:
        asked.add(with_student)
        return rollouts(belief, mind, with_student=with_student)

    def play(seen: View, mind: Mind) -> Answer:
        return search(seen, Mind(mind.rng, mind.memory, format), SHORT)

    with patch.object(expert, "MANY", SHORT.worlds), patch.object(expert, "rollouts", watch):
        play_round([play, *["casual"] * (players - 1)], parse_rules(rules), seed=3)
    return asked


def test_whether_to_challenge_is_left_to_the_network() -> None:
    round = parse_round("mattel-2016 hands=R1,R2,W4/B1,B2 pile=Y1,Y2,Y3,Y4,Y5,Y6 discard=R5 turn=0")
    seen = view(apply(round, 0, Play(Card.W4, Colour.GREEN)).round, 1)
    assert Challenge() in seen.legal
    assert candidates(seen, Accept()) == [Accept()]
    assert candidates(seen, Challenge()) == [Challenge(), Accept()]


def test_it_needs_as_many_standard_errors_as_it_is_asked_for() -> None:
    moves = []

    def play(seen: View, mind: Mind) -> Answer:
        usual, _ = master(seen, mind)
        for errors in (0.1, 1000.0):
            action, _ = search(seen, mind, Budget(worlds=32, significant=errors))
            moves.append((errors, action != usual))
        return master(seen, mind)

    with patch.object(expert, "MANY", 32):
        play_round([play, "regular"], seed=3)
    assert (0.1, True) in moves, "it finds something"
    assert (1000.0, True) not in moves


def test_it_leaves_the_usual_action_only_for_one_that_is_better_beyond_chance() -> None:
    usual, better = Play(Card.R1), Play(Card.B5)

    class Judge:
        block = 8

        def judge(self, _rng: Fast, deals: range, actions: Sequence[Action]) -> list[list[float]]:
            """The better action wins in most deals, but not in all."""
            return [
                [float((action == better) == (number % 8 > 1)) for number in deals]
                for action in actions
            ]

    trials = Trials(Fast(1), [usual, better], Judge())
    trials.add_block(64)
    assert trials.best(SIGNIFICANT) == usual, "eight deals prove nothing"
    for _ in range(4):
        trials.add_block(64)
    assert trials.best(SIGNIFICANT) == better


def test_a_rare_but_great_loss_counts_as_much_as_it_costs() -> None:
    usual, risky = Play(Card.R1), Play(Card.B5)

    class Judge:
        block = 64

        def judge(self, _rng: Fast, deals: range, actions: Sequence[Action]) -> list[list[float]]:
            """The risky action gains 1 in seven deals of eight, and loses 6 in the other."""
            gains = [1.0 if number % 8 else -6.0 for number in deals]
            return [[0.0] * len(deals) if action == usual else gains for action in actions]

    trials = Trials(Fast(1), [usual, risky], Judge(), Dropping(256, 2.0))
    trials.add_block(64)
    assert trials.is_open()
    assert trials.best(SIGNIFICANT) == usual


def test_it_plays_by_name_and_always_the_same() -> None:
    logs: list[list[Step]] = [[], []]
    for log in logs:
        play_round(["expert:2", "regular"], seed=4, watch=log.append)
    assert logs[0] == logs[1]


@pytest.mark.parametrize("format", [Race(30), LowTally(30)])
def test_it_plays_a_whole_game_the_same_every_time(format: Format) -> None:
    first, again = (play_game(["expert:2", "regular"], format=format, seed=4) for _ in range(2))
    assert first.record == again.record


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("exprt", "did you mean expert"),
        ("expert:0", "1 to 16384 deals"),
        ("expert:many", "1 to 16384 deals"),
        ("no_such_module:bot", "cannot be imported"),
        ("my_bot.py:bot", "name the module, without .py: my_bot:bot"),
        ("my_module:", "write module:function: my_module:my_bot"),
        (":play", "write module:function: my_bot:play"),
        ("openuno.bots.registry:EXPERT", "is not a function"),
        ("oracle:hands", "sees hidden cards"),
    ],
)
def test_what_is_no_bot_is_refused(name: str, sentence: str) -> None:
    with pytest.raises(SetupError, match=sentence):
        find_bot(name)


def test_functions_and_programs_of_anyone_are_bots() -> None:
    assert find_bot("openuno.bots.casual:casual") is casual
    program = find_bot(f"engine:'{sys.executable}' '{EXAMPLE}'")
    assert play_round([program, "regular"], seed=1).winners
