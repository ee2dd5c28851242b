from collections.abc import Callable
from itertools import islice
from random import Random
from typing import get_args

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy, composite
from msgspec.structs import replace

from openuno import (
    Card,
    Colour,
    NotationError,
    Round,
    Rules,
    SetupError,
    apply,
    deal,
    evolve,
    legal,
)
from openuno.engine.actions import Catch, ChoosePlayer, Draw, NameColour, Play
from openuno.engine.deal import undealt_round
from openuno.engine.events import CardChoice, UnfinishedRule
from openuno.engine.notation.actions import action_text, parse_action, parse_card
from openuno.engine.notation.rounds import parse_round, round_text
from openuno.engine.notation.rules import parse_rules, rules_text
from openuno.engine.rng import Fair, Fast, Generator
from openuno.engine.rules import (
    EDITIONS,
    SWITCH_BOUNDS,
    DealerDraw,
    FirstCard,
    Stacking,
    edition,
)
from openuno.engine.state import (
    AfterDraw,
    ChoosingCards,
    ChoosingPlayer,
    Deciding,
    FacingDrawFour,
    FacingStack,
    NamingColour,
    Phase,
    RoundOver,
    Turn,
    Undealt,
    Window,
)
from tests.action_space import all_actions

Parser = Callable[[str], object]

PARSERS: tuple[Parser, ...] = (parse_card, parse_action, parse_rules, parse_round)
ACTIONS = tuple(all_actions(10))
KEY = "00112233445566778899aabbccddeeff" * 2
LINE = "mattel-2016 hands=R7,G1/B1,B2 pile=Y1,Y2 discard=R5 turn=0"
ASKS = (
    "house+blank_cards=3+written=Everyone_else_gives_2_cards_of_their_choice_to_you."
    "|Everyone_passes_1_card_of_their_choice_to_the_left."
    "|Two_players_you_choose_swap_hands._The_next_player_names_the_colour."
)
DECIDES = (
    "house+blank_cards=1+written=The_next_player_draws_1_card_if_the_next_player_wants_to."
    "_Everyone_discards_down_to_1_card_of_their_choice."
)
PHASES: dict[str, Phase] = {
    "mattel-2016 hands=-/- pile=B0,B1 discard=- colour=- left dealer=1 undealt fast=0@0": Undealt(),
    "house hands=B1/B2 pile=- discard=W colour=- left dealer=1 naming=0 fast=1@2": NamingColour(0),
    "house hands=B1/B2 pile=- discard=W4 colour=- left dealer=1 naming=1 fast=1@2": NamingColour(1),
    "house+swap_cards=1 hands=B1/B2/B3 pile=- discard=WX colour=- left dealer=1 choosing=1"
    " fast=1@2": ChoosingPlayer(1),
    "house+blank_cards=1+written=A_player_you_choose_draws_1_card_if_the_colour_named_is_red."
    " hands=B1/B2/B3 pile=- discard=WC1 colour=R left dealer=2 choosing=2 fast=1@2": ChoosingPlayer(
        2
    ),
    f"{ASKS} hands=B1,B2/G1,G2/R1,R2 pile=Y1 discard=WC1 colour=R left dealer=0"
    " picking=1:give:1:2:0:2:0:0:-:0 laid=0 fast=7@0": ChoosingCards(
        1, CardChoice.GIVE, 1, 2, (0,), (2,), UnfinishedRule(0, 0)
    ),
    f"{ASKS} hands=B1,B2/G1,G2/R1,R2 pile=Y1 discard=WC2 colour=R left dealer=0"
    " picking=2:pass:1:1:-:0:0:0:-:0:-/G2/- laid=0! fast=7@0": ChoosingCards(
        2, CardChoice.PASS, 1, 1, (), (0,), UnfinishedRule(0, 0), ((), (Card.G2,), ())
    ),
    f"{ASKS} hands=B1,B2/G1,G2/R1,R2 pile=Y1 discard=WC3 colour=R left dealer=0"
    " choosing=0:0:0:2:1 laid=0 fast=7@0": ChoosingPlayer(0, UnfinishedRule(0, 0, 2, again=True)),
    f"{ASKS} hands=B1,B2/G1,G2/R1,R2 pile=Y1 discard=WC3 colour=R left dealer=0"
    " naming=1:0:1:2:0 laid=0 fast=7@0": NamingColour(1, UnfinishedRule(0, 1, 2)),
    f"{DECIDES} hands=B1,B2/G1,G2/R1,R2,R3 pile=Y1 discard=WC1 colour=R left dealer=0"
    " deciding=1:0:0:-:2 laid=0 fast=7@0": Deciding(1, UnfinishedRule(0, 0, held=False)),
    f"{DECIDES} hands=B1,B2/G1,G2/R1,R2,R3 pile=Y1 discard=WC1 colour=R left dealer=0"
    " picking=2:discard-to:2:1:-:0:0:1:-:0 laid=0 fast=7@0": ChoosingCards(
        2, CardChoice.DISCARD_TO, 2, 1, (), (0,), UnfinishedRule(0, 1)
    ),
    "wild-112 hands=G1/B1 pile=Y1,Y2 discard=R5 colour=R left dealer=0 turn=1 fast=7@0": Turn(1),
    "classic hands=R7/B1 pile=- discard=R5 colour=R right dealer=1 turn=0 laid=1 fast=7@0": Turn(0),
    "house hands=B2/R1 pile=- discard=W colour=B right dealer=1 turn=0 passes=1 fast=7@0": Turn(0),
    "wild-112 hands=G1,R7/WC2 pile=- discard=WH colour=Y left dealer=0 drawn=0:R7"
    " fast=7@99": AfterDraw(0, Card.R7),
    "house+stacking=any hands=B1/B2/B3 pile=Y1 discard=RD,RD colour=R left dealer=2 stacked=1:4"
    " laid=0! fast=7@0": FacingStack(1, 4),
    "mattel-2016 hands=B1,B2/R1,R2,R3 pile=Y1 discard=W4 colour=G left dealer=0"
    f" doubt=0:4:1:R:R1,R3 laid=1 fair={KEY}@12": FacingDrawFour(
        0, 4, 1, Colour.RED, (Card.R1, Card.R3)
    ),
    "mattel-2016 hands=B1,B2/- pile=Y1 discard=W4 colour=G left dealer=0 over=1"
    " fast=0@0": RoundOver(1),
    "mattel-2016 hands=B1/B1 pile=- discard=G5 colour=G left dealer=0 over=- passes=2"
    " fast=18446744073709551615@18446744073709551615": RoundOver(None),
}
ENDED_BY_FIRST_CARD = (
    "house+blank_cards=1+written=You_discard_7_cards_at_random. hands=-/B2 pile=- discard=WC1,B1"
    " colour=- left dealer=0 over=0 fast=1@2"
)
LINES = (LINE, *PHASES, ENDED_BY_FIRST_CARD)


