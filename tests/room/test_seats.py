"""Sitting, standing, leaving and coming back."""

import pytest

from openuno.engine.state import RoundOver
from openuno.room import commands as ask
from openuno.room.decide.seats import STAND_IN_BOT
from openuno.room.facts import Departed, Moved, Returned, Sat, Stood
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.settings import Clock, Settings
from openuno.room.state import FREE, Wait, is_game_on, is_present, seat_of
from openuno.room.view import SeatView
from tests.room.driver import PEOPLE, WRITTEN, RoomDriver, only, open_room, seat_people, start_game
from tests.room.games import waits_of

HAND = "house hands=R7,G1/B1,B2/Y3,Y4 pile=Y1,Y2,Y5,Y6 discard=R5 turn=0"
EVERY_COMMAND = (
    ask.Sit(0),
    ask.Stand(),
    ask.Leave(),
    ask.Return(),
    ask.Ready(),
    ask.AddSeed("0" * 64),
    ask.Start(),
    ask.DealNextRound(),
    ask.Rematch(),
    ask.End(),
    ask.SetUp(Settings()),
    ask.AddBot(0),
    ask.RemoveBot(0),
    ask.Kick(0),
    ask.Vote(),
    ask.HandOver("ann"),
    ask.Say("hello"),
    ask.Rename("Bea"),
    ask.Emote("hello"),
    ask.Mute("ann"),
)


def between_hands(driven: RoomDriver) -> RoomDriver:
    """The first hand is over: seat 0 goes out."""
    driven.puts("house hands=R7/B1,B2/Y3,Y4 pile=Y1,Y2 discard=R5 turn=0")
    driven.moves("ann", "R7")
    assert isinstance(driven.round().phase, RoundOver)
    assert is_game_on(driven.table)
    return driven


def with_a_bot() -> RoomDriver:
    """A game of Ann, Ben and a bot that has just been dealt."""
    driven = open_room(Settings(seats=3, rules="house"))
    for seat, guest in enumerate(("ann", "ben")):
        driven.comes(guest).asks(guest, ask.Sit(seat))
    driven.asks("ann", ask.AddBot(2))
    driven.asks("ben", ask.Ready())
    driven.adds_seeds().asks("ann", ask.Start())
    return driven


@pytest.mark.parametrize("command", EVERY_COMMAND, ids=lambda command: type(command).__name__)
def test_a_person_who_is_not_at_the_table_is_refused_everything(command: ask.RoomCommand) -> None:
    sentence = seat_people().refuses("zoe", command, RefusalCode.NOT_AT_TABLE)
    assert sentence == "you are not at this table; join it first"


@pytest.mark.parametrize(
    "command",
    [ask.Stand(), ask.Return(), ask.Ready(), ask.AddSeed("0" * 64), ask.Vote(), ask.Vote(0)],
    ids=lambda command: type(command).__name__,
)
def test_a_spectator_has_no_seat_to_speak_for(command: ask.RoomCommand) -> None:
    driven = seat_people().comes("zoe")
    assert (
        driven.refuses("zoe", command, RefusalCode.NOT_SEATED) == "you have no seat at this table"
    )


def test_a_person_sits_under_their_own_name() -> None:
    driven = open_room().comes("ann")
    assert driven.asks("ann", ask.Sit(2)) == (Sat(2, "ann", "Ann"),)
    assert driven.seat(2) == SeatView(name="Ann", guest="ann")
    assert seat_of(driven.table, "ann") == 2


def test_two_people_of_one_name_are_told_apart() -> None:
    driven = open_room().comes("ann", "ANN", "aNN")
    for seat, guest in enumerate(("ann", "ANN", "aNN")):
        driven.asks(guest, ask.Sit(seat))
    assert [seat.name for seat in driven.seats] == ["Ann", "Ann (2)", "Ann (3)", ""]


