"""Finished games: who won, the record to keep, what it teaches, and how strong people are."""

import asyncio
from typing import Annotated

import msgspec
from msgspec import Meta

from openuno.room.facts import Entry
from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.room.state import GameOver
from openuno.server.http.endpoint import Call, File, endpoint
from openuno.server.http.endpoints.tables import PICTURE_WAIT, LobbyQuery
from openuno.server.http.one_at_a_time import TooManyWaiting
from openuno.server.http.preview.game_result import GameResult, game_result, translate
from openuno.server.net.problems import HttpKind, Problem
from openuno.server.rooms.results import finished_game_state, game_record, is_sealed
from openuno.server.search.analyses import AnalysisState, NoProcesses, TooManyAnalyses
from openuno.server.store import FinishedGame, Guest, PlayedGame, Rating

MAX_GAMES = 50
"""Games in one answer: each is two kilobytes and more."""
ANALYSES_WAIT = 60
"""Seconds after which to ask again, when too many games wait to be analysed."""
NEVER = 2**53 - 1
"""The last millisecond that JavaScript can name."""


class GamesQuery(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Which games: those that ended before a time in milliseconds since 1970, the latest first."""

    before: Annotated[int, Meta(ge=0, le=NEVER)] = NEVER
    most: Annotated[int, Meta(ge=1, le=MAX_GAMES)] = MAX_GAMES


class PictureQuery(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """In which language a picture is; English where our fonts lack the letters."""

    lang: Annotated[str, Meta(max_length=20)] = "en"


class Game(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A game that is over. `winners` is null if it was broken off; `played` are the people.

    `code` is null if the table is not public: who has the game has not been asked to the table.
    """

    id: str
    code: str | None
    ended: int
    rules: str
    format: str
    kind: str
    names: tuple[str, ...]
    winners: tuple[int, ...] | None
    played: tuple[PlayedGame, ...]


class GamesPage(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Games, the latest first; ask for more with the last one's `ended` as `before`."""

    games: list[Game]


class Ratings(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The strongest people at a kind of format, by mu - 3 sigma."""

    kind: str
    ratings: list[Rating]


@endpoint("GET", "/api/games")
async def games(call: Call, query: GamesQuery) -> GamesPage:
    """The finished games of public tables."""
    found = await call.store.games(query.before, query.most)
    return GamesPage([_game(each) for each in found])


@endpoint("GET", "/api/me/games")
async def my_games(call: Call, me: Guest, query: GamesQuery) -> GamesPage:
    """The finished games you played, public or not."""
    found = await call.store.games_of(me.id, query.before, query.most)
    return GamesPage([_game(each) for each in found])


@endpoint("GET", "/api/games/{game}")
async def game(call: Call, game: str) -> Game:
    """A finished game. That of a private table is found by those alone who were given its id."""
    return _game(await _find_finished(call, game))


@endpoint("GET", "/api/games/{game}.uno", media="application/x-ndjson", weight=20)
async def record(call: Call, game: str) -> File:
    """A finished game as a record, to replay and to verify."""
    finished = await _find_finished(call, game)
    # A long game is many lines: both reading and writing them happen in threads.
    entries, revealed = await _entries(call, finished)
    content = await asyncio.to_thread(game_record, finished, entries, revealed)
    return File(content, f"{finished.id}.uno")


@endpoint("GET", "/api/games/{game}/picture.png", media="image/png", weight=20)
async def picture(call: Call, game: str, query: PictureQuery) -> File:
    """A finished game as a picture to share: who won, and everyone's face; 1200 by 630."""
    finished = await _find_finished(call, game)
    entries, _ = await _entries(call, finished)
    people = {
        played.player: await call.store.find_guest(played.guest) for played in finished.played
    }
    faces = {player: None if guest is None else guest.face for player, guest in people.items()}
    result = await asyncio.to_thread(_result, finished, entries, faces)
    if result is None:
        raise Refused(RefusalKind.NO_SUCH_GAME)
    try:
        return File(await call.state["pictures"].draw(translate(result, query.lang)))
    except TooManyWaiting:
        raise Refused(RefusalKind.TOO_MANY_REQUESTS, retry=PICTURE_WAIT) from None


@endpoint("GET", "/api/games/{game}/analysis")
async def analysis(call: Call, game: str) -> AnalysisState:
    """How far the deeper analysis of a finished game is, and what it found."""
    finished = await _find_finished(call, game)
    return call.state["analyses"].state(finished.id)


@endpoint("POST", "/api/games/{game}/analysis", errors=(501,), weight=20)
async def analyse_game(call: Call, game: str) -> AnalysisState:
    """Have a finished game analysed while no bot searches; one under way is joined."""
    finished = await _find_finished(call, game)
    analyses, limits = call.state["analyses"], call.state["rate_limits"]
    try:
        if not analyses.is_new(finished.id):
            return analyses.state(finished.id)
        # What is analysed is the record that this person could download.
        entries, revealed = await _entries(call, finished)
        limits.analyses.take(call.address, limits.now())
        content = await asyncio.to_thread(game_record, finished, entries, revealed)
        return analyses.begin(finished.id, content)
    except NoProcesses:
        raise Problem.of(HttpKind.NO_ANALYSIS) from None
    except TooManyAnalyses as error:
        headers = {"Retry-After": str(ANALYSES_WAIT)}
        raise Problem.of(HttpKind.ANALYSES_WAITING, headers, most=error.most) from None


@endpoint("GET", "/api/ratings/{kind}")
async def ratings(call: Call, kind: str, query: LobbyQuery) -> Ratings:
    """The strongest people at a kind of format, among those who want to be rated."""
    return Ratings(kind, await call.store.ratings(kind, query.most))


async def _find_finished(call: Call, game: str) -> FinishedGame:
    found = await call.store.game(game)
    if found is None:
        raise Refused(RefusalKind.NO_SUCH_GAME)
    return found


async def _entries(call: Call, finished: FinishedGame) -> tuple[list[Entry], str | None]:
    """The log of a game, and the seed of a shared deal, which is revealed after it.

    Refused while another table may still play with the same cards.
    """
    entries = await call.store.entries(finished.code, finished.first - 1, finished.last)
    if not is_sealed(entries[-1:]):
        return entries, None
    over = (await call.hub.find_actor(finished.code)).room.game
    if not isinstance(over, GameOver) or over.reveal is None:
        raise Refused(RefusalKind.SHARED_DEAL)
    return entries, over.reveal


def _result(
    finished: FinishedGame, entries: list[Entry], faces: dict[int, str | None]
) -> GameResult | None:
    bots = set(range(len(finished.names))) - set(faces)
    return game_result(finished_game_state(finished, entries), finished.names, bots, faces)


def _game(game: FinishedGame) -> Game:
    return Game(
        id=game.id,
        code=game.code if game.public else None,
        ended=game.ended,
        rules=game.rules,
        format=game.format,
        kind=game.kind,
        names=game.names,
        winners=game.winners,
        played=game.played,
    )
