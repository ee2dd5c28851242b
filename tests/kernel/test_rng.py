from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from openuno import Fast, deal, edition
from openuno.engine.rng import fork, random_below, shuffle, words
from openuno.engine.rules import deck
from openuno.kernel.rules import piles, rng
from openuno.kernel.rules.conversion import to_arrays, to_round
from openuno.kernel.rules.state import ROUND_FIELDS, Numbers, RoundField
from tests.engine.test_rng import unshifted
from tests.kernel.fingerprints import KIND
from tests.kernel.lockstep import Player, compare, signed
from tests.kernel.lockstep_loop import MOST_CARDS
from tests.kernel.settings import setting

# What Numba compiles has no types.
WORD: Any = rng.word
BELOW: Any = rng.random_below
FORKED: Any = rng.fork
TAKE: Any = piles.take_card

SEEDS = (0, 1, 2**63 - 1, 2**63, 2**64 - 1, 0x0123456789ABCDEF)
RULES = edition("mattel-2016")
GAMMA = 0x9E3779B97F4A7C15
UNEVEN = [bound for bound in range(3, MOST_CARDS + 1) if bound & (bound - 1)]
"""The bounds for which some words are thrown away: all but the powers of two."""


def seed_of(output: int) -> int:
    """The seed whose first two words are these 64 bits: SplitMix64 can be run backwards."""
    z = unshifted(output, 31) * pow(0x94D049BB133111EB, -1, 2**64) % 2**64
    z = unshifted(z, 27) * pow(0xBF58476D1CE4E5B9, -1, 2**64) % 2**64
    return (unshifted(z, 30) - GAMMA) % 2**64


def rejected_by(bound: int) -> int:
    """The lowest word that is thrown away."""
    return 2**32 - 2**32 % bound


def on_tape(seed: int, at: int) -> Numbers:
    now = np.zeros(ROUND_FIELDS, np.int64)
    now[RoundField.RNG_SEED], now[RoundField.RNG_POSITION] = signed(seed), at
    return now


@pytest.mark.parametrize("seed", SEEDS)
def test_the_words_are_those_of_the_reference(seed: int) -> None:
    for at in (0, 1, 127, 128, 2**40 + 1):
        theirs = words(Fast(seed, at))
        assert [WORD(signed(seed), at + n) for n in range(300)] == [
            next(theirs) for _ in range(300)
        ]


@pytest.mark.parametrize("seed", SEEDS)
def test_forked_tapes_are_those_of_the_reference(seed: int) -> None:
    for number in (0, 1, 2, 1000, 2**31, 2**40):
        forked = fork(Fast(seed), number)
        assert isinstance(forked, Fast)
        assert FORKED(signed(seed), number) % 2**64 == forked.seed


def test_fair_numbers_are_those_of_the_reference() -> None:
    chance = Random("below")
    for _ in range(20_000):
        seed, at, bound = chance.getrandbits(64), chance.randrange(10**6), chance.randint(1, 1056)
        now = on_tape(seed, at)
        number, spent = random_below(Fast(seed, at), bound)
        assert (BELOW(now, bound), now[RoundField.RNG_POSITION]) == (number, at + spent), (
            seed,
            at,
            bound,
        )


def test_the_words_thrown_away_are_those_of_the_reference() -> None:
    for bound in UNEVEN:
        high = rejected_by(bound)
        for output in (
            (high - 1) << 32,  # the highest that is taken
            high << 32 | high - 1,
            high << 32 | high,  # two in a row
            (2**32 - 1) << 32 | high,
        ):
            now = on_tape(seed_of(output), 0)
            number, spent = random_below(Fast(seed_of(output)), bound)
            assert spent > 1 or output >> 32 < high
            assert (BELOW(now, bound), now[RoundField.RNG_POSITION]) == (number, spent), (
                output,
                bound,
            )


@pytest.mark.parametrize(
    ("seed", "at", "bound", "spent"),
    [
        (1, 5780084, 1025, 2),
        (1, 8725753, 533, 2),
        (2, 3020273, 472, 2),
        (2, 9019318, 1056, 2),
        (108, 7147949, 786, 2),
    ],
)
def test_words_thrown_away_on_tapes_as_they_come(
    seed: int, at: int, bound: int, spent: int
) -> None:
    now = on_tape(seed, at)
    assert random_below(Fast(seed, at), bound) == (BELOW(now, bound), spent)
    assert now[RoundField.RNG_POSITION] == at + spent


@pytest.mark.parametrize("taken", [0, 1, 2, 50, 106, 107])
def test_a_shuffle_done_as_cards_are_taken_is_that_of_the_reference(taken: int) -> None:
    round = deal(RULES, 2, 0, Fast(0)).round
    cards = deck(RULES)
    for bound in (108, 107, 106, 105, 57, 3):
        word = rejected_by(bound)
        seed = (seed_of(word << 32 | word) - (108 - bound) // 2 * GAMMA) % 2**64
        arrays = to_arrays(replace(round, pile=cards, hands=((), ()), rng=Fast(seed)))
        arrays.now[RoundField.SHUFFLING] = 1
        shuffled, spent = shuffle(cards, Fast(seed))
        assert spent > 107, "some word was thrown away"
        assert [TAKE(arrays) for _ in range(taken)] == [
            KIND[card] for card in shuffled[::-1][:taken]
        ]
        left = to_round(arrays, RULES)
        assert left.pile == shuffled[: 108 - taken]
        assert left.rng == Fast(seed, spent)


def test_rounds_from_hostile_seeds_are_the_reference_s() -> None:
    chance = Random("hostile")
    for _ in range(200):
        drawn = setting(chance)
        cards = len(deck(drawn.rules))
        player = Player(drawn)
        for output in (rejected_by(cards) << 32 | 2**32 - 1, 2**64 - 1, rejected_by(cards - 1)):
            seed = seed_of(output % 2**64)
            compare(player.play(chance.randrange(drawn.seats), seed, chance.getrandbits(64)))
