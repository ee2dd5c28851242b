"""Cards and colours in the language spoken."""

import re
from collections.abc import Sequence
from functools import cache

from openuno.engine.cards import BLANKS, Card, Colour
from openuno.terminal.languages.catalogue import say, speaks_english, spoken_language

SHAPES = {Colour.RED: "●", Colour.YELLOW: "▲", Colour.GREEN: "■", Colour.BLUE: "◆"}
"""Each colour has a shape as well: nothing is shown by colour alone."""


_WITHOUT_SPACES = ("hi", "ja", "zh")
"""Languages in which Python finds no end of a word between the letters of one."""


def card_name(card: Card) -> str:
    """`Rote 7`, `Wild Draw Four`."""
    if speaks_english():
        return card.label
    if card.colour is None:
        return say("cards.wild", face="WC" if card in BLANKS else card.value)
    return say("cards.coloured", colour=card.colour.value, face=card.value[1:])


def colour_name(colour: Colour) -> str:
    """`red`, `Rot`, `rouge`: as within a sentence."""
    if speaks_english():
        return colour.label.lower()
    return say("cards.colour-within", colour=colour.value)


def card_names(cards: Sequence[Card]) -> str:
    """Cards one after another."""
    return ", ".join(map(card_name, cards))


def coloured_words() -> dict[Colour, re.Pattern[str]]:
    """What names a colour or a card of it in a sentence, by colour, in the language spoken."""
    return _coloured_words(spoken_language())


@cache
def _coloured_words(language: str) -> dict[Colour, re.Pattern[str]]:
    ends = "" if language in _WITHOUT_SPACES else r"\b"
    found = {}
    for colour in Colour:
        cards = [card_name(card) for card in Card if card.colour is colour]
        words = sorted({*cards, colour_name(colour)}, key=len, reverse=True)
        pattern = "|".join(map(re.escape, words))
        found[colour] = re.compile(rf"(?i){ends}(?:{pattern}){ends}")
    return found
