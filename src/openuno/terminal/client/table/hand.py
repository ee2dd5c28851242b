"""The hand: what fits stands higher, the card under the cursor has a heavy frame."""

from typing import NamedTuple

from rich.text import Text
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

from openuno.engine.cards import Card
from openuno.terminal.client.cards import LARGE, SMALL, Canvas, Size, State, draw_card
from openuno.terminal.client.looks import Palette

MIN_STEP = 3
"""Columns of a covered card that must be seen: its frame, shape and letter."""
ROOMY = 34
"""Rows of the window from which cards are drawn large."""


class Fan(NamedTuple):
    """Which cards are in sight, and how far apart they lie."""

    first: int
    shown: int
    step: int


def fan(cards: int, cursor: int, width: int, size: Size) -> Fan:
    """Lay the cards out in this width, the one under the cursor in sight."""
    if cards < 2:
        return Fan(0, cards, size.width + 1)
    step = min(size.width + 1, (width - size.width) // (cards - 1))
    if step >= MIN_STEP:
        return Fan(0, cards, step)
    shown = max(1, (width - size.width) // MIN_STEP + 1)
    first = min(max(0, cursor - shown // 2), cards - shown)
    return Fan(first, shown, MIN_STEP)


class Hand(Widget):
    """The person's cards."""

    class Clicked(Message):
        """A card was clicked, by its place in the hand."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self.palette = palette
        self.cards: tuple[Card, ...] = ()
        self.playable: frozenset[Card] = frozenset()
        self.judged = False
        """Whether cards that do not fit step back: in the person's turn."""
        self.cursor = 0

    @property
    def card_at_cursor(self) -> Card | None:
        """The card under the cursor."""
        return self.cards[self.cursor] if self.cards else None

    def show(self, cards: tuple[Card, ...], playable: frozenset[Card], *, judged: bool) -> None:
        """Show these cards; the cursor stays on its card, or goes to one that fits."""
        before, kept = self.card_at_cursor, cards == self.cards
        newly = judged and not self.judged
        self.cards, self.playable, self.judged = cards, playable, judged
        if not kept:
            self.cursor = cards.index(before) if before in cards else 0
        self.cursor = min(self.cursor, max(0, len(cards) - 1))
        if (newly or not kept) and playable and self.card_at_cursor not in playable:
            self.cursor = min(i for i, card in enumerate(cards) if card in playable)
        self.refresh(layout=True)

    def move(self, step: int, *, playable: bool = False) -> None:
        """Move the cursor, round the end; only over cards that fit if asked."""
        if not self.cards:
            return
        for far in range(1, len(self.cards) + 1):
            at = (self.cursor + step * far) % len(self.cards)
            if not playable or self.cards[at] in self.playable:
                self.cursor = at
                break
        self.refresh()

    def put_cursor(self, index: int) -> bool:
        """Put the cursor on this card, if there is one."""
        if not 0 <= index < len(self.cards):
            return False
        self.cursor = index
        self.refresh()
        return True

    @property
    def card_size(self) -> Size:
        """How large cards are drawn in this window."""
        many = len(self.cards) * (LARGE.width + 1) > self.app.size.width
        return LARGE if self.app.size.height >= ROOMY and not many else SMALL

    def get_content_height(self, *_: object) -> int:
        """The cards, a row to stand higher in, and their numbers."""
        return self.card_size.height + 2

    def render(self) -> Text:
        """Draw the hand."""
        size = self.card_size
        canvas = Canvas(self.size.width, size.height + 2)
        laid = fan(len(self.cards), self.cursor, self.size.width - 1, size)
        shown = range(laid.first, laid.first + laid.shown)
        order = [index for index in shown if index != self.cursor]
        if self.cursor in shown and self.cards:
            order.append(self.cursor)
        left = self._left(laid, size)
        for index in order:
            self._draw(canvas, left, laid, index, size)
        if laid.first:
            canvas.write(0, size.height + 1, f"‹{laid.first}", self.palette.strong)
        hidden = len(self.cards) - laid.first - laid.shown
        if hidden:
            text = f"{hidden}›"
            canvas.write(canvas.width - len(text), size.height + 1, text, self.palette.strong)
        return canvas.text()

    def _draw(self, canvas: Canvas, left: int, laid: Fan, index: int, size: Size) -> None:
        card = self.cards[index]
        x = left + (index - laid.first) * laid.step
        fits = not self.judged or card in self.playable
        chosen = index == self.cursor
        last = index == laid.first + laid.shown - 1
        draw_card(
            canvas,
            x,
            0 if card in self.playable else 1,
            card,
            self.palette,
            size=size,
            state=State.PLAYABLE if fits else State.FADED,
            covered=laid.step < size.width and not last and not chosen,
            chosen=chosen,
        )
        number = str(index + 1)
        style = self.palette.now if chosen else self.palette.dim
        shift = 2 if laid.step >= size.width else 1
        if chosen and laid.step > MIN_STEP:
            number = f"[{number}]"
            shift -= 1
        canvas.write(x + shift, size.height + 1, number[: max(laid.step, 3)], style)

    def _left(self, laid: Fan, size: Size) -> int:
        wide = (laid.shown - 1) * laid.step + size.width if laid.shown else 0
        return max(0, (self.size.width - wide) // 2)

    def on_click(self, event: Click) -> None:
        """Report the card that was clicked; the cursor's lies on top of its neighbours."""
        laid = fan(len(self.cards), self.cursor, self.size.width - 1, self.card_size)
        at = event.x - self._left(laid, self.card_size)
        covers = [
            index
            for index in range(laid.first, laid.first + laid.shown)
            if 0 <= at - (index - laid.first) * laid.step < self.card_size.width
        ]
        if covers:
            hit = self.cursor if self.cursor in covers else covers[-1]
            self.post_message(self.Clicked(hit))
