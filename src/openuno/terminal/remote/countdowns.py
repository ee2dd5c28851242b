"""How long the person has, by the server's clock."""

from openuno.engine.actions import Action, Catch, Play, SayUno
from openuno.engine.state import owes_uno, seat_to_act
from openuno.game.state import Game, find_player, is_round_on
from openuno.game.view import GameView
from openuno.room.deadlines import GRACE
from openuno.room.state import GameOn, Room, is_played_by_bot, running_since

Span = tuple[float, float]
"""When it ends, and how long it was, in seconds of the server's clock."""


def out_of_turn(game: Game, seen: GameView, legal: tuple[Action, ...]) -> tuple[Action, ...]:
    """What the player can answer before the turn goes on: a call, a catch or a jump-in."""
    found = None if seen.player is None else find_player(game, seen.player)
    if found is None:
        return ()
    table, seat = found
    round = game.tables[table].round
    owing = owes_uno(round)
    mine = seat_to_act(round) == seat
    return tuple(
        action
        for action in legal
        if isinstance(action, SayUno)
        or (isinstance(action, Catch) and action.target == owing)
        or (isinstance(action, Play) and not mine)
    )


def find_countdown(room: Room, on: GameOn, seat: int | None, *, answering: bool) -> Span | None:
    """The time that runs out for the person in this seat: to answer, to move, or to the deal."""
    clock = room.settings.clock
    if not is_round_on(on.game):
        if on.game.winners is not None:
            return None
        return _span(running_since(room, on.rested), clock.between)
    if seat is None:
        return None
    found = find_player(on.game, seat)
    if found is None:
        return None
    acting = seat_to_act(on.game.tables[found[0]].round)
    player = None if acting is None else on.game.tables[found[0]].players[acting]
    if answering and player is not None and is_played_by_bot(room.seats[player]):
        laid = running_since(room, on.laid[found[0]])
        return _span(laid, GRACE / 1000 + clock.window)
    waiting = next((wait for wait in on.waiting if wait.seat == seat), None)
    if waiting is None or clock.move is None or clock.correspondence:
        return None
    return _span(running_since(room, waiting.since), clock.move)


def _span(since: int, seconds: float) -> Span:
    return since / 1000 + seconds, seconds
