"""Who is host, and what even a host cannot do alone to people who are away.

A table belongs to its owner: the person who opened it, or whom the owner made host. While the owner
is away someone else is acting host and gives the role back on the owner's return.
"""

from collections.abc import Iterable
from typing import assert_never

from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.room.settings import Clock
from openuno.room.state import (
    Ballot,
    BotSeat,
    Free,
    Human,
    Room,
    Seat,
    humans,
    is_game_on,
    is_present,
    running_since,
)

HOST_PATIENCE = 30_000
"""Milliseconds a host may be gone before another person at the table is acting host."""
RETURN_TIME = 30_000
"""Milliseconds people have to come back before anyone can vote on them: connections get lost."""
_MINUTE = 60_000
_MOVES = 3
"""An absence is long after this many times the clock for a move, and never before these:"""
_LEAST, _LEAST_UNTIMED, _LEAST_CORRESPONDENCE = 10 * _MINUTE, 60 * _MINUTE, 48 * 60 * _MINUTE


def long_absence(clock: Clock) -> int:
    """Milliseconds after which someone is away for so long that no vote is needed.

    A vote lasts as long.
    """
    if clock.move is None:
        return _LEAST_UNTIMED
    least = _LEAST_CORRESPONDENCE if clock.correspondence else _LEAST
    return max(least, int(_MOVES * clock.move * 1000))


def host_patience(room: Room) -> int:
    """Milliseconds an absent host is waited for; nobody sits through a correspondence game."""
    clock = room.settings.clock
    return long_absence(clock) if is_game_on(room) and clock.correspondence else HOST_PATIENCE


def next_host(room: Room, without: str | None = None) -> str | None:
    """Who becomes host if the host is gone, or once `without` has left the table.

    The first seat whose person is there. Spectators inherit only a table at which no game is on and
    no seat is anybody's, the one who has come first before the others.
    """
    gone = {without, room.host, *room.kicked}
    seated = [seat.guest for seat in humans(room) if seat.guest != without]
    for guest in seated:
        if guest not in gone and is_present(room, guest):
            return guest
    if is_game_on(room) or seated or any(_is_kept(seat) for seat in room.seats):
        return None
    return next((person.guest for person in room.people if person.guest not in gone), None)


def is_known(room: Room, guest: str) -> bool:
    """Whether this person needs no password: the table or a seat at it is theirs."""
    if guest in (room.host, room.owner):
        return True
    return any(_is_theirs(seat, guest, kicked=guest in room.kicked) for seat in room.seats)


def is_acting(room: Room, guest: str | None) -> bool:
    """Whether this person would only stand in for the owner as host."""
    return guest is not None and room.owner not in (None, guest)


def absent_players(room: Room) -> tuple[Human, ...]:
    """The seats of people who are not there."""
    return tuple(seat for seat in humans(room) if not is_present(room, seat.guest))


def check_absent(room: Room, asker: str, absent: Iterable[Human], now: int) -> None:
    """Refuse to act against people who are away, unless they have been away for long.

    Between games the owner may: no cards are at stake, and it is the owner's table.
    """
    if asker == room.owner and not is_game_on(room):
        return
    limit = long_absence(room.settings.clock)
    waiting = [(seat, _away_since(room, seat) + limit - now) for seat in absent]
    waiting = [(seat, left) for seat, left in waiting if left > 0]
    if not waiting:
        return
    raise Refused(
        RefusalKind.NEEDS_VOTE,
        names=[seat.name for seat, _ in waiting],
        votes=votes_needed(room),
        seconds=_seconds(max(left for _, left in waiting)),
    )


def check_gone(room: Room, seat: Human, now: int) -> None:
    """Refuse a vote on somebody who is there, or has not had the time to come back."""
    if is_present(room, seat.guest):
        raise Refused(RefusalKind.NOT_AWAY, name=seat.name)
    left = _away_since(room, seat) + RETURN_TIME - now
    if left > 0:
        raise Refused(RefusalKind.JUST_LEFT, name=seat.name, seconds=_seconds(left), retry=left)


def votes_needed(room: Room) -> int:
    """More than half of the people who have a seat, those who are away included."""
    return sum(1 for _ in humans(room)) // 2 + 1


def has_voted(room: Room, cast: Ballot, now: int) -> bool:
    """Whether this person has cast this vote, and it still counts."""
    return any(
        (ballot.guest, ballot.seat) == (cast.guest, cast.seat) and ballot.until > now
        for ballot in room.votes
    )


def is_carried(room: Room, cast: Ballot, now: int) -> bool:
    """Whether this ballot is the one that decides."""
    about = (
        ballot.guest for ballot in room.votes if ballot.seat == cast.seat and ballot.until > now
    )
    return len({*about, cast.guest}) >= votes_needed(room)


def _is_kept(seat: Seat) -> bool:
    return isinstance(seat, BotSeat) and seat.kept_for is not None


def _is_theirs(seat: Seat, guest: str, *, kicked: bool) -> bool:
    """Whether a person has this seat, or may take it back from the bot that keeps it."""
    match seat:
        case Human():
            return seat.guest == guest
        case BotSeat():
            return seat.kept_for == guest and not kicked
        case Free():
            return False
        case _:
            assert_never(seat)


def _away_since(room: Room, seat: Human) -> int:
    return running_since(room, room.at if seat.away is None else seat.away)


def _seconds(milliseconds: int) -> int:
    return -(-milliseconds // 1000)
