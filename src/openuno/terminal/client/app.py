"""The client as a Textual app: a table, its screen, and the person's preferences."""

from openuno.terminal.client.dialogs import Setting, Settings
from openuno.terminal.client.table_screen import TableScreen
from openuno.terminal.client.themed_app import ThemedApp
from openuno.terminal.languages.catalogue import (
    LANGUAGES,
    say,
    speaks_english,
    spoken_language,
    translate,
    use_language,
)
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
            Setting(_bots_are(), [_pace_name(pace) for pace in paces], paces.index(chosen.pace)),
            Setting(
                translate("Time to call"),
                [_seconds(s) for s in CALL_SECONDS],
                CALL_SECONDS.index(chosen.call_seconds),
            ),
            Setting(
                translate("Forced steps"),
                [translate("by hand"), translate("automatic")],
                int(chosen.forced_steps),
            ),
            Setting(_colours(), [_look_name(look) for look in looks], looks.index(self.look)),
            Setting(
                say("settings.language"),
                list(LANGUAGES.values()),
                list(LANGUAGES).index(spoken_language()),
            ),
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
            language = list(LANGUAGES)[values[4]]
            if language != spoken_language():
                chosen.language = language
                use_language(language)
                self._seat.redraw()
            if not save_preferences(chosen):
                self._seat.notice(translate("The settings could not be written to the disk."))

        self.push_screen(Settings(settings), keep)

    async def _play(self, screen: TableScreen) -> None:
        try:
            await self.table.run(screen.hear)
        except CannotSave as error:
            self.failure = error
            self.exit()


def _bots_are() -> str:
    return "Bots are" if speaks_english() else translate("Bots")


def _pace_name(pace: Pace) -> str:
    match pace:
        case Pace.SLOW:
            return translate("slow")
        case Pace.NORMAL:
            return translate("normal")
        case Pace.FAST:
            return translate("fast")
        case Pace.INSTANT:
            return translate("instant")


def _seconds(seconds: float | None) -> str:
    if seconds is None:
        return translate("no limit")
    return say("table.seconds", seconds=round(seconds))


def _colours() -> str:
    return "Colours" if speaks_english() else say("settings.look")


def _look_name(look: Look) -> str:
    if speaks_english():
        return look.value
    match look:
        case Look.NIGHT:
            return say("settings.theme-dark")
        case Look.DAY:
            return say("settings.theme-light")
        case Look.TERMINAL:
            return translate("terminal")
