"""One fixed protocol for comparing players with each other: `uno ladder --evaluate`.

The rules, the opponents, the numbers of players, the deals and how many of them are fixed by the
name of the protocol. Every deal is played from every seat, and no deal was ever trained on.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from math import sqrt
from typing import NamedTuple

import msgspec
from rich.console import RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from openuno.engine.errors import SetupError
from openuno.engine.notation.rules import rules_text
from openuno.engine.rules import DEFAULT_RULES
from openuno.lab.chunks import Chunk, split
from openuno.lab.figures import Estimate
from openuno.lab.ladder.duels import (
    EVALUATION_SEEDS,
    Duel,
    Outcome,
    Table,
    play_in_engine,
)
from openuno.lab.ladder.entrants import parse_entrant
from openuno.lab.ladder.scores import Score
from openuno.lab.report.percent import percent_text
from openuno.local.bot_processes import map_in_order, open_bot_processes
from openuno.version import __version__

PROTOCOL = "openuno-eval-2"
"""Raised when the same player would get other figures."""
FIELDS = ("random", "rule", "casual", "regular", "master")
PLAYERS = (2, 4)
ROUNDS, SEED = 2_000, 0
_CHUNKS = 40
"""Into which the deals of a duel are split; the spread between them gives the interval."""
_FEW = 64
"""Rounds that are not worth starting processes for."""
OnPart = Callable[[str, float], None]
"""Is called with what is played, and how much of everything has been played since the last call."""


class Evaluation(NamedTuple):
    """A player against every field at every table."""

    player: str
    seed: int
    rounds: int
    scores: dict[tuple[int, str], Score]
    seconds: float

    @property
    def departures(self) -> list[str]:
        """What was not as the protocol has it."""
        own = {"rounds": self.rounds == ROUNDS, "seed": self.seed == SEED}
        return [name for name, is_kept in own.items() if not is_kept]


@contextmanager
def start_processes(count: int, rounds: int) -> Iterator[Executor | None]:
    """Processes for `evaluate`; none if one is enough. What has not begun at the end is dropped."""
    if count < 2 or rounds <= _FEW:
        yield None
        return
    with open_bot_processes(count) as pool:
        yield pool


def evaluate(
    name: str, seed: int, rounds: int, pool: Executor | None, on_part: OnPart
) -> dict[tuple[int, str], Score]:
    """Play everything in the reference engine; the score by number of players and field.

    It is the same with any number of processes.
    """
    player = parse_entrant(name)
    if player.oracle is not None:
        raise SetupError("bots", f"{name} sees hidden cards; it cannot be evaluated")
    parts = [
        _Part(Duel(player, parse_entrant(field)), Table(DEFAULT_RULES, players, None, seed), chunk)
        for players in PLAYERS
        for field in FIELDS
        for chunk in split(1, -(-rounds // players), max(1, rounds // players // _CHUNKS))
    ]
    found = {(players, field): Score(players) for players in PLAYERS for field in FIELDS}
    outcomes = map(_play, parts) if pool is None else map_in_order(pool, _play, parts, 1)
    for part, outcome in zip(parts, outcomes, strict=True):
        players, field = part.table.players, part.duel.field.name
        found[players, field].add(part.chunk.number, part.chunk.size, *outcome)
        on_part(f"{players} players, against {field}", 1 / len(parts))
    return found


class _Part(NamedTuple):
    duel: Duel
    table: Table
    chunk: Chunk


def _play(part: _Part) -> Outcome:
    return play_in_engine(part.duel, part.table, part.chunk.first, part.chunk.size)


def evaluation_json(found: Evaluation) -> str:
    """The evaluation as one JSON object; everything but `seconds` is the same on every machine."""
    report = {
        "protocol": PROTOCOL,
        "departures": found.departures,
        "openuno": __version__,
        "player": found.player,
        "rules": rules_text(DEFAULT_RULES),
        "seed": found.seed,
        "first_evaluation_seed": EVALUATION_SEEDS,
        "rounds": found.rounds,
        "tables": [
            {
                "players": players,
                "par": 1 / players,
                "above_par": _fields(mean_above_par(found, players)),
                "fields": [
                    {
                        "field": field,
                        "won": found.scores[players, field].won,
                        "decided": found.scores[players, field].decided,
                        "share": _fields(found.scores[players, field].share()),
                    }
                    for field in FIELDS
                ],
            }
            for players in PLAYERS
        ],
        "seconds": found.seconds,
    }
    return msgspec.json.format(msgspec.json.encode(report), indent=2).decode()


def evaluation_tables(found: Evaluation) -> Iterator[RenderableType]:
    """What people read."""
    but = f", but for {' and '.join(found.departures)}" if found.departures else ""
    yield Text(f"{found.player}, {PROTOCOL}{but}: rounds won in per cent", style="bold")
    table = RichTable(box=None, pad_edge=False)
    for head in ("players", *FIELDS, "above par"):
        table.add_column(head, justify="right")
    for players in PLAYERS:
        shares = [found.scores[players, field].share() for field in FIELDS]
        above_par = mean_above_par(found, players)
        table.add_row(str(players), *map(percent_text, shares), percent_text(above_par))
    yield table


def mean_above_par(found: Evaluation, players: int) -> Estimate | None:
    """How much more than par the player won, on average over the fields."""
    scores = [found.scores[players, field] for field in FIELDS]
    if not all(score.decided for score in scores):
        return None
    par, count = 1 / players, len(scores)
    value = sum(score.won / score.decided for score in scores) / count - par
    # All fields play the same deals: what is lucky against one is often lucky against another.
    by_chunk: dict[int, float] = {}
    for score in scores:
        for chunk, gain in score.gains().items():
            by_chunk[chunk] = by_chunk.get(chunk, 0.0) + gain / score.decided
    variance = sum(gain * gain for gain in by_chunk.values())
    variance += sum(score.unseen_variance() / score.decided**2 for score in scores)
    half = max(score.quantile for score in scores) * sqrt(variance) / count
    return Estimate(value, max(value - half, -par), min(value + half, 1 - par))


def _fields(found: Estimate | None) -> dict[str, float | None] | None:
    return None if found is None else found._asdict()