@pytest.mark.parametrize("seat", [-1, 4, 10**30])
def test_there_are_only_so_many_seats(seat: int) -> None:
    driven = open_room().comes("ann")
    for command in (ask.Sit(seat), ask.AddBot(seat), ask.RemoveBot(seat), ask.Kick(seat)):
        sentence = driven.refuses("ann", command, RefusalCode.NO_SUCH_SEAT)
        assert sentence == f"there is no seat {seat} at this table"


def test_a_seat_is_taken_once() -> None:
    driven = seat_people().comes("zoe")
    assert driven.refuses("zoe", ask.Sit(0), RefusalCode.SEAT_TAKEN) == "that seat is taken"


def test_a_person_has_one_seat() -> None:
    driven = open_room().comes("ann")
    driven.asks("ann", ask.Sit(0))
    sentence = driven.refuses("ann", ask.Sit(1), RefusalCode.ALREADY_SEATED)
    assert sentence == "you have a seat already; stand up first"


def test_before_a_game_a_seat_given_up_is_free() -> None:
    driven = seat_people()
    assert driven.asks("ben", ask.Stand()) == (Stood(1),)
    assert driven.seat(1) == SeatView()
    assert is_present(driven.table, "ben")


def test_during_a_game_a_bot_plays_on_for_a_player_who_stands_up() -> None:
    driven = start_game(3)
    hand = driven.round().hands[1]
    assert driven.asks("ben", ask.Stand()) == (Stood(1, STAND_IN_BOT),)
    assert driven.seat(1) == SeatView(name="Ben", bot=STAND_IN_BOT, kept_for="ben")
    assert driven.round().hands[1] == hand


def test_leaving_gives_the_seat_up_and_goes_through_every_door() -> None:
    driven = seat_people().comes("ben", via="two")
    facts = driven.asks("ben", ask.Leave())
    assert facts == (Stood(1), Departed("ben", "one"), Departed("ben", "two"))
    assert not is_present(driven.table, "ben")
    assert driven.seat(1) == SeatView()


def test_leaving_and_rejoining_sheds_no_hand() -> None:
    driven = start_game(3)
    driven.asks("ben", ask.Leave())
    driven.comes("ben", "zoe")
    hand = driven.round().hands[1]
    driven.asks("cat", ask.Stand())
    sentence = driven.refuses("ben", ask.Sit(2), RefusalCode.SEAT_TAKEN)
    assert sentence == "a bot keeps your own seat for you; take that one"
    driven.asks("ben", ask.Sit(1))
    assert driven.round().hands[1] == hand
    assert driven.seat(1) == SeatView(name="Ben", guest="ben", accepted=True)


def test_a_newcomer_cannot_choose_a_hand_that_is_being_played() -> None:
    driven = start_game(3).comes("zoe")
    driven.asks("ben", ask.Leave())
    sentence = driven.refuses("zoe", ask.Sit(1), RefusalCode.SEAT_TAKEN)
    assert sentence == "that seat is reserved for Ben"
    driven = with_a_bot().comes("zoe")
    sentence = driven.refuses("zoe", ask.Sit(2), RefusalCode.GAME_ON)
    assert sentence == "bots give up their seats only between rounds"
    assert driven.refuses("zoe", ask.Sit(0), RefusalCode.SEAT_TAKEN) == "that seat is taken"


def test_between_hands_a_newcomer_takes_a_bots_place() -> None:
    driven = between_hands(with_a_bot()).comes("zoe", "eve")
    driven.asks("zoe", ask.Sit(2))
    assert driven.seat(2).guest == "zoe"
    assert driven.refuses("eve", ask.Sit(2), RefusalCode.SEAT_TAKEN) == "that seat is taken"


def test_a_seat_reserved_for_someone_cannot_be_taken_between_hands() -> None:
    driven = between_hands(start_game(3, rules="house")).comes("zoe")
    driven.asks("ben", ask.Leave())
    sentence = driven.refuses("zoe", ask.Sit(1), RefusalCode.SEAT_TAKEN)
    assert sentence == "that seat is reserved for Ben"
    driven.comes("ben")
    driven.asks("ben", ask.Sit(1))
    assert driven.seat(1).guest == "ben"


