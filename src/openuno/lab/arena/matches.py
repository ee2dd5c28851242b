"""A contestant against the ladder: every deal from every seat, every decision priced."""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain

import msgspec

from openuno.bots.bot import Bot
from openuno.engine.actions import Catch, Challenge, Play
from openuno.engine.rng import Generator, fork
from openuno.engine.state import owes_uno
from openuno.game.formats import Single
from openuno.lab.arena.answers import AnswerKind, Tally
from openuno.lab.arena.decisions import Decision, DecisionKind, read_decisions
from openuno.lab.arena.generated_rules import RuleSet
from openuno.lab.arena.prices import Price, PriceAll, Task
from openuno.lab.arena.schedule import Plan, ScheduledRound, deal_seed, pricing_rng, schedule
from openuno.lab.arena.seat import ContestantSeat, GaveUp
from openuno.lab.ladder.entrants import find_bot
from openuno.local.matches import GameResult, PlayTooLong, play_game
from openuno.record.reader import Record


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
    tallies: tuple[tuple[ScheduledRound, Tally], ...]
    """The answers of every round that was begun, also of one that the contestant was out in."""
    stopped: Stop | None

    @property
    def answers(self) -> Tally:
        """What all answers were like."""
        total = Tally()
        for _, tally in self.tallies:
            total.add(tally)
        return total


OnRound = Callable[[PlayedRound, Record | None], None]
"""Is called after each round, with its record unless the round was given up."""


def play_matches(
    seat: ContestantSeat, plan: Plan, price_all: PriceAll, on_round: OnRound
) -> Outcome:
    """Play everything, or until the contestant is out."""
    played: list[PlayedRound] = []
    tallies: list[tuple[ScheduledRound, Tally]] = []
    stopped = None
    try:
        for round in schedule(plan):
            seat.tally = Tally()
            tallies.append((round, seat.tally))
            record = _play_round(seat, plan, round)
            found = price_round(plan, round, record, price_all)
            played.append(found)
            on_round(found, record)
    except GaveUp as error:
        stopped = Stop(error.kind, str(error))
    return Outcome(tuple(played), tuple(tallies), stopped)


def _play_round(seat: ContestantSeat, plan: Plan, round: ScheduledRound) -> Record | None:
    bots: list[Bot] = [find_bot(plan.against[round.opponent])] * plan.players
    bots[round.seat] = seat
    result = _play(bots, plan.rule_sets[round.rule_set], deal_seed(plan, round.deal))
    return None if result is None else result.record


def _play(bots: Sequence[Bot], rule_set: RuleSet, seed: int) -> GameResult | None:
    """The round of this deal, dealt again if nobody can move; None if it might never end."""
    names = [
        f"player {seat}" if isinstance(bot, ContestantSeat) else f"bot {seat}"
        for seat, bot in enumerate(bots)
    ]
    try:
        return play_game(bots, rule_set.rules, Single(), seed=seed, names=names)
    except PlayTooLong:
        return None


def price_round(
    plan: Plan, round: ScheduledRound, record: Record | None, price_all: PriceAll
) -> PlayedRound:
    """A round of the plan by its record: who won, and every decision priced.

    One that was given up has no record, or an unfinished one; nobody won it, and nothing is priced.
    """
    won, decisions = None, tuple[PricedDecision, ...]()
    if record is not None and record.closing is not None:
        rng = pricing_rng(plan, round)
        priced = price_player(record, round.seat, plan.worlds, rng, price_all)
        won = round.seat in (record.closing.result.winners or ())
        decisions = tuple(chain.from_iterable(each.decisions for each in priced))
    against = plan.against[round.opponent]
    return PlayedRound(against, round.rule_set, round.deal, round.seat, won, decisions)


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
