from functools import reduce

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from openuno import Card, Colour, Fast, apply, redact, view
from openuno.bots.bot import Mind, notice
from openuno.bots.memory import CHANGES, RECENT, Memory, known_cards, max_of_colour, remember
from openuno.bots.regular import regular
from openuno.engine.actions import Play
from openuno.engine.cards import COLOURS
from openuno.engine.events import (
    CardsGiven,
    Dealt,
    Discarded,
    Drew,
    Kept,
    Played,
    RoundEnded,
)
from openuno.engine.evolve import evolve
from openuno.engine.notation.actions import parse_action
from openuno.engine.notation.rounds import parse_round
from tests.policies import Game
from tests.strategies import games


def watched(position: str, watcher: int, *moves: tuple[int, str]) -> Memory:
    """What a seat that saw the deal remembers after these moves."""
    round = parse_round(position)
    dealt = remember(Memory(), redact(Dealt(round.hands, round.pile, 0), watcher))
    memory = replace(dealt, colour=round.colour, direction=round.direction)
    for seat, move in moves:
        step = apply(round, seat, parse_action(move))
        memory = reduce(remember, (redact(event, watcher) for event in step.events), memory)
        round = step.round
    return memory


PILE = "pile=G9,Y5,Y6,Y7,Y8,Y9,G7,G8"


def test_who_draws_and_keeps_lacks_the_colour_in_play() -> None:
    position = f"mattel-2016 {PILE} discard=R5 turn=1 hands=B1,B2,R1/G1,G2,G3"
    memory = watched(position, 0, (1, "draw"))
    assert max_of_colour(memory, 1, Colour.RED, 4) == 1
    memory = watched(position, 0, (1, "draw"), (1, "keep"))
    assert max_of_colour(memory, 1, Colour.RED, 4) == 0
    assert max_of_colour(memory, 1, Colour.BLUE, 4) == 4


def test_cards_drawn_later_may_have_it_again() -> None:
    position = f"mattel-2016 {PILE} discard=R5 turn=1 hands=B1,B2,R1,RD/G1,G2,G3"
    memory = watched(position, 0, (1, "draw"), (1, "keep"), (0, "RD"))
    assert max_of_colour(memory, 1, Colour.RED, 6) == 2


def test_a_regular_bot_names_what_the_next_player_lacks() -> None:
    round = parse_round(f"mattel-2016 {PILE} discard=R5 turn=0 hands=B1,B3,W,Y1,Y2/G1,G2")
    for lacked in (Colour.BLUE, Colour.YELLOW):
        counts = tuple(0 if colour is lacked else 2 for colour in COLOURS)
        memory = Memory(((), ()), ((5, 5, 5, 5), counts), Colour.RED)
        action, _ = regular(view(round, 0), Mind(Fast(0), memory))
        assert action == Play(Card.W, lacked)


def test_a_hand_given_away_is_known() -> None:
    position = f"house+swap_cards=1 {PILE} discard=R5 turn=0 hands=B1,B2,R1,WX/G1,G2/Y1,Y2"
    memory = watched(position, 0, (0, "WX/G>1"))
    assert known_cards(memory, 1) == (Card.B1, Card.B2, Card.R1)
    assert set(known_cards(memory, 0)) == {Card.G1, Card.G2}
    assert known_cards(memory, 2) == ()


def test_hands_passed_on_carry_what_is_known_with_them() -> None:
    position = f"house+seven_zero=on {PILE} discard=R5 turn=0 hands=B1,B2,R0/G1,G2/Y1,Y2"
    memory = watched(position, 0, (0, "R0"))
    assert known_cards(memory, 1) == (Card.B1, Card.B2)
    assert set(known_cards(memory, 0)) == {Card.Y1, Card.Y2}


def test_a_hand_shown_to_the_challenger_is_known_to_it_alone() -> None:
    position = (
        f"mattel-2016 {PILE} discard=W4,R5 colour=G laid=1!"
        " hands=G1,G2/B1,R2/Y1,Y2 doubt=0:4:1:R:B1,R2"
    )
    memory = watched(position, 0, (0, "challenge"))
    assert known_cards(memory, 1) == (Card.B1, Card.R2)
    memory = watched(position, 2, (0, "challenge"))
    assert known_cards(memory, 1) == ()


def test_a_card_laid_is_known_no_longer() -> None:
    position = f"house+swap_cards=1 {PILE} discard=R5 turn=0 hands=B1,B2,R1,WX/G1,G2/Y1,Y2"
    memory = watched(position, 0, (0, "WX/B>1"), (1, "B1"))
    assert known_cards(memory, 1) == (Card.B2, Card.R1)


