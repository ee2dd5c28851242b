"""How strong the network is against `regular`: `python -m bench.master` writes the results.

    python -m bench.master --rounds 20000
    python -m bench.master --device cuda --rounds 200000 --aims 4000000
    python -m bench.master --rules mattel-2016 --players 4 --limit 8 --results limits.json

Every deal is played from every seat, partners from both sides. Every setting is measured as
`master` plays it; the plain rules with two and four players, for which there are aims, also with
other limits on drawing on purpose, and with none. The network decides in every setting, also in
those that `master` leaves to `regular`: the figures show why. A row takes the place of an earlier
one of the same setting, limit and seed. `--device cuda` takes PyTorch, and plays all rows in one
process, so that the GPU's kernels are compiled once (a minute or two).
"""

import argparse
import json
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from bench.written import deck_rules
from openuno import Rules
from openuno.bots.network.decisions import draw_limit
from openuno.bots.network.weights import SHIPPED
from openuno.engine.notation.rules import parse_rules
from openuno.kernel.bots.policies import Policy
from openuno.lab.figures import Z
from openuno.lab.ladder.duels import EVALUATION_SEEDS, Table
from openuno.lab.ladder.network import NetworkRounds, play_network

RESULTS = Path(__file__).with_name("results_master.json")
REGULAR = Policy("regular")
CHUNK, PARTS = 2_000, 32
"""Deals that a processor plays at a time, at most; the spread between parts gives the interval."""
LANES = 250_000
"""Deals that a GPU plays at a time, at most."""
ANY_NUMBER = 255
"""A network sees no more cards than this in a hand."""
PLAIN = "mattel-2016"
WITH = " with "
"""Between the rules and what is written on their blanks."""
SETTINGS: tuple[tuple[str, tuple[int, ...]], ...] = (
    (PLAIN, (2, 3, 4, 5, 6, 7, 8, 9, 10)),
    ("classic", (2, 4, 6)),
    ("wild-112", (2, 3, 4, 6, 8, 10)),
    ("house", (2, 3, 4, 6, 8, 10)),
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
    *((f"house{WITH}{deck}", (2, 4, 6)) for deck in ("attacks", "gifts and harm", "hands move")),
)
"""Of the decks of `bench.written`, those with a rule that lets a player choose cards or a second
player are left out: no network has decisions for them."""
SEED_STEP = 1_000_000
"""More than the chunks that a row can have: each is dealt from a seed of its own."""
OTHER_LIMITS: dict[int, tuple[int | None, ...]] = {2: (None,), 4: (7, 8, None)}
"""Under the plain rules, by players: limits to compare with that of `master`; None is none."""


class Case(NamedTuple):
    """What a row measures."""

    rules: str
    seats: int
    limit: int | None
    """Cards with which the network draws on purpose, at most; None: any number."""
    seed: int
    """Of the deals, counted from EVALUATION_SEEDS."""


def case_rules(text: str) -> Rules:
    """The rules of a row: in their text form, or with a deck of `bench.written`."""
    _, found, deck = text.partition(WITH)
    return deck_rules(deck) if found else parse_rules(text)


