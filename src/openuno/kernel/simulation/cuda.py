"""The same rounds and games on an NVIDIA GPU: each thread plays one after another.

The functions are those that play on a processor; a round does not depend on the thread that plays
it, and counts are whole numbers, so the totals agree to the last digit.
"""

from functools import cache
from typing import Any

import numpy as np
from numba import cuda

from openuno.bots.evaluation import points_weight
from openuno.kernel.batch.lanes import lane_round_with
from openuno.kernel.bots.policies import HABITS, habit_rows
from openuno.kernel.bots.uniform import take_turn
from openuno.kernel.compiler import pointer
from openuno.kernel.game.play import (
    SEAT_HABITS,
    deal_next_round,
    has_next_round,
    reset_rules,
    start_game,
)
from openuno.kernel.game.state import GAME_FIELDS, ROUND_NUMBER, GameArrays
from openuno.kernel.gpu import check_gpu
from openuno.kernel.rules.state import (
    MAX_SEATS,
    MIN_PLANES,
    PHASE,
    ROUND_FIELDS,
    ROUND_OVER,
    SEATS,
    SWITCHES,
    TURN,
    Numbers,
    RoundArrays,
    allocate_rounds,
)
from openuno.kernel.simulation.games import count_game, play_round
from openuno.kernel.simulation.plan import (
    Plan,
    format_row,
    is_plain_rules,
    needs_memory,
    signed_seed,
    with_format_rules,
)
from openuno.kernel.simulation.rounds import (
    PLAIN_CARDS,
    PLAIN_HABITS,
    any_round,
    count_round,
    deal_numbered_round,
    plain_rules,
)
from openuno.kernel.tallies import (
    BY_PLAYER,
    GAME,
    GAME_LENGTHS,
    GAME_SINGLE,
    GAME_SIZE,
    LENGTHS,
    MAX_GAME_LENGTH,
    MAX_LENGTH,
    PLAYERWISE,
    SEATWISE,
    SINGLE,
    SIZE,
    clear_row,
)

ALL_LANES = 0xFFFFFFFF
IDLE_TO_DEAL = 24
"""The 32 threads of a warp step together: threads whose round is over wait until this many have
finished, and then deal together."""
LENGTH_COUNTS, GAME_LENGTH_COUNTS = MAX_LENGTH + 1, MAX_GAME_LENGTH + 1
BLOCK_SIZE = 64
BLOCK_CARDS = BLOCK_SIZE * PLAIN_CARDS
BLOCKS = 132 * 128
ANY_BLOCKS = 132 * 4
"""Blocks for plain rounds, and for any: those keep their arrays in the GPU's global memory."""


