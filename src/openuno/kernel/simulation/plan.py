"""What is simulated, and some of its rounds or games played and counted on one core."""

from typing import NamedTuple, assert_never

import numpy as np
from msgspec.structs import replace

from openuno.bots.evaluation import points_weight
from openuno.engine.errors import SetupError
from openuno.engine.rules import DEFAULT_RULES, SWITCHES, Rules
from openuno.game.formats import (
    BestOf,
    Elimination,
    Format,
    LowTally,
    Partners,
    Race,
    Rotating,
    Single,
    Teams,
    check_format,
    is_team_format,
)
from openuno.kernel.bots.policies import Policy, habit_rows
from openuno.kernel.game.state import FormatKind
from openuno.kernel.rules.state import Numbers, RoundArrays, allocate_rounds, select_round
from openuno.kernel.simulation.games import any_games
from openuno.kernel.simulation.rounds import any_rounds, plain_rounds
from openuno.kernel.tallies import GAME_SIZE, MAX_GAME_ROUNDS, SIZE

_SEEDS = 1 << 64


class Plan(NamedTuple):
    """What is simulated: round or game `number` is the same on every machine and in every chunk."""

    rules: Rules
    policies: tuple[Policy, ...]
    seed: int = 0
    format: Format | None = None
    """How rounds make a game; None: rounds by themselves."""

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.policies)


_IRRELEVANT = (
    "hand_size",
    "dealer_draw",
    "renege",
    "forced_play",
    "uno_penalty",
    "wrong_catch_penalty",
    "suggestion_penalty",
    "honour_penalty",
    "special_points",
)
"""Switches that change nothing for `uniform`, which always plays if it can, never owes UNO and
neither catches wrongly nor suggests; nor do special points in a deck without special cards. The
quick loop gets the hand size as an argument."""


def is_plain_rules(plan: Plan) -> bool:
    """Whether the quick loop for plain rules gives the same counts."""
    printed = (name for name in SWITCHES if name not in _IRRELEVANT)
    return all(policy.plain for policy in plan.policies) and all(
        getattr(plan.rules, name) == getattr(DEFAULT_RULES, name) for name in printed
    )


def needs_memory(plan: Plan) -> bool:
    """Whether some seat remembers what it has seen."""
    return any(policy.name == "regular" for policy in plan.policies)


def signed_seed(seed: int) -> np.int64:
    """A seed as a signed number, as the kernel has it; refuses what is no seed."""
    if not 0 <= seed < _SEEDS:
        raise SetupError("seed", f"a seed is 0 to 2^64 - 1, not {seed}")
    return np.uint64(seed).astype(np.int64)


def simulate(plan: Plan, first: int, count: int, max_rounds: int = MAX_GAME_ROUNDS) -> Numbers:
    """Play rounds, or whole games, `first` to `first + count` on one core.

    There are `SIZE` counts for rounds and `GAME_SIZE` for games. A game that is not over after
    `max_rounds` is given up, and counted as far as it went.
    """
    seed = signed_seed(plan.seed)
    habits = habit_rows(plan.policies).ravel()
    if plan.format is not None:
        counts = np.zeros(GAME_SIZE, np.int64)
        format, weight = format_row(plan.format, max_rounds), points_weight(plan.format)
        any_games(
            _arrays(with_format_rules(plan)), habits, format, weight, seed, first, count, counts
        )
        return counts
    arrays = _arrays(plan)
    counts = np.zeros(SIZE, np.int64)
    if is_plain_rules(plan):
        plain_rounds(
            plan.seats,
            plan.rules.hand_size,
            arrays.deck,
            arrays.custom_rules,
            seed,
            first,
            count,
            counts,
        )
    else:
        any_rounds(arrays, habits, seed, first, count, counts)
    return counts


def with_format_rules(plan: Plan) -> Plan:
    """The plan with the rules that its format needs; refuses what cannot be played."""
    if plan.format is None:
        return plan
    format_kind(plan.format)
    check_format(plan.format, plan.rules, plan.seats)
    teams = plan.rules.teams or is_team_format(plan.format)
    return plan._replace(rules=replace(plan.rules, teams=teams))


def format_row(format: Format, max_rounds: int = MAX_GAME_ROUNDS) -> Numbers:
    """A format as numbers; the indexes are `FormatField`."""
    return np.array((*format_kind(format), max_rounds), np.int64)


def format_kind(format: Format) -> tuple[FormatKind, int]:
    """How a format is scored, and its number; refuses partners that rotate."""
    match format:
        case Race(limit):
            return FormatKind.RACE, limit
        case LowTally(limit):
            return FormatKind.LOW_TALLY, limit
        case Partners(limit) | Teams(limit):
            return FormatKind.TEAM_RACE, limit
        case Elimination(limit):
            return FormatKind.ELIMINATION, limit
        case Single():
            return FormatKind.SINGLE_ROUND, 1
        case BestOf(rounds):
            return FormatKind.BEST_OF, rounds
        case Rotating():
            raise SetupError("format", "rotating partners are not simulated; choose another format")
        case _:
            assert_never(format)


def _arrays(plan: Plan) -> RoundArrays:
    return select_round(allocate_rounds(plan.rules, plan.seats, 1, memory=needs_memory(plan)), 0)
