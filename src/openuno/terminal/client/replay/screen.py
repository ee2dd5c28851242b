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
from textual.worker import get_current_worker

from openuno.engine.cards import Card
from openuno.game.state import NextRound
from openuno.local.analysis.positions import CannotAnalyse
from openuno.local.analysis.report import Analysis
from openuno.terminal.client.button_row import Buttons
from openuno.terminal.client.dialogs import Answer, Page, Prompt, Question
from openuno.terminal.client.looks import Palette
from openuno.terminal.client.replay.chances import ReplayChances
from openuno.terminal.client.replay.keys import button_row, key_rows
from openuno.terminal.client.replay.parts import (
    ReplayBoard,
    ReplayLog,
    ReplayPart,
    ReplayTitle,
    Scrubber,
)
from openuno.terminal.client.replay.round_analyses import RoundAnalyses
from openuno.terminal.languages.cards import card_name
from openuno.terminal.languages.catalogue import say, say_or, translate
from openuno.terminal.replay.analysis import AnalyseRound
from openuno.terminal.replay.frames import ReplayFrames
from openuno.terminal.replay.search import find_step

PAGE_STEPS = 10
SPEEDS = (4.0, 2.0, 1.0, 0.5, 0.25, 0.1)
"""Seconds a step is shown for while the record runs by itself."""
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
        Binding("a", "analyse", show=False),
        Binding("c", "costly", show=False),
        Binding("question_mark", "help", show=False),
        Binding("q,escape", "app.quit", show=False),
    ]

    def __init__(
        self,
        frames: ReplayFrames,
        palette: Palette,
        start: int,
        verify: Verify | None,
        analyse: AnalyseRound | None,
    ) -> None:
        super().__init__()
        self.frames = frames
        self.number = start
        self._palette = palette
        self._verify = verify
        self._analyse = analyse
        self.analyses = RoundAnalyses()
        self._words = ""
        self._speed = SPEEDS.index(1.0)
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        """The parts from top to bottom."""
        yield ReplayTitle(self.frames, self._palette)
        with VerticalScroll(id="board", can_focus=False):
            yield ReplayBoard(self.frames, self._palette)
        yield ReplayLog(self.frames, self._palette)
        yield ReplayChances(self.frames, self._palette)
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
            part.analysis = self.analyses.found
            part.show(self.frames, number)
        self.query_one("#keys-row", Buttons).show(button_row(running=self._timer is not None))

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
                self.notice(translate("The steps are 0 to {last}.", last=self.frames.last))

        title = translate("Go to which step, of 0 to {last}?", last=self.frames.last)
        self.app.push_screen(Prompt(title, max_length=7), hear)

    def action_search(self) -> None:
        """Ask what to look for, and go to the next place."""

        def hear(text: str | None) -> None:
            if text and text.strip():
                self._words = text.strip()
                self.action_find(1)

        example = f"{self.frames.names.seats[0]}, {card_name(Card.W4)}, UNO"
        text = translate("For example: {example}", example=example)
        prompt = Prompt(translate("Search"), text=text)
        self.app.push_screen(prompt, hear)

    def action_find(self, direction: int) -> None:
        """Go to the next place with the words searched for, or to the one before."""
        if not self._words:
            self.action_search()
            return
        found = find_step(self.frames, self._words, self.number, direction)
        if found is None:
            self.notice(translate("“{words}” does not occur.", words=self._words))
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
        seconds = f"{SPEEDS[self._speed]:g}"
        self.notice(translate("{seconds} seconds a step", seconds=seconds))
        if self._timer is not None:
            self._stop()
            self._timer = self.set_interval(SPEEDS[self._speed], self._run_on)

    def action_seat(self) -> None:
        """Ask whose knowledge to show."""
        header = self.frames.record.header
        if header.seat is not None:
            name = header.names[header.seat]
            self.notice(translate("It holds only what {name} knew.", name=name))
            return
        answers: list[Answer[int]] = [
            Answer("a", Text(say_or("Everybody's cards", "replay.all")), -1)
        ]
        answers += [
            Answer(str((n + 1) % 10), Text(name), n) for n, name in enumerate(header.names[:10])
        ]

        def look(seat: int) -> None:
            self.frames = ReplayFrames(self.frames.record, None if seat < 0 else seat)
            self.go_to(self.number)

        start = 0 if self.frames.seat is None else self.frames.seat + 1
        title = say_or("Look from which seat?", "replay.eyes")
        question = Question(title, answers, start=start)
        self.app.push_screen(question, lambda seat: None if seat is None else look(seat))

    def action_verify(self) -> None:
        """Deal, play and score everything again, and say what came of it."""
        if self._verify is not None:
            self.notice(say_or("Verifying…", "replay.verifying"))
            self._verify_apart(self._verify)

    def action_analyse(self) -> None:
        """Analyse the round that is shown: everyone's chance, and which moves were costly."""
        if self._analyse is None:
            return
        number = self._shown_round()
        if objection := self.analyses.objection(number):
            self.notice(objection)
        elif self.analyses.add(number):
            self._begin_analysis()
        else:
            self.notice(self.analyses.describe_progress(number))

    def action_costly(self) -> None:
        """Go to the next costly move that was found; after the last, to the first."""
        steps = self.analyses.found.costly_steps()
        if steps:
            self._leave_for(next((step for step in steps if step > self.number), steps[0]))
        elif self._analyse is not None:
            objection = self.analyses.objection(self._shown_round())
            self.notice(objection or translate("Press A to analyse this round first."))

    def action_help(self) -> None:
        """Show the keys."""
        text = Text()
        for key, meaning in key_rows():
            text.append(f"{key:<12}", "bold").append(f"{meaning}\n")
        self.app.push_screen(Page(say("table.keys"), text))

    @work(thread=True, exclusive=True)
    def _verify_apart(self, verify: Verify) -> None:
        """Not where the screen is drawn: a long game takes a while."""
        report = verify()
        self.app.call_from_thread(self._show_report, report)

    def _show_report(self, report: Text) -> None:
        self.notice("")
        self.app.push_screen(Page(say("replay.verify-title"), report))

    def _begin_analysis(self) -> None:
        number = self.analyses.begin_next()
        if self._analyse is not None and number is not None:
            self._show_progress(0, 1)
            self._analyse_apart(self._analyse, number)

    @work(thread=True, exclusive=True, group="analysis")
    def _analyse_apart(self, analyse: AnalyseRound, number: int) -> None:
        """Not where the screen is drawn: it plays thousands of rounds."""
        worker = get_current_worker()

        def report(done: int, of: int) -> None:
            if worker.is_cancelled:
                raise CannotAnalyse
            self.app.call_from_thread(self._show_progress, done, of)

        try:
            found = analyse(number, report)
        except CannotAnalyse as error:
            if not worker.is_cancelled:
                self.app.call_from_thread(self._end_analysis, number, None, str(error))
            return
        self.app.call_from_thread(self._end_analysis, number, found, "")

    def _show_progress(self, done: int, of: int) -> None:
        self.analyses.advance(done, of)
        self.notice(self.analyses.describe_progress(self._shown_round()))

    def _end_analysis(self, number: int, found: Analysis | None, problem: str) -> None:
        if found is None:
            self.analyses.give_up()
            self.notice(problem)
            return
        self.analyses.end(number, found)
        self.go_to(self.number)
        self.notice(self.analyses.count_costly())
        self._begin_analysis()

    def _shown_round(self) -> int:
        """The number of the round that is shown; 0 before the first."""
        frame = self.frames.frame(self.number)
        return 0 if frame is None else frame.game.round_number

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
