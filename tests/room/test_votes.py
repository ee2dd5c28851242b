"""What even the host cannot do alone to people who are away, and how the others decide it."""

import pytest

from openuno.room import commands as ask
from openuno.room.deadlines import HostChangeDue, next_deadline
from openuno.room.decide import decide
from openuno.room.decide.seats import STAND_IN_BOT
from openuno.room.facts import Arrived, Committed, Fact, GameClosed, HostChanged, Stood, Voted
from openuno.room.host import RETURN_TIME, long_absence
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.settings import Clock, Settings
from openuno.room.state import Ballot, is_game_on, is_played_by_bot
from openuno.server.rooms.presence import presence_facts
from openuno.server.store import Guest
from tests.room.driver import open_room, seat_people, start_game

MINUTE, DAY = 60_000, 24 * 3600 * 1000
LONG = long_absence(Clock())


def kinds(facts: tuple[Fact, ...]) -> list[type]:
    return [type(fact) for fact in facts]


@pytest.mark.parametrize(
    ("move", "long"),
    [
        (5, 10 * MINUTE),
        (60, 10 * MINUTE),
        (600, 30 * MINUTE),
        (None, 60 * MINUTE),
        (3600, 2 * DAY),
        (3 * 24 * 3600, 9 * DAY),
    ],
)
def test_how_long_an_absence_is_long_follows_from_the_clock(move: float | None, long: int) -> None:
    clock = Clock(move=move)
    assert long_absence(clock) == long
    driven = start_game(2, clock=clock).goes("ben").waits(long - 1)
    for command in (ask.Kick(1), ask.End()):
        driven.refuses("ann", command, RefusalCode.NEEDS_VOTE)
    driven.waits(1)
    assert kinds(driven.asks("ann", ask.Kick(1))) == [Stood]
    driven = start_game(2, clock=clock).goes("ben").waits(long)
    assert kinds(driven.asks("ann", ask.End())) == [GameClosed, Committed]


def test_a_refusal_says_what_to_do() -> None:
    driven = start_game(4).goes("ben", "cat").waits(MINUTE)
    sentence = driven.refuses("ann", ask.Kick(1), RefusalCode.NEEDS_VOTE)
    assert sentence == "away: Ben; vote on it (3 votes are needed) or wait 9 min"
    sentence = driven.refuses("ann", ask.End(), RefusalCode.NEEDS_VOTE)
    assert sentence == "away: Ben, Cat; vote on it (3 votes are needed) or wait 9 min"
    driven = start_game(2, clock=Clock(move=3 * 24 * 3600)).goes("ben")
    assert driven.refuses("ann", ask.End(), RefusalCode.NEEDS_VOTE).endswith("or wait 9 days")
    driven = start_game(2, clock=Clock(move=3600)).goes("ben").waits(DAY)
    assert driven.refuses("ann", ask.End(), RefusalCode.NEEDS_VOTE).endswith("or wait 24 h")


def test_no_absence_grows_while_nobody_is_there_but_in_correspondence() -> None:
    driven = start_game(2).goes("ann", "ben").waits(30 * DAY).comes("ann")
    driven.refuses("ann", ask.Kick(1), RefusalCode.NEEDS_VOTE)
    driven.refuses("ann", ask.End(), RefusalCode.NEEDS_VOTE)
    driven.waits(LONG).asks("ann", ask.End())
    driven = (
        start_game(2, clock=Clock(move=24 * 3600)).goes("ann", "ben").waits(3 * DAY).comes("ann")
    )
    driven.asks("ann", ask.Kick(1))


def test_people_who_are_there_are_the_hosts_to_send_away() -> None:
    driven = start_game(3)
    driven.asks("ann", ask.Kick(1))
    driven.asks("ann", ask.End())


def test_between_games_the_owner_may_free_the_seat_of_someone_who_is_away() -> None:
    driven = seat_people(3).goes("ben")
    assert driven.asks("ann", ask.Kick(1)) == (Stood(1, None, kicked=True),)


def test_between_games_an_acting_host_may_not() -> None:
    driven = seat_people(3).goes("ann")
    driven.happens(HostChanged("ben", acting=True))
    driven.refuses("ben", ask.Kick(0), RefusalCode.NEEDS_VOTE)
    assert kinds(driven.waits(LONG).asks("ben", ask.Kick(0))) == [Stood]
    assert driven.table.owner == "ben", "the table is not Ann's any more"


