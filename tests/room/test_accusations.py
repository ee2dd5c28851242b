"""Players accuse each other of suggestions, and the table decides (PEN-1)."""

import msgspec
import pytest

from openuno.room import commands as ask
from openuno.room.accusations import VERDICT_TIME
from openuno.room.deadlines import VerdictDue, next_deadline
from openuno.room.decide import decide
from openuno.room.facts import AccusationClosed, Accused, Fact, Judged, Moved, Said
from openuno.room.hints import MAX_REMARKS, NO_HINTS
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.state import Room
from openuno.room.view import view_room
from tests.room.driver import RoomDriver, only, start_game

FOUR = "classic hands=R7,G1/B1,B2/Y3,Y4/G5,G6 pile=Y1,Y2,Y5,Y6,B3,B4,B5,B6 discard=R5 turn=0"
pytestmark = pytest.mark.rule("PEN-1")


def playing(people: int = 4, position: str = FOUR, rules: str = "classic") -> RoomDriver:
    return start_game(people, rules=rules).comes("zoe").puts(position)


def says(driven: RoomDriver, guest: str, text: str = "you know which one") -> int:
    """Somebody says something that no list of words could call a hint; its number."""
    driven.asks(guest, ask.Say(text))
    return driven.table.seq


def kinds(facts: tuple[Fact, ...]) -> list[type]:
    return [type(fact) for fact in facts]


def hand(driven: RoomDriver, seat: int) -> int:
    return len(driven.round().hands[seat])


def test_most_of_the_people_at_the_table_find_someone_guilty() -> None:
    driven = playing()
    message = says(driven, "ben")
    accused = only(driven.asks("ann", ask.Accuse(message)), Accused)
    assert accused == Accused(
        1, 0, message, "you know which one", (0, 1, 2, 3), driven.now + VERDICT_TIME
    )
    assert kinds(driven.asks("ben", ask.Judge(guilty=False))) == [Judged]
    assert kinds(driven.asks("cat", ask.Judge(guilty=True))) == [Judged]
    assert hand(driven, 1) == 2
    facts = driven.asks("dan", ask.Judge(guilty=True))
    assert kinds(facts) == [Judged, AccusationClosed, Moved]
    assert only(facts, AccusationClosed).upheld
    assert only(facts, Moved).by == "table"
    assert hand(driven, 1) == 6
    assert driven.hints == NO_HINTS


def test_an_accusation_that_cannot_win_any_more_is_dismissed() -> None:
    driven = playing()
    driven.asks("ann", ask.Accuse(says(driven, "ben")))
    driven.asks("ben", ask.Judge(guilty=False))
    facts = driven.asks("cat", ask.Judge(guilty=False))
    assert facts == (Judged(2, guilty=False), AccusationClosed(upheld=False))
    assert hand(driven, 1) == 2


def test_silence_is_a_no() -> None:
    driven = playing()
    driven.asks("ann", ask.Accuse(says(driven, "ben")))
    driven.waits(VERDICT_TIME - 1)
    due = next_deadline(driven.table)
    assert due == VerdictDue(driven.now + 1)


def test_between_two_the_accused_has_to_own_up() -> None:
    two = "classic hands=R7,G1/B1,B2 pile=Y1,Y2,Y5,Y6,B3,B4,B5 discard=R5 turn=0"
    driven = playing(2, two)
    driven.asks("ann", ask.Accuse(says(driven, "ben")))
    driven.asks("ben", ask.Judge(guilty=False))
    assert hand(driven, 1) == 2
    driven = playing(2, two)
    driven.asks("ann", ask.Accuse(says(driven, "ben")))
    driven.asks("ben", ask.Judge(guilty=True))
    assert hand(driven, 1) == 6


def test_bots_and_people_who_are_away_do_not_judge() -> None:
    driven = playing()
    message = says(driven, "ben")
    driven.goes("dan")
    driven.asks("cat", ask.Stand())  # a bot plays on
    accused = only(driven.asks("ann", ask.Accuse(message)), Accused)
    assert accused.judges == (0, 1)
    driven.refuses("cat", ask.Judge(guilty=True), RefusalCode.NOT_SEATED)
    driven.comes("dan")
    driven.refuses("dan", ask.Judge(guilty=True), RefusalCode.NOT_A_JUDGE)


def test_who_is_away_cannot_be_found_guilty_by_the_accuser_alone() -> None:
    driven = playing()
    message = says(driven, "ben")
    driven.goes("ben", "cat", "dan")
    assert kinds(driven.asks("ann", ask.Accuse(message))) == [Accused]


def test_each_judge_has_one_word() -> None:
    driven = playing()
    driven.asks("ann", ask.Accuse(says(driven, "ben")))
    driven.refuses("ann", ask.Judge(guilty=False), RefusalCode.NOT_A_JUDGE)
    driven.asks("cat", ask.Judge(guilty=True))
    assert driven.refuses("cat", ask.Judge(guilty=True), RefusalCode.NOT_A_JUDGE) == (
        "you have given your verdict"
    )


