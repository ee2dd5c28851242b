"""Rollouts by the kernel: what those of `lookahead` find, deal by deal, hundreds of times as fast.

Nothing but this module of `local` imports the kernel, and `compiled` imports this one.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import accumulate, chain
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from openuno.bots.bot import Mind, is_my_turn
from openuno.bots.evaluation import points_weight
from openuno.bots.memory import NOTHING, Memory
from openuno.bots.network.decisions import draw_limit, stake_of
from openuno.bots.network.layout import FEATURES, MASK, Stake
from openuno.bots.network.weights import STUDENT, read_weights
from openuno.engine.actions import Action
from openuno.engine.cards import COLOURS, KIND_OF, Card
from openuno.engine.deal import deal
from openuno.engine.errors import SetupError
from openuno.engine.rng import Fast
from openuno.engine.rules import DEFAULT_RULES, deck
from openuno.engine.state import FacingDrawFour, seat_to_act
from openuno.engine.view import View, view
from openuno.kernel.batch.observation import observed_switches
from openuno.kernel.batch.questions import QUESTION_FIELDS
from openuno.kernel.compiler import LANES, compile_for, load_for
from openuno.kernel.learning.batch import count_planes, static_row
from openuno.kernel.learning.features import RULES
from openuno.kernel.rules.actions import encode
from openuno.kernel.rules.conversion import to_arrays
from openuno.kernel.rules.facts import SEAT_FACTS
from openuno.kernel.rules.state import Masks, Numbers, RoundArrays, RoundField, Row8, Switch
from openuno.kernel.search.belief import NOWHERE, BeliefArrays
from openuno.kernel.search.rollouts import roll_out
from openuno.kernel.search.student import SeatArrays, StudentArrays, roll_out_with_student
from openuno.kernel.simulation.plan import signed_seed
from openuno.local.search.belief import (
    EXCHANGES,
    FEW_LEFT,
    FIRST_EXCHANGES,
    IN_A_ROW,
    KEEPS,
    SURPRISE,
    Belief,
)
from openuno.local.search.lookahead import MAX_ACTIONS, started_memory
from openuno.local.search.styles import FACE_ENTRY

RollOut = Callable[..., None]


class Compiled(NamedTuple):
    """The compiled rollouts: `roll_out`, and `roll_out_with_student`."""

    roll_out: RollOut
    with_student: RollOut


_FIRST = Fast(0)
_EXCHANGES = np.array([FIRST_EXCHANGES, EXCHANGES, IN_A_ROW, FEW_LEFT], np.int64)


class KernelRollouts:
    """Everyone plays on as `regular` to the end of the round.

    Refuses with `SetupError` what the kernel does not play; that depends on the belief alone.
    """

    block = 64

    def __init__(self, belief: Belief, mind: Mind, roll_out: RollOut) -> None:
        _check(belief)
        self._roll_out = roll_out
        self._seat = belief.seat
        self._weight, self._stake = points_weight(mind.format), int(stake_of(mind.format))
        self._belief = _belief_arrays(belief)
        first = belief.sample_quickly(_FIRST)
        self.world, self._round = (to_arrays(first) for _ in range(2))
        """The deal that was judged last, before any action."""
        self._rewards = np.zeros(len(belief.view.hands))

    def judge(self, rng: Fast, deals: range, actions: Sequence[Action]) -> list[list[float]]:
        """For each action, what the round is worth to the seat in each deal."""
        values = np.zeros((len(deals), len(actions)))
        self._roll_out(*self._arguments(rng, deals, actions, values))
        found: list[list[float]] = values.T.tolist()
        return found

    def _arguments(
        self, rng: Fast, deals: range, actions: Sequence[Action], values: npt.NDArray[np.float64]
    ) -> tuple[Any, ...]:
        return (
            self._belief,
            self.world,
            self._round,
            signed_seed(rng.seed),
            deals.start,
            deals.stop,
            self._seat,
            _numbers(map(encode, actions)),
            self._weight,
            self._stake,
            MAX_ACTIONS,
            _EXCHANGES,
            SURPRISE,
            KEEPS,
            self._rewards,
            values,
        )

    @classmethod
    def examples(cls) -> tuple[Any, ...]:
        """Arguments of `roll_out`, for their types."""
        round = deal(DEFAULT_RULES, 2, 0, _FIRST).round
        seen = view(round, seat_to_act(round))
        rollouts = cls(Belief(seen, NOTHING), Mind(_FIRST), roll_out)
        return rollouts._arguments(_FIRST, range(1), seen.legal[:1], np.zeros((1, 1)))


class KernelStudentRollouts:
    """The seat plays on by a network, the small one, the others as `regular`, to the round's end.

    Refuses with `SetupError` what the kernel does not play; that depends on the belief alone.
    """

    block = 16  # each takes several times as long as without the network

    def __init__(
        self, belief: Belief, mind: Mind, roll_out: RollOut, network_file: Path = STUDENT
    ) -> None:
        _check(belief)
        self._roll_out = roll_out
        self._seat, self._limit = belief.seat, draw_limit(len(belief.view.hands))
        self._weight, self._stake = points_weight(mind.format), int(stake_of(mind.format))
        self._belief = _belief_arrays(belief)
        first = belief.sample_quickly(_FIRST)
        self.world, self._round = (to_arrays(first, memory=True) for _ in range(2))
        """The deal that was judged last, before any action."""
        memory = started_memory(belief.view, mind.memory)
        _write_memory(self.world, belief.seat, memory)
        network = _network_arrays(network_file)
        # The small network has learnt to win rounds, and knows no other stake.
        seen_stake = Stake.WIN if network_file == STUDENT else stake_of(mind.format)
        self._own = _seat_arrays(belief.view, self.world, memory, network, seen_stake)
        self._rewards = np.zeros(len(belief.view.hands))
        # Room of its own to compute in: others may search at the same time, on other threads.
        self._student = network._replace(
            inputs=network.inputs.copy(),
            sums=network.sums.copy(),
            indexes=network.indexes.copy(),
            factors=network.factors.copy(),
        )

    def judge(self, rng: Fast, deals: range, actions: Sequence[Action]) -> list[list[float]]:
        """For each action, what the round is worth to the seat in each deal."""
        values = np.zeros((len(deals), len(actions)))
        self._roll_out(*self._arguments(rng, deals, actions, values))
        found: list[list[float]] = values.T.tolist()
        return found

    def _arguments(
        self, rng: Fast, deals: range, actions: Sequence[Action], values: npt.NDArray[np.float64]
    ) -> tuple[Any, ...]:
        return (
            self._belief,
            self.world,
            self._round,
            self._own,
            self._student,
            signed_seed(rng.seed),
            deals.start,
            deals.stop,
            self._seat,
            _numbers(map(encode, actions)),
            self._limit,
            self._weight,
            self._stake,
            MAX_ACTIONS,
            _EXCHANGES,
            SURPRISE,
            KEEPS,
            self._rewards,
            values,
        )

    @classmethod
    def examples(cls) -> tuple[Any, ...]:
        """Arguments of `roll_out_with_student`, for their types."""
        round = deal(DEFAULT_RULES, 2, 0, _FIRST).round
        seen = view(round, seat_to_act(round))
        rollouts = cls(Belief(seen, NOTHING), Mind(_FIRST), roll_out_with_student)
        return rollouts._arguments(_FIRST, range(1), seen.legal[:1], np.zeros((1, 1)))


def compile_rollouts() -> Compiled:
    """The rollouts, compiled if they are not on disk yet, which takes a minute."""
    return Compiled(
        compile_for(roll_out, *KernelRollouts.examples()),
        compile_for(roll_out_with_student, *KernelStudentRollouts.examples()),
    )


def load_rollouts() -> Compiled | None:
    """The rollouts, if they were compiled before."""
    alone = load_for(roll_out, *KernelRollouts.examples())
    with_student = load_for(roll_out_with_student, *KernelStudentRollouts.examples())
    if alone is None or with_student is None:
        return None
    return Compiled(alone, with_student)


@cache
def _network_arrays(file: Path) -> StudentArrays:
    """A network, read once."""
    weights = read_weights(file)
    *rows, head = (
        np.frombuffer(layer.weights, np.int8).reshape(-1, layer.inputs).astype(np.float32)
        for layer in weights.layers
    )
    first, second, third = (np.ascontiguousarray(layer.T) for layer in rows)
    width = len(second)
    assert width % LANES == 0, "the sums are computed in whole runs"
    assert weights.levels[0] == 0, "what is not there counts nothing"
    room = max(len(first), width)
    return StudentArrays(
        levels=np.frombuffer(weights.levels, np.uint8).astype(np.float32),
        first=first,
        second=second,
        third=third,
        head=head,
        scales=_numbers(chain(*(layer.scales for layer in weights.layers))),
        biases=_numbers(chain(*(layer.biases for layer in weights.layers))),
        inputs=np.zeros(width, np.float32),
        sums=np.zeros(width, np.float32),
        indexes=np.zeros(room, np.int64),
        factors=np.zeros(room, np.float32),
    )


def _write_memory(world: RoundArrays, seat: int, memory: Memory) -> None:
    """Write what the seat knows of the others' cards; they know of colours what it knows."""
    seats, planes = len(memory.open), int(world.rules[Switch.PLANES])
    for other, cards in enumerate(memory.known):
        if other != seat:
            start = (seat * seats + other) * planes
            world.known[start : start + planes] = count_planes(_kinds(cards), planes)
    world.open[:] = np.tile(np.array(memory.open).ravel(), seats)
    world.now[RoundField.TURNED_OVER] = memory.turned_over


