"""A fault is a kind and values; programs read those, people the sentence made of them."""

import re
from collections.abc import Callable
from random import Random
from typing import cast

import msgspec
import pytest

from openuno.engine.deal import undealt_round
from openuno.engine.errors import NotationError, SetupError
from openuno.engine.faults import Fault, FaultKind, fault_text
from openuno.engine.notation.rules import parse_rules
from openuno.engine.pencil.parser import MAX_RULE_LENGTH, parse_custom_rule
from openuno.engine.rng import Fair, Fast, check_rng, random_below
from openuno.engine.rules import EDITION_NAMES, Rules, check_seats, edition, with_switches
from openuno.game.formats import BestOf, Partners, Race, Rotating, check_format, check_players
from openuno.game.notation import parse_format
from openuno.game.play import start_game

HOUSE = edition("house")
Cause = Callable[[], object]

CAUSES: dict[FaultKind, tuple[Cause, dict[str, object]]] = {
    FaultKind.TOO_LONG: (
        lambda: parse_custom_rule("You play again. " * MAX_RULE_LENGTH),
        {"most": MAX_RULE_LENGTH},
    ),
    FaultKind.NOTHING: (lambda: parse_custom_rule(" "), {}),
    FaultKind.PLAIN: (lambda: parse_custom_rule("Choose a colour."), {}),
    FaultKind.SENTENCES: (lambda: parse_custom_rule("You play again. " * 5), {"most": 4}),
    FaultKind.QUOTES: (lambda: parse_custom_rule('"Sing'), {}),
    FaultKind.NUMBER: (lambda: parse_custom_rule("You draw 11."), {"word": "11", "most": 10}),
    FaultKind.NOT_READ: (
        lambda: parse_custom_rule(f"You play again {'x' * 30}."),
        {"word": "x" * 20 + "…"},
    ),
    FaultKind.UNCLEAR: (lambda: parse_custom_rule("Skip"), {}),
    FaultKind.SEVERAL: (
        lambda: parse_custom_rule("Everyone swaps hands with you."),
        {"word": "everyone"},
    ),
    FaultKind.SEVERAL_TWICE: (
        lambda: parse_custom_rule("Everyone takes a card from everyone."),
        {},
    ),
    FaultKind.OTHERWISE: (lambda: parse_custom_rule("Otherwise draw 1."), {}),
    FaultKind.SAME: (lambda: parse_custom_rule("You swap hands with you."), {}),
    FaultKind.HONOUR_LENGTH: (lambda: parse_custom_rule('""'), {"most": 200}),
    FaultKind.HONOUR_PLAIN: (lambda: parse_custom_rule('"a\x07"'), {}),
    FaultKind.NO_PARTNER: (lambda: parse_rules("wild-112+written=Your_partner_draws_1."), {}),
    FaultKind.BOUNDS: (
        lambda: with_switches(HOUSE, decks=9),
        {"least": 1, "most": 8, "word": "9"},
    ),
    FaultKind.CHOICE: (
        lambda: with_switches(HOUSE, wild_points=45),
        {"choices": ("40", "50"), "word": "45"},
    ),
    FaultKind.ODD: (lambda: BestOf(4), {"word": "4"}),
    FaultKind.FORCED_PLAY: (
        lambda: parse_rules("house+forced_play=on+play_drawn=off"),
        {"needs": "play_drawn"},
    ),
    FaultKind.DRAW_UNTIL: (
        lambda: parse_rules("house+draw_until=on+play_drawn=off"),
        {"needs": "play_drawn"},
    ),
    FaultKind.BLANKS: (
        lambda: parse_rules("house+written=You_play_again."),
        {"rules": 1, "blanks": 0},
    ),
    FaultKind.SEATS: (lambda: check_seats(HOUSE, 11), {"least": 2, "most": 10, "word": "11"}),
    FaultKind.TEAMS: (
        lambda: check_seats(with_switches(HOUSE, teams=True), 5),
        {"choices": ("4", "6", "8", "10"), "word": "5"},
    ),
    FaultKind.ALONE: (lambda: check_format(Race(), with_switches(HOUSE, teams=True), 4), {}),
    FaultKind.PLAYERS: (
        lambda: check_players(Rotating(), 5),
        {"format": "rotating", "choices": ("4", "8", "12", "16", "20", "24"), "word": "5"},
    ),
    FaultKind.PLAYERS_EXACTLY: (
        lambda: check_players(Partners(), 5),
        {"format": "partners", "most": 4, "word": "5"},
    ),
    FaultKind.PLAYERS_RANGE: (
        lambda: check_players(Race(), 11),
        {"format": "race", "least": 2, "most": 10, "word": "11"},
    ),
    FaultKind.CARDS: (
        lambda: check_seats(with_switches(HOUSE, hand_size=30), 4),
        {"seats": 4, "hand": 30, "needed": 121, "deck": 108},
    ),
    FaultKind.DEALER: (lambda: undealt_round(HOUSE, 4, 4, Fast(0)), {"word": "4", "seats": 4}),
    FaultKind.DEALER_PLAYER: (
        lambda: start_game(HOUSE, Race(), 4, Fast(0), 4),
        {"word": "4", "seats": 4},
    ),
    FaultKind.DEALER_ROTATES: (lambda: start_game(HOUSE, Rotating(), 4, Fast(0), 1), {}),
    FaultKind.DEALER_DRAWN: (lambda: start_game(edition("classic"), Race(), 4, Fast(0), 1), {}),
    FaultKind.NO_SUCH_NAME: (
        lambda: edition("poker"),
        {"what": "edition", "word": "poker", "choices": EDITION_NAMES},
    ),
    FaultKind.NO_SUCH_NAME_NEAR: (
        lambda: parse_format("RACE"),
        {"what": "format", "word": "RACE", "near": "race"},
    ),
    FaultKind.NAME_MISSING: (
        lambda: parse_rules(""),
        {"what": "edition", "choices": EDITION_NAMES},
    ),
    FaultKind.TWICE: (lambda: parse_rules("house+decks=1+decks=1"), {"word": "decks"}),
    FaultKind.VALUE_MISSING: (
        lambda: parse_rules("house+decks"),
        {"word": "decks", "example": "1"},
    ),
    FaultKind.VALUE_NUMBER: (lambda: parse_rules("house+decks=x"), {"word": "decks"}),
    FaultKind.VALUE_CHOICE: (
        lambda: parse_rules("house+stacking=all"),
        {"switch": "stacking", "choices": ("off", "same", "any"), "word": "all"},
    ),
    FaultKind.VALUE_CHOICE_NEAR: (
        lambda: parse_rules("house+stacking=sme"),
        {"switch": "stacking", "choices": ("off", "same", "any"), "word": "sme", "near": "same"},
    ),
    FaultKind.FORMAT_NUMBER: (
        lambda: parse_format("race:0"),
        {"word": "limit", "least": 1, "most": 100_000},
    ),
    FaultKind.TRAILING: (lambda: parse_format("race 3"), {"word": " 3"}),
    FaultKind.TYPE: (
        lambda: Rules(edition="house", jump_in=cast("bool", 1)),
        {"what": "on or off", "word": "1"},
    ),
    FaultKind.TYPE_CONVERTED: (
        lambda: with_switches(HOUSE, decks="two"),
        {"detail": "Expected `int`, got `str`"},
    ),
    FaultKind.TYPE_RULES: (lambda: check_seats(cast("Rules", "house"), 2), {"word": "'house'"}),
    FaultKind.TYPE_FORMAT: (
        lambda: check_format(cast("Race", "race"), HOUSE, 2),
        {"word": "'race'"},
    ),
    FaultKind.TYPE_NUMBER: (lambda: check_seats(HOUSE, cast("int", 2.0)), {"word": "2.0"}),
    FaultKind.TYPE_RNG: (lambda: check_rng(cast("Fast", Random(1))), {"word": "Random"}),
    FaultKind.RNG_KEY: (lambda: Fair(b"short"), {"most": 32, "word": "5"}),
    FaultKind.RNG_SEED: (lambda: Fast(-1), {"word": "-1"}),
    FaultKind.RNG_AT: (lambda: Fast(1, -1), {"word": "-1"}),
    FaultKind.RNG_BOUND: (lambda: random_below(Fast(1), 0), {"word": "0"}),
}
ONLY_FROM_PYTHON = {FaultKind.THEY, FaultKind.KIND, FaultKind.OTHER}
"""What no text says: the grammar has no words for it, or it is said in full."""


