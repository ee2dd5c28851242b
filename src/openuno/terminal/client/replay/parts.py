"""The parts of a replay: the table of a step, what happened up to it, and the line to scrub on."""

from rich.cells import cell_len
from rich.text import Text
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

from openuno.engine.cards import Card
from openuno.engine.state import RoundOver, owes_uno, seat_to_act
from openuno.engine.view import view
from openuno.game.state import NextRound, is_round_on
from openuno.terminal.client.cards import card_text, colour_words, shape_and_colour
from openuno.terminal.client.looks import Palette
from openuno.terminal.languages.catalogue import say, say_or, speaks_english, translate
from openuno.terminal.replay.analysis import StepAnalysis
from openuno.terminal.replay.frames import Frame, ReplayFrames, names_at, table_text
from openuno.terminal.text.layout import direction_text
from openuno.terminal.text.score_sheet import score_table

NAME_WIDTH = 12
MARGIN = 6
"""Columns for the number of a step and the space after it."""


class ReplayPart(Widget):
    """Something drawn from the step that is shown."""

    def __init__(self, frames: ReplayFrames, palette: Palette) -> None:
        super().__init__()
        self.frames = frames
        self.palette = palette
        self.number = 0
        self.analysis: StepAnalysis | None = None

    def show(self, frames: ReplayFrames, number: int) -> None:
        """Draw this step."""
        self.frames, self.number = frames, number
        self.refresh(layout=True)

    @property
    def frame(self) -> Frame:
        """The step that is shown."""
        frame = self.frames.frame(self.number)
        assert frame is not None, "a step is shown once it can be followed"
        return frame


class ReplayTitle(ReplayPart):
    """Where we are, and whose knowledge is shown."""

    note = ""

    def render(self) -> Text:
        """One line."""
        text = _step_text(self.number, self.frames.last, self.frame.game.round_number)
        if self.frames.seat is not None:
            name = self.frames.names.seats[self.frames.seat]
            text += f", {say_or(f'as {name} knew it', 'replay.eyes-of', name=name)}"
        line = Text(text, self.palette.strong, no_wrap=True, overflow="ellipsis")
        if not self.note:
            return line
        # The note goes away with the next step; the scrubber shows where we are, too.
        room = max(1, self.size.width - cell_len(self.note))
        line.truncate(room - 1, overflow="ellipsis")
        return line.append(" " * (room - line.cell_len) + self.note, self.palette.now)


class ReplayBoard(ReplayPart):
    """Every seat with its cards, as far as they are known, the piles, and the score at the end."""

    def render(self) -> Text:
        """As many lines as it takes."""
        frame, width = self.frame, max(20, self.size.width)
        if not frame.game.tables:
            return Text("")
        lines = self._seats(frame, width)
        if not is_round_on(frame.game) and frame.game.round_number:
            table = score_table(frame.sheet, frame.game, self.frames.names, width)
            lines += [Text(""), *table.split("\n")]
        return Text("\n").join(lines)

    def _seats(self, frame: Frame, width: int) -> list[Text]:
        tables = frame.game.tables
        table = tables[frame.table_index]
        round = table.round
        lines = []
        if len(tables) > 1:
            where = f"  {table_text(frame.table_index)} / {len(tables)}"
            lines.append(Text(where, self.palette.dim))
        hands = round.hands
        if self.frames.seat is not None:
            own = self.frames.seat
            seat = table.players.index(own) if own in table.players else None
            hands = view(round, seat).hands
        acting = None if isinstance(round.phase, RoundOver) else seat_to_act(round)
        names = names_at(table, self.frames.names).seats
        for seat, (name, hand) in enumerate(zip(names, hands, strict=True)):
            now = seat == acting
            shown = Text(name)
            shown.truncate(NAME_WIDTH, overflow="ellipsis", pad=True)
            line = Text("▸ " if now else "  ", self.palette.now)
            line.append(shown.plain, self.palette.now if now else self.palette.strong)
            line.append(f" {len(hand):>2} ", self.palette.dim)
            lines += self._hand(line, hand, width)
            if seat == owes_uno(round):
                owes = say_or("no UNO yet", "table.mark-owes")
                lines[-1].append(f" {owes}", self.palette.now)
        line = Text(f"  {translate('top')} ").append(card_text(round.discard[-1], self.palette))
        if round.colour is not None:
            line.append(f" {shape_and_colour(round.colour)}", self.palette.words[round.colour])
        pile = translate("pile {count}", count=len(round.pile))
        lines.append(line.append(f"   {pile}   {direction_text(round.direction)}"))
        return lines

    def _hand(self, head: Text, hand: tuple[Card, ...], width: int) -> list[Text]:
        if Card.BACK in hand:
            return [head.append(translate("face down"), self.palette.dim)]
        rows, indent = [head], head.cell_len
        for held in hand:
            shown = card_text(held, self.palette)
            if rows[-1].cell_len + 1 + shown.cell_len > width:
                rows.append(Text(" " * indent))
            rows[-1].append(" ").append(shown)
        return rows


