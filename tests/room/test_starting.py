"""Ready, share, start, rematch: who is dealt in, and by what chance."""

import msgspec
import pytest
from msgspec.structs import replace

from openuno.engine.state import RoundOver
from openuno.record.fairness import fair_generator, unbound_generator
from openuno.record.verify import Verdict, verify
from openuno.room import commands as ask
from openuno.room.deadlines import NextRoundDue, next_deadline
from openuno.room.facts import (
    Committed,
    GameClosed,
    GameStarted,
    Moved,
    ReadyChanged,
    SeatsRemoved,
    SeedAdded,
    SeedsAsked,
    StartAsked,
)
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.secret import game_rng
from openuno.room.settings import Settings
from openuno.room.state import is_game_on
from openuno.room.view import SeatView, view_room
from openuno.server.rooms.results import finished_game, game_record
from tests.room.driver import (
    PEOPLE,
    WRITTEN,
    RoomDriver,
    only,
    open_room,
    reveals,
    seat_people,
    secret,
    start_game,
)
from tests.room.games import game_of, waits_of


def test_ready_is_said_and_taken_back() -> None:
    driven = seat_people()
    assert driven.asks("ben", ask.Ready()) == (ReadyChanged(1, ready=True),)
    assert driven.seat(1) == SeatView(name="Ben", guest="ben", ready=True, accepted=True)
    driven.asks("ben", ask.Ready(ready=False))
    assert not driven.seat(1).ready


def test_during_a_game_nobody_need_be_ready() -> None:
    driven = start_game()
    assert driven.refuses("ben", ask.Ready(), RefusalCode.GAME_ON) == "wait until the game is over"


def test_a_share_is_part_of_the_chance_of_the_next_game() -> None:
    driven = seat_people()
    share = "ab" * 32
    assert driven.asks("ben", ask.AddSeed(share)) == (SeedAdded(1, share),)
    driven.asks("ben", ask.Ready())
    driven.asks("ann", ask.AddSeed("cd" * 32))
    begun = only(driven.asks("ann", ask.Start()), GameStarted)
    assert begun.seeds == ("cd" * 32, share)
    assert begun.commitments == (None, None)
    assert begun.commitment == secret(1).commitment
    assert begun.terms is not None
    assert game_of(driven.table).rng == fair_generator(secret(1).seed, bytes.fromhex(begun.terms))


def test_a_game_of_an_older_server_goes_on_as_it_was_dealt() -> None:
    driven = start_game()
    (begun,) = [f for e in driven.log for f in e.facts if isinstance(f, GameStarted)]
    old = replace(begun, terms=None, commitments=(), seeds=("ab" * 32, None))
    assert game_rng(secret(1), old) == unbound_generator(secret(1).seed, [b"\xab" * 32, None])


@pytest.mark.parametrize("share", ["", "ab", "AB" * 32, "zz" * 32, "ab" * 33, "a b " * 16])
def test_a_share_is_32_bytes(share: str) -> None:
    sentence = seat_people().refuses("ben", ask.AddSeed(share), RefusalCode.BAD_SEED)
    assert sentence == "a seed is 32 bytes as 64 lower-case hex digits"


def test_a_seed_without_a_commitment_is_not_shown_before_the_server_is_bound() -> None:
    driven = start_game()
    sentence = driven.refuses("ben", ask.AddSeed("ab" * 32), RefusalCode.GAME_ON)
    assert sentence == "a game is in progress; commit to a seed for the next one"


def test_the_host_starts_and_the_first_hand_is_dealt() -> None:
    driven = seat_people().adds_seeds()
    driven.asks("ben", ask.Ready())
    facts = driven.asks("ann", ask.Start())
    kinds = [type(fact) for fact in facts]
    assert kinds == [ReadyChanged, StartAsked, SeedsAsked, GameStarted, Moved]
    assert is_game_on(driven.table)
    assert driven.on.first == driven.table.seq
    assert only(facts, GameStarted).names == ("Ann", "Ben")
    assert len(waits_of(driven.table)) == 1
    assert reveals(driven) == []


def test_a_double_click_starts_one_deal() -> None:
    driven = start_game()
    assert driven.refuses("ann", ask.Start(), RefusalCode.GAME_ON) == "wait until the game is over"
    assert (
        driven.refuses("ann", ask.Rematch(), RefusalCode.GAME_ON) == "wait until the game is over"
    )


def test_a_second_start_says_that_a_game_is_on_even_if_people_changed_seats() -> None:
    driven = start_game(3)
    driven.asks("ben", ask.Stand())
    driven.asks("ben", ask.Sit(1))
    assert driven.refuses("ann", ask.Start(), RefusalCode.GAME_ON) == "wait until the game is over"