def test_nobody_is_voted_out_for_a_lost_connection() -> None:
    driven = start_game(3).goes("ann").waits(RETURN_TIME - 1)
    sentence = driven.refuses("ben", ask.Vote(0), RefusalCode.NOT_AWAY)
    assert sentence == "Ann has only just gone; vote in a second"
    driven.waits(1).asks("ben", ask.Vote(0))
    driven.comes("ann").goes("ann")
    driven.refuses("cat", ask.Vote(0), RefusalCode.NOT_AWAY)
    driven.waits(RETURN_TIME).asks("ben", ask.Vote(0))
    driven.asks("cat", ask.Vote(0))
    assert driven.seat(0).guest is None


def test_more_than_half_of_the_seated_remove_someone_who_is_away() -> None:
    driven = start_game(4).goes("dan").waits(RETURN_TIME)
    until = driven.now + LONG
    assert driven.asks("ben", ask.Vote(3)) == (Voted("ben", 3, until=until),)
    assert list(driven.table.votes) == [Ballot("ben", 3, until)]
    for again in (ask.Vote(3), ask.Vote(favour=False)):
        assert decide(driven.table, driven.asked("ben"), again) == (), "nothing is new"
    assert kinds(driven.asks("cat", ask.Vote(3))) == [Voted]
    assert not is_played_by_bot(driven.table.seats[3])
    facts = driven.asks("ann", ask.Vote(3))
    assert facts == (Voted("ann", 3, until=until), Stood(3, STAND_IN_BOT, kicked=True))
    assert is_played_by_bot(driven.table.seats[3])
    assert list(driven.table.votes) == []
    driven.comes("dan")
    driven.refuses("dan", ask.Sit(3), RefusalCode.KICKED)


def test_more_than_half_of_the_seated_end_the_game() -> None:
    driven = start_game(3).goes("ann")
    assert kinds(driven.asks("ben", ask.Vote())) == [Voted]
    assert kinds(driven.asks("cat", ask.Vote())) == [Voted, GameClosed, Committed]
    assert not is_game_on(driven.table)
    assert list(driven.table.votes) == []
    assert driven.refuses("cat", ask.Vote(), RefusalCode.NO_GAME) == "no game is in progress"


@pytest.mark.parametrize(("people", "needed"), [(2, 2), (3, 2), (4, 3), (5, 3), (10, 6)])
def test_those_who_are_away_count_as_well(people: int, needed: int) -> None:
    driven = start_game(people).goes("ann").waits(RETURN_TIME)
    voters = [seat.guest for seat in driven.seats[1:] if seat.guest is not None]
    for cast, voter in enumerate(voters, 1):
        facts = driven.asks(voter, ask.Vote(0))
        assert (Stood in kinds(facts)) is (cast == needed)
        if cast == needed:
            break
    assert is_played_by_bot(driven.table.seats[0]) is (needed < people)


def test_a_lone_visitor_decides_nothing() -> None:
    driven = start_game(2, clock=Clock(move=24 * 3600)).goes("ann").waits(RETURN_TIME)
    driven.asks("ben", ask.Vote(0))
    driven.asks("ben", ask.Vote())
    assert not is_played_by_bot(driven.table.seats[0])
    assert is_game_on(driven.table)


def test_a_vote_lapses_and_can_be_taken_back() -> None:
    driven = start_game(3).goes("ann")
    driven.asks("ben", ask.Vote())
    driven.waits(LONG)
    assert kinds(driven.asks("cat", ask.Vote())) == [Voted]
    assert driven.asks("cat", ask.Vote(favour=False)) == (Voted("cat", favour=False),)
    assert kinds(driven.asks("ben", ask.Vote())) == [Voted]
    assert kinds(driven.asks("cat", ask.Vote())) == [Voted, GameClosed, Committed]


def test_votes_on_someone_end_when_they_come_back_or_stand() -> None:
    driven = start_game(4).goes("dan").waits(RETURN_TIME)
    driven.asks("ben", ask.Vote(3))
    driven.asks("ben", ask.Vote())
    driven.comes("dan")
    assert [ballot.seat for ballot in driven.table.votes] == [None]
    sentence = driven.refuses("cat", ask.Vote(3), RefusalCode.NOT_AWAY)
    assert sentence == "Dan is here: only the host can remove them"
    driven.asks("ben", ask.Stand())
    assert list(driven.table.votes) == []


