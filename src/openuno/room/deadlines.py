"""When a table acts without being asked: a function of the table alone, so any process finds it."""

from collections.abc import Iterator
from typing import NamedTuple, assert_never

import msgspec

from openuno.bots.characters import find_character
from openuno.bots.registry import EXPERT
from openuno.engine.questions import is_open_to_a_jump_in
from openuno.engine.state import Round, owes_uno
from openuno.room.host import host_patience, next_host
from openuno.room.manners import thinking_time
from openuno.room.settings import BOUNDS
from openuno.room.starting import SEED_TIME
from openuno.room.state import (
    TIMED_OUT,
    WARNED,
    BotSeat,
    Free,
    GameOn,
    Human,
    NoGame,
    Room,
    humans,
    is_played_by_bot,
    is_present,
)
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
EVENT_UNUSED = 12 * 3600 * 1000
"""The same for a table of an event: its people may come late, and its host decides."""
KEPT_CLOSED = 10 * 60 * 1000
"""Milliseconds after which a closed table that never had a game is deleted."""
SOONEST = min(BOUNDS["move"][0], BOUNDS["away"][0])
"""Seconds before which nobody is late: a bot for them has its move ready by then, so that coming
back over and over cannot keep the table waiting."""
SEARCHING = 0.3
"""Seconds that a bot which searches takes at least, however quick the bots of its table are."""
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


class BotCallsDue(_Due, frozen=True):
    """The other bots at this table of the game may catch or jump in."""

    table: int


class Warn(_Due, frozen=True):
    """A person's time is nearly up."""

    seat: int


class TimeoutDue(_Due, frozen=True):
    """A person is late: a bot plays for them."""

    seat: int


class StartDue(_Due, frozen=True):
    """The time to add a seed to the game being started is up."""


class NextRoundDue(_Due, frozen=True):
    """The next round is dealt."""


class HostChangeDue(_Due, frozen=True):
    """The host has been gone for long and the person named is there, or the owner is back."""

    guest: str


class Expire(_Due, frozen=True):
    """Nobody ever came: the table is closed."""


class Delete(_Due, frozen=True):
    """The table was closed without ever having had a game: nothing of it need be kept."""


class VerdictDue(_Due, frozen=True):
    """The table's time to judge a player accused of a suggestion is up."""


class Archive(_Due, frozen=True):
    """Nobody has touched the table for long."""


