from collections import Counter

import pytest

from openuno import Card, Fast, Reason, legal
from openuno.engine.events import (
    Caught,
    ChallengeOffered,
    DrawReason,
    Drew,
    Passed,
    Played,
    Reshuffled,
    Reversed,
    RoundEnded,
    Skipped,
)
from openuno.engine.notation.rules import parse_rules
from openuno.engine.rng import shuffle
from openuno.engine.rules import deck
from openuno.engine.state import AfterDraw, RoundOver, Turn, can_draw
from tests.scenario import all_cards, every_edition, table

ANY_ACTION = [
    "R1",
    "draw",
    "keep",
    "pass",
    "name R",
    "accept",
    "challenge",
    "uno",
    "catch 1",
    "suggest",
]


# Going out.


@pytest.mark.rule("OUT-1")
@every_edition
@pytest.mark.parametrize("last", ["R9", "B5", "RS", "RR", "W/B"])
def test_the_round_ends_when_someone_has_no_card_left(edition: str, last: str) -> None:
    held = last.partition("/")[0]
    out = table(f"{edition} hands={held}/B1,B2/GS pile=Y1,Y2 discard=R5 turn=0").does(0, last)
    assert [type(event) for event in out.events] == [Played, RoundEnded]
    assert out.phase == RoundOver(0)
    assert out.hands == "-/B1,B2/GS"
    ended = out.events_of(RoundEnded)[0]
    assert (ended.winner, ended.hands) == (0, out.round.hands)
    assert not out.events_of(Skipped)
    assert not out.events_of(Reversed)


@pytest.mark.rule("OUT-1")
@every_edition
def test_a_round_does_not_end_while_everyone_has_a_card(edition: str) -> None:
    laid = table(f"{edition} hands=R9,Y1/B1/B2 pile=Y2 discard=R5 turn=0").does(0, "R9!")
    assert laid.phase == Turn(1)
    assert not laid.events_of(RoundEnded)


@pytest.mark.rule("OUT-1")
@every_edition
def test_a_drawn_card_played_at_once_never_empties_a_hand(edition: str) -> None:
    at = table(f"{edition} hands=Y1/B1 pile=R9,Y2 discard=R5 turn=0")
    laid = at.does(0, "draw").does(0, "R9!")
    assert laid.phase == Turn(1)
    assert laid.hands == "Y1/B1"


@pytest.mark.rule("OUT-1")
@every_edition
@pytest.mark.parametrize("seat", [0, 1])
def test_after_the_end_nobody_can_do_anything(edition: str, seat: int) -> None:
    out = table(f"{edition} hands=R9/R1,B2 pile=Y1,Y2 discard=R5 turn=0").does(0, "R9")
    assert out.may(seat) == []
    for action in ANY_ACTION:
        out.refused(seat, action, Reason.ROUND_OVER)


@pytest.mark.rule("OUT-1", "MEET-21")
@every_edition
@pytest.mark.parametrize("wild", ["W", "W4"])
def test_a_wild_needs_its_colour_as_the_last_card_too(edition: str, wild: str) -> None:
    at = table(f"{edition} hands={wild}/B1,B2 pile=Y1,Y2,Y3,Y4 discard=R5 turn=0")
    at.refused(0, wild, Reason.COLOUR_MISSING)
    assert at.does(0, f"{wild}/G").phase == RoundOver(0)


@pytest.mark.rule("OUT-2")
@every_edition
@pytest.mark.parametrize(
    ("direction", "hands"), [("left", "-/B1,G1,G2/B2/B3"), ("right", "-/B1/B2/B3,G1,G2")]
)
def test_a_last_draw_two_is_paid_before_the_hands_are_counted(
    edition: str, direction: str, hands: str
) -> None:
    at = table(f"{edition} hands=RD/B1/B2/B3 pile=G1,G2,G3 discard=R5 {direction} turn=0")
    out = at.does(0, "RD")
    assert [type(event) for event in out.events] == [Played, Drew, RoundEnded]
    assert out.events_of(Drew)[0].why is DrawReason.CARD
    assert (out.hands, out.phase) == (hands, RoundOver(0))
    assert sum(out.events_of(RoundEnded)[0].points) == 1 + 2 + 3 + (1 + 2)