class ReplayLog(ReplayPart):
    """What happened up to this step, newest last; what is past is dim."""

    def render(self) -> Text:
        """As many sentences as there is room for."""
        height, width = self.size.height, max(10, self.size.width - MARGIN)
        rows: list[Text] = []
        if self.frames.error is not None and self.number == self.frames.last:
            error = str(self.frames.error)
            refusal = translate("It cannot be followed further: {error}", error=error)
            rows += list(Text(refusal, self.palette.now).wrap(self.app.console, width))
        for step in range(self.number, -1, -1):
            frame = self.frames.frame(step)
            if frame is None or len(rows) >= height:
                break
            style = self.palette.strong if step == self.number else self.palette.dim
            rows[:0] = self._step(step, frame, width, style)
        return Text("\n", no_wrap=True).join(rows[-height:] if height else [])

    def _step(self, step: int, frame: Frame, width: int, style: str) -> list[Text]:
        rows: list[Text] = []
        for text in (*frame.sentences, *self._cost(step)):
            line = colour_words(text, self.palette)
            line.stylize_before(style)
            for row in line.wrap(self.app.console, width):
                mark = "" if rows else str(step)
                rows.append(Text(f"{mark:>{MARGIN - 2}}  ", self.palette.dim).append(row))
        return rows

    def _cost(self, step: int) -> tuple[str, ...]:
        """What the analysis says about a costly move."""
        move = None if self.analysis is None else self.analysis.costly_move(step)
        if move is None or move.better is None:
            return ()
        text = translate(
            "Costly: {better} was better by"
            " {points, plural, one {# percentage point} other {# percentage points}}.",
            better=move.better,
            points=round(100 * move.cost),
        )
        return (f"{text} {move.why}" if move.why and speaks_english() else text,)


class Scrubber(ReplayPart):
    """The whole game as a line: rounds begin at its marks; a click goes there."""

    class Moved(Message):
        """A step was chosen on the line."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def render(self) -> Text:
        """One line."""
        width, last = max(1, self.size.width), max(1, self.frames.last)
        line = ["─"] * width
        for number, entry in enumerate(self.frames.record.entries):
            if isinstance(entry.command, NextRound) and number <= last:
                line[self._column(number, width)] = "┼"
        for number in () if self.analysis is None else self.analysis.costly_steps():
            line[self._column(number, width)] = "!"
        at = self._column(self.number, width)
        text = Text("".join(line[:at]).replace("─", "━"), self.palette.now)
        return text.append("●", self.palette.now).append("".join(line[at + 1 :]), self.palette.dim)

    def on_click(self, event: Click) -> None:
        """Go to the step under the mouse."""
        width = max(1, self.size.width - 1)
        self.post_message(self.Moved(round(event.x * self.frames.last / width)))

    def _column(self, number: int, width: int) -> int:
        return min(width - 1, round(number * (width - 1) / max(1, self.frames.last)))


def _step_text(step: int, last: int, number: int) -> str:
    if not speaks_english():
        return say("replay.place", hand=number, step=step, last=last)
    where = f"round {number}" if number else "before the first round"
    return f"step {step} of {last}, {where}"
