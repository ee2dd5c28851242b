"""A custom rule as a value: its text, its JSON, its opcodes and its bounds."""

from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from openuno import EDITIONS, NotationError, Rules, SetupError, with_switches
from openuno.engine.custom import (
    ASKS_EACH,
    MAX_SENTENCES,
    CardKind,
    Compare,
    CountPerCard,
    CustomRule,
    Discards,
    DiscardsKind,
    DiscardsTo,
    Draws,
    DrawsTo,
    DrawsUntil,
    Effect,
    Gives,
    HonourRule,
    IfHas,
    IfHolds,
    IfTheyHave,
    IfTheyHaveNo,
    IfTheyHold,
    LosesTurn,
    Reverses,
    Shows,
    Swaps,
    Takes,
    Who,
    may_change_own_hand,
    targets_player,
)
from openuno.engine.notation.rules import parse_rules, rules_text
from openuno.engine.pencil.examples import EXAMPLES
from openuno.engine.pencil.parser import (
    MAX_RULE_LENGTH,
    parse_custom_rule,
    with_custom_rules,
)
from openuno.engine.pencil.wording import custom_rule_text, effect_meaning, sentence_text
from openuno.kernel.rules.opcodes import OTHER_SELF, Row, opcodes
from tests import custom_rules

YOU, NEXT, EVERYONE, OTHERS = Who.YOU, Who.NEXT, Who.EVERYONE, Who.OTHERS


@given(custom_rules.rules(teams=True))
def test_any_rule_survives_its_normal_form_json_and_the_rules_line(rule: CustomRule) -> None:
    normal = custom_rule_text(rule)
    assert len(normal) <= MAX_RULE_LENGTH
    assert parse_custom_rule(normal) == rule
    assert " ".join(map(sentence_text, rule)) == normal
    assert msgspec.json.decode(msgspec.json.encode(rule), type=CustomRule) == rule
    rules = with_switches(EDITIONS["wild-112"], teams=True, written=((), rule))
    line = rules_text(rules)
    assert parse_rules(line) == rules
    assert " " not in line
    assert line.isprintable()
    assert msgspec.json.decode(msgspec.json.encode(rules), type=Rules) == rules


@given(custom_rules.rules(teams=True))
def test_any_rule_is_explained_and_compiled(rule: CustomRule) -> None:
    for effect in rule:
        told = effect_meaning(effect)
        assert told[0].isupper()
        assert told.endswith(".")
    rows = opcodes(rule)
    assert len(rows) == len(rule)
    for row in rows:
        assert len(row) == len(Row._fields)
        assert all(0 <= number <= OTHER_SELF for number in row)


@given(st.lists(custom_rules.rules(teams=True), min_size=2, max_size=20))
def test_rules_that_differ_compile_differently(rules: list[CustomRule]) -> None:
    """Words of honour aside, and a taking is a giving."""
    distinct = {tuple(map(_deed, rule)) for rule in rules}
    assert len({opcodes(rule) for rule in rules}) == len(distinct)


def _deed(effect: Effect) -> object:
    match effect:
        case HonourRule():
            return "honour"
        case Takes(who, amount, source, when=when):
            own = isinstance(amount, CountPerCard) and amount.who is None
            if own or isinstance(when, ASKS_EACH):
                return effect  # who of the two is asked or counts makes a difference
            return Gives(source, amount, who, when=when)
        case _:
            return effect


