"""A bot as a program of its own: `uno ladder --bots "engine:python engine_bot.py,regular"`.

Run it to type questions yourself; docs/write-a-bot.md describes the lines.
"""

import json
import sys

POINTS = {"D": 20, "R": 20, "S": 20}


def worth(code: str) -> int:
    """What the card of an action counts; actions that play none count less than any card."""
    if not code[0].isupper():
        return -1
    return 50 if code[0] == "W" else POINTS.get(code[1]) or int(code[1])


for line in sys.stdin:
    question = json.loads(line)
    if question["ask"] == "quit":
        break
    if question["ask"] == "hello":
        answer = {"protocol": 1, "name": "the most expensive card"}
    else:
        view, legal = question["view"], question["legal"]
        mine = view["phase"].get("seat") == view["seat"]
        calls = [code for code in legal if code == "uno"]
        # An exclamation mark says UNO with the card: among equals that is the better way.
        best = max(legal, key=lambda code: (worth(code), code.endswith("!")), default=None)
        answer = {"action": calls[0] if calls else best if mine else None}
    print(json.dumps(answer), flush=True)
