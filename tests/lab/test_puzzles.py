"""Mining: which positions are looked at, and which of the puzzles found are kept."""

from collections import Counter

from openuno.engine.cards import Card
from openuno.engine.state import Step
from openuno.lab.puzzles.mining import TABLES, choose_puzzles, find_candidates
from openuno.local.matches import play_round
from openuno.local.puzzles.evaluation import list_actions
from openuno.local.puzzles.puzzle import SOLVER, load_puzzles


def test_candidates_are_choices_of_the_solver_with_hidden_cards_hidden() -> None:
    rules, seats = TABLES[1]
    steps: list[Step] = []
    play_round(["regular"] * seats, rules, seed=4, watch=steps.append)
    found = list(find_candidates(steps))
    assert found
    assert list(find_candidates(steps)) == found
    for candidate in found:
        actions = list_actions(candidate.view)
        assert len(actions) > 1
        assert candidate.choice in actions
        others = candidate.view.hands[SOLVER + 1 :]
        assert {card for hand in others for card in hand} == {Card.BACK}


def test_the_clearest_of_each_theme_are_kept_and_themes_take_turns() -> None:
    puzzles = load_puzzles()
    kept = choose_puzzles(puzzles, 3)
    themes = Counter(puzzle.theme for puzzle in kept)
    assert max(themes.values()) == 3
    assert set(themes) == {puzzle.theme for puzzle in puzzles}
    assert set(choose_puzzles(puzzles, len(puzzles))) == set(puzzles)
    assert len({puzzle.theme for puzzle in kept[: len(themes)]}) > 1
