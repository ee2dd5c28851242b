"""A row of things to do, by key or by mouse."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len
from rich.text import Text
from textual.events import Click
from textual.message import Message
from textual.widget import Widget

from openuno.terminal.client.looks import Palette

GAP = 2
"""Columns between two buttons."""


class Button(NamedTuple):
    """Something that can be done: its key, its words, the action behind it."""

    key: str
    label: str
    action: str
    now: bool = False
    """Whether it is the one that matters."""
    spare: bool = False
    """Whether it is left out before the others where there is no room."""


class Buttons(Widget):
    """A row of things to do, by key or by mouse."""

    class Pressed(Message):
        """A button was clicked."""

        def __init__(self, action: str) -> None:
            super().__init__()
            self.action = action

    def __init__(self, palette: Palette, name: str) -> None:
        super().__init__(id=name)
        self.palette = palette
        self.buttons: Sequence[Button] = ()

    def show(self, buttons: Sequence[Button]) -> None:
        """Show these."""
        self.buttons = buttons
        self.refresh()

    def render(self) -> Text:
        """One line; what does not fit is left out."""
        line = Text(no_wrap=True)
        for button, start in self._columns():
            line.append(" " * (start - line.cell_len))
            style = self.palette.now if button.now else self.palette.dim
            line.append(f" {button.key} ", f"{style} reverse".strip())
            line.append(f" {button.label}", style)
        return line

    def on_click(self, event: Click) -> None:
        """Report the button under the mouse."""
        for button, start in self._columns():
            if start <= event.x < start + _width(button):
                self.post_message(self.Pressed(button.action))

    def _columns(self) -> list[tuple[Button, int]]:
        columns, at = [], 0
        for button in self._visible_buttons():
            columns.append((button, at))
            at += _width(button) + GAP
        return columns

    def _visible_buttons(self) -> list[Button]:
        shown = list(self.buttons)
        while shown and sum(_width(button) + GAP for button in shown) - GAP > self.size.width:
            spare = [button for button in shown if button.spare]
            shown.remove(spare[-1] if spare else shown[-1])
        return shown


def _width(button: Button) -> int:
    return cell_len(button.key) + 3 + cell_len(button.label)
