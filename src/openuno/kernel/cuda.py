"""The same rounds on an NVIDIA GPU: a thread plays a round, then the next that is its own.

The functions are those that play on a processor; which thread plays a round changes nothing in it,
and counts are whole numbers, so the totals agree to the last digit.
"""

from functools import cache
from typing import Any

import numpy as np
from numba import cuda

from openuno.kernel.compiling import pointer
from openuno.kernel.device import check_device
from openuno.kernel.layout import FEWEST_PLANES, NOW, Now, Numbers, Phase, Table, tables
from openuno.kernel.policies import HABITS, habit_rows
from openuno.kernel.rounds import (
    PLAIN_CARDS,
    PLAIN_HABITS,
    any_round,
    begin_round,
    clear,
    count_round,
    plain_rules,
)
from openuno.kernel.simulating import Plan, is_plain, remembers, signed
from openuno.kernel.tallies import LENGTHS, MOST_LENGTH, SEATWISE, SINGLE, SIZE
from openuno.kernel.uniform import uniform_goes

PHASE = Now.PHASE.value
TURN, OVER = Phase.TURN.value, Phase.OVER.value
EVERYONE = 0xFFFFFFFF
ENOUGH = 24
"""The threads of a warp step together: those whose round is over wait until so many of the 32 are,
and are dealt in together."""
PLACES = MOST_LENGTH + 1
A_BLOCK = 64
BLOCK_CARDS = A_BLOCK * PLAIN_CARDS
BLOCKS = 132 * 128
ANY_BLOCKS = 132 * 4
"""Blocks of plain rounds, and of any: theirs keep their tables in the card's own memory."""


@cache
def plain_kernel(seats: int) -> Any:
    """The loop for so many seats: small tables fit more often into a multiprocessor.

    What is not in registers is in shared memory. A thread's share of it has an odd number of words,
    so that threads at the same place of theirs use different banks.
    """
    sizes_each, hands_each = seats | 1, FEWEST_PLANES * seats | 1
    block_sizes, block_hands = A_BLOCK * sizes_each, A_BLOCK * hands_each

    @cuda.jit
    def plain_rounds(hand_size, deck, written, seed, first, count, counts):
        lengths = cuda.shared.array(PLACES, np.int32)
        _clear_lengths(lengths)
        tally = pointer(cuda.local.array(SINGLE, np.int64))
        seatwise = pointer(cuda.local.array(SEATWISE, np.int64))
        clear(tally, SINGLE)
        clear(seatwise, SEATWISE)
        lane = cuda.threadIdx.x
        sizes = cuda.shared.array(block_sizes, np.int64)
        hands = cuda.shared.array(block_hands, np.uint64)
        piles = cuda.shared.array(BLOCK_CARDS, np.uint8)
        discards = cuda.shared.array(BLOCK_CARDS, np.uint8)
        t = Table(
            pointer(cuda.local.array(NOW, np.int64)),
            pointer(sizes[lane * sizes_each :]),
            pointer(hands[lane * hands_each :]),
            pointer(cuda.local.array(FEWEST_PLANES, np.uint64)),
            pointer(piles[lane * PLAIN_CARDS :]),
            pointer(discards[lane * PLAIN_CARDS :]),
            pointer(cuda.local.array(1, np.uint64)),
            pointer(cuda.local.array(1, np.int64)),
            plain_rules(seats, hand_size),
            pointer(written),
            pointer(deck),
        )
        number, turns, playing, over = first + cuda.grid(1), 0, False, False
        while True:
            idle = cuda.popc(cuda.ballot_sync(EVERYONE, not playing))
            if idle >= ENOUGH:
                if over:
                    count_round(t, turns, tally, seatwise)
                    cuda.atomic.add(lengths, min(turns, MOST_LENGTH), 1)
                    over = False
                if not playing and number < first + count:
                    begin_round(t, seed, number)
                    number += cuda.gridsize(1)
                    turns, playing = 0, True
                if cuda.ballot_sync(EVERYONE, playing) == 0:
                    break
            if playing:
                turns += 1 if t.now[PHASE] == TURN else 0
                uniform_goes(t, PLAIN_HABITS, tally)
                over = t.now[PHASE] == OVER
                playing = not over
        _add_up(tally, seatwise, lengths, counts)

    return plain_rounds


@cuda.jit
def _any_rounds(rows, habits, seed, first, count, counts):
    lengths = cuda.shared.array(PLACES, np.int32)
    _clear_lengths(lengths)
    tally = pointer(cuda.local.array(SINGLE, np.int64))
    seatwise = pointer(cuda.local.array(SEATWISE, np.int64))
    own = pointer(cuda.local.array(HABITS, np.int64))
    clear(tally, SINGLE)
    clear(seatwise, SEATWISE)
    lane = cuda.grid(1)
    t = Table(
        pointer(cuda.local.array(NOW, np.int64)),
        pointer(rows.sizes[lane]),
        pointer(rows.hands[lane]),
        pointer(rows.held[lane]),
        pointer(rows.pile[lane]),
        pointer(rows.discard[lane]),
        pointer(rows.known[lane]),
        pointer(rows.open[lane]),
        rows.rules,
        pointer(rows.written),
        pointer(rows.deck),
    )
    all_habits = pointer(habits)
    for number in range(first + lane, first + count, cuda.gridsize(1)):
        begin_round(t, seed, number)
        turns = any_round(t, all_habits, own, tally, 0.0)
        count_round(t, turns, tally, seatwise)
        cuda.atomic.add(lengths, min(turns, MOST_LENGTH), 1)
    _add_up(tally, seatwise, lengths, counts)


@cuda.jit(device=True)
def _clear_lengths(lengths):
    for place in range(cuda.threadIdx.x, PLACES, cuda.blockDim.x):
        lengths[place] = 0
    cuda.syncthreads()


@cuda.jit(device=True)
def _add_up(tally, seatwise, lengths, counts):
    for place in range(SINGLE):
        cuda.atomic.add(counts, place, tally[place])
    for place in range(SEATWISE):
        cuda.atomic.add(counts, SINGLE + place, seatwise[place])
    cuda.syncthreads()
    for place in range(cuda.threadIdx.x, PLACES, cuda.blockDim.x):
        cuda.atomic.add(counts, LENGTHS + place, np.int64(lengths[place]))


def simulate(plan: Plan, first: int, count: int) -> Numbers:
    """Play rounds `first` to `first + count` on the GPU; their counts, as a processor has them."""
    check_device()
    seed = signed(plan.seed)
    counts = cuda.to_device(np.zeros(SIZE, np.int64))
    if is_plain(plan):
        t = tables(plan.rules, plan.seats, 1)
        deck, written = cuda.to_device(t.deck), cuda.to_device(t.written)
        launch = plain_kernel(plan.seats)[BLOCKS, A_BLOCK]
        launch(plan.rules.hand_size, deck, written, seed, first, count, counts)
    else:
        habits = cuda.to_device(habit_rows(plan.policies).ravel())
        _any_rounds[ANY_BLOCKS, A_BLOCK](_on_device(plan), habits, seed, first, count, counts)
    found: Numbers = counts.copy_to_host()
    return found


def _on_device(plan: Plan) -> Table:
    """A table for every thread, in the memory of the GPU."""
    rows: Any = tables(plan.rules, plan.seats, ANY_BLOCKS * A_BLOCK, remembers=remembers(plan))
    return Table(*(part if isinstance(part, tuple) else cuda.to_device(part) for part in rows))
