"""The parts of the table apart from hand and players: title, piles, log, sentence."""

from rich.cells import cell_len
from rich.text import Text
from textual.widget import Widget

from openuno.engine.cards import Card
from openuno.engine.state import FacingDrawFour, FacingStack
from openuno.terminal.client.cards import (
    LARGE,
    SMALL,
    Canvas,
    colour_words,
    draw_card,
    shape_and_colour,
)
from openuno.terminal.client.looks import Palette
from openuno.terminal.client.table.instruction import Instruction
from openuno.terminal.languages.catalogue import say, speaks_english, translate
from openuno.terminal.tables.table import TableState
from openuno.terminal.text.narration import cards_text
from openuno.terminal.text.score_sheet import format_name


class Part(Widget):
    """A part of the table, drawn from the state."""

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self.palette = palette
        self.state: TableState | None = None

    def show(self, state: TableState) -> None:
        """Draw this state."""
        self.state = state
        self.refresh()


class TitleBar(Part):
    """What is played, and the time."""

    clock = ""

    def render(self) -> Text:
        """One line."""
        if self.state is None:
            return Text("UNO")
        game = self.state.game
        parts = ["UNO", game.rules.edition, format_name(game.format)]
        if game.round_number:
            parts.append(_round_words(game.round_number))
        left = Text(" · ".join(parts), self.palette.strong, no_wrap=True)
        gap = self.size.width - left.cell_len - cell_len(self.clock)
        return left.append(" " * max(1, gap) + self.clock, self.palette.dim)


class Piles(Part):
    """The draw pile and the discard pile, and the colour in force."""

    def render(self) -> Text:
        """Two cards with what is to know about them."""
        state = self.state
        if state is None or state.view is None:
            return Text("")
        view = state.view
        room = self.size.height >= 14 and self.size.width >= 2 * LARGE.width + 4
        size = LARGE if room else SMALL
        canvas = Canvas(self.size.width, self.size.height)
        left = max(0, (self.size.width - 2 * size.width - 2) // 2)
        top = max(0, (self.size.height - size.height - 3) // 2)
        draw_card(canvas, left, top, Card.BACK, self.palette, size=size)
        right = left + size.width + 2
        if view.discard:
            draw_card(
                canvas, right, top, view.discard[-1], self.palette, size=size, named=view.colour
            )
        below = top + size.height
        canvas.write(left, below, translate("{count} left", count=view.pile), self.palette.dim)
        if view.colour is not None:
            text = shape_and_colour(view.colour)
            canvas.write(right, below, text, self.palette.words[view.colour])
        if isinstance(view.phase, (FacingStack, FacingDrawFour)):
            text = _to_take(view.phase.total)
            canvas.write(left, below + 1, text, self.palette.now)
        return canvas.text()


class Log(Part):
    """The latest that happened, newest last."""

    sentences: tuple[str, ...] = ()

    def render(self) -> Text:
        """As many sentences as there is room for."""
        rows: list[Text] = []
        for age, said in enumerate(reversed(self.sentences)):
            if len(rows) >= self.size.height:
                break
            line = colour_words(said, self.palette)
            line.stylize_before(self.palette.strong if not age else self.palette.dim)
            rows[:0] = line.wrap(self.app.console, max(10, self.size.width))
        return Text("\n", no_wrap=True).join(rows[-self.size.height :])


class Sentence(Part):
    """What to do now, and below it a notice or the time that runs out."""

    instruction = Instruction("")
    notice = ""
    left = 0.0
    """Seconds left of a countdown."""

    def show(self, state: TableState) -> None:
        """Draw this state, in as many lines as its words need."""
        super().show(state)
        self.refresh(layout=True)

    def render(self) -> Text:
        """Two lines."""
        told = self.instruction
        line = Text(told.text, self.palette.now if told.urgent else self.palette.dim)
        if told.aside:
            line.append(f" {told.aside}", self.palette.strong)
        line.truncate(2 * self.size.width)
        below = Text(self.notice or told.why, self.palette.strong if self.notice else "")
        countdown = None if self.state is None else self.state.countdown
        if countdown is not None and not self.notice:
            full = max(0, round(20 * self.left / countdown.total)) if countdown.total else 0
            bar = "█" * full + "░" * (20 - full)
            below = Text(f"{bar} {self.left:.1f} s", self.palette.now)
        return Text("\n").join([line, below])


def _round_words(number: int) -> str:
    return f"round {number}" if speaks_english() else say("log.hand-began", hand=number)


def _to_take(total: int) -> str:
    return f"{cards_text(total)} to take" if speaks_english() else say("table.take", total=total)
