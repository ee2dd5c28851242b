"""What the network sees at some lines of whole records: what the pages must find in them, too.

`python -m tests.feature_vectors` writes them; tests/bots/test_master.py and Vitest read them.
"""

import json
from pathlib import Path
from typing import Any

from openuno import edition, play_game, record_bytes, redact, replay, with_switches
from openuno.bots.memory import NOTHING, remember
from openuno.bots.network.decisions import draw_limit
from openuno.bots.network.features import colour_order, write_features
from openuno.engine.rules import Rules
from openuno.engine.state import RoundOver, seat_to_act
from openuno.engine.view import view
from openuno.game.events import AtTable
from openuno.game.formats import BestOf, Format, Single
from openuno.local.analysis.luck import measure_luck
from openuno.local.analysis.positions import read_rounds
from openuno.record.reader import Record

FILE = Path(__file__).parent / "vectors" / "features.json"
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
    """Records as text, the limit on drawing, and by line and seat the features in hexadecimal."""
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
        limit = draw_limit(len(bots))
        found.append({"record": text, "rows": rows, "limit": limit, "accounts": accounts(record)})
    return found


def accounts(record: Record) -> list[list[float]]:
    """By player: rounds, rounds won, par, what the deals gave, and what play made of that."""
    found = measure_luck(len(record.header.names), read_rounds(record))
    return [[each.rounds, each.won, each.par, each.deal, each.play] for each in found]


def text() -> str:
    """The file."""
    lines = ",\n".join(json.dumps(each, separators=(",", ":")) for each in vectors())
    return f"[\n{lines}\n]\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
