"""Scores of the shipped network in positions of real rounds: what JavaScript must find, too.

`python -m tests.network_vectors` writes them; tests/bots/test_network_vectors.py compares.
"""

import json
from pathlib import Path
from typing import Any

from openuno import Answer, Mind, View, edition, is_my_turn, play_round
from openuno.bots.network.features import colour_order, write_features
from openuno.bots.network.inference import shipped_network
from openuno.bots.regular import regular

FILE = Path(__file__).parent / "vectors" / "network.json"
SETTINGS = (("classic", 2), ("mattel-2016", 3), ("house", 4))
EVERY = 9
"""Of the turns of a round, every ninth is kept."""


def vectors() -> list[dict[str, Any]]:
    """Features in hexadecimal digits, and all scores."""
    found = list[dict[str, Any]]()
    for number, (rules, seats) in enumerate(SETTINGS):
        turns = 0

        def keep(view: View, mind: Mind) -> Answer:
            nonlocal turns
            if is_my_turn(view):
                turns += 1
                if turns % EVERY == 1:
                    features = write_features(view, mind.memory, colour_order(view))
                    scores = shipped_network().scores(features)
                    found.append({"features": features.hex(), "scores": scores})
            return regular(view, mind)

        play_round([keep] * seats, edition(rules), seed=number)
    return found


def text() -> str:
    """The file."""
    lines = ",\n".join(json.dumps(each, separators=(",", ":")) for each in vectors())
    return f"[\n{lines}\n]\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
