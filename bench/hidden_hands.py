"""How much of the other hands can be inferred: `python -m bench.hidden_hands --players 4`.

It compares, at a seat's turns in rounds between equal bots, how likely the true hand of each of the
others is by `openuno.local.search.belief` with how likely a hand at random is. What more knowledge
would gain is measured by `bench.search_moves --known`.
"""

import argparse
import json
from math import exp, log, sqrt
from random import Random

from msgspec.structs import replace

from bench.expert import Z
from openuno import EDITIONS, Answer, Mind, Step, View, play_round
from openuno.bots.bot import is_my_turn
from openuno.bots.memory import Memory
from openuno.bots.registry import BOTS
from openuno.engine.cards import KIND_OF, Card
from openuno.engine.events import Cards
from openuno.engine.state import Round
from openuno.lab.ladder.duels import EVALUATION_SEEDS
from openuno.local.search.belief import Belief, can_sample, likelihood

RULES = EDITIONS["mattel-2016"]
AT_RANDOM, ORDERS = 200, 16
"""Hands at random for each true one; orders in which its cards may have come."""
ASKED = 0.1
"""The share of turns that are looked at: neighbouring ones are alike."""


def infer(bot: str, players: int, rounds: int) -> dict[str, float | int]:
    """The mean logarithm of how many times likelier the true hands are, and its error."""
    rng, gains = Random(1), list[float]()
    table: Round | None = None

    def watch(step: Step) -> None:
        nonlocal table
        table = step.round

    def look(view: View, mind: Mind) -> Answer:
        if is_my_turn(view) and can_sample(view) and rng.random() < ASKED:
            assert table is not None
            gains.extend(compare_hands(view, mind.memory, table, rng))
        return BOTS[bot](view, mind)

    for seed in range(EVALUATION_SEEDS, EVALUATION_SEEDS + rounds):
        play_round([look] * players, RULES, seed=seed, watch=watch)
    mean = sum(gains) / len(gains)
    spread = sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1)
    return {
        "hands": len(gains),
        "nats": round(mean, 3),
        "half": round(Z * sqrt(spread / len(gains)), 3),
        "times": round(exp(mean), 2),
        "times_all_hands": round(exp(mean * (players - 1)), 1),
    }


def compare_hands(view: View, memory: Memory, round: Round, rng: Random) -> list[float]:
    """For each other player, how much likelier its hand is than one at random, as a logarithm.

    Hands at random have the cards that were seen in the hand, too. Players who have not done
    anything yet are left out.
    """
    belief = Belief(view, memory)
    found = []
    for other, turns in belief.turns.items():
        known = belief.known[other]
        hidden = [KIND_OF[card] for card in _without(round.hands[other], known)]
        if not hidden or not turns:
            continue
        seen = [KIND_OF[card] for card in known]
        orders = [seen + rng.sample(hidden, len(hidden)) for _ in range(ORDERS)]
        others = [seen + rng.sample(belief.unseen, len(hidden)) for _ in range(AT_RANDOM)]
        true, usual = (
            sum(likelihood(each, turns, belief.styles) for each in hands) / len(hands)
            for hands in (orders, others)
        )
        found.append(log(true / usual))
    return found


def know_cards(memory: Memory, view: View, round: Round, share: float, rng: Random) -> Memory:
    """The memory of a seat that has also seen a share of the others' cards."""
    if not memory.known:
        return memory
    known = list(memory.known)
    for other, hand in enumerate(round.hands):
        if other != view.seat:
            rest = _without(hand, known[other])
            known[other] += tuple(card for card in rest if rng.random() < share)
    return replace(memory, known=tuple(known))


def _without(hand: Cards, known: Cards) -> list[Card]:
    rest = list(hand)
    for card in known:
        rest.remove(card)
    return rest


def main() -> None:
    """Read the options, and print a line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--bot", default="regular", help="whose hands are inferred")
    parser.add_argument("--rounds", type=int, default=200)
    given = parser.parse_args()
    print(json.dumps(vars(given) | infer(given.bot, given.players, given.rounds)))


if __name__ == "__main__":
    main()