# What is written is read back.


@composite
def rule_sets(draw: DrawFn) -> Rules:
    switches = {
        **{name: st.integers(low, high) for name, (low, high) in SWITCH_BOUNDS.items()},
        **{name: st.booleans() for name in ("renege", "bluffing", "jump_in", "seven_zero")},
        **{name: st.booleans() for name in ("draw_until", "forced_play", "two_player_reverse")},
        "play_drawn": st.booleans(),
        "dealer_draw": st.sampled_from(DealerDraw),
        "first_card": st.sampled_from(FirstCard),
        "stacking": st.sampled_from(Stacking),
        "special_points": st.sampled_from((40, 50)),
        "wild_points": st.sampled_from((40, 50)),
    }
    changed = draw(st.fixed_dictionaries({}, optional=switches))
    if changed.get("draw_until") or changed.get("forced_play"):
        changed["play_drawn"] = True
    return replace(EDITIONS[draw(st.sampled_from(sorted(EDITIONS)))], **changed)


def generators() -> SearchStrategy[Generator]:
    word = st.integers(0, (1 << 64) - 1)
    place = st.integers(0, 1 << 40)
    return st.builds(Fast, word, place) | st.builds(
        Fair, st.binary(min_size=32, max_size=32), place
    )


@composite
def rounds(draw: DrawFn) -> Round:
    """A round after some random actions, or over."""
    rules = replace(draw(rule_sets()), hand_size=draw(st.integers(1, 7)))
    seats = draw(st.integers(2, 10))
    choose = Random(draw(st.integers(0, 1 << 32)))
    try:
        round = deal(rules, seats, draw(st.integers(0, seats - 1)), draw(generators())).round
    except SetupError:
        assume(False)
        raise
    for _ in range(draw(st.integers(0, 60))):
        moves = [(seat, move) for seat in range(seats) for move in legal(round, seat)]
        if not moves:
            break
        round = apply(round, *choose.choice(moves)).round
    return round


