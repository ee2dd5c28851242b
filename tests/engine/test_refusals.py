"""Every refusal: its reason, its sentence, and a round that nobody touched."""

from typing import NamedTuple, cast

import msgspec
import pytest

from openuno import (
    Action,
    Card,
    Colour,
    Fast,
    IllegalAction,
    Reason,
    Round,
    apply,
    edition,
    legal,
    undealt_round,
)
from openuno.engine.actions import Catch, Play
from openuno.engine.notation.actions import parse_action
from openuno.engine.notation.rounds import parse_round

TURN = "house hands=B1,G5,R1,W,W4/Y1,Y2/Y3,Y4 pile=B2,B3 discard=R5 turn=0"
WILD_TOP = "house hands=B1,G5,W/Y1,Y2/Y3,Y4 pile=B2,B3 discard=W,R5 colour=Y turn=0"
SYMBOL_TOP = "house hands=B1,G5,W/Y1,Y2/Y3,Y4 pile=B2,B3 discard=RS turn=0"
DRY = "house hands=B1,R1,Y8/Y1,Y2/Y3,Y4 pile=- discard=R5 turn=0"
STUCK = "house hands=B1,Y8/Y1,Y2/Y3,Y4 pile=- discard=R5 turn=0"
NO_RENEGE = "wild-112 hands=B1,R1,Y8/Y1,Y2/Y3,Y4 pile=B2,B3 discard=R5 turn=0"
DRAWN = "house hands=B1,R1,R2/Y1,Y2/Y3,Y4 pile=B3 discard=R5 drawn=0:R2"
MISDRAWN = "house hands=B1,R1,Y8/Y1,Y2/Y3,Y4 pile=B3 discard=R5 drawn=0:B1"
FORCED = "house+forced_play=on hands=B1,B2,R2/Y1,Y2/Y3,Y4 pile=B3 discard=R5 drawn=0:R2"
CHOOSING = "house+swap_cards=1 hands=B1,R1/Y1,Y2/Y3,Y4 pile=B2,B3 discard=WX choosing=0"
NAMING = "house hands=B1,R1/Y1,Y2/Y3,Y4 pile=B2,B3 discard=W colour=- naming=0"
STACK = "house+stacking=same hands=BD,R1,W4/Y1,Y2/Y3,Y4 pile=B2,B3 discard=RD,R5 laid=2 stacked=0:2"
ANY_STACK = (
    "house+stacking=any hands=BD,GD,W4/Y1,Y2/Y3,Y4 pile=B2,B3 discard=W4,R5 colour=B"
    " laid=2 doubt=0:4:2:R:Y3,Y4"
)
DOUBT = (
    "house hands=BD,R1,W4/Y1,Y2/Y3,Y4 pile=B2,B3 discard=W4,R5 colour=B laid=2 doubt=0:4:2:R:Y3,Y4"
)
LASTING = (
    "house+blank_cards=2+written=Nobody_may_play_1s_until_the_end_of_the_round."
    "|Nobody_may_play_2s_until_your_next_turn. hands=R1,R2/Y1,Y2/Y3,Y4 pile=B2,B3 discard=R5"
    " turn=0 lasting=0,1,2:no:1:-/0:no:2:1"
)
HONEST = "house+bluffing=off hands=B1,R1,W4/Y1,Y2/Y3,Y4 pile=B2,B3 discard=R5 turn=0"
JUMPS = "house+jump_in=on hands=B1,R1,R8/R5,W/Y3,Y4 pile=B2,B3 discard=R5,R6 laid=2 turn=0"
BEGUN = "house+jump_in=on hands=B1,R1,R8/R5,W/Y3,Y4 pile=B2,B3 discard=R5,R6 drawn=0:R8"
SWAPS = "house+swap_cards=1+seven_zero=on hands=B1,R0,R7,WX/Y1,Y2/Y3,Y4 pile=B2 discard=R5 turn=0"
TWO_LEFT = "house+seven_zero=on hands=B1,R7/Y1,Y2/Y3,Y4 pile=B2 discard=R5 turn=0"
LAST = "house+seven_zero=on hands=R7/Y1,Y2/Y3,Y4 pile=B2 discard=R5 turn=0"
OWED = "house hands=B1/Y1,Y2/Y3,Y4 pile=B2,B3 discard=R5 laid=0 turn=1"
SAID = "house hands=B1/Y1,Y2/Y3,Y4 pile=B2,B3 discard=R5 laid=0! turn=1"
OVER = "house hands=-/Y1,Y2/Y3,Y4 pile=B2,B3 discard=R5 over=0"
DEAD = "house hands=B1/Y1,Y2/Y3,Y4 pile=- discard=R5 over=-"
DRY_CLASSIC = "classic hands=B1,R1/Y1,Y2/Y3,Y4 pile=- discard=R5 turn=0"


