"""The pile and the discard pile.

A shuffle goes from the last place down, and cards are taken from the last place down: so it can be
carried out as the cards are taken, and most of a deck is never shuffled at all. The cards and the
place on the tape come out as if it had been done at once.
"""

from openuno.kernel.compiler import I, U, inlined
from openuno.kernel.rules.rng import below
from openuno.kernel.rules.state import DISCARD, PILE, SHUFFLING, TOP, TURNED_OVER


@inlined
def take(t):
    """Take the top card of a pile that has one."""
    now = t.now
    last = now[PILE] - 1
    now[PILE] = last
    kind = I(t.pile[U(last)])
    if (now[SHUFFLING] != 0) & (last > 0):
        other = below(now, last + 1)
        found = I(t.pile[U(other)])
        t.pile[U(other)] = kind
        kind = found
    return kind


@inlined
def settle(t):
    """Finish the shuffle of the pile, before anything else reads the tape."""
    now = t.now
    if now[SHUFFLING]:
        for last in range(now[PILE] - 1, 0, -1):
            other = below(now, last + 1)
            kind = t.pile[U(last)]
            t.pile[U(last)] = t.pile[U(other)]
            t.pile[U(other)] = kind
        now[SHUFFLING] = 0


@inlined
def turn_over(t):
    """Make a new pile of all discards but the top one (OUT-3)."""
    now = t.now
    count = now[DISCARD] - 1
    for place in range(count):
        t.pile[U(place)] = t.discard[U(place)]
    t.discard[0] = now[TOP]
    now[DISCARD] = 1
    now[PILE] = count
    now[SHUFFLING] = 1
    now[TURNED_OVER] += 1
