"""Why something is refused, in the language spoken."""

from collections.abc import Mapping

from openuno.engine.cards import Card, Colour
from openuno.engine.errors import IllegalAction
from openuno.engine.faults import Value
from openuno.terminal.languages.cards import card_name, colour_name
from openuno.terminal.languages.catalogue import has_message, say, speaks_english

ABOUT_PAGES = frozenset(("bad-message", "bad-token", "not-at-table", "wrong-protocol"))
"""Refusals for which the pages say that they should be loaded again."""
_CARDS = {card.value: card for card in Card}


def refusal_sentence(refusal: IllegalAction) -> str:
    """Why an action is refused."""
    return say_reason(refusal.reason.value, refusal.values) or refusal.sentence


def say_reason(word: str, values: Mapping[str, Value]) -> str | None:
    """The message of this reason; None in English, and if it says more than the values do."""
    key = f"refused.{word}"
    if speaks_english() or not has_message(key):
        return None
    try:
        return say(key, **_value_words(values))
    except KeyError:
        return None


def _value_words(values: Mapping[str, Value]) -> dict[str, str | int]:
    shown: dict[str, str | int] = {"wild": "yes" if values.get("case") == "wild" else "no"}
    for name, value in values.items():
        if name in ("card", "top", "drawn") and value in _CARDS:
            shown[name] = card_name(_CARDS[str(value)])
        elif name == "colour":
            shown[name] = colour_name(Colour(str(value)))
        elif isinstance(value, str | int):
            shown[name] = value
        else:
            shown[name] = ", ".join(map(str, value))
        if name == "seconds" and isinstance(value, int):
            shown["wait"] = say("table.seconds", seconds=value)
    if isinstance(top := values.get("top"), str):
        shown["face"] = top[1:]
    return shown
