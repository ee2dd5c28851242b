"""Moves, catches, the next hand, the end of a game."""

import pytest

from openuno.engine.actions import Catch, Draw, Suggest
from openuno.engine.notation.actions import parse_action
from openuno.room import commands as ask
from openuno.room.deadlines import GRACE
from openuno.room.decide.moves import COOL_DOWN, refusal_of
from openuno.room.facts import Committed, GameClosed, Moved, MovedBy
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.refusals import Refused
from openuno.room.settings import Settings, parse_settings
from openuno.room.state import Wait, is_game_on
from openuno.room.view import legal_actions, view_room
from tests.room.driver import RoomDriver, only, reveals, seat_people, secret, start_game
from tests.room.games import game_of, waits_of

CAUGHT_OUT = "house hands=R7,G1/B1,B2/Y3,Y4 pile=Y1,Y2,Y5,Y6 discard=R5 turn=0"
WRONG_CATCHES = (
    "house+wrong_catch_penalty=1 hands=R7,G1/B1/Y3,Y4 pile=Y1,Y2,Y5,Y6 discard=R5 turn=0"
)


def owing() -> RoomDriver:
    """Ann has one card left and has not said so."""
    driven = start_game(3, rules="house").comes("zoe").puts(CAUGHT_OUT)
    driven.moves("ann", "R7")
    return driven


def test_a_move_is_made_for_ones_own_seat() -> None:
    driven = start_game(3).puts(CAUGHT_OUT)
    moved = only(driven.moves("ann", "R7"), Moved)
    assert moved.by is MovedBy.PERSON
    assert waits_of(driven.table) == (Wait(1, driven.now),)


def test_nobody_acts_for_another() -> None:
    driven = start_game(3).puts(CAUGHT_OUT)
    before = driven.table
    with pytest.raises(Refused) as refusal:
        driven.moves("ben", "R7")
    assert refusal.value.code is RefusalCode.ILLEGAL_MOVE
    assert refusal.value.reason == "not-your-turn"
    assert driven.table is before


def test_a_refused_move_has_a_reason_and_changes_nothing() -> None:
    driven = start_game(3).comes("zoe").puts(CAUGHT_OUT)
    before = driven.table
    assert refusal_of(before, "ann", Draw()) is None
    refused = refusal_of(before, "ann", parse_action("G1"))
    assert refused is not None
    assert refused.sentence == "Green 1 matches neither red nor 5"
    assert refused.values == {"card": "G1", "top": "R5", "colour": "R"}
    assert refused.reason == "no-match"
    assert [refusal_of(before, who, Draw()) is None for who in ("ben", "zoe", "nobody")] == [
        False
    ] * 3
    assert driven.table is before


def test_a_spectator_cannot_move() -> None:
    driven = start_game(3).comes("zoe")
    for command in (ask.Move(Draw()), ask.DealNextRound()):
        sentence = driven.refuses("zoe", command, RefusalCode.NOT_SEATED)
        assert sentence == "you have no seat at this table"


@pytest.mark.parametrize("command", [ask.Move(Draw()), ask.DealNextRound()])
def test_no_game_no_move(command: ask.RoomCommand) -> None:
    assert seat_people().refuses("ann", command, RefusalCode.NO_GAME) == "no game is in progress"
    ended = start_game()
    ended.asks("ann", ask.End())
    assert ended.refuses("ann", command, RefusalCode.NO_GAME) == "no game is in progress"


def test_a_catch_is_taken_after_the_grace() -> None:
    driven = owing().waits(GRACE)
    driven.moves("ben", "catch 0")
    assert len(driven.round().hands[0]) == 3


def test_a_catch_before_the_grace_is_refused() -> None:
    driven = owing().waits(GRACE - 1)
    sentence = driven.refuses("ben", ask.Move(Catch(0)), RefusalCode.TOO_EARLY)
    assert sentence == "too early; give them a moment to say it"


def test_a_clock_that_steps_back_shortens_no_grace() -> None:
    owing().waits(-500_000).refuses("ben", ask.Move(Catch(0)), RefusalCode.TOO_EARLY)


def test_uno_can_be_said_within_the_grace_and_saves() -> None:
    driven = owing()
    driven.moves("ann", "uno")
    driven.waits(GRACE).refuses("ben", ask.Move(Catch(0)), RefusalCode.ILLEGAL_MOVE)


def test_a_button_hammered_blindly_catches_nobody_until_it_has_cooled() -> None:
    driven = owing().waits(GRACE)
    driven.cooling["ben"] = driven.now + COOL_DOWN
    driven.waits(COOL_DOWN - 1)
    sentence = driven.refuses("ben", ask.Move(Catch(0)), RefusalCode.TOO_FAST)
    assert sentence == "that catch was wrong; wait before the next one"
    driven.waits(1).moves("ben", "catch 0")


def test_a_cool_down_is_for_catches_alone() -> None:
    driven = owing()
    driven.cooling["ben"] = driven.now + COOL_DOWN
    driven.moves("ben", "draw")


def test_a_spectator_cannot_catch() -> None:
    driven = owing().waits(GRACE)
    driven.refuses("zoe", ask.Move(Catch(0)), RefusalCode.NOT_SEATED)


