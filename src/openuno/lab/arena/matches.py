"""A contestant against the ladder: every deal from every seat, every decision priced."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

import msgspec

from openuno.bots.bot import Bot
from openuno.engine.actions import Catch, Challenge, Play
from openuno.engine.errors import SetupError
from openuno.engine.rng import Fast, Generator, fork
from openuno.engine.rules import check_seats
from openuno.engine.state import owes_uno
from openuno.game.formats import Single
from openuno.lab.arena.answers import AnswerKind
from openuno.lab.arena.decisions import Decision, DecisionKind, read_decisions
from openuno.lab.arena.generated_rules import RuleSet
from openuno.lab.arena.prices import Price, PriceAll, Task
from openuno.lab.arena.seat import ContestantSeat, GaveUp
from openuno.lab.ladder.climb import MAX_SEED
from openuno.lab.ladder.duels import EVALUATION_SEEDS
from openuno.lab.ladder.entrants import find_bot
from openuno.local.matches import GameResult, PlayTooLong, play_game
from openuno.record.reader import Record

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


class PricedDecision(msgspec.Struct, frozen=True, gc=False):
    """A decision of the player, as far as figures need it."""

    kind: DecisionKind
    price: Price
    acted: bool
    """Out of turn: whether it did anything. Facing a Wild Draw Four: whether it challenged."""
    says_uno: bool
    wrong_catch: bool
    about_rules: bool
    could_bluff: bool
    bluffed: bool
    faces_bluff: bool | None


class PlayedRound(msgspec.Struct, frozen=True):
    """A round of the contestant; `won` is None where nobody won it, as in one without an end."""

    against: str
    rule_set: int
    deal: int
    seat: int
    won: bool | None
    decisions: tuple[PricedDecision, ...]


class PricedRound(msgspec.Struct, frozen=True):
    """The decisions of a player in a recorded round, and whether it won; None: nobody did."""

    decisions: tuple[PricedDecision, ...]
    won: bool | None


class Stop(msgspec.Struct, frozen=True):
    """Why a contestant was out before the end."""

    kind: AnswerKind
    sentence: str


class Outcome(msgspec.Struct, frozen=True):
    """All that was played, and what the contestant's answers were like."""

    rounds: tuple[PlayedRound, ...]
    answers: dict[AnswerKind, int]
    examples: tuple[str, ...]
    stopped: Stop | None


OnRound = Callable[[PlayedRound, Record | None], None]
"""Is called after each round, with its record unless the round was given up."""


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
    for name in plan.against:
        find_bot(name)
    return plan


def play_matches(
    seat: ContestantSeat, plan: Plan, price_all: PriceAll, on_round: OnRound
) -> Outcome:
    """Play everything, or until the contestant is out."""
    played: list[PlayedRound] = []
    stopped = None
    try:
        for found, record in _play_all(seat, plan, price_all):
            played.append(found)
            on_round(found, record)
    except GaveUp as error:
        stopped = Stop(error.kind, str(error))
    return Outcome(tuple(played), dict(seat.counts), tuple(seat.examples), stopped)


def _play_all(
    seat: ContestantSeat, plan: Plan, price_all: PriceAll
) -> Iterator[tuple[PlayedRound, Record | None]]:
    for place, against in enumerate(plan.against):
        for index, rule_set in enumerate(plan.rule_sets):
            for deal in range(plan.deals):
                for own in range(plan.players):
                    bots: list[Bot] = [find_bot(against)] * plan.players
                    bots[own] = seat
                    result = _play(bots, rule_set, plan.seed + deal)
                    if result is None:
                        yield PlayedRound(against, index, deal, own, None, ()), None
                        continue
                    rng = fork(Fast(plan.seed), place, index, deal, own)
                    priced = price_player(result.record, own, plan.worlds, rng, price_all)
                    decisions = tuple(chain.from_iterable(each.decisions for each in priced))
                    won = own in result.winners
                    yield PlayedRound(against, index, deal, own, won, decisions), result.record


def _play(bots: Sequence[Bot], rule_set: RuleSet, number: int) -> GameResult | None:
    """The round of this deal, dealt again if nobody can move; None if it might never end."""
    names = [
        f"player {seat}" if isinstance(bot, ContestantSeat) else f"bot {seat}"
        for seat, bot in enumerate(bots)
    ]
    try:
        seed = EVALUATION_SEEDS + number
        return play_game(bots, rule_set.rules, Single(), seed=seed, names=names)
    except PlayTooLong:
        return None


def price_player(
    record: Record, player: int, worlds: int, rng: Generator, price_all: PriceAll
) -> Iterator[PricedRound]:
    """Every decision of a player in a record, priced, round by round."""
    for number, found in enumerate(read_decisions(record, player)):
        own = fork(rng, number)
        tasks = [Task(each, worlds, fork(own, at)) for at, each in enumerate(found.decisions)]
        yield PricedRound(tuple(map(_describe, found.decisions, price_all(tasks))), found.won)


def _describe(decision: Decision, price: Price) -> PricedDecision:
    done = decision.done
    acted = done is not None
    if decision.kind is DecisionKind.DRAW_FOUR:
        acted = isinstance(done, Challenge)
    return PricedDecision(
        kind=decision.kind,
        price=price,
        acted=acted,
        says_uno=isinstance(done, Play) and done.uno,
        wrong_catch=isinstance(done, Catch) and done.target != owes_uno(decision.round),
        about_rules=decision.is_about_rules,
        could_bluff=decision.could_bluff,
        bluffed=decision.is_bluff,
        faces_bluff=decision.faces_bluff,
    )
