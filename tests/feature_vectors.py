"""What the network sees at some lines of whole records: what the pages must find in them, too.

`python -m tests.feature_vectors` writes them; tests/bots/test_master.py and Vitest read them.
"""

import json
from pathlib import Path
from typing import Any

from openuno import edition, play_game, record_bytes, redact, replay, with_switches
from openuno.bots.master import is_trained_for
from openuno.bots.memory import NOTHING, remember
from openuno.bots.network.decisions import draw_limit, stake_of
from openuno.bots.network.features import colour_order, write_features
from openuno.engine.custom import MAX_SENTENCES
from openuno.engine.pencil.parser import write_on_blanks
from openuno.engine.rules import Rules
from openuno.engine.state import (
    AfterDraw,
    ChoosingPlayer,
    FacingDrawFour,
    FacingStack,
    NamingColour,
    Turn,
    seat_to_act,
)
from openuno.engine.view import view
from openuno.game.events import AtTable
from openuno.game.formats import BestOf, Format, LowTally, Race, Single
from openuno.local.analysis.luck import measure_luck
from openuno.local.analysis.positions import read_rounds
from openuno.record.reader import Record
from tests.summary_vectors import EACH_EFFECT

FILE = Path(__file__).parent / "vectors" / "features.json"
EVERY = 13
"""Of the lines of a record, every thirteenth is kept."""
QUESTIONS = (NamingColour, Turn, AfterDraw, FacingStack, FacingDrawFour, ChoosingPlayer)
"""What the network can be asked; some written rules ask for more."""
LEARNT = (
    "Everyone else draws 2 cards.",
    "The next player draws 3 cards and loses a turn.",
    "A player you choose draws 3 cards.",
    "The player with the fewest cards draws 3 cards. You lose a turn.",
    "The player with the most cards draws 2 cards. Play reverses.",
    "You take 2 random cards from a player you choose. You play again.",
    "Everyone discards 1 card at random. Everyone else loses a turn.",
    "You discard 3 cards at random if you hold more than 4 cards.",
)
"""Written rules by which the network decides."""
EVERY_EFFECT = tuple(
    " ".join(EACH_EFFECT[first : first + MAX_SENTENCES])
    for first in range(0, len(EACH_EFFECT), MAX_SENTENCES)
)
SETTINGS: tuple[tuple[Rules, Format, tuple[str, ...]], ...] = (
    (edition("classic"), BestOf(3), ("regular", "master")),
    (edition("wild-112"), Race(1), ("regular", "toaster", "casual")),
    (
        with_switches(edition("house"), stacking="any", jump_in=True, seven_zero=True),
        LowTally(1),
        ("regular", "casual", "relaxed", "regular"),
    ),
    (write_on_blanks(edition("house"), LEARNT), Single(), ("regular", "master", "casual")),
    (
        write_on_blanks(edition("house"), EVERY_EFFECT),
        Single(),
        ("regular", "relaxed", "relaxed", "casual"),
    ),
)


def vectors() -> list[dict[str, Any]]:
    """Records as text, the limit on drawing, and by line and seat the features in hexadecimal.

    There are no accounts where the network was not trained for the rules.
    """
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
            if not game.tables or not isinstance(game.tables[0].round.phase, QUESTIONS):
                continue
            round = game.tables[0].round
            acting = seat_to_act(round)
            if acting is None or line % EVERY:
                continue
            seen = view(round, acting)
            features = write_features(
                seen, memories[acting], colour_order(seen), stake=stake_of(format)
            )
            rows.append([line, acting, features.hex()])
        text = record_bytes(record).decode()
        limit = draw_limit(len(bots))
        luck = accounts(record) if is_trained_for(rules, len(bots)) else None
        found.append({"record": text, "rows": rows, "limit": limit, "accounts": luck})
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
