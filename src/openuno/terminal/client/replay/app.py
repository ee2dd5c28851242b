"""A record on the screen: scrub, look from any seat, jump, search, let it run, verify."""

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.timer import Timer

from openuno.game.state import NextRound
from openuno.terminal.client.button_row import Button, Buttons
from openuno.terminal.client.dialogs import Answer, Page, Prompt, Question
from openuno.terminal.client.looks import Palette
from openuno.terminal.client.replay.parts import (
    ReplayBoard,
    ReplayLog,
    ReplayPart,
    ReplayTitle,
    Scrubber,
)
from openuno.terminal.client.themed_app import ThemedApp
from openuno.terminal.preferences import Preferences
from openuno.terminal.replay.frames import ReplayFrames
from openuno.terminal.replay.search import find_step

PAGE_STEPS = 10
SPEEDS = (4.0, 2.0, 1.0, 0.5, 0.25, 0.1)
"""Seconds a step is shown for while the record runs by itself."""
KEYS = (
    ("→ n Enter", "the next step"),
    ("← p", "the step before"),
    ("PgDn PgUp", "ten steps"),
    ("] h   [", "the next round; the round before"),
    ("Home End", "the first step; the last"),
    ("g", "go to a step by its number"),
    ("/  .  ,", "search what happened; the next place; the one before"),
    ("Space", "let it run, and stop"),
    ("+ -", "faster, slower"),
    ("s", "look from another seat, or see everything"),
    ("v", "verify the record"),
    ("q Esc", "leave"),
)
Verify = Callable[[], Text]


