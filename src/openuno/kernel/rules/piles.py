"""The draw pile and the discard pile.

A shuffle goes from the last card down, and cards are taken from the last down: so it can be carried
out while the cards are taken, and most of a deck is never shuffled at all. The cards and the
generator's position are the same as after a shuffle done at once.
"""

from openuno.kernel.compiler import I, U, inline
from openuno.kernel.rules.rng import random_below
from openuno.kernel.rules.state import DISCARD, PILE, SHUFFLING, TOP, TURNED_OVER


@inline
def take_card(round):
    """Take the top card of a pile that has one."""
    now = round.now
    last = now[PILE] - 1
    now[PILE] = last
    kind = I(round.pile[U(last)])
    if (now[SHUFFLING] != 0) & (last > 0):
        other = random_below(now, last + 1)
        found = I(round.pile[U(other)])
        round.pile[U(other)] = kind
        kind = found
    return kind


@inline
def finish_shuffle(round):
    """Finish the shuffle of the pile, before anything else uses the generator."""
    now = round.now
    if now[SHUFFLING]:
        for last in range(now[PILE] - 1, 0, -1):
            other = random_below(now, last + 1)
            kind = round.pile[U(last)]
            round.pile[U(last)] = round.pile[U(other)]
            round.pile[U(other)] = kind
        now[SHUFFLING] = 0


@inline
def turn_over_discards(round):
    """Make a new pile of all discards but the top one (OUT-3)."""
    now = round.now
    count = now[DISCARD] - 1
    for index in range(count):
        round.pile[U(index)] = round.discard[U(index)]
    round.discard[0] = now[TOP]
    now[DISCARD] = 1
    now[PILE] = count
    now[SHUFFLING] = 1
    now[TURNED_OVER] += 1
