"""The same rounds and games on an NVIDIA GPU: a thread plays one, then the next that is its own.

The functions are those that play on a processor; which thread plays a round changes nothing in it,
and counts are whole numbers, so the totals agree to the last digit.
"""

from functools import cache
from typing import Any

import numpy as np
from numba import cuda

from openuno.bots.evaluation import shedding
from openuno.kernel.bots.policies import HABITS, habit_rows
from openuno.kernel.bots.uniform import uniform_goes
from openuno.kernel.compiler import pointer
from openuno.kernel.game.play import SEAT_HABITS, begin_game, deal_hand, goes_on, use_rules
from openuno.kernel.game.state import GAME_FIELDS, ROUND_NUMBER, Game
from openuno.kernel.gpu import check_device
from openuno.kernel.rules.state import (
    FEWEST_PLANES,
    MOST_SEATS,
    PHASE,
    ROUND_FIELDS,
    ROUND_OVER,
    SEATS,
    SWITCHES,
    TURN,
    Numbers,
    Table,
    tables,
)
from openuno.kernel.simulation.games import count_game, play_hand
from openuno.kernel.simulation.plan import Plan, agreed, is_plain, remembers, signed, terms_of
from openuno.kernel.simulation.rounds import (
    PLAIN_CARDS,
    PLAIN_HABITS,
    any_round,
    begin_round,
    count_round,
    plain_rules,
)
from openuno.kernel.tallies import (
    BY_PLAYER,
    GAME,
    GAME_LENGTHS,
    GAME_SINGLE,
    GAME_SIZE,
    LENGTHS,
    MOST_GAME_LENGTH,
    MOST_LENGTH,
    PLAYERWISE,
    SEATWISE,
    SINGLE,
    SIZE,
    clear,
)

EVERYONE = 0xFFFFFFFF
ENOUGH = 24
"""The threads of a warp step together: those whose round is over wait until so many of the 32 are,
and are dealt in together."""
PLACES, GAME_PLACES = MOST_LENGTH + 1, MOST_GAME_LENGTH + 1
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
        _clear_lengths(lengths, PLACES)
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
            pointer(cuda.local.array(ROUND_FIELDS, np.int64)),
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
                over = t.now[PHASE] == ROUND_OVER
                playing = not over
        _add_up(tally, seatwise, lengths, counts)

    return plain_rounds


@cuda.jit
def _any_rounds(rows, habits, seed, first, count, counts):
    lengths = cuda.shared.array(PLACES, np.int32)
    _clear_lengths(lengths, PLACES)
    tally = pointer(cuda.local.array(SINGLE, np.int64))
    seatwise = pointer(cuda.local.array(SEATWISE, np.int64))
    own = pointer(cuda.local.array(HABITS, np.int64))
    clear(tally, SINGLE)
    clear(seatwise, SEATWISE)
    lane = cuda.grid(1)
    t = _table(rows, lane, pointer(cuda.local.array(ROUND_FIELDS, np.int64)), rows.rules)
    all_habits = pointer(habits)
    for number in range(first + lane, first + count, cuda.gridsize(1)):
        begin_round(t, seed, number)
        turns = any_round(t, all_habits, own, tally, 0.0)
        count_round(t, turns, tally, seatwise)
        cuda.atomic.add(lengths, min(turns, MOST_LENGTH), 1)
    _add_up(tally, seatwise, lengths, counts)