ELSEWHERE = {FaultKind.ESCAPE, FaultKind.RULES_TOO_LONG, FaultKind.CLOCK}
"""Tried where the fault is found: with the signs of a line, and the settings of a room."""


def test_every_kind_has_a_cause() -> None:
    lines = {kind for kind in FaultKind if kind.startswith("line-")}  # see test_notation_errors
    assert set(FaultKind) - set(CAUSES) - lines == ONLY_FROM_PYTHON | ELSEWHERE


@pytest.mark.parametrize("kind", CAUSES)
def test_a_fault_tells_its_kind_and_its_values(kind: FaultKind) -> None:
    cause, values = CAUSES[kind]
    with pytest.raises((NotationError, SetupError)) as refusal:
        cause()
    error = refusal.value
    assert isinstance(error, NotationError | SetupError)
    assert (error.fault.kind, dict(error.fault.values)) == (kind, values)
    assert set(re.findall(r"{(\w+)", kind.template)) <= set(values)
    assert error.sentence.endswith(fault_text(error.fault))
    sent = msgspec.json.decode(msgspec.json.encode(error.fault))
    assert sent == msgspec.json.decode(msgspec.json.encode({"kind": kind, "values": values}))


def test_a_fault_in_a_line_of_rules_says_which_switch() -> None:
    with pytest.raises(NotationError) as refusal:
        parse_rules("house+blank_cards=9")
    error = refusal.value
    assert (error.switch, error.fault.kind) == ("blank_cards", FaultKind.BOUNDS)
    assert error.sentence == "blank_cards: must be 0 to 8, not 9"


def test_a_sentence_said_in_full_is_a_fault_too() -> None:
    error = SetupError("agent", "there is no {agent}")
    assert error.fault == Fault(FaultKind.OTHER, {"text": "there is no {agent}"})
    assert str(error) == "agent: there is no {agent}"


def test_rules_made_in_python_are_refused_by_kind() -> None:
    with pytest.raises(SetupError) as refusal:
        Rules(edition="bridge")
    assert refusal.value.fault.kind is FaultKind.NO_SUCH_NAME
