"""When a table acts though nobody asks: a function of the table alone, so any process finds it."""

from collections.abc import Iterator

import msgspec

from openuno.engine.state import owes_uno
from openuno.table.host import heir, host_patience
from openuno.table.settings import BOUNDS
from openuno.table.state import Table, Wait, is_present, playing
from openuno.table.state import running_since as _running

GRACE = 800
"""Milliseconds after a card lies on the table before its player can be caught (UNO-3)."""
REACTION = 700
"""Milliseconds more that a bot takes to notice what others have forgotten."""
FORGOTTEN = 24 * 3600 * 1000
"""Milliseconds after which a table nobody touches is archived."""
UNUSED = 10 * 60 * 1000
"""Milliseconds after which a table that nobody ever came to is closed."""
KEPT_CLOSED = 10 * 60 * 1000
"""Milliseconds after which a closed table that never had a game is deleted."""
SOONEST = min(BOUNDS["move"][0], BOUNDS["away"][0])
"""Seconds before which nobody is late: a bot for them has its move ready by then, so that coming
back over and over cannot keep the table waiting."""
ALONE = 0.1
"""Seconds bots take at least where nobody else plays: no server races for one who watches."""
_LEAST_WARNING, _MOST_WARNING = 2_500, 6 * 3600 * 1000


class _Due(msgspec.Struct, frozen=True, gc=False):
    at: int


class BotMoves(_Due, frozen=True):
    """The bot in this seat, or for its late person, makes the move the game waits for."""

    seat: int


class BotsLook(_Due, frozen=True):
    """Bots may catch, jump in or say UNO."""


class Warn(_Due, frozen=True):
    """A person's time is nearly up."""

    seat: int


class TimeUp(_Due, frozen=True):
    """A person is late: a bot plays for them."""

    seat: int


class DealNext(_Due, frozen=True):
    """The next hand is dealt."""


class PassHost(_Due, frozen=True):
    """The host has been gone for long and the person named is there, or the owner is back."""

    guest: str


class Expire(_Due, frozen=True):
    """Nobody ever came: the table is closed."""


class Delete(_Due, frozen=True):
    """The table was closed without ever having had a game: nothing of it need be kept."""


class Archive(_Due, frozen=True):
    """Nobody has touched the table for long."""


Due = BotMoves | BotsLook | Warn | TimeUp | DealNext | PassHost | Archive | Expire | Delete


def first_due(table: Table, looked: int = 0) -> Due | None:
    """What the table does next by itself; `looked` is the entry after which bots last looked."""
    earliest: Due | None = None
    for due in _dues(table, looked):
        if earliest is None or due.at < earliest.at:
            earliest = due
    return earliest


def _dues(table: Table, looked: int) -> Iterator[Due]:
    on = playing(table)
    clock = table.settings.clock
    if table.closed_for is not None:
        if table.started is None:
            yield Delete(table.at + KEPT_CLOSED)
        return
    if not table.resumed and not table.people:
        yield Expire(table.at + UNUSED)
        return
    if not table.people and not (on and clock.correspondence and _is_awaited(table)):
        if not table.archived:
            yield Archive(table.at + FORGOTTEN)
        return  # paused until a person returns
    if on:
        yield from _play(table, looked)
    if table.owner is not None and table.owner != table.host and is_present(table, table.owner):
        yield PassHost(table.at, table.owner)
    elif table.host_away is not None or table.host is None:
        there = heir(table)
        if there is not None:
            yield PassHost(_host_awaited(table), there)


def _is_awaited(table: Table) -> bool:
    """Whether the game goes on while nobody is there: until a bot plays for every person."""
    late = [seat.late for seat in table.seats if seat.guest is not None]
    return not late or not all(late)


def _play(table: Table, looked: int) -> Iterator[Due]:
    clock = table.settings.clock
    for wait in table.waiting:
        seat = table.seats[wait.seat]
        since = _running(table, wait.since)
        if seat.by_itself:
            pace = min(clock.bots, SOONEST) if seat.late else clock.bots
            if pace < ALONE and all(other.by_itself for other in table.seats):
                pace = ALONE
            yield BotMoves(since + int(pace * 1000), wait.seat)
        else:
            yield from _person(table, wait, since)
    if not table.waiting:
        alone = all(seat.by_itself for seat in table.seats)
        rest = clock.bots if alone else clock.between
        yield DealNext(_running(table, table.rested) + int(rest * 1000))
    elif looked < table.seq and any(seat.by_itself for seat in table.seats):
        yield from _look(table)


def _host_awaited(table: Table) -> int:
    """Until when; the host of a table that had nobody may be on the way as well."""
    if table.host_away is None:
        return table.resumed
    return max(table.host_away, table.resumed) + host_patience(table)


def _person(table: Table, wait: Wait, since: int) -> Iterator[Due]:
    seat, clock = table.seats[wait.seat], table.settings.clock
    ends = []
    if clock.move is not None:
        ends.append(since + int(clock.move * 1000))
    if seat.away is not None and not clock.correspondence:
        ends.append(max(since, seat.away) + int(clock.away * 1000))
    if not ends:
        return
    end = min(ends)
    if not seat.warned:
        left = (end - since) // 4
        yield Warn(end - min(max(left, _LEAST_WARNING), _MOST_WARNING), wait.seat)
    yield TimeUp(end, wait.seat)


def _look(table: Table) -> Iterator[Due]:
    assert table.game is not None
    for place, inner in enumerate(table.game.tables):
        if owes_uno(inner.round) is not None or inner.round.rules.jump_in:
            laid = table.laid[place]
            yield BotsLook(_running(table, laid) + GRACE + REACTION)
