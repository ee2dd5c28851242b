"""What a picture of a finished game tells: nothing that was not told at the table."""

from collections.abc import Collection, Mapping
from typing import assert_never

import msgspec
from msgspec.structs import replace

from openuno.engine.cards import Card, Colour
from openuno.game.formats import BestOf, Single
from openuno.game.standings import standings
from openuno.game.state import Game
from openuno.room.state import BotSeat, GameOver, Human, Room
from openuno.server.http.preview.result_words import WORDS, ResultWords, number_words


class Points(msgspec.Struct, frozen=True, tag=True):
    """How many points somebody has."""

    number: int


class RoundsWon(msgspec.Struct, frozen=True, tag=True):
    """How many rounds somebody has won."""

    number: int


class ResultPlayer(msgspec.Struct, frozen=True):
    """Somebody who played, and what they have reached; None where nothing was number_words."""

    name: str
    bot: bool
    value: Points | RoundsWon | None
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
    language: str = "en"

    @property
    def words(self) -> ResultWords:
        """The words of its language."""
        return WORDS[self.language]

    @property
    def title(self) -> str:
        """Who won."""
        names = [player.name for player in self.winners]
        if len(names) == 1:
            return self.words.wins.format(names[0])
        together = f"{', '.join(names[:-1])} {self.words.also} {names[-1]}"
        return self.words.win.format(together)

    @property
    def description(self) -> str:
        """How long it took, and with how much."""
        words = self.words
        match self.winners[0].value:
            case Points(number):
                value = number_words(words.points, number)
            case RoundsWon(number):
                value = words.won.format(number)
            case None:
                value = "UNO"
            case other:
                assert_never(other)
        return words.within.format(value, number_words(words.rounds, self.rounds))


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


def translate(result: GameResult, language: str) -> GameResult:
    """The result in this language, or in English if its letters cannot be drawn."""
    return replace(result, language=language if language in WORDS else "en")


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


def _value(game: Game, player: int) -> Points | RoundsWon | None:
    won, score = game.wins[player], game.scores[player]
    match game.format:
        case Single():
            return Points(score) if won else None
        case BestOf():
            return RoundsWon(won)
        case _:
            return Points(score)