@pytest.mark.rule("OUT-2", "WD4-8")
@every_edition
@pytest.mark.parametrize("bluffing", ["on", "off"])
@pytest.mark.parametrize(
    ("direction", "hands"),
    [("left", "-/B1,G1,G2,G3,G4/B2/B3"), ("right", "-/B1/B2/B3,G1,G2,G3,G4")],
)
def test_a_last_wild_draw_four_is_paid_and_nobody_is_asked_to_challenge(
    edition: str, bluffing: str, direction: str, hands: str
) -> None:
    rules = f"{edition}+bluffing={bluffing}"
    at = table(f"{rules} hands=W4/B1/B2/B3 pile=G1,G2,G3,G4,G5 discard=R5 {direction} turn=0")
    out = at.does(0, "W4/Y")
    assert not out.events_of(ChallengeOffered)
    assert (out.hands, out.phase) == (hands, RoundOver(0))
    assert sum(out.events_of(RoundEnded)[0].points) == 6 + 10


@pytest.mark.rule("OUT-2", "OUT-3")
@every_edition
def test_the_discards_are_turned_over_to_pay_a_last_draw_card(edition: str) -> None:
    at = table(f"{edition} hands=W4/B1 pile=G1 discard=R5,R1,R2,R3 turn=0")
    out = at.does(0, "W4/Y")
    assert len(out.round.hands[1]) == 5
    assert out.discard == "W4"
    assert all_cards(out.round) == all_cards(at.round)


@pytest.mark.rule("OUT-2", "OUT-4")
@every_edition
def test_a_last_draw_card_takes_what_there_is(edition: str) -> None:
    out = table(f"{edition} hands=W4/B1 pile=G1 discard=R5 turn=0").does(0, "W4/Y")
    assert out.hands.startswith("-/")
    assert Counter(out.round.hands[1]) == Counter((Card.B1, Card.G1, Card.R5))
    assert out.phase == RoundOver(0)


# The draw pile is used up.


@pytest.mark.rule("OUT-3")
@every_edition
def test_the_discards_less_the_top_card_become_the_new_draw_pile(edition: str) -> None:
    at = table(f"{edition} hands=Y1,Y2/B1,B2 pile=- discard=R5,G5,G6,GS,B6 turn=0 fast=3@40")
    drew = at.does(0, "draw")
    assert [type(event) for event in drew.events] == [Reshuffled, Drew]
    under = (Card.B6, Card.GS, Card.G6, Card.G5)
    order, spent = shuffle(under, Fast(3, 40))
    assert drew.events[0] == Reshuffled(order, spent)
    assert drew.round.rng == Fast(3, 40 + spent)
    assert drew.discard == "R5"
    assert drew.round.pile == order[:-1]
    assert drew.phase == AfterDraw(0, order[-1])


@pytest.mark.rule("OUT-3")
def test_another_place_on_the_tape_gives_another_order() -> None:
    under = "G1,G2,G3,G4,G6,G7,G8,G9"
    piles = {
        table(f"house hands=Y1/B1 pile=- discard=R5,{under} turn=0 fast=0@{at}")
        .does(0, "draw")
        .pile
        for at in range(0, 80, 8)
    }
    assert len(piles) == 10


@pytest.mark.rule("OUT-3")
@every_edition
def test_the_last_card_of_the_pile_is_drawn_without_a_reshuffle(edition: str) -> None:
    at = table(f"{edition} hands=Y1,Y2/B1,B2 pile=G9 discard=R5,G5,G6 turn=0")
    drew = at.does(0, "draw")
    assert not drew.events_of(Reshuffled)
    assert (drew.pile, drew.discard) == ("-", "R5,G5,G6")


@pytest.mark.rule("OUT-3")
@every_edition
def test_the_card_on_the_table_is_never_shuffled_in(edition: str) -> None:
    for place in range(0, 60, 3):
        at = table(f"{edition} hands=Y1,Y2/B1,B2 pile=- discard=R5,G5,G6 turn=0 fast=1@{place}")
        drew = at.does(0, "draw")
        assert drew.discard == "R5"
        assert Card.R5 not in drew.round.pile + drew.round.hands[0]


@pytest.mark.rule("OUT-3", "TURN-5")
@every_edition
@pytest.mark.parametrize("wild", ["W", "W4"])
def test_the_colour_in_force_outlives_the_reshuffle(edition: str, wild: str) -> None:
    at = table(f"{edition} hands=Y1,Y2/B1,G2 pile=- discard={wild},R5,R6 colour=B turn=0")
    kept = at.does(0, "draw").does(0, "keep")
    assert (kept.discard, kept.colour) == (wild, "B")
    kept.refused(1, "G2", Reason.NO_MATCH)
    assert kept.does(1, "B1!").colour == "B"