def _seat_arrays(
    seen: View, world: RoundArrays, memory: Memory, network: StudentArrays, stake: Stake
) -> SeatArrays:
    planes = int(world.rules[Switch.PLANES])
    features, mask = np.zeros(FEATURES, np.uint8), np.zeros(MASK, np.uint8)
    static = static_row(seen.rules, observed_switches(world.rules), stake)
    features[RULES : RULES + len(static)] = static
    facts = _facts(memory)
    return SeatArrays(
        facts=facts,
        facts_now=facts.copy(),
        question=np.zeros(QUESTION_FIELDS, np.int64),
        discards=np.zeros(planes, np.uint64),
        deck=count_planes(world.deck, planes),
        features=features,
        sums=network.levels[features] @ network.first,
        mask=mask,
    )


def _facts(memory: Memory) -> Masks:
    """The recent deeds as the kernel keeps them: the time of each, one after another."""
    seats = len(memory.open)
    times = np.zeros((seats, SEAT_FACTS, len(COLOURS)), np.uint64)
    for time, (seat, act, colour) in enumerate(memory.recent, start=1):
        if colour is not None:
            times[seat, act, COLOURS.index(colour)] = time
    words = (times << (16 * np.arange(len(COLOURS), dtype=np.uint64))).sum(-1, dtype=np.uint64)
    clock = np.array([len(memory.recent)], np.uint64)
    return np.concatenate((clock, words.ravel()))


