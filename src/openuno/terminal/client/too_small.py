"""What stands on the screen while the terminal is too small for a table."""

from rich.text import Text
from textual.geometry import Size
from textual.widget import Widget

from openuno.terminal.client.looks import Palette
from openuno.terminal.languages.catalogue import translate

COLUMNS, ROWS = 58, 19
"""The smallest terminal in which players, piles, sentence and hand are all in sight."""


def is_too_small(size: Size) -> bool:
    """Whether a part of the table would be out of sight."""
    return size.width < COLUMNS or size.height < ROWS


class TooSmall(Widget):
    """Says how large the terminal should be, and what works in any size."""

    def __init__(self, palette: Palette) -> None:
        super().__init__()
        self.palette = palette

    def render(self) -> Text:
        """Two sentences."""
        size = self.app.size
        needed = translate(
            "This terminal is {width} × {height}. The table needs at least {columns} × {rows}.",
            width=size.width,
            height=size.height,
            columns=COLUMNS,
            rows=ROWS,
        )
        instead = translate("Make it larger, or press Q to leave: --plain works in any size.")
        return Text(f"{needed}\n", self.palette.now).append(instead, self.palette.strong)