@pytest.mark.rule("OUT-3")
@every_edition
def test_a_wild_that_comes_back_has_lost_the_colour_once_named(edition: str) -> None:
    at = table(f"{edition} hands=Y1,Y2/B1,B2 pile=- discard=R5,W turn=0")
    drew = at.does(0, "draw")
    assert drew.phase == AfterDraw(0, Card.W)
    drew.refused(0, "W", Reason.COLOUR_MISSING)
    assert [move for move in drew.may(0) if move[0] == "W"] == ["W/B", "W/G", "W/R", "W/Y"]
    assert drew.does(0, "W/G").colour == "G"


@pytest.mark.rule("OUT-3")
@every_edition
@pytest.mark.parametrize("pile", ["-", "G1"])
def test_a_forced_draw_goes_on_through_the_reshuffle(edition: str, pile: str) -> None:
    at = table(f"{edition} hands=RD,Y1,Y2/B1,B2/B3 pile={pile} discard=R5,R6,R7,R8 turn=0")
    laid = at.does(0, "RD")
    drawn = [card for event in laid.events_of(Drew) for card in event.cards]
    assert len(drawn) == 2
    assert len(laid.events_of(Reshuffled)) == 1
    assert laid.discard == "RD"
    assert laid.phase == Turn(2)
    assert len(laid.round.hands[1]) == 4
    assert pile == "-" or drawn[0] is Card.G1


@pytest.mark.rule("OUT-3")
@every_edition
def test_no_fresh_deck_is_added_and_no_card_vanishes_when_the_whole_deck_has_been_played(
    edition: str,
) -> None:
    whole = Counter(deck(parse_rules(edition)))
    under = ",".join(sorted((whole - Counter((Card.Y1, Card.B1, Card.R5))).elements()))
    at = table(f"{edition}+renege=on hands=Y1/B1 pile=- discard=R5,{under} turn=0")
    assert all_cards(at.round) == whole
    while can_draw(at.round):
        seat = at.turn or 0
        at = at.does(seat, "draw").does(seat, "keep")
        assert all_cards(at.round) == whole
    assert at.discard == "R5"
    assert sum(map(len, at.round.hands)) == whole.total() - 1


# Nothing left to draw anywhere.


@pytest.mark.rule("OUT-4", "MEET-2")
@every_edition
def test_a_turn_with_nothing_to_play_and_nothing_to_draw_passes(edition: str) -> None:
    at = table(f"{edition} hands=Y1,Y2/B1,B2/B3 pile=- discard=R5 turn=0")
    assert at.may(0) == ["pass"]
    at.refused(0, "draw", Reason.NOTHING_TO_DRAW)
    passed = at.does(0, "pass")
    assert passed.events == (Passed(0),)
    assert (passed.phase, passed.round.passes) == (Turn(1), 1)
    assert passed.hands == at.hands


@pytest.mark.rule("OUT-4")
@every_edition
def test_nobody_passes_while_there_is_a_card_to_draw(edition: str) -> None:
    for piles in ("pile=G1 discard=R5", "pile=- discard=R5,G1"):
        at = table(f"{edition} hands=Y1,Y2/B1,B2 {piles} turn=0")
        at.refused(0, "pass", Reason.STILL_CARDS_TO_DRAW)


@pytest.mark.rule("MEET-2")
@every_edition
@pytest.mark.parametrize("hand", ["R9,Y1", "B5,Y1", "W,Y1", "W4,Y1"])
def test_with_nothing_to_draw_a_player_who_can_play_lawfully_must(edition: str, hand: str) -> None:
    at = table(f"{edition} hands={hand}/B1,B2 pile=- discard=R5 turn=0")
    assert "pass" not in at.may(0)
    at.refused(0, "pass", Reason.MUST_PLAY)
    at.refused(0, "draw", Reason.NOTHING_TO_DRAW)