def test_what_nobody_votes_on() -> None:
    driven = start_game(3)
    driven.asks("cat", ask.Stand())
    driven.comes("zoe")
    assert (
        driven.refuses("zoe", ask.Vote(), RefusalCode.NOT_SEATED)
        == "you have no seat at this table"
    )
    driven.refuses("cat", ask.Vote(), RefusalCode.NOT_SEATED)
    driven.refuses("ben", ask.Vote(2), RefusalCode.NO_SUCH_PERSON)
    driven.refuses("ben", ask.Vote(1), RefusalCode.NO_SUCH_PERSON)
    driven.refuses("ben", ask.Vote(3), RefusalCode.NO_SUCH_SEAT)
    driven.refuses("ben", ask.Vote(-1), RefusalCode.NO_SUCH_SEAT)


def test_who_votes_the_host_out_is_followed_by_another_host() -> None:
    driven = start_game(3).goes("ann").waits(RETURN_TIME)
    driven.asks("cat", ask.Vote(0))
    assert driven.asks("ben", ask.Vote(0))[1:] == (
        Stood(0, STAND_IN_BOT, kicked=True),
        HostChanged("ben"),
    )
    assert (driven.table.host, driven.table.owner) == ("ben", "ben")
    driven.comes("ann")
    assert driven.table.host == "ben"


def test_a_stranger_at_a_slow_game_gets_nowhere() -> None:
    """The evening that was lost: everyone is asleep, somebody watches, waits and sits down."""
    settings = Settings(seats=3, rules="house", clock=Clock(move=24 * 3600))
    driven = open_room(settings)
    for seat, guest in enumerate(("ann", "ben")):
        driven.comes(guest).asks(guest, ask.Sit(seat))
    driven.asks("ann", ask.AddBot(2))
    driven.asks("ben", ask.Ready())
    driven.adds_seeds().asks("ann", ask.Start())
    driven.puts("house hands=R7/B1,B2/Y3,Y4 pile=Y1,Y2 discard=R5 turn=0").moves("ann", "R7")
    driven.goes("ann", "ben").waits(10 * MINUTE).comes("zoe").waits(10 * MINUTE)
    for command in (ask.Kick(0), ask.End(), ask.HandOver("zoe")):
        driven.refuses("zoe", command, RefusalCode.NOT_HOST)
    driven.asks("zoe", ask.Sit(2))  # a bot's seat between hands: that is allowed
    for command in (ask.Kick(0), ask.End()):
        driven.refuses("zoe", command, RefusalCode.NOT_HOST)
    driven.happens(HostChanged("zoe", acting=True))  # and even if she were acting host
    for command in (ask.Kick(0), ask.Kick(1), ask.End()):
        driven.refuses("zoe", command, RefusalCode.NEEDS_VOTE)
    driven.asks("zoe", ask.Vote(0))
    driven.asks("zoe", ask.Vote())
    assert is_game_on(driven.table)
    assert driven.seat(0).guest == "ann"


def test_an_acting_host_hands_over_to_someone_seated_and_only_for_as_long() -> None:
    driven = start_game(3).comes("zoe").goes("ann")
    driven.happens(HostChanged("ben", acting=True))
    driven.refuses("ben", ask.HandOver("zoe"), RefusalCode.NOT_SEATED)
    assert driven.asks("ben", ask.HandOver("cat")) == (HostChanged("cat", acting=True),)
    assert driven.asks("cat", ask.Leave())[-1] == HostChanged("ben", acting=True)
    assert driven.table.owner == "ann"


def test_an_owner_who_comes_back_is_host_in_the_same_moment() -> None:
    """Nobody can be quicker: an acting host may send away everyone who is there."""
    driven = start_game(3).goes("ann")
    driven.happens(HostChanged("ben", acting=True))
    here = {guest: Guest(guest, guest.title()) for guest in ("ann", "ben", "cat")}
    facts = presence_facts(driven.table, here, "one", frozenset({"one"}))
    assert facts == (Arrived("ann", "Ann", "one"), HostChanged("ann"))
    driven.happens(*facts)
    driven.refuses("ben", ask.Kick(0), RefusalCode.NOT_HOST)


def test_an_acting_host_who_leaves_nobody_behind_does_not_take_the_table_along() -> None:
    driven = start_game(2).goes("ann")
    driven.happens(HostChanged("ben", acting=True))
    driven.asks("ben", ask.Leave())
    assert (driven.table.host, driven.table.owner) == (None, "ann")
    driven.comes("ann")
    due = next_deadline(driven.table)
    assert isinstance(due, HostChangeDue)
    assert due.guest == "ann"


def test_an_owner_who_hands_the_table_over_does_not_get_it_back() -> None:
    driven = start_game(3).comes("zoe")
    assert driven.asks("ann", ask.HandOver("zoe")) == (HostChanged("zoe"),)
    assert driven.table.owner == "zoe"
