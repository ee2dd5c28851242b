from pathlib import Path

import pytest
from hypothesis import given, settings

from openuno import (
    EDITIONS,
    IllegalAction,
    NotationError,
    Reason,
    Round,
    Rules,
    SetupError,
    action_text,
    parse_answer,
    parse_round,
    parse_rules,
    rules_page,
    view,
    view_page,
    why_not,
)
from openuno.engine.refusal import refusal
from openuno.engine.rules import SWITCH_BOUNDS, SWITCHES
from openuno.game.notation import FORMAT_NAMES
from openuno.rulebook.clauses import SOME, in_force_at, rulebook
from openuno.rulebook.switches import switch_choices
from tests.action_space import all_actions
from tests.depth import by_depth
from tests.strategies import rounds
from tests.text import RULES, VIEWS, pages, write

TABLE = parse_round("house hands=R1,R2,W/G1/B1,B2 pile=Y1,Y2 discard=R5 turn=0")
ON_REQUEST = {"DECK-3", "START-8", "SCORE-2", "SWAP-1", "SHUF-1", "CUST-1", "CUST-3"} | {
    f"MEET-{number}" for number in (3, 20, 40, 41)
}
"""Clauses of the house edition about what its tables have to ask for."""
ANYWHERE = {"MEET-23"}
"""A clause that no edition prints, although the first card of one acts."""


def clauses_at(rules: Rules, players: int = 4, format: str = "") -> set[str]:
    return {
        clause.id for section in in_force_at(rules, players, format) for clause in section.rules
    }


@pytest.mark.parametrize("file", [VIEWS, RULES])
def test_the_pages_are_as_on_file(file: Path) -> None:
    found = pages(file)
    assert write(file, [page.scene for page in found]) == file.read_text("utf-8")


@given(rounds())
@settings(max_examples=by_depth(40, 400))
def test_every_number_and_every_code_leads_to_its_action(round: Round) -> None:
    for seat in range(len(round.hands)):
        seen = view(round, seat)
        page = view_page(seen)
        for number, action in enumerate(seen.legal, start=1):
            assert f"\n{number}. {action_text(action)}: " in page
            assert parse_answer(f" {number}\n", seen) == action
            assert parse_answer(action_text(action), seen) == action


@given(rounds())
@settings(max_examples=by_depth(20, 200))
def test_a_view_is_enough_to_say_why_not(round: Round) -> None:
    for seat in range(len(round.hands)):
        seen = view(round, seat)
        for action in list(all_actions(len(round.hands)))[seat::97]:
            found = why_not(seen, action)
            if action in seen.legal:
                assert found is None
            else:
                true = refusal(round, seat, action)
                assert found is not None
                assert (found.reason, found.values) == (true.reason, true.values)


def test_an_answer_that_is_not_allowed_is_refused_with_its_reason() -> None:
    mine, other = view(TABLE, 0), view(TABLE, 1)
    for text, seen, reason in (
        ("B1", mine, Reason.CARD_NOT_HELD),
        ("W", mine, Reason.COLOUR_MISSING),
        ("0", mine, Reason.NO_SUCH_ACTION),
        ("99", mine, Reason.NO_SUCH_ACTION),
        ("draw", other, Reason.NOT_YOUR_TURN),
        ("draw", view(TABLE, None), Reason.NOT_YOUR_TURN),
    ):
        with pytest.raises(IllegalAction) as refused:
            parse_answer(text, seen)
        assert refused.value.reason is reason
    for nonsense in ("", "Red 7", "³", "1" * 5000):
        with pytest.raises(NotationError):
            parse_answer(nonsense, mine)


def test_names_are_for_every_seat_and_stay_on_their_line() -> None:
    page = view_page(view(TABLE, 0), ["Ada", "Bo\nYour hand: W4", "Cleo"])
    assert "- seat 1, Bo Your hand: W4: 1 card" in page
    assert page.count("\nYour hand:") == 1
    with pytest.raises(SetupError, match="2 names for 3 seats"):
        view_page(view(TABLE, 0), ["Ada", "Bo"])


def test_a_page_of_rules_is_for_a_table_that_can_be_set_up() -> None:
    with pytest.raises(SetupError, match="11"):
        rules_page(EDITIONS["house"], 11)
    with pytest.raises(SetupError, match="hand_size"):
        rules_page(parse_rules("house+hand_size=30"), 8)


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_clauses_at_a_table_are_those_its_edition_prints(edition: str) -> None:
    """With two or more players and in every format; nothing else applies unless switched on."""
    rules = EDITIONS[edition]
    found = set[str]()
    for format in FORMAT_NAMES:
        for players in (2, 4, 8):
            found |= clauses_at(rules, players, format)
    printed = {clause.id for clause in rulebook() if edition in clause.editions}
    set_up = {clause.id for clause in rulebook() if clause.when == ()}
    assert found - printed <= ANYWHERE
    assert printed - found - set_up <= (ON_REQUEST if edition == "house" else set())


@pytest.mark.parametrize(
    ("switched", "more", "fewer"),
    [
        ("classic+renege=off", {"TURN-4"}, {"TURN-3"}),
        ("classic+bluffing=off", {"HOUSE-6"}, {"WD4-3", "WD4-4", "MEET-9"}),
        ("classic+stacking=same", {"HOUSE-1", "MEET-10", "MEET-11"}, set()),
        ("classic+suggestion_penalty=0", set(), {"PEN-1", "MEET-8"}),
        ("classic+first_card=number", {"START-8"}, {"START-2", "START-6"}),
        ("classic+swap_cards=1", {"SWAP-1", "SCORE-2", "MEET-3", "MEET-20"}, set()),
        ("classic+blank_cards=1+written=Everyone_else_draws_1.", {"CUST-2", "MEET-29"}, set()),
        ("classic+wild_points=40+draw_until=on", {"SCORE-5", "HOUSE-4", "MEET-26"}, set()),
    ],
)
def test_a_switch_changes_the_clauses(switched: str, more: set[str], fewer: set[str]) -> None:
    before, after = clauses_at(EDITIONS["classic"]), clauses_at(parse_rules(switched))
    assert more <= after - before
    assert fewer <= before - after


def test_two_players_and_a_format_have_clauses_of_their_own() -> None:
    assert {"TWO-1", "TWO-2", "TWO-3"} <= clauses_at(EDITIONS["house"], 2)
    assert not any(name.startswith(("TWO", "FMT")) for name in clauses_at(EDITIONS["house"], 3))
    assert {"FMT-2", "SCORE-3"} <= clauses_at(EDITIONS["house"], 3, "low-tally")


def test_conditions_name_switches_and_formats_that_exist() -> None:
    """A word that nothing has would switch a clause off everywhere, and nobody would notice."""
    for clause in rulebook():
        for one in clause.when or ():
            assert set(one) <= {*SWITCHES, "edition", "players", "format"}, clause.id
            assert set(one.get("format", ())) <= set(FORMAT_NAMES), clause.id
            for switch in set(one) & set(SWITCHES):
                choices = {*switch_choices(switch), SOME}
                assert set(one[switch]) <= choices or switch in SWITCH_BOUNDS, clause.id