def test_nobody_is_dealt_in_who_is_not_ready() -> None:
    driven = seat_people(3)
    driven.asks("ben", ask.Ready())
    assert driven.refuses("ann", ask.Start(), RefusalCode.NOT_READY) == "not ready yet: Cat"


def test_empty_seats_are_not_dealt_in() -> None:
    driven = open_room().comes("ann")
    driven.asks("ann", ask.Sit(0))
    sentence = driven.refuses("ann", ask.Start(), RefusalCode.SEATS_EMPTY)
    assert sentence == "some seats are still empty; add bots or choose fewer seats"


def test_a_game_starts_with_the_seats_that_are_taken() -> None:
    driven = open_room(Settings(rules="house", seats=5)).comes("ann", "ben", "cat")
    driven.asks("ann", ask.Sit(1), ask.Ready())
    driven.asks("cat", ask.Sit(3), ask.Ready())
    driven.adds_seeds()
    refused = driven.refuses("ann", ask.Start(0, only_taken=True), RefusalCode.SEATS_EMPTY)
    assert refused == "some seats are still empty; add bots or choose fewer seats"
    facts = driven.asks("ann", ask.Start(3, only_taken=True))
    assert facts[0] == SeatsRemoved((0, 2, 4))
    assert driven.table.settings.seats == 2
    assert [seat.guest for seat in view_room(driven.table, None).seats] == ["ann", "cat"]
    assert driven.round().dealer == 1


def test_one_player_cannot_start_alone_and_nothing_is_removed() -> None:
    driven = open_room(Settings(seats=3)).comes("ann")
    driven.asks("ann", ask.Sit(0))
    driven.refuses("ann", ask.Start(only_taken=True), RefusalCode.SEATS_EMPTY)
    assert len(driven.table.seats) == 3


def test_a_format_that_needs_more_players_does_not_start_with_fewer() -> None:
    driven = open_room(Settings(format="partners", seats=4)).comes("ann", "ben")
    driven.asks("ann", ask.Sit(0))
    driven.asks("ben", ask.Sit(2), ask.Ready())
    driven.refuses("ann", ask.Start(only_taken=True), RefusalCode.BAD_SETTINGS)
    assert len(driven.table.seats) == 4


def test_a_host_who_only_watches_can_start() -> None:
    driven = open_room(Settings(seats=2)).comes("ann", "ben")
    driven.asks("ben", ask.Sit(0), ask.Ready())
    driven.asks("ann", ask.AddBot(1))
    facts = driven.adds_seeds().asks("ann", ask.Start())
    assert [type(fact) for fact in facts] == [StartAsked, SeedsAsked, GameStarted, Moved]


def test_the_table_picks_a_dealer_where_its_rules_say_so() -> None:
    driven = seat_people(rules="house")
    driven.asks("ben", ask.Ready())
    sentence = driven.refuses("ann", ask.Start(dealer=2), RefusalCode.BAD_SETTINGS)
    assert "there is no player 2 in a game of 2" in sentence
    driven.adds_seeds().asks("ann", ask.Start(dealer=1))
    assert driven.round().dealer == 1


def test_nobody_picks_a_dealer_where_it_is_drawn_for() -> None:
    driven = seat_people()
    driven.asks("ben", ask.Ready())
    sentence = driven.refuses("ann", ask.Start(dealer=1), RefusalCode.BAD_SETTINGS)
    assert "this table draws for the deal" in sentence


def test_a_rematch_needs_a_game_before_it() -> None:
    driven = seat_people()
    sentence = driven.refuses("ann", ask.Rematch(), RefusalCode.NO_GAME)
    assert sentence == "there has been no game yet; start one"


def test_a_rematch_is_another_game_with_the_same_seats_and_another_seed() -> None:
    driven = start_game(3)
    driven.asks("ann", ask.End())
    again = only(driven.adds_seeds().asks("ann", ask.Rematch()), GameStarted)
    assert again.number == 2
    assert again.names == ("Ann", "Ben", "Cat")
    assert again.commitment == secret(2).commitment != secret(1).commitment
    assert reveals(driven) == [secret(1).reveal()]


def test_a_rematch_deals_nobody_in_who_is_gone() -> None:
    driven = start_game(3)
    driven.asks("ann", ask.End())
    driven.goes("cat")
    sentence = driven.refuses("ann", ask.Rematch(), RefusalCode.NOT_READY)
    assert sentence == "not there, or yet to accept the rules: Cat"


