"""Seeds: all commit before anyone shows one, nobody is kept out, and nobody can stop a start."""

import pytest

from openuno.record.fairness import client_commitment
from openuno.room import commands as ask
from openuno.room.deadlines import StartDue, next_deadline
from openuno.room.facts import (
    Fact,
    GameStarted,
    Moved,
    MovedBy,
    SeedAdded,
    SeedCommitted,
    SeedsAsked,
    StartAsked,
    Stood,
)
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.settings import Settings
from openuno.room.starting import SEED_TIME, continue_start
from openuno.room.state import is_game_on
from tests.room.driver import PEOPLE, RoomDriver, only, seat_people, start_game

SEEDS = {guest: bytes([place + 1]) * 32 for place, guest in enumerate(PEOPLE)}


def bound(guest: str) -> str:
    return client_commitment(SEEDS[guest]).hex()


def shown(guest: str) -> str:
    return SEEDS[guest].hex()


def ready(people: int = 3) -> RoomDriver:
    driven = seat_people(people)
    for guest in PEOPLE[1:people]:
        driven.asks(guest, ask.Ready())
    return driven


def commit(driven: RoomDriver, *guests: str) -> RoomDriver:
    for guest in guests:
        driven.asks(guest, ask.Commit(bound(guest)))
    return driven


def time_is_up(driven: RoomDriver) -> tuple[Fact, ...]:
    due = next_deadline(driven.table)
    assert isinstance(due, StartDue)
    assert due.at <= driven.now + SEED_TIME
    driven.now = due.at
    return driven.happens(*continue_start(driven.table, driven.secrets))


def test_who_has_committed_is_asked_for_the_seed_and_then_the_cards_are_dealt() -> None:
    driven = commit(ready(), "ann", "ben", "cat")
    facts = driven.asks("ann", ask.Start())
    assert [type(fact) for fact in facts[1:]] == [StartAsked, SeedsAsked]
    assert driven.asks("cat", ask.AddSeed(shown("cat"))) == (SeedAdded(2, shown("cat")),)
    assert driven.asks("ann", ask.AddSeed(shown("ann"))) == (SeedAdded(0, shown("ann")),)
    begun = only(driven.asks("ben", ask.AddSeed(shown("ben"))), GameStarted)
    assert begun.commitments == tuple(map(bound, ("ann", "ben", "cat")))
    assert begun.seeds == tuple(map(shown, ("ann", "ben", "cat")))
    assert driven.table.starting is None
    assert all(seat.commitment is None for seat in driven.seats)


def test_a_host_alone_with_bots_waits_for_nobody_else() -> None:
    driven = seat_people(2)
    driven.asks("ben", ask.Stand())
    driven.asks("ann", ask.AddBot(1), ask.Commit(bound("ann")), ask.Start())
    assert only(driven.asks("ann", ask.AddSeed(shown("ann"))), Moved).by is MovedBy.PERSON


def test_a_start_waits_for_everyone_who_is_there() -> None:
    driven = commit(ready(), "ann")
    driven.asks("ann", ask.Start())
    assert driven.table.starting is not None
    assert not driven.table.starting.asked
    assert driven.asks("ben", ask.Commit(bound("ben"))) == (SeedCommitted(1, bound("ben")),)
    assert driven.asks("cat", ask.Commit(bound("cat")))[-1] == SeedsAsked()


def test_who_is_away_is_not_waited_for() -> None:
    driven = commit(ready(), "ann", "ben").goes("cat")
    assert driven.asks("ann", ask.Start())[-1] == SeedsAsked()


def test_a_rematch_right_after_the_last_move_keeps_nobodys_seed_out() -> None:
    driven = commit(start_game(3), "ben", "cat")  # while the game before it is being played
    driven.asks("ann", ask.End(), ask.Rematch())
    assert not is_game_on(driven.table)
    driven.asks("ann", ask.Commit(bound("ann")))
    for guest in ("ann", "ben"):
        driven.asks(guest, ask.AddSeed(shown(guest)))
    begun = only(driven.asks("cat", ask.AddSeed(shown("cat"))), GameStarted)
    assert begun.seeds == tuple(map(shown, ("ann", "ben", "cat")))


def test_even_without_any_commitment_a_rematch_gives_everyone_time() -> None:
    driven = start_game(3)
    driven.asks("ann", ask.End(), ask.Rematch())
    assert not is_game_on(driven.table)
    driven.waits(SEED_TIME - 1)
    driven.asks("ben", ask.Commit(bound("ben")))
    assert not is_game_on(driven.table)
    time_is_up(driven)
    begun = only(driven.asks("ben", ask.AddSeed(shown("ben"))), GameStarted)
    assert begun.seeds == (None, shown("ben"), None)


