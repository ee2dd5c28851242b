"""How much of the other hands can be inferred, and what it would gain to know more of them.

    python -m bench.hidden_hands --players 4 --rounds 200
    python -m bench.hidden_hands --players 4 --known 0.25 --deals 150

The first compares, at a seat's turns in rounds between equal bots, how likely the true hand of each
of the others is by `openuno.local.search.belief` with how likely a hand at random is. The second
lets `expert` look at a share of the others' cards, chosen anew for each of its decisions, and
plays it and `master` on the same deals from every seat against `regular`. No table offers that.
"""

import argparse
import json
from math import exp, log, sqrt
from random import Random

from msgspec.structs import replace

from bench.expert import WORLDS, Z
from openuno import EDITIONS, Answer, Mind, Step, View, play_round
from openuno.bots.bot import is_my_turn
from openuno.bots.memory import Memory
from openuno.bots.registry import BOTS
from openuno.engine.cards import KIND_OF, Card
from openuno.engine.events import Cards
from openuno.engine.state import Round
from openuno.lab.arena.estimates import ratio
from openuno.lab.backends import cores
from openuno.lab.ladder.duels import EVALUATION_SEEDS
from openuno.local.bot_processes import map_in_order, open_bot_processes
from openuno.local.matches import AnyBot
from openuno.local.search import expert as search_module
from openuno.local.search.belief import Belief, can_sample, likelihood
from openuno.local.search.compiled import start_loading
from openuno.local.search.expert import Budget
from openuno.local.search.kernel_rollouts import compile_rollouts
from openuno.slow_notice import say_if_compiling

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


def play_deals(job: tuple[float, int, int, int]) -> list[tuple[int, int]]:
    """Of each deal, how many rounds `master` won, and an `expert` that knows some cards."""
    share, players, first, deals = job
    start_loading().result()
    budget, rng = Budget(WORLDS), Random(first)
    table: Round | None = None

    def watch(step: Step) -> None:
        nonlocal table
        table = step.round

    def believe(view: View, memory: Memory) -> Belief:
        assert table is not None
        return Belief(view, know_cards(memory, view, table, share, rng))

    def expert(view: View, mind: Mind) -> Answer:
        return search_module.search(view, mind, budget)

    search_module.Belief = believe  # type: ignore[attr-defined,assignment] # only here
    compared: tuple[AnyBot, AnyBot] = ("master", expert)
    found = []
    for seed in range(EVALUATION_SEEDS + first, EVALUATION_SEEDS + first + deals):
        won = [0, 0]
        for own in range(players):
            for index, bot in enumerate(compared):
                bots = [bot if seat == own else "regular" for seat in range(players)]
                result = play_round(bots, RULES, seed=seed, dealer=players - 1, watch=watch)
                won[index] += own in result.winners
        found.append((won[0], won[1]))
    return found


def know_cards(
    memory: Memory, view: View, round: Round, share: float = 1.0, rng: Random | None = None
) -> Memory:
    """The memory of a seat that has also seen a share of the others' cards."""
    if not memory.known:
        return memory
    rng = rng or Random(0)
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
    parser.add_argument("--known", type=float, help="the share of cards that the expert sees")
    parser.add_argument("--deals", type=int, default=150)
    parser.add_argument("--processes", type=int, default=cores())
    given = parser.parse_args()
    if given.known is None:
        print(json.dumps(vars(given) | infer(given.bot, given.players, given.rounds)))
        return
    with say_if_compiling():
        compile_rollouts()
    jobs = [(given.known, given.players, first, 1) for first in range(given.deals)]
    with open_bot_processes(given.processes) as pool:
        deals = [deal for found in map_in_order(pool, play_deals, jobs, 4) for deal in found]
    gain = ratio([(won - base, given.players) for base, won in deals])
    assert gain is not None
    master = sum(base for base, _ in deals) / given.players / given.deals
    figures = {"master": master, "gain": gain.value, "half": gain.half or 0.0}
    shares = {name: round(100 * value, 2) for name, value in figures.items()}
    print(
        json.dumps({"players": given.players, "known": given.known, "deals": given.deals} | shares)
    )


if __name__ == "__main__":
    main()
