"""The CUDA kernels of the batch for training: a step in passes over the lanes.

The threads of a warp step together: a lane that is dealt a round, or whose policy has to choose,
holds up 31 others. So a pass does one thing, and the lanes that have more to do wait side by side
for the next pass that does it.
"""

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numba import cuda

from openuno.bots.network.layout import KINDS, MASK, PLAYER_SIZE, PLAYERS
from openuno.kernel.batch.cuda_kernels import load_numbers, store_numbers
from openuno.kernel.batch.lanes import lane_round_with
from openuno.kernel.batch.questions import ASKED_SEAT, QUESTION_FIELDS
from openuno.kernel.byte_rows import byte_pointer, load_word, store_word
from openuno.kernel.compiler import I, pointer
from openuno.kernel.gpu import cache_kernels, register
from openuno.kernel.learning.features import (
    PLAYER_WORDS,
    RULES,
    write_cards,
    write_hidden,
    write_mask,
    write_players,
)
from openuno.kernel.learning.lanes import ASK, NEXT_ROUND, NOBODY, THINK
from openuno.kernel.learning.steps import (
    act,
    choose,
    deal_next,
    end_step,
    make_go_on,
    start_step,
)
from openuno.kernel.rules.state import ROUND_FIELDS, SEATS

WARP, ALL_LANES = 32, 0xFFFFFFFF
WORD = 8
WRITING_BLOCK = 128
STAGED_WORDS = RULES // WORD + 1
"""Words of a lane that its warp writes together; an odd number, so that the threads use different
banks of the shared memory."""
BLOCK_WORDS = WRITING_BLOCK * STAGED_WORDS
ACTING, CHOOSING, DEALING = range(3)
"""What lanes wait for: to act, for a policy to choose, for the next round."""
WAITING = 3

register(byte_pointer, load_word, store_word)


class Queues(NamedTuple):
    """The lanes that are not done after a pass."""

    lanes: Any
    """By whether the number of the pass is odd, and what they wait for."""
    lengths: Any
    """By pass, and what is waited for."""
    codes: Any
    """What each lane does next."""
    left: Any
    """How many actions each lane may take before it is stopped."""


class Kernels(NamedTuple):
    """The kernels of a step, compiled for some rules."""

    act: Any
    """Act in the lanes that wait for it; in the first pass, in all by their decisions."""
    choose: Any
    """Let the policies choose that are asked; their lanes then wait to act."""
    deal: Any
    """Deal the next round in the lanes that wait for it."""
    finish: Any
    """Go on in the lanes that are left, as long as it takes."""
    write: Any
    """Write what is asked."""


@cuda.jit(device=True)
def _put(queues, number, waiting, lane):
    """Put a lane into a queue; threads that use the same one together add to its length once."""
    together = cuda.match_any_sync(cuda.activemask(), waiting)
    first = cuda.ffs(together) - 1
    own = cuda.laneid
    place = 0
    if own == first:
        place = cuda.atomic.add(queues.lengths, (number, waiting), cuda.popc(together))
    place = cuda.shfl_sync(together, place, first)
    place += cuda.popc(together & ((1 << own) - 1))
    queues.lanes[number & 1, waiting, place] = lane


@cuda.jit(device=True)
def _end_pass(lanes, queues, number, lane, round, question, code, left):
    """The lane asks a network, or is stopped, or goes on in the next pass."""
    if (code == ASK) | (left <= 0):
        end_step(lanes, lane, round, question, code)
    else:
        queues.codes[lane], queues.left[lane] = code, left
        waiting = DEALING if code == NEXT_ROUND else CHOOSING if code == THINK else ACTING
        _put(queues, number, waiting, lane)


@cuda.jit(device=True)
def _copy_rows(words, rows, which, first, count):
    """Copy `count` words of each lane of a warp into its row, from word `first` of the row on.

    The threads write neighbouring words together: a GPU takes as long to write one as sixteen.
    """
    cuda.syncwarp()
    thread = cuda.laneid
    staged = (cuda.threadIdx.x - thread) * STAGED_WORDS
    lane = cuda.grid(1) - thread
    for index in range(thread, count * WARP, WARP):
        row = index // count
        if which >> row & 1:
            place = index - row * count
            word = words[staged + row * STAGED_WORDS + place]
            store_word(pointer(rows[lane + row]), WORD * (first + place), word)
    cuda.syncwarp()


@cache
def make_kernels(narrow: Any, fields: int) -> Kernels:
    """The kernels for the rules that `narrow` gives, some switches as constants.

    Under these rules a round uses the first `fields` of its numbers.
    """
    kernels = Kernels(
        _make_act(narrow, fields),
        _make_choose(narrow, fields),
        _make_deal(narrow, fields),
        _make_finish(narrow, fields),
        _make_write(narrow, fields),
    )
    cache_kernels(kernels, f"learning-{narrow.__name__}")
    return kernels


def _make_act(narrow: Any, fields: int) -> Any:
    @cuda.jit
    def act_all(lanes, queues, number, most, limit, patience):
        now = pointer(cuda.local.array(ROUND_FIELDS, np.int64))
        question = pointer(cuda.local.array(QUESTION_FIELDS, np.int64))
        rules = narrow(lanes.rows.rules)
        count = len(lanes.decisions) if number == 0 else I(queues.lengths[number - 1, ACTING])
        for place in range(cuda.grid(1), count, cuda.gridsize(1)):
            lane = place if number == 0 else I(queues.lanes[(number - 1) & 1, ACTING, place])
            load_numbers(lanes, lane, now, question, fields)
            round = lane_round_with(lanes.rows, lane, now, rules)
            if number == 0:
                code, left = I(start_step(lanes, lane, round, question)), patience
            else:
                code, left = queues.codes[lane], queues.left[lane]
            code, left = act(lanes, lane, round, question, code, left, most, limit)
            _end_pass(lanes, queues, number, lane, round, question, code, left)
            store_numbers(lanes, lane, now, question, fields)

    return act_all


