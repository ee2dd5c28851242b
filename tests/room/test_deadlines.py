"""What a table does though nobody asks, and when."""

import pytest

from openuno.engine.state import RoundOver
from openuno.room import commands as ask
from openuno.room.deadlines import (
    ALONE,
    FORGOTTEN,
    Archive,
    BotMoves,
    HostChangeDue,
    NextRoundDue,
    TimeoutDue,
    Warn,
    next_deadline,
)
from openuno.room.facts import Archived, Committed, GameClosed, HostChanged, Returned
from openuno.room.host import HOST_PATIENCE, host_patience
from openuno.room.settings import Clock, Settings
from openuno.room.state import is_game_on
from tests.room.driver import RoomDriver, open_room, seat_people, start_game
from tests.room.games import waits_of

DAY = 24 * 3600
HAND = "house hands=R7,G1/B1,B2/Y3,Y4 pile=Y1,Y2,Y5,Y6 discard=R5 turn=0"
LAST_CARD = "house hands=R7/B1,B2/Y3,Y4 pile=Y1,Y2 discard=R5 turn=0"


def dealt(move: float | None = 60, *, away: float = 30, bots: float = 1) -> RoomDriver:
    """Three people, Ann to move; some time after the deal."""
    clock = Clock(move=move, away=away, between=20, bots=bots)
    return start_game(3, rules="house", clock=clock).waits(1_000).puts(HAND)


def test_a_bot_takes_its_time_over_a_move() -> None:
    driven = dealt(bots=2.5)
    driven.asks("ann", ask.Stand())
    assert next_deadline(driven.table) == BotMoves(driven.now + 2_500, 0)


@pytest.mark.parametrize(
    ("move", "warning"),
    [(5, 2_500), (8, 2_500), (60, 15_000), (DAY, 6 * 3600 * 1000), (14 * DAY, 6 * 3600 * 1000)],
)
def test_a_person_is_warned_and_then_late(move: int, warning: int) -> None:
    driven = dealt(move)
    end = driven.now + move * 1_000
    assert next_deadline(driven.table) == Warn(end - warning, 0)
    assert next_deadline(driven.warned(0).table) == TimeoutDue(end, 0)


def test_a_bot_plays_for_a_player_who_is_late() -> None:
    driven = dealt()
    since = driven.now
    driven.waits(60_000).late(0)
    assert next_deadline(driven.table) == BotMoves(since + 1_000, 0)


def test_a_bot_for_a_late_person_never_dawdles_past_the_clock() -> None:
    driven = dealt(5, bots=10).waits(5_000).late(0)
    due = next_deadline(driven.table)
    assert isinstance(due, BotMoves)
    assert due.at <= driven.now


def test_without_a_clock_a_person_who_is_there_has_all_the_time() -> None:
    assert next_deadline(dealt(None).table) is None


def test_without_a_clock_a_person_who_is_gone_is_waited_for_a_while() -> None:
    driven = dealt(None, away=30).waits(3_000).goes("ann")
    gone = driven.now
    assert next_deadline(driven.warned(0).table) == TimeoutDue(gone + 30_000, 0)


def test_a_person_who_is_gone_has_until_the_first_of_both_clocks() -> None:
    driven = dealt(10, away=30)
    since = driven.now
    driven.waits(1_000).goes("ann").warned(0)
    assert next_deadline(driven.table) == TimeoutDue(since + 10_000, 0)
    driven = dealt(60, away=5)
    since = driven.now
    driven.waits(1_000).goes("ann").warned(0)
    assert next_deadline(driven.table) == TimeoutDue(since + 6_000, 0)


def test_the_wait_for_a_player_who_was_already_gone_starts_with_their_turn() -> None:
    driven = dealt(60, away=5).goes("ben").waits(10_000)
    driven.moves("ann", "R7!")
    driven.warned(1)
    assert next_deadline(driven.table) == TimeoutDue(driven.now + 5_000, 1)


def test_coming_back_in_time_ends_the_wait_for_the_absent() -> None:
    driven = dealt(None).goes("ann").waits(10_000).comes("ann")
    assert next_deadline(driven.table) is None


def test_the_table_pauses_when_nobody_is_there_and_goes_on_when_someone_returns() -> None:
    driven = dealt(60).waits(50_000).warned(0).goes("ann", "ben", "cat")
    assert next_deadline(driven.table) == Archive(driven.now + FORGOTTEN)
    driven.waits(3_600_000).comes("ann")
    assert next_deadline(driven.table) == Warn(driven.now + 45_000, 0)