def test_a_shuffle_forgets_everything_but_the_own_hand() -> None:
    position = (
        f"house+swap_cards=1+shuffle_cards=1 {PILE} discard=R5 turn=0"
        " hands=B1,B2,R1,WX/G1,G2,WH/Y1,Y2"
    )
    memory = watched(position, 0, (0, "WX/B>1"), (1, "B1"), (2, "draw"), (2, "keep"), (0, "WH/B"))
    assert len(known_cards(memory, 0)) > 0
    assert known_cards(memory, 1) == known_cards(memory, 2) == ()


GIVES = "house+blank_cards=2+written={}|{}"
ONE = "You_give_a_random_card_to_the_next_player."
TWO = "You_give_2_random_cards_to_the_next_player."


def test_a_card_given_is_known_to_the_two_it_passed_between() -> None:
    position = f"{GIVES.format(ONE, ONE)} {PILE} discard=R5 turn=0 hands=B1,WC1,B1/G1,WC2/Y1,Y2"
    for watcher, known in ((0, (Card.B1,)), (2, ())):
        memory = watched(position, watcher, (0, "WC1/G"))
        assert known_cards(memory, 1) == known
    assert Card.B1 in known_cards(watched(position, 1, (0, "WC1/G")), 1)


def test_a_card_that_may_have_gone_on_unseen_is_known_no_longer() -> None:
    position = f"{GIVES.format(TWO, ONE)} {PILE} discard=R5 turn=0 hands=B1,B2,B1,WC1/G1,WC2/Y1"
    moves = ((0, "WC1/G"), (1, "WC2/Y"))
    before = known_cards(watched(position, 0, *moves[:1]), 1)
    assert len(before) == 2
    # Of two alike one stays, whichever card seat 1 gave away; of two others either may be gone.
    left = (before[0],) if before[0] is before[1] else ()
    memory = watched(position, 0, *moves)
    assert known_cards(memory, 1) == left
    assert known_cards(memory, 2) == ()


@pytest.mark.parametrize(
    ("known", "given", "left"),
    [
        ("B1,B1,B1,R2", 1, "B1,B1"),
        ("B1,B1,B1,R2", 2, "B1"),
        ("B1,B1,R2,R2", 1, "B1,R2"),
        ("B1,B1,R2,R2", 3, ""),
    ],
)
def test_of_cards_alike_only_as_many_as_must_be_left_stay_known(
    known: str, given: int, left: str
) -> None:
    memory = Memory(((), cards(known), ()), ((7,) * 4,) * 3)
    after = remember(memory, CardsGiven(1, 2, (Card.BACK,) * given, 0))
    assert known_cards(after, 1) == cards(left)
    assert max_of_colour(after, 2, Colour.RED, 99) == 7 + given


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card(code) for code in text.split(",") if code)


@given(game=games())
@settings(max_examples=60)
def test_sizes_and_what_lies_on_top_are_remembered_under_all_rules(game: Game) -> None:
    if not game.turned:
        return
    round, watcher = game.opening.round, game.turned[-1].seat
    memory = remember(Memory(), redact(Dealt(round.hands, round.pile, 0), watcher))
    memory = replace(memory, colour=round.colour, direction=round.direction, top=round.discard[-1])
    for event in (event for turned in game.turned for event in turned.step.events):
        memory = remember(memory, redact(event, watcher))
        if isinstance(event, (Played, Drew, Kept, Discarded)):
            change = memory.changes[-1]
            assert (change.seat, change.top) == (event.seat, round.discard[-1])
            assert change.colour is round.colour
        round = evolve(round, event)
        if not isinstance(event, RoundEnded):
            assert memory.sizes == tuple(map(len, round.hands))
            assert (memory.top, memory.colour) == (round.discard[-1], round.colour)
            assert memory.direction == round.direction
    assert len(memory.changes) <= CHANGES
    assert len(memory.recent) <= RECENT


def test_without_a_deal_nothing_is_remembered() -> None:
    round = parse_round(f"mattel-2016 {PILE} discard=R5 turn=1 hands=B1,R1/G1,G2,G3")
    step = apply(round, 1, parse_action("draw"))
    mind = Mind(Fast(0))
    told = (redact(event, 0) for event in step.events)
    assert known_cards(reduce(notice, told, mind).memory, 1) == ()
    assert max_of_colour(mind.memory, 1, Colour.RED, 4) == 4