def measure(case: Case, rounds: int, parts: int = PARTS) -> dict[str, object]:
    """The share of rounds won, half its 95 % interval, and how they were played."""
    table = Table(case_rules(case.rules), case.seats, None, case.seed)
    deals = -(-rounds // len(table.lineups))
    size = min(CHUNK, -(-deals // parts))
    outcomes, cut_short, decisions, cards, most = [], 0, 0, 0, 0
    for first in range(0, deals, size):
        count = min(size, deals - first)
        played: list[NetworkRounds] = []
        won = 0
        for lineup in table.lineups:
            seed = EVALUATION_SEEDS + case.seed + first
            found = play_network(table.rules, lineup, REGULAR, seed, count, limit=case.limit)
            won += found.wins[lineup.index(True)]
            played.append(found)
        outcomes.append((won, count * len(table.lineups)))
        cut_short += sum(found.cut_short for found in played)
        decisions += sum(found.decisions for found in played)
        cards += sum(found.cards for found in played)
        most = max(most, *(found.most_cards for found in played))
    wins, total = (np.array(column, float) for column in zip(*outcomes, strict=True))
    share = wins.sum() / total.sum()
    spread = ((wins - share * total) ** 2).sum() * len(outcomes) / max(len(outcomes) - 1, 1)
    return {
        "share": float(share),
        "half": Z * sqrt(spread) / float(total.sum()),
        "rounds": int(total.sum()),
        "cut_short": cut_short,
        "decisions": decisions / float(total.sum()),
        "cards": cards / decisions,
        "most_cards": most,
    }


def measure_with_torch(case: Case, rounds: int, device: str = "cuda") -> dict[str, object]:
    """The same on a GPU, but for how they were played."""
    from training import evaluate  # noqa: PLC0415 - takes PyTorch
    from training.export import WholeNumbers, read  # noqa: PLC0415 - likewise

    table = Table(case_rules(case.rules), case.seats, None, case.seed)
    choose = WholeNumbers(read(SHIPPED), device).choose
    limit = ANY_NUMBER if case.limit is None else case.limit
    deals = -(-rounds // len(table.lineups))
    chunks = -(-deals // LANES)
    parts = [
        evaluate.measure(
            choose,
            table.rules,
            case.seats,
            -(-deals // chunks),
            device,
            limit=limit,
            seed=EVALUATION_SEEDS + case.seed + number,
        )
        for number in range(chunks)
    ]
    return {
        "share": sum(part.share for part in parts) / chunks,
        "half": sqrt(sum(part.half**2 for part in parts)) / chunks,
        "rounds": sum(part.rounds for part in parts),
        "cut_short": sum(part.cut_short for part in parts),
    }


def list_cases(given: argparse.Namespace) -> Iterator[Case]:
    """The cases that were asked for."""
    for rules, sizes in SETTINGS:
        for seats in sizes:
            if rules not in (given.rules or [rules]) or seats not in (given.players or sizes):
                continue
            if given.limit is not None:
                yield Case(rules, seats, given.limit, given.seed)
                continue
            others = OTHER_LIMITS.get(seats, ()) if rules == PLAIN else ()
            for limit in (draw_limit(seats), *others):
                yield Case(rules, seats, limit, given.seed)


def read_rows(file: Path) -> dict[Case, dict[str, Any]]:
    """What was measured so far."""
    rows = json.loads(file.read_text("utf-8")) if file.exists() else []
    return {Case(*(row[name] for name in Case._fields)): row for row in rows}


def main() -> None:
    """Measure what is asked for, and write the results after each row."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=100_000, help="of each row (100000)")
    parser.add_argument(
        "--aims",
        type=int,
        help="rounds under the plain rules with two and four players; a quarter for other limits",
    )
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--rules", nargs="+", help="only under these rules, as the results say it")
    parser.add_argument("--players", nargs="+", type=int, help="only these numbers of players")
    parser.add_argument(
        "--limit", type=int, help="draw on purpose with at most this many cards, not as `master`"
    )
    parser.add_argument("--seed", type=int, default=0, help="other deals, never trained on either")
    parser.add_argument("--results", type=Path, default=RESULTS, metavar="FILE")
    given = parser.parse_args()
    if given.seed % SEED_STEP:
        parser.error(f"--seed: each row uses deals from many seeds; give a multiple of {SEED_STEP}")
    cases = list(list_cases(given))
    if not cases:
        parser.error("no such setting; SETTINGS in bench/master.py has those that are measured")
    play = measure if given.device == "cpu" else measure_with_torch
    rows = read_rows(given.results)
    for case in cases:
        rounds = given.rounds
        if given.aims is not None and case.rules == PLAIN and case.seats in OTHER_LIMITS:
            rounds = given.aims if case.limit == draw_limit(case.seats) else given.aims // 4
        par = Table(case_rules(case.rules), case.seats, None, 0).par
        rows[case] = {**case._asdict(), "par": par, **play(case, rounds)}
        print(json.dumps(rows[case]), flush=True)
        text = json.dumps(list(rows.values()), indent=2) + "\n"
        given.results.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
