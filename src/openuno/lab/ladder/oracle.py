"""Oracles: `regular` with a search that looks at hidden cards. They bound what play can win.

In its turn an oracle tries every action in some worlds, plays each to the end with the policies of
the table, and leaves what `regular` would do only for an action that did significantly better. One
that sees hands shuffles the draw pile again in every world; one that sees all knows its order.
"""

import numpy as np

from openuno.engine.rules import Rules
from openuno.kernel.bots.policies import HABITS, REGULAR, Policy, habit_rows
from openuno.kernel.bots.uniform import take_turn
from openuno.kernel.compiler import U, entry_point, never_inline, outline, pointer, stack_int64
from openuno.kernel.rules.actions import (
    CATCH,
    PLAY,
    SAY_UNO,
    SUGGEST,
    action_kind,
    card_kind,
    says_uno,
)
from openuno.kernel.rules.copies import copy_round
from openuno.kernel.rules.legal import can_say_uno_with, legal
from openuno.kernel.rules.piles import finish_shuffle
from openuno.kernel.rules.pointers import as_pointers
from openuno.kernel.rules.rng import fork, rewind
from openuno.kernel.rules.scoring import is_won_by
from openuno.kernel.rules.state import (
    PHASE,
    RNG_POSITION,
    RNG_SEED,
    ROUND_OVER,
    SEAT,
    SHUFFLING,
    WINNER,
    allocate_rounds,
    select_round,
)
from openuno.kernel.simulation.plan import signed_seed
from openuno.kernel.simulation.rounds import (
    any_round,
    apply_choice,
    ask_out_of_turn,
    choose_regular,
    copy_habits,
    deal_numbered_round,
    take_regular_turn,
)
from openuno.kernel.tallies import MAX_TURNS, SINGLE, clear_row

WORLDS = 64
_MAX_ACTIONS = 1024


def play_oracle(
    rules: Rules,
    field: Policy,
    seat: int,
    seats: int,
    seed: int,
    first: int,
    count: int,
    *,
    sees_pile: bool,
    worlds: int = WORLDS,
) -> tuple[int, int]:
    """Play rounds with an oracle in one seat; how many its side won, and how many were decided."""
    policies = tuple(Policy("regular") if own == seat else field for own in range(seats))
    rows = allocate_rounds(rules, seats, 2, memory=True)
    counts = np.zeros(2, np.int64)
    oracle_rounds(
        select_round(rows, 0),
        select_round(rows, 1),
        habit_rows(policies).ravel(),
        seat,
        sees_pile,
        worlds,
        signed_seed(seed),
        first,
        count,
        np.zeros(_MAX_ACTIONS, np.int64),
        np.zeros(2 * _MAX_ACTIONS, np.int64),
        counts,
    )
    return int(counts[0]), int(counts[1])


@outline
def _finish(round, habits, own, tally):
    """Play the rest of a round by the policies of its seats."""
    never_inline()
    return any_round(round, habits, own, tally, 0.0)


@outline
def _settle_pile(round):
    never_inline()
    finish_shuffle(round)


@outline
def _candidates(round, seat, out):
    """The actions worth trying: calls are left to `regular`, UNO is said wherever it can be."""
    never_inline()
    kept = 0
    for index in range(legal(round, seat, out)):
        code = out[U(index)]
        what = action_kind(code)
        good = (what != SUGGEST) & (what != CATCH) & (what != SAY_UNO)
        if what == PLAY:
            good = can_say_uno_with(round, seat, card_kind(code)) == says_uno(code)
        if good:
            out[U(kept)] = code
            kept += 1
    return kept


@outline
def _search(round, world, habits, own, tally, seat, sees_pile, worlds, seed, out, sums):
    """The action to take: what `regular` would do, or one that is significantly better."""
    never_inline()
    usual_code = choose_regular(round, seat, 0.0)
    found = _candidates(round, seat, out)
    usual = -1
    for index in range(found):
        sums[U(index)] = 0
        sums[U(_MAX_ACTIONS + index)] = 0
        if out[U(index)] == usual_code:
            usual = index
    if (found < 2) | (usual < 0):
        return usual_code
    for number in range(worlds):
        own_seed = fork(seed, number)
        reference = 0
        for turn in range(found):
            # The usual action first: the others are compared with it, world by world.
            index = usual if turn == 0 else (0 if turn == usual else turn)
            copy_round(round, world)
            if sees_pile:
                _settle_pile(world)
            else:
                world.now[SHUFFLING] = 1
                world.now[RNG_SEED] = fork(own_seed, 1)
                world.now[RNG_POSITION] = 0
            rewind(world.now, fork(own_seed, 2))
            apply_choice(world, seat, out[U(index)])
            _finish(world, habits, own, tally)
            won = 1 if is_won_by(world, seat) else 0
            if turn == 0:
                reference = won
            else:
                sums[U(index)] += won - reference
                sums[U(_MAX_ACTIONS + index)] += (won - reference) * (won - reference)
    best, most = usual, 0
    for index in range(found):
        gain, spread = sums[U(index)], sums[U(_MAX_ACTIONS + index)]
        if (index != usual) & (gain > most) & (gain * gain > spread):
            best, most = index, gain
    return out[U(best)]


@entry_point
def oracle_rounds(
    round, world, habits, seat, sees_pile, worlds, seed, first, count, actions, sums, counts
):
    """Play rounds `first` to `first + count` and add those won, and those decided, to `counts`."""
    round, world, habits = as_pointers(round), as_pointers(world), pointer(habits)
    out, sums = pointer(actions), pointer(sums)
    tally, own = stack_int64(SINGLE), stack_int64(HABITS)
    clear_row(tally, SINGLE)
    for number in range(first, first + count):
        deal_numbered_round(round, seed, number)
        now = round.now
        searches = fork(fork(seed, number), 3)
        step = 0
        while (now[PHASE] != ROUND_OVER) & (step < MAX_TURNS):
            step += 1
            if now[SEAT] == seat:
                code = _search(
                    round,
                    world,
                    habits,
                    own,
                    tally,
                    seat,
                    sees_pile,
                    worlds,
                    fork(searches, step),
                    out,
                    sums,
                )
                apply_choice(round, seat, code)
            else:
                copy_habits(habits, now[SEAT], own)
                if own[REGULAR]:
                    take_regular_turn(round, tally, 0.0)
                else:
                    take_turn(round, own, tally)
            ask_out_of_turn(round, habits, own, tally, 0.0, MAX_TURNS)
        if (now[PHASE] == ROUND_OVER) & (now[WINNER] >= 0):
            counts[0] += 1 if is_won_by(round, seat) else 0
            counts[1] += 1
