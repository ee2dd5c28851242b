"""A round copied into the arrays of another under the same rules."""

from openuno.kernel.compiler import U, never_inline, outline
from openuno.kernel.rules.state import (
    ASIDE,
    CARDS,
    DISCARD,
    MEMORY,
    PILE,
    PLANES,
    ROUND_FIELDS,
    SEATS,
)

_COLOURS = 4


@outline
def copy_round(round, target):
    """Copy all that a round is into the arrays of another."""
    never_inline()
    seats, planes = round.rules[SEATS], round.rules[PLANES]
    for index in range(ROUND_FIELDS):
        target.now[U(index)] = round.now[U(index)]
    for index in range(seats):
        target.sizes[U(index)] = round.sizes[U(index)]
    for index in range(seats * planes):
        target.hands[U(index)] = round.hands[U(index)]
    for index in range(planes):
        target.held[U(index)] = round.held[U(index)]
    for index in range(round.now[PILE]):
        target.pile[U(index)] = round.pile[U(index)]
    # Cards that players have set aside lie at the far end of the discards.
    for index in range(round.rules[CARDS] if round.now[ASIDE] else round.now[DISCARD]):
        target.discard[U(index)] = round.discard[U(index)]
    if round.rules[MEMORY]:
        for index in range(seats * seats * planes):
            target.known[U(index)] = round.known[U(index)]
        for index in range(seats * seats * _COLOURS):
            target.open[U(index)] = round.open[U(index)]
