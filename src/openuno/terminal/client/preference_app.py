"""An app with the settings of the client, which are kept."""

from openuno.terminal.client.dialogs import Setting, Settings
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


class PreferenceApp(ThemedApp[None]):
    """Asks for the preferences on request; `has_own_bots` if pace and time are up to the person."""

    def __init__(self, preferences: Preferences, *, has_own_bots: bool = False) -> None:
        super().__init__(preferences)
        self.preferences = preferences
        self._has_own_bots = has_own_bots

    def use_palette(self) -> None:
        """Draw every screen in the look chosen."""

    def redraw(self) -> None:
        """Draw every screen in the language chosen."""

    def notice(self, text: str) -> None:
        """Say something to the person, for a while."""

    def action_settings(self) -> None:
        """Ask for the preferences, and keep them."""
        paces, looks, chosen = list(Pace), list(Look), self.preferences
        own = [
            Setting(_bots_are(), [_pace_name(pace) for pace in paces], paces.index(chosen.pace)),
            Setting(
                translate("Time to call"),
                [_seconds(s) for s in CALL_SECONDS],
                CALL_SECONDS.index(chosen.call_seconds),
            ),
        ]
        settings = [
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
            *first, forced, look, spoken = values
            if first:
                chosen.pace, chosen.call_seconds = paces[first[0]], CALL_SECONDS[first[1]]
            chosen.forced_steps = bool(forced)
            if self.has_colours and looks[look] is not self.look:
                chosen.look = looks[look]
                self.use_look(chosen.look)
                self.use_palette()
            language = list(LANGUAGES)[spoken]
            if language != spoken_language():
                chosen.language = language
                use_language(language)
                self.redraw()
            if not save_preferences(chosen):
                self.notice(translate("The settings could not be written to the disk."))

        shown = [*own, *settings] if self._has_own_bots else settings
        self.push_screen(Settings(shown), keep)


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
