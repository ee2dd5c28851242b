"""Simulations for people: a few lines and small tables."""

from collections.abc import Iterator, Mapping, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from openuno.game.formats import Elimination, Single
from openuno.game.notation import format_text
from openuno.kernel.rules.state import Numbers
from openuno.kernel.tallies import WINS, ByPlayer, GameTally, Tally, player_index
from openuno.lab.cases import Case
from openuno.lab.figures import (
    FIGURES,
    Estimate,
    Figure,
    length_counts,
    length_quantile,
    points_left,
    win_share,
)
from openuno.lab.game_figures import (
    OF_GAMES,
    figures_for,
    game_averages,
    game_length_counts,
    game_tally,
    game_win_share,
)
from openuno.lab.plans import AnyPlan, policies_text, units
from openuno.lab.report.json_report import difference_from_first
from openuno.lab.runner import Run
from openuno.lab.written_rules import rules_words

_DIGITS = 4
"""Of a number, where no interval says how many of them mean anything."""
_MIN_WIDTH = 16
_MIN_MILLION = 50_000
"""From this speed on, speeds are printed in millions."""


def number_text(value: float, *, is_share: bool = False, half: float | None = None) -> str:
    """A number to as many digits as its interval earns: `26.12 %`, `117.2`, `0.0106`."""
    if is_share:
        return f"{number_text(100 * value, half=None if half is None else 100 * half)} %"
    if half and value:
        digits = next((places for places in range(7) if half * 10**places >= 1), 7) + 1
    elif value:
        digits = next((places for places in range(7) if abs(value) * 10**places >= 1000), 7)
        digits = min(digits, _DIGITS)
    else:
        return "0"
    return f"{value:,.{digits}f}"


def estimate_cells(
    found: Estimate | None, figure: Figure, *, signed: bool = False
) -> tuple[str, str]:
    """A figure and its interval, as two cells; an empty one where there is nothing to say."""
    if found is None:
        return "–", ""
    half = found.half
    value = number_text(found.value, is_share=figure.is_share, half=half)
    if signed and found.value >= 0:
        value = "+" + value
    if signed and figure.is_share:
        value = value.removesuffix("%") + "points"
    if half is None or found.low is None or found.high is None:
        return value, ""
    low = number_text(found.low, is_share=figure.is_share, half=half).removesuffix(" %")
    high = number_text(found.high, is_share=figure.is_share, half=half).removesuffix(" %")
    return value, f"{low} to {high}"


def plan_text(plan: AnyPlan, count: int) -> str:
    """What was simulated, in one line."""
    format = [] if plan.format is None else [format_text(plan.format)]
    what = [rules_words(plan.rules), *format, f"{plan.seats} players", policies_text(plan.policies)]
    return ", ".join([*what, f"{count:,} {units(plan)}", f"seed {plan.seed}"])


def simulation_tables(run: Run) -> Iterator[RenderableType]:
    """Everything about one simulation."""
    plan, counts = run.plans[0], run.totals.counts[0]
    yield Text(plan_text(plan, run.per_case), style="bold")
    figures = figures_for(games=run.games)
    if run.games:
        yield _figures_table({key: OF_GAMES[key] for key in OF_GAMES if key != "games-won"}, counts)
        if not isinstance(plan.format, Single):
            yield _middle_text("games", "rounds", game_length_counts(counts))
        yield _players_table(plan, counts)
        rounds = int(counts[Tally.ROUNDS])
        yield Text(f"\n{rounds:,} rounds in these games", style="bold")
        figures = {key: figure for key, figure in figures.items() if key not in OF_GAMES}
    yield _figures_table(figures, counts)
    yield _middle_text("rounds", "turns", length_counts(counts))
    if not run.games:
        yield _seats_table(plan, counts)
    yield speed_line(run)


_ALWAYS = ("turns", "first", "score", "dead", "reshuffles", "margin")


def _figures_table(figures: Mapping[str, Figure], counts: Numbers) -> Table:
    table = _table()
    for figure in figures.values():
        found = figure.estimate(counts)
        if found is not None and (found.value or figure.key in _ALWAYS):
            table.add_row(figure.title, *estimate_cells(found, figure))
    return table