class Refused(NamedTuple):
    """At this position the seat tries this, and is told so."""

    position: str
    seat: int
    action: str
    reason: Reason
    sentence: str


NOT_NOW = {
    NAMING: ("not now: name the colour", ("R1", "draw", "keep", "pass", "accept", "choose 1")),
    CHOOSING: ("not now: choose a player", ("R1", "draw", "keep", "pass", "accept", "name R")),
    TURN: ("not now: play a card or draw", ("keep", "accept", "name R")),
    DRY: ("not now: play a card", ("keep", "accept", "name R")),
    STUCK: ("not now: pass", ("keep", "accept", "name R")),
    NO_RENEGE: ("not now: play a card", ("keep", "accept", "name R")),
    DRAWN: ("not now: play or keep the card you drew", ("draw", "pass", "accept", "name R")),
    MISDRAWN: ("not now: keep the card you drew", ("draw", "pass", "accept", "name R")),
    STACK: ("not now: add a draw card or accept the cards", ("draw", "keep", "pass", "name R")),
    ANY_STACK: (
        "not now: add a draw card or accept the cards or challenge",
        ("draw", "keep", "pass", "name R"),
    ),
    DOUBT: ("not now: accept the cards or challenge", ("R1", "BD", "draw", "keep", "pass")),
}
OF_THE_TURN = ("R1", "draw", "keep", "pass", "accept", "challenge", "name R", "choose 1")
OF_THE_ROUND = (*OF_THE_TURN, "uno", "catch 1", "suggest")

