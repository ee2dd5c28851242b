"""A Textual app in the look that the person has chosen, or that suits the terminal."""

import os
from pathlib import Path
from typing import ClassVar, TypeVar

from textual.app import App
from textual.binding import Binding, BindingType

from openuno.terminal.client.looks import THEMES, default_look, has_colours, palette
from openuno.terminal.preferences import Look, Preferences

T = TypeVar("T")


class ThemedApp(App[T]):
    """Has our style sheet and themes, and a palette for what is drawn by hand."""

    CSS_PATH = Path(__file__).with_name("style.tcss")
    TITLE = "uno"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+q", "interrupt", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", show=False, priority=True),
    ]

    def __init__(self, preferences: Preferences) -> None:
        self.has_colours = has_colours()
        self.look = preferences.look or default_look()
        if not self.has_colours:
            self.look = Look.TERMINAL
            os.environ["NO_COLOR"] = "1"  # Textual takes it away, and then sends no colours
        self.palette = palette(self.look)
        super().__init__(ansi_color=None if self.has_colours else True)
        for theme in THEMES.values():
            self.register_theme(theme)
        self.theme = THEMES[self.look].name
        self.interrupted = False
        """Whether it was left by Ctrl-C."""

    def use_look(self, look: Look) -> None:
        """Change the theme and the palette."""
        self.look = look
        self.theme = THEMES[look].name
        self.palette = palette(look)

    def action_interrupt(self) -> None:
        """Leave at once."""
        self.interrupted = True
        self.exit()