@cache
def plain_kernel(seats: int) -> Any:
    """The loop for a number of seats: more of the smaller rounds fit into a multiprocessor.

    What is not in registers is in shared memory. A thread's share of it has an odd number of words,
    so that threads at the same index of their shares use different banks.
    """
    sizes_each, hands_each = seats | 1, MIN_PLANES * seats | 1
    block_sizes, block_hands = BLOCK_SIZE * sizes_each, BLOCK_SIZE * hands_each

    @cuda.jit
    def plain_rounds(hand_size, deck, custom_rules, seed, first, count, counts):
        lengths = cuda.shared.array(LENGTH_COUNTS, np.int32)
        _clear_lengths(lengths, LENGTH_COUNTS)
        tally = pointer(cuda.local.array(SINGLE, np.int64))
        seatwise = pointer(cuda.local.array(SEATWISE, np.int64))
        clear_row(tally, SINGLE)
        clear_row(seatwise, SEATWISE)
        lane = cuda.threadIdx.x
        sizes = cuda.shared.array(block_sizes, np.int64)
        hands = cuda.shared.array(block_hands, np.uint64)
        piles = cuda.shared.array(BLOCK_CARDS, np.uint8)
        discards = cuda.shared.array(BLOCK_CARDS, np.uint8)
        round = RoundArrays(
            pointer(cuda.local.array(ROUND_FIELDS, np.int64)),
            pointer(sizes[lane * sizes_each :]),
            pointer(hands[lane * hands_each :]),
            pointer(cuda.local.array(MIN_PLANES, np.uint64)),
            pointer(piles[lane * PLAIN_CARDS :]),
            pointer(discards[lane * PLAIN_CARDS :]),
            pointer(cuda.local.array(1, np.uint64)),
            pointer(cuda.local.array(1, np.int64)),
            plain_rules(seats, hand_size),
            pointer(custom_rules),
            pointer(deck),
        )
        number, turns, playing, over = first + cuda.grid(1), 0, False, False
        while True:
            idle = cuda.popc(cuda.ballot_sync(ALL_LANES, not playing))
            if idle >= IDLE_TO_DEAL:
                if over:
                    count_round(round, turns, tally, seatwise)
                    cuda.atomic.add(lengths, min(turns, MAX_LENGTH), 1)
                    over = False
                if not playing and number < first + count:
                    deal_numbered_round(round, seed, number)
                    number += cuda.gridsize(1)
                    turns, playing = 0, True
                if cuda.ballot_sync(ALL_LANES, playing) == 0:
                    break
            if playing:
                turns += 1 if round.now[PHASE] == TURN else 0
                take_turn(round, PLAIN_HABITS, tally)
                over = round.now[PHASE] == ROUND_OVER
                playing = not over
        _add_up(tally, seatwise, lengths, counts)

    return plain_rounds


@cuda.jit
def _any_rounds(rows, habits, seed, first, count, counts):
    lengths = cuda.shared.array(LENGTH_COUNTS, np.int32)
    _clear_lengths(lengths, LENGTH_COUNTS)
    tally = pointer(cuda.local.array(SINGLE, np.int64))
    seatwise = pointer(cuda.local.array(SEATWISE, np.int64))
    own = pointer(cuda.local.array(HABITS, np.int64))
    clear_row(tally, SINGLE)
    clear_row(seatwise, SEATWISE)
    lane = cuda.grid(1)
    round = lane_round_with(
        rows, lane, pointer(cuda.local.array(ROUND_FIELDS, np.int64)), rows.rules
    )
    all_habits = pointer(habits)
    for number in range(first + lane, first + count, cuda.gridsize(1)):
        deal_numbered_round(round, seed, number)
        turns = any_round(round, all_habits, own, tally, 0.0)
        count_round(round, turns, tally, seatwise)
        cuda.atomic.add(lengths, min(turns, MAX_LENGTH), 1)
    _add_up(tally, seatwise, lengths, counts)


@cuda.jit
def _any_games(rows, habits, format, weight, seed, first, count, counts):
    lengths = cuda.shared.array(LENGTH_COUNTS, np.int32)
    game_lengths = cuda.shared.array(GAME_LENGTH_COUNTS, np.int32)
    _clear_lengths(lengths, LENGTH_COUNTS)
    _clear_lengths(game_lengths, GAME_LENGTH_COUNTS)
    tally = pointer(cuda.local.array(SINGLE, np.int64))
    seatwise = pointer(cuda.local.array(SEATWISE, np.int64))
    games = pointer(cuda.local.array(GAME_SINGLE, np.int64))
    playerwise = pointer(cuda.local.array(PLAYERWISE, np.int64))
    own = pointer(cuda.local.array(HABITS, np.int64))
    clear_row(tally, SINGLE)
    clear_row(seatwise, SEATWISE)
    clear_row(games, GAME_SINGLE)
    clear_row(playerwise, PLAYERWISE)
    game = GameArrays(
        pointer(cuda.local.array(GAME_FIELDS, np.int64)),
        pointer(cuda.local.array(MAX_SEATS, np.int64)),
        pointer(cuda.local.array(MAX_SEATS, np.int64)),
        pointer(cuda.local.array(MAX_SEATS, np.int64)),
        pointer(cuda.local.array(SEAT_HABITS, np.int64)),
    )
    lane = cuda.grid(1)
    now, rules = cuda.local.array(ROUND_FIELDS, np.int64), cuda.local.array(SWITCHES, np.int64)
    round = lane_round_with(rows, lane, pointer(now), pointer(rules))
    players, all_habits = rows.rules[SEATS], pointer(habits)
    for number in range(first + lane, first + count, cuda.gridsize(1)):
        reset_rules(round, rows.rules)
        start_game(round, game, seed, number)
        while has_next_round(round, game, format):
            deal_next_round(round, game, format, all_habits, players)
            turns = play_round(
                round, game, format, own, weight, players, tally, seatwise, playerwise
            )
            cuda.atomic.add(lengths, min(turns, MAX_LENGTH), 1)
        count_game(game, format, players, games, playerwise)
        cuda.atomic.add(game_lengths, min(game.now[ROUND_NUMBER], MAX_GAME_LENGTH), 1)
    _add_up(tally, seatwise, lengths, counts)
    _add_row(games, GAME_SINGLE, counts, GAME)
    _add_row(playerwise, PLAYERWISE, counts, BY_PLAYER)
    _add_lengths(game_lengths, GAME_LENGTH_COUNTS, counts, GAME_LENGTHS)