TABLE = [
    *(
        Refused(position, seat, action, Reason.ROUND_OVER, "the round is over")
        for position in (OVER, DEAD)
        for seat in (0, 1)
        for action in OF_THE_ROUND
    ),
    *(
        Refused(position, seat, action, Reason.NOT_YOUR_TURN, "it is not your turn")
        for position in (TURN, DRAWN, NAMING, CHOOSING, STACK, DOUBT)
        for seat in (1, 2)
        for action in OF_THE_TURN
    ),
    *(
        Refused(position, 0, action, Reason.WRONG_PHASE, sentence)
        for position, (sentence, actions) in NOT_NOW.items()
        for action in actions
    ),
    Refused(TURN, 0, "R9", Reason.CARD_NOT_HELD, "you do not hold a Red 9"),
    Refused(TURN, 0, "GS", Reason.CARD_NOT_HELD, "you do not hold a Green Skip"),
    Refused(TURN, 0, "WX/B>1", Reason.CARD_NOT_HELD, "you do not hold a Wild Swap Hands"),
    Refused(TURN, 0, "B1", Reason.NO_MATCH, "Blue 1 matches neither red nor 5"),
    Refused(SYMBOL_TOP, 0, "B1", Reason.NO_MATCH, "Blue 1 matches neither red nor Skip"),
    Refused(WILD_TOP, 0, "G5", Reason.NO_MATCH, "Green 5 is not yellow"),
    Refused(MISDRAWN, 0, "B1", Reason.NO_MATCH, "Blue 1 matches neither red nor 5"),
    Refused(ANY_STACK, 0, "GD", Reason.NO_MATCH, "Green Draw Two is not blue"),
    Refused(
        DRAWN,
        0,
        "R1",
        Reason.ONLY_THE_DRAWN_CARD,
        "after drawing, only the card you drew (Red 2) may be played",
    ),
    Refused(NO_RENEGE, 0, "draw", Reason.MUST_PLAY, "you hold a card that you must play"),
    Refused(
        DRY,
        0,
        "pass",
        Reason.MUST_PLAY,
        "you hold a card that you must play: there is none to draw",
    ),
    Refused(FORCED, 0, "keep", Reason.MUST_PLAY, "the Red 2 you drew must be played"),
    Refused(HONEST, 0, "W4/B", Reason.NO_BLUFFING, "no bluffing here: you hold a red card"),
    Refused(
        LASTING,
        0,
        "R1",
        Reason.FORBIDDEN,
        "a rule forbids Red 1 for now: until the end of the round",
    ),
    Refused(
        LASTING, 0, "R2", Reason.FORBIDDEN, "a rule forbids Red 2 for now: until seat 1's next turn"
    ),
    Refused(STACK, 0, "R1", Reason.CANNOT_STACK, "Red 1 cannot be added to the Red Draw Two here"),
    Refused(
        STACK,
        0,
        "W4/B",
        Reason.CANNOT_STACK,
        "Wild Draw Four cannot be added to the Red Draw Two here",
    ),
    Refused(
        JUMPS,
        1,
        "W/B",
        Reason.NO_JUMP_IN,
        "to jump in you need the same card: Red 5",
    ),
    Refused(
        BEGUN,
        1,
        "R5",
        Reason.NO_JUMP_IN,
        "you can only jump in right after a card is played",
    ),
    Refused(JUMPS, 2, "R5", Reason.CARD_NOT_HELD, "you do not hold a Red 5"),
    Refused(TURN, 0, "W", Reason.COLOUR_MISSING, "name a colour first: Wild needs one"),
    Refused(TURN, 0, "W4", Reason.COLOUR_MISSING, "name a colour first: Wild Draw Four needs one"),
    Refused(
        TURN, 0, "R1/R", Reason.COLOUR_SUPERFLUOUS, "this card is not a wild; don't name a colour"
    ),
    Refused(
        SWAPS, 0, "R7", Reason.TARGET_MISSING, "choose a player first: say whose hand you take"
    ),
    Refused(
        SWAPS, 0, "WX/B", Reason.TARGET_MISSING, "choose a player first: say whose hand you take"
    ),
    Refused(SWAPS, 0, "R7>0", Reason.TARGET_ONESELF, "you cannot swap hands with yourself"),
    Refused(SWAPS, 0, "WX/B>0", Reason.TARGET_ONESELF, "you cannot swap hands with yourself"),
    Refused(SWAPS, 0, "R7>3", Reason.TARGET_NOT_AT_TABLE, "there is no seat 3 at this table"),
    Refused(SWAPS, 0, "WX/B>3", Reason.TARGET_NOT_AT_TABLE, "there is no seat 3 at this table"),
    *(
        Refused(
            position,
            0,
            action,
            Reason.TARGET_SUPERFLUOUS,
            "this card does not target a player",
        )
        for position, action in (
            (TURN, "R1>1"),
            (TURN, "W/B>1"),
            (SWAPS, "R0>1"),
            (LAST, "R7>1"),
        )
    ),
    Refused(
        TURN, 0, "R1!", Reason.UNO_TOO_EARLY, "UNO is said when one card is left after this one"
    ),
    Refused(
        LAST, 0, "R7!", Reason.UNO_TOO_EARLY, "UNO is said when one card is left after this one"
    ),
    Refused(
        TWO_LEFT,
        0,
        "R7>1!",
        Reason.UNO_TOO_EARLY,
        "say UNO after this card: hands change first",
    ),
    Refused(TURN, 0, "uno", Reason.UNO_NOT_OWED, "you don't need to say UNO now"),
    Refused(SAID, 0, "uno", Reason.UNO_NOT_OWED, "you don't need to say UNO now"),
    Refused(OWED, 1, "uno", Reason.UNO_NOT_OWED, "you don't need to say UNO now"),
    Refused(TURN, 1, "catch 0", Reason.NOTHING_TO_CATCH, "that player doesn't owe UNO"),
    Refused(SAID, 1, "catch 0", Reason.NOTHING_TO_CATCH, "that player doesn't owe UNO"),
    Refused(OWED, 1, "catch 2", Reason.NOTHING_TO_CATCH, "that player doesn't owe UNO"),
    Refused(OWED, 0, "catch 0", Reason.TARGET_ONESELF, "you cannot catch yourself; say UNO"),
    Refused(OWED, 1, "catch 3", Reason.TARGET_NOT_AT_TABLE, "there is no seat 3 at this table"),
    Refused(DRY, 0, "draw", Reason.NOTHING_TO_DRAW, "there is nothing left to draw"),
    Refused(STUCK, 0, "draw", Reason.NOTHING_TO_DRAW, "there is nothing left to draw"),
    Refused(
        DRY_CLASSIC,
        1,
        "suggest",
        Reason.NOTHING_TO_DRAW,
        "there is no card left to pay the penalty with",
    ),
    Refused(TURN, 0, "pass", Reason.STILL_CARDS_TO_DRAW, "there are cards to draw; draw one"),
    *(
        Refused(
            position,
            0,
            "challenge",
            Reason.NOTHING_TO_CHALLENGE,
            "there is nothing to challenge: no Wild Draw Four was played",
        )
        for position in (TURN, DRAWN, NAMING, CHOOSING, STACK)
    ),
    Refused(
        TURN,
        0,
        "suggest",
        Reason.NO_SUGGESTION_PENALTY,
        "hints cost nothing at this table",
    ),
]


