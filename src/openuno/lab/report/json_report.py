"""Simulations for programs: plain dictionaries, whose keys stay."""

from collections.abc import Sequence

import msgspec

from openuno.engine.notation.rules import rules_text
from openuno.game.notation import format_text
from openuno.kernel.rules.state import Numbers
from openuno.kernel.tallies import WINS, ByPlayer, GameTally, Tally, player_index
from openuno.lab.cases import Case
from openuno.lab.figures import (
    Estimate,
    Figure,
    difference,
    length_counts,
    length_quantile,
    points_left,
    win_share,
)
from openuno.lab.game_figures import (
    figures_for,
    game_averages,
    game_length_counts,
    game_tally,
    game_win_share,
    win_share_from,
)
from openuno.lab.plans import AnyPlan
from openuno.lab.runner import Run

QUANTILES = {"5": 0.05, "25": 0.25, "50": 0.5, "75": 0.75, "95": 0.95}


def simulation_json(run: Run) -> str:
    """One simulation as one JSON object."""
    return _text(_simulation(run.plans[0], run.totals.counts[0]) | {"speed": _speed(run)})


def comparison_json(cases: Sequence[Case], run: Run) -> str:
    """All cases of a comparison, each with what it differs by from the first."""
    reports = []
    figures = figures_for(games=run.games).items()
    for index, case in enumerate(cases):
        counts = run.totals.counts[index]
        differences = {
            key: _estimate(difference_from_first(run, figure, index)) for key, figure in figures
        }
        reports.append(
            {"name": case.name} | _simulation(case.plan, counts) | {"difference": differences}
        )
    return _text({"cases": reports, "speed": _speed(run)})


def difference_from_first(run: Run, figure: Figure, case: int) -> Estimate | None:
    """How a case differs from the first in one figure."""
    counts = run.totals.counts
    spread = (
        None
        if figure.paired_count is None
        else run.totals.standard_error(case, figure.paired_count)
    )
    return difference(figure, counts[case], counts[0], spread)


def _simulation(plan: AnyPlan, counts: Numbers) -> dict[str, object]:
    games = plan.format is not None
    figures = figures_for(games=games).items()
    return {
        "rules": rules_text(plan.rules),
        **({} if plan.format is None else {"format": format_text(plan.format)}),
        "players": plan.seats,
        "policies": [str(policy) for policy in plan.policies],
        "seed": plan.seed,
        **({"games": game_tally(counts, GameTally.GAMES)} if games else {}),
        "rounds": int(counts[Tally.ROUNDS]),
        "turns": int(counts[Tally.TURNS]),
        "figures": {key: _estimate(figure.estimate(counts)) for key, figure in figures},
        **(_game_fields(plan, counts) if games else {"seats": _seats(plan, counts)}),
        "lengths": _lengths(length_counts(counts), "rounds_by_turns"),
    }


def _seats(plan: AnyPlan, counts: Numbers) -> list[dict[str, object]]:
    return [
        {
            "seat": seat,
            "policy": str(policy),
            "wins": int(counts[WINS + seat]),
            "share": _estimate(win_share(counts, seat)),
            "caught_with": points_left(counts, seat),
        }
        for seat, policy in enumerate(plan.policies)
    ]


def _game_fields(plan: AnyPlan, counts: Numbers) -> dict[str, object]:
    """Players, and positions from the first dealer on, instead of a round's seats."""
    by_players = [
        {
            "player": player,
            "policy": str(policy),
            "wins": int(counts[player_index(ByPlayer.WINS, player)]),
            "share": _estimate(game_win_share(counts, player)),
            **game_averages(counts, player)._asdict(),
        }
        for player, policy in enumerate(plan.policies)
    ]
    by_position = [
        {
            "place": position,
            "wins": int(counts[player_index(ByPlayer.POSITION_WINS, position)]),
            "share": _estimate(win_share_from(counts, position)),
        }
        for position in range(plan.seats)
    ]
    return {
        "by_player": by_players,
        "by_place": by_position,
        "game_lengths": _lengths(game_length_counts(counts), "games_by_hands"),
    }


def _lengths(found: Numbers, name: str) -> dict[str, object]:
    most = len(found) - 1
    return {
        "quantiles": {key: length_quantile(found, value) for key, value in QUANTILES.items()},
        name: {str(length): int(found[length]) for length in range(most) if found[length]},
        f"{most}_or_more": int(found[most]),
    }


def _estimate(found: Estimate | None) -> dict[str, float | None] | None:
    return None if found is None else found._asdict()


def _speed(run: Run) -> dict[str, object]:
    return {"place": run.backend, "seconds": run.seconds, "turns_per_second": run.speed}


def _text(report: dict[str, object]) -> str:
    return msgspec.json.format(msgspec.json.encode(report), indent=2).decode()
