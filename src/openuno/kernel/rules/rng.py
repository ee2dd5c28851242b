"""Chance: the tape of `openuno.engine.rng.Fast`, and the same fair numbers from it."""

import numpy as np

from openuno.kernel.compiler import I, U, inlined
from openuno.kernel.rules.state import (
    CHOICE_POSITION,
    CHOICE_SEED,
    NEXT_CHOICE,
    RNG_POSITION,
    RNG_SEED,
)

_GAMMA = U(0x9E3779B97F4A7C15)
_ONE, _MIX_A, _MIX_B = U(1), U(0xBF58476D1CE4E5B9), U(0x94D049BB133111EB)
_S30, _S27, _S31, _S32 = U(30), U(27), U(31), U(32)
_LOW = U(0xFFFFFFFF)
_WORD = 1 << 32
_FAR = U(1 << 62)

CHOICES = 1
"""The path of the policies' tape from that of the round."""


@inlined
def mixed(state):
    """SplitMix64's output for a state of its counter."""
    z = state
    z = (z ^ (z >> _S30)) * _MIX_A
    z = (z ^ (z >> _S27)) * _MIX_B
    return z ^ (z >> _S31)


@inlined
def word(seed, place):
    """The word at a place on the tape of a seed."""
    output = mixed(U(seed) + (U(place >> 1) + _ONE) * _GAMMA)
    half = output & _LOW if place & 1 else output >> _S32
    return I(half)


@inlined
def forked(seed, number):
    """The seed of the tape that `fork` finds for one number of a path."""
    return I(mixed(U(seed) + (_FAR + U(number) + _ONE) * _GAMMA))


@inlined
def below(now, bound):
    """A fair number from 0 up to but not including `bound`, off the tape of the cards."""
    place = now[RNG_POSITION]
    while True:
        drawn = word(now[RNG_SEED], place)
        place += 1
        rest = I(np.uint32(drawn) % np.uint32(bound))
        if drawn - rest <= _WORD - bound:
            break
    now[RNG_POSITION] = place
    return rest


@inlined
def chosen(now, count):
    """One of so many, off the tape of the policies.

    The word is scaled down: quicker than a fair number, and of up to 64 none is favoured by more
    than one in 2^26.
    """
    drawn = U(now[NEXT_CHOICE])
    # Read before it is needed, the next word keeps nobody waiting.
    now[CHOICE_POSITION] += 1
    now[NEXT_CHOICE] = word(now[CHOICE_SEED], now[CHOICE_POSITION])
    return I((drawn * U(count)) >> _S32)


@inlined
def wind(now, seed):
    """Go to the beginning of a tape of the policies."""
    now[CHOICE_SEED] = seed
    now[CHOICE_POSITION] = 0
    now[NEXT_CHOICE] = word(seed, 0)