def test_any_player_asks_for_a_rematch_and_empty_seats_are_removed() -> None:
    driven = start_game(4).comes("zoe")
    driven.asks("cat", ask.Leave())
    driven.asks("ann", ask.End())
    driven.refuses("zoe", ask.Rematch(), RefusalCode.NOT_SEATED)
    facts = driven.adds_seeds().asks("dan", ask.Rematch())
    assert only(facts, SeatsRemoved) == SeatsRemoved((2,))
    assert only(facts, GameStarted).names == ("Ann", "Ben", "Dan")


def test_a_rematch_alone_is_refused() -> None:
    driven = start_game(2)
    driven.asks("ben", ask.Leave())
    driven.asks("ann", ask.End())
    driven.refuses("ann", ask.Rematch(), RefusalCode.SEATS_EMPTY)


def test_nobody_is_dealt_into_a_rematch_who_has_not_accepted_written_rules() -> None:
    driven = start_game(3, rules=WRITTEN).comes("zoe")
    driven.asks("ben", ask.Leave())
    driven.asks("ann", ask.End())
    driven.asks("zoe", ask.Sit(1))
    sentence = driven.refuses("ann", ask.Rematch(), RefusalCode.NOT_READY)
    assert sentence == "not there, or yet to accept the rules: Zoe"
    driven.asks("zoe", ask.Ready())
    driven.adds_seeds().asks("ann", ask.Rematch())
    assert all(seat.accepted for seat in driven.seats)


def test_new_rules_are_accepted_again_before_a_rematch() -> None:
    driven = start_game(2)
    driven.asks("ann", ask.End())
    driven.asks("ann", ask.SetUp(Settings(rules=WRITTEN, seats=2)))
    driven.refuses("ann", ask.Rematch(), RefusalCode.NOT_READY)
    driven.refuses("ann", ask.Start(), RefusalCode.NOT_READY)


def test_everyone_dealt_in_has_accepted_the_rules_the_host_too() -> None:
    driven = start_game(3, rules=WRITTEN)
    assert all(seat.accepted for seat in driven.seats)


def test_a_seed_is_not_to_be_found_in_anything_written_before_the_reveal() -> None:
    driven = start_game(3)
    seed = secret(1)
    written = msgspec.json.encode(driven.log) + repr((driven.table, driven.asked("ann"))).encode()
    assert seed.reveal().encode() not in written
    assert repr(seed.seed).encode() not in written
    assert repr(seed) == "Secret(...)"


EMPTIED = "house+hand_size=1+blank_cards=8+written=" + "|".join(
    ["Everyone_discards_1_random_card."] * 8
)
"""A blank turned up first ends the hand before anyone has played (START-9, CUST-4)."""


def over_at_the_deal(format: str) -> RoomDriver:
    """A table whose first hand was over with its first card."""
    settings = Settings(rules=EMPTIED, format=format, seats=2)
    for number in range(1000):
        driven = open_room(settings, salt=b"%d" % number)
        for seat, guest in enumerate(PEOPLE[:2]):
            driven.comes(guest).asks(guest, ask.Sit(seat), ask.Ready())
        driven.adds_seeds().waits(1000).asks("ann", ask.Start())
        if isinstance(driven.round().phase, RoundOver):
            return driven
    raise AssertionError("no blank was turned up in a thousand deals")


@pytest.mark.rule("START-9")
def test_a_game_that_its_first_card_decides_is_closed_at_once() -> None:
    driven = over_at_the_deal("single")
    assert game_of(driven.table).winners is not None
    assert not is_game_on(driven.table)
    kinds = [type(fact) for fact in driven.log[-1].facts]
    assert kinds[-3:] == [Moved, GameClosed, Committed]
    assert reveals(driven) == [secret(1, driven.salt).reveal()]
    last = driven.log[-1]
    kept = finished_game("1", "ABCDE", driven.after[-2], driven.table, (last,))
    assert kept.winners == game_of(driven.table).winners
    assert verify(game_record(kept, (last,))).verdict is Verdict.TRUE


@pytest.mark.rule("START-9")
def test_a_hand_that_its_first_card_ends_is_followed_by_a_rest() -> None:
    driven = over_at_the_deal("race:100000")
    assert next_deadline(driven.table) == NextRoundDue(driven.now + 20_000)
    # The next hand goes the same way.
    driven.waits(5000).happens(only(driven.log[-1].facts, Moved))
    assert len(driven.on.sheet) == 2
    assert next_deadline(driven.table) == NextRoundDue(driven.now + 20_000)