def test_bots_pause_as_well() -> None:
    driven = dealt()
    driven.asks("ann", ask.Leave())
    driven.goes("ben", "cat")
    assert next_deadline(driven.table) == Archive(driven.now + FORGOTTEN)
    driven.waits(3_600_000).comes("ben")
    assert next_deadline(driven.table) == BotMoves(driven.now + 1_000, 0)


def test_a_correspondence_clock_runs_on_while_nobody_is_there() -> None:
    driven = dealt(3 * DAY)
    end = driven.now + 3 * DAY * 1_000
    driven.goes("ann", "ben", "cat").warned(0)
    assert next_deadline(driven.table) == TimeoutDue(end, 0)


def test_a_visit_winds_no_correspondence_clock() -> None:
    driven = dealt(3 * DAY)
    end = driven.now + 3 * DAY * 1_000
    driven.goes("ann", "ben", "cat").warned(0)
    driven.waits(2 * DAY * 1_000).comes("ben")
    driven.goes("ben")
    assert next_deadline(driven.table) == TimeoutDue(end, 0)


def test_nobody_is_expected_to_sit_there_for_days() -> None:
    driven = dealt(3 * DAY, away=5)
    end = driven.now + 3 * DAY * 1_000
    driven.goes("ann")
    driven.asks("ben", ask.Leave())
    driven.warned(0)
    assert next_deadline(driven.table) == TimeoutDue(end, 0), "and so is the host"
    driven.asks("cat", ask.Leave())
    assert next_deadline(driven.table) == TimeoutDue(end, 0)


def test_the_next_hand_is_dealt_though_nobody_asks() -> None:
    driven = dealt().puts(LAST_CARD)
    driven.moves("ann", "R7")
    assert isinstance(driven.round().phase, RoundOver)
    assert next_deadline(driven.table) == NextRoundDue(driven.now + 20_000)


def test_bots_among_themselves_do_not_rest() -> None:
    driven = dealt().puts(LAST_CARD).comes("zoe")
    driven.moves("ann", "R7")
    for guest in ("ann", "ben", "cat"):
        driven.asks(guest, ask.Leave())
    assert next_deadline(driven.table) == NextRoundDue(driven.now + 1_000)


def test_nothing_is_due_when_the_game_is_over() -> None:
    driven = dealt()
    driven.asks("ann", ask.End())
    assert next_deadline(driven.table) is None


def test_being_host_passes_on_when_the_host_stays_away() -> None:
    driven = seat_people(3).comes("zoe").goes("ann", "ben")
    assert next_deadline(driven.table) == HostChangeDue(driven.now + HOST_PATIENCE, "cat")
    driven.goes("cat")
    assert next_deadline(driven.table) is None, "the seats are people's: no spectator is host here"


def test_a_host_who_returns_in_time_stays_host() -> None:
    driven = seat_people(3).goes("ann").waits(20_000).comes("ann")
    assert next_deadline(driven.table) is None


def test_talk_does_not_put_off_a_new_host() -> None:
    driven = seat_people(3).goes("ann")
    gone = driven.now
    driven.waits(20_000).asks("ben", ask.Say("where is Ann?"))
    assert next_deadline(driven.table) == HostChangeDue(gone + HOST_PATIENCE, "ben")


def test_where_nobody_is_host_the_first_to_come_is_at_once() -> None:
    driven = open_room().comes("ann")
    driven.asks("ann", ask.Leave())
    assert driven.table.host is None
    driven.waits(5_000).comes("ben")
    assert next_deadline(driven.table) == HostChangeDue(driven.now, "ben")


@pytest.mark.parametrize("move", [None, 60, 3 * DAY])
def test_no_spectator_becomes_host_while_a_game_is_on(move: float | None) -> None:
    driven = dealt(move).comes("zoe").goes("ann", "ben", "cat")
    for _ in range(100):
        due = next_deadline(driven.table)
        assert not isinstance(due, HostChangeDue)
        driven.waits(3_600_000).asks("zoe", ask.Say("is anybody there?"))


def test_no_spectator_becomes_host_while_a_bot_keeps_a_seat() -> None:
    driven = dealt().comes("zoe")
    for guest in ("ann", "ben", "cat"):
        driven.asks(guest, ask.Leave())
    assert driven.table.host is None
    assert not isinstance(next_deadline(driven.table), HostChangeDue)
    driven.happens(GameClosed(driven.secret.reveal()), Committed(driven.spare.commitment))
    due = next_deadline(driven.table)
    assert isinstance(due, HostChangeDue), "now the table is nobody's"
    assert (due.guest, due.at <= driven.now) == ("zoe", True)


