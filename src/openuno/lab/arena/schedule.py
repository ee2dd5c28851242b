"""The rounds of an arena in their order: every deal from every seat, against every bot."""

from collections.abc import Iterator

import msgspec

from openuno.engine.errors import SetupError
from openuno.engine.rng import Fast, Generator, fork
from openuno.engine.rules import Rules, check_seats
from openuno.lab.arena.generated_rules import RuleSet
from openuno.lab.ladder.climb import MAX_SEED
from openuno.lab.ladder.duels import EVALUATION_SEEDS
from openuno.lab.ladder.entrants import find_bot

PROTOCOL = "openuno-arena-1"
"""Raised when the same player on the same deals would get other figures."""
LADDER = ("random", "casual", "regular", "master")
"""The fixed ladder, the weakest first."""
MAX_DEALS = 100_000


class Plan(msgspec.Struct, frozen=True):
    """What is played: against whom, by which rules, how many deals of each."""

    against: tuple[str, ...]
    rule_sets: tuple[RuleSet, ...]
    players: int
    deals: int
    seed: int
    worlds: int

    @property
    def rounds(self) -> int:
        """How many rounds that makes."""
        return len(self.against) * len(self.rule_sets) * self.deals * self.players

    @property
    def tables(self) -> list[tuple[Rules, int]]:
        """The rules that are played, each with the number of players."""
        return [(rule_set.rules, self.players) for rule_set in self.rule_sets]


class ScheduledRound(msgspec.Struct, frozen=True):
    """A round to be played: against which bot and by which rules of the plan, deal and seat."""

    opponent: int
    rule_set: int
    deal: int
    seat: int


def check_plan(plan: Plan) -> Plan:
    """The plan, if it can be played; else `SetupError`."""
    if not 1 <= plan.deals <= MAX_DEALS:
        raise SetupError("deals", f"play 1 to {MAX_DEALS:,} deals, not {plan.deals}")
    if not 0 <= plan.seed <= MAX_SEED:
        raise SetupError("seed", f"a seed of the arena is 0 to 2^62 - 1, not {plan.seed}")
    for rule_set in plan.rule_sets:
        check_seats(rule_set.rules, plan.players)
        if rule_set.rules.teams:
            raise SetupError("teams", "in the arena everyone plays alone; set teams=off")
    if not plan.against:
        raise SetupError("against", "name a bot to play against")
    if len(set(plan.against)) < len(plan.against):
        raise SetupError("against", f"a bot is named twice: {', '.join(plan.against)}")
    for name in plan.against:
        find_bot(name)
    return plan


def schedule(plan: Plan) -> Iterator[ScheduledRound]:
    """Every round of the plan, in the order in which they are played."""
    for opponent in range(len(plan.against)):
        for rule_set in range(len(plan.rule_sets)):
            for deal in range(plan.deals):
                for seat in range(plan.players):
                    yield ScheduledRound(opponent, rule_set, deal, seat)


def deal_seed(plan: Plan, deal: int) -> int:
    """The seed of a deal, which is the same from every seat and against every bot."""
    return EVALUATION_SEEDS + plan.seed + deal


def pricing_rng(plan: Plan, round: ScheduledRound) -> Generator:
    """The generator that a round is priced by."""
    return fork(Fast(plan.seed), round.opponent, round.rule_set, round.deal, round.seat)


def record_name(plan: Plan, round: ScheduledRound) -> str:
    """What the record of a round is called, without its suffix; a file may be called so."""
    against = "".join(
        letter if letter.isalnum() or letter in "_.-" else "_"
        for letter in plan.against[round.opponent]
    )
    return f"{against}-rules{round.rule_set + 1}-deal{round.deal + 1}-seat{round.seat}"
