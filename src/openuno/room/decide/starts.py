"""Whether a game can start, and with which seats."""

from openuno.engine.rules import MIN_SEATS
from openuno.room.decide.request import RequestContext
from openuno.room.facts import Fact, ReadyChanged, SeatsRemoved
from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.room.starting import ask_start
from openuno.room.state import FREE, Human, NoGame, Room, humans, is_present, seat_of, without_seats


def check_ready(room: Room, request: RequestContext) -> None:
    """Refuse a start that someone is not ready for."""
    waiting = [
        seat.name for seat in humans(room) if not (seat.ready or seat.guest == request.guest)
    ]
    if waiting:
        raise Refused(RefusalKind.NOT_READY, names=waiting)


def check_rematch(room: Room, request: RequestContext) -> None:
    """Refuse another game if there was none, or someone is away or has not accepted the rules."""
    if isinstance(room.game, NoGame):
        raise Refused(RefusalKind.NO_GAME_YET)
    missing = [
        seat.name
        for seat in humans(room)
        if not (seat.guest == request.guest or _is_set_for_rematch(room, seat))
    ]
    if missing:
        raise Refused(RefusalKind.NOT_READY_AGAIN, names=missing)


def _is_set_for_rematch(room: Room, seat: Human) -> bool:
    """Whether a person is there and agrees to the rules, as a host does who has set them."""
    return (seat.accepted or seat.guest == room.host) and is_present(room, seat.guest)


def start(room: Room, request: RequestContext, dealer: int | None) -> tuple[Fact, ...]:
    """Start a game with every seat; the person who starts it counts as ready."""
    if FREE in room.seats:
        raise Refused(RefusalKind.SEATS_EMPTY)
    player = seat_of(room, request.guest)
    ready = () if player is None else (ReadyChanged(player, ready=True),)
    return (*ready, *ask_start(room, request.secrets, dealer))


def start_with_taken(room: Room, request: RequestContext, dealer: int | None) -> tuple[Fact, ...]:
    """Start without the seats that are empty, if enough are taken for this game."""
    empty = tuple(index for index, seat in enumerate(room.seats) if seat == FREE)
    if not empty:
        return start(room, request, dealer)
    if len(room.seats) - len(empty) < MIN_SEATS:
        raise Refused(RefusalKind.SEATS_EMPTY)
    if dealer is not None:
        if dealer in empty:
            raise Refused(RefusalKind.SEATS_EMPTY)
        dealer -= sum(index < dealer for index in empty)
    return (SeatsRemoved(empty), *start(without_seats(room, empty), request, dealer))
