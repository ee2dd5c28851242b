"""A part of a simulation: so many rounds of a plan, or whole games if it has a format, counted."""

from typing import NamedTuple, assert_never

import numpy as np
from msgspec.structs import replace

from openuno.bots.evaluation import shedding
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
from openuno.kernel.rules.state import Numbers, Table, at, tables
from openuno.kernel.simulation.games import any_games
from openuno.kernel.simulation.rounds import any_rounds, plain_rounds
from openuno.kernel.tallies import GAME_SIZE, LONGEST_GAME, SIZE

_SEEDS = 1 << 64


class Plan(NamedTuple):
    """What is simulated: round or game `number` of it is the same on every machine and part."""

    rules: Rules
    policies: tuple[Policy, ...]
    seed: int = 0
    format: Format | None = None
    """How rounds make a game; None: rounds by themselves."""

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.policies)


_NO_MATTER = (
    "hand_size",
    "dealer_draw",
    "renege",
    "forced_play",
    "uno_penalty",
    "wrong_catch_penalty",
    "suggestion_penalty",
    "special_points",
)
"""Switches that change nothing for `uniform`, who always plays if it can, never has to be caught
and neither catches wrongly nor suggests; nor does a special card's worth in a deck without any. The
size of a hand is handed to the quick loop."""


def is_plain(plan: Plan) -> bool:
    """Whether the quick loop gives the same answer."""
    printed = (name for name in SWITCHES if name not in _NO_MATTER)
    return all(policy.plain for policy in plan.policies) and all(
        getattr(plan.rules, name) == getattr(DEFAULT_RULES, name) for name in printed
    )


def remembers(plan: Plan) -> bool:
    """Whether some seat keeps in mind what it has seen."""
    return any(policy.name == "regular" for policy in plan.policies)


def signed(seed: int) -> np.int64:
    """A seed as the kernel keeps it; refuses what is none."""
    if not 0 <= seed < _SEEDS:
        raise SetupError("seed", f"a seed is 0 to 2^64 - 1, not {seed}")
    return np.uint64(seed).astype(np.int64)


def simulate(plan: Plan, first: int, count: int, most_hands: int = LONGEST_GAME) -> Numbers:
    """Play rounds, or whole games, `first` to `first + count` here and now, on one core.

    Of rounds there are `SIZE` counts, of games `GAME_SIZE`. A game that is not over after
    `most_hands` is given up, and counted as far as it went.
    """
    seed = signed(plan.seed)
    habits = habit_rows(plan.policies).ravel()
    if plan.format is not None:
        counts = np.zeros(GAME_SIZE, np.int64)
        terms, weight = terms_of(plan.format, most_hands), shedding(plan.format)
        any_games(_table(agreed(plan)), habits, terms, weight, seed, first, count, counts)
        return counts
    t = _table(plan)
    counts = np.zeros(SIZE, np.int64)
    if is_plain(plan):
        plain_rounds(
            plan.seats, plan.rules.hand_size, t.deck, t.written, seed, first, count, counts
        )
    else:
        any_rounds(t, habits, seed, first, count, counts)
    return counts


def agreed(plan: Plan) -> Plan:
    """The plan with the rules that its format is played by; refuses what cannot be played so."""
    if plan.format is None:
        return plan
    scored(plan.format)
    check_format(plan.format, plan.rules, plan.seats)
    teams = plan.rules.teams or is_team_format(plan.format)
    return plan._replace(rules=replace(plan.rules, teams=teams))


def terms_of(format: Format, most_hands: int = LONGEST_GAME) -> Numbers:
    """A format as the kernel keeps it; the places are `Terms`."""
    return np.array((*scored(format), most_hands), np.int64)


def scored(format: Format) -> tuple[FormatKind, int]:
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


def _table(plan: Plan) -> Table:
    return at(tables(plan.rules, plan.seats, 1, remembers=remembers(plan)), 0)