@cuda.jit(device=True)
def _clear_lengths(lengths, size):
    for index in range(cuda.threadIdx.x, size, cuda.blockDim.x):
        lengths[index] = 0
    cuda.syncthreads()


@cuda.jit(device=True)
def _add_up(tally, seatwise, lengths, counts):
    _add_row(tally, SINGLE, counts, 0)
    _add_row(seatwise, SEATWISE, counts, SINGLE)
    _add_lengths(lengths, LENGTH_COUNTS, counts, LENGTHS)


@cuda.jit(device=True)
def _add_row(row, size, counts, first):
    for index in range(size):
        cuda.atomic.add(counts, first + index, row[index])


@cuda.jit(device=True)
def _add_lengths(lengths, size, counts, first):
    cuda.syncthreads()
    for index in range(cuda.threadIdx.x, size, cuda.blockDim.x):
        cuda.atomic.add(counts, first + index, np.int64(lengths[index]))


def simulate(plan: Plan, first: int, count: int) -> Numbers:
    """Play rounds or games `first` to `first + count` on the GPU; counted as a processor does."""
    check_gpu()
    seed = signed_seed(plan.seed)
    habits = cuda.to_device(habit_rows(plan.policies).ravel())
    if plan.format is not None:
        counts = cuda.to_device(np.zeros(GAME_SIZE, np.int64))
        format, weight = cuda.to_device(format_row(plan.format)), points_weight(plan.format)
        launch = _any_games[ANY_BLOCKS, BLOCK_SIZE]
        launch(
            _on_device(with_format_rules(plan)), habits, format, weight, seed, first, count, counts
        )
    elif is_plain_rules(plan):
        counts = cuda.to_device(np.zeros(SIZE, np.int64))
        round = allocate_rounds(plan.rules, plan.seats, 1)
        deck, custom_rules = cuda.to_device(round.deck), cuda.to_device(round.custom_rules)
        launch = plain_kernel(plan.seats)[BLOCKS, BLOCK_SIZE]
        launch(plan.rules.hand_size, deck, custom_rules, seed, first, count, counts)
    else:
        counts = cuda.to_device(np.zeros(SIZE, np.int64))
        _any_rounds[ANY_BLOCKS, BLOCK_SIZE](_on_device(plan), habits, seed, first, count, counts)
    found: Numbers = counts.copy_to_host()
    return found


def _on_device(plan: Plan) -> RoundArrays:
    """A round for every thread, in the memory of the GPU."""
    rows: Any = allocate_rounds(
        plan.rules, plan.seats, ANY_BLOCKS * BLOCK_SIZE, memory=needs_memory(plan)
    )
    return RoundArrays(
        *(part if isinstance(part, tuple) else cuda.to_device(part) for part in rows)
    )
