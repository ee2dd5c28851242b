"""Reading a text from left to right: the small things every notation is made of."""

from collections.abc import Callable, Container
from typing import TypeVar

from openuno.engine.cards import COLOURS, Card, Colour
from openuno.engine.errors import NotationError
from openuno.engine.faults import Fault, FaultKind, Value, shorten
from openuno.engine.rules import MAX_SEATS

T = TypeVar("T")

CARDS = {card.value: card for card in Card}
"""Every card by its code."""

_COLOURS = {colour.value: colour for colour in COLOURS}
_MARKS = frozenset(" +=,/:>!@")
_DIGITS = frozenset("0123456789")


class Cursor:
    """A text and the position reached in it."""

    __slots__ = ("at", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def error(
        self, fault: Fault, at: int | None = None, switch: str | None = None
    ) -> NotationError:
        """An error at the position reached, or at another."""
        return NotationError(self.text, self.at if at is None else at, fault, switch)

    def peek(self) -> str:
        """The next character; empty at the end."""
        return self.text[self.at : self.at + 1]

    def take(self, mark: str) -> bool:
        """Step over the mark if it comes next."""
        found = self.peek() == mark
        self.at += found
        return found

    def expect(self, mark: str, fault: Fault) -> None:
        """Step over the mark, which must come next."""
        if not self.take(mark):
            raise self.error(fault)

    def word(self) -> str:
        """All up to the next mark, space or control character; it may be empty."""
        text, start, end = self.text, self.at, self.at
        while end < len(text) and text[end] not in _MARKS and text[end].isprintable():
            end += 1
        self.at = end
        return text[start:end]

    def number(self, most: int, fault: Fault, least: int = 0) -> int:
        """A number in plain digits, no zero before it; the fault is any other text's."""
        start = self.at
        longest = start + len(str(most))
        while self.at <= longest and self.peek() in _DIGITS:
            self.at += 1
        digits = self.text[start : self.at]
        padded = len(digits) > 1 and digits[0] == "0"
        if not digits or padded or not least <= int(digits) <= most:
            raise self.error(fault, start)
        return int(digits)

    def seat(self, seats: int = MAX_SEATS) -> int:
        """A seat at a table with this many."""
        return self.number(seats - 1, Fault.of(FaultKind.SEAT_NUMBER, most=seats - 1))

    def card(self) -> Card:
        """A card by its code."""
        start = self.at
        code = self.word()
        card = CARDS.get(code)
        if card is None:
            kinds = FaultKind.CARD_UNKNOWN, FaultKind.CARD_MISSING
            raise self.error(unknown_word("card", code, CARDS, *kinds), start)
        return card

    def colour(self) -> Colour:
        """A colour by its letter."""
        start = self.at
        code = self.word()
        colour = _COLOURS.get(code)
        if colour is None:
            kinds = FaultKind.COLOUR_UNKNOWN, FaultKind.COLOUR_MISSING
            raise self.error(unknown_word("colour", code, _COLOURS, *kinds), start)
        return colour


def unknown_word(
    what: str,
    word: str,
    known: Container[str],
    unknown: FaultKind,
    missing: FaultKind,
    **values: Value,
) -> Fault:
    """The fault of a word nobody knows, or of none at all."""
    if not word:
        return Fault.of(missing, **values)
    for guess in (word.lower(), word.upper()):
        if guess in known:
            return Fault.of(FaultKind.NO_SUCH_NAME_NEAR, what=what, word=shorten(word), near=guess)
    return Fault.of(unknown, word=shorten(word), **values)


def read_whole(text: str, read: Callable[[Cursor], T]) -> T:
    """What `read` finds in the text, which must end there."""
    cursor = Cursor(text)
    value = read(cursor)
    if cursor.at < len(text):
        raise cursor.error(trailing(cursor))
    return value


def trailing(cursor: Cursor) -> Fault:
    """The fault of a text that goes on where it should end."""
    return Fault.of(FaultKind.TRAILING, word=shorten(cursor.text[cursor.at :]))
