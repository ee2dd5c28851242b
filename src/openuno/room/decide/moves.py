"""Moves in the game, and when a catch comes too early."""

from openuno.engine.actions import Action, Catch
from openuno.engine.errors import IllegalAction, Reason
from openuno.engine.legal import legal
from openuno.engine.state import owes_uno
from openuno.game.play import apply_command
from openuno.game.state import Act, Command, Game
from openuno.game.state import find_player as seat_in_game
from openuno.room.deadlines import GRACE
from openuno.room.decide.request import RequestContext, check_game_on, own_seat, require_seat
from openuno.room.facts import Fact, Moved, MovedBy, Returned
from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.room.secret import Secrets
from openuno.room.state import GameOn, Room, is_played_by_bot, seat_of

COOL_DOWN = 2000
"""Milliseconds without another try after a catch that was too early."""


def refusal_of(room: Room, guest: str, action: Action) -> Refused | None:
    """Why a person may not do this in the round now; None if they may."""
    try:
        on = check_game_on(room)
        apply_command(on.game, Act(require_seat(room, guest), action))
    except IllegalAction as error:
        return Refused(RefusalKind.ILLEGAL_MOVE, cause=error)
    except Refused as refused:
        return refused
    return None


def owes_uno_at(room: Room, guest: str) -> bool:
    """Whether a person owes UNO now, in the game at this table."""
    player = seat_of(room, guest)
    if player is None or not isinstance(room.game, GameOn):
        return False
    game = room.game.game
    found = seat_in_game(game, player)
    return found is not None and owes_uno(game.tables[found[0]].round) == found[1]


def apply_game_command(
    game: Game, what: Command, secrets: Secrets, by: MovedBy = MovedBy.PERSON
) -> tuple[Fact, ...]:
    """A move in the game by anyone, and the reveal if it ends the game."""
    try:
        step = apply_command(game, what)
    except IllegalAction as error:
        raise Refused(RefusalKind.ILLEGAL_MOVE, cause=error) from None
    moved = Moved(what, step.events, by)
    if step.game.winners is None:
        return (moved,)
    return (moved, *secrets.end_game())


def make_move(room: Room, request: RequestContext, action: Action) -> tuple[Fact, ...]:
    """What a move leads to; a player whom a bot had replaced is back with it."""
    on = check_game_on(room)
    player = own_seat(room, request)
    if isinstance(action, Catch):
        _check_catch(on, request, player, action.target)
    facts = apply_game_command(on.game, Act(player, action), request.secrets)
    return (Returned(player), *facts) if is_played_by_bot(room.seats[player]) else facts


def _check_catch(on: GameOn, request: RequestContext, player: int, target: int) -> None:
    """Refuse a catch that comes too early. One that comes too late meets a newer card: it is
    told that there is nothing to catch, and costs nothing.
    """
    found = seat_in_game(on.game, player)
    if found is None:
        return
    inner, seat = found
    round, in_grace = on.game.tables[inner].round, request.now - on.laid[inner] < GRACE
    if owes_uno(round) == target:
        if request.now < request.cooling:
            wait = request.cooling - request.now
            raise Refused(RefusalKind.CATCH_COOLING, retry=wait)
        if in_grace:
            raise Refused(RefusalKind.TOO_EARLY)
    elif in_grace and Catch(target) in legal(round, seat):
        # It would cost cards here, but was meant for the card before.
        cause = IllegalAction(Reason.NOTHING_TO_CATCH, seat=target)
        raise Refused(RefusalKind.ILLEGAL_MOVE, cause=cause)
