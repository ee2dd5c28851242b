"""Rollouts by the kernel: the same as in plain Python; nobody waits until they are compiled."""

import os
import subprocess
import sys
from concurrent.futures import Future
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from openuno import (
    Action,
    Answer,
    Card,
    Fast,
    Mind,
    Play,
    Round,
    Rules,
    View,
    deal,
    play_round,
    seat_to_act,
    view,
)
from openuno.bots.bot import is_my_turn, legal_plays, prefer_saying_uno
from openuno.bots.master import master
from openuno.bots.memory import NOTHING
from openuno.bots.regular import regular
from openuno.engine.actions import Catch, SayUno, Suggest
from openuno.engine.notation.rounds import parse_round
from openuno.engine.notation.rules import parse_rules
from openuno.engine.rules import DEFAULT_RULES
from openuno.engine.state import RoundOver
from openuno.game.formats import Format, LowTally, Partners, Race, Single
from openuno.kernel.rules.conversion import to_round
from openuno.local.search import compiled, expert
from openuno.local.search.belief import Belief, Deals, can_sample
from openuno.local.search.compiled import rollouts
from openuno.local.search.expert import Budget, search
from openuno.local.search.kernel_rollouts import (
    Compiled,
    KernelRollouts,
    KernelStudentRollouts,
    compile_rollouts,
)
from openuno.local.search.lookahead import Rollouts, StudentRollouts
from tests.bots.test_properties import remembering
from tests.policies import Game
from tests.server.test_search import BETTER
from tests.strategies import games

SEEDS = st.integers(0, 2**64 - 1)
DEALS = range(3, 6)
MOST = 4
"""Actions that are compared: in plain Python each deal takes milliseconds."""
FEW, WORLDS = 16, 96
FORMATS: tuple[Format, ...] = (Single(), Race(), LowTally())
"""One for each stake."""
PILE = "pile=Y1,Y2,Y3,Y4,Y5,Y6,G4,G5,G6,B7,B8,B9,R1,R6,R7,G9"
EXPENSIVE_WILD = f"mattel-2016 hands=B3,B6,G1,W/YS {PILE} discard=BR turn=0"
"""The other player has one card: to keep the wild wins more rounds, and costs more points."""
PARTNERS_WILD = f"mattel-2016+teams=on hands=B2,G2,W/G3/B1,YS,G8/R1,R3,R9 {PILE} discard=B3 turn=0"
START = """
from openuno import Fast, Mind, deal, seat_to_act, view
from openuno.engine.rules import DEFAULT_RULES
from openuno.local.search.compiled import start_loading
from openuno.local.search.expert import Budget, search
round = deal(DEFAULT_RULES, 2, 0, Fast(5)).round
search(view(round, seat_to_act(round)), Mind(Fast(1)), Budget(worlds=2))
print(start_loading().result())
"""


@pytest.fixture(scope="module")
def compiled_rollouts() -> Compiled:
    return compile_rollouts()


def load(monkeypatch: pytest.MonkeyPatch, found: Compiled | None) -> None:
    """Let the search have these rollouts, or none."""
    loading: Future[Compiled | None] = Future()
    loading.set_result(found)
    monkeypatch.setattr(compiled, "start_loading", lambda: loading)


def own_turn(round: Round) -> View:
    seat = seat_to_act(round)
    assert seat is not None
    return view(round, seat)


def moves(seen: View) -> list[Action]:
    calls = (Catch, SayUno, Suggest)
    return [action for action in seen.legal if not isinstance(action, calls)]


@given(game=games(), seed=SEEDS, format=st.sampled_from(FORMATS))
def test_the_kernel_deals_and_plays_as_the_engine_does(
    compiled_rollouts: Compiled, game: Game, seed: int, format: Format
) -> None:
    round = game.turned[-1].before if game.turned else game.round
    if isinstance(round.phase, RoundOver) or not can_sample(own_turn(round)):
        return
    seen, rng = own_turn(round), Fast(seed)
    assert seen.seat is not None
    mind = remembering(game, seen.seat, Mind(rng, format=format))
    belief, actions = Belief(seen, mind.memory), moves(seen)[:MOST]
    by_kernel = KernelRollouts(belief, mind, compiled_rollouts.roll_out)
    found = by_kernel.judge(rng, DEALS, actions)
    assert to_round(by_kernel.world, round.rules) == Deals(belief).sample(rng, DEALS[-1])
    assert found == Rollouts(belief, mind).judge(rng, DEALS, actions)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_deal_depends_on_its_number_alone(compiled_rollouts: Compiled, players: int) -> None:
    seen, mind = late_turn(players)
    belief, actions = Belief(seen, mind.memory), moves(seen)[:1]
    assert all(belief.turns.values()), "everyone has acted"
    by_kernel, in_a_row = KernelRollouts(belief, mind, compiled_rollouts.roll_out), Deals(belief)
    blocks = (1, 0, 5), (1, 5, 9), (1, 2, 4), (2, 4, 6), (1, 253, 259), (1, 259, 260)
    for seed, first, end in blocks:
        by_kernel.judge(Fast(seed), range(first, end), actions)
        world = Deals(belief).sample(Fast(seed), end - 1)
        assert to_round(by_kernel.world, seen.rules) == world
        assert in_a_row.sample(Fast(seed), end - 1) == world


def late_turn(players: int) -> tuple[View, Mind]:
    """The last time that a seat acts in its turn, in a round."""
    return own_turns(players, DEFAULT_RULES)[-1]


def own_turns(players: int, rules: Rules) -> list[tuple[View, Mind]]:
    """The turns of a seat in a round, with what it remembers."""
    turns: list[tuple[View, Mind]] = []

    def play(seen: View, mind: Mind) -> Answer:
        if is_my_turn(seen):
            turns.append((seen, mind))
        return regular(seen, mind)

    play_round([play, *["regular"] * (players - 1)], rules, seed=1)
    return turns


