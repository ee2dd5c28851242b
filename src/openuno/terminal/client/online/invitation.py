"""The link to a table, and its QR code to scan from the screen."""

from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widget import Widget

from openuno.terminal.client.looks import Palette
from openuno.terminal.languages.catalogue import translate
from openuno.terminal.qr_code import draw_qr

TEXT_LINES = 3
BLACK_ON_WHITE = "#000000 on #ffffff"


class InvitationCode(Widget):
    """The code in the middle, the link below it."""

    def __init__(self, link: str, palette: Palette) -> None:
        super().__init__()
        self._link = link
        self._palette = palette

    def render(self) -> Text:
        """As large as it is; only the link if there is no room."""
        width, height = self.size
        code = draw_qr(self._link, columns=width, lines=height - TEXT_LINES, colours=False)
        lines = []
        for row in code:
            left = (width - len(row)) // 2
            lines.append(Text(" " * left + row))
        lines += [Text(""), Text(self._link.center(width).rstrip(), self._palette.now)]
        how = translate("Open it, scan it, or type: {command}", command="uno join LINK")
        lines.append(Text(" " * max(0, (width - cell_len(how)) // 2) + how))
        return Text("\n", no_wrap=True).join(lines)


class Invitation(Screen[None]):
    """Shown to others; any key goes back."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,enter,space,q,i", "close", show=False)]

    def __init__(self, link: str, palette: Palette) -> None:
        super().__init__()
        self._link = link
        self._palette = palette

    def compose(self) -> ComposeResult:
        """The code and the link."""
        yield InvitationCode(self._link, self._palette)

    def action_close(self) -> None:
        """Back to the lobby."""
        self.dismiss(None)