def test_someone_who_was_kicked_never_becomes_host() -> None:
    driven = open_room().comes("ann", "ben")
    driven.asks("ben", ask.Sit(0))
    driven.asks("ann", ask.Kick(0))
    driven.goes("ann")
    assert next_deadline(driven.table) is None


def test_the_host_of_a_correspondence_game_may_sleep() -> None:
    driven = dealt(DAY).goes("ann")
    assert host_patience(driven.table) == 3 * DAY * 1_000
    driven.asks("ben", ask.Say("good night"))
    driven.happens(GameClosed(driven.secret.reveal()), Committed(driven.spare.commitment))
    assert host_patience(driven.table) == HOST_PATIENCE


def test_the_owner_is_host_again_on_their_return() -> None:
    driven = dealt(None).waits(1_000).goes("ann")
    driven.happens(HostChanged("ben", acting=True))
    assert driven.table.host == "ben"
    assert driven.table.owner == "ann"
    driven.waits(5_000).comes("ann")
    assert next_deadline(driven.table) == HostChangeDue(driven.now, "ann")
    driven.happens(HostChanged("ann"))
    assert next_deadline(driven.table) is None


def test_bots_alone_do_not_finish_a_correspondence_game_while_everyone_sleeps() -> None:
    driven = dealt(3600).goes("ann", "ben", "cat")
    for seat in (0, 1):
        driven.waits(3_600_000).late(seat)
    assert isinstance(next_deadline(driven.table), BotMoves)
    driven.late(2)
    assert next_deadline(driven.table) == Archive(driven.now + FORGOTTEN)
    driven.waits(FORGOTTEN).happens(Archived())
    assert next_deadline(driven.table) is None
    driven.waits(30 * DAY * 1_000).comes("cat")
    assert is_game_on(driven.table)
    assert [seat.guest for seat in driven.seats] == ["ann", "ben", "cat"]
    driven.happens(Returned(2))
    assert isinstance(next_deadline(driven.table), BotMoves)


def test_a_host_who_never_comes_is_not_waited_for_for_ever() -> None:
    driven = open_room().waits(10_000).comes("ben")
    assert next_deadline(driven.table) == HostChangeDue(driven.now + HOST_PATIENCE, "ben")


def test_after_an_outage_the_first_to_return_does_not_become_host_at_once() -> None:
    driven = seat_people(3).goes("ann", "ben", "cat").waits(60_000).comes("cat")
    assert next_deadline(driven.table) == HostChangeDue(driven.now + HOST_PATIENCE, "cat")
    driven.comes("ann")
    assert driven.table.host == "ann"
    assert next_deadline(driven.table) is None


@pytest.mark.parametrize("on", [False, True])
def test_a_table_nobody_touches_is_archived_after_a_day(on: bool) -> None:
    driven = (start_game if on else seat_people)(2).waits(500).goes("ann", "ben")
    due = next_deadline(driven.table)
    assert due == Archive(driven.now + DAY * 1_000)
    driven.waits(DAY * 1_000).happens(Archived())
    assert driven.table.archived
    assert next_deadline(driven.table) is None


def test_an_archived_table_opens_again_when_someone_joins() -> None:
    driven = start_game(2, Settings(clock=Clock(move=60))).goes("ann", "ben")
    driven.waits(DAY * 1_000).happens(Archived())
    driven.comes("ben")
    assert not driven.table.archived
    assert next_deadline(driven.table) is not None
    assert driven.seat(0).guest == "ann"


def test_a_table_with_people_is_never_archived() -> None:
    assert next_deadline(seat_people(2).table) is None


def test_nobody_looks_where_only_people_play() -> None:
    driven = dealt()
    driven.moves("ann", "R7")
    assert isinstance(next_deadline(driven.table), Warn)


def test_bots_alone_take_a_moment_even_if_they_may_move_at_once() -> None:
    driven = start_game(2, clock=Clock(move=None, bots=0)).comes("zoe")
    driven.asks("ben", ask.Stand())
    driven.asks("ann", ask.Stand())
    (wait,) = waits_of(driven.table)
    assert next_deadline(driven.table) == BotMoves(wait.since + int(ALONE * 1000), wait.seat)


def test_bots_for_late_people_alone_do_not_race_either() -> None:
    driven = start_game(2, clock=Clock(move=5, bots=0)).comes("zoe").waits(10_000)
    driven.late(0).late(1)
    (wait,) = waits_of(driven.table)
    assert next_deadline(driven.table) == BotMoves(wait.since + int(ALONE * 1000), wait.seat)
