"""`uno puzzle` as it is run."""

import json
import re
from datetime import date

import pytest
from click.testing import CliRunner, Result

from openuno.cli.app import app
from openuno.engine.notation.actions import action_text
from openuno.engine.notation.rules import rules_text
from openuno.local.analysis.reasons import reason_text
from openuno.local.puzzles.puzzle import find_puzzle, last_number, load_puzzles
from openuno.terminal.languages.catalogue import ENGLISH, LANGUAGES, shared_messages, use_language
from openuno.terminal.languages.messages import format_message
from openuno.terminal.text.reasons import reason_sentence
from tests.terminal.commands import PLAIN

NAMES = ("You", "Amy", "Ben", "Zoe")
TODAY = date(2026, 11, 18)


@pytest.fixture(autouse=True)
def on_a_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("openuno.terminal.commands.puzzle.today", lambda: TODAY)


def uno(*words: str, typed: str = "") -> Result:
    environment = {**PLAIN, "COLUMNS": "100", "FORCE_COLOR": ""}
    return CliRunner(env=environment).invoke(app, ["puzzle", *words], input=typed)


def best_code(number: int) -> str:
    action = find_puzzle(number).options[0].action
    return "wait" if action is None else action_text(action)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_best_move_is_confirmed_with_its_reason(number: int) -> None:
    done = uno(str(number), "--answer", best_code(number))
    assert done.exit_code == 0
    assert "Yes, that is the best move!" in done.stdout
    assert reason_text(find_puzzle(number).reason, NAMES) in done.stdout
    assert "→" in done.stdout


def test_another_move_is_no_solution() -> None:
    second = find_puzzle(1).options[1].action
    assert second is not None
    done = uno("1", "--answer", action_text(second))
    assert done.exit_code == 1
    assert "Not the best:" in done.stdout


def test_the_better_card_is_named_in_the_sentence() -> None:
    done = uno("17", "--answer", "draw")
    assert "Not the best: Green 1 wins more often." in done.stdout


def test_without_a_keyboard_it_is_shown_and_nothing_is_given_away() -> None:
    done = uno("2")
    assert done.exit_code == 0
    assert done.stdout.rstrip().endswith("puzzle 2 --answer 1")
    assert "\nTo answer: " in done.stdout
    assert "%" not in done.stdout


def test_an_answer_can_be_piped() -> None:
    done = uno("2", typed=f"{best_code(2)}\n")
    assert done.exit_code == 0
    assert "Yes, that is the best move!" in done.stdout
    assert "--answer" not in done.stdout
    done = uno("2", typed="99\n")
    assert done.exit_code == 2
    assert "'99' is no move here" in done.stderr


def test_a_day_has_its_puzzle() -> None:
    assert uno("--date", "2026-11-03").stdout == uno("3").stdout
    assert uno("--date", "2026-11-18").stdout == uno().stdout == uno("18").stdout


def test_only_todays_puzzle_is_the_puzzle_of_the_day() -> None:
    assert uno().stdout.startswith("Puzzle of the day · Puzzle 18\n")
    assert uno("3").stdout.startswith("Puzzle 3\n")
    assert uno("--date", "2026-11-17").stdout.startswith("Puzzle 17\n")


def test_once_all_were_shown_every_number_can_be_looked_at() -> None:
    count = len(load_puzzles())
    assert last_number(date(2026, 11, 1)) == 1
    assert last_number(TODAY) == 18
    assert last_number(date(2028, 1, 1)) == count


def test_json_has_the_position_and_the_solution() -> None:
    shown = json.loads(uno("1", "--json").stdout)
    assert shown["number"] == 1
    assert shown["view"]["seat"] == 0
    assert shown["options"][0]["wins"] > shown["options"][1]["wins"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("0",), "there is no puzzle 0; choose one from 1 to 18\n"),
        (("100000",), "there is no puzzle 100000; choose one from 1 to 18\n"),
        (("--date", "2020-01-01"), "the first puzzle was for 2026-11-01"),
        (("--date", "2026-11-19"), "the puzzle for 2026-11-19 is not shown before that day"),
        (("--date", "2026-11-19", "--json"), "the puzzle for 2026-11-19 is not shown before"),
        (("19",), "puzzle 19 is for a day to come; choose one from 1 to 18"),
        (("1", "--date", "2026-11-03"), "give one of them"),
        (("1", "--answer", "R99"), "'R99' is no move here; type 1 to"),
        (("1", "--answer", "1", "--json"), "leave --answer out"),
    ],
)
def test_what_cannot_be_shown_is_refused(words: tuple[str, ...], sentence: str) -> None:
    done = uno(*words)
    assert done.exit_code == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_reasons_are_said_in_every_language() -> None:
    reasons = {puzzle.reason for puzzle in load_puzzles()}
    try:
        for language in LANGUAGES:
            use_language(language)
            said = {reason_sentence(reason, NAMES) for reason in reasons}
            assert not any("{" in sentence for sentence in said)
    finally:
        use_language(ENGLISH)


def test_the_pages_and_the_terminal_have_the_same_english_reasons() -> None:
    messages = shared_messages(ENGLISH)
    for puzzle in load_puzzles():
        reason = puzzle.reason
        values: dict[str, str | int] = {
            "name": NAMES[reason.seat or 0],
            "card": reason.card.label if reason.card else "",
            "colour": reason.colour.label.lower() if reason.colour else "",
            "other": reason.other.label.lower() if reason.other else "",
            "cards": reason.cards,
            "rest": reason.other_cards,
        }
        said = format_message(messages[f"reason.{reason.kind}"], values, ENGLISH)
        assert said == reason_text(reason, NAMES)


def test_house_rules_are_named_in_words() -> None:
    shown = {rules_text(find_puzzle(n).view.rules): uno(str(n)).stdout for n in range(1, 19)}
    assert len(shown) == 5
    for rules, text in shown.items():
        found = re.search(r"House rules: (.*)", text)
        named = [] if found is None else found[1].split(", ")
        assert ("Stacking" in named) is ("stacking" in rules)
        assert ("Jump-in" in named) is ("jump_in" in rules)
        assert ("Partners" in named) is ("teams" in rules)
        assert rules not in text
