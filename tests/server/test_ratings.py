"""Ratings: where people begin, and what a game does to them."""

from openskill.models import PlackettLuce

from openuno.game.statistics import Figures
from openuno.server.rooms.ratings import update_ratings
from openuno.server.store import FinishedGame, PlayedGame, Rating
from openuno.server.store.rows import MU, SIGMA


def after(*ranks: int) -> list[Rating]:
    """The ratings of newcomers who came in so."""
    people = [f"guest {player}" for player in range(len(ranks))]
    game = FinishedGame(
        id="g",
        code="ABCDEF",
        first=1,
        last=2,
        public=True,
        ended=0,
        rules="classic",
        format="race",
        kind="race",
        names=tuple(people),
        winners=(ranks.index(1),),
        played=tuple(
            PlayedGame(player, guest, rank, rank == 1, Figures())
            for player, (guest, rank) in enumerate(zip(people, ranks, strict=True))
        ),
    )
    before = [Rating(guest, guest, "race", MU, SIGMA, 0) for guest in people]
    return list(update_ratings(game, before))


def test_people_begin_where_openskill_begins() -> None:
    model = PlackettLuce()
    assert (model.mu, model.sigma) == (MU, SIGMA)


def test_the_better_one_came_in_the_stronger_one_is_held_to_be() -> None:
    second, first, third = after(2, 1, 3)
    assert first.mu > second.mu > third.mu
    assert first.mu > MU > third.mu
    assert all(rating.sigma < SIGMA and rating.games == 1 for rating in (first, second, third))


def test_those_who_are_level_stay_level() -> None:
    one, other, last = after(1, 1, 3)
    assert one.mu == other.mu > last.mu