@pytest.mark.parametrize("card", Card)
def test_every_card_round_trips(card: Card) -> None:
    assert parse_card(card.value) is card


def test_every_action_round_trips() -> None:
    assert [parse_action(action_text(action)) for action in ACTIONS] == list(ACTIONS)


def test_no_two_actions_are_written_alike() -> None:
    assert len({action_text(action) for action in ACTIONS}) == len(ACTIONS)


@given(rule_sets())
def test_every_rule_set_round_trips(rules: Rules) -> None:
    assert parse_rules(rules_text(rules)) == rules


@given(rounds())
def test_every_round_reached_by_play_round_trips(round: Round) -> None:
    text = round_text(round)
    assert parse_round(text) == round
    assert "\n" not in text


@given(rule_sets(), st.integers(2, 10), generators())
def test_a_round_being_dealt_round_trips(rules: Rules, seats: int, rng: Generator) -> None:
    try:
        round = undealt_round(rules, seats, 0, rng)
    except SetupError:
        return
    assert parse_round(round_text(round)) == round
    for event in deal(rules, seats, 0, rng).events:
        round = evolve(round, event)
        assert parse_round(round_text(round)) == round


@pytest.mark.parametrize(("line", "phase"), list(PHASES.items()))
def test_every_phase_round_trips(line: str, phase: Phase) -> None:
    round = parse_round(line)
    assert round.phase == phase
    assert round_text(round) == line


def test_every_phase_is_tried() -> None:
    assert {type(phase) for phase in PHASES.values()} == set(get_args(Phase))


@given(rounds(), st.randoms(use_true_random=False))
def test_fields_are_read_in_any_order(round: Round, random: Random) -> None:
    rules, *fields = round_text(round).split(" ")
    random.shuffle(fields)
    assert parse_round(" ".join([rules, *fields])) == round


# What the texts mean.


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("R7", Play(Card.R7)),
        ("R7!", Play(Card.R7, uno=True)),
        ("W/B", Play(Card.W, Colour.BLUE)),
        ("W4/B!", Play(Card.W4, Colour.BLUE, uno=True)),
        ("WX/R>2", Play(Card.WX, Colour.RED, 2)),
        ("R7>2", Play(Card.R7, target=2)),
        ("WC3/Y", Play(Card.WC3, Colour.YELLOW)),
        ("draw", Draw()),
        ("name R", NameColour(Colour.RED)),
        ("choose 2", ChoosePlayer(2)),
        ("catch 2", Catch(2)),
    ],
)
def test_actions_are_written_as_the_table_speaks(text: str, action: Play) -> None:
    assert parse_action(text) == action
    assert action_text(action) == text


def test_rules_are_an_edition_and_what_differs() -> None:
    text = "house+swap_cards=2+stacking=any+jump_in=on"
    rules = replace(edition("house"), swap_cards=2, stacking=Stacking.ANY, jump_in=True)
    assert rules_text(rules) == text
    assert parse_rules("house+jump_in=on+stacking=any+bluffing=on+swap_cards=2") == rules
    assert [rules_text(printed) for printed in EDITIONS.values()] == list(EDITIONS)


def test_what_a_line_leaves_out_has_its_default() -> None:
    assert parse_round(LINE) == Round(
        rules=edition("mattel-2016"),
        dealer=0,
        hands=((Card.G1, Card.R7), (Card.B1, Card.B2)),
        pile=(Card.Y2, Card.Y1),
        discard=(Card.R5,),
        colour=Colour.RED,
        direction=1,
        phase=Turn(0),
        window=None,
        passes=0,
        rng=Fast(0),
    )


