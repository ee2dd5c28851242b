"""A table of an event: its people are in their seats, and the event's host runs it."""

import pytest
from msgspec.structs import replace

from openuno.engine.actions import Draw
from openuno.engine.state import RoundOver
from openuno.room import commands as ask
from openuno.room.closing import close_at_limits, end_for_event, is_level
from openuno.room.deadlines import (
    EVENT_UNUSED,
    FORGOTTEN,
    Archive,
    BotMoves,
    Expire,
    HostChangeDue,
    TimeoutDue,
    Warn,
    next_deadline,
)
from openuno.room.event_table import check_watching, pause_table, reveal_seed
from openuno.room.evolve import evolve_room
from openuno.room.facts import (
    Committed,
    Entry,
    Fact,
    GameClosed,
    GamePaused,
    GameStarted,
    Opened,
    ReadyChanged,
    Renamed,
    Sat,
    SeedRevealed,
    Stood,
    Warned,
)
from openuno.room.refusal_kinds import RefusalCode, RefusalKind
from openuno.room.refusals import Refused
from openuno.room.secret import game_rng
from openuno.room.settings import EventTable, Settings
from openuno.room.starting import ask_start
from openuno.room.state import BotSeat, GameOn, GameOver, Room
from openuno.room.view import view_room
from tests.room.driver import OPENED, PEOPLE, RoomDriver, secret

EVENT = EventTable("FRIDAY", 1, 3, rounds=2)
_MANY = 10**9


def open_table(event: EventTable = EVENT, people: int = 2) -> RoomDriver:
    settings = Settings(format="race:100000", seats=people, public=False)
    facts: list[Fact] = [Opened("event-FRIDAY", settings, event=event)]
    facts.append(Committed(secret(1).commitment))
    for seat, guest in enumerate(PEOPLE[:people]):
        facts += [Sat(seat, guest, guest.title()), ReadyChanged(seat, ready=True)]
    entry = Entry(1, OPENED, tuple(facts))
    table = evolve_room(None, entry, lambda started: game_rng(secret(1), started))
    return RoomDriver(table, [entry])


def playing_table(event: EventTable = EVENT) -> RoomDriver:
    driver = open_table(event).comes(*PEOPLE[:2]).adds_seeds()
    driver.happens(*ask_start(driver.table, driver.secrets, None))
    return driver


def over(room: Room, round_number: int, scores: tuple[int, ...]) -> Room:
    """The same game once its round is over, with this number of rounds played and these scores."""
    assert isinstance(room.game, GameOn)
    game = room.game.game
    table = game.tables[0]
    ended = replace(table, round=replace(table.round, phase=RoundOver(0)))
    game = replace(game, tables=(ended,), round_number=round_number, scores=scores)
    return replace(room, game=replace(room.game, game=game))


def test_everyone_sees_which_table_it_is() -> None:
    assert view_room(open_table().table, 0).event == EVENT


def test_its_game_ends_after_the_rounds_of_the_sitting() -> None:
    driver = playing_table()
    room = driver.table

    def closing(room: Room) -> tuple[object, ...]:
        return close_at_limits(room, _MANY, _MANY, driver.secrets)

    assert closing(room) == ()
    assert closing(over(room, 1, (30, 0))) == ()
    ends = (GameClosed(driver.secret.reveal()), Committed(driver.spare.commitment))
    assert closing(over(room, 2, (30, 0))) == ends
    assert closing(replace(over(room, 2, (30, 0)), event=None)) == ()


def test_a_knock_out_goes_on_while_it_is_level() -> None:
    driver = playing_table(replace(EVENT, through=1))
    level, decided = over(driver.table, 2, (30, 30)), over(driver.table, 3, (30, 50))
    assert close_at_limits(level, _MANY, _MANY, driver.secrets) == ()
    assert end_for_event(level, driver.secrets) == ()
    assert close_at_limits(decided, _MANY, _MANY, driver.secrets)
    # Of two teams one goes on: two of four players, and partners have the same score.
    assert is_level(2, (40, 40, 40, 40))
    assert not is_level(2, (40, 60, 40, 60))


def test_time_that_is_up_ends_it_between_two_rounds() -> None:
    driver = playing_table()
    assert end_for_event(driver.table, driver.secrets) == ()
    facts = end_for_event(over(driver.table, 1, (5, 0)), driver.secrets)
    assert isinstance(facts[0], GameClosed)


def test_nobody_at_it_becomes_its_host() -> None:
    driver = open_table().comes(*PEOPLE[:2]).waits(24 * 3600 * 1000)
    assert not isinstance(next_deadline(driver.table), HostChangeDue)
    for command in (ask.Start(), ask.AddBot(0), ask.Vote(1), ask.Rematch(), ask.Kick(1)):
        driver.refuses("ann", command, RefusalCode.NOT_HOST)


def test_a_seat_is_kept_for_its_person_alone() -> None:
    driver = open_table().comes("ann", "ben", "cat")
    driver.asks("ben", ask.Stand())
    seat = driver.table.seats[1]
    assert isinstance(seat, BotSeat)
    assert seat.kept_for == "ben"
    driver.refuses("cat", ask.Sit(1), RefusalCode.SEAT_TAKEN)
    driver.asks("ben", ask.Sit(1))
    assert view_room(driver.table, 1).seats[1].guest == "ben"


