"""What the text form calls the seats, and cards in words."""

from collections.abc import Iterable, Sequence

import msgspec

from openuno.engine.cards import Card
from openuno.engine.errors import SetupError
from openuno.engine.view import View

TEXT_FORM = "openuno-text-v1"
"""The name of the text form. The number is raised when the same view gives another text."""


class Seats(msgspec.Struct, frozen=True):
    """How the text speaks of the seats: `you`, `Bo`, or `seat 1` where nobody has a name."""

    count: int
    you: int | None
    names: tuple[str, ...] = ()

    def who(self, seat: int) -> str:
        """The seat as subject or object: `you`, `Bo`, `seat 1`."""
        return "you" if seat == self.you else self.name(seat)

    def name(self, seat: int) -> str:
        """The seat's name, or its number: `Bo`, `seat 1`."""
        return self.names[seat] if self.names else f"seat {seat}"

    def list(self, seats: Iterable[int]) -> str:
        """Several seats: `you, Bo and seat 2`."""
        *others, last = sorted(seats, key=lambda seat: (seat != self.you, seat))
        words = [self.who(seat) for seat in others]
        return f"{', '.join(words)} and {self.who(last)}" if words else self.who(last)


def find_seats(view: View, names: Sequence[str] | None) -> Seats:
    """The seats of a view, with a name for each or for none; a name is one line of text."""
    count = len(view.hands)
    if names is None:
        return Seats(count, view.seat)
    if len(names) != count:
        raise SetupError("names", f"{len(names)} names for {count} seats; name each")
    return Seats(count, view.seat, tuple(" ".join(name.split()) for name in names))


def card_words(card: Card) -> str:
    """A card with its code: `Red 7 (R7)`."""
    return f"{card.label} ({card.value})"


def cards_text(count: int) -> str:
    """`1 card`, `2 cards`."""
    return "1 card" if count == 1 else f"{count} cards"
