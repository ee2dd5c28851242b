"""Saying things at a table, and what it costs (PEN-1)."""

from random import Random

import pytest

from openuno.engine.state import RoundOver
from openuno.room import commands as ask
from openuno.room.chat import EMOTES
from openuno.room.facts import Emoted, Moved, Said
from openuno.room.refusal_kinds import RefusalCode
from tests.policies import closing
from tests.room.driver import RoomDriver, open_room, seat_people, start_game
from tests.room.games import game_of

PAYING = "classic hands=R7,G1/B1,B2/Y3,Y4 pile=Y1,Y2,Y5,Y6,B3,B4,B5,B6 discard=R5 turn=0"


def playing() -> RoomDriver:
    return start_game(3, rules="classic").comes("zoe").puts(PAYING)


def test_everyone_at_the_table_may_speak() -> None:
    driven = seat_people().comes("zoe")
    for guest in ("ann", "ben", "zoe"):
        assert driven.asks(guest, ask.Say("  good\nluck ")) == (Said(guest, "good luck"),)


def test_feelings_are_shown_from_a_list() -> None:
    driven = seat_people()
    assert driven.asks("ben", ask.Emote("wow")) == (Emoted("ben", "wow"),)
    sentence = driven.refuses("ben", ask.Emote("rude"), RefusalCode.BAD_MESSAGE)
    assert sentence == "choose an emote from " + ", ".join(EMOTES)


def test_a_muted_person_cannot_speak() -> None:
    driven = seat_people()
    driven.asks("ann", ask.Mute("ben"))
    for command in (ask.Say("hello"), ask.Emote("hello")):
        sentence = driven.refuses("ben", command, RefusalCode.MUTED)
        assert sentence == "the host has muted you"
    driven.asks("ann", ask.Mute("ben", muted=False))
    driven.asks("ben", ask.Say("hello"))


def test_saying_nothing_or_too_much_is_refused() -> None:
    driven = seat_people()
    assert driven.refuses("ben", ask.Say(" \n "), RefusalCode.EMPTY) == "say something"
    sentence = driven.refuses("ben", ask.Say("x" * 301), RefusalCode.TOO_LONG)
    assert sentence == "say it in 300 characters or fewer"


@pytest.mark.rule("PEN-1")
def test_a_suggestion_is_warned_of_before_it_is_sent() -> None:
    driven = playing()
    sentence = driven.refuses("ben", ask.Say("play red, Cat"), RefusalCode.SUGGESTION)
    assert (
        sentence == "that tells someone what to play, and hints cost 4 cards here; say it anyway?"
    )


@pytest.mark.rule("PEN-1")
def test_a_suggestion_sent_anyway_costs_four_cards() -> None:
    driven = playing()
    facts = driven.asks("ben", ask.Say("play red, Cat", anyway=True))
    assert [type(fact) for fact in facts] == [Said, Moved]
    assert len(driven.round().hands[1]) == 6


def test_what_suggests_nothing_costs_nothing_anyway() -> None:
    driven = playing()
    assert driven.asks("ben", ask.Say("I read it", anyway=True)) == (Said("ben", "I read it"),)


def test_a_spectator_has_no_cards_to_pay_with() -> None:
    assert playing().asks("zoe", ask.Say("red!")) == (Said("zoe", "red!"),)


def test_where_suggestions_cost_nothing_anything_may_be_said() -> None:
    driven = start_game(3, rules="house")
    assert driven.asks("ben", ask.Say("red!")) == (Said("ben", "red!"),)


def test_between_games_and_hands_anything_may_be_said() -> None:
    driven = seat_people(3, rules="classic")
    driven.asks("ben", ask.Say("red!"))
    driven = playing().puts("classic hands=R7/B1,B2/Y3,Y4 pile=Y1,Y2 discard=R5 turn=0")
    driven.moves("ann", "R7")
    assert driven.asks("ben", ask.Say("red!")) == (Said("ben", "red!"),)


def test_with_nothing_left_to_pay_with_a_suggestion_is_refused() -> None:
    driven = playing().puts("classic hands=R7,G1/B1,B2/Y3,Y4 pile=- discard=R5 turn=0")
    driven.refuses("ben", ask.Say("red!", anyway=True), RefusalCode.ILLEGAL_MOVE)


def test_a_player_who_waits_for_another_table_may_speak_of_cards() -> None:
    driven = start_game(8, rules="classic+hand_size=1", format="rotating")
    chance = Random(1)
    while not isinstance(driven.round(0).phase, RoundOver):
        seat, action = closing(driven.round(0), chance)
        driven.asks(player(driven, seat), ask.Move(action))
    assert not isinstance(driven.round(1).phase, RoundOver)
    guest = player(driven, 0)
    assert driven.asks(guest, ask.Say("red!")) == (Said(guest, "red!"),)


def player(driven: RoomDriver, seat: int) -> str:
    """Who sits there at the game's first table."""
    guest = driven.seat(game_of(driven.table).tables[0].players[seat]).guest
    assert guest is not None
    return guest


def test_a_table_without_people_is_silent() -> None:
    open_room().refuses("ann", ask.Say("hello"), RefusalCode.NOT_AT_TABLE)
