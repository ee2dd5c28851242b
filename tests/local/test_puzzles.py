"""The puzzles that are shipped: fair, clear, varied, and solved the same way with other deals."""

from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from statistics import fmean

import pytest

from openuno.bots.memory import known_cards
from openuno.engine import events
from openuno.engine.actions import Play
from openuno.engine.cards import Card
from openuno.engine.rng import Fast
from openuno.engine.view import hidden_round
from openuno.local.analysis.reasons import Comparison, ReasonKind, find_reason
from openuno.local.puzzles.evaluation import evaluate, lead, list_actions
from openuno.local.puzzles.puzzle import (
    FIRST_DAY,
    SOLVER,
    NoSuchPuzzle,
    Puzzle,
    Theme,
    find_option,
    find_puzzle,
    load_puzzles,
    number_for,
    write_puzzles,
)

PUZZLES = load_puzzles()
CLEAREST = sorted(
    range(len(PUZZLES)), key=lambda n: PUZZLES[n].options[1].wins - PUZZLES[n].options[0].wins
)


def test_there_are_enough_of_many_themes() -> None:
    themes = Counter(puzzle.theme for puzzle in PUZZLES)
    assert len(PUZZLES) >= 60
    assert len(themes) >= 6
    assert max(themes.values()) < len(PUZZLES) / 2
    assert len({(puzzle.view.hands[SOLVER], puzzle.view.discard) for puzzle in PUZZLES}) == len(
        PUZZLES
    )


@pytest.mark.parametrize("number", range(1, len(PUZZLES) + 1))
def test_a_puzzle_shows_what_its_solver_may_know(number: int) -> None:
    puzzle = find_puzzle(number)
    view = puzzle.view
    assert view.seat == SOLVER
    for seat, hand in enumerate(view.hands):
        if seat == SOLVER:
            assert Card.BACK not in hand
        else:
            assert set(hand) == {Card.BACK}
            assert not known_cards(puzzle.memory, seat)
    assert set(getattr(view.phase, "held", ())) <= {Card.BACK}
    for event in puzzle.events:
        assert not isinstance(event, events.Dealt)
        if isinstance(event, events.Drew) and event.seat != SOLVER:
            assert set(event.cards) <= {Card.BACK}


@pytest.mark.parametrize("number", range(1, len(PUZZLES) + 1))
def test_a_puzzle_has_every_move_one_that_is_best_and_a_reason(number: int) -> None:
    puzzle = find_puzzle(number)
    best, second, *_ = puzzle.options
    assert {option.action for option in puzzle.options} == set(list_actions(puzzle.view))
    assert best.wins - second.wins >= 0.08
    assert list(puzzle.options[1:]) == sorted(puzzle.options[1:], key=lambda each: -each.wins)
    assert puzzle.reason.kind is not ReasonKind.GENERAL
    round = hidden_round(puzzle.view)
    reasons = [
        find_reason(Comparison(round, SOLVER, option.action, best.action, puzzle.memory))
        for option in puzzle.options[1:]
    ]
    assert puzzle.reason in reasons


@pytest.mark.parametrize("index", CLEAREST[:3])
def test_the_engine_finds_the_same_move_with_other_deals(index: int) -> None:
    puzzle = PUZZLES[index]
    wins = evaluate(puzzle, [option.action for option in puzzle.options], 60, Fast(2))
    assert max(range(len(wins)), key=lambda option: fmean(wins[option])) == 0
    gain, error = lead(wins[0], wins[1])
    assert gain > error


def test_every_day_has_a_puzzle_and_after_the_last_they_begin_again() -> None:
    assert number_for(FIRST_DAY) == 1
    assert number_for(FIRST_DAY + timedelta(days=1)) == 2
    assert number_for(FIRST_DAY + timedelta(days=len(PUZZLES))) == 1
    with pytest.raises(NoSuchPuzzle, match="choose that day or a later one"):
        number_for(date(2026, 10, 31))
    with pytest.raises(NoSuchPuzzle, match=f"from 1 to {len(PUZZLES)}"):
        find_puzzle(len(PUZZLES) + 1)


def test_an_answer_counts_whether_or_not_it_says_uno() -> None:
    puzzle = next(each for each in PUZZLES if any(_says_uno(each)))
    said = next(_says_uno(puzzle))
    assert find_option(puzzle, said) == find_option(puzzle, Play(said.card, said.colour))
    assert find_option(puzzle, Play(Card.WX)) is None


def _says_uno(puzzle: Puzzle) -> Iterator[Play]:
    return (
        option.action
        for option in puzzle.options
        if isinstance(option.action, Play) and option.action.uno
    )


def test_the_file_is_written_as_it_is_read() -> None:
    text = write_puzzles(PUZZLES).decode()
    assert text.count("\n") == len(PUZZLES) + 2
    assert {puzzle.theme for puzzle in PUZZLES} <= set(Theme)
