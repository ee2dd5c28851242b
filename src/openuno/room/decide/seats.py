"""Sitting down, standing up, coming back and leaving."""

from typing import assert_never

from openuno.game.state import Game
from openuno.game.state import is_round_on as hand_is_on
from openuno.room import commands as ask
from openuno.room.chat import clean_name
from openuno.room.decide.request import RequestContext, check_game_off, check_seat_exists, own_seat
from openuno.room.facts import Departed, Fact, HostChanged, ReadyChanged, Returned, Sat, Stood
from openuno.room.host import next_host
from openuno.room.naming import distinct_name, rename
from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.room.settings import parse_settings
from openuno.room.state import (
    FREE,
    TIMED_OUT,
    BotSeat,
    GameOn,
    Human,
    Room,
    is_game_on,
    is_reserved,
    seat_name,
    seat_of,
)

STAND_IN_BOT = "regular"
"""The bot that plays on for those who leave during a game, and for those who are late."""


def sit_down(room: Room, request: RequestContext, what: ask.Sit) -> tuple[Fact, ...]:
    """Take a seat: a free one, your own from a bot, or a bot's between rounds."""
    player = what.seat
    check_seat_exists(room, player)
    if seat_of(room, request.guest) is not None:
        raise Refused(RefusalKind.ALREADY_SEATED)
    if request.guest in room.kicked:
        raise Refused(RefusalKind.KICKED)
    if room.starting is not None:
        raise Refused(RefusalKind.GAME_ON_SIT_LATER)
    if isinstance(room.game, GameOn):
        _check_takes_over(room, room.game.game, request, what)
    elif room.seats[player] != FREE and not is_kept_for(room, player, request.guest):
        raise Refused(RefusalKind.SEAT_TAKEN)
    # At an event its host decides what people are called, so a seat is taken up by its name.
    wanted = what.name if room.event is None else seat_name(room.seats[player])
    renamed = rename(room, request.guest, wanted, what.face)
    name = request.name if wanted is None else clean_name(wanted)
    face = request.face if what.face is None else what.face
    sat = Sat(player, request.guest, distinct_name(room, player, name), face)
    if what.ready and not isinstance(room.game, GameOn):
        return (*renamed, sat, ReadyChanged(player, ready=True))
    return (*renamed, sat)


def is_kept_for(room: Room, player: int, guest: str) -> bool:
    """Whether a bot keeps this seat for the person."""
    seat = room.seats[player]
    return isinstance(seat, BotSeat) and seat.kept_for == guest


def _check_takes_over(room: Room, game: Game, request: RequestContext, what: ask.Sit) -> None:
    """Check that nobody chooses a hand: during a game only your own seat can be taken, or between
    rounds that of a bot which keeps it for nobody.
    """
    seat = room.seats[what.seat]
    if not isinstance(seat, BotSeat):
        raise Refused(RefusalKind.SEAT_TAKEN)
    if seat.kept_for != request.guest:
        kept = (other for other in room.seats if isinstance(other, BotSeat))
        if any(other.kept_for == request.guest for other in kept):
            raise Refused(RefusalKind.SEAT_KEPT_FOR_YOU)
        if is_reserved(room, what.seat):
            raise Refused(RefusalKind.SEAT_RESERVED, name=seat.name)
        if hand_is_on(game):
            raise Refused(RefusalKind.GAME_ON_BOT_SEAT)
    if parse_settings(room.settings)[0].written and not what.accept:
        raise Refused(RefusalKind.NOT_ACCEPTED)


def change_own_seat(
    room: Room, request: RequestContext, what: ask.Stand | ask.Ready | ask.Return
) -> tuple[Fact, ...]:
    """Stand up, be ready or not, or come back to a seat that a bot plays."""
    player = own_seat(room, request)
    seat = room.seats[player]
    assert isinstance(seat, Human), "only people ask"
    match what:
        case ask.Stand():
            return stand_up(room, player)
        case ask.Return():
            if seat.clock is not TIMED_OUT:
                # Coming back winds the clock: over and over, it would never run out.
                raise Refused(RefusalKind.NOT_REPLACED)
            return (Returned(player),)
        case ask.Ready(ready):
            check_game_off(room, RefusalKind.GAME_ON)
            return () if seat.ready == ready else (ReadyChanged(player, ready),)
        case _:
            assert_never(what)


def leave(room: Room, request: RequestContext) -> tuple[Fact, ...]:
    """Leave the table, and give up the seat and the table's lead."""
    player = seat_of(room, request.guest)
    stands = () if player is None else stand_up(room, player)
    processes = next(person.via for person in room.people if person.guest == request.guest)
    left = (*stands, *(Departed(request.guest, via) for via in processes))
    if request.guest != room.host:
        return left
    new = next_host(room, without=request.guest)
    # An owner who goes on purpose gives the table up; an acting host is followed by another.
    owner = None if request.guest == room.owner else room.owner
    return (*left, HostChanged(new, acting=owner not in (None, new)))


def stand_up(room: Room, player: int, *, kicked: bool = False) -> tuple[Fact, ...]:
    """Give up a seat; a bot takes it where a game needs one."""
    # Once a start is asked for nobody can stop it by leaving.
    on = is_game_on(room) or room.starting is not None or room.event is not None
    return (Stood(player, STAND_IN_BOT if on else None, kicked),)


def other_person(room: Room, request: RequestContext, player: int) -> Human:
    """The person in this seat, if it is another one."""
    check_seat_exists(room, player)
    seat = room.seats[player]
    if not isinstance(seat, Human):
        raise Refused(RefusalKind.NOBODY_THERE)
    if seat.guest == request.guest:
        raise Refused(RefusalKind.OWN_SEAT)
    return seat
