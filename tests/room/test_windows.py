"""The time between a card and the next move: who may call, catch or jump in, and when (UNO-8)."""

import pytest

from openuno.engine.actions import Catch
from openuno.engine.errors import Reason
from openuno.room import commands as ask
from openuno.room.deadlines import (
    ALONE,
    GRACE,
    NO_CALLS_SEEN,
    OWN_CALL,
    REACTION,
    BotCallsDue,
    BotMoves,
    BotSaysUno,
    CallsSeen,
    Due,
    next_deadline,
    note_calls_seen,
)
from openuno.room.decide.moves import COOL_DOWN
from openuno.room.facts import Moved, MovedBy
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.refusals import Refused
from openuno.room.settings import BOUNDS, Clock, Settings, parse_settings
from tests.room.driver import RoomDriver, only, start_game

OWING = "house hands=R7,G1/B1,R2/Y3,Y4 pile=Y1,Y2,Y5,Y6 discard=R5 turn=0"
SWAPPING = "house+swap_cards=1 hands=WX,G1,G2/B1/Y3,Y4 pile=Y1,Y2,Y5,Y6 discard=R5 turn=0"
MORE = "R7,G1,G2/B1,B2,B3/Y3,Y4,Y6"
every_pace = pytest.mark.parametrize("bots", [0, 0.6, 0.8, 1, 5])


def laid(
    position: str, card: str, *, bots: float = 1, people: tuple[int, ...] = (0,), **clock: float
) -> RoomDriver:
    """Ann, in the first of three seats, has just laid a card; where nobody sits, bots play."""
    settings = Settings(rules="house", clock=Clock(move=60, bots=bots, **clock))
    driven = start_game(3, settings).comes("zoe").puts(position)
    driven.moves("ann", card)
    for seat, guest in enumerate(("ann", "ben", "cat")):
        if seat not in people:
            driven.asks(guest, ask.Stand())
    return driven


def dues(driven: RoomDriver, count: int) -> list[Due]:
    """What the table would do next, its bots letting every chance go until one moves."""
    found: list[Due] = []
    looked: CallsSeen = NO_CALLS_SEEN
    while len(found) < count:
        due = next_deadline(driven.table, looked)
        assert due is not None
        found.append(due)
        looked = note_calls_seen(driven.table, looked, due)
        if isinstance(due, BotMoves):
            break
    return found


@pytest.mark.rule("UNO-8")
@every_pace
def test_a_bot_that_is_next_leaves_people_a_second_beyond_the_grace(bots: float) -> None:
    driven = laid(OWING, "R7", bots=bots)
    at = driven.now
    look, move = dues(driven, 9)
    assert look == BotCallsDue(at + GRACE + REACTION, 0)
    assert move == BotMoves(at + max(int(bots * 1000), GRACE + 1000), 1)


@pytest.mark.rule("UNO-8")
@every_pace
def test_no_bot_catches_before_the_grace_and_a_reaction_are_over(bots: float) -> None:
    for people in ((0,), (0, 1), (0, 2)):
        driven = laid(OWING, "R7", bots=bots, people=people)
        due = next_deadline(driven.table)
        assert due == BotCallsDue(driven.now + GRACE + REACTION, 0)


@pytest.mark.rule("UNO-8")
def test_once_uno_is_said_the_next_bot_moves_at_its_own_pace() -> None:
    driven = laid(OWING, "R7", bots=0.6)
    at = driven.now
    driven.waits(300).moves("ann", "uno")
    assert dues(driven, 9) == [BotMoves(at + 600, 1)]


def test_where_nothing_can_be_called_a_bot_moves_at_its_own_pace() -> None:
    driven = laid(OWING, "R7!", bots=0.6)
    assert dues(driven, 9) == [BotMoves(driven.now + 600, 1)]


@pytest.mark.rule("UNO-8")
@pytest.mark.parametrize("window", [0, 0.2, 3])
def test_a_table_can_be_more_or_less_patient(window: float) -> None:
    driven = laid(OWING, "R7", bots=0, window=window)
    wait = GRACE + int(window * 1000)
    look, move = dues(driven, 9)
    assert look == BotCallsDue(driven.now + min(wait, GRACE + REACTION), 0)
    assert move == BotMoves(driven.now + wait, 1)


def test_the_window_has_bounds() -> None:
    fewest, most = BOUNDS["window"]
    for wrong in (fewest - 0.1, most + 0.1):
        with pytest.raises(Refused, match="the clock's window is 0 to 10 seconds") as refusal:
            parse_settings(Settings(clock=Clock(window=wrong)))
        assert refusal.value.code is RefusalCode.BAD_SETTINGS