def test_opcodes_of_a_whole_rule() -> None:
    rule = parse_custom_rule(
        "The next player gives 2 random cards to you for each red card you hold, at most 4."
        " Hands pass right if whoever holds the fewest cards holds at least 3 cards."
        " You play again if the colour named is yellow."
        ' "Sing."'
    )
    assert opcodes(rule) == (
        (7, 1, 0, 2, 4, 0, 4, 0, 0, 0),
        (10, 0, 0, 0, 0, 0, 0, 4, 6, 3),
        (12, 0, 0, 0, 0, 0, 0, 6, 3, 0),
        (0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
    )


@pytest.mark.parametrize(
    "make",
    [
        lambda: Draws(YOU, 0),
        lambda: Draws(YOU, 11),
        lambda: Discards(YOU, -1),
        lambda: Gives(YOU, 11, NEXT),
        lambda: Takes(YOU, 0, NEXT),
        lambda: CountPerCard(0, CardKind.RED, YOU),
        lambda: CountPerCard(1, CardKind.RED, YOU, 11),
        lambda: CountPerCard(1, CardKind.RED, EVERYONE),
        lambda: IfHolds(YOU, Compare.MORE, 0),
        lambda: IfHolds(YOU, Compare.MORE, 11),
        lambda: Swaps(YOU, YOU),
        lambda: Swaps(EVERYONE, YOU),
        lambda: Swaps(YOU, OTHERS),
        lambda: Shows(YOU, YOU),
        lambda: DiscardsKind(YOU, CardKind.ANY),
        lambda: DrawsTo(YOU, 11),
        lambda: LosesTurn(YOU, 0),
        lambda: LosesTurn(YOU, 6),
        lambda: DrawsUntil(YOU, CardKind.ANY),
        lambda: DiscardsTo(YOU, 0),
        lambda: DiscardsKind(YOU, CardKind.NAMED),
        lambda: Draws(NEXT, CountPerCard(1, CardKind.RED, None)),
        lambda: Draws(NEXT, 1, when=IfTheyHaveNo(CardKind.RED)),
        lambda: IfHas(YOU, CardKind.ANY),
        lambda: IfTheyHave(CardKind.ANY),
        lambda: IfTheyHold(Compare.MORE, 0),
        lambda: Draws(NEXT, 1, when=IfTheyHold(Compare.MORE, 5)),
        lambda: Reverses(when=IfTheyHave(CardKind.RED)),
        lambda: Gives(NEXT, 1, NEXT),
        lambda: Takes(EVERYONE, 1, EVERYONE),
        lambda: HonourRule(""),
        lambda: HonourRule("x" * 201),
        lambda: HonourRule('say "no"'),
        lambda: HonourRule("two\nlines"),
        lambda: HonourRule(" padded "),
    ],
)
def test_a_value_out_of_bounds_cannot_be_made(make: Callable[[], object]) -> None:
    with pytest.raises(SetupError) as refusal:
        make()
    assert refusal.value.switch == "written"
    assert refusal.value.sentence


def test_no_such_value_comes_in_from_outside() -> None:
    for text in (
        b'[{"effect":"draws","who":"you","amount":11}]',
        b'[{"effect":"draws","who":"nobody","amount":1}]',
        b'[{"effect":"draws","who":"you","amount":1,"until":"dawn"}]',
        b'[{"effect":"explodes"}]',
    ):
        with pytest.raises(msgspec.ValidationError):
            msgspec.json.decode(text, type=CustomRule)


@pytest.mark.rule("MEET-33", "MEET-37")
def test_what_a_rule_asks_of_its_player() -> None:
    swap = parse_custom_rule("You swap hands with a player you choose.")
    assert targets_player(swap, last=False)
    assert not targets_player(swap, last=True)
    assert may_change_own_hand(swap)
    draw = parse_custom_rule("A player you choose draws 2.")
    assert targets_player(draw, last=True)
    assert not may_change_own_hand(draw)


def test_write_puts_rules_on_the_blanks() -> None:
    rules = with_custom_rules(EDITIONS["wild-112"], "", "Play reverses.")
    assert rules.written == ((), (Reverses(),))
    with pytest.raises(NotationError):
        with_custom_rules(EDITIONS["wild-112"], "Play rewinds.")
    with pytest.raises(SetupError):
        with_custom_rules(EDITIONS["house"], "Play reverses.")


def test_the_ready_made_rules_are_in_normal_form_and_have_names_of_their_own() -> None:
    assert len(EXAMPLES) >= 12
    assert len({made.name for made in EXAMPLES}) == len(EXAMPLES)
    assert len({made.text for made in EXAMPLES}) == len(EXAMPLES)
    for made in EXAMPLES:
        assert custom_rule_text(parse_custom_rule(made.text)) == made.text
        with_custom_rules(with_switches(EDITIONS["house"], blank_cards=1, teams=True), made.text)


def test_a_rule_has_room_for_its_most_sentences() -> None:
    assert len(parse_custom_rule("Play reverses. " * MAX_SENTENCES)) == MAX_SENTENCES
