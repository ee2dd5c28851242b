"""Votes on people who are away, and on the end of a game."""

from openuno.room import commands as ask
from openuno.room.decide.request import RequestContext, check_game_on, own_seat
from openuno.room.decide.seats import other_person, stand_up
from openuno.room.facts import Fact, HostChanged, Voted
from openuno.room.host import check_gone, has_voted, is_acting, is_carried, long_absence, next_host
from openuno.room.state import Ballot, Room


def vote(room: Room, request: RequestContext, what: ask.Vote) -> tuple[Fact, ...]:
    """Vote on somebody who is away or on the end of the game, and do what is carried."""
    own_seat(room, request)
    until = request.now + long_absence(room.settings.clock)
    if what.seat is None:
        check_game_on(room)
        about = None
    else:
        about = other_person(room, request, what.seat)
        if what.favour:
            check_gone(room, about, request.now)
    cast = Ballot(request.guest, what.seat, until)
    stands = has_voted(room, cast, request.now)
    if not what.favour:
        return (Voted(request.guest, what.seat, favour=False),) if stands else ()
    voted = Voted(request.guest, what.seat, until=until)
    if not is_carried(room, cast, request.now):
        return () if stands else (voted,)
    if what.seat is None or about is None:
        return (voted, *end_game(request))
    stood = stand_up(room, what.seat, kicked=True)
    if about.guest != room.host:
        return (voted, *stood)
    new = next_host(room)
    acting = about.guest != room.owner and is_acting(room, new)
    return (voted, *stood, HostChanged(new, acting=acting))


def end_game(request: RequestContext) -> tuple[Fact, ...]:
    """End the game in progress."""
    return request.secrets.end_game(request.guest)
