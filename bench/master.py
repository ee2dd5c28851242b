"""How strong the network is against `regular`: `python -m bench.master` writes the results.

On a processor every deal is played from every seat, partners from both sides; under the plain rules
once as `master` plays and once with as much drawing on purpose as the network likes. On a GPU
(`--device cuda`, with PyTorch) each deal is played from one seat, in turn. The network decides in
every setting, also in those that `master` leaves to `regular`: the figures show why.
"""

import argparse
import json
from math import sqrt
from pathlib import Path

import numpy as np

from openuno.bots.network.weights import SHIPPED
from openuno.engine.notation.rules import parse_rules
from openuno.kernel.bots.policies import Policy
from openuno.lab.figures import Z
from openuno.lab.ladder.duels import EVALUATION_SEEDS, Table
from openuno.lab.ladder.network import NetworkRounds, play_network

RESULTS = Path(__file__).with_name("results_master.json")
REGULAR = Policy("regular")
CHUNK = 2_000
PLAIN = "mattel-2016"
SETTINGS: tuple[tuple[str, tuple[int, ...]], ...] = (
    (PLAIN, (2, 3, 4, 5, 6, 7, 8, 9, 10)),
    ("classic", (2, 4, 6)),
    ("wild-112", (2, 3, 4, 6, 10)),
    ("house", (2, 3, 4, 6, 10)),
    (f"{PLAIN}+jump_in=on", (2, 4, 6)),
    (f"{PLAIN}+stacking=any", (2, 4)),
    (f"{PLAIN}+stacking=same+draw_until=on", (2, 4, 6)),
    (f"{PLAIN}+draw_until=on", (2, 4, 6)),
    (f"{PLAIN}+forced_play=on", (2, 4)),
    (f"{PLAIN}+bluffing=off", (2, 4)),
    (f"{PLAIN}+play_drawn=off", (2, 4)),
    (f"{PLAIN}+renege=off", (2, 4)),
    (f"{PLAIN}+decks=3", (2, 4)),
    (f"{PLAIN}+hand_size=3", (2, 4, 6)),
    (f"{PLAIN}+hand_size=12", (2, 4)),
    (f"{PLAIN}+teams=on", (4,)),
    (f"{PLAIN}+seven_zero=on", (2, 3, 4, 6, 10)),
    (f"{PLAIN}+swap_cards=4+shuffle_cards=4", (2, 3, 4, 6, 10)),
    ("house+stacking=any+jump_in=on+seven_zero=on", (2, 3, 4, 6, 10)),
    ("house+stacking=any+teams=on", (4,)),
)


def measure(rules: str, seats: int, rounds: int, *, hoards: bool) -> dict[str, object]:
    """One setting: the share of rounds won, half its 95 % interval, and how they were played."""
    table = Table(parse_rules(rules), seats, None, 0)
    deals = -(-rounds // len(table.lineups))
    parts, cut_short, decisions, cards, most = [], 0, 0, 0, 0
    for first in range(0, deals, CHUNK):
        count = min(CHUNK, deals - first)
        played: list[NetworkRounds] = []
        won = 0
        for lineup in table.lineups:
            seed = EVALUATION_SEEDS + first
            found = play_network(table.rules, lineup, REGULAR, seed, count, hoards=hoards)
            won += found.wins[lineup.index(True)]
            played.append(found)
        parts.append((won, count * len(table.lineups)))
        cut_short += sum(found.cut_short for found in played)
        decisions += sum(found.decisions for found in played)
        cards += sum(found.cards for found in played)
        most = max(most, *(found.most_cards for found in played))
    wins, total = (np.array(column, float) for column in zip(*parts, strict=True))
    share = wins.sum() / total.sum()
    spread = ((wins - share * total) ** 2).sum() * len(parts) / max(len(parts) - 1, 1)
    return {
        "rules": rules,
        "seats": seats,
        "hoards": hoards,
        "par": table.par,
        "rounds": int(total.sum()),
        "share": float(share),
        "half": Z * sqrt(spread) / float(total.sum()),
        "cut_short": cut_short,
        "decisions": decisions / float(total.sum()),
        "cards": cards / decisions,
        "most_cards": most,
    }


def measure_on_gpu(rules: str, seats: int, rounds: int) -> dict[str, object]:
    """One setting as `master` plays it, each deal from one seat."""
    from training.evaluate import measure_quickly  # noqa: PLC0415 - takes PyTorch
    from training.export import WholeNumbers, read  # noqa: PLC0415 - likewise

    table = Table(parse_rules(rules), seats, None, 0)
    choose = WholeNumbers(read(SHIPPED), "cuda").choose
    found = measure_quickly(choose, table.rules, seats, rounds, "cuda")
    return {"rules": rules, "seats": seats, "hoards": False, "par": table.par, **found._asdict()}


def main() -> None:
    """Measure every setting, the plain rules both ways, and write the results after each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100_000)
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    given = parser.parse_args()
    rounds = given.rounds
    results = []
    settings = [(rules, seats) for rules, sizes in SETTINGS for seats in sizes]
    for rules, seats in settings:
        for hoards in (False, True) if rules == PLAIN else (False,):
            if given.device == "cpu":
                results.append(measure(rules, seats, rounds, hoards=hoards))
            elif not hoards:
                results.append(measure_on_gpu(rules, seats, rounds))
            print(json.dumps(results[-1]), flush=True)
            RESULTS.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
