from functools import partial
from typing import Any

import msgspec
import pytest

from openuno import EDITIONS, Rules, SetupError, edition, with_switches
from openuno.engine.notation.rules import parse_rules
from openuno.engine.rules import (
    DEFAULT_RULES,
    SWITCH_BOUNDS,
    SWITCHES,
    DealerDraw,
    FirstCard,
    Stacking,
    changed_switches,
    check_seats,
)
from tests.scenario import every_edition

HOUSE_SWITCHES = {  # off in every edition
    "decks": 1,
    "hand_size": 7,
    "play_drawn": True,
    "draw_until": False,
    "forced_play": False,
    "bluffing": True,
    "stacking": Stacking.OFF,
    "jump_in": False,
    "seven_zero": False,
    "two_player_reverse": True,
    "teams": False,
    "written": (),
    "uno_penalty": 2,
    "wrong_catch_penalty": 0,
    "swap_cards": 0,
}
PRINTED = {
    "mattel-2016": {
        "dealer_draw": DealerDraw.SYMBOLS_ZERO,
        "first_card": FirstCard.ACTS,
        "renege": True,
        "shuffle_cards": 0,
        "blank_cards": 0,
        "special_points": 50,
        "wild_points": 50,
        "suggestion_penalty": 0,
        "honour_penalty": 2,
    },
    "classic": {
        "dealer_draw": DealerDraw.NUMBERS_ONLY,
        "first_card": FirstCard.ACTS,
        "renege": True,
        "shuffle_cards": 0,
        "blank_cards": 0,
        "special_points": 50,
        "wild_points": 50,
        "suggestion_penalty": 4,
        "honour_penalty": 2,
    },
    "wild-112": {
        "dealer_draw": DealerDraw.CHOSEN,
        "first_card": FirstCard.WILDS_NAME,
        "renege": False,
        "shuffle_cards": 1,
        "blank_cards": 3,
        "special_points": 40,
        "wild_points": 50,
        "suggestion_penalty": 0,
        "honour_penalty": 2,
    },
    "house": {
        "dealer_draw": DealerDraw.CHOSEN,
        "first_card": FirstCard.ALL_ACT,
        "renege": True,
        "shuffle_cards": 0,
        "blank_cards": 0,
        "special_points": 50,
        "wild_points": 50,
        "suggestion_penalty": 0,
        "honour_penalty": 2,
    },
}


def build(edition: str, **switches: Any) -> Rules:
    return Rules(edition=edition, **switches)


@pytest.mark.rule("HOUSE-1", "HOUSE-2", "HOUSE-3", "HOUSE-4", "HOUSE-5", "HOUSE-6", "HOUSE-7")
@every_edition
def test_an_edition_is_its_printed_values_and_every_house_switch_off(edition: str) -> None:
    values = {name: getattr(EDITIONS[edition], name) for name in SWITCHES}
    assert values == HOUSE_SWITCHES | PRINTED[edition]


def test_four_editions_and_the_default_is_mattel_2016() -> None:
    assert list(EDITIONS) == list(PRINTED)
    assert EDITIONS["mattel-2016"] is DEFAULT_RULES
    assert all(edition(slug) is EDITIONS[slug] for slug in PRINTED)


@pytest.mark.parametrize(
    ("slug", "hint"),
    [
        ("", "house"),
        ("hearts", "house"),
        ("mattel", "did you mean mattel-2016?"),
        ("Classic", "did you mean classic?"),
        ("wild-113", "did you mean wild-112?"),
    ],
)
def test_an_edition_nobody_printed_is_refused(slug: str, hint: str) -> None:
    for refused in (edition, build):
        with pytest.raises(SetupError) as refusal:
            refused(slug)
        assert refusal.value.switch == "edition"
        assert hint in refusal.value.sentence


@pytest.mark.rule("HOUSE-7")
@every_edition
@pytest.mark.parametrize("switch", SWITCH_BOUNDS)
def test_a_number_is_taken_up_to_its_bounds_and_refused_beyond(edition: str, switch: str) -> None:
    low, high = SWITCH_BOUNDS[switch]
    rules = EDITIONS[edition]
    for value in (low, high):
        assert getattr(with_switches(rules, **{switch: value}), switch) == value
    for value in (low - 1, high + 1, -1, 10**30):
        with pytest.raises(SetupError) as refusal:
            with_switches(rules, **{switch: value})
        assert refusal.value.switch == switch
        assert str(low) in refusal.value.sentence or value == 10**30


@pytest.mark.rule("HOUSE-7")
def test_the_bounds_are_these() -> None:
    assert SWITCH_BOUNDS == {
        "decks": (1, 8),
        "swap_cards": (0, 8),
        "shuffle_cards": (0, 8),
        "blank_cards": (0, 8),
        "hand_size": (1, 30),
        "uno_penalty": (1, 10),
        "wrong_catch_penalty": (0, 10),
        "suggestion_penalty": (0, 10),
        "honour_penalty": (0, 10),
    }


@pytest.mark.parametrize(
    ("switch", "value"),
    [("decks", "2"), ("decks", True), ("jump_in", 1), ("stacking", "any"), ("teams", None)],
)
def test_rules_built_directly_take_no_value_of_another_kind(switch: str, value: object) -> None:
    with pytest.raises(SetupError) as refusal:
        build("house", **{switch: value})
    assert refusal.value.switch == switch


