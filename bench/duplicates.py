"""What duplicate deals and control variates save the ladder: `python -m bench.duplicates`.

One `regular` plays every deal from every seat against a field of `uniform`. The variance of a round
is compared with that of rounds dealt by themselves, before and after it is corrected for the hands
that were dealt: a control variate is of use only as far as it explains who wins.
"""

import argparse
import json
from itertools import repeat
from typing import Any

import numpy as np
import numpy.typing as npt

from openuno.engine.cards import COLOURS, Card, Face
from openuno.engine.deal import deal
from openuno.engine.rng import Fast, fork
from openuno.engine.rules import DEFAULT_RULES
from openuno.kernel.bots.policies import Policy
from openuno.kernel.simulation.plan import Plan, simulate
from openuno.kernel.tallies import WINS
from openuno.lab.ladder.duels import EVALUATION_SEEDS

REGULAR, UNIFORM = Policy("regular"), Policy("uniform")
ACTIONS = (Face.SKIP, Face.REVERSE, Face.DRAW_TWO)
Floats = npt.NDArray[np.float64]


def describe_hand(cards: tuple[Card, ...]) -> tuple[int, int, int]:
    """Its wilds, its action cards, and the length of its longest colour."""
    wilds = sum(card.colour is None for card in cards)
    actions = sum(card.face in ACTIONS for card in cards)
    return wilds, actions, max(sum(card.colour is one for card in cards) for one in COLOURS)


def play(seats: int, deals: int) -> tuple[Floats, Floats]:
    """By deal and seat, whether `regular` won from there, and what was dealt to it."""
    plans = [
        Plan(
            DEFAULT_RULES,
            tuple(REGULAR if seat == own else UNIFORM for seat in range(seats)),
            EVALUATION_SEEDS,
        )
        for own in range(seats)
    ]
    won, hands = np.zeros((deals, seats)), np.zeros((deals, seats, 3))
    for number in range(deals):
        for own, plan in enumerate(plans):
            won[number, own] = simulate(plan, number, 1)[WINS + own]
        rng = fork(Fast(EVALUATION_SEEDS), number)
        dealt = deal(DEFAULT_RULES, seats, seats - 1, rng).round.hands
        hands[number] = [describe_hand(cards) for cards in dealt]
    return won, hands


def left_over(values: Floats, controls: Floats) -> float:
    """The part of the variance that a linear fit on the controls leaves."""
    columns = np.column_stack([np.ones(len(values)), controls])
    fitted = columns @ np.linalg.lstsq(columns, values, rcond=None)[0]
    return float((values - fitted).var() / values.var())


def measure(seats: int, deals: int) -> dict[str, Any]:
    """What is left of the variance of a round, as parts of 1."""
    won, hands = play(seats, deals)
    every = hands.sum(axis=1, keepdims=True)
    others = (every - hands) / (seats - 1)
    seat = np.stack(list(repeat(np.eye(seats)[:, 1:], deals)))
    single = np.concatenate([hands, others, seat], axis=2).reshape(deals * seats, -1)
    together = won.sum(axis=1)
    controls = np.column_stack([every[:, 0], (hands**2).sum(axis=1)])
    return {
        "seats": seats,
        "deals": deals,
        "share": float(won.mean()),
        "controlled": left_over(won.reshape(-1), single),
        "duplicate": float(together.var() / seats / won.var()),
        "duplicate_controlled": left_over(together, controls),
        "won_from_seats": (np.bincount(together.astype(int), minlength=seats + 1) / deals).tolist(),
    }


def main() -> None:
    """Measure at tables for two and four, and print a line of JSON for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=20_000)
    given = parser.parse_args()
    for seats in (2, 4):
        print(json.dumps(measure(seats, given.deals)), flush=True)


if __name__ == "__main__":
    main()