def test_a_seat_is_not_reserved_for_someone_who_was_kicked() -> None:
    driven = between_hands(start_game(3, rules="house")).comes("zoe")
    driven.asks("ann", ask.Kick(1))
    driven.asks("zoe", ask.Sit(1))
    assert driven.seat(1).guest == "zoe"


def test_nobody_takes_a_hand_over_who_has_not_accepted_written_rules() -> None:
    driven = start_game(3, rules=WRITTEN)
    driven.asks("ben", ask.Stand())
    sentence = driven.refuses("ben", ask.Sit(1), RefusalCode.NOT_ACCEPTED)
    assert sentence == "this table has custom rules; accept them to sit down"
    driven.asks("ben", ask.Sit(1, accept=True))
    assert driven.seat(1).accepted


def test_a_seat_a_bot_kept_is_free_after_the_game() -> None:
    driven = start_game(3)
    driven.asks("ben", ask.Leave())
    driven.asks("ann", ask.End())
    assert driven.seat(1) == SeatView()
    assert driven.seat(2).guest == "cat"


def test_a_connection_lost_costs_no_seat() -> None:
    driven = start_game(3).waits(5).goes("ben")
    assert driven.seat(1).guest == "ben"
    assert driven.seat(1).away == driven.now
    driven.waits(5).comes("ben")
    assert driven.seat(1).away is None


def test_one_of_two_devices_gone_is_still_there() -> None:
    driven = start_game(2).comes("ben", via="two").goes("ben", via="one")
    assert is_present(driven.table, "ben")
    assert driven.seat(1).away is None
    driven.goes("ben", via="two")
    assert driven.seat(1).away == driven.now


def test_going_twice_is_going_once() -> None:
    driven = start_game(2).goes("ben", "ann")
    gone = driven.now
    driven.waits(20_000).goes("ben", "ann")
    assert driven.seat(1).away == gone
    assert driven.table.host_away == gone


def test_a_person_who_comes_back_plays_their_own_seat_again_by_one_move() -> None:
    driven = start_game(3).puts(HAND).goes("ann").late(0)
    driven.comes("ann")
    assert driven.seat(0).late
    facts = driven.moves("ann", "R7")
    assert [type(fact) for fact in facts] == [Returned, Moved]
    assert not driven.seat(0).late


def test_back_gives_the_seat_and_time_to_think() -> None:
    driven = start_game(3).puts(HAND).waits(60_000).late(0).waits(300)
    assert driven.asks("ann", ask.Return()) == (Returned(0),)
    assert not driven.seat(0).late
    assert waits_of(driven.table) == (Wait(0, driven.now),)


def test_nobody_buys_time_by_coming_back_who_never_was_late() -> None:
    driven = start_game(3).puts(HAND).waits(55_000).warned(0)
    sentence = driven.refuses("ann", ask.Return(), RefusalCode.ILLEGAL_MOVE)
    assert sentence == "you play your own seat already"
    assert driven.seat(0).warned


def test_a_player_who_takes_a_seat_over_gets_a_full_clock() -> None:
    driven = start_game(3, clock=Clock(move=5, bots=10)).puts(HAND)
    driven.asks("ann", ask.Stand())
    driven.waits(8_000).asks("ann", ask.Sit(0))
    assert waits_of(driven.table) == (Wait(0, driven.now),)


def test_an_illegal_move_of_a_late_person_changes_nothing() -> None:
    driven = start_game(3).puts(HAND).late(0)
    driven.refuses("ann", ask.DealNextRound(), RefusalCode.ILLEGAL_MOVE)
    assert driven.seat(0).late


def test_every_person_can_come_sit_and_go_again() -> None:
    driven = seat_people(10)
    for guest in PEOPLE:
        driven.asks(guest, ask.Leave())
    assert all(seat == FREE for seat in driven.table.seats)
    assert driven.table.people == ()
    assert driven.table.host is None


def test_only_one_seat_is_given_up_by_standing() -> None:
    driven = seat_people(3)
    assert only(driven.asks("ben", ask.Stand()), Stood).seat == 1
    assert [seat.guest for seat in driven.seats] == ["ann", None, "cat"]