@given(game=games(), seed=SEEDS, format=st.sampled_from(FORMATS))
def test_the_student_in_the_kernel_plays_as_the_one_in_plain_python(
    compiled_rollouts: Compiled, game: Game, seed: int, format: Format
) -> None:
    round = game.turned[-1].before if game.turned else game.round
    if isinstance(round.phase, RoundOver) or not can_sample(own_turn(round)):
        return
    if round.rules.written:
        return  # there the search never lets it play
    seen, rng = own_turn(round), Fast(seed)
    assert seen.seat is not None
    mind = remembering(game, seen.seat, Mind(rng, format=format))
    belief, actions = Belief(seen, mind.memory), moves(seen)[:MOST]
    by_kernel = KernelStudentRollouts(belief, mind, compiled_rollouts.with_student)
    found = by_kernel.judge(rng, DEALS, actions)
    assert to_round(by_kernel.world, round.rules) == Deals(belief).sample(rng, DEALS[-1])
    assert found == StudentRollouts(belief, mind).judge(rng, DEALS, actions)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    "rules",
    [
        "mattel-2016+seven_zero=on",
        "house+stacking=any+jump_in=on+seven_zero=on",
        "wild-112+swap_cards=4+shuffle_cards=4",
    ],
)
def test_the_student_remembers_hands_that_changed_places(
    compiled_rollouts: Compiled, rules: str, players: int
) -> None:
    turns = own_turns(players, parse_rules(rules))
    knowing = [each for each in turns if any(each[1].memory.known[1:])]
    assert knowing, "the seat has given its hand away"
    for seen, mind in (turns[0], knowing[0]):
        belief, actions = Belief(seen, mind.memory), moves(seen)[:MOST]
        by_kernel = KernelStudentRollouts(belief, mind, compiled_rollouts.with_student)
        by_python = StudentRollouts(belief, mind)
        deals = range(FEW)
        assert by_kernel.judge(Fast(7), deals, actions) == by_python.judge(Fast(7), deals, actions)


@pytest.mark.parametrize("many", [WORLDS, WORLDS + 1])
def test_with_the_kernel_and_without_the_answer_is_the_same(
    many: int, compiled_rollouts: Compiled, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Both ways to search: by rollouts first, and by the network first.
    monkeypatch.setattr(expert, "MANY", many)
    seen, minds = view(parse_round(BETTER), 0), [Mind(Fast(seed)) for seed in range(8)]
    answers = []
    for found in (compiled_rollouts, None):
        load(monkeypatch, found)
        answers.append([search(seen, mind, Budget(WORLDS)) for mind in minds])
    assert answers[0] == answers[1]
    assert answers[0] != [master(seen, mind) for mind in minds], "it finds something"


@pytest.mark.parametrize("format", [Race(), LowTally()])
@pytest.mark.parametrize("many", [WORLDS, WORLDS + 1])
def test_where_points_count_the_answer_is_the_same_with_the_kernel_and_without(
    many: int, format: Format, compiled_rollouts: Compiled, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(expert, "MANY", many)
    seen, mind = view(parse_round(EXPENSIVE_WILD), 0), Mind(Fast(1), format=format)
    answers = []
    for found in (compiled_rollouts, None):
        load(monkeypatch, found)
        answers.append(search(seen, mind, Budget(WORLDS)))
    assert answers[0] == answers[1]


@pytest.mark.parametrize(
    ("format", "lays_wild"), [(Single(), False), (Race(), True), (LowTally(), True)]
)
def test_to_get_rid_of_a_wild_is_better_where_points_count(
    format: Format, *, lays_wild: bool, compiled_rollouts: Compiled, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(monkeypatch, compiled_rollouts)
    best = best_play(view(parse_round(EXPENSIVE_WILD), 0), format)
    assert (best.card is Card.W) is lays_wild


def test_partners_score_together(
    compiled_rollouts: Compiled, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(monkeypatch, compiled_rollouts)
    seen = view(parse_round(PARTNERS_WILD), 0)
    assert best_play(seen, Single()).card is Card.B2
    assert best_play(seen, Partners()).card is Card.W


def best_play(seen: View, format: Format) -> Play:
    """The card with the best outcome in a thousand deals."""
    plays = prefer_saying_uno(legal_plays(seen))
    mind = Mind(Fast(1), format=format)
    judged = rollouts(Belief(seen, mind.memory), mind).judge(Fast(2), range(1024), plays)
    totals = {play: sum(values) for play, values in zip(plays, judged, strict=True)}
    return max(totals, key=totals.__getitem__)


def test_what_the_deck_does_not_have_is_played_in_plain_python(
    compiled_rollouts: Compiled, monkeypatch: pytest.MonkeyPatch
) -> None:
    load(monkeypatch, compiled_rollouts)
    seen, mind = own_turn(deal(DEFAULT_RULES, 2, 0, Fast(5)).round), Mind(Fast(1))
    odd = replace(seen, discard=(Card.R5,) * 3)
    for student, usual, plain in (
        (False, KernelRollouts, Rollouts),
        (True, KernelStudentRollouts, StudentRollouts),
    ):
        by_kernel = rollouts(Belief(seen, NOTHING), mind, with_student=student)
        assert isinstance(by_kernel, usual)
        by_python = rollouts(Belief(odd, NOTHING), mind, with_student=student)
        assert isinstance(by_python, plain)


def test_what_was_not_compiled_before_is_not_compiled_in_a_game(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", START],
        env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "None\n", "")
    assert not list(tmp_path.rglob("*.nbc"))
