"""The CUDA kernels of the batch: those that play, and one that writes the questions.

They keep the numbers of a round in variables of the thread. The rows of questions lie side by side,
and a block writes its rows together: a GPU takes as long to write one byte as thirty-two.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import cuda

from openuno.kernel.batch.action_space import ACTIONS
from openuno.kernel.batch.cuda_answers import put_into_queue
from openuno.kernel.batch.games import play_game_pass, show_scores
from openuno.kernel.batch.lanes import (
    DEAL,
    SKIP,
    lane_round_with,
)
from openuno.kernel.batch.observation import SIZE, clear_changing, copy_kinds, observe
from openuno.kernel.batch.passes import CALL, KEEP_LAST, QUEUES, REST, THINK, play_pass
from openuno.kernel.batch.plain import (
    any_rules,
    is_plain,
    plain_rules,
    plain_rules_with_memory,
    rules_without_specials,
    rules_without_specials_or_memory,
)
from openuno.kernel.batch.questions import (
    ASKED_SEAT,
    QUESTION_FIELDS,
    clear_aloud,
    write_mask,
)
from openuno.kernel.batch.regular import regular_answer
from openuno.kernel.batch.steps import next_answer, write_outcome
from openuno.kernel.byte_rows import (
    load_word,
    store_word,
    write_bits,
    write_bits_fourfold,
    write_counts,
)
from openuno.kernel.compiler import I, U, pointer
from openuno.kernel.gpu import cache_kernels, register
from openuno.kernel.rules.state import LASTING_RULES, MEMORY, ROUND_FIELDS, SENTENCE, SPECIALS

BLOCK_SIZE = 64
WORD = 8
"""Bytes that are copied at once. The rows of a block begin at a multiple of it."""
BLOCK_BYTES = BLOCK_SIZE * max(SIZE, ACTIONS)

register(copy_kinds, clear_changing, clear_aloud, write_bits, write_bits_fourfold, write_counts)
register(load_word, store_word)


class Kernels(NamedTuple):
    """The kernels of a step, compiled for some rules; none does anything if `found` is a lane."""

    play: Any
    """Carry out the answers of all lanes, or of a queue; go on until somebody is asked."""
    choose: Any
    """Let `regular` choose an answer in the lanes of a queue where it is asked."""
    keep: Any
    """Keep the last questions of the rounds that have ended in the lanes of a queue."""
    write: Any
    """Write what is asked in the lanes that were not skipped, or only where a function is."""


def choose_kernels(rules: Sequence[int], *, has_games: bool = False) -> Kernels:
    """The kernels that know most about these switches."""
    return _make_kernels(*choose_constants(rules), has_games)


def choose_constants(rules: Sequence[int]) -> tuple[Any, int]:
    """The function that makes most of these switches constants; with special cards it makes none.

    And how many of its numbers a round uses then.
    """
    if rules[SPECIALS] or rules[LASTING_RULES]:
        return any_rules, ROUND_FIELDS
    if rules[MEMORY]:
        plain, other = plain_rules_with_memory, rules_without_specials
    else:
        plain, other = plain_rules, rules_without_specials_or_memory
    is_printed = is_plain(rules, memory=bool(rules[MEMORY]))
    return (plain if is_printed else other), SENTENCE


@cache
def _make_kernels(narrow: Any, fields: int, has_games: bool) -> Kernels:
    """The kernels for the rules that `narrow` gives, some switches as constants.

    Under these rules a round uses the first `fields` of its numbers. `has_games`: whether an
    episode is a game.
    """
    play = play_game_pass if has_games else play_pass
    kernels = Kernels(
        _make_play(narrow, fields, play),
        _make_choose(narrow, fields),
        _make_keep(narrow, fields),
        _make_write(narrow, fields),
    )
    cache_kernels(kernels, f"batch-{narrow.__name__}-{'games' if has_games else 'rounds'}")
    return kernels


def _make_play(narrow: Any, fields: int, play: Any) -> Any:
    @cuda.jit
    def play_all(
        lanes, result, found, passes, games, turn, is_first, opponents, seed, learner, pay, dealing
    ):
        now = pointer(cuda.local.array(ROUND_FIELDS, np.int64))
        question = pointer(cuda.local.array(QUESTION_FIELDS, np.int64))
        thread, before = cuda.grid(1), (turn + QUEUES - 1) % QUEUES
        if found[0] < len(lanes.actions):
            return
        if thread == 0:
            passes.counters[(turn + 1) % QUEUES] = 0
        count = len(lanes.actions) if is_first else I(passes.counters[before])
        for place in range(thread, count, cuda.gridsize(1)):
            lane = place if is_first else I(passes.queue[before, place])
            answered = lanes.asked[lane] if learner < 0 else learner
            index = next_answer(lanes, lane, dealing) if is_first else lanes.actions[lane]
            lanes.actions[lane] = index
            if index != SKIP:
                load_numbers(lanes, lane, now, question, fields)
                round = lane_round_with(lanes.rows, lane, now, narrow(lanes.rows.rules))
                waits = play(
                    lanes,
                    passes,
                    games,
                    lane,
                    round,
                    question,
                    index,
                    is_first,
                    opponents,
                    seed,
                    learner,
                    pay,
                    dealing,
                )
                store_numbers(lanes, lane, now, question, fields)
                if waits != REST:
                    lanes.actions[lane] = waits
                if waits == CALL:
                    number = opponents.functions[lanes.asked[lane]]
                    cuda.atomic.add(passes.counters, QUEUES + number, 1)
                elif waits != REST:
                    put_into_queue(passes, turn, lane)
            # Only a learner's own seat is paid for what happens after the first pass.
            if len(result.rewards) > 0 and (is_first or learner >= 0):
                write_outcome(lanes, lane, answered, result)

    return play_all


def _make_choose(narrow: Any, fields: int) -> Any:
    @cuda.jit
    def choose_all(lanes, passes, turn, weight):
        now = pointer(cuda.local.array(ROUND_FIELDS, np.int64))
        question = pointer(cuda.local.array(QUESTION_FIELDS, np.int64))
        count = I(passes.counters[turn])
        for place in range(cuda.grid(1), count, cuda.gridsize(1)):
            lane = I(passes.queue[turn, place])
            if lanes.actions[lane] == THINK:
                load_numbers(lanes, lane, now, question, fields)
                round = lane_round_with(lanes.rows, lane, now, narrow(lanes.rows.rules))
                lanes.actions[lane] = regular_answer(round, question, weight)
                store_numbers(lanes, lane, now, question, fields)

    return choose_all


def _make_keep(narrow: Any, fields: int) -> Any:
    @cuda.jit
    def keep_all(lanes, passes, games, turn, learner):
        now = pointer(cuda.local.array(ROUND_FIELDS, np.int64))
        question = pointer(cuda.local.array(QUESTION_FIELDS, np.int64))
        count = I(passes.counters[turn])
        for place in range(cuda.grid(1), count, cuda.gridsize(1)):
            lane = I(passes.queue[turn, place])
            if lanes.actions[lane] == KEEP_LAST:
                load_numbers(lanes, lane, now, question, fields)
                round = lane_round_with(lanes.rows, lane, now, narrow(lanes.rows.rules))
                answered = lanes.asked[lane] if learner < 0 else learner
                discards, seen = pointer(lanes.discards[lane]), pointer(lanes.last_seen[lane])
                observe(round, question, discards, answered, seen)
                allowed, masks = pointer(lanes.allowed[lane]), pointer(lanes.last_masks[lane])
                write_mask(round, question, allowed, masks)
                lanes.last_asked[lane] = question[ASKED_SEAT]
                if len(games.scores) > 0:
                    show_scores(games, lane, answered, games.last)
                lanes.actions[lane] = DEAL
                store_numbers(lanes, lane, now, question, 0)

    return keep_all


def _make_write(narrow: Any, fields: int) -> Any:
    @cuda.jit
    def write_all(lanes, found, only_called):
        rows = cuda.shared.array(BLOCK_BYTES, np.uint8, WORD)
        now = pointer(cuda.local.array(ROUND_FIELDS, np.int64))
        question = pointer(cuda.local.array(QUESTION_FIELDS, np.int64))
        last = len(lanes.actions) - 1
        if found[0] <= last:
            return
        own, first = cuda.threadIdx.x, cuda.blockIdx.x * BLOCK_SIZE
        count = min(last + 1 - first, BLOCK_SIZE)
        lane = min(first + own, last)
        index = lanes.actions[lane]
        is_asked = own < count and (index == CALL if only_called else index != SKIP)
        if cuda.syncthreads_or(1 if is_asked else 0) == 0:
            return
        load_numbers(lanes, lane, now, question, fields)
        round = lane_round_with(lanes.rows, lane, now, narrow(lanes.rows.rules))
        seen, masks = pointer(lanes.seen[first]), pointer(lanes.masks[first])
        _copy_together(pointer(rows), seen, count * SIZE)
        if is_asked:
            discards, out = pointer(lanes.discards[lane]), pointer(rows[own * SIZE :])
            observe(round, question, discards, question[ASKED_SEAT], out)
            store_numbers(lanes, lane, now, question, 0)
        _copy_together(seen, pointer(rows), count * SIZE)
        _copy_together(pointer(rows), masks, count * ACTIONS)
        if is_asked:
            allowed, out = pointer(lanes.allowed[lane]), pointer(rows[own * ACTIONS :])
            write_mask(round, question, allowed, out)
        _copy_together(masks, pointer(rows), count * ACTIONS)

    return write_all


@cuda.jit(device=True)
def load_numbers(lanes, lane, now, question, fields):
    """Copy the numbers that a lane uses most into variables of the thread."""
    for index in range(ROUND_FIELDS):
        now[U(index)] = lanes.rows.now[lane, index] if index < fields else 0
    for index in range(QUESTION_FIELDS):
        question[U(index)] = lanes.questions[lane, index]


@cuda.jit(device=True)
def store_numbers(lanes, lane, now, question, fields):
    """Copy them back, of those of the round the first `fields`."""
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
