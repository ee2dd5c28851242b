"""How long bots think: each in its own way, and never by a card that others cannot see."""

import pytest

from openuno.bots.characters import CHARACTERS, find_character
from openuno.engine.notation.rounds import parse_round
from openuno.engine.state import Round
from openuno.game.state import Table
from openuno.room import commands as ask
from openuno.room.deadlines import (
    NO_CALLS_SEEN,
    BotCallsDue,
    BotMoves,
    BotSaysUno,
    Due,
    next_deadline,
    note_calls_seen,
)
from openuno.room.manners import (
    MANNERS,
    OPENING,
    QUICKEST,
    SLOWEST,
    thinking_time,
)
from openuno.room.settings import Clock, Settings
from tests.room.driver import RoomDriver, open_room

POSITIONS = (
    "house hands=R7,G1/B1,B2/Y3,Y4 pile=Y1,Y2,Y5,Y6 discard=R5 turn=0",
    "house hands=R7,G1/B1/Y3,Y4,Y8,Y9 pile=Y1,Y2,Y5,Y6 discard=R5,R6 turn=0",
    "house hands=R7,G1,B9/B1,B3/Y3 pile=Y1,Y2,Y5,Y6,G8 discard=R5,R6,R9 turn=0",
)


def rounds() -> list[Round]:
    return [parse_round(position) for position in POSITIONS]


def time_of(character: str | None, round: Round, number: int = 1) -> float:
    return thinking_time(character, Table((0, 1, 2), round), 0, number)


@pytest.mark.parametrize("character", MANNERS)
def test_a_bot_thinks_neither_too_briefly_nor_too_long(character: str) -> None:
    times = {time_of(character, round, number) for round in rounds() for number in range(1, 30)}
    assert all(QUICKEST <= time <= SLOWEST for time in times)
    assert len(times) > 5, "it does not move like a machine"


def test_a_bot_waits_until_the_cards_have_been_dealt() -> None:
    rules = "house+hand_size=2"
    dealt = parse_round(f"{rules} hands=R7,G1/B1,B2/Y3,Y4 pile=Y1,Y2,Y5 discard=R5 turn=0")
    drawn = parse_round(f"{rules} hands=R7,G1/B1,B2,B3/Y3,Y4 pile=Y1,Y2,Y5 discard=R5 turn=0")
    assert time_of("clock", dealt) == time_of(None, dealt) == OPENING > SLOWEST
    assert time_of("clock", drawn) <= SLOWEST


def test_characters_differ_and_strangers_keep_to_the_pace_of_the_table() -> None:
    def usual(character: str) -> float:
        times = [time_of(character, round, number) for round in rounds() for number in range(1, 30)]
        return sum(times) / len(times)

    assert usual("clock") < usual("toaster") < usual("plant") < usual("radio") < usual("television")
    assert {time_of(None, round) for round in rounds()} == {1.0}


@pytest.mark.parametrize("character", MANNERS)
def test_no_hidden_card_changes_how_long_a_bot_thinks(character: str) -> None:
    """Every hand and the draw pile hold other cards, and as many: the pause is the same."""
    mine = "R7,G1"
    one = parse_round(f"house hands={mine}/B1,B2/Y3 pile=Y1,Y2,Y5 discard=R5 turn=0")
    for hands, pile in (("B1,B2/Y3", "Y1,Y2,Y5"), ("W4,W/RS", "G9,W,BD"), ("R5,R6/R9", "R1,R2,R3")):
        other = parse_round(f"house hands={mine}/{hands} pile={pile} discard=R5 turn=0")
        assert time_of(character, one) == time_of(character, other)
    for own in ("R1,R2", "W,W4", "B8,Y9"):
        other = parse_round(f"house hands={own}/B1,B2/Y3 pile=Y1,Y2,Y5 discard=R5 turn=0")
        assert time_of(character, one) == time_of(character, other), "nor does its own"


def dealt(position: str, *bots: str, pace: float) -> RoomDriver:
    """Ann plays against these bots."""
    settings = Settings(rules="house", seats=3, clock=Clock(move=60, bots=pace))
    driven = open_room(settings).comes("ann")
    driven.asks("ann", ask.Sit(0))
    for seat, bot in enumerate(bots, 1):
        driven.asks("ann", ask.AddBot(seat, bot))
    driven.adds_seeds().asks("ann", ask.Start())
    return driven.puts(position)


def test_a_bot_at_a_table_moves_in_its_own_time() -> None:
    driven = dealt(f"{POSITIONS[0][:-1]}2", "regular", "television", pace=2)
    due = next_deadline(driven.table)
    assert isinstance(due, BotMoves)
    assert driven.now + 2_000 * QUICKEST <= due.at <= driven.now + 2_000 * SLOWEST
    assert due.at != driven.now + 2_000
    assert next_deadline(driven.table) == due, "and does not change its mind"


def test_a_table_without_pace_has_no_manners() -> None:
    driven = dealt(f"{POSITIONS[0][:-1]}2", "regular", "casual", pace=0)
    assert next_deadline(driven.table) == BotMoves(driven.now, 2)


@pytest.mark.rule("UNO-8")
def test_among_themselves_quick_bots_are_asked_before_the_next_of_them_moves() -> None:
    owing = "house hands=R7,G1/B1,B2,B3/Y3,Y4,Y6 pile=Y1,Y2,Y5,Y6 discard=R5 turn=0"
    driven = dealt(owing, "toaster", "casual", pace=0.6).comes("zoe")
    driven.moves("ann", "R7")
    driven.asks("ann", ask.Stand())
    looked, found = NO_CALLS_SEEN, list[Due]()
    while not found or not isinstance(found[-1], BotMoves):
        due = next_deadline(driven.table, looked)
        assert due is not None
        found.append(due)
        looked = note_calls_seen(driven.table, looked, due)
    assert [type(due) for due in found] == [BotSaysUno, BotCallsDue, BotMoves]
    assert found[-1].at < driven.now + 600, "Bo is quicker than the table"


def test_every_character_has_a_pace_by_its_kind_or_name() -> None:
    assert set(MANNERS) == set(CHARACTERS)
    assert find_character("Bo (2)", "toaster") == "toaster"
    assert find_character("Bo", "regular") == "toaster"
    assert find_character("Zoe", "regular") is None
