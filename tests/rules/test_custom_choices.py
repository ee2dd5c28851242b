"""MEET-44 to MEET-46: written rules that let somebody choose cards, a player or a colour."""

import pytest

from openuno import Card, Colour, Reason
from openuno.engine.actions import ChooseCard
from openuno.engine.events import (
    CardsAsked,
    CardSetAside,
    CardsGiven,
    Discarded,
    HandsSwapped,
    Reversed,
    TurnBegan,
)
from openuno.engine.state import ChoosingCards, NamingColour, RoundOver, Turn
from openuno.engine.view import redact, redact_action, view
from tests.rules.test_custom import PILE, blank, counts, four
from tests.scenario import table

BACK = Card.BACK


@pytest.mark.rule("MEET-44")
def test_the_player_chooses_the_cards_to_discard_one_at_a_time() -> None:
    start = four("Discard two cards of your choice.", "left turn=0").does(0, "WC1/R")
    assert start.turn == 0
    assert start.may(0) == ["choose B1", "choose WC2"]
    assert start.may(1) == start.may(2) == []
    start.refused(1, "choose G1", Reason.NOT_YOUR_TURN)
    start.refused(0, "choose R1", Reason.CARD_NOT_HELD)
    start.refused(0, "draw", Reason.WRONG_PHASE)
    start.refused(0, "B1", Reason.WRONG_PHASE)
    one = start.does(0, "choose B1")
    assert one.events == (Discarded(0, (Card.B1,), 0),)
    assert one.round.discard[-2:] == (Card.B1, Card.WC1)
    assert one.turn == 0
    out = one.does(0, "choose WC2")
    assert out.phase == RoundOver(0)


@pytest.mark.rule("MEET-44", "MEET-29")
def test_everyone_is_asked_in_order_of_play_and_who_played_the_card_last() -> None:
    found = four("Everyone discards one card. Skip the next player.").does(0, "WC1/R")
    asked = found.events_of(CardsAsked)[0]
    assert asked.seats == (1, 2, 3, 0)
    found = found.does(1, "choose G1").does(2, "choose R2")
    assert found.turn == 3
    # Seat 3 holds one card: without it, it has gone out, and nobody else is asked (CUST-4).
    assert found.does(3, "choose Y1").phase == RoundOver(3)
    back = four("Everyone else discards one card.", "right turn=0").does(0, "WC1/R")
    assert back.events_of(CardsAsked)[0].seats == (3, 2, 1)


@pytest.mark.rule("MEET-44", "MEET-29")
def test_the_rest_of_the_rule_follows_when_all_have_chosen() -> None:
    rule = "Everyone else gives me a card. Reverse. Go again."
    found = four(rule).does(0, "WC1/R")
    assert found.turn == 1
    given = found.does(1, "choose G2")
    assert given.events == (CardsGiven(1, 0, (Card.G2,), 0),)
    given = given.does(2, "choose R1").does(3, "choose Y1")
    assert given.phase == RoundOver(3)  # the last card given away wins as well
    four_cards = "B1,WC1,WC2/G1,G2/R1,R2,R3/Y1,Y2"
    start = table(f"{blank(rule)} hands={four_cards} pile={PILE} discard=R9 left turn=0 fast=7@0")
    done = start.does(0, "WC1/R").does(1, "choose G2").does(2, "choose R1").does(3, "choose Y1")
    assert [type(event) for event in done.events] == [CardsGiven, Reversed, TurnBegan]
    assert done.phase == Turn(0)
    assert counts(done) == [5, 1, 2, 1]


@pytest.mark.rule("MEET-44")
def test_a_card_given_is_seen_by_the_two_alone_and_a_discarded_one_by_all() -> None:
    found = four("Give a card to a player you choose.").does(0, "WC1/R>2").does(0, "choose B1")
    (given,) = found.events
    assert redact(given, 0) == redact(given, 2) == CardsGiven(0, 2, (Card.B1,), 0)
    assert redact(given, 1) == redact(given, None) == CardsGiven(0, 2, (BACK,), 0)
    assert redact_action(ChooseCard(Card.B1), 0, 1) == ChooseCard(BACK)
    assert redact_action(ChooseCard(Card.B1), 0, 0) == ChooseCard(Card.B1)
    shown = four("Discard 1.").does(0, "WC1/R").does(0, "choose B1").events[0]
    assert redact(shown, None) == shown


@pytest.mark.rule("MEET-44")
def test_one_player_gives_to_several_the_same_number_each() -> None:
    hands = "B1,B2,B3,B4,B5,WC1/G1,G2/R1,R2"
    line = f"{blank('Give one of your cards to each player. Draw 1.')} hands={hands}"
    found = table(f"{line} pile={PILE.replace('B5,', '')} discard=R9 left turn=0").does(0, "WC1/R")
    found = found.does(0, "choose B1")
    assert found.turn == 0
    found = found.does(0, "choose B5")
    assert found.turn == 1
    assert found.round.hands[1] == (Card.B1, Card.G1, Card.G2)
    assert found.round.hands[2] == (Card.B5, Card.R1, Card.R2)
    assert counts(found) == [4, 3, 3]


@pytest.mark.rule("MEET-44", "CUST-4")
def test_nobody_is_asked_for_nothing_or_of_a_last_card() -> None:
    none = four("Discard one card for each green card you have.").does(0, "WC1/R")
    assert none.phase == Turn(1)
    same = four("Whoever has the most cards gives you a card of their choice.", "left turn=0")
    assert same.does(0, "WC1/R").turn == 2
    last = table(f"{blank('Everyone discards 1.')} hands=WC1/G1,G2 pile=B1 discard=R9 turn=0")
    assert last.does(0, "WC1/R").phase == RoundOver(0)