def test_who_says_nothing_holds_a_start_up_for_seconds_only() -> None:
    driven = ready()
    driven.asks("ann", ask.Start())
    begun = only(time_is_up(driven), GameStarted)
    assert (begun.seeds, begun.commitments) == ((None,) * 3, (None,) * 3)
    assert only(driven.log[-1].facts, Moved).by is MovedBy.CLOCK


def test_who_does_not_show_the_seed_is_left_out_and_the_record_tells() -> None:
    driven = commit(ready(), "ann", "ben", "cat")
    driven.asks("ann", ask.Start())
    driven.asks("ann", ask.AddSeed(shown("ann")))
    driven.asks("cat", ask.AddSeed(shown("cat")))
    begun = only(time_is_up(driven), GameStarted)
    assert begun.commitments[1] == bound("ben")
    assert begun.seeds == (shown("ann"), None, shown("cat"))


def test_nobody_can_add_anything_once_seeds_are_shown() -> None:
    driven = commit(ready(), "ann", "ben").goes("cat")
    driven.asks("ann", ask.Start())
    driven.comes("cat").asks("ann", ask.AddSeed(shown("ann")))
    sentence = driven.refuses("cat", ask.AddSeed(shown("cat")), RefusalCode.BAD_SEED)
    assert sentence == "too late for this game; commit to a seed for the next one"
    driven.asks("cat", ask.Commit(bound("cat")))
    begun = only(driven.asks("ben", ask.AddSeed(shown("ben"))), GameStarted)
    assert (begun.commitments[2], begun.seeds[2]) == (None, None)
    assert driven.seat(2).commitment == bound("cat"), "it is for the game after this one"


def test_another_seed_than_the_one_committed_to_is_refused() -> None:
    driven = commit(ready(), "ann", "ben", "cat")
    driven.asks("ann", ask.Start())
    sentence = driven.refuses("ben", ask.AddSeed(shown("ann")), RefusalCode.BAD_SEED)
    assert sentence == "this is not the seed you have committed to"


def test_a_seed_committed_to_is_kept_until_it_is_asked_for() -> None:
    driven = commit(ready(), "ben")
    sentence = driven.refuses("ben", ask.AddSeed(shown("ben")), RefusalCode.BAD_SEED)
    assert sentence == "keep your seed until the table asks for it"


def test_a_commitment_can_be_replaced_until_seeds_are_asked_for() -> None:
    driven = commit(ready(), "ben")
    driven.asks("ben", ask.Commit("ab" * 32))
    assert driven.asks("ben", ask.Commit("ab" * 32)) == ()
    assert driven.seat(1).commitment == "ab" * 32


@pytest.mark.parametrize("commitment", ["", "ab", "AB" * 32, "zz" * 32, "ab" * 33])
def test_a_commitment_is_a_digest(commitment: str) -> None:
    sentence = ready().refuses("ben", ask.Commit(commitment), RefusalCode.BAD_SEED)
    assert sentence == "a commitment is a SHA-256 as 64 lower-case hex digits"


def test_nothing_the_deal_hangs_on_can_be_changed_while_a_game_starts() -> None:
    driven = commit(ready(), "ann", "ben", "cat")
    driven.asks("ann", ask.Start())
    driven.comes("zoe")
    for guest, command in (
        ("ann", ask.Start()),
        ("ann", ask.SetUp(Settings(seats=3, rules="classic"))),
        ("ann", ask.RemoveBot(1)),
        ("ben", ask.Ready(ready=False)),
        ("zoe", ask.Sit(1)),
    ):
        assert "about to start" in driven.refuses(guest, command, RefusalCode.GAME_ON)


def test_who_leaves_while_a_game_starts_cannot_stop_it_or_take_a_seed_back() -> None:
    driven = commit(ready(), "ann", "ben", "cat")
    driven.asks("ann", ask.Start())
    driven.asks("cat", ask.AddSeed(shown("cat")))
    assert only(driven.asks("cat", ask.Leave()), Stood).by_bot == "regular"
    driven.asks("ann", ask.AddSeed(shown("ann")))
    begun = only(driven.asks("ben", ask.AddSeed(shown("ben"))), GameStarted)
    assert begun.names == ("Ann", "Ben", "Cat")
    assert begun.seeds[2] == shown("cat")


def test_the_commitments_made_during_a_game_are_for_the_next() -> None:
    driven = commit(start_game(2), "ann", "ben")
    assert driven.asks("ann", ask.End())
    assert [seat.commitment for seat in driven.seats] == [bound("ann"), bound("ben")]
