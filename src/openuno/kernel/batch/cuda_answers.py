"""The CUDA kernels that copy answers into the lanes, by whatever rules they are played."""

from numba import cuda

from openuno.kernel.batch.action_space import ACTIONS
from openuno.kernel.batch.games import show_scores
from openuno.kernel.batch.lanes import SAME_STEP
from openuno.kernel.batch.observation import SIZE
from openuno.kernel.batch.passes import QUEUES, waits_for
from openuno.kernel.batch.questions import is_allowed
from openuno.kernel.compiler import I

WARP = 32


@cuda.jit(device=True)
def put_into_queue(passes, turn, lane):
    """Put a lane into a queue; threads that do so together add to its length once."""
    together = cuda.activemask()
    first, own = cuda.ffs(together) - 1, cuda.laneid
    place = 0
    if own == first:
        place = cuda.atomic.add(passes.counters, turn, cuda.popc(together))
    place = cuda.shfl_sync(together, place, first) + cuda.popc(together & ((1 << own) - 1))
    passes.queue[turn, place] = lane


@cuda.jit
def copy_answers(given, actions, counters):
    """Copy answers of any type into the lanes; nothing waits yet."""
    lane = cuda.grid(1)
    if lane < len(actions):
        actions[lane] = given[lane]
    if lane < len(counters):
        counters[lane] = 0


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


@cuda.jit
def show_called(lanes, functions, called, seen, masks):
    """Copy the questions to one function into rows of its own, and clear all other rows.

    What another seat sees is not for that function. A warp copies a row.
    """
    thread, count = cuda.grid(1), len(lanes.actions)
    own = thread % WARP
    for lane in range(thread // WARP, count, cuda.gridsize(1) // WARP):
        is_asked = waits_for(lanes, functions, lane, called)
        for place in range(own, SIZE, WARP):
            seen[lane, place] = lanes.seen[lane, place] if is_asked else 0
        for place in range(own, ACTIONS, WARP):
            masks[lane, place] = lanes.masks[lane, place] if is_asked else 0


@cuda.jit
def show_all_scores(lanes, games):
    """Write the scores as the asked seats see them."""
    lane = cuda.grid(1)
    if lane < len(games.scores):
        show_scores(games, lane, lanes.asked[lane], games.shown)


@cuda.jit
def copy_called_answers(given, lanes, functions, called, passes, turn, found):
    """Copy the answers of one function into the lanes that wait for it, and queue those lanes.

    `found` is lowered to the first lane whose answer is not allowed.
    """
    lane = cuda.grid(1)
    if lane == 0:
        passes.counters[QUEUES + called] = 0
    if lane < len(lanes.actions) and waits_for(lanes, functions, lane, called):
        index = I(given[lane])
        if (index < 0) or (index >= ACTIONS) or not is_allowed(lanes.allowed, lane, index):
            cuda.atomic.min(found, 0, lane)
        lanes.actions[lane] = index
        put_into_queue(passes, turn, lane)
