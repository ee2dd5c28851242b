"""The client as a Textual app: a table, its screen, and the person's preferences."""

from openuno.terminal.client.dialogs import Setting, Settings
from openuno.terminal.client.table_screen import TableScreen
from openuno.terminal.client.themed_app import ThemedApp
from openuno.terminal.preferences import (
    CALL_SECONDS,
    Look,
    Pace,
    Preferences,
    save_preferences,
)
from openuno.terminal.saves import CannotSave
from openuno.terminal.tables.table import Table


class UnoApp(ThemedApp[None]):
    """Shows one table until its game is over or the person leaves."""

    def __init__(
        self, table: Table, preferences: Preferences, *, greeting: str | None = None
    ) -> None:
        super().__init__(preferences)
        self.table = table
        self._preferences = preferences
        self._greeting = greeting
        self.failure: CannotSave | None = None
        """Why the game could not go on."""

    async def on_mount(self) -> None:
        """Sit down and play."""
        screen = TableScreen(self.table, self.palette, self._preferences)
        self._seat = screen
        await self.push_screen(screen)
        self.run_worker(self._play(screen), exclusive=True)
        if self._greeting is not None:
            self.notify(self._greeting, markup=False)

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
            Setting("Colours", [look.value for look in looks], looks.index(self.look)),
        ]

        def keep(values: tuple[int, ...] | None) -> None:
            if values is None:
                return
            chosen.pace, chosen.call_seconds = paces[values[0]], CALL_SECONDS[values[1]]
            chosen.forced_steps = bool(values[2])
            if self.has_colours and looks[values[3]] is not self.look:
                chosen.look = looks[values[3]]
                self.use_look(chosen.look)
                self._seat.use_palette(self.palette)
            if not save_preferences(chosen):
                self._seat.notice("The settings could not be written to the disk.")

        self.push_screen(Settings(settings), keep)

    async def _play(self, screen: TableScreen) -> None:
        try:
            await self.table.run(screen.hear)
        except CannotSave as error:
            self.failure = error
            self.exit()