def test_a_class_has_set_phrases_instead_of_chat() -> None:
    driver = open_table(replace(EVENT, phrases=True)).comes("ann")
    sentence = driver.refuses("ann", ask.Say("hello"), RefusalCode.MUTED)
    assert sentence == RefusalKind.PHRASES_ONLY.template
    assert driver.asks("ann", ask.Emote("wow"))
    assert open_table().comes("ann").asks("ann", ask.Say("hello"))


def test_it_waits_for_its_people_longer_than_others() -> None:
    due = next_deadline(open_table().table)
    assert due == Expire(OPENED + EVENT_UNUSED)


def test_a_pause_stops_every_clock_and_every_move() -> None:
    driver = playing_table()
    (wait,) = driver.on.waiting
    mover = PEOPLE[wait.seat]
    driver.happens(Warned(wait.seat))
    assert pause_table(driver.table, paused=False) == ()
    driver.happens(*pause_table(driver.table, paused=True))
    assert pause_table(driver.table, paused=True) == ()
    assert view_room(driver.table, None).paused == driver.table.at
    assert next_deadline(driver.table) is None
    driver.waits(24 * 3600 * 1000)
    assert next_deadline(driver.table) is None
    for command in (ask.Move(Draw()), ask.DealNextRound()):
        assert driver.refuses(mover, command, RefusalCode.PAUSED)
    assert driver.asks(mover, ask.Say("hello"))
    driver.happens(*pause_table(driver.table, paused=False))
    assert view_room(driver.table, None).paused is None
    assert driver.on.waiting == (replace(wait, since=driver.table.at),)
    due = next_deadline(driver.table)
    assert isinstance(due, Warn), "the clock starts anew, and so does its warning"
    assert due.at > driver.table.at
    driver.happens(Warned(wait.seat))
    assert next_deadline(driver.table) == TimeoutDue(driver.on.waiting[0].since + 60_000, wait.seat)
    assert driver.asks(mover, ask.Move(Draw()))


def test_a_paused_table_that_everyone_has_left_is_archived() -> None:
    driver = playing_table()
    driver.happens(GamePaused(paused=True))
    driver.goes(*PEOPLE[:2])
    assert next_deadline(driver.table) == Archive(driver.table.at + FORGOTTEN)


SHARED = replace(EVENT, shared_deal=True)


def shared_table(*names: str) -> RoomDriver:
    driver = open_table(SHARED).comes(*PEOPLE[:2]).adds_seeds()
    driver.happens(*(Renamed(*each) for each in zip(PEOPLE, names, strict=False)))
    driver.happens(*ask_start(driver.table, replace(driver.secrets, shared=True), None))
    return driver


def test_tables_that_share_a_deal_get_the_same_cards_and_need_nobody_s_seed() -> None:
    one, other = shared_table("Ann", "Ben"), shared_table("Cem", "Dee")
    assert one.on.started.names != other.on.started.names
    assert one.on.started.terms == other.on.started.terms
    assert one.on.game.tables == other.on.game.tables
    assert one.on.started.seeds == (None, None)
    assert playing_table().on.game.tables != one.on.game.tables


def test_nobody_learns_a_shared_deal_before_all_tables_have_finished() -> None:
    driver = shared_table("Ann", "Ben")
    ends = close_at_limits(
        over(driver.table, 2, (30, 0)), _MANY, _MANY, replace(driver.secrets, shared=True)
    )
    assert ends[0] == GameClosed()
    seed = driver.secret.reveal()
    playing = driver.table
    driver.happens(*ends)
    for room in (playing, driver.table):
        check_watching(room, "ann")
        with pytest.raises(Refused) as refused:
            check_watching(room, "cat")
        assert refused.value.kind is RefusalKind.SHARED_DEAL
    assert reveal_seed(open_table(SHARED).table, seed) == ()
    driver.happens(*reveal_seed(driver.table, seed))
    assert reveal_seed(driver.table, seed) == ()
    check_watching(driver.table, "cat")
    assert isinstance(driver.table.game, GameOver)
    assert driver.table.game.reveal == seed
    started = next(f for e in driver.log for f in e.facts if isinstance(f, GameStarted))
    assert started.shared
    assert any(isinstance(f, SeedRevealed) for e in driver.log for f in e.facts)


def test_who_is_called_what_is_for_the_host_of_the_event() -> None:
    driver = open_table().comes("ann")
    driver.refuses("ann", ask.Rename("Nana"), RefusalCode.NOT_HOST)
    assert driver.asks("ann", ask.Rename("Ann")) == ()
    driver.asks("ann", ask.Stand())
    driver.asks("ann", ask.Sit(0, name="Nana"))
    assert driver.seat(0).name == "Ann"


def test_bots_finish_a_table_that_nobody_is_left_at() -> None:
    driver = playing_table()
    for seat in range(2):
        driver.happens(Stood(seat, "regular"))
    driver.goes(*PEOPLE[:2])
    assert isinstance(next_deadline(driver.table), BotMoves)
    driver.table = replace(driver.table, event=None)
    assert isinstance(next_deadline(driver.table), Archive)
