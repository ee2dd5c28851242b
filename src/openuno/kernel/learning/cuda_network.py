"""A network as an opponent in the batch for the environments, on an NVIDIA GPU.

It makes every call and every forced move by itself. Where it has a choice, what it sees is written
into a row; the rows of all tables that wait for it are scored together.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import cuda

from openuno.bots.network.decisions import draw_limit
from openuno.bots.network.layout import DECISIONS, FEATURES, MASK, STARTS, Stake
from openuno.bots.network.weights import Weights
from openuno.engine.rules import Rules
from openuno.kernel.batch.cuda_answers import put_into_queue
from openuno.kernel.batch.cuda_calls import Call
from openuno.kernel.batch.cuda_kernels import BLOCK_SIZE, choose_constants, load_numbers
from openuno.kernel.batch.lanes import lane_round_with
from openuno.kernel.batch.observation import observed_switches
from openuno.kernel.batch.passes import QUEUES, waits_for
from openuno.kernel.batch.questions import (
    ASKED_SEAT,
    ASKED_TO_JUMP_IN,
    COUNTED_DISCARDS,
    OUT_OF_TURN,
    QUESTION_FIELDS,
    QUESTION_KIND,
)
from openuno.kernel.batch.regular import due_call
from openuno.kernel.compiler import I, U, pointer
from openuno.kernel.gpu import cache_kernels
from openuno.kernel.learning.batch import count_planes, static_row
from openuno.kernel.learning.cuda_inference import MAX_BLOCKS, DeviceNetwork, padded_rows
from openuno.kernel.learning.decisions import (
    DECIDE_DRAW,
    colour_order,
    decision_answer,
    kinds_on_offer,
    only_decision,
)
from openuno.kernel.learning.discards import count_discards
from openuno.kernel.learning.features import write_cards, write_mask, write_players
from openuno.kernel.rules.state import PLANES, ROUND_FIELDS

NO_ANSWER = -1


class Asking(NamedTuple):
    """What a network is asked at once: a row for each table at which it has a choice."""

    asked: Any
    """How many tables that are."""
    lanes: Any
    orders: Any
    """How the asked seats call the colours."""
    discards: Any
    deck: Any
    """How many of each kind lie under the top card, and are in the deck: as masks."""
    features: Any
    masks: Any


class Kernels(NamedTuple):
    """The kernels of a network, compiled for some rules."""

    show: Any
    """Answer where there is no choice, and write what the network sees where there is one."""
    decide: Any
    """Answer with the decisions that have the highest scores."""


class CudaNetwork:
    """A network that plays any number of seats of a `CudaBatch`, as `bots.network.decide` does."""

    def __init__(self, weights: Weights, rules: Rules, seats: int, stake: Stake) -> None:
        self._weights, self._rules, self._seats, self._stake = weights, rules, seats, stake

    def sit_down(self, lanes: Any, functions: Any, number: int, passes: Any) -> None:
        """Prepare to answer in these lanes wherever the number stands for the asked seat."""
        count = len(lanes.actions)
        kernels = _make_kernels(*choose_constants(lanes.rows.rules))
        asking = self._make_rows(lanes, padded_rows(count))
        self._network = DeviceNetwork(self._weights, asking.asked, asking.features)
        self._clear = Call(1, forget_asked, (asking.asked,))
        blocks = min(-(-count // BLOCK_SIZE), MAX_BLOCKS)
        limit, scores = draw_limit(self._seats), self._network.scores
        self._show = [
            Call(blocks, kernels.show, (lanes, asking, functions, number, passes, turn, limit))
            for turn in range(QUEUES)
        ]
        self._decide = [
            Call(blocks, kernels.decide, (lanes, asking, scores, passes, turn))
            for turn in range(QUEUES)
        ]

    def answer(self, turn: int) -> None:
        """Answer in all lanes that wait for it, and put them into the queue of a turn."""
        self._clear()
        self._show[turn]()
        self._network.score()
        self._decide[turn]()

    def _make_rows(self, lanes: Any, rows: int) -> Asking:
        planes = lanes.rows.rules[PLANES]
        features = np.zeros((rows, FEATURES), np.uint8)
        static = static_row(self._rules, observed_switches(lanes.rows.rules), self._stake)
        features[:, STARTS["rules"] : STARTS["rules"] + len(static)] = static
        return Asking(
            *map(
                cuda.to_device,
                (
                    np.zeros(1, np.int32),
                    np.zeros(rows, np.int32),
                    np.zeros(rows, np.int64),
                    np.zeros((rows, planes), np.uint64),
                    count_planes(lanes.rows.deck.copy_to_host(), planes),
                    features,
                    np.zeros((rows, MASK), np.uint8),
                ),
            )
        )


@cuda.jit
def forget_asked(asked):
    """Nothing is asked yet."""
    if cuda.grid(1) == 0:
        asked[0] = 0


@cache
def _make_kernels(narrow: Any, fields: int) -> Kernels:
    """The kernels for the rules that `narrow` gives, some switches as constants.

    Under these rules a round uses the first `fields` of its numbers.
    """
    kernels = Kernels(_make_show(narrow, fields), _make_decide(narrow, fields))
    cache_kernels(kernels, f"network-{narrow.__name__}")
    return kernels


def _make_show(narrow: Any, fields: int) -> Any:
    @cuda.jit
    def show_all(lanes, asking, functions, called, passes, turn, limit):
        now = pointer(cuda.local.array(ROUND_FIELDS, np.int64))
        question = pointer(cuda.local.array(QUESTION_FIELDS, np.int64))
        thread = cuda.grid(1)
        if thread == 0:
            passes.counters[QUEUES + called] = 0
        for lane in range(thread, len(lanes.actions), cuda.gridsize(1)):
            if not waits_for(lanes, functions, lane, called):
                continue
            load_numbers(lanes, lane, now, question, fields)
            round = lane_round_with(lanes.rows, lane, now, narrow(lanes.rows.rules))
            seat = question[ASKED_SEAT]
            if (question[QUESTION_KIND] == OUT_OF_TURN) & (question[ASKED_TO_JUMP_IN] == 0):
                lanes.actions[lane] = due_call(round, seat)
                put_into_queue(passes, turn, lane)
                continue
            order, plays = colour_order(round, seat), kinds_on_offer(round, question, seat)
            only = only_decision(round, question, seat, order, plays)
            if only >= 0:
                lanes.actions[lane] = decision_answer(round, question, seat, order, only)
                put_into_queue(passes, turn, lane)
                continue
            row = I(cuda.atomic.add(asking.asked, 0, 1))
            asking.lanes[row], asking.orders[row] = lane, order
            features, masks = pointer(asking.features[row]), pointer(asking.masks[row])
            discards = pointer(asking.discards[row])
            question[COUNTED_DISCARDS] = -1  # in this thread alone: the lane has counts of its own
            count_discards(round, question, discards)
            write_cards(round, question, discards, pointer(asking.deck), seat, order, features)
            write_players(round, pointer(lanes.facts[lane]), seat, order, features)
            write_mask(round, question, seat, order, plays, masks)
            if (plays != U(0)) & (round.sizes[U(seat)] > limit):
                masks[DECIDE_DRAW] = 0

    return show_all


def _make_decide(narrow: Any, fields: int) -> Any:
    @cuda.jit
    def decide_all(lanes, asking, scores, passes, turn):
        now = pointer(cuda.local.array(ROUND_FIELDS, np.int64))
        question = pointer(cuda.local.array(QUESTION_FIELDS, np.int64))
        for row in range(cuda.grid(1), I(asking.asked[0]), cuda.gridsize(1)):
            best = NO_ANSWER
            for decision in range(DECISIONS):
                if asking.masks[row, decision] != 0 and (
                    best < 0 or scores[row, decision] > scores[row, best]
                ):
                    best = decision
            lane = I(asking.lanes[row])
            load_numbers(lanes, lane, now, question, fields)
            round = lane_round_with(lanes.rows, lane, now, narrow(lanes.rows.rules))
            seat, order = question[ASKED_SEAT], asking.orders[row]
            lanes.actions[lane] = decision_answer(round, question, seat, order, best)
            put_into_queue(passes, turn, lane)

    return decide_all