def _make_choose(narrow: Any, fields: int) -> Any:
    @cuda.jit
    def choose_all(lanes, queues, number):
        now = pointer(cuda.local.array(ROUND_FIELDS, np.int64))
        question = pointer(cuda.local.array(QUESTION_FIELDS, np.int64))
        rules = narrow(lanes.rows.rules)
        count = I(queues.lengths[number - 1, CHOOSING])
        for place in range(cuda.grid(1), count, cuda.gridsize(1)):
            lane = I(queues.lanes[(number - 1) & 1, CHOOSING, place])
            load_numbers(lanes, lane, now, question, fields)
            round = lane_round_with(lanes.rows, lane, now, rules)
            queues.codes[lane] = choose(lanes, lane, round, question)
            store_numbers(lanes, lane, now, question, fields)
            _put(queues, number - 1, ACTING, lane)

    return choose_all


def _make_deal(narrow: Any, fields: int) -> Any:
    @cuda.jit
    def deal_all(lanes, queues, number, seed, limit):
        now = pointer(cuda.local.array(ROUND_FIELDS, np.int64))
        question = pointer(cuda.local.array(QUESTION_FIELDS, np.int64))
        rules = narrow(lanes.rows.rules)
        count = I(queues.lengths[number - 1, DEALING])
        for place in range(cuda.grid(1), count, cuda.gridsize(1)):
            lane = I(queues.lanes[(number - 1) & 1, DEALING, place])
            load_numbers(lanes, lane, now, question, fields)
            round = lane_round_with(lanes.rows, lane, now, rules)
            left = queues.left[lane]
            code, left = deal_next(lanes, lane, round, question, left, seed, limit)
            _end_pass(lanes, queues, number, lane, round, question, code, left)
            store_numbers(lanes, lane, now, question, fields)

    return deal_all


def _make_finish(narrow: Any, fields: int) -> Any:
    go_on = make_go_on(narrow)

    @cuda.jit
    def finish_all(lanes, queues, number, waiting, seed, limit):
        now = pointer(cuda.local.array(ROUND_FIELDS, np.int64))
        question = pointer(cuda.local.array(QUESTION_FIELDS, np.int64))
        rules = narrow(lanes.rows.rules)
        count = I(queues.lengths[number - 1, waiting])
        for place in range(cuda.grid(1), count, cuda.gridsize(1)):
            lane = I(queues.lanes[(number - 1) & 1, waiting, place])
            load_numbers(lanes, lane, now, question, fields)
            round = lane_round_with(lanes.rows, lane, now, rules)
            code, left = queues.codes[lane], queues.left[lane]
            code, _ = go_on(lanes, lane, round, question, code, left, seed, limit)
            end_step(lanes, lane, round, question, code)
            store_numbers(lanes, lane, now, question, fields)

    return finish_all


def _make_write(narrow: Any, fields: int) -> Any:
    @cuda.jit
    def write_all(lanes, lengths):
        """Each thread puts the words of its lane into shared memory; its warp copies them."""
        words = cuda.shared.array(BLOCK_WORDS, np.uint64)
        now = pointer(cuda.local.array(ROUND_FIELDS, np.int64))
        question = pointer(cuda.local.array(QUESTION_FIELDS, np.int64))
        lane = cuda.grid(1)
        if lane < lengths.size:
            lengths[lane // WAITING, lane % WAITING] = 0
        last = len(lanes.decisions) - 1
        asked = lane <= last and lanes.who[min(lane, last)] != NOBODY
        which = cuda.ballot_sync(ALL_LANES, asked)
        if which == 0:
            return
        lane = min(lane, last)
        load_numbers(lanes, lane, now, question, fields)
        round = lane_round_with(lanes.rows, lane, now, narrow(lanes.rows.rules))
        seat, order = question[ASKED_SEAT], lanes.orders[lane]
        others = round.rules[SEATS] - 1
        own = cuda.threadIdx.x * STAGED_WORDS
        out = byte_pointer(words, own)
        if asked:
            discards, deck = pointer(lanes.discards[lane]), pointer(lanes.deck)
            write_cards(round, question, discards, deck, seat, order, out)
        _copy_rows(words, lanes.features, which, 0, RULES // WORD)
        if asked:
            store_word(out, 0, load_word(pointer(lanes.features[lane]), PLAYER_WORDS))
            players = byte_pointer(words, own - PLAYER_WORDS // WORD)
            write_players(round, pointer(lanes.facts[lane]), seat, order, players)
        size = PLAYERS - PLAYER_WORDS + others * PLAYER_SIZE
        _copy_rows(words, lanes.features, which, PLAYER_WORDS // WORD, (size + WORD - 1) // WORD)
        if asked:
            write_hidden(round, seat, order, out)
        _copy_rows(words, lanes.hidden, which, 0, min(others, 3) * KINDS // WORD)
        if asked:
            write_mask(round, question, seat, order, lanes.plays[lane], out)
        _copy_rows(words, lanes.masks, which, 0, MASK // WORD)

    return write_all
