"""What a picture of a finished game tells: nothing that was not told at the table."""

from collections.abc import Collection, Mapping

import msgspec

from openuno.engine.cards import Card, Colour
from openuno.game.formats import BestOf, Single
from openuno.game.standings import standings
from openuno.game.state import Game
from openuno.room.state import BotSeat, GameOver, Human, Room


class ResultPlayer(msgspec.Struct, frozen=True):
    """Somebody who played; `value` is their points, or the rounds they won, if that counts."""

    name: str
    bot: bool
    value: str
    face: str | None = None
    """The face they chose."""


class GameResult(msgspec.Struct, frozen=True):
    """A finished game in the words and numbers of a picture."""

    winners: tuple[ResultPlayer, ...]
    others: tuple[ResultPlayer, ...]
    """The best first."""
    rounds: int
    card: Card | None
    """The last card that was laid, and the colour named with it."""
    colour: Colour | None

    @property
    def title(self) -> str:
        """Who won."""
        names = [player.name for player in self.winners]
        if len(names) == 1:
            return f"{names[0]} wins"
        return f"{', '.join(names[:-1])} and {names[-1]} win"

    @property
    def description(self) -> str:
        """How long it took, and with how much."""
        played = "1 round" if self.rounds == 1 else f"{self.rounds} rounds"
        value = self.winners[0].value
        return f"{value} in {played}" if value else f"UNO in {played}"


def game_result(
    game: Game, names: tuple[str, ...], bots: Collection[int], faces: Mapping[int, str | None]
) -> GameResult | None:
    """The result of a game; None if it was broken off. `bots` and `faces` are by player."""
    if game.winners is None:
        return None
    winners = set(game.winners)
    order = [player for row in standings(game) for player in row.players]
    players = {
        player: ResultPlayer(names[player], player in bots, _value(game, player), faces.get(player))
        for player in order
    }
    last = game.tables[0].round if game.tables else None
    return GameResult(
        winners=tuple(players[player] for player in order if player in winners),
        others=tuple(players[player] for player in order if player not in winners),
        rounds=game.round_number,
        card=last.discard[-1] if last is not None and last.discard else None,
        colour=None if last is None else last.colour,
    )


def room_result(room: Room) -> GameResult | None:
    """The result of the game that was played last at a table, until the next one starts."""
    if not isinstance(room.game, GameOver) or room.starting is not None:
        return None
    names = room.game.started.names
    seats = dict(enumerate(room.seats[: len(names)]))
    bots = {player for player, seat in seats.items() if isinstance(seat, BotSeat)}
    faces = {
        player: seat.face
        for player, seat in seats.items()
        if isinstance(seat, Human) and seat.name == names[player]
    }
    return game_result(room.game.game, names, bots, faces)


def _value(game: Game, player: int) -> str:
    won, score = game.wins[player], game.scores[player]
    match game.format:
        case Single():
            return f"{score} points" if won else ""
        case BestOf():
            return f"{won} won"
        case _:
            return "1 point" if score == 1 else f"{score} points"
