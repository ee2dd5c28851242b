"""The CUDA kernels of the batch: one that plays, one that writes the questions, for some rules.

The first keeps the numbers of a round in variables of its thread. The rows of questions lie side by
side, and a block writes its rows together: a GPU takes as long to write one byte as thirty-two.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import cuda

from openuno.kernel.batch.action_space import ACTIONS
from openuno.kernel.batch.lanes import (
    SAME_STEP,
    SKIP,
    lane_round_with,
    next_answer,
    play_on,
    take_rewards_back,
    write_outcome,
)
from openuno.kernel.batch.observation import SIZE, clear_changing, copy_kinds, observe
from openuno.kernel.batch.plain import (
    any_rules,
    is_plain,
    plain_rules,
    rules_without_specials_or_memory,
)
from openuno.kernel.batch.questions import (
    ASKED_SEAT,
    QUESTION_FIELDS,
    clear_aloud,
    is_allowed,
    write_mask,
)
from openuno.kernel.byte_rows import (
    load_word,
    store_word,
    write_bits,
    write_bits_fourfold,
    write_counts,
)
from openuno.kernel.compiler import U, pointer
from openuno.kernel.gpu import cache_kernels, register
from openuno.kernel.rules.state import LASTING_RULES, ROUND_FIELDS, SENTENCE, SPECIALS

BLOCK_SIZE = 64
WORD = 8
"""Bytes that are copied at once. The rows of a block begin at a multiple of it."""
BLOCK_BYTES = BLOCK_SIZE * max(SIZE, ACTIONS)

register(copy_kinds, clear_changing, clear_aloud, write_bits, write_bits_fourfold, write_counts)
register(load_word, store_word)


class Kernels(NamedTuple):
    """The kernels of a step, compiled for some rules; neither does anything if `found` is a lane.

    A thread works on a lane, and a block has BLOCK_SIZE of them.
    """

    play: Any
    """Carry out the answers and go on until somebody is asked; report what that came to."""
    write: Any
    """Write what is asked in the lanes that were not skipped."""


@cuda.jit
def take_answers(given, actions):
    """Copy answers of any type into the lanes."""
    lane = cuda.grid(1)
    if lane < len(actions):
        actions[lane] = given[lane]


@cuda.jit
def find_illegal(actions, allowed, ended, dealing, found):
    """Lower `found` to the first lane whose answer is not allowed.

    Answers to a round that is over are not looked at.
    """
    lane = cuda.grid(1)
    if lane < len(actions):
        index = actions[lane]
        is_over = (dealing != SAME_STEP) & (ended[lane] != 0)
        if (not is_over) and (
            (index < 0) or (index >= ACTIONS) or not is_allowed(allowed, lane, index)
        ):
            cuda.atomic.min(found, 0, lane)


@cuda.jit
def clear_paid(rewards, ended, found):
    """Forget what the lanes were paid that wait."""
    lane = cuda.grid(1)
    if lane < len(ended) and found[0] >= len(ended) and ended[lane] != 0:
        for seat in range(rewards.shape[1]):
            rewards[lane, seat] = 0


def choose_kernels(rules: Sequence[int]) -> Kernels:
    """The kernels that know most about these switches; those of special cards know nothing."""
    if rules[SPECIALS] or rules[LASTING_RULES]:
        return _make_kernels(any_rules, ROUND_FIELDS)
    narrow = plain_rules if is_plain(rules) else rules_without_specials_or_memory
    return _make_kernels(narrow, SENTENCE)


@cache
def _make_kernels(narrow: Any, fields: int) -> Kernels:
    """The kernels for the rules that `narrow` gives, some switches as constants.

    Under these rules a round uses the first `fields` of its numbers.
    """
    kernels = Kernels(_make_play(narrow, fields), _make_write(narrow, fields))
    cache_kernels(kernels, f"batch-{narrow.__name__}")
    return kernels


def _make_play(narrow: Any, fields: int) -> Any:
    @cuda.jit
    def play_all(lanes, result, found, seed, learner, pay, dealing):
        now = pointer(cuda.local.array(ROUND_FIELDS, np.int64))
        question = pointer(cuda.local.array(QUESTION_FIELDS, np.int64))
        lane = cuda.grid(1)
        if lane >= len(lanes.actions) or found[0] < len(lanes.actions):
            return
        answered = lanes.asked[lane] if learner < 0 else learner
        index = next_answer(lanes, lane, dealing)
        lanes.actions[lane] = index
        if index != SKIP:
            _take(lanes, lane, now, question, fields)
            round = lane_round_with(lanes.rows, lane, now, narrow(lanes.rows.rules))
            take_rewards_back(lanes, lane, round)
            ended, _, _ = play_on(
                lanes, lane, round, question, index, 0, False, False, seed, learner, pay, dealing
            )
            lanes.ended[lane] = ended
            lanes.asked[lane] = question[ASKED_SEAT]
            _put_back(lanes, lane, now, question, fields)
        if len(result.rewards) > 0:
            write_outcome(lanes, lane, answered, result)

    return play_all


def _make_write(narrow: Any, fields: int) -> Any:
    @cuda.jit
    def write_all(lanes, found):
        rows = cuda.shared.array(BLOCK_BYTES, np.uint8, WORD)
        now = pointer(cuda.local.array(ROUND_FIELDS, np.int64))
        question = pointer(cuda.local.array(QUESTION_FIELDS, np.int64))
        last = len(lanes.actions) - 1
        if found[0] <= last:
            return
        own, first = cuda.threadIdx.x, cuda.blockIdx.x * BLOCK_SIZE
        count = min(last + 1 - first, BLOCK_SIZE)
        lane = min(first + own, last)
        is_asked = own < count and lanes.actions[lane] != SKIP
        _take(lanes, lane, now, question, fields)
        round = lane_round_with(lanes.rows, lane, now, narrow(lanes.rows.rules))
        seen, masks = pointer(lanes.seen[first]), pointer(lanes.masks[first])
        _copy_together(pointer(rows), seen, count * SIZE)
        if is_asked:
            discards, out = pointer(lanes.discards[lane]), pointer(rows[own * SIZE :])
            observe(round, question, discards, question[ASKED_SEAT], out)
            _put_back(lanes, lane, now, question, 0)
        _copy_together(seen, pointer(rows), count * SIZE)
        _copy_together(pointer(rows), masks, count * ACTIONS)
        if is_asked:
            allowed, out = pointer(lanes.allowed[lane]), pointer(rows[own * ACTIONS :])
            write_mask(round, question, allowed, out)
        _copy_together(masks, pointer(rows), count * ACTIONS)

    return write_all


@cuda.jit(device=True)
def _take(lanes, lane, now, question, fields):
    """Copy the numbers that a lane uses most into variables of the thread."""
    for index in range(ROUND_FIELDS):
        now[U(index)] = lanes.rows.now[lane, index] if index < fields else 0
    for index in range(QUESTION_FIELDS):
        question[U(index)] = lanes.questions[lane, index]


@cuda.jit(device=True)
def _put_back(lanes, lane, now, question, fields):
    for index in range(fields):
        lanes.rows.now[lane, index] = now[U(index)]
    for index in range(QUESTION_FIELDS):
        lanes.questions[lane, index] = question[U(index)]


@cuda.jit(device=True)
def _copy_together(target, source, size):
    """Copy bytes once all threads of the block are here, and wait until all are copied."""
    cuda.syncthreads()
    words = size // WORD
    for place in range(cuda.threadIdx.x, words, BLOCK_SIZE):
        store_word(target, WORD * place, load_word(source, WORD * place))
    for place in range(WORD * words + cuda.threadIdx.x, size, BLOCK_SIZE):
        target[U(place)] = source[U(place)]
    cuda.syncthreads()
