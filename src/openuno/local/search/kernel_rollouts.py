"""Rollouts by the kernel: what `lookahead.Rollouts` finds, deal by deal, hundreds of times as fast.

Nothing but this module of `local` imports the kernel, and `compiled` imports this one.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, chain
from typing import Any

import numpy as np
import numpy.typing as npt

from openuno.bots.bot import Mind, is_my_turn
from openuno.bots.evaluation import points_weight
from openuno.bots.memory import NOTHING
from openuno.bots.network.decisions import stake_of
from openuno.engine.actions import Action
from openuno.engine.cards import COLOURS, Card
from openuno.engine.deal import deal
from openuno.engine.errors import SetupError
from openuno.engine.rng import Fast
from openuno.engine.rules import DEFAULT_RULES, deck
from openuno.engine.state import FacingDrawFour, seat_to_act
from openuno.engine.view import view
from openuno.kernel.compiler import compile_for, load_for
from openuno.kernel.rules.actions import encode
from openuno.kernel.rules.conversion import to_arrays
from openuno.kernel.rules.state import KIND_OF, Numbers, Row8
from openuno.kernel.search.belief import BeliefArrays
from openuno.kernel.search.rollouts import roll_out
from openuno.kernel.simulation.plan import signed_seed
from openuno.local.search.belief import DEALS, KEEPS, SURPRISE, Belief
from openuno.local.search.lookahead import MAX_ACTIONS
from openuno.local.search.styles import FACE_ENTRY

RollOut = Callable[..., None]
"""`roll_out`, compiled."""
_FIRST = Fast(0)


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
        self.world, self._round = (to_arrays(belief.sample(_FIRST)) for _ in range(2))
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


def compile_rollouts() -> RollOut:
    """The rollouts, compiled if they are not on disk yet, which takes half a minute."""
    return compile_for(roll_out, *KernelRollouts.examples())


def load_rollouts() -> RollOut | None:
    """The rollouts, if they were compiled before."""
    return load_for(roll_out, *KernelRollouts.examples())


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
        cards=np.zeros(len(belief.unseen), np.uint8),
        candidates=np.zeros(DEALS * largest, np.uint8),
        then=np.zeros(largest + past, np.int64),
        played=np.zeros(past, np.int64),
        counts=np.zeros(len(COLOURS), np.int64),
        found=np.zeros(styles),
        weights=np.zeros(styles),
        chosen=np.zeros(styles),
        totals=np.zeros(DEALS),
    )


def _kinds(cards: Iterable[Card]) -> Row8:
    return np.array([KIND_OF[card] for card in cards], np.uint8)


def _numbers(numbers: Iterable[int]) -> Numbers:
    return np.array(list(numbers), np.int64)
