"""`--written`: the same rules on blanks in every command of the lab."""

import json
from pathlib import Path

import pytest

from openuno import parse_rules
from openuno.engine.errors import NotationError
from openuno.lab import cases, plans
from openuno.lab.arena.command import parse_rule_sets
from openuno.lab.dataset import command as dataset
from openuno.lab.ladder.climb import parse_table
from openuno.lab.written_rules import rules_words
from tests.lab.commands import complaints, refusal, uno

TEXT = "Everyone else draws 2 cards."
RULES = parse_rules(f"house+blank_cards=4+written={'|'.join(['Everyone_else_draws_2_cards.'] * 4)}")


def test_every_command_writes_a_rule_on_four_blanks() -> None:
    assert plans.parse_plan("house", (), 3, "uniform", written=(TEXT,)).rules == RULES
    assert plans.parse_bot_plan("house", (), 3, "casual", written=(TEXT,)).rules == RULES
    assert parse_table("house", (), 3, None, 0, written=(TEXT,)).rules == RULES
    (rule_set,) = parse_rule_sets("house", (), (TEXT,), None, 0)
    assert rule_set.rules == RULES
    words = {"rounds": 1, "seed": 0, "per_file": 1}
    assert dataset.parse_plan("house", 3, "casual", **words, written=(TEXT,)).rules == RULES


def test_blanks_are_added_and_never_taken_away() -> None:
    rules = plans.parse_plan("house", ("blank_cards=6",), 3, "uniform", written=(TEXT,)).rules
    assert (rules.blank_cards, len(rules.written)) == (6, 4)


def test_a_heading_has_each_rule_once_in_words() -> None:
    assert rules_words(RULES) == f'house+blank_cards=4, written: "{TEXT}"'
    assert rules_words(parse_rules("house+stacking=any")) == "house+stacking=any"


def test_a_partner_can_be_written_of_where_there_are_partners() -> None:
    written = ("Your partner draws 1 card.",)
    plan = plans.parse_plan("house", (), 4, "uniform", format="partners", written=written)
    assert plan.rules.teams
    with pytest.raises(ValueError, match="partner"):
        plans.parse_plan("house", (), 4, "uniform", written=written)


def test_a_case_may_have_its_own_rules_on_blanks() -> None:
    defaults = cases.CaseDefaults(edition="house", written=(TEXT,))
    own = "own: blank_cards=1 written=You_play_again."
    as_others, other = cases.build_cases(defaults, (), ("as others", own))
    assert as_others.plan.rules == RULES
    assert len(other.plan.rules.written) == 1


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "--players", "2", "--bots", "casual", "--rounds", "4"),
        ("ladder", "--bots", "casual,rule", "--rounds", "4"),
    ],
)
def test_a_command_plays_by_what_is_written(words: tuple[str, ...]) -> None:
    done = uno(*words, "--edition", "house", "--written", TEXT, "--json")
    assert (done.exit_code, complaints(done)) == (0, "")
    assert parse_rules(json.loads(done.stdout)["rules"]) == RULES


def test_a_rule_that_cannot_be_read_is_refused_in_its_own_words() -> None:
    with pytest.raises(NotationError, match="hums"):
        plans.parse_plan("house", (), 3, "uniform", written=("Everyone hums.",))


@pytest.mark.parametrize(
    "words",
    [("simulate",), ("ladder",), ("lab", "compare"), ("dataset", "new"), ("play",), ("mcp",)],
)
def test_a_rule_with_spaces_in_a_switch_is_led_to_its_option(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    said = refusal(uno(*words, "--set", f"written={TEXT}"))
    assert said.endswith(f"takes no spaces; say --written '{TEXT}'")


def test_where_there_is_no_such_option_it_says_how_a_space_is_written() -> None:
    said = refusal(uno("host", "--set", f"written={TEXT}"))
    assert said.endswith("takes no spaces; say written=Everyone_else_draws_2_cards.")
