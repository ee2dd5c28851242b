"""Random numbers: the words of `openuno.engine.rng.Fast`, and the same fair numbers from them."""

import numpy as np

from openuno.kernel.compiler import I, U, inline
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

CHOICE_PATH = 1
"""The policies' generator is forked from that of the round by this number."""


@inline
def mix(state):
    """SplitMix64's output for a state of its counter."""
    z = state
    z = (z ^ (z >> _S30)) * _MIX_A
    z = (z ^ (z >> _S27)) * _MIX_B
    return z ^ (z >> _S31)


@inline
def word(seed, position):
    """The word at a position of the generator with this seed."""
    output = mix(U(seed) + (U(position >> 1) + _ONE) * _GAMMA)
    half = output & _LOW if position & 1 else output >> _S32
    return I(half)


@inline
def fork(seed, number):
    """The seed that `openuno.engine.rng.fork` finds for one number of a path."""
    return I(mix(U(seed) + (_FAR + U(number) + _ONE) * _GAMMA))


@inline
def random_below(now, bound):
    """A fair number from 0 up to but not including `bound`, from the generator of the cards."""
    position = now[RNG_POSITION]
    while True:
        drawn = word(now[RNG_SEED], position)
        position += 1
        rest = I(np.uint32(drawn) % np.uint32(bound))
        if drawn - rest <= _WORD - bound:
            break
    now[RNG_POSITION] = position
    return rest


@inline
def choose_one(now, count):
    """A number from 0 up to but not including `count`, from the generator of the policies.

    The word is scaled down: that is quicker than a fair number, and with a count of up to 64 no
    number is favoured by more than one in 2^26.
    """
    drawn = U(now[NEXT_CHOICE])
    # The next word is computed ahead, so that nothing has to wait for it.
    now[CHOICE_POSITION] += 1
    now[NEXT_CHOICE] = word(now[CHOICE_SEED], now[CHOICE_POSITION])
    return I((drawn * U(count)) >> _S32)


@inline
def rewind(now, seed):
    """Set the policies' generator to the beginning of a seed."""
    now[CHOICE_SEED] = seed
    now[CHOICE_POSITION] = 0
    now[NEXT_CHOICE] = word(seed, 0)