@pytest.mark.rule("MEET-45")
def test_everyone_chooses_in_secret_and_then_all_cards_move_at_once() -> None:
    start = four("Everyone passes one card to the left.").does(0, "WC1/R")
    one = start.does(1, "choose G2")
    assert one.events == (CardSetAside(1, Card.G2),)
    assert redact(one.events[0], 2) == CardSetAside(1, BACK)
    assert redact(one.events[0], 1) == one.events[0]
    assert counts(one) == counts(start)  # nothing has moved
    phase = view(one.round, 2).phase
    assert isinstance(phase, ChoosingCards)
    assert phase.set_aside == ((), (BACK,), (), ())
    own = view(one.round, 1).phase
    assert isinstance(own, ChoosingCards)
    assert own.set_aside[1] == (Card.G2,)
    last = one.does(2, "choose R3").does(3, "choose Y1").does(0, "choose B1")
    assert last.events_of(CardsGiven) == [
        CardsGiven(0, 1, (Card.B1,), 0),
        CardsGiven(1, 2, (Card.G2,), 0),
        CardsGiven(2, 3, (Card.R3,), 0),
        CardsGiven(3, 0, (Card.Y1,), 0),
    ]
    assert last.phase == Turn(1)
    assert last.round.hands[3] == (Card.R3,)


@pytest.mark.rule("MEET-45")
def test_a_hand_with_too_few_cards_is_passed_on_whole() -> None:
    found = four("Everyone passes two cards to the right.").does(0, "WC1/R")
    found = found.does(1, "choose G1")
    assert found.may(1) == ["choose G2"]  # not the same card twice
    found = found.does(1, "choose G2").does(2, "choose R1").does(2, "choose R3")
    found = found.does(3, "choose Y1")
    assert found.turn == 0  # seat 3 has no second card to choose
    done = found.does(0, "choose B1").does(0, "choose WC2")
    assert done.round.hands[0] == (Card.G1, Card.G2)
    assert done.round.hands[3] == (Card.B1, Card.WC2)
    assert counts(done) == [2, 2, 2, 2]


@pytest.mark.rule("MEET-46")
def test_nobody_owes_uno_before_the_rule_is_done() -> None:
    hands = "B1,WC1/G1,G2,G3/R1,R2,R3"
    rule = blank("The next player discards 1. Draw 1 if the colour named is red.")
    line = f"{rule}+wrong_catch_penalty=2 hands={hands} pile={PILE} discard=R9 turn=0"
    start = table(line).does(0, "WC1/B")
    assert view(start.round, 1).owes_uno is None
    start.refused(2, "catch 0", Reason.NOTHING_TO_CATCH)
    start.refused(0, "uno", Reason.UNO_NOT_OWED)
    done = start.does(1, "choose G1")
    assert view(done.round, 1).owes_uno == 0
    done.does(2, "catch 0")
    safe = table(line).does(0, "WC1/R").does(1, "choose G1")
    assert view(safe.round, 1).owes_uno is None  # it has drawn


@pytest.mark.rule("MEET-46")
def test_two_chosen_players_swap_hands() -> None:
    start = four("Pick two players to swap hands.").does(0, "WC1/R>2")
    assert start.may(0) == ["choose 0", "choose 1", "choose 3"]
    start.refused(0, "choose 2", Reason.TARGET_ONESELF)
    start.refused(0, "choose 7", Reason.TARGET_NOT_AT_TABLE)
    others = start.does(0, "choose 3")
    assert [type(event) for event in others.events][-1] is HandsSwapped
    assert counts(others) == [2, 2, 1, 3]
    assert counts(start.does(0, "choose 0")) == [3, 2, 2, 1]
    rule = blank("Two players you choose swap hands.")
    two = table(f"{rule} hands=B1,WC1/G1,G2 pile={PILE} discard=R9 turn=0").does(0, "WC1/R>1")
    assert two.round.hands == ((Card.G1, Card.G2), (Card.B1,))


@pytest.mark.rule("MEET-46")
def test_another_player_names_the_colour() -> None:
    start = four("The next player chooses the colour. Skip the next player.").does(0, "WC1/R")
    assert isinstance(start.phase, NamingColour)
    assert start.may(1) == ["name B", "name G", "name R", "name Y"]
    named = start.does(1, "name G")
    assert named.round.colour is Colour.GREEN
    assert named.turn == 2
    own = four("The player with the most cards names the colour.").does(0, "WC1/R")
    assert own.turn == 2
    assert own.does(2, "name Y").turn == 1


@pytest.mark.rule("MEET-44", "MEET-46", "MEET-39")
def test_the_first_card_of_a_round_asks_as_well() -> None:
    rule = "house+first_card=all-act+blank_cards=2+written="
    text = "Everyone_discards_1.|The_player_on_your_left_names_the_colour."
    line = f"{rule}{text} hands=R1,R2/G1,G2/Y1,Y2 pile=B1,B2 discard=%s colour=- dealer=0 %s"
    first = table(line % ("WC1", "picking=1:discard:1:1:-:2,0:0:0:-:0"))
    done = first.does(1, "choose G1").does(2, "choose Y1").does(0, "choose R1")
    assert done.phase == NamingColour(1)
    named = table(line % ("WC2", "naming=1:0:0:-:0")).does(1, "name G")
    assert named.phase == Turn(1)
