"""What the network sees at some lines of whole records: what the pages must find in them, too.

`python -m tests.feature_vectors` writes them; tests/bots/test_master.py and Vitest read them.
"""

import json
from math import exp
from pathlib import Path
from typing import Any

from openuno import edition, play_game, record_bytes, redact, replay, with_switches
from openuno.bots.memory import NOTHING, Memory, remember
from openuno.bots.network.features import colour_order, write_features
from openuno.bots.network.inference import shipped_network
from openuno.engine.rules import Rules
from openuno.engine.state import RoundOver, seat_to_act
from openuno.engine.view import view
from openuno.game.events import AtTable, RoundBegan, RoundScored
from openuno.game.formats import BestOf, Format, Single
from openuno.record.reader import Record

FILE = Path(__file__).parent / "vectors" / "features.json"
SCORES_PER_LOGIT = 1024
"""As in `web/src/analysis/curve.ts`."""
EVERY = 13
"""Of the lines of a record, every thirteenth is kept."""
SETTINGS: tuple[tuple[Rules, Format, tuple[str, ...]], ...] = (
    (edition("classic"), BestOf(3), ("regular", "master")),
    (edition("wild-112"), Single(), ("regular", "toaster", "casual")),
    (
        with_switches(edition("house"), stacking="any", jump_in=True, seven_zero=True),
        Single(),
        ("regular", "casual", "relaxed", "regular"),
    ),
)


def vectors() -> list[dict[str, Any]]:
    """Records as text; by line and seat the features in hexadecimal digits."""
    found = []
    for seed, (rules, format, bots) in enumerate(SETTINGS, start=5):
        record = play_game(bots, rules, format, seed=seed).record
        memories = [NOTHING] * len(bots)
        rows = []
        for line, (entry, game) in enumerate(replay(record), start=2):
            for event in entry.events:
                if isinstance(event, AtTable):
                    memories = [
                        remember(memory, redact(event.what, seat))
                        for seat, memory in enumerate(memories)
                    ]
            if not game.tables or isinstance(game.tables[0].round.phase, RoundOver):
                continue
            round = game.tables[0].round
            acting = seat_to_act(round)
            if acting is None or line % EVERY:
                continue
            seen = view(round, acting)
            features = write_features(seen, memories[acting], colour_order(seen))
            rows.append([line, acting, features.hex()])
        text = record_bytes(record).decode()
        found.append({"record": text, "rows": rows, "accounts": accounts(record)})
    return found


def accounts(record: Record) -> list[list[float]]:
    """By player: rounds, rounds won, par, what the deals gave, and what play made of that."""
    found = [[0, 0, 0.0, 0.0, 0.0] for _ in record.header.names]
    first: dict[int, float] = {}
    memories: list[Memory] = []
    for entry, game in replay(record):
        if not game.tables:
            continue
        (table,) = game.tables
        if any(isinstance(event, RoundBegan) for event in entry.events):
            first, memories = {}, [NOTHING] * len(table.players)
        for event in entry.events:
            if isinstance(event, AtTable):
                memories = [
                    remember(memory, redact(event.what, seat))
                    for seat, memory in enumerate(memories)
                ]
        round = table.round
        acting = seat_to_act(round)
        if acting is not None and acting not in first:
            seen = view(round, acting)
            features = write_features(seen, memories[acting], colour_order(seen))
            logit = shipped_network().scores(features)[-1] / SCORES_PER_LOGIT
            first[acting] = 1 / (1 + exp(-logit))
        if not any(isinstance(event, RoundScored) for event in entry.events):
            continue
        assert isinstance(round.phase, RoundOver)
        whole = sum(first.values()) / (len(first) / len(table.players))
        for seat, player in enumerate(table.players):
            par, won = 1 / len(table.players), seat == round.phase.winner
            chance = first[seat] / whole if seat in first else par
            parts = (1, won, par, chance - par, won - chance)
            found[player] = [a + b for a, b in zip(found[player], parts, strict=True)]
    return found


def text() -> str:
    """The file."""
    lines = ",\n".join(json.dumps(each, separators=(",", ":")) for each in vectors())
    return f"[\n{lines}\n]\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
