"""Computes tests/vectors/fairness.json from the pages of the docs, with the standard library alone.

python -m tests.record.make_vectors > tests/vectors/fairness.json
"""

import hashlib
import hmac
import json
import sys
from itertools import count
from typing import Any

LABEL = b"openuno deal 2"
OLD_LABEL = b"openuno deal 1"
CLIENT_LABEL = b"openuno client seed 1"
RULES = {"mattel-2016": {}, "wild-112": {"WH": 1, "WC1": 1, "WC2": 1, "WC3": 1}}
DEALS = 3


def mac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def fork(key: bytes, *path: int) -> bytes:
    return mac(key, b"fork" + b"".join(step.to_bytes(4, "big") for step in path))


def deck(specials: dict[str, int]) -> list[str]:
    cards = [c + f for c in "BGRY" for f in "0123456789DRS" for _ in range(1 if f == "0" else 2)]
    cards += ["W", "W4"] * 4
    cards += [code for code, number in specials.items() for _ in range(number)]
    return sorted(cards)


class Tape:
    def __init__(self, key: bytes) -> None:
        self.key = key
        self.at = 0

    def word(self) -> int:
        block = mac(self.key, (self.at // 8).to_bytes(8, "big"))
        start = 4 * (self.at % 8)
        self.at += 1
        return int.from_bytes(block[start : start + 4], "big")

    def below(self, bound: int) -> int:
        while (word := self.word()) >= 2**32 - 2**32 % bound:
            pass
        return word % bound

    def shuffled(self, cards: list[str]) -> list[str]:
        order = list(cards)
        for place in range(len(order) - 1, 0, -1):
            other = self.below(place + 1)
            order[place], order[other] = order[other], order[place]
        return order


def draw(rules: str, players: int, key: bytes) -> dict[str, Any]:
    """Everyone draws, the highest number deals; symbols count zero in both rule sets."""
    tape = Tape(key)
    pile: list[str] = []
    drawn: list[list[int | str]] = []
    tied = list(range(players))
    while len(tied) > 1:
        if len(pile) < len(tied):
            pile = tape.shuffled(deck(RULES[rules]))
        ranks = {}
        for player in tied:
            card = pile.pop()
            drawn.append([player, card])
            ranks[player] = int(card[1]) if card[0] in "BGRY" and card[1].isdigit() else 0
        tied = [player for player in tied if ranks[player] == max(ranks.values())]
    return {"rules": rules, "drawn": drawn, "dealer": tied[0]}


def shuffle(rules: str, hand: int, key: bytes) -> dict[str, Any]:
    tape = Tape(key)
    order = tape.shuffled(deck(RULES[rules]))
    return {"rules": rules, "hand": hand, "table": 0, "order": " ".join(order), "spent": tape.at}


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def named(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()


def first_line(seed: bytes, clients: list[dict[str, str | None] | None]) -> str:
    """The first line of a record, up to its chain."""
    chance = {"scheme": LABEL.decode(), "commitment": digest(seed), "clients": clients}
    header = {
        "openuno": 2,
        "rules": "mattel-2016",
        "format": "race",
        "names": ["Ada", "Bo", "Zoë", "Dev"][: len(clients)],
        "dealer": None,
        "seat": None,
        "chance": chance,
    }
    return json.dumps(header, separators=(",", ":"), ensure_ascii=False).removesuffix("}")


def case(seed: bytes, clients: list[dict[str, str | None] | None]) -> dict[str, Any]:
    line = first_line(seed, clients)
    terms = hashlib.sha256(line.encode()).digest()
    key = mac(seed, LABEL + terms)
    paths = [(0,), *((hand, table) for hand in range(1, DEALS + 1) for table in (0, 1))]
    return {
        "seed": seed.hex(),
        "commitment": digest(seed),
        "players": len(clients),
        "line": line,
        "terms": terms.hex(),
        "key": key.hex(),
        "forks": [{"path": list(path), "key": fork(key, *path).hex()} for path in paths],
        "draws": [draw(rules, len(clients), fork(key, 0)) for rules in RULES],
        "deals": [
            shuffle(rules, hand, fork(key, hand, 0))
            for rules in RULES
            for hand in range(1, DEALS + 1)
        ],
    }


def old_case(seed: bytes, clients: list[bytes | None]) -> dict[str, Any]:
    message = OLD_LABEL + bytes([len(clients)])
    for client in clients:
        message += bytes(32) if client is None else client
    return {
        "seed": seed.hex(),
        "clients": [None if client is None else client.hex() for client in clients],
        "commitment": digest(seed),
        "key": mac(seed, message).hex(),
    }


def client(seed: bytes) -> dict[str, str | None]:
    return {"commitment": digest(CLIENT_LABEL + seed), "seed": seed.hex()}


def tied_seed(clients: list[dict[str, str | None] | None]) -> bytes:
    """A seed whose draw for the deal has a tie to break."""
    for number in count():
        seed = hashlib.sha256(b"a tie %d" % number).digest()
        found = case(seed, clients)
        if len(found["draws"][0]["drawn"]) > len(clients):
            return seed
    raise AssertionError("there are ties enough")


def vectors() -> dict[str, Any]:
    some = [client(named("Ada")), None, client(named("Zoë"))]
    mixed = [
        client(named("Ada")),
        {**client(named("Bo")), "commitment": None},
        {**client(named("Zoë")), "seed": None},
        None,
    ]
    return {
        "scheme": LABEL.decode(),
        "clients": [client(named("Ada")), client(bytes(32)), client(bytes(range(32)))],
        "cases": [
            case(bytes(range(32)), [None, None]),
            case(named("a server's seed"), mixed),
            case(tied_seed(some), some),
        ],
        "old": {
            "scheme": OLD_LABEL.decode(),
            "cases": [
                old_case(bytes(range(32)), [None, None]),
                old_case(named("a server's seed"), [named("Ada"), None, named("Zoë")]),
                old_case(bytes(32), [bytes([player]) * 32 for player in range(10)]),
            ],
        },
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(vectors(), indent=1, ensure_ascii=False) + "\n")
