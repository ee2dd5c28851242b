"""What the host of an event brings about at one of its tables, and who may watch it."""

from openuno.room.facts import Fact, GamePaused, SeedRevealed
from openuno.room.host import is_known
from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.room.secret import Secrets
from openuno.room.state import GameOver, Room, is_game_on


def check_watching(room: Room, guest: str) -> None:
    """Refuse a person who might learn the cards that another table has still to play."""
    if room.event is None or not room.event.shared_deal or is_known(room, guest):
        return
    if not isinstance(room.game, GameOver) or room.game.reveal is None:
        raise Refused(RefusalKind.SHARED_DEAL)


def pause_table(room: Room, *, paused: bool) -> tuple[Fact, ...]:
    """What follows when the host stops all tables, or lets them go on."""
    return () if (room.paused is not None) == paused else (GamePaused(paused),)


def break_off_game(room: Room, secrets: Secrets) -> tuple[Fact, ...]:
    """What follows when the host has settled a table that still plays."""
    return secrets.end_game() if is_game_on(room) else ()


def reveal_seed(room: Room, seed: str) -> tuple[Fact, ...]:
    """What follows when every table that shares the deal has finished."""
    over = room.game
    if not isinstance(over, GameOver) or over.reveal is not None:
        return ()
    return (SeedRevealed(seed),)
