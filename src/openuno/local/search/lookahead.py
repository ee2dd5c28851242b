"""What an action is worth in a possible deal: carried out, and played on a little or to the end."""

from collections.abc import Callable, Sequence
from math import exp
from typing import Protocol

from msgspec.structs import replace

from openuno.bots.bot import Mind, are_partners, due_call
from openuno.bots.memory import NOTHING, Memory, remember
from openuno.bots.network.decisions import decide, list_options, stake_of
from openuno.bots.network.features import colour_order, write_features
from openuno.bots.network.inference import student_network
from openuno.bots.network.layout import Stake
from openuno.bots.network.weights import SCORES_PER_LOGIT
from openuno.bots.payoffs import pay_round
from openuno.bots.regular import regular
from openuno.engine.actions import Action
from openuno.engine.events import Dealt
from openuno.engine.play import apply
from openuno.engine.questions import questions_out_of_turn
from openuno.engine.rng import Fast
from openuno.engine.state import Round, RoundOver, Step, seat_to_act
from openuno.engine.view import View, redact, view
from openuno.local.search.belief import Belief, Deals

MAX_ACTIONS = 200
"""After which a round played on counts as won by nobody."""
MAX_OWN_TURNS = 3
"""Own turns without a choice that are played on before a network judges the position."""
Scores = Callable[[Sequence[bytearray]], Sequence[float]]
"""How good a network takes positions for, many at once."""


class Lookahead(Protocol):
    """Judges actions in possible deals."""

    block: int
    """Deals to ask for at a time: the clock is looked at after each block."""

    def judge(self, rng: Fast, deals: range, actions: Sequence[Action]) -> list[list[float]]:
        """For each action, what it is worth in each deal.

        That is the chance to win, from 0 to 1, or what the round is expected to pay if it is played
        for points or for a tally. Deals are numbered; the same generator and number always give
        the same one.
        """


class Rollouts:
    """Everyone plays on as `regular` to the end of the round."""

    block = 1

    def __init__(self, belief: Belief, mind: Mind) -> None:
        self._deals = Deals(belief)
        self._seat = belief.seat
        self._mind = Mind(Fast(0), format=mind.format)
        self._stake = stake_of(mind.format)

    def judge(self, rng: Fast, deals: range, actions: Sequence[Action]) -> list[list[float]]:
        """For each action, what the round is worth to the seat in each deal."""
        worlds = [self._deals.sample(rng, number) for number in deals]
        return [[self._play(world, action) for world in worlds] for action in actions]

    def _play(self, world: Round, action: Action) -> float:
        round = apply(world, self._seat, action).round
        for _ in range(MAX_ACTIONS):
            if seat_to_act(round) is None:
                break
            round = next_step(round, self._mind).round
        return _pay_seat(round, self._seat, self._stake)


class StudentRollouts:
    """The seat plays on by a small network, the others as `regular`, to the end of the round.

    The network has learnt to play as `master` does, so what an action is worth to `master` can be
    told better than if the seat, too, played on as `regular`.
    """

    block = 1

    def __init__(self, belief: Belief, mind: Mind) -> None:
        self._deals = Deals(belief)
        self._seat = belief.seat
        self._memory = started_memory(belief.view, mind.memory)
        self._format = mind.format

    def judge(self, rng: Fast, deals: range, actions: Sequence[Action]) -> list[list[float]]:
        """For each action, what the round is worth to the seat in each deal."""
        worlds = [self._deals.sample(rng, number) for number in deals]
        return [[self._play(world, action) for world in worlds] for action in actions]

    def _play(self, world: Round, action: Action) -> float:
        memories, step = self._first_memories(world), apply(world, self._seat, action)
        for _ in range(MAX_ACTIONS):
            memories = [_notice(memory, step, seat) for seat, memory in enumerate(memories)]
            if seat_to_act(step.round) is None:
                break
            step = self._next_step(step.round, memories)
        return _pay_seat(step.round, self._seat, stake_of(self._format))

    def _first_memories(self, world: Round) -> list[Memory]:
        """What each seat remembers to begin with: the others know the hands they may give away."""
        own, nothing = self._memory, ((),) * len(world.hands)
        return [
            own
            if seat == self._seat
            else replace(own, known=(*nothing[:seat], hand, *nothing[seat + 1 :]))
            for seat, hand in enumerate(world.hands)
        ]

    def _next_step(self, round: Round, memories: list[Memory]) -> Step:
        for seat, offered in questions_out_of_turn(round):
            action = self._choose(round, seat, memories[seat])
            if action is not None and action in offered:
                return apply(round, seat, action)
        acting = seat_to_act(round)
        assert acting is not None, "a round that is not over waits for somebody"
        action = self._choose(round, acting, memories[acting])
        assert action is not None, "a bot acts in its turn"
        return apply(round, acting, action)

    def _choose(self, round: Round, seat: int, memory: Memory) -> Action | None:
        seen = view(round, seat)
        if seat != self._seat:
            return regular(seen, Mind(Fast(0), memory, format=self._format))[0]
        return due_call(seen) or decide(seen, memory, student_network().scores)


