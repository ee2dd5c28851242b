"""What it is worth to `regular` to know what is written on the blanks: `python -m bench.written`.

One `regular` plays against others that see the same cards with nothing written on them, and so take
every custom rule for a plain wild. Every deal is played once from every seat.
"""

import argparse
from math import sqrt

from msgspec.structs import replace

from openuno import Answer, Mind, View, play_round
from openuno.bots.regular import regular
from openuno.engine.pencil.parser import with_custom_rules
from openuno.engine.rules import EDITIONS, Rules, with_switches
from openuno.lab.figures import Z

FIRST_SEED = 1_000_000
"""The deals begin far from those that the bot's weights were tuned with."""
COPIES = 2
"""How often a rule stands in the deck of eight blanks."""
DECKS = {
    "attacks": (
        "Everyone else draws 2 cards.",
        "The next player draws 3 cards and loses a turn.",
        "A player you choose draws 3 cards.",
        "The player with the fewest cards draws 3 cards.",
    ),
    "gifts and harm": (
        "You draw 5 cards.",
        "The next player discards 2 cards at random.",
        "You lose a turn. You draw 2 cards.",
        "Everyone else discards 1 card at random.",
    ),
    "shedding": (
        "You give 2 random cards to a player you choose.",
        "You discard 2 cards of your choice.",
        "You discard all cards of the colour named.",
        "You play again.",
    ),
    "hands move": (
        "You swap hands with a player you choose.",
        "Hands pass left.",
        "All hands are shuffled.",
        "You take 2 random cards from a player you choose.",
    ),
    "mixed": (
        "Everyone else draws 2 cards.",
        "You draw 5 cards.",
        "You give 2 random cards to a player you choose.",
        "Two players you choose swap hands.",
    ),
}


def unread(view: View, mind: Mind) -> Answer:
    """`regular`, to which every blank is a plain wild."""
    return regular(replace(view, rules=replace(view.rules, written=())), mind)


def deck_rules(name: str) -> Rules:
    """The `house` rules with one of the decks."""
    texts = [text for text in DECKS[name] for _ in range(COPIES)]
    return with_custom_rules(with_switches(EDITIONS["house"], blank_cards=len(texts)), *texts)


def measure(name: str, seats: int, deals: int) -> tuple[float, float]:
    """The share of rounds won by the one who reads the cards, and half of its 95 % interval."""
    rules = deck_rules(name)
    shares = []
    for seed in range(FIRST_SEED, FIRST_SEED + deals):
        won = 0
        for seat in range(seats):
            bots = [regular if other == seat else unread for other in range(seats)]
            won += seat in play_round(bots, rules, seed=seed).winners
        shares.append(won / seats)
    mean = sum(shares) / deals
    spread = sum((share - mean) ** 2 for share in shares) / (deals - 1)
    return mean, Z * sqrt(spread / deals)


def main() -> None:
    """Print the table of docs/strength.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=2000)
    deals = parser.parse_args().deals
    print("| blanks | players | par | reads them |\n|---|---|---|---|")
    for name in DECKS:
        for seats in (2, 4):
            share, half = measure(name, seats, deals)
            par = 100 / seats
            print(f"| {name} | {seats} | {par:.1f} % | {100 * share:.1f} ± {100 * half:.1f} % |")


if __name__ == "__main__":
    main()
