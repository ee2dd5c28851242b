"""The lesson of the tutorial, played by the engine: `python web/build/lesson.py` writes it.

`web/src/learn/lesson.json` has for each chapter the round as the learner, seat 0, sees it, and
then every move: who makes it, what comes of it, and what the learner may do next.
"""

from collections import Counter
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from openuno.engine.notation.actions import parse_action
from openuno.engine.notation.rounds import parse_round
from openuno.engine.play import apply
from openuno.engine.rules import deck
from openuno.engine.state import Round
from openuno.engine.view import redact, view

FILE = Path(__file__).parents[1] / "src" / "learn" / "lesson.json"
LEARNER = 0
RULES = "mattel-2016"
CHAPTERS = {
    "turn": (
        "hands=B4,G1,R7,Y9/B7,G1,RS,Y5/B1,G8,R6,Y2 pile=G3,Y8,R2,B5 discard=R3 turn=0",
        "0 R7, 1 B7, 2 B1, 0 G1",
    ),
    "draw": (
        "hands=B8,R1,Y3/B5,G1,R2,Y6/B2,G6,R5,Y7 pile=G9,B3,Y1,R4 discard=G5 turn=0",
        "0 draw, 0 G9, 1 G1, 2 G6, 0 draw, 0 keep",
    ),
    "actions": (
        "hands=B6,RD,RR,RS/B9,G3,R2,Y4/R1,R4,R9,Y8 pile=Y1,Y2,B1,B2 discard=R5 turn=0",
        "0 RS, 2 R9, 0 RD, 2 R4, 0 RR, 2 R1, 1 R2",
    ),
    "wild": (
        "hands=B3,B7,W,Y9/G1,G3,R2,Y4/B9,R6,R8,Y5 pile=Y6,G2,B1,R3 discard=R5 turn=0",
        "0 W/B, 1 draw, 1 keep, 2 B9, 0 B3",
    ),
    "challenge": (
        "hands=B2,R5,Y8/B6,R1,Y4/B9,G7,W4,Y3 pile=Y1,G1,R2,B1,Y2,G3,R3 discard=G4 turn=2",
        "2 W4/R, 0 challenge, 0 R5",
    ),
    "catch": (
        "hands=B5,G2,Y7/G6,Y1/B8,G4,R3 pile=R1,Y2,B3,G5 discard=G9 turn=1",
        "1 G6, 0 catch 1, 2 G4, 0 G2",
    ),
    "uno": (
        "hands=B9,R4/G5,R2,Y6/B2,G8,Y3 pile=R1,Y2,B3,G1 discard=R8 turn=0",
        "0 R4!, 1 R2, 2 B2, 0 B9",
    ),
}


def lesson() -> list[dict[str, Any]]:
    """The chapters, in order."""
    return [_chapter(key, start, moves) for key, (start, moves) in CHAPTERS.items()]


def _chapter(key: str, start: str, script: str) -> dict[str, Any]:
    round = _whole(start)
    opening = view(round, LEARNER)
    moves = []
    for line in script.split(", "):
        seat, _, code = line.partition(" ")
        action = parse_action(code)
        step = apply(round, int(seat), action)
        round = step.round
        moves.append(
            {
                "by": int(seat),
                "action": action,
                "events": [redact(event, LEARNER) for event in step.events],
                "legal": view(round, LEARNER).legal,
            }
        )
    return {"key": key, "opening": opening, "moves": moves}


def _whole(start: str) -> Round:
    """The round, with the rest of the deck under its draw pile."""
    round = parse_round(f"{RULES} {start}")
    rest = Counter(deck(round.rules))
    rest.subtract(Counter((*round.pile, *round.discard, *chain(*round.hands))))
    return replace(round, pile=(*sorted(rest.elements()), *round.pile))


if __name__ == "__main__":
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(lesson())) + b"\n")
