"""Cards, colours and refusals in the language spoken."""

from collections.abc import Mapping, Sequence

from openuno.engine.cards import Card, Colour, Face
from openuno.engine.errors import IllegalAction
from openuno.engine.faults import Value
from openuno.terminal.languages.catalogue import has_message, say, speaks_english

_CARDS = {card.value: card for card in Card}


def card_name(card: Card) -> str:
    """`Rote 7`, `Wild Draw Four`."""
    if speaks_english():
        return card.label
    if card.colour is None:
        return say("cards.wild", face="WC" if card.face is Face.CUSTOM else card.value)
    return say("cards.coloured", colour=card.colour.value, face=card.value[1:])


def colour_name(colour: Colour) -> str:
    """`red`, `Rot`."""
    return colour.label.lower() if speaks_english() else say("cards.colour", colour=colour.value)


def card_names(cards: Sequence[Card]) -> str:
    """Cards one after another."""
    return ", ".join(map(card_name, cards))


def refusal_sentence(refusal: IllegalAction) -> str:
    """Why an action is refused."""
    key = f"refused.{refusal.reason.value}"
    if speaks_english() or not has_message(key):
        return refusal.sentence
    try:
        return say(key, **_value_words(refusal.values))
    except KeyError:  # it says something that this refusal does not know
        return refusal.sentence


def _value_words(values: Mapping[str, Value]) -> dict[str, str | int]:
    shown: dict[str, str | int] = {"wild": "yes" if values.get("case") == "wild" else "no"}
    for name, value in values.items():
        if name in ("card", "top", "drawn") and value in _CARDS:
            shown[name] = card_name(_CARDS[str(value)])
        elif name == "colour":
            shown[name] = colour_name(Colour(str(value)))
        elif isinstance(value, str | int):
            shown[name] = value
    if isinstance(top := values.get("top"), str):
        shown["face"] = top[1:]
    return shown
