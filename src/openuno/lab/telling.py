"""Simulations for people: a few lines and small tables."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from openuno.engine.notation import rules_text
from openuno.kernel.simulating import Plan
from openuno.kernel.tallies import WINS, Tally
from openuno.lab.cases import Case
from openuno.lab.figures import FIGURES, Estimate, Figure, caught, length_at, wins
from openuno.lab.plans import policies_text
from openuno.lab.report import apart
from openuno.lab.running import Run

_DIGITS = 4
"""Of a number, where no interval says how many of them mean anything."""


def number(value: float, *, is_share: bool = False, half: float | None = None) -> str:
    """A number to as many digits as its interval earns: `26.12 %`, `117.2`, `0.0106`."""
    if is_share:
        return f"{number(100 * value, half=None if half is None else 100 * half)} %"
    if half and value:
        digits = next((places for places in range(7) if half * 10**places >= 1), 7) + 1
    elif value:
        digits = next((places for places in range(7) if abs(value) * 10**places >= 1000), 7)
        digits = min(digits, _DIGITS)
    else:
        return "0"
    return f"{value:,.{digits}f}"


def estimate(found: Estimate | None, figure: Figure, *, signed: bool = False) -> tuple[str, str]:
    """A figure and its interval, as two cells; an empty one where there is nothing to say."""
    if found is None:
        return "–", ""
    half = found.half
    value = number(found.value, is_share=figure.is_share, half=half)
    if signed and found.value >= 0:
        value = "+" + value
    if signed and figure.is_share:
        value = value.removesuffix("%") + "points"
    if half is None or found.low is None or found.high is None:
        return value, ""
    low = number(found.low, is_share=figure.is_share, half=half).removesuffix(" %")
    high = number(found.high, is_share=figure.is_share, half=half).removesuffix(" %")
    return value, f"{low} to {high}"


def plan_line(plan: Plan, rounds: int) -> str:
    """What was simulated, in one line."""
    return (
        f"{rules_text(plan.rules)}, {plan.seats} players, {policies_text(plan.policies)},"
        f" {rounds:,} rounds, seed {plan.seed}"
    )


def told_simulation(run: Run) -> Iterator[RenderableType]:
    """Everything about one simulation."""
    plan, counts = run.plans[0], run.totals.counts[0]
    yield Text(plan_line(plan, run.rounds), style="bold")
    figures = _table()
    for figure in FIGURES.values():
        found = figure.of(counts)
        if found is not None and (found.value or figure.key in _ALWAYS):
            figures.add_row(figure.title, *estimate(found, figure))
    yield figures
    middle = length_at(counts, 0.5)
    few, many = length_at(counts, 0.05), length_at(counts, 0.95)
    yield Text(f"half of the rounds took {middle} turns or fewer, nine in ten {few} to {many}")
    seats = _table("seat", "policy", "rounds won", "", "95 %", "points left in hand")
    for seat, policy in enumerate(plan.policies):
        share = estimate(wins(counts, seat), FIGURES["first"])
        won = f"{int(counts[WINS + seat]):,}"
        seats.add_row(str(seat), str(policy), won, *share, number(caught(counts, seat)))
    yield seats
    yield told_speed(run)


_ALWAYS = ("turns", "first", "score", "dead", "reshuffles")


def told_cases(cases: Sequence[Case], run: Run) -> Text:
    """What was compared, and whether all of it came to an end."""
    line = f"{len(cases)} cases of {run.rounds:,} rounds each, the same deals in all of them"
    given_up = sum(int(counts[Tally.CUT_SHORT]) for counts in run.totals.counts)
    if given_up:
        line += f"; {given_up:,} rounds were given up: they would not end"
    return Text(line, style="bold")


def told_figure(figure: Figure, cases: Sequence[Case], run: Run) -> Table:
    """A figure of every case, and how far it is from that of the first."""
    table = _table(figure.title, "", "95 %", "difference", "95 %")
    for place, case in enumerate(cases):
        here = estimate(figure.of(run.totals.counts[place]), figure)
        there = estimate(apart(run, figure, place), figure, signed=True) if place else ("", "")
        table.add_row(case.name, *here, *there)
    return table


def told_wins(cases: Sequence[Case], run: Run) -> Table:
    """The share of the rounds that each seat won, in every case."""
    seats = range(max(case.plan.seats for case in cases))
    table = _table("rounds won by each seat", *map(str, seats))
    for case, counts in zip(cases, run.totals.counts, strict=True):
        shares = (wins(counts, seat) for seat in range(case.plan.seats))
        table.add_row(case.name, *(estimate(share, FIGURES["first"])[0] for share in shares))
    return table


def told_speed(run: Run) -> Text:
    """How quick it was."""
    speed = f"{run.speed / 1e6:,.1f} million turns a second"
    return Text(f"{run.seconds:.1f} s, {speed} on {run.place}", style="dim")


def _table(*titles: str) -> Table:
    table = Table(box=None, pad_edge=False, show_header=bool(titles), header_style="dim")
    for place, title in enumerate(titles or ("", "", "")):
        table.add_column(title, justify="left" if place == 0 or title == "policy" else "right")
    return table
