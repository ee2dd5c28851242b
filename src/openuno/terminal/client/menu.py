"""The menu of `uno` alone: what somebody new, or back again, may want to do."""

from collections.abc import Sequence

from rich.text import Text

from openuno.terminal.client.dialogs import Answer, Prompt, Question
from openuno.terminal.client.themed_app import ThemedApp
from openuno.terminal.languages.catalogue import translate
from openuno.terminal.preferences import Preferences

Choice = tuple[str, str, list[str]]
"""A key, the words, and the command behind them."""
ASK_LINK = "LINK"
"""What stands in a command for a link that is asked for."""


class MenuApp(ThemedApp[list[str]]):
    """Asks once, and gives the words of the command chosen; nothing if none was."""

    def __init__(self, choices: Sequence[Choice], preferences: Preferences) -> None:
        super().__init__(preferences)
        self._choices = choices

    def on_mount(self) -> None:
        """Put the question."""
        answers = [Answer(key, Text(words), command) for key, words, command in self._choices]
        question = Question(
            translate("UNO: what would you like to do?"),
            answers,
            keys=translate("↑ ↓ Enter, or the letter.  Esc leaves."),
        )
        self.push_screen(question, self._run)

    def _run(self, command: list[str] | None) -> None:
        if command is None or ASK_LINK not in command:
            self.exit(command or [])
            return

        def hear(link: str | None) -> None:
            if link is None or not link.strip():
                self.on_mount()
            else:
                self.exit([*command[:-1], link.strip()])

        title = translate("The link to the table, or its code")
        self.push_screen(Prompt(title, text="http://192.168.1.20:8000/t/ABC234"), hear)
