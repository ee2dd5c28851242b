"""The one screen and the one keyboard: what is typed, and who may look."""

import sys
from io import TextIOWrapper

from rich.console import Console

from openuno.terminal.languages.catalogue import translate
from openuno.terminal.text.narration import Names
from openuno.terminal.text.unread import UnreadEvents

MAX_LINE_LENGTH = 36  # more than any action; an error shows it with a caret, on one row
RULE = "────"


class PlayerQuit(Exception):
    """Somebody at the keyboard has had enough."""


class Keyboard:
    """Shared by everyone who sits at it: a ruled line stands between what two of them see."""

    def __init__(self, console: Console, names: tuple[str, ...], people: tuple[int, ...]) -> None:
        self.console = console
        self.several = len(people) > 1
        self.everyone = UnreadEvents(Names(names))
        """What happened since somebody last looked, as someone watching may know it."""
        self.people = tuple(names[player] for player in people)
        self._names = names
        self._looking: int | None = None if self.several else people[0]
        self._notes: dict[str, list[str]] = {}

    def hand_to(self, player: int) -> bool:
        """See to it that this player, and nobody else, is looking; whether it was another."""
        self.everyone.drop()
        if self._looking == player:
            return False
        name = self._names[player]
        self._turn_over(translate("Pass the screen to {name}, then press Enter.", name=name))
        self.line()
        self._turn_over(translate("{name} is looking.", name=name))
        self._looking = player
        return True

    def leave_note(self, name: str, text: str) -> None:
        """Keep something said to this player until they look."""
        self._notes.setdefault(name, []).append(text)

    def read_notes(self, player: int) -> None:
        """Print what was said to this player."""
        for text in self._notes.pop(self._names[player], ()):
            self.console.print(text)

    def show_everyone(self) -> None:
        """Let everyone look: nothing secret is on the screen."""
        if self.several:
            self._turn_over(translate("Everyone may look."))
            self._looking = None

    def line(self) -> str:
        """The next line typed; q, or the end of the input, raises `PlayerQuit`."""
        try:
            line = self.console.input("> ")[:MAX_LINE_LENGTH]
        except EOFError:
            self.console.print()
            raise PlayerQuit from None
        line = "".join(char if char.isprintable() else " " for char in line).strip()
        if not sys.stdin.isatty():
            self.console.print(line)  # nobody typed it: the transcript would lack it
        if line in ("q", "quit", "exit"):
            raise PlayerQuit
        return line

    def _turn_over(self, words: str) -> None:
        self.console.print(f"\n{RULE} {words} {RULE}\n")


def console(*, plain: bool) -> Console:
    """Where we print; a plain one has no colours."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # an odd terminal loses a shape, not the game
    return Console(highlight=False, markup=False, force_terminal=False if plain else None)