def test_what_a_line_tells_is_read() -> None:
    round = parse_round(LINE + f" right dealer=1 laid=1! fair={KEY}@5 colour=R")
    assert (round.direction, round.dealer, round.window) == (-1, 1, Window(1, settled=True))
    assert round.rng == Fair(bytes.fromhex(KEY), 5)
    assert parse_round("house hands=R7/B1 pile=- discard=R5 turn=0 passes=1").passes == 1


def test_piles_are_written_with_their_top_card_first() -> None:
    round = parse_round("mattel-2016 hands=B1/B2 pile=Y1,Y2 discard=R5,R6 turn=0")
    assert (round.pile[-1], round.discard[-1]) == (Card.Y1, Card.R5)


# Any text at all is read or refused, and nothing else happens.

ALPHABET = " +=,/:>!@-?_0123456789RYGBWDSXHC\x00\n\u0663\uff17\ud800é^"


@composite
def mangled(draw: DrawFn, texts: SearchStrategy[str]) -> str:
    """A good text with a few characters taken out, put in or changed, or a part repeated."""
    text = draw(texts)
    for _ in range(draw(st.integers(1, 3))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 8)))
        new = draw(st.text(st.sampled_from(ALPHABET), max_size=3) | st.just(text[start:end] * 2))
        text = text[:start] + new + text[end:]
    return text


def texts() -> SearchStrategy[str]:
    good = (
        st.sampled_from(LINES)
        | st.sampled_from(ACTIONS).map(action_text)
        | rule_sets().map(rules_text)
    )
    return st.text() | st.text(st.sampled_from(ALPHABET)) | good | mangled(good)


def refusal(parse: Parser, text: str) -> NotationError | None:
    try:
        parse(text)
    except NotationError as error:
        return error
    return None


@given(texts())
def test_any_text_is_read_or_refused(text: str) -> None:
    for parse in PARSERS:
        error = refusal(parse, text)
        if error is not None:
            assert error.text == text
            assert 0 <= error.at <= len(text)
            assert error.sentence.isprintable()


@composite
def patchwork(draw: DrawFn) -> str:
    """Fields that are good each by itself, and may or may not go together."""
    hands = draw(st.sampled_from(("G1,R7/B1,B2", "R7/B1/-", "RD,W4/R5,W4/W,W4", "R0,R7/R5,RD")))
    top = draw(st.sampled_from(("R5", "RD", "W", "W4", "G0,B3,BR")))
    pile = draw(st.sampled_from(("-", "Y1", "Y1,W,R9,G9,B9")))
    phases = (
        "turn=0",
        "turn=1",
        "drawn=0:R7",
        "drawn=1:B1",
        "naming=1",
        "stacked=0:2",
        "stacked=1:12",
        "doubt=0:4:1:R:B1",
        "doubt=1:8:0:G:R7",
        "doubt=1:4:0:R:-",
        "over=1",
        "over=-",
        "undealt",
    )
    extras = (
        "colour=R",
        "colour=B",
        "right",
        "dealer=1",
        "laid=0",
        "laid=1!",
        "passes=1",
        "fast=7@9",
    )
    return " ".join(
        (
            rules_text(draw(rule_sets())),
            f"hands={hands} discard={top} pile={pile}",
            draw(st.sampled_from(phases)),
            *draw(st.lists(st.sampled_from(extras), unique_by=lambda extra: extra[:2])),
        )
    )


@given(patchwork() | mangled(patchwork()))
def test_a_round_that_is_read_can_be_written_and_played(text: str) -> None:
    if refusal(parse_round, text):
        return
    round = parse_round(text)
    assert parse_round(round_text(round)) == round
    for seat in range(len(round.hands)):
        for action in islice(legal(round, seat), 20):
            following = apply(round, seat, action).round
            assert parse_round(round_text(following)) == following


@pytest.mark.parametrize("parse", PARSERS)
@pytest.mark.parametrize("part", ["R7,", "9", " ", "+decks=1", "-/", " left", "R", "\x00", "W/R>"])
@pytest.mark.parametrize("head", ["", "catch ", "house", "mattel-2016 hands=", LINE + " fast="])
def test_a_huge_text_is_refused_in_no_time(parse: Parser, part: str, head: str) -> None:
    with pytest.raises(NotationError):
        parse(head + part * 100_000)
