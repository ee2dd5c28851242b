"""Plays all duels of a ladder, with a progress bar."""

from collections.abc import Sequence
from contextlib import closing
from time import perf_counter
from typing import NamedTuple

from openuno.engine.errors import SetupError
from openuno.lab.backends import Backend
from openuno.lab.errors import Stopped
from openuno.lab.figures import Estimate
from openuno.lab.ladder.duels import Duel, Table, has_network, play_duel
from openuno.lab.ladder.entrants import Entrant
from openuno.lab.ladder.ratings import rate
from openuno.lab.ladder.scores import Score
from openuno.lab.plans import parse_plan
from openuno.lab.progress import progress_bar

DEFAULT_ROUNDS, DEFAULT_SLOW_ROUNDS = 200_000, 2_000
"""Rounds of a duel that the kernel plays, and of one that it does not."""
MAX_ROUNDS = 10**12
MAX_SEED = (1 << 62) - 1


class Ladder(NamedTuple):
    """All duels played: shares by player and field, and the ratings."""

    table: Table
    entrants: tuple[Entrant, ...]
    scores: dict[tuple[str, str], Score]
    ratings: dict[str, Estimate]
    seconds: float


def parse_table(  # noqa: PLR0913 - as many as a table is made of
    edition: str,
    switches: Sequence[str],
    players: int,
    format: str | None,
    seed: int,
    *,
    written: Sequence[str] = (),
) -> Table:
    """What the ladder is played under; refuses what cannot be."""
    if not 0 <= seed <= MAX_SEED:
        raise SetupError("seed", f"a seed of the ladder is 0 to 2^62 - 1, not {seed}")
    plan = parse_plan(edition, switches, players, "regular", seed, format=format, written=written)
    return Table(plan.rules, players, plan.format, seed)


def pair(entrants: Sequence[Entrant], table: Table) -> list[Duel]:
    """Everyone against everyone; with three players or more also the other way round."""
    mirrored = table.players == 2 or table.teams
    duels = []
    for number, one in enumerate(entrants):
        for other in entrants[number + 1 :]:
            if one.oracle and other.oracle:
                continue  # an oracle is measured against a field that plays fairly
            first, second = (other, one) if other.oracle else (one, other)
            duels.append(Duel(first, second))
            if not mirrored and first.oracle is None:
                duels.append(Duel(second, first))
    check_oracles(duels, table)
    return duels


def check_oracles(duels: Sequence[Duel], table: Table) -> None:
    """Refuse what an oracle cannot play."""
    for duel in duels:
        if duel.player.oracle is None:
            continue
        if duel.field.policy is None:
            raise SetupError(
                "bots",
                f"{duel.player.name} can be measured against regular and uniform alone, not"
                f" {duel.field.name}",
            )
        if table.format is not None or table.teams:
            raise SetupError(
                "bots", f"{duel.player.name} plays single rounds without partners; leave it out"
            )


def climb(
    entrants: tuple[Entrant, ...], table: Table, rounds: int | None, backend: Backend
) -> Ladder:
    """Play every duel; the same seed gives the same ladder on every machine."""
    if rounds is not None and not 1 <= rounds <= MAX_ROUNDS:
        raise SetupError("rounds", f"play 1 to {MAX_ROUNDS:,} rounds of each duel, not {rounds}")
    duels = pair(entrants, table)
    bar = progress_bar()
    scores: dict[tuple[str, str], Score] = {}
    began = perf_counter()
    try:
        with bar:
            task = bar.add_task("", total=float(len(duels)))
            for duel in duels:
                bar.update(task, description=f"{duel.player.name} against {duel.field.name}")
                deals = _deals(duel, table, rounds)
                score = scores[duel.player.name, duel.field.name] = Score(table.players)
                with closing(play_duel(duel, table, deals, backend)) as played:
                    for piece in played:
                        score.add(*piece)
                        bar.advance(task, piece.deals / deals)
    except KeyboardInterrupt:
        sentence = f"stopped after {max(len(scores) - 1, 0)} of {len(duels)} duels"
        raise Stopped(sentence) from None
    opponents = 1 if table.teams else table.players - 1
    names = tuple(entrant.name for entrant in entrants)
    ratings = rate(names, scores, opponents)
    return Ladder(table, entrants, scores, ratings, perf_counter() - began)


def _deals(duel: Duel, table: Table, rounds: int | None) -> int:
    if rounds is None:
        quick = duel.in_kernel or has_network(duel, table)
        rounds = DEFAULT_ROUNDS if quick else DEFAULT_SLOW_ROUNDS
    return max(1, -(-rounds // len(table.lineups)))
