"""The client as a Textual app: a table, its screen, and the person's preferences."""

import os
from enum import Enum
from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from openuno.terminal.client.dialogs import Setting, Settings
from openuno.terminal.client.looks import THEMES, default_look, has_colours, palette
from openuno.terminal.client.table_screen import TableScreen
from openuno.terminal.preferences import (
    CALL_SECONDS,
    Look,
    Pace,
    Preferences,
    save_preferences,
)
from openuno.terminal.saves import CannotSave
from openuno.terminal.tables.table import Table


class Ending(Enum):
    """How the client was left."""

    LEFT = "left"
    INTERRUPTED = "interrupted"


class UnoApp(App[Ending]):
    """Shows one table until its game is over or the person leaves."""

    CSS_PATH = Path(__file__).with_name("style.tcss")
    TITLE = "uno"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "interrupt", show=False, priority=True),
        Binding("ctrl+q", "interrupt", show=False, priority=True),
    ]

    def __init__(
        self, table: Table, preferences: Preferences, *, greeting: str | None = None
    ) -> None:
        self._colours = has_colours()
        self._look = preferences.look or default_look()
        if not self._colours:
            self._look = Look.TERMINAL
            os.environ["NO_COLOR"] = "1"  # Textual takes it away, and then sends no colours
        self._palette = palette(self._look)
        super().__init__(ansi_color=None if self._colours else True)
        self.table = table
        self._preferences = preferences
        self._greeting = greeting
        self.failure: CannotSave | None = None
        """Why the game could not go on."""
        for theme in THEMES.values():
            self.register_theme(theme)
        self.theme = THEMES[self._look].name

    async def on_mount(self) -> None:
        """Sit down and play."""
        screen = TableScreen(self.table, self._palette, self._preferences)
        self._seat = screen
        await self.push_screen(screen)
        self.run_worker(self._play(screen), exclusive=True)
        if self._greeting is not None:
            self.notify(self._greeting, markup=False)

    def action_interrupt(self) -> None:
        """Leave at once."""
        self.exit(Ending.INTERRUPTED)

    def action_settings(self) -> None:
        """Ask for the preferences, and keep them."""
        paces, looks, chosen = list(Pace), list(Look), self._preferences
        settings = [
            Setting("Bots are", [pace.value for pace in paces], paces.index(chosen.pace)),
            Setting(
                "Time to call",
                ["no limit" if s is None else f"{s:.0f} seconds" for s in CALL_SECONDS],
                CALL_SECONDS.index(chosen.call_seconds),
            ),
            Setting("Forced steps", ["by hand", "automatic"], int(chosen.forced_steps)),
            Setting("Colours", [look.value for look in looks], looks.index(self._look)),
        ]

        def keep(values: tuple[int, ...] | None) -> None:
            if values is None:
                return
            chosen.pace, chosen.call_seconds = paces[values[0]], CALL_SECONDS[values[1]]
            chosen.forced_steps = bool(values[2])
            if self._colours and looks[values[3]] is not self._look:
                chosen.look = self._look = looks[values[3]]
                self._use_look()
            if not save_preferences(chosen):
                self._seat.notice("The settings could not be written to the disk.")

        self.push_screen(Settings(settings), keep)

    def _use_look(self) -> None:
        self.theme = THEMES[self._look].name
        self._palette = palette(self._look)
        self._seat.use_palette(self._palette)

    async def _play(self, screen: TableScreen) -> None:
        try:
            await self.table.run(screen.hear)
        except CannotSave as error:
            self.failure = error
            self.exit(Ending.LEFT)
