"""The client at a table on a server: its lobby, its games, and the way back when it is gone."""

from openuno.room.refusal_kinds import RefusalCode
from openuno.room.state import GameOver
from openuno.terminal.client.dialogs import Prompt
from openuno.terminal.client.online.lobby_screen import LobbyScreen
from openuno.terminal.client.preference_app import PreferenceApp
from openuno.terminal.client.table.screen import TableScreen
from openuno.terminal.languages.catalogue import say
from openuno.terminal.preferences import Preferences
from openuno.terminal.remote.connection import TableRefused
from openuno.terminal.tables.remote import RemoteTable
from openuno.terminal.tables.table import News
from openuno.terminal.text.narration import sentence


class OnlineApp(PreferenceApp):
    """Shows one table of a server until the person leaves, or may not stay."""

    def __init__(self, table: RemoteTable, preferences: Preferences) -> None:
        super().__init__(preferences)
        self.table = table
        self._lobby = LobbyScreen(table, self.palette)
        self._game: TableScreen | None = None
        self.failure: TableRefused | None = None
        """Why we could not stay."""

    async def on_mount(self) -> None:
        """Go to the table."""
        self.table.attach(self)
        await self.push_screen(self._lobby)
        self.run_worker(self._follow(), exclusive=True)

    def room_changed(self) -> None:
        """Show the lobby, or the game when there is one."""
        self._lobby.update()
        room = self.table.room
        if room is None:
            return
        if self.table.has_game and self._game is None:
            self._game = TableScreen(self.table, self.palette, self.preferences)
            self.push_screen(self._game)
        elif isinstance(room.game, GameOver) and room.game.game.winners is None:
            self._end_game()  # it was broken off: there is nothing to count out

    def notice(self, text: str) -> None:
        """Say something on the screen that the person looks at."""
        screen = self._lobby if self._game is None else self._game
        if screen.is_mounted:
            screen.notice(text)

    def confirm_suggestion(self, text: str) -> None:
        """Ask whether to say this although it costs cards."""
        if self._game is not None:
            self._game.confirm_suggestion(text)

    def use_palette(self) -> None:
        """Draw every screen in the look chosen."""
        self._lobby.use_palette(self.palette)
        if self._game is not None:
            self._game.use_palette(self.palette)

    def redraw(self) -> None:
        """Draw every screen in the language chosen."""
        self._lobby.update()
        if self._game is not None:
            self._game.redraw()

    def on_lobby_screen_game_wanted(self) -> None:
        """Show the game that is being played."""
        self.room_changed()

    def on_table_screen_game_left(self) -> None:
        """Go back to the lobby."""
        self._end_game()

    def ask_password(self, refused: TableRefused) -> None:
        """Ask for the table's password, and come again with it."""

        def hear(password: str | None) -> None:
            if password is None:
                self.failure = refused
                self.exit()
                return
            self.table.use_password(password)
            self.run_worker(self._follow(), exclusive=True)

        text = sentence(str(refused))
        self.push_screen(Prompt(say("table.password"), text=text, password=True), hear)

    def _end_game(self) -> None:
        if self._game is None or self.table.has_game:
            return
        while self.screen is not self._lobby and len(self.screen_stack) > 1:
            self.pop_screen()
        self._game = None
        self._lobby.update()

    def _hear(self, news: News) -> None:
        if self._game is not None and self._game.is_mounted:
            self._game.hear(news)

    async def _follow(self) -> None:
        try:
            await self.table.run(self._hear)
        except TableRefused as refused:
            if refused.code is RefusalCode.WRONG_PASSWORD:
                self.ask_password(refused)
                return
            self.failure = refused
            self.exit()