def _middle_text(what: str, length: str, found: Numbers) -> Text:
    few, middle, many = (length_quantile(found, quantile) for quantile in (0.05, 0.5, 0.95))
    return Text(f"half of the {what} took {middle} {length} or fewer, nine in ten {few} to {many}")


def _seats_table(plan: AnyPlan, counts: Numbers) -> Table:
    seats = _table("seat", "policy", "rounds won", "", "95 %", "points left in hand")
    for seat, policy in enumerate(plan.policies):
        share = estimate_cells(win_share(counts, seat), FIGURES["first"])
        won = f"{int(counts[WINS + seat]):,}"
        seats.add_row(str(seat), str(policy), won, *share, number_text(points_left(counts, seat)))
    return seats


def _players_table(plan: AnyPlan, counts: Numbers) -> Table:
    """What each player came to in a game, and in how many rounds of it, if not in all."""
    played = ["of rounds"] if isinstance(plan.format, Elimination) else []
    players = _table("player", "policy", "games won", "", "95 %", "points", "rounds won", *played)
    for player, policy in enumerate(plan.policies):
        won = f"{int(counts[player_index(ByPlayer.WINS, player)]):,}"
        share = estimate_cells(game_win_share(counts, player), OF_GAMES["games-won"])
        usual = [number_text(value) for value in game_averages(counts, player)]
        players.add_row(str(player), str(policy), won, *share, *usual[: 2 + len(played)])
    return players


def cases_line(cases: Sequence[Case], run: Run) -> Text:
    """What was compared, and whether all of it came to an end."""
    what = units(run.plans[0])
    line = f"{len(cases)} cases of {run.per_case:,} {what} each, the same deals in all of them"
    if run.games:
        given_up = sum(game_tally(counts, GameTally.CUT_SHORT) for counts in run.totals.counts)
    else:
        given_up = sum(int(counts[Tally.CUT_SHORT]) for counts in run.totals.counts)
    if given_up:
        line += f"; {given_up:,} {what} were given up: they would not end"
    return Text(line, style="bold")


def figure_table(figure: Figure, cases: Sequence[Case], run: Run) -> Table:
    """A figure of every case, and how far it is from that of the first."""
    table = _table(figure.title, "", "95 %", "difference", "95 %")
    for index, case in enumerate(cases):
        here = estimate_cells(figure.estimate(run.totals.counts[index]), figure)
        there = (
            estimate_cells(difference_from_first(run, figure, index), figure, signed=True)
            if index
            else ("", "")
        )
        table.add_row(case.name, *here, *there)
    return table


def wins_table(cases: Sequence[Case], run: Run) -> Table:
    """The share of the rounds that each seat won, or of the games each player, in every case."""
    seats = range(max(case.plan.seats for case in cases))
    who = "games won by each player" if run.games else "rounds won by each seat"
    table = _table(f"{who}, %", *map(str, seats))
    # Ten seats leave little room for names.
    table.collapse_padding = True
    table.columns[0].min_width = _MIN_WIDTH
    won = game_win_share if run.games else win_share
    for case, counts in zip(cases, run.totals.counts, strict=True):
        shares = (won(counts, seat) for seat in range(case.plan.seats))
        cells = (estimate_cells(share, FIGURES["first"])[0] for share in shares)
        table.add_row(case.name, *(share.removesuffix(" %") for share in cells))
    return table


def speed_line(run: Run) -> Text:
    """How quick it was."""
    million = run.speed >= _MIN_MILLION
    speed = f"{run.speed / 1e6:,.1f} million" if million else f"{run.speed:,.0f}"
    speed += " turns a second"
    return Text(f"{run.seconds:.1f} s, {speed} on {run.backend}", style="dim")


def _table(*titles: str) -> Table:
    table = Table(box=None, pad_edge=False, show_header=bool(titles), header_style="dim")
    for index, title in enumerate(titles or ("", "", "")):
        words = index == 0 or title == "policy"
        # Where there is little room, words are broken and numbers are not.
        table.add_column(
            title,
            justify="left" if words else "right",
            no_wrap=not words,
            overflow="fold",
            min_width=_MIN_WIDTH if title == "policy" else len(title.split(" ")[0]),
        )
    return table
