from random import Random

import pytest

from openuno import Fair, Fast, SetupError, apply, deal, edition
from openuno.engine.deal import undealt_round
from openuno.kernel.rules.actions import decode, encode
from openuno.kernel.rules.conversion import to_arrays, to_round
from openuno.perft import steps
from tests.kernel.lockstep import Player, cut
from tests.kernel.settings import setting


def test_a_round_laid_out_and_read_back_is_the_same() -> None:
    chance = Random("mirror")
    for _ in range(60):
        drawn = setting(chance)
        dealer, seed = chance.randrange(drawn.seats), chance.getrandbits(64)
        played = Player(drawn).play(dealer, seed, chance.getrandbits(64))
        round = cut(deal(drawn.rules, drawn.seats, dealer, Fast(seed)).round, drawn.keep)
        assert to_round(to_arrays(round), drawn.rules) == round
        for seat, code in played.moves[:60]:
            for _, action in steps(round):
                assert decode(encode(action)) == action
            round = apply(round, seat, decode(code)).round
            assert to_round(to_arrays(round), drawn.rules) == round


def test_a_round_from_a_fair_generator_is_refused() -> None:
    with pytest.raises(SetupError, match="fast generator"):
        to_arrays(deal(edition("classic"), 3, 0, Fair(bytes(32))).round)


def test_an_undealt_table_is_refused() -> None:
    with pytest.raises(SetupError, match="deal first"):
        to_arrays(undealt_round(edition("classic"), 3, 0, Fast(1)))