@pytest.mark.rule("HOUSE-7")
@pytest.mark.parametrize("switch", SWITCH_BOUNDS)
def test_rules_built_directly_keep_to_the_bounds_too(switch: str) -> None:
    for value in (SWITCH_BOUNDS[switch][0] - 1, SWITCH_BOUNDS[switch][1] + 1):
        with pytest.raises(SetupError) as refusal:
            build("house", **{switch: value})
        assert refusal.value.switch == switch


def test_a_refusal_says_its_sentence_once() -> None:
    with pytest.raises(SetupError) as refusal:
        with_switches(DEFAULT_RULES, decks=9)
    assert refusal.value.sentence == "must be 1 to 8, not 9"
    assert str(refusal.value) == "decks: must be 1 to 8, not 9"


@pytest.mark.rule("MEET-27")
@every_edition
@pytest.mark.parametrize("switch", ["forced_play", "draw_until"])
def test_rules_that_make_no_sense_are_refused_naming_the_switch(edition: str, switch: str) -> None:
    rules = EDITIONS[edition]
    for senseless in (
        partial(with_switches, rules, **{switch: True, "play_drawn": False}),
        partial(with_switches, with_switches(rules, play_drawn=False), **{switch: True}),
        partial(with_switches, with_switches(rules, **{switch: True}), play_drawn=False),
        partial(build, edition, **{switch: True, "play_drawn": False}),
    ):
        with pytest.raises(SetupError) as refusal:
            senseless()
        assert refusal.value.switch == switch
        assert "play_drawn" in refusal.value.sentence
        assert not refusal.value.sentence.startswith(switch)


@pytest.mark.rule("MEET-27")
@pytest.mark.parametrize("switch", ["forced_play", "draw_until"])
def test_the_same_switches_make_sense_where_a_drawn_card_may_be_played(switch: str) -> None:
    assert getattr(with_switches(DEFAULT_RULES, **{switch: True}), switch) is True
    assert with_switches(DEFAULT_RULES, play_drawn=False).play_drawn is False


@pytest.mark.parametrize(
    ("switch", "value"),
    [
        ("hand_size", "7"),
        ("hand_size", 7.0),
        ("hand_size", None),
        ("hand_size", True),
        ("renege", 1),
        ("renege", "off"),
        ("renege", None),
        ("stacking", "sum"),
        ("stacking", True),
        ("first_card", "ACTS"),
        ("dealer_draw", 0),
        ("special_points", "40"),
        ("decks", [1]),
    ],
)
def test_a_value_of_the_wrong_type_is_refused_naming_the_switch(switch: str, value: object) -> None:
    with pytest.raises(SetupError) as refusal:
        with_switches(DEFAULT_RULES, **{switch: value})
    assert refusal.value.switch == switch
    assert refusal.value.sentence


@pytest.mark.parametrize(
    ("switch", "hint"),
    [
        ("stack", "did you mean stacking?"),
        ("edition", "jump_in"),
        ("Renege", "did you mean renege?"),
        ("__class__", "jump_in"),
    ],
)
def test_a_switch_there_is_not_is_refused(switch: str, hint: str) -> None:
    with pytest.raises(SetupError) as refusal:
        with_switches(DEFAULT_RULES, **{switch: True})
    assert refusal.value.switch == switch
    assert hint in refusal.value.sentence


def test_a_switch_takes_its_value_or_the_word_for_it() -> None:
    assert with_switches(DEFAULT_RULES, stacking="same") == with_switches(
        DEFAULT_RULES, stacking=Stacking.SAME
    )
    assert with_switches(DEFAULT_RULES, stacking="same").stacking is Stacking.SAME


@every_edition
def test_changing_rules_leaves_the_edition_untouched(edition: str) -> None:
    before = msgspec.json.encode(EDITIONS[edition])
    changed = with_switches(EDITIONS[edition], jump_in=True, hand_size=5)
    assert msgspec.json.encode(EDITIONS[edition]) == before
    assert changed_switches(EDITIONS[edition]) == {}
    assert changed_switches(changed) == {"hand_size": 5, "jump_in": True}
    assert changed.edition == edition
    assert with_switches(changed, jump_in=False, hand_size=7) == EDITIONS[edition]


def test_every_switch_can_be_changed_and_changed_back() -> None:
    other: dict[str, object] = {
        "dealer_draw": "chosen",
        "first_card": "number",
        "stacking": "any",
        "special_points": 40,
        "wild_points": 40,
    }
    for switch in SWITCHES:
        if switch == "written":
            continue  # only on blanks, and mattel-2016 has none
        value = getattr(DEFAULT_RULES, switch)
        flipped = (
            not value if isinstance(value, bool) else value + 1 if isinstance(value, int) else 0
        )
        changed = with_switches(DEFAULT_RULES, **{switch: other.get(switch, flipped)})
        assert list(changed_switches(changed)) == [switch]
        assert with_switches(changed, **{switch: value}) == DEFAULT_RULES


def test_rules_survive_json() -> None:
    rules = parse_rules("house+stacking=any+swap_cards=2+renege=off")
    assert msgspec.json.decode(msgspec.json.encode(rules), type=Rules) == rules
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"edition": "house", "decks": 9}', type=Rules)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"edition": "house", "stack": "any"}', type=Rules)


@pytest.mark.parametrize("seats", [2, 3, 5, 7, 9])
def test_two_teams_need_an_even_table_of_four_or_more(seats: int) -> None:
    with pytest.raises(SetupError, match="two teams are 4, 6, 8 or 10 players") as refusal:
        check_seats(build("classic", teams=True), seats)
    assert refusal.value.switch == "teams"
    check_seats(build("classic", teams=True), 4)
