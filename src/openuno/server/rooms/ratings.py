"""How strong people are held to be: openskill's Plackett-Luce, by kind of format."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from openuno.server.store import FinishedGame, Rating


@lru_cache(maxsize=1)
def _model() -> Any:
    from openskill.models import PlackettLuce  # noqa: PLC0415 - slow to import, rarely needed

    return PlackettLuce()


def update_ratings(game: FinishedGame, before: Sequence[Rating]) -> Sequence[Rating]:
    """The ratings after a game. Each person counts for themselves; partners share a rank."""
    model = _model()
    rank = {played.guest: played.rank for played in game.played}
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    after = model.rate(teams, ranks=[rank[rating.guest] for rating in before])
    return [
        replace(rating, mu=team[0].mu, sigma=team[0].sigma, games=rating.games + 1)
        for rating, team in zip(before, after, strict=True)
    ]
