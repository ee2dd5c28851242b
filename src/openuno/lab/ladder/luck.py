"""`uno lab luck`: how much of winning is luck, by format and number of players.

A player that wins a share p where an equal one would win `par` has the edge (p - par) / (1 - par),
which is 0 for an equal and 1 for one that always wins. Take any seat of a table at which it plays a
field: of the variance of whether that seat wins, the square of the edge is explained by whether the
better player has it. The cards decide the rest.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from rich.console import Console, RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from openuno.engine.errors import SetupError
from openuno.engine.notation.rules import rules_text
from openuno.game.notation import format_text
from openuno.lab.backends import Backend
from openuno.lab.commands import Files, check_files, refuse_write_errors
from openuno.lab.errors import Stopped
from openuno.lab.figures import Estimate
from openuno.lab.ladder.climb import check_oracles
from openuno.lab.ladder.duels import Duel, Table, play_duel
from openuno.lab.ladder.scores import Score
from openuno.lab.report.charts import Bar, BarChart
from openuno.lab.report.percent import percent_text
from openuno.lab.report.svg import draw_svg
from openuno.lab.written_rules import rules_words

SURE = 0.95
MOST_NEEDED = 1 << 20
"""Where we stop looking: nobody plays as often."""
_SAMPLES = 20_000


class LuckCase(NamedTuple):
    """What a player has won in rounds, or in games of a format, with a number of players."""

    table: Table
    share: Estimate

    @property
    def skill(self) -> Estimate:
        """The part of the variance of winning that the better player explains."""
        return explained_by_skill(self.share, self.table.par)

    @property
    def needed(self) -> int | None:
        """Rounds or games until the player has won most of all, 95 times in 100."""
        return count_needed(self.share.value, self.table.par)

    @property
    def name(self) -> str:
        """The format and the players."""
        format = self.table.format
        unit = "round" if format is None else format_text(format)
        return f"{unit}, {self.table.players} players"


def parse_players(text: str) -> list[int]:
    """Numbers of players from `2,4,6`; refuses anything else."""
    words = [word.strip() for word in text.split(",")]
    if not all(word.isascii() and word.isdigit() for word in words):
        raise SetupError("players", f"write numbers of players such as 2,4,6, not {text!r}")
    return [int(word) for word in words]


def explained_by_skill(share: Estimate, par: float) -> Estimate:
    """The square of the edge, with the interval that the share's gives it."""

    def square(value: float) -> float:
        return ((value - par) / (1 - par)) ** 2

    if share.low is None or share.high is None:
        return Estimate(square(share.value))
    ends = square(share.low), square(share.high)
    low = 0.0 if share.low <= par <= share.high else min(ends)
    return Estimate(square(share.value), low, max(ends))


def count_needed(share: float, par: float) -> int | None:
    """After how many rounds a player has won most of all, 95 times in 100; ties by lot.

    None if that takes more than MOST_NEEDED. It is found by sampling, always from the same seed,
    and good to about one part in twenty.
    """
    others = round(1 / par) - 1
    chances = [share, *[(1 - share) / others] * others]
    if share <= par or _chance_ahead(chances, MOST_NEEDED) < SURE:
        return None
    few, many = 0, MOST_NEEDED
    while many - few > 1:
        middle = (few + many) // 2
        few, many = (few, middle) if _chance_ahead(chances, middle) >= SURE else (middle, many)
    return many


def _chance_ahead(chances: Sequence[float], count: int) -> float:
    """The chance that the first has won most; those who have won as often draw lots."""
    won = np.random.default_rng(1).multinomial(count, chances, size=_SAMPLES)
    best = won == won.max(axis=1, keepdims=True)
    return float((best[:, 0] / best.sum(axis=1)).mean())


def measure_luck(
    duel: Duel, tables: Sequence[Table], rounds: int, games: int, backend: Backend
) -> Iterator[LuckCase]:
    """Play the duel at each table, every deal from every seat."""
    for table in tables:
        check_oracles([duel], table)
    for number, table in enumerate(tables):
        score = Score(table.players)
        count = rounds if table.format is None else games
        deals = max(1, -(-count // len(table.lineups)))
        try:
            with closing(play_duel(duel, table, deals, backend)) as played:
                for piece in played:
                    score.add(*piece)
        except KeyboardInterrupt:
            raise Stopped(f"stopped after {number} of {len(tables)} cases") from None
        yield LuckCase(table, score.share() or Estimate(table.par))


def print_luck(  # noqa: PLR0913 - as many as the command has
    duel: Duel,
    tables: Sequence[Table],
    rounds: int,
    games: int,
    backend: Backend,
    *,
    svg: Path | None,
    as_json: bool,
) -> None:
    """Measure, print, and draw if asked to."""
    check_files(Files(svg=svg))
    cases = list(measure_luck(duel, tables, rounds, games, backend))
    out = Console(highlight=False, soft_wrap=True)
    if as_json:
        out.out(luck_json(duel, cases), highlight=False)
    else:
        out.print(
            Text(
                f"{rules_words(tables[0].rules)}, one {duel.player.name} against {duel.field.name},"
                " every deal from every seat",
                style="bold",
            )
        )
        out.print(luck_table(cases))
    if svg is not None:
        with refuse_write_errors(svg):
            svg.write_text(draw_svg(luck_chart(cases)), encoding="utf-8")


def luck_table(cases: Sequence[LuckCase]) -> RenderableType:
    """A row for each case."""
    table = RichTable(box=None, pad_edge=False)
    for title in ("", "par", "won", "skill", "luck", "needed"):
        table.add_column(title, justify="right" if title else "left")
    for case in cases:
        share, skill = case.share, case.skill.value
        needed = f"{case.needed:,}" if case.needed else f"over {MOST_NEEDED:,}"
        table.add_row(
            case.name,
            f"{100 * case.table.par:.1f} %",
            percent_text(share, digits=2, unit=True),
            f"{100 * skill:.2f} %",
            f"{100 * (1 - skill):.2f} %",
            needed,
        )
    return table


def luck_chart(cases: Sequence[LuckCase]) -> BarChart:
    """What skill explains, a bar for each case."""
    bars = tuple(Bar(case.name, case.skill) for case in cases)
    return BarChart("variance of winning that skill explains", bars, is_share=True)


def luck_json(duel: Duel, cases: Sequence[LuckCase]) -> str:
    """The same for programs."""
    report = {
        "player": duel.player.name,
        "field": duel.field.name,
        "cases": [
            {
                "rules": rules_text(case.table.rules),
                "format": None if case.table.format is None else format_text(case.table.format),
                "players": case.table.players,
                "par": case.table.par,
                "share": case.share._asdict(),
                "skill": case.skill._asdict(),
                "needed": case.needed,
            }
            for case in cases
        ],
    }
    return msgspec.json.format(msgspec.json.encode(report), indent=2).decode()