@pytest.mark.rule("UNO-8", "MEET-4")
@every_pace
def test_a_bot_that_owes_uno_is_asked_before_anyone_may_catch_it(bots: float) -> None:
    driven = laid(SWAPPING, "WX/B>1", bots=bots, people=(1, 2))
    due = next_deadline(driven.table)
    assert due == BotSaysUno(driven.now + OWN_CALL, 0)
    assert OWN_CALL < GRACE
    look = dues(driven, 2)[1]
    assert look == BotCallsDue(driven.now + GRACE + REACTION, 0)


def test_bots_asked_once_are_not_asked_again_because_someone_talks() -> None:
    driven = laid(OWING, "R7", people=(0, 1))
    due = next_deadline(driven.table)
    assert isinstance(due, BotCallsDue)
    looked = note_calls_seen(driven.table, NO_CALLS_SEEN, due)
    driven.waits(2_000).asks("ann", ask.Say("hm"))
    assert not isinstance(next_deadline(driven.table, looked), BotCallsDue)
    driven.late(1)  # now a bot plays that seat too, and has not looked yet
    assert isinstance(next_deadline(driven.table, looked), BotCallsDue)


@pytest.mark.rule("UNO-8", "HOUSE-2")
@pytest.mark.parametrize(
    ("hands", "discard", "card", "waits"),
    [
        ("R7,R7,G2/B1,B2,B3/Y3,Y4,Y6", "R5", "R7", True),
        ("R7,G1,G2/B1,B2,B3/R7,Y4,Y6", "R5", "R7", True),
        (MORE, "R5", "R7", True),
        (MORE, "R5,R7", "R7", False),
        (MORE.replace("R7", "W"), "R5", "W/R", False),
        (MORE.replace("R7", "R0"), "R5", "R0", False),
    ],
    ids=["held by its player", "held", "held by nobody", "both laid", "a wild", "the only one"],
)
def test_a_bot_waits_after_every_card_that_allows_a_jump_in_even_if_nobody_holds_one(
    hands: str, discard: str, card: str, waits: bool
) -> None:
    position = f"house+jump_in=on hands={hands} pile=Y1,Y2,Y5 discard={discard} turn=0"
    driven = laid(position, card, bots=0.6)
    at = driven.now
    looks = [BotCallsDue(at + GRACE + REACTION, 0)] if waits else []
    assert dues(driven, 9) == [*looks, BotMoves(at + (GRACE + 1000 if waits else 600), 1)]


@every_pace
def test_bots_among_themselves_speak_up_before_the_next_of_them_moves(bots: float) -> None:
    driven = laid(OWING, "R7", bots=bots, people=())
    pace = int(max(bots, ALONE) * 1000)
    own, look, move = dues(driven, 9)
    assert own == BotSaysUno(driven.now + min(OWN_CALL, pace), 0)
    assert look == BotCallsDue(driven.now + min(GRACE + REACTION, pace), 0)
    assert move == BotMoves(driven.now + pace, 1)


@pytest.mark.rule("UNO-8")
@pytest.mark.parametrize("cooling", [0, COOL_DOWN])
def test_a_catch_that_comes_too_late_finds_nothing_to_catch(cooling: int) -> None:
    driven = laid(OWING, "R7", people=(0, 1, 2)).waits(GRACE + 900)
    driven.moves("ben", "R2!")
    driven.cooling["cat"] = driven.now + cooling
    with pytest.raises(Refused) as refusal:
        driven.waits(5).moves("cat", "catch 0")
    assert refusal.value.code is RefusalCode.ILLEGAL_MOVE
    assert refusal.value.reason == Reason.NOTHING_TO_CATCH


@pytest.mark.rule("UNO-8", "UNO-6")
def test_a_catch_that_crossed_with_a_card_is_not_charged_for() -> None:
    position = OWING.replace("house", "house+wrong_catch_penalty=1")
    driven = laid(position, "R7", people=(0, 1, 2)).waits(GRACE + 900)
    driven.moves("ben", "R2!")
    late = driven.waits(GRACE - 1).refuses("cat", ask.Move(Catch(0)), RefusalCode.ILLEGAL_MOVE)
    assert late == "that player doesn't owe UNO"
    assert only(driven.waits(1).moves("cat", "catch 0"), Moved).by is MovedBy.PERSON
    assert len(driven.round().hands[2]) == 3


@pytest.mark.rule("UNO-5", "UNO-8")
def test_uno_said_late_at_the_same_moment_beats_the_catch() -> None:
    driven = laid(OWING, "R7", people=(0, 1, 2)).waits(GRACE + 100)
    driven.moves("ann", "uno")
    driven.refuses("ben", ask.Move(Catch(0)), RefusalCode.ILLEGAL_MOVE)
