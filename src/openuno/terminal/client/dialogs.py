"""Dialogs above the table: a question with its answers, a page to read, the curtain."""

from collections.abc import Sequence
from typing import ClassVar, Generic, NamedTuple, TypeVar

from rich.cells import set_cell_size
from rich.console import RenderableType
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from openuno.terminal.languages.catalogue import say, translate

T = TypeVar("T")


class Answer(NamedTuple, Generic[T]):
    """One answer: the key that gives it, how it reads, what it stands for."""

    key: str
    text: Text
    value: T


class Question(ModalScreen[T | None], Generic[T]):
    """A question with answers to choose from, by key, cursor or mouse; Esc answers nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "back", show=False)]

    def __init__(
        self,
        title: str,
        answers: Sequence[Answer[T]],
        *,
        text: RenderableType = "",
        start: int = 0,
        keys: str | None = None,
    ) -> None:
        super().__init__()
        self._title = title
        self._text = text
        self.answers = answers
        self._start = start
        self._keys = keys or translate("↑ ↓ Enter, or the letter.  Esc goes back.")

    def compose(self) -> ComposeResult:
        """The title, the text, the answers."""
        options = [Option(Text(f"{a.key}  ").append(a.text)) for a in self.answers]
        with Vertical(id="dialog"):
            yield Static(self._title, id="title", markup=False)
            if self._text:
                yield Static(self._text, id="text", markup=False)
            yield OptionList(*options, id="answers", markup=False)
            yield Static(self._keys, id="keys", markup=False)

    def on_mount(self) -> None:
        """Begin at the answer proposed."""
        chooser = self.query_one(OptionList)
        chooser.highlighted = self._start
        chooser.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Give the answer chosen."""
        self.dismiss(self.answers[event.option_index].value)

    def on_key(self, event: Key) -> None:
        """Give the answer with this key."""
        for answer in self.answers:
            if event.character is not None and answer.key.lower() == event.character.lower():
                event.stop()
                self.dismiss(answer.value)
                return

    def action_cancel(self) -> None:
        """Answer nothing."""
        self.dismiss(None)


class Page(ModalScreen[None]):
    """Something to read; any of its keys closes it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,q,l,question_mark", "close", "close", show=False)
    ]

    def __init__(self, title: str, text: RenderableType, *, at_end: bool = False) -> None:
        super().__init__()
        self._title = title
        self._text = text
        self._at_end = at_end

    def compose(self) -> ComposeResult:
        """The title and the text, which scrolls."""
        with Vertical(id="dialog", classes="page"):
            yield Static(self._title, id="title", markup=False)
            with VerticalScroll(id="scroll"):
                yield Static(self._text, id="text", markup=False)
            yield Static(translate("↑ ↓ scroll.  Esc goes back."), id="keys", markup=False)

    def on_mount(self) -> None:
        """Let the keys scroll."""
        scroll = self.query_one("#scroll", VerticalScroll)
        scroll.focus()
        if self._at_end:
            scroll.scroll_end(animate=False)

    def action_close(self) -> None:
        """Back to the table."""
        self.dismiss(None)


class Prompt(ModalScreen[str | None]):
    """Asks for a line of text; Esc gives none."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "cancel", "back", show=False)]

    def __init__(
        self, title: str, *, text: str = "", password: bool = False, max_length: int = 300
    ) -> None:
        super().__init__()
        self._title = title
        self._text = text
        self._password = password
        self._max_length = max_length

    def compose(self) -> ComposeResult:
        """The title and a field."""
        with Vertical(id="dialog"):
            yield Static(self._title, id="title", markup=False)
            if self._text:
                yield Static(self._text, id="text", markup=False)
            yield Input(
                password=self._password,
                max_length=self._max_length,
                select_on_focus=False,
                compact=True,
            )
            yield Static(translate("Enter sends it. Esc goes back."), id="keys", markup=False)

    def on_mount(self) -> None:
        """Let the person type."""
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Give what was typed."""
        self.dismiss(event.value)

    def action_cancel(self) -> None:
        """Give nothing."""
        self.dismiss(None)


class Curtain(ModalScreen[None]):
    """Covers the table while the screen is passed to somebody else."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "open", "look", show=False)]

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name

    def compose(self) -> ComposeResult:
        """Whom to pass it to."""
        name = str(self._name)
        title = translate("Pass the screen to {name}.", name=name)
        text = translate("{name}: press Enter when only you can see it.", name=name)
        with Vertical(id="dialog"):
            yield Static(title, id="title", markup=False)
            yield Static(text, markup=False)

    def action_open(self) -> None:
        """Show the table."""
        self.dismiss(None)


class Setting(NamedTuple):
    """A choice to make: its name, its values in words, and which it is now."""

    name: str
    values: Sequence[str]
    now: int


class Settings(ModalScreen[tuple[int, ...] | None]):
    """Choices that are remembered; gives the place of the value chosen for each."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,s,q", "done", "done", show=False),
        Binding("right", "change(1)", "next", show=False),
        Binding("left", "change(-1)", "before", show=False),
    ]

    def __init__(self, settings: Sequence[Setting]) -> None:
        super().__init__()
        self._settings = settings
        self._chosen = [setting.now for setting in settings]

    def compose(self) -> ComposeResult:
        """A line for each setting."""
        with Vertical(id="dialog"):
            yield Static(say("settings.title"), id="title", markup=False)
            options = [Option(self._line(at)) for at in range(len(self._settings))]
            yield OptionList(*options, id="answers", markup=False)
            yield Static(
                translate("↑ ↓ choose, ← → change.  Esc keeps them."), id="keys", markup=False
            )

    def on_mount(self) -> None:
        """Begin at the first."""
        chooser = self.query_one(OptionList)
        chooser.highlighted = 0
        chooser.focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Change the one chosen."""
        self._change(event.option_index, 1)

    def action_change(self, step: int) -> None:
        """Change the one under the cursor."""
        at = self.query_one(OptionList).highlighted
        if at is not None:
            self._change(at, step)

    def action_done(self) -> None:
        """Keep what was chosen."""
        self.dismiss(tuple(self._chosen))

    def _change(self, at: int, step: int) -> None:
        self._chosen[at] = (self._chosen[at] + step) % len(self._settings[at].values)
        self.query_one(OptionList).replace_option_prompt_at_index(at, self._line(at))

    def _line(self, at: int) -> Text:
        setting = self._settings[at]
        value = setting.values[self._chosen[at]]
        return Text(set_cell_size(setting.name, 24)).append(f"‹ {value} ›", "bold")
