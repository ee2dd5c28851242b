"""Honour rules: players say that one was not kept, and the table decides (PEN-2)."""

import msgspec
import pytest

from openuno.engine.events import DrawReason, Drew
from openuno.game.events import AtTable
from openuno.game.state import Penalty
from openuno.room import commands as ask
from openuno.room.accusations import VERDICT_TIME
from openuno.room.facts import AccusationClosed, Accused, Fact, Judged, Moved, MovedBy
from openuno.room.hints import MAX_READINGS, NO_HINTS, Reading
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.state import Room
from tests.room.driver import RoomDriver, only, start_game

HUM = 'house+blank_cards=1+written="Everyone_hums."'
CARDS = "hands=R7,WC1,B8/B1,B2/Y3,Y4/G5,G6 pile=Y1,Y2,Y5,Y6,B3,B4,B5,B6 discard=R5 turn=0"
pytestmark = pytest.mark.rule("PEN-2")


def playing(people: int = 4, rules: str = HUM) -> RoomDriver:
    """A game in which Ann has just played the card that says: everyone hums."""
    driven = start_game(people, rules=rules).comes("zoe").puts(f"{rules} {CARDS}")
    driven.moves("ann", "WC1/R")
    return driven


def kinds(facts: tuple[Fact, ...]) -> list[type]:
    return [type(fact) for fact in facts]


def hand(driven: RoomDriver, seat: int) -> int:
    return len(driven.round().hands[seat])


def test_most_of_the_people_say_that_it_was_not_kept() -> None:
    driven = playing()
    message = driven.table.seq
    assert driven.hints.readings == (Reading(message, 0, "Everyone hums.", (0, 1, 2, 3)),)
    waiting = driven.on.waiting
    accused = only(driven.asks("cat", ask.Accuse(message, 1)), Accused)
    assert accused == Accused(
        1, 2, message, "Everyone hums.", (0, 1, 2, 3), driven.now + VERDICT_TIME, honour=True
    )
    driven.asks("ben", ask.Judge(guilty=False))
    driven.asks("dan", ask.Judge(guilty=True))
    facts = driven.asks("ann", ask.Judge(guilty=True))
    assert kinds(facts) == [Judged, AccusationClosed, Moved]
    paid = only(facts, Moved)
    assert (paid.command, paid.by) == (Penalty(1), MovedBy.TABLE)
    (drew,) = paid.events
    assert isinstance(drew, AtTable)
    assert isinstance(drew.what, Drew)
    assert (drew.what.why, len(drew.what.cards)) == (DrawReason.HONOUR, 2)
    assert hand(driven, 1) == 4
    assert driven.on.waiting == waiting, "whose clock runs has not changed"


def test_who_admits_it_pays_at_once() -> None:
    driven = playing()
    facts = driven.asks("ben", ask.Accuse(driven.table.seq, 1))
    assert kinds(facts) == [Accused, AccusationClosed, Moved]
    assert hand(driven, 1) == 4


def test_who_is_accused_and_admits_it_pays_at_once() -> None:
    driven = playing()
    driven.asks("ann", ask.Accuse(driven.table.seq, 1))
    assert kinds(driven.asks("ben", ask.Judge(guilty=True))) == [Judged, AccusationClosed, Moved]


def test_of_two_people_none_makes_the_other_pay() -> None:
    driven = playing(2)
    driven.asks("ann", ask.Accuse(driven.table.seq, 1))
    assert kinds(driven.asks("ben", ask.Judge(guilty=False))) == [Judged, AccusationClosed]
    assert hand(driven, 1) == 2


def test_each_player_is_accused_once_of_each_reading() -> None:
    driven = playing()
    message = driven.table.seq
    driven.asks("ann", ask.Accuse(message, 1))
    driven.refuses("cat", ask.Accuse(message, 3), RefusalCode.ACCUSATION_OPEN)
    driven.happens(AccusationClosed(upheld=False))
    sentence = driven.refuses("cat", ask.Accuse(message, 1), RefusalCode.ACCUSED_IN_VAIN)
    assert sentence == "the table has already decided whether Ben kept this rule"
    driven.refuses("ann", ask.Accuse(message, 2), RefusalCode.ACCUSED_IN_VAIN)
    driven.asks("cat", ask.Accuse(message, 3))


def test_bots_and_people_who_are_not_here_are_not_accused_and_do_not_judge() -> None:
    driven = playing()
    message = driven.table.seq
    driven.asks("cat", ask.Stand())  # a bot plays on
    driven.goes("dan")
    for seat in (2, 3, 4, -1):
        driven.refuses("ann", ask.Accuse(message, seat), RefusalCode.NO_SUCH_PERSON)
    accused = only(driven.asks("ann", ask.Accuse(message, 1)), Accused)
    assert accused.judges == (0, 1)
    driven.refuses("zoe", ask.Accuse(message, 1), RefusalCode.NOT_SEATED)


def test_only_what_was_read_out_this_round_can_be_judged() -> None:
    driven = playing()
    message = driven.table.seq
    for other in (message - 1, message + 1, 0, -1, 10**9):
        driven.refuses("ann", ask.Accuse(other, 1), RefusalCode.NO_SUCH_MESSAGE)
    driven.asks("ben", ask.Accuse(message, 2))
    driven.puts(f"{HUM} hands=R7/B1,B2/Y3/G5 pile=Y1,Y2 discard=R5 turn=0").moves("ann", "R7")
    assert driven.hints == NO_HINTS, "the accusation lapses with the round"
    driven.refuses("ben", ask.Accuse(message, 2), RefusalCode.NO_SUCH_MESSAGE)


def test_without_the_penalty_a_rule_is_read_out_and_nobody_judges() -> None:
    driven = playing(rules=HUM.replace("house", "house+honour_penalty=0"))
    assert len(driven.hints.readings) == 1, "everyone can read it again"
    sentence = driven.refuses("ann", ask.Accuse(driven.table.seq, 1), RefusalCode.ILLEGAL_MOVE)
    assert sentence == "honour rules cost nothing at this table"


def test_guilty_with_nothing_left_to_pay_with_costs_nothing() -> None:
    driven = playing()
    message = driven.table.seq
    driven.puts(f"{HUM} hands=R7,B8/B1,B2/Y3,Y4/G5,G6 pile=- discard=R5 turn=0")
    assert kinds(driven.asks("ben", ask.Accuse(message, 1))) == [Accused, AccusationClosed]


def test_a_few_readings_are_remembered_and_a_table_can_be_stored() -> None:
    driven = playing()
    first = driven.table.seq
    for _ in range(MAX_READINGS):
        driven.puts(f"{HUM} {CARDS}").moves("ann", "WC1/R")
    assert len(driven.hints.readings) == MAX_READINGS
    driven.refuses("ann", ask.Accuse(first, 1), RefusalCode.NO_SUCH_MESSAGE)
    driven.asks("ann", ask.Accuse(driven.table.seq, 1))
    stored = msgspec.json.encode(driven.table)
    assert msgspec.json.decode(stored, type=Room) == driven.table
