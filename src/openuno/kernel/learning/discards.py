"""How many of each kind lie under the top card, as a mask for each binary digit."""

from openuno.kernel.batch.questions import COUNTED_DISCARDS, COUNTED_TURNS_OVER
from openuno.kernel.compiler import U, inline
from openuno.kernel.rules.cards import bit
from openuno.kernel.rules.state import DISCARD, PLANES, TURNED_OVER

_NONE = U(0)


@inline
def count_discards(round, question, discards):
    """Continue counting the cards under the top one where the last count stopped, as planes.

    A new discard is the top card or goes right under it: everything deeper stays as it was counted
    until the pile is turned over.
    """
    now, planes = round.now, round.rules[PLANES]
    if (question[COUNTED_DISCARDS] < 0) | (question[COUNTED_TURNS_OVER] != now[TURNED_OVER]):
        for index in range(planes):
            discards[U(index)] = _NONE
        question[COUNTED_DISCARDS] = 0
        question[COUNTED_TURNS_OVER] = now[TURNED_OVER]
    for place in range(question[COUNTED_DISCARDS], now[DISCARD] - 1):
        carry = bit(round.discard[U(place)])
        for index in range(planes):
            plane = discards[U(index)]
            discards[U(index)] = plane ^ carry
            carry &= plane
    question[COUNTED_DISCARDS] = now[DISCARD] - 1
