"""When a table is closed for good: by host or operator, unused, or because its log is full."""

from openuno.game.state import is_round_on
from openuno.room import commands
from openuno.room.facts import Fact, TableClosed
from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.room.secret import Secrets
from openuno.room.state import GameOn, Room, is_game_on

_CLOSED = {
    "host": RefusalKind.CLOSED_BY_HOST,
    "operator": RefusalKind.CLOSED_BY_OPERATOR,
    "unused": RefusalKind.CLOSED_UNUSED,
    "full": RefusalKind.CLOSED_FULL,
}


def check_open(room: Room) -> None:
    """Refuse every command to a table that is closed."""
    if room.closed_for is not None:
        raise Refused(_CLOSED[room.closed_for])


def close_for_owner(room: Room, guest: str) -> tuple[Fact, ...]:
    """What follows when this person wants to close the table, at it or not."""
    check_open(room)
    if guest != (room.host if room.owner is None else room.owner):
        raise Refused(RefusalKind.NOT_OWNER)
    if is_game_on(room):
        raise Refused(RefusalKind.GAME_ON_CLOSE)
    return (TableClosed("host"),)


def close_for_operator(room: Room, secrets: Secrets) -> tuple[Fact, ...]:
    """What follows when the operator closes the table; a game in progress is broken off."""
    check_open(room)
    if not isinstance(room.game, GameOn):
        return (TableClosed("operator"),)
    return (*secrets.end_game(), TableClosed("operator"))


def check_log(room: Room, command: commands.RoomCommand, log_limit: int) -> None:
    """Once the log is full only the game in progress goes on."""
    if room.seq < log_limit:
        return
    match command:
        case commands.Leave() | commands.Stand():
            return
        case (
            commands.Move()
            | commands.DealNextRound()
            | commands.Return()
            | commands.End()
            | commands.Vote()
        ):
            if is_game_on(room):
                return
        case commands.AddSeed():
            if room.starting is not None:
                return
        case _:
            pass
    raise Refused(RefusalKind.TABLE_FULL, most=log_limit)


def close_at_limits(
    after: Room, log_limit: int, game_limit: int, secrets: Secrets
) -> tuple[Fact, ...]:
    """What an entry also brings about because it is the last there is room for.

    A game that has grown too long is broken off, and that of an event's table ends after its
    rounds; a table whose log is full is closed when no game is in progress.
    """
    on = is_game_on(after)
    facts: tuple[Fact, ...] = ()
    if isinstance(after.game, GameOn) and (
        after.seq - after.game.first + 1 >= game_limit or _is_played_out(after, after.game)
    ):
        facts = secrets.end_game()
        on = False
    if not on and after.seq >= log_limit and after.closed_for is None:
        facts = (*facts, TableClosed("full"))
    return facts


def end_for_event(room: Room, secrets: Secrets) -> tuple[Fact, ...]:
    """What follows when the time of an event's table is up: its game ends between two rounds."""
    if not isinstance(room.game, GameOn) or is_round_on(room.game.game):
        return ()
    if room.event is None or is_level(room.event.through, room.game.game.scores):
        return ()
    return secrets.end_game()


def is_level(through: int, scores: tuple[int, ...]) -> bool:
    """Whether it is not clear which of the players go on; 0 if nobody has to."""
    best = sorted(scores, reverse=True)
    return through > 0 and best[through - 1] == best[through]


def _is_played_out(room: Room, on: GameOn) -> bool:
    event, game = room.event, on.game
    if event is None or is_round_on(game) or game.round_number < event.rounds:
        return False
    return not is_level(event.through, game.scores)
