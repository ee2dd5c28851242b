"""What tests ask about the game at a table."""

from openuno.game.state import Game
from openuno.room.facts import GameStarted
from openuno.room.state import GameOn, NoGame, Room, Wait, last_game


def waits_of(room: Room) -> tuple[Wait, ...]:
    """Whom the game waits for; nobody if none is on."""
    return room.game.waiting if isinstance(room.game, GameOn) else ()


def game_of(room: Room) -> Game:
    """The game being played, or the last one."""
    game = last_game(room)
    assert game is not None, "no game was played here"
    return game


def start_of(room: Room) -> GameStarted:
    """How that game began."""
    assert not isinstance(room.game, NoGame), "no game was played here"
    return room.game.started
