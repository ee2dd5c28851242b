"""When a table acts though nobody asks: a function of the table alone, so any process finds it."""

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from openuno.engine.questions import is_open_to_a_jump_in
from openuno.engine.state import Round, owes_uno
from openuno.room.host import heir, host_patience
from openuno.room.settings import BOUNDS
from openuno.room.starting import SEED_TIME
from openuno.room.state import Table, Wait, is_present, playing
from openuno.room.state import running_since as _running

GRACE = 800
"""Milliseconds after a card lies on the table before its player can be caught (UNO-3)."""
OWN_CALL = 500
"""Milliseconds after which a bot that owes UNO is asked for it: before anyone may catch (UNO-8)."""
REACTION = 700
"""Milliseconds beyond the grace that a bot takes to notice what others have forgotten; fewer only
where the table's `window` is shorter."""
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


class BotSaysUno(_Due, frozen=True):
    """The bot in this seat owes UNO and is asked for it, ahead of everyone who may catch it."""

    seat: int


class BotsLook(_Due, frozen=True):
    """The other bots at this table of the game may catch or jump in."""

    table: int


class Warn(_Due, frozen=True):
    """A person's time is nearly up."""

    seat: int


class TimeUp(_Due, frozen=True):
    """A person is late: a bot plays for them."""

    seat: int


class GoOnStarting(_Due, frozen=True):
    """Who has not added a seed to the game being started has had the time for it."""


class DealNext(_Due, frozen=True):
    """The next hand is dealt."""


class PassHost(_Due, frozen=True):
    """The host has been gone for long and the person named is there, or the owner is back."""

    guest: str


class Expire(_Due, frozen=True):
    """Nobody ever came: the table is closed."""


class Delete(_Due, frozen=True):
    """The table was closed without ever having had a game: nothing of it need be kept."""


class VerdictDue(_Due, frozen=True):
    """The table has had its time to judge who is accused of a suggestion."""


class Archive(_Due, frozen=True):
    """Nobody has touched the table for long."""


Due = (
    BotMoves
    | BotSaysUno
    | BotsLook
    | Warn
    | TimeUp
    | GoOnStarting
    | DealNext
    | PassHost
    | VerdictDue
    | Archive
    | Expire
    | Delete
)


class Moment(NamedTuple):
    """What bots look at: the top card of a table of the game, who owes UNO, whom bots play for."""

    table: int
    laid: int
    owing: int | None
    bots: tuple[bool, ...]


class Looked(NamedTuple):
    """The moments when the bot that owed UNO, and then the other bots, were last asked.

    Asked once, they are not asked again because somebody chats.
    """

    owner: frozenset[Moment] = frozenset()
    others: frozenset[Moment] = frozenset()


def after_look(table: Table, looked: Looked, due: Due) -> Looked:
    """When bots have last looked, once this is carried out."""
    match due:
        case BotSaysUno(_, seat):
            return looked._replace(owner=_seen(table, looked.owner, _table_of(table, seat)))
        case BotsLook(_, inner):
            return looked._replace(others=_seen(table, looked.others, inner))
        case _:
            return looked


NEVER_LOOKED = Looked()


def first_due(table: Table, looked: Looked = NEVER_LOOKED) -> Due | None:
    """What the table does next by itself; `looked` is when its bots last looked."""
    earliest: Due | None = None
    for due in _dues(table, looked):
        if earliest is None or due.at < earliest.at:
            earliest = due
    return earliest


def _dues(table: Table, looked: Looked) -> Iterator[Due]:
    on = playing(table)
    clock = table.settings.clock
    if table.closed_for is not None:
        if table.started is None:
            yield Delete(table.at + KEPT_CLOSED)
        return
    if table.starting is not None:
        yield GoOnStarting(table.starting.since + SEED_TIME)
    if not table.resumed and not table.people:
        yield Expire(table.at + UNUSED)
        return
    if not table.people and not (on and clock.correspondence and _is_awaited(table)):
        if not table.archived:
            yield Archive(table.at + FORGOTTEN)
        return  # paused until a person returns
    if on:
        yield from _play(table, looked)
        if table.hints.accusation is not None:
            yield VerdictDue(table.hints.accusation.until)
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


def _play(table: Table, looked: Looked) -> Iterator[Due]:
    clock = table.settings.clock
    if not table.waiting:
        alone = all(seat.by_itself for seat in table.seats)
        rest = clock.bots if alone else clock.between
        yield DealNext(_running(table, table.rested) + int(rest * 1000))
        return
    # Where a look and a move are due at once, the look comes first: the move shuts the window.
    yield from _looks(table, looked)
    for wait in table.waiting:
        seat = table.seats[wait.seat]
        since = _running(table, wait.since)
        if seat.by_itself:
            pace = min(_bots_pace(table), SOONEST) if seat.late else _bots_pace(table)
            ready = since + int(pace * 1000)
            yield BotMoves(max(ready, _window_ends(table, wait.seat)), wait.seat)
        else:
            yield from _person(table, wait, since)


def _bots_pace(table: Table) -> float:
    pace = table.settings.clock.bots
    if pace < ALONE and all(seat.by_itself for seat in table.seats):
        return ALONE
    return pace


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


def _moment(table: Table, index: int) -> Moment:
    assert table.game is not None
    inner = table.game.tables[index]
    bots = tuple(table.seats[player].by_itself for player in inner.players)
    return Moment(index, table.laid[index], owes_uno(inner.round), bots)


def _seen(table: Table, moments: frozenset[Moment], index: int) -> frozenset[Moment]:
    """The moments with the present one of this table of the game, instead of its last."""
    others = {moment for moment in moments if moment.table != index}
    return frozenset((*others, _moment(table, index)))


def _table_of(table: Table, seat: int) -> int:
    assert table.game is not None
    return next(n for n, inner in enumerate(table.game.tables) if seat in inner.players)


def _looks(table: Table, looked: Looked) -> Iterator[Due]:
    """When bots may speak out of turn (UNO-8): who owes UNO first, then the others."""
    assert table.game is not None
    for index, inner in enumerate(table.game.tables):
        if not _is_answerable(inner.round):
            continue
        moment = _moment(table, index)
        laid = _running(table, moment.laid)
        own, others = OWN_CALL, GRACE + int(min(REACTION, table.settings.clock.window * 1000))
        if all(moment.bots):
            # Among themselves bots need no grace, only their turn to speak before the next card.
            pace = int(_bots_pace(table) * 1000)
            own, others = min(own, pace), min(others, pace)
        if moment.owing is not None and moment.bots[moment.owing] and moment not in looked.owner:
            yield BotSaysUno(laid + own, inner.players[moment.owing])
        if any(moment.bots) and moment not in looked.others:
            yield BotsLook(laid + others, index)


def _window_ends(table: Table, seat: int) -> int:
    """Until when a bot that is next leaves people the time to call, catch or jump in (UNO-8)."""
    assert table.game is not None
    index = _table_of(table, seat)
    inner = table.game.tables[index]
    if not _is_answerable(inner.round):
        return 0  # nearly always
    if all(table.seats[player].by_itself for player in inner.players):
        return 0
    return _running(table, table.laid[index]) + GRACE + int(table.settings.clock.window * 1000)


def _is_answerable(round: Round) -> bool:
    """Whether anyone could speak out of turn; by what all can see, so that no pause tells more."""
    return owes_uno(round) is not None or is_open_to_a_jump_in(round)
