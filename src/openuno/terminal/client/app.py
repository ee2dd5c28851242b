"""The client as a Textual app: a table, its screen, and the person's preferences."""

from openuno.local.bot_player import BotError
from openuno.terminal.client.preference_app import PreferenceApp
from openuno.terminal.client.table.screen import TableScreen
from openuno.terminal.preferences import Preferences
from openuno.terminal.saves import CannotSave
from openuno.terminal.tables.table import Table


class UnoApp(PreferenceApp):
    """Shows one table until its game is over or the person leaves."""

    def __init__(
        self, table: Table, preferences: Preferences, *, greeting: str | None = None
    ) -> None:
        super().__init__(preferences, has_own_bots=True)
        self.table = table
        self._greeting = greeting
        self.failure: CannotSave | BotError | None = None
        """Why the game could not go on."""

    async def on_mount(self) -> None:
        """Sit down and play."""
        screen = TableScreen(self.table, self.palette, self.preferences)
        self._seat = screen
        await self.push_screen(screen)
        self.run_worker(self._play(screen), exclusive=True)
        if self._greeting is not None:
            self.notify(self._greeting, markup=False)

    def use_palette(self) -> None:
        """Draw the table in the look chosen."""
        self._seat.use_palette(self.palette)

    def redraw(self) -> None:
        """Draw the table in the language chosen."""
        self._seat.redraw()

    def notice(self, text: str) -> None:
        """Say something below the instruction, for a while."""
        self._seat.notice(text)

    def on_table_screen_game_left(self) -> None:
        """Leave: there is one game to a table here."""
        self.exit()

    async def _play(self, screen: TableScreen) -> None:
        try:
            await self.table.run(screen.hear)
        except (CannotSave, BotError) as error:
            self.failure = error
            self.exit()