Due = (
    BotMoves
    | BotSaysUno
    | BotCallsDue
    | Warn
    | TimeoutDue
    | StartDue
    | NextRoundDue
    | HostChangeDue
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


class CallsSeen(NamedTuple):
    """The moments when the bot that owed UNO, and then the other bots, were last asked.

    Asked once, they are not asked again because somebody chats.
    """

    owner: frozenset[Moment] = frozenset()
    others: frozenset[Moment] = frozenset()


def note_calls_seen(room: Room, looked: CallsSeen, due: Due) -> CallsSeen:
    """When bots have last looked, once this is carried out."""
    match due:
        case BotSaysUno(_, seat):
            on = _game_on(room)
            return looked._replace(owner=_add_seen(room, on, looked.owner, _table_of(on, seat)))
        case BotCallsDue(_, inner):
            return looked._replace(others=_add_seen(room, _game_on(room), looked.others, inner))
        case _:
            return looked


NO_CALLS_SEEN = CallsSeen()


def next_deadline(room: Room, looked: CallsSeen = NO_CALLS_SEEN) -> Due | None:
    """What the table does next by itself; `looked` is when its bots last looked."""
    earliest: Due | None = None
    for due in _deadlines(room, looked):
        if earliest is None or due.at < earliest.at:
            earliest = due
    return earliest


def moves_of_bots(room: Room) -> Iterator[BotMoves]:
    """When each bot moves that the game waits for, whatever else is due before."""
    return (due for due in _deadlines(room, NO_CALLS_SEEN) if isinstance(due, BotMoves))


def _deadlines(room: Room, looked: CallsSeen) -> Iterator[Due]:
    clock = room.settings.clock
    on = room.game if isinstance(room.game, GameOn) else None
    if room.closed_for is not None:
        if isinstance(room.game, NoGame):
            yield Delete(room.at + KEPT_CLOSED)
        return
    if room.paused is not None:
        if not room.people and not room.archived:
            yield Archive(room.at + FORGOTTEN)
        return  # until the host of the event lets it go on
    if room.starting is not None:
        yield StartDue(room.starting.since + SEED_TIME)
    unattended = room.event is not None and not any(humans(room))
    if not room.resumed and not room.people and not (unattended and on):
        yield Expire(room.at + (UNUSED if room.event is None else EVENT_UNUSED))
        return
    if not room.people and not (
        on and (unattended or (clock.correspondence and _is_awaited(room)))
    ):
        if not room.archived:
            yield Archive(room.at + FORGOTTEN)
        return  # paused until a person returns
    if on is not None:
        yield from _play(room, on, looked)
        if on.hints.accusation is not None:
            yield VerdictDue(on.hints.accusation.until)
    if room.event is not None:
        return  # the event's host runs it, who need not be there
    if room.owner is not None and room.owner != room.host and is_present(room, room.owner):
        yield HostChangeDue(room.at, room.owner)
    elif room.host_away is not None or room.host is None:
        there = next_host(room)
        if there is not None:
            yield HostChangeDue(_host_awaited(room), there)


def _is_awaited(room: Room) -> bool:
    """Whether the game goes on while nobody is there: until a bot plays for every person."""
    late = [seat.clock is TIMED_OUT for seat in humans(room)]
    return not late or not all(late)


def _play(room: Room, on: GameOn, looked: CallsSeen) -> Iterator[Due]:
    clock = room.settings.clock
    if not on.waiting:
        rest = clock.bots if _are_bots_alone(room) else clock.between
        yield NextRoundDue(_running(room, on.rested) + int(rest * 1000))
        return
    # Where a look and a move are due at once, the look comes first: the move shuts the window.
    yield from _calls_due(room, on, looked)
    for wait in on.waiting:
        seat = room.seats[wait.seat]
        since = _running(room, wait.since)
        match seat:
            case Human() if seat.clock is TIMED_OUT:
                yield _bot_moves(
                    room, on, wait.seat, since, min(_move_time(room, on, wait.seat), SOONEST)
                )
            case Human():
                yield from _person(room, seat, wait.seat, since)
            case BotSeat():
                yield _bot_moves(room, on, wait.seat, since, _move_time(room, on, wait.seat))
            case Free():
                raise AssertionError("no seat is free during a game")
            case _:
                assert_never(seat)


def _bot_moves(room: Room, on: GameOn, seat: int, since: int, pace: float) -> BotMoves:
    return BotMoves(max(since + int(pace * 1000), _window_ends(room, on, seat)), seat)


def _move_time(room: Room, on: GameOn, player: int) -> float:
    """Seconds that the bot of a seat takes over its move; one that sits in has no manner."""
    pace, seat = _bots_pace(room), room.seats[player]
    if not isinstance(seat, BotSeat) or seat.kept_for is not None:
        return pace
    least = SEARCHING if seat.bot == EXPERT else 0.0
    if not pace:
        return least
    table = on.game.tables[_table_of(on, player)]
    character = find_character(seat.name, seat.bot)
    return max(least, pace * thinking_time(character, table, player, on.game.round_number))


def _bots_pace(room: Room) -> float:
    """Seconds that bots take over a move, apart from their manners."""
    pace = room.settings.clock.bots
    return ALONE if pace < ALONE and _are_bots_alone(room) else pace


def _are_bots_alone(room: Room) -> bool:
    return all(is_played_by_bot(seat) for seat in room.seats)


def _host_awaited(room: Room) -> int:
    """Until when; the host of a table that had nobody may be on the way as well."""
    if room.host_away is None:
        return room.resumed
    return max(room.host_away, room.resumed) + host_patience(room)


def _person(room: Room, person: Human, seat: int, since: int) -> Iterator[Due]:
    clock = room.settings.clock
    ends = []
    if clock.move is not None:
        ends.append(since + int(clock.move * 1000))
    if person.away is not None and not clock.correspondence:
        ends.append(max(since, person.away) + int(clock.away * 1000))
    if not ends:
        return
    end = min(ends)
    if person.clock is not WARNED:
        left = (end - since) // 4
        yield Warn(end - min(max(left, _LEAST_WARNING), _MOST_WARNING), seat)
    yield TimeoutDue(end, seat)


def _moment(room: Room, on: GameOn, index: int) -> Moment:
    inner = on.game.tables[index]
    bots = tuple([is_played_by_bot(room.seats[player]) for player in inner.players])
    return Moment(index, on.laid[index], owes_uno(inner.round), bots)


def _add_seen(room: Room, on: GameOn, moments: frozenset[Moment], index: int) -> frozenset[Moment]:
    """The moments with the present one of this table of the game, instead of its last."""
    others = {moment for moment in moments if moment.table != index}
    return frozenset((*others, _moment(room, on, index)))


def _table_of(on: GameOn, seat: int) -> int:
    return next(n for n, inner in enumerate(on.game.tables) if seat in inner.players)


def _game_on(room: Room) -> GameOn:
    assert isinstance(room.game, GameOn), "bots look during a game only"
    return room.game


def _calls_due(room: Room, on: GameOn, looked: CallsSeen) -> Iterator[Due]:
    """When bots may speak out of turn (UNO-8): first the bot that owes UNO, then the others."""
    for index, inner in enumerate(on.game.tables):
        if not _is_answerable(inner.round):
            continue
        moment = _moment(room, on, index)
        laid = _running(room, moment.laid)
        own, others = OWN_CALL, GRACE + int(min(REACTION, room.settings.clock.window * 1000))
        if all(moment.bots):
            # Among themselves bots need no grace, only their turn to speak before the next card.
            times = [_move_time(room, on, w.seat) for w in on.waiting if w.seat in inner.players]
            pace = int(min(times, default=_bots_pace(room)) * 1000)
            own, others = min(own, pace), min(others, pace)
        if moment.owing is not None and moment.bots[moment.owing] and moment not in looked.owner:
            yield BotSaysUno(laid + own, inner.players[moment.owing])
        if any(moment.bots) and moment not in looked.others:
            yield BotCallsDue(laid + others, index)


def _window_ends(room: Room, on: GameOn, seat: int) -> int:
    """Until when a bot that is next leaves people the time to call, catch or jump in (UNO-8)."""
    index = _table_of(on, seat)
    inner = on.game.tables[index]
    if not _is_answerable(inner.round):
        return 0  # nearly always
    if all(is_played_by_bot(room.seats[player]) for player in inner.players):
        return 0
    return _running(room, on.laid[index]) + GRACE + int(room.settings.clock.window * 1000)


def _is_answerable(round: Round) -> bool:
    """Whether anyone could speak out of turn; by what all can see, so that no pause tells more."""
    return owes_uno(round) is not None or is_open_to_a_jump_in(round)
