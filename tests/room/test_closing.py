"""When a table is closed for good, and what is possible before and after."""

import pytest

from openuno.room import commands as ask
from openuno.room.closing import check_log, check_open, close_at_limits, close_for_owner
from openuno.room.deadlines import KEPT_CLOSED, UNUSED, Archive, Delete, Expire, next_deadline
from openuno.room.facts import Committed, GameClosed, HostChanged, TableClosed
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.refusals import Refused
from openuno.room.settings import Settings
from openuno.room.state import is_game_on
from tests.room.driver import HOST, OPENED, RoomDriver, open_room
from tests.room.games import game_of

PAIR = Settings(seats=2, rules="classic")


def in_game() -> RoomDriver:
    driven = open_room(PAIR).comes(HOST)
    driven.asks(HOST, ask.AddBot(0), ask.AddBot(1), ask.Start())
    return driven


def test_a_table_nobody_came_to_expires_within_minutes() -> None:
    assert next_deadline(open_room(PAIR).table) == Expire(OPENED + UNUSED)


def test_a_table_somebody_came_to_does_not_expire() -> None:
    driven = open_room(PAIR).comes(HOST).goes(HOST)
    assert isinstance(next_deadline(driven.table), Archive)


def test_a_closed_table_without_a_game_is_deleted_later() -> None:
    driven = open_room(PAIR)
    driven.happens(TableClosed("unused"))
    assert next_deadline(driven.table) == Delete(OPENED + KEPT_CLOSED)


def test_a_closed_table_with_a_game_is_kept() -> None:
    driven = in_game()
    driven.asks(HOST, ask.End())
    driven.happens(TableClosed("host"))
    assert next_deadline(driven.table) is None


def test_at_a_closed_table_everything_is_refused() -> None:
    driven = open_room(PAIR).comes(HOST)
    driven.happens(TableClosed("host"))
    for command in (ask.Sit(0), ask.Say("hello"), ask.Leave(), ask.SetUp(PAIR)):
        driven.refuses(HOST, command, RefusalCode.TABLE_CLOSED)
    with pytest.raises(Refused, match="the host has closed this table"):
        check_open(driven.table)


def test_only_the_owner_closes_a_table_and_not_during_a_game() -> None:
    driven = open_room(PAIR)
    assert close_for_owner(driven.table, HOST) == (TableClosed("host"),)
    with pytest.raises(Refused) as stranger:
        close_for_owner(driven.table, "ben")
    assert stranger.value.code is RefusalCode.NOT_HOST
    with pytest.raises(Refused) as early:
        close_for_owner(in_game().table, HOST)
    assert early.value.code is RefusalCode.GAME_ON


def test_who_stands_in_for_the_host_cannot_close_the_table() -> None:
    driven = open_room(PAIR).comes(HOST, "ben")
    driven.happens(HostChanged("ben", acting=True))
    with pytest.raises(Refused):
        close_for_owner(driven.table, "ben")
    assert close_for_owner(driven.table, HOST) == (TableClosed("host"),)


def test_a_full_log_lets_only_the_game_go_on() -> None:
    driven = in_game()
    full = driven.table.seq
    for allowed in (ask.DealNextRound(), ask.End(), ask.Leave(), ask.Stand()):
        check_log(driven.table, allowed, full)
    for command in (ask.Say("x"), ask.Ready(), ask.AddSeed("00" * 32), ask.SetUp(PAIR)):
        check_log(driven.table, command, full + 1)
        with pytest.raises(Refused) as refused:
            check_log(driven.table, command, full)
        assert refused.value.code is RefusalCode.TABLE_FULL


def test_a_table_closes_when_its_log_is_full_and_no_game_is_in_progress() -> None:
    driven = in_game()
    secrets = driven.secrets
    assert close_at_limits(driven.table, driven.table.seq, 10**6, secrets) == ()
    driven.asks(HOST, ask.End())
    secrets = driven.secrets
    assert close_at_limits(driven.table, driven.table.seq + 1, 10**6, secrets) == ()
    closed = close_at_limits(driven.table, driven.table.seq, 10**6, secrets)
    assert closed == (TableClosed("full"),)
    driven.happens(*closed)
    assert close_at_limits(driven.table, 1, 10**6, secrets) == ()


def test_a_game_that_grows_without_end_is_broken_off() -> None:
    driven = in_game()
    length = driven.table.seq - driven.on.first + 1
    secrets = driven.secrets
    assert close_at_limits(driven.table, 10**6, length + 1, secrets) == ()
    facts = close_at_limits(driven.table, 10**6, length, secrets)
    assert facts == (GameClosed(driven.secret.reveal()), Committed(driven.spare.commitment))
    driven.happens(*facts)
    assert not is_game_on(driven.table)
    assert game_of(driven.table).winners is None