def refused(round: Round, seat: int, action: Action) -> IllegalAction:
    """The refusal; the round is the same object, holding the same objects, byte for byte."""
    fields = [getattr(round, name) for name in Round.__struct_fields__]
    written = msgspec.msgpack.encode(round)
    offered = [legal(round, other) for other in range(len(round.hands))]
    with pytest.raises(IllegalAction) as refusal:
        apply(round, seat, action)
    for name, before in zip(Round.__struct_fields__, fields, strict=True):
        assert getattr(round, name) is before
    assert msgspec.msgpack.encode(round) == written
    assert [legal(round, other) for other in range(len(round.hands))] == offered
    return refusal.value


@pytest.mark.rule("TURN-6")
@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row.reason.value}: {row.action}")
def test_it_is_refused_with_this_sentence_and_changes_nothing(row: Refused) -> None:
    error = refused(parse_round(row.position), row.seat, parse_action(row.action))
    assert (error.reason, error.sentence) == (row.reason, row.sentence)
    assert str(error) == row.sentence


def test_every_reason_is_tested() -> None:
    elsewhere = {
        Reason.NO_SUCH_SEAT,
        Reason.NO_SUCH_ACTION,
        Reason.NOT_DEALT,
        Reason.UNKNOWN_CARD,
        Reason.NO_HONOUR_PENALTY,
    }
    assert {row.reason for row in TABLE} == set(Reason) - elsewhere


@pytest.mark.rule("TURN-6")
@pytest.mark.parametrize("seat", [-1, 3, 10])
@pytest.mark.parametrize("action", OF_THE_ROUND)
@pytest.mark.parametrize("position", [TURN, DRAWN, DOUBT, NAMING, CHOOSING, OVER])
def test_a_seat_that_is_not_at_the_table_can_do_nothing(
    position: str, seat: int, action: str
) -> None:
    round = parse_round(position)
    error = refused(round, seat, parse_action(action))
    assert error.reason is Reason.NO_SUCH_SEAT
    assert error.sentence == f"there is no seat {seat} at this table"
    with pytest.raises(IllegalAction):
        legal(round, seat)


@pytest.mark.parametrize("action", OF_THE_ROUND)
def test_before_the_deal_nobody_can_act(action: str) -> None:
    round = undealt_round(edition("classic"), 3, 0, Fast(0))
    for seat in range(3):
        assert legal(round, seat) == ()
        error = refused(round, seat, parse_action(action))
        assert error.reason is Reason.NOT_DEALT
        assert error.sentence == "the cards are not dealt yet"