class ReplayScreen(Screen[None]):
    """One step of a record, and the keys that lead to others."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,down,n,enter", "step(1)", show=False),
        Binding("left,up,p,b,backspace", "step(-1)", show=False),
        Binding("pagedown", f"step({PAGE_STEPS})", show=False),
        Binding("pageup", f"step(-{PAGE_STEPS})", show=False),
        Binding("h,right_square_bracket", "round(1)", show=False),
        Binding("left_square_bracket", "round(-1)", show=False),
        Binding("home", "go(0)", show=False),
        Binding("end", "end", show=False),
        Binding("g", "ask_step", show=False),
        Binding("slash", "search", show=False),
        Binding("full_stop", "find(1)", show=False),
        Binding("comma", "find(-1)", show=False),
        Binding("space", "run", show=False),
        Binding("plus,equals_sign", "speed(1)", show=False),
        Binding("minus", "speed(-1)", show=False),
        Binding("s", "seat", show=False),
        Binding("v", "verify", show=False),
        Binding("question_mark", "help", show=False),
        Binding("q,escape", "app.quit", show=False),
    ]

    def __init__(
        self, frames: ReplayFrames, palette: Palette, start: int, verify: Verify | None
    ) -> None:
        super().__init__()
        self.frames = frames
        self.number = start
        self._palette = palette
        self._verify = verify
        self._words = ""
        self._speed = SPEEDS.index(1.0)
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """The parts from top to bottom."""
        yield ReplayTitle(self.frames, self._palette)
        with VerticalScroll(id="board", can_focus=False):
            yield ReplayBoard(self.frames, self._palette)
        yield ReplayLog(self.frames, self._palette)
        yield Scrubber(self.frames, self._palette)
        yield Buttons(self._palette, "keys-row")

    def on_mount(self) -> None:
        """Show the first step asked for."""
        self.go_to(self.number)

    def go_to(self, number: int) -> None:
        """Show this step, or the nearest there is."""
        number = max(0, number)
        while self.frames.frame(number) is None and number > 0:
            number = min(number - 1, self.frames.last)
        self.number = number
        for part in self.query(ReplayPart):
            part.show(self.frames, number)
        running = self._timer is not None
        self.query_one("#keys-row", Buttons).show(
            [
                Button("← →", "Step", "step(1)"),
                Button("]", "Round", "round(1)"),
                Button("Space", "Stop" if running else "Run", "run"),
                Button("S", "Seat", "seat"),
                Button("/", "Search", "search"),
                Button("?", "Keys", "help"),
                Button("Q", "Quit", "app.quit"),
                Button("G", "Go to", "ask_step"),
                Button("V", "Verify", "verify"),
            ]
        )

    def notice(self, text: str) -> None:
        """Say something at the right of the first line, until the next step."""
        title = self.query_one(ReplayTitle)
        title.note = text
        title.refresh()

    async def on_buttons_pressed(self, event: Buttons.Pressed) -> None:
        """Do what the button says."""
        await self.run_action(event.action)

    def on_scrubber_moved(self, event: Scrubber.Moved) -> None:
        """Go where the line was clicked."""
        self._leave_for(event.number)

    def action_step(self, steps: int) -> None:
        """Go some steps on or back."""
        self._leave_for(self.number + steps)

    def action_round(self, direction: int) -> None:
        """Go to the deal of the next round, or to that of the one before."""
        if direction > 0:
            self._leave_for(self.frames.next_round_step(self.number))
            return
        entries = self.frames.record.entries
        earlier = range(self.number - 1, -1, -1)
        self._leave_for(next((n for n in earlier if isinstance(entries[n].command, NextRound)), 0))

    def action_go(self, number: int) -> None:
        """Go to a step."""
        self._leave_for(number)

    def action_end(self) -> None:
        """Go to the last step."""
        self._leave_for(self.frames.last)

    def action_ask_step(self) -> None:
        """Ask for the number of a step."""

        def hear(text: str | None) -> None:
            if text is None:
                return
            if text.strip().isdecimal():
                self._leave_for(int(text))
            else:
                self.notice(f"The steps are 0 to {self.frames.last}.")

        title = f"Go to which step, of 0 to {self.frames.last}?"
        self.app.push_screen(Prompt(title, max_length=7), hear)

    def action_search(self) -> None:
        """Ask what to look for, and go to the next place."""

        def hear(text: str | None) -> None:
            if text and text.strip():
                self._words = text.strip()
                self.action_find(1)

        prompt = Prompt("Search for", text="For example: Ada wins, Wild Draw Four, UNO")
        self.app.push_screen(prompt, hear)

    def action_find(self, direction: int) -> None:
        """Go to the next place with the words searched for, or to the one before."""
        if not self._words:
            self.action_search()
            return
        found = find_step(self.frames, self._words, self.number, direction)
        if found is None:
            self.notice(f"“{self._words}” does not occur.")
        else:
            self._leave_for(found)

    def action_run(self) -> None:
        """Let the record run by itself, or stop it."""
        if self._timer is not None:
            self._stop()
        else:
            self._timer = self.set_interval(SPEEDS[self._speed], self._run_on)
        self.go_to(self.number)

    def action_speed(self, direction: int) -> None:
        """Run faster or slower."""
        self._speed = min(max(self._speed + direction, 0), len(SPEEDS) - 1)
        self.notice(f"{SPEEDS[self._speed]:g} seconds a step")
        if self._timer is not None:
            self._stop()
            self._timer = self.set_interval(SPEEDS[self._speed], self._run_on)

    def action_seat(self) -> None:
        """Ask whose knowledge to show."""
        header = self.frames.record.header
        if header.seat is not None:
            self.notice(f"It holds only what {header.names[header.seat]} knew.")
            return
        answers: list[Answer[int]] = [Answer("a", Text("Everybody's cards"), -1)]
        answers += [
            Answer(str((n + 1) % 10), Text(name), n) for n, name in enumerate(header.names[:10])
        ]

        def look(seat: int) -> None:
            self.frames = ReplayFrames(self.frames.record, None if seat < 0 else seat)
            self.go_to(self.number)

        start = 0 if self.frames.seat is None else self.frames.seat + 1
        question = Question("Look from which seat?", answers, start=start)
        self.app.push_screen(question, lambda seat: None if seat is None else look(seat))

    def action_verify(self) -> None:
        """Deal, play and score everything again, and say what came of it."""
        if self._verify is not None:
            self.notice("Verifying…")
            self._verify_apart(self._verify)

    def action_help(self) -> None:
        """Show the keys."""
        text = Text()
        for key, meaning in KEYS:
            text.append(f"{key:<12}", "bold").append(f"{meaning}\n")
        self.app.push_screen(Page("Keys", text))

    @work(thread=True, exclusive=True)
    def _verify_apart(self, verify: Verify) -> None:
        """Not where the screen is drawn: a long game takes a while."""
        report = verify()
        self.app.call_from_thread(self._show_report, report)

    def _show_report(self, report: Text) -> None:
        self.notice("")
        self.app.push_screen(Page("Verified", report))

    def _leave_for(self, number: int) -> None:
        self.query_one(ReplayTitle).note = ""
        self.go_to(number)

    def _run_on(self) -> None:
        if self.app.screen is not self:
            return
        before = self.number
        self.go_to(before + 1)
        if self.number == before:
            self._stop()
            self.go_to(before)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None


class ReplayApp(ThemedApp[None]):
    """Shows a record until the person leaves."""

    def __init__(
        self,
        frames: ReplayFrames,
        preferences: Preferences,
        *,
        start: int = 0,
        verify: Verify | None = None,
    ) -> None:
        super().__init__(preferences)
        self.replay = ReplayScreen(frames, self.palette, start, verify)

    def on_mount(self) -> None:
        """Show the record."""
        self.push_screen(self.replay)