def started_memory(seen: View, memory: Memory) -> Memory:
    """The memory, or that of a seat that has seen nothing of the round but how it is now."""
    if memory.open:
        return memory
    dealt = remember(NOTHING, Dealt(seen.hands, (), 0))
    return replace(dealt, colour=seen.colour, direction=seen.direction, top=seen.discard[-1])


class ToOwnTurn:
    """The others play as `regular` until the seat has a choice again; there a network judges."""

    block = 8

    def __init__(self, belief: Belief, mind: Mind, scores: Scores) -> None:
        self._deals = Deals(belief)
        self._seat = belief.seat
        self._memory = mind.memory
        self._mind = Mind(Fast(0), format=mind.format)
        self._scores = scores

    def judge(self, rng: Fast, deals: range, actions: Sequence[Action]) -> list[list[float]]:
        """For each action, the chance to win in each deal."""
        worlds = [self._deals.sample(rng, number) for number in deals]
        found = [[self._play(world, action) for world in worlds] for action in actions]
        rows = [end for ends in found for end in ends if isinstance(end, bytearray)]
        scores = iter(self._scores(rows))
        return [
            [
                end if isinstance(end, float) else 1 / (1 + exp(-next(scores) / SCORES_PER_LOGIT))
                for end in ends
            ]
            for ends in found
        ]

    def _play(self, world: Round, action: Action) -> float | bytearray:
        """How the round ended, or what the network sees at the seat's next choice."""
        seat, memory, turns = self._seat, self._memory, 0
        step = apply(world, seat, action)
        for _ in range(MAX_ACTIONS):
            memory = _notice(memory, step, seat)
            round = step.round
            acting = seat_to_act(round)
            if acting is None:
                return won(round, seat)
            if acting == seat and not _is_call_due(round):
                seen = view(round, seat)
                turns += 1
                order = colour_order(seen)
                if turns >= MAX_OWN_TURNS or len(list_options(seen, order)) > 1:
                    return write_features(seen, memory, order)
            step = next_step(round, self._mind)
        return 0.0


def next_step(round: Round, mind: Mind) -> Step:
    """What happens next if everyone plays as `regular`."""
    for seat, offered in questions_out_of_turn(round):
        action, _ = regular(view(round, seat), mind)
        if action is not None and action in offered:
            return apply(round, seat, action)
    acting = seat_to_act(round)
    assert acting is not None, "a round that is not over waits for somebody"
    action, _ = regular(view(round, acting), mind)
    assert action is not None, "a bot acts in its turn"
    return apply(round, acting, action)


def won(round: Round, seat: int) -> float:
    """1 if the round is over and the seat, or its partner, has won it."""
    phase = round.phase
    if not isinstance(phase, RoundOver) or phase.winner is None:
        return 0.0
    return float(are_partners(view(round, seat), seat, phase.winner))


def _pay_seat(round: Round, seat: int, stake: Stake) -> float:
    """What the round is worth to the seat: 1 if it has won, or what its hands pay."""
    if stake is Stake.WIN:
        return won(round, seat)
    winner = round.phase.winner if isinstance(round.phase, RoundOver) else None
    return pay_round(round.rules, round.hands, winner, stake)[seat]


def _is_call_due(round: Round) -> bool:
    """Whether somebody is asked before the turn goes on."""
    return next(questions_out_of_turn(round), None) is not None


def _notice(memory: Memory, step: Step, seat: int) -> Memory:
    for event in step.events:
        memory = remember(memory, redact(event, seat))
    return memory
