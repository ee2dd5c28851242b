"""Who plays the seats that the learner does not, on a GPU: everyone who is compiled for it."""

from pathlib import Path
from typing import NamedTuple

from openuno.bots.master import is_trained_for
from openuno.bots.network.decisions import stake_of
from openuno.bots.network.weights import SHIPPED, read_weights
from openuno.bots.uniform import uniform
from openuno.engine.errors import SetupError
from openuno.engine.rules import Rules
from openuno.env.opponents import Seating
from openuno.game.formats import Format, Single
from openuno.kernel.learning.cuda_network import CudaNetwork

_SINGLE = Single()


class CompiledSeats(NamedTuple):
    """Which seats `regular` plays, and which a network."""

    regulars: frozenset[int]
    networks: dict[int, CudaNetwork]


def seat_compiled(
    seating: Seating, rules: Rules, players: int, format: Format = _SINGLE
) -> CompiledSeats:
    """The seats of bots that are compiled for a GPU; refuses all others but `uniform`.

    Where `master` or a network file lets `regular` play, `regular` does.
    """
    regulars = set(seating.regulars)
    networks: dict[int, CudaNetwork] = {}
    made: dict[Path, CudaNetwork] = {}
    for seat, bot in seating.bots.items():
        if bot is uniform:
            continue
        if seat not in seating.networks:
            raise SetupError(
                "opponents",
                "on cuda they are uniform, regular, master, book, network files or functions;"
                " for other bots choose the device cpu",
            )
        file = seating.networks[seat]
        decides = is_trained_for(rules, players) if file is None else not rules.written
        if not decides:
            regulars.add(seat)
            continue
        weights = file or SHIPPED
        if weights not in made:
            made[weights] = CudaNetwork(read_weights(weights), rules, players, stake_of(format))
        networks[seat] = made[weights]
    return CompiledSeats(frozenset(regulars), networks)