@cuda.jit
def _any_games(rows, habits, terms, weight, seed, first, count, counts):
    lengths = cuda.shared.array(PLACES, np.int32)
    game_lengths = cuda.shared.array(GAME_PLACES, np.int32)
    _clear_lengths(lengths, PLACES)
    _clear_lengths(game_lengths, GAME_PLACES)
    tally = pointer(cuda.local.array(SINGLE, np.int64))
    seatwise = pointer(cuda.local.array(SEATWISE, np.int64))
    games = pointer(cuda.local.array(GAME_SINGLE, np.int64))
    playerwise = pointer(cuda.local.array(PLAYERWISE, np.int64))
    own = pointer(cuda.local.array(HABITS, np.int64))
    clear(tally, SINGLE)
    clear(seatwise, SEATWISE)
    clear(games, GAME_SINGLE)
    clear(playerwise, PLAYERWISE)
    game = Game(
        pointer(cuda.local.array(GAME_FIELDS, np.int64)),
        pointer(cuda.local.array(MOST_SEATS, np.int64)),
        pointer(cuda.local.array(MOST_SEATS, np.int64)),
        pointer(cuda.local.array(MOST_SEATS, np.int64)),
        pointer(cuda.local.array(SEAT_HABITS, np.int64)),
    )
    lane = cuda.grid(1)
    now, rules = cuda.local.array(ROUND_FIELDS, np.int64), cuda.local.array(SWITCHES, np.int64)
    t = _table(rows, lane, pointer(now), pointer(rules))
    players, all_habits = rows.rules[SEATS], pointer(habits)
    for number in range(first + lane, first + count, cuda.gridsize(1)):
        use_rules(t, rows.rules)
        begin_game(t, game, seed, number)
        while goes_on(t, game, terms):
            deal_hand(t, game, terms, all_habits, players)
            turns = play_hand(t, game, terms, own, weight, players, tally, seatwise, playerwise)
            cuda.atomic.add(lengths, min(turns, MOST_LENGTH), 1)
        count_game(game, terms, players, games, playerwise)
        cuda.atomic.add(game_lengths, min(game.now[ROUND_NUMBER], MOST_GAME_LENGTH), 1)
    _add_up(tally, seatwise, lengths, counts)
    _add_row(games, GAME_SINGLE, counts, GAME)
    _add_row(playerwise, PLAYERWISE, counts, BY_PLAYER)
    _add_lengths(game_lengths, GAME_PLACES, counts, GAME_LENGTHS)


@cuda.jit(device=True)
def _table(rows, lane, now, rules):
    """The table of one thread; what it reads and writes most, and its rules, lie elsewhere."""
    return Table(
        now,
        pointer(rows.sizes[lane]),
        pointer(rows.hands[lane]),
        pointer(rows.held[lane]),
        pointer(rows.pile[lane]),
        pointer(rows.discard[lane]),
        pointer(rows.known[lane]),
        pointer(rows.open[lane]),
        rules,
        pointer(rows.written),
        pointer(rows.deck),
    )


@cuda.jit(device=True)
def _clear_lengths(lengths, size):
    for place in range(cuda.threadIdx.x, size, cuda.blockDim.x):
        lengths[place] = 0
    cuda.syncthreads()


@cuda.jit(device=True)
def _add_up(tally, seatwise, lengths, counts):
    _add_row(tally, SINGLE, counts, 0)
    _add_row(seatwise, SEATWISE, counts, SINGLE)
    _add_lengths(lengths, PLACES, counts, LENGTHS)


@cuda.jit(device=True)
def _add_row(row, size, counts, first):
    for place in range(size):
        cuda.atomic.add(counts, first + place, row[place])


@cuda.jit(device=True)
def _add_lengths(lengths, size, counts, first):
    cuda.syncthreads()
    for place in range(cuda.threadIdx.x, size, cuda.blockDim.x):
        cuda.atomic.add(counts, first + place, np.int64(lengths[place]))


def simulate(plan: Plan, first: int, count: int) -> Numbers:
    """Play rounds or games `first` to `first + count` on the GPU; counted as a processor does."""
    check_device()
    seed = signed(plan.seed)
    habits = cuda.to_device(habit_rows(plan.policies).ravel())
    if plan.format is not None:
        counts = cuda.to_device(np.zeros(GAME_SIZE, np.int64))
        terms, weight = cuda.to_device(terms_of(plan.format)), shedding(plan.format)
        launch = _any_games[ANY_BLOCKS, A_BLOCK]
        launch(_on_device(agreed(plan)), habits, terms, weight, seed, first, count, counts)
    elif is_plain(plan):
        counts = cuda.to_device(np.zeros(SIZE, np.int64))
        t = tables(plan.rules, plan.seats, 1)
        deck, written = cuda.to_device(t.deck), cuda.to_device(t.written)
        launch = plain_kernel(plan.seats)[BLOCKS, A_BLOCK]
        launch(plan.rules.hand_size, deck, written, seed, first, count, counts)
    else:
        counts = cuda.to_device(np.zeros(SIZE, np.int64))
        _any_rounds[ANY_BLOCKS, A_BLOCK](_on_device(plan), habits, seed, first, count, counts)
    found: Numbers = counts.copy_to_host()
    return found


def _on_device(plan: Plan) -> Table:
    """A table for every thread, in the memory of the GPU."""
    rows: Any = tables(plan.rules, plan.seats, ANY_BLOCKS * A_BLOCK, remembers=remembers(plan))
    return Table(*(part if isinstance(part, tuple) else cuda.to_device(part) for part in rows))
