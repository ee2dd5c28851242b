"""Cards and rules as text, read and written without the engine."""

from functools import lru_cache

from openuno.engine.notation.rules import parse_rules, rules_text
from openuno.engine.rules import EDITIONS, SWITCHES, Rules

DRAWS = {"D": 2, "W4": 4}


def colour_of(card: str) -> str:
    return "" if card[0] == "W" else card[0]


def face_of(card: str) -> str:
    return card[:2] if card[0] == "W" else card[1:]


def listing(cards: list[str]) -> str:
    return ",".join(cards) or "-"


def cards_in(text: str) -> list[str]:
    return [] if text == "-" else text.split(",")


@lru_cache(maxsize=256)
def rules_in(text: str) -> Rules:
    if "+written=" in text:
        return parse_rules(text)
    edition, *changes = text.split("+")
    fields = {name: getattr(EDITIONS[edition], name) for name in SWITCHES}
    for change in changes:
        name, value = change.split("=")
        kind = type(fields[name])
        fields[name] = value == "on" if kind is bool else kind(value)
    return Rules(edition=edition, **fields)


@lru_cache(maxsize=256)
def rules_line(rules: Rules) -> str:
    if rules.written:
        return rules_text(rules)
    words = [rules.edition]
    for name in SWITCHES:
        value = getattr(rules, name)
        if value != getattr(EDITIONS[rules.edition], name):
            plain = (
                ("off", "on")[value] if isinstance(value, bool) else getattr(value, "value", value)
            )
            words.append(f"{name}={plain}")
    return "+".join(words)
