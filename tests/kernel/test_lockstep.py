import re
from collections.abc import Iterator
from random import Random
from typing import get_args

import pytest

from openuno import Colour, Fast, apply, deal, edition
from openuno.engine.custom import (
    MAX_CARDS as HIGHEST_NUMBER,
)
from openuno.engine.custom import (
    MAX_SENTENCES,
    MAX_TURNS,
    SEVERAL,
    CardKind,
    Compare,
    Condition,
    CountPerCard,
    DiscardsKind,
    Effect,
    HonourRule,
    IfHas,
    IfHasNo,
    IfHolds,
    IfNamed,
    IfNotNamed,
    IfSo,
    IfTheyHave,
    IfTheyHaveNo,
    IfTheyHold,
    IfWants,
    NamesColour,
    Otherwise,
    Side,
    Swaps,
    Until,
    Who,
)
from openuno.engine.events import Event
from openuno.engine.notation.actions import parse_action
from openuno.engine.notation.rounds import parse_round, round_text
from openuno.engine.rules import (
    EDITION_NAMES,
    SWITCH_BOUNDS,
    SWITCHES,
    DealerDraw,
    FirstCard,
    Stacking,
)
from tests.depth import by_depth
from tests.kernel.lockstep import Difference, Player, compare, lockstep_rounds
from tests.kernel.lockstep_loop import MOST_CARDS, Temper
from tests.kernel.settings import Setting, setting

ROUNDS = by_depth(40_000, 200_000)
CHUNKS = ROUNDS // 2_500


@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_kernel_and_reference_play_the_same_rounds(chunk: int) -> None:
    tally = lockstep_rounds(f"test/{chunk}", ROUNDS // CHUNKS)
    assert tally["rounds"] == ROUNDS // CHUNKS


def test_the_rounds_reach_everything_that_can_happen() -> None:
    tally = lockstep_rounds("everything", 2_000)
    assert {event.__name__ for event in get_args(Event)} <= set(tally)
    assert tally["dead"]
    assert tally["ended"] > 200
    assert tally["of 100 or more actions"] > 5


KINDS = set(CardKind) - {CardKind.ANY}
OF_ALL = {None, IfHolds, IfNamed, IfNotNamed, IfHas, IfHasNo, Otherwise, IfSo, IfWants}
"""The conditions of a sentence that one player, or nobody, carries out."""
OF_ONE: dict[type, frozenset[Who]] = {Swaps: SEVERAL, NamesColour: SEVERAL | {Who.YOU}}
"""The sentences about one player, and who that cannot be."""


def settings(count: int) -> list[Setting]:
    chance = Random("settings")
    return [setting(chance) for _ in range(count)]


def test_the_tables_have_every_switch_in_every_position() -> None:
    met = settings(1_000)
    assert {table.seats for table in met} == set(range(2, 11))
    assert {table.temper for table in met} == set(Temper)
    assert {table.rules.edition for table in met} == set(EDITION_NAMES)
    values = {name: {getattr(table.rules, name) for table in met} for name in SWITCHES}
    assert values.pop("decks") == {1, 2, 3, 8}
    assert values.pop("hand_size") >= {1, 2, 3, 5, 7, 30}
    assert values.pop("special_points") == {40, 50}
    assert values.pop("wild_points") == {40, 50}
    assert values.pop("dealer_draw") == set(DealerDraw)
    assert values.pop("first_card") == set(FirstCard)
    assert values.pop("stacking") == set(Stacking)
    values.pop("written")
    for name, found in values.items():
        low, high = SWITCH_BOUNDS.get(name, (False, True))
        assert found == set(range(low, high + 1)), name


def test_the_blanks_carry_everything_that_can_be_written() -> None:
    rules = [rule for table in settings(5_000) for rule in table.rules.written]
    assert {len(rule) for rule in rules} == set(range(MAX_SENTENCES + 1))
    met = {part for rule in rules for effect in rule for part in parts(effect)}
    for kind in get_args(Effect):
        for field in kind.__struct_fields__:
            found = {value for owner, name, value in met if (owner, name) == (kind, field)}
            match field:
                case "when" if "who" in kind.__struct_fields__ and kind not in OF_ONE:
                    assert found == {*OF_ALL, IfTheyHold, IfTheyHave, IfTheyHaveNo}, kind
                case "when":
                    assert found == OF_ALL, kind
                case "amount":
                    assert found == {*range(1, HIGHEST_NUMBER + 1), CountPerCard}, kind
                case "side":
                    assert found == set(Side)
                case "text":
                    assert kind is HonourRule
                case "kind" if kind is DiscardsKind:
                    assert found == KINDS - {CardKind.NAMED}
                case "kind":
                    assert found == KINDS
                case "turns":
                    assert found == set(range(1, MAX_TURNS + 1))
                case "until":
                    assert found == set(Until)
                case "number":
                    assert found == set(range(1, HIGHEST_NUMBER + 1))
                case _:
                    assert found == set(Who) - OF_ONE.get(kind, frozenset()), kind
    for owner, name, values in (
        (IfHolds, "who", set(Who)),
        (IfHolds, "compare", set(Compare)),
        (CountPerCard, "kind", {None, *CardKind}),
        (CountPerCard, "who", {None, *Who}),
        (IfWants, "who", set(Who) - SEVERAL),
        (IfNamed, "colour", set(Colour)),
        (IfNotNamed, "colour", set(Colour)),
        (IfHasNo, "who", set(Who)),
        (IfHasNo, "kind", KINDS),
        (IfTheyHaveNo, "kind", KINDS),
        (IfHas, "who", set(Who)),
        (IfHas, "kind", KINDS),
        (IfTheyHave, "kind", KINDS),
        (IfTheyHold, "compare", set(Compare)),
    ):
        assert {value for one, field, value in met if (one, field) == (owner, name)} == values


def parts(sentence: Effect | Condition | CountPerCard) -> Iterator[tuple[type, str, object]]:
    """Every field of a sentence and of what is in it; of what has fields itself, its type."""
    for name in sentence.__struct_fields__:
        value = getattr(sentence, name)
        if isinstance(value, Condition | CountPerCard):
            yield type(sentence), name, type(value)
            yield from parts(value)
        else:
            yield type(sentence), name, value


def test_a_difference_is_reported_with_the_line_and_the_actions() -> None:
    table = Player(Setting(edition("mattel-2016"), 3, MOST_CARDS, Temper.IN_TURN, 30))
    played = table.play(0, 7, 7)
    compare(played)
    with pytest.raises(Difference) as parted:
        compare(played._replace(states=[*played.states[:4], 0, *played.states[5:]]))
    what, dealt, actions, before, reference, kernel = str(parted.value).splitlines()
    assert what == "the rounds differ after 4 actions (IN_TURN)"
    assert dealt == f"dealt: {round_text(deal(edition('mattel-2016'), 3, 0, Fast(7)).round)}"
    assert len(re.findall(r"\b\d:", actions)) == 4
    round = parse_round(before.removeprefix("before the last: "))
    seat, _, action = actions.split(" ")[-1].partition(":")
    after = apply(round, int(seat), parse_action(action)).round
    assert round_text(after) == reference.removeprefix("reference: ")
    assert round_text(after) == kernel.removeprefix("kernel:    ")