@pytest.mark.parametrize("target", [-1, 3, 99])
def test_a_target_off_the_table_is_named(target: int) -> None:
    for action in (Catch(target), Play(Card.R7, target=target)):
        error = refused(parse_round(SWAPS), 0, action)
        assert error.reason is Reason.TARGET_NOT_AT_TABLE
        assert error.sentence == f"there is no seat {target} at this table"


@pytest.mark.parametrize("code", ["Q9", "R10", "r7", "", "Red 7", "??"])
def test_a_text_that_is_no_card_cannot_be_played(code: str) -> None:
    error = refused(parse_round(TURN), 0, Play(cast("Card", code)))
    assert error.reason is Reason.UNKNOWN_CARD
    assert error.sentence == f"{code} is not a card you can play"


def test_a_face_down_card_cannot_be_played() -> None:
    error = refused(parse_round(TURN), 0, Play(Card.BACK))
    assert error.reason is Reason.UNKNOWN_CARD
    assert error.sentence == "?? is not a card you can play"


@pytest.mark.parametrize(
    "action",
    [
        None,
        "draw",
        Catch(cast("int", "1")),
        Play(Card.R1, target=cast("int", "1")),
        Play(Card.W, cast("Colour", "purple")),
    ],
    ids=str,
)
def test_what_is_no_action_is_refused_like_one(action: Action) -> None:
    error = refused(parse_round(TURN), 0, action)
    assert error.reason is Reason.NO_SUCH_ACTION
    assert error.sentence == "that action does not exist"


def test_a_card_that_is_not_even_a_text_is_unknown() -> None:
    error = refused(parse_round(TURN), 0, Play(cast("Card", ["R1"])))
    assert error.reason is Reason.UNKNOWN_CARD


@pytest.mark.parametrize("seat", [False, "0", None, 0.0])
def test_a_seat_is_a_number_and_nothing_that_equals_one(seat: object) -> None:
    error = refused(parse_round(TURN), cast("int", seat), parse_action("draw"))
    assert error.reason is Reason.NO_SUCH_SEAT


def test_where_nobody_can_bluff_there_is_no_challenge() -> None:
    stack = "house+bluffing=off+stacking=same hands=B1,W4/Y1,Y2 pile=B2 discard=W4 colour=R"
    error = refused(parse_round(f"{stack} stacked=0:4"), 0, parse_action("challenge"))
    assert error.reason is Reason.NOTHING_TO_CHALLENGE
    assert error.sentence == "there is nothing to challenge: nobody can bluff here"


def test_a_cards_code_is_taken_for_the_card_and_never_kept_as_text() -> None:
    round = parse_round(TURN)
    step = apply(round, 0, Play(cast("Card", "R1")))
    assert step == apply(round, 0, Play(Card.R1))
    assert all(type(card) is Card for card in step.round.discard)
    assert type(step.round.discard[-1]) is Card


@pytest.mark.parametrize(
    ("code", "reason", "sentence"),
    [
        ("R9", Reason.CARD_NOT_HELD, "you do not hold a Red 9"),
        ("B1", Reason.NO_MATCH, "Blue 1 matches neither red nor 5"),
        ("W", Reason.COLOUR_MISSING, "name a colour first: Wild needs one"),
    ],
)
def test_a_cards_code_is_refused_as_the_card_is(code: str, reason: Reason, sentence: str) -> None:
    error = refused(parse_round(TURN), 0, Play(cast("Card", code)))
    assert (error.reason, error.sentence) == (reason, sentence)


def test_a_refusal_does_not_stand_in_the_way_of_what_is_legal() -> None:
    round = parse_round(TURN)
    refused(round, 0, parse_action("B1"))
    refused(round, 1, parse_action("draw"))
    assert apply(round, 0, parse_action("R1")) == apply(parse_round(TURN), 0, parse_action("R1"))