def test_there_is_one_accusation_at_a_time_and_one_verdict_on_a_message() -> None:
    driven = playing()
    first, second = says(driven, "ben"), says(driven, "cat")
    driven.asks("ann", ask.Accuse(first))
    driven.refuses("ben", ask.Accuse(second), RefusalCode.ACCUSATION_OPEN)
    driven.asks("ben", ask.Judge(guilty=False))
    driven.asks("cat", ask.Judge(guilty=False))
    driven.refuses("dan", ask.Accuse(first), RefusalCode.NO_SUCH_MESSAGE)
    driven.asks("dan", ask.Accuse(second))


def test_who_accuses_in_vain_does_so_once_a_hand() -> None:
    driven = playing()
    first, second = says(driven, "ben"), says(driven, "ben")
    driven.asks("ann", ask.Accuse(first))
    driven.happens(AccusationClosed(upheld=False))
    driven.refuses("ann", ask.Accuse(second), RefusalCode.ACCUSED_IN_VAIN)
    driven.asks("dan", ask.Accuse(second))


def test_only_what_another_player_said_in_this_hand_can_be_judged() -> None:
    driven = playing()
    own = says(driven, "ann")
    watching = says(driven, "zoe")
    for message in (own, watching, 0, -1, 1, 10**9):
        driven.refuses("ann", ask.Accuse(message), RefusalCode.NO_SUCH_MESSAGE)
    driven.refuses("zoe", ask.Accuse(own), RefusalCode.NOT_SEATED)
    before = says(driven, "ben")
    driven.puts("classic hands=R7/B1,B2/Y3/G5 pile=Y1,Y2 discard=R5 turn=0").moves("ann", "R7")
    driven.refuses("cat", ask.Accuse(before), RefusalCode.NO_SUCH_MESSAGE)
    driven.asks("ann", ask.DealNextRound())
    assert driven.hints == NO_HINTS


def test_an_accusation_lapses_with_the_hand() -> None:
    driven = playing()
    driven.asks("ann", ask.Accuse(says(driven, "ben")))
    driven.puts("classic hands=R7/B1,B2/Y3/G5 pile=Y1,Y2 discard=R5 turn=0").moves("ann", "R7")
    assert driven.hints.accusation is None
    driven.refuses("cat", ask.Judge(guilty=True), RefusalCode.NOT_A_JUDGE)


def test_what_was_paid_for_is_not_judged_again() -> None:
    driven = playing()
    facts = driven.asks("ben", ask.Say("play red!", anyway=True))
    assert kinds(facts) == [Said, Moved]
    driven.refuses("ann", ask.Accuse(driven.table.seq), RefusalCode.NO_SUCH_MESSAGE)


def test_without_the_penalty_nobody_is_accused_and_nothing_is_remembered() -> None:
    driven = start_game(4, rules="house")
    message = says(driven, "ben", "play red!")
    assert driven.hints == NO_HINTS
    sentence = driven.refuses("ann", ask.Accuse(message), RefusalCode.ILLEGAL_MOVE)
    assert sentence == "hints cost nothing at this table"
    driven.refuses("ann", ask.Judge(guilty=True), RefusalCode.NOT_A_JUDGE)


def test_without_a_game_there_is_nothing_to_judge() -> None:
    driven = playing()
    driven.asks("ann", ask.End())
    driven.refuses("ann", ask.Accuse(3), RefusalCode.NO_GAME)
    driven.refuses("ann", ask.Judge(guilty=True), RefusalCode.NO_GAME)


def test_guilty_with_nothing_left_to_pay_with_costs_nothing() -> None:
    driven = playing(position=FOUR.replace("pile=Y1,Y2,Y5,Y6,B3,B4,B5,B6", "pile=-"))
    driven.asks("ann", ask.Accuse(says(driven, "ben")))
    driven.asks("cat", ask.Judge(guilty=True))
    facts = driven.asks("dan", ask.Judge(guilty=True))
    assert kinds(facts) == [Judged, AccusationClosed]


def test_only_so_much_is_remembered() -> None:
    driven = playing()
    first = says(driven, "ben")
    for _ in range(MAX_REMARKS):
        says(driven, "cat")
    assert len(driven.hints.remarks) == MAX_REMARKS
    driven.refuses("ann", ask.Accuse(first), RefusalCode.NO_SUCH_MESSAGE)


def test_everyone_sees_what_is_judged_and_a_table_can_be_stored() -> None:
    driven = playing()
    driven.asks("ann", ask.Accuse(says(driven, "ben")))
    assert view_room(driven.table, None).hints == driven.on.hints
    stored = msgspec.json.encode(driven.table)
    assert msgspec.json.decode(stored, type=Room) == driven.table


def test_deciding_changes_nothing() -> None:
    driven = playing()
    message = says(driven, "ben")
    before = msgspec.json.encode(driven.table)
    decide(driven.table, driven.asked("ann"), ask.Accuse(message))
    assert msgspec.json.encode(driven.table) == before