@pytest.mark.rule("OUT-4")
@every_edition
@pytest.mark.parametrize("seats", [2, 3, 10])
def test_when_every_player_in_a_row_has_passed_the_round_is_dead(edition: str, seats: int) -> None:
    hands = "/".join(["Y1,YS", "B1", "G1,G2", "B2", "G3", "Y2", "Y3", "B3", "B4", "G4"][:seats])
    at = table(f"{edition} hands={hands} pile=- discard=R5 turn=1")
    for seat in [*range(1, seats), 0]:
        assert at.phase == Turn(seat)
        at = at.does(seat, "pass")
    assert [type(event) for event in at.events] == [Passed, RoundEnded]
    ended = at.events_of(RoundEnded)[0]
    assert (at.phase, ended.winner) == (RoundOver(None), None)
    assert ended.hands == at.round.hands
    assert ended.points[:2] == (21, 1)
    assert all(legal(at.round, seat) == () for seat in range(seats))


@pytest.mark.rule("OUT-4")
@every_edition
def test_passes_run_to_the_right_as_well(edition: str) -> None:
    at = table(f"{edition} hands=Y1/Y2/Y3 pile=- discard=R5 right turn=0")
    dead = at.does(0, "pass").does(2, "pass").does(1, "pass")
    assert dead.phase == RoundOver(None)


@pytest.mark.rule("OUT-4")
@every_edition
def test_a_card_laid_in_between_starts_the_count_of_passes_again(edition: str) -> None:
    at = table(f"{edition} hands=R1,R2,G9/Y1,Y2/B4,B6 pile=- discard=R5 turn=1")
    passed = at.does(1, "pass").does(2, "pass")
    assert passed.round.passes == 2
    laid = passed.does(0, "R1")
    assert (laid.round.passes, laid.phase) == (0, Turn(1))


@pytest.mark.rule("OUT-4")
@every_edition
def test_a_card_laid_frees_the_one_under_it_to_be_drawn(edition: str) -> None:
    at = table(f"{edition} hands=Y1,Y2/R1,R2,G9/B4,B6 pile=- discard=R5 turn=0")
    laid = at.does(0, "pass").does(1, "R1")
    laid.refused(2, "pass", Reason.STILL_CARDS_TO_DRAW)
    drew = laid.does(2, "draw")
    assert drew.phase == AfterDraw(2, Card.R5)
    assert drew.does(2, "R5").phase == Turn(0)


@pytest.mark.rule("OUT-4")
@every_edition
@pytest.mark.parametrize(("pile", "taken"), [("-", 1), ("G1", 2)])
def test_a_forced_draw_takes_what_there_is_and_the_turn_is_missed(
    edition: str, pile: str, taken: int
) -> None:
    at = table(f"{edition} hands=W4,Y1,Y2/B1,B2/B3,B4 pile={pile} discard=R5 turn=0")
    took = at.does(0, "W4/B").does(1, "accept")
    assert len(took.round.hands[1]) == 2 + taken
    assert (took.pile, took.discard, took.phase) == ("-", "W4", Turn(2))


@pytest.mark.rule("OUT-4", "MEET-5")
@every_edition
def test_a_penalty_takes_what_there_is(edition: str) -> None:
    at = table(f"{edition} hands=Y1/B1,B2 pile=G1 discard=R5 laid=0 turn=1")
    caught = at.does(1, "catch 0")
    assert caught.hands == "G1,Y1/B1,B2"
    none = table(f"{edition} hands=Y1/B1,B2 pile=- discard=R5 laid=0 turn=1").does(1, "catch 0")
    assert none.events == (Caught(1, 0),)
    none.refused(1, "catch 0", Reason.NOTHING_TO_CATCH)


@pytest.mark.rule("OUT-4")
@every_edition
def test_ten_players_whose_piles_run_dry_play_on_to_an_end(edition: str) -> None:
    cards = [card.value for card in deck(parse_rules(edition))]
    reds = [card for card in cards if card[0] == "R"]
    others = [card for card in cards if card[0] != "R"]
    hands = "/".join(",".join(others[seat::10]) for seat in range(10))
    at = table(
        f"{edition}+renege=on hands={hands} pile={','.join(reds[1:])} discard={reds[0]} turn=0"
    )
    whole = all_cards(at.round)
    assert whole.total() == len(cards)
    while can_draw(at.round):
        seat = at.turn or 0
        at = at.does(seat, "draw").does(seat, "keep")
    assert (at.pile, at.discard) == ("-", reds[0])
    for _ in range(2000):
        if isinstance(at.phase, RoundOver):
            break
        seat = at.turn or 0
        moves = at.may(seat)
        at = at.does(seat, next((move for move in moves if move[0] in "RYGBW"), moves[0]))
        assert all_cards(at.round) == whole
    assert isinstance(at.phase, RoundOver)