def test_a_suggestion_made_aloud_can_be_owned_up_to() -> None:
    driven = start_game(3, rules="classic")
    held = len(driven.round().hands[1])
    driven.asks("ben", ask.Move(Suggest()))
    assert len(driven.round().hands[1]) == held + 4


def test_a_call_buys_no_time() -> None:
    driven = start_game(3).puts(WRONG_CATCHES)
    since = driven.now
    driven.waits(50_000).warned(0)
    driven.waits(1_000).moves("ann", "catch 1")
    assert waits_of(driven.table) == (Wait(0, since),)
    assert driven.seat(0).warned


def test_a_second_step_of_a_turn_has_a_clock_of_its_own() -> None:
    driven = start_game(3).puts(CAUGHT_OUT).warned(0)
    driven.waits(1_000).moves("ann", "draw")
    assert waits_of(driven.table) == (Wait(0, driven.now),)
    assert not driven.seat(0).warned


def test_a_player_who_lost_the_turn_to_a_jump_in_is_warned_again_next_time() -> None:
    driven = start_game(3).puts(
        "house+jump_in=on hands=R7,G1,G2/B1,B2/R7,Y4 pile=Y1,Y2,Y5,Y6 discard=R5 turn=0"
    )
    driven.moves("ann", "R7")
    driven.warned(1)
    driven.moves("cat", "R7!")
    assert waits_of(driven.table) == (Wait(0, driven.now),)
    assert not driven.seat(1).warned


def test_the_next_hand_is_dealt_once() -> None:
    driven = start_game(3).puts("house hands=R7/B1,B2/Y3,Y4 pile=Y1,Y2 discard=R5 turn=0")
    sentence = driven.refuses("ben", ask.DealNextRound(), RefusalCode.ILLEGAL_MOVE)
    assert sentence == "the round is not over at every table"
    driven.waits(10).moves("ann", "R7")
    assert waits_of(driven.table) == ()
    assert driven.on.rested == driven.now
    driven.asks("ben", ask.DealNextRound())
    assert game_of(driven.table).round_number == 2
    driven.refuses("cat", ask.DealNextRound(), RefusalCode.ILLEGAL_MOVE)


def test_a_host_without_a_seat_deals_the_next_round() -> None:
    driven = start_game(3).comes("zoe")
    driven.asks("ann", ask.HandOver("zoe"))
    driven.puts("house hands=R7/B1,B2/Y3,Y4 pile=Y1,Y2 discard=R5 turn=0").moves("ann", "R7")
    driven.asks("zoe", ask.DealNextRound())
    assert game_of(driven.table).round_number == 2


def test_the_move_that_ends_the_game_reveals_its_seed() -> None:
    driven = start_game(3, format="single")
    driven.puts("house hands=R7/B1,B2/Y3,Y4 pile=Y1,Y2 discard=R5 turn=0")
    assert reveals(driven) == []
    facts = driven.moves("ann", "R7")
    assert [type(fact) for fact in facts] == [Moved, GameClosed, Committed]
    assert only(facts, GameClosed) == GameClosed(secret(1).reveal())
    assert only(facts, Committed) == Committed(secret(2).commitment)
    assert not is_game_on(driven.table)
    driven.refuses("ann", ask.DealNextRound(), RefusalCode.NO_GAME)


def test_a_game_that_was_ended_offers_no_moves() -> None:
    driven = start_game(2)
    turn = waits_of(driven.table)[0].seat
    assert legal_actions(driven.table, turn)
    driven.asks("ann", ask.End())
    assert legal_actions(driven.table, turn) == ()
    game = view_room(driven.table, turn).game
    assert game is not None
    assert game.tables[0].view.legal == ()
    assert game.tables[0].view.hands[turn] == driven.round().hands[turn]


def test_who_sits_in_a_seat_the_last_game_had_not_sees_that_game_as_one_who_watches() -> None:
    driven = start_game(2).comes("zoe")
    driven.asks("ann", ask.End(), ask.SetUp(Settings(seats=4)))
    driven.asks("zoe", ask.Sit(3))
    view = view_room(driven.table, 3)
    assert view.seat == 3
    assert view.game == view_room(driven.table, None).game
    assert legal_actions(driven.table, 3) == ()


def test_a_jump_in_gives_the_next_player_a_new_clock() -> None:
    driven = start_game(2).puts(
        "house+jump_in=on hands=R7,R7,G1,G2/B1,B2 pile=Y1,Y2,Y5,Y6 discard=R5 turn=0"
    )
    driven.moves("ann", "R7")
    driven.waits(59_000).warned(1)
    driven.moves("ann", "R7")
    assert waits_of(driven.table) == (Wait(1, driven.now),)
    assert not driven.seat(1).warned


def test_the_rules_of_a_table_are_read_once() -> None:
    driven = start_game(2, rules="house+blank_cards=1+suggestion_penalty=2+written=Reverse")
    reads = parse_settings.cache_info().misses
    driven.asks("ann", ask.Say("hello"), ask.End())
    driven.asks("ann", ask.Ready())
    driven.asks("ben", ask.Ready())
    driven.asks("ann", ask.Start())
    assert parse_settings.cache_info().misses == reads
