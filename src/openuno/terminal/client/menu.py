"""The menu of `uno` alone: what somebody new, or back again, may want to do."""

from collections.abc import Sequence

from rich.text import Text

from openuno.terminal.client.dialogs import Answer, Question
from openuno.terminal.client.themed_app import ThemedApp
from openuno.terminal.languages.catalogue import translate
from openuno.terminal.preferences import Preferences

Choice = tuple[str, str, list[str]]
"""A key, the words, and the command behind them."""


class MenuApp(ThemedApp[list[str]]):
    """Asks once, and gives the words of the command chosen; nothing if none was."""

    def __init__(self, choices: Sequence[Choice], preferences: Preferences) -> None:
        super().__init__(preferences)
        self._choices = choices

    def on_mount(self) -> None:
        """Put the question."""
        answers = [Answer(key, Text(words), command) for key, words, command in self._choices]
        question = Question(translate("UNO: what would you like to do?"), answers)
        self.push_screen(question, lambda chosen: self.exit(chosen or []))