def _check(belief: Belief) -> None:
    """Refuse positions that somebody has made up with other cards than the deck has."""
    seen, phase = belief.view, belief.view.phase
    visible = Counter(chain(seen.hands[belief.seat], seen.discard, *belief.known.values()))
    assert is_my_turn(seen), "a seat searches in its turn"
    fits = visible <= Counter(deck(seen.rules))
    fits &= all(len(known) <= len(seen.hands[other]) for other, known in belief.known.items())
    if isinstance(phase, FacingDrawFour):
        fits &= len(phase.held) <= len(seen.hands[phase.by])
    if not fits:
        raise SetupError("round", "the deck does not have these cards")


def _belief_arrays(belief: Belief) -> BeliefArrays:
    hands, known = belief.view.hands, belief.known
    starts = [0, *accumulate(len(hands[other]) for other in known)]
    unknown = [start + len(cards) for start, cards in zip(starts, known.values(), strict=False)]
    rows = np.zeros(starts[-1], np.uint8)
    for start, end, cards in zip(starts, unknown, known.values(), strict=False):
        rows[start:end] = _kinds(cards)
    turns = [belief.turns[other] for other in known]
    largest = max(len(hands[other]) for other in known)
    past = max(map(len, turns))
    hidden = starts[-1] - sum(map(len, known.values()))
    styles = len(belief.styles)
    return BeliefArrays(
        unseen=np.array(belief.unseen, np.uint8),
        others=_numbers(known),
        starts=_numbers(starts),
        unknown=_numbers(unknown),
        turned=_numbers([0, *accumulate(map(len, turns))]),
        turns=_numbers(chain(*chain(*turns))),
        styles=np.array(list(chain(*belief.styles))),
        face_entries=_numbers(FACE_ENTRY),
        hands=rows,
        left=np.zeros(len(belief.unseen) - hidden, np.uint8),
        room=np.zeros(len(belief.unseen), np.uint8),
        likely=np.zeros(len(known)),
        place=_numbers(NOWHERE),
        then=np.zeros(largest + past, np.int64),
        played=np.zeros(past, np.int64),
        counts=np.zeros(len(COLOURS), np.int64),
        found=np.zeros(styles),
        weights=np.zeros(styles),
        chosen=np.zeros(styles),
    )


def _kinds(cards: Iterable[Card]) -> Row8:
    return np.array([KIND_OF[card] for card in cards], np.uint8)


def _numbers(numbers: Iterable[int]) -> Numbers:
    return np.array(list(numbers), np.int64)
