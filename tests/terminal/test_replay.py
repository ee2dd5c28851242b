"""Stepping through a record on the screen."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from rich.text import Text
from textual.pilot import Pilot

from openuno.game.state import NextRound
from openuno.record.reader import read_record
from openuno.terminal.client.dialogs import Page, Prompt, Question
from openuno.terminal.client.replay.app import ReplayApp
from openuno.terminal.client.replay.parts import Scrubber
from openuno.terminal.client.replay.screen import ReplayScreen
from openuno.terminal.preferences import Look, Preferences
from openuno.terminal.replay.frames import ReplayFrames
from openuno.terminal.replay.search import find_step
from tests.record.games import SETTINGS, Setting, play_setting
from tests.record.sample import SAMPLE
from tests.terminal.client.driver import screen_text
from tests.terminal.commands import Terminal

Script = Callable[[ReplayApp, Pilot[None]], Awaitable[None]]
LIMIT = 60.0


def watch(
    data: bytes, script: Script, *, seat: int | None = None, size: tuple[int, int] = (80, 24)
) -> None:
    """Show a record, with this script at its keys."""
    frames = ReplayFrames(read_record(data), seat)
    app = ReplayApp(frames, Preferences(look=Look.NIGHT), verify=lambda: Text("true enough"))

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await until(lambda: app.replay.is_mounted)
            await script(app, pilot)
            app.exit()

    asyncio.run(run())


async def until(happened: Callable[[], object]) -> None:
    async with asyncio.timeout(LIMIT):
        while not happened():
            await asyncio.sleep(0)


async def type_into_prompt(app: ReplayApp, pilot: Pilot[None], text: str) -> None:
    await until(lambda: isinstance(app.screen, Prompt) and app.screen.is_mounted)
    await pilot.press(*text, "enter")
    await until(lambda: isinstance(app.screen, ReplayScreen))


def test_keys_go_on_back_to_other_rounds_and_to_either_end() -> None:
    setting = SETTINGS[6]
    commands = [what for what, _ in play_setting(setting).steps]
    last = len(commands)
    rounds = [n for n, what in enumerate(commands, 1) if isinstance(what, NextRound)]

    async def script(app: ReplayApp, pilot: Pilot[None]) -> None:
        assert f"step 0 of {last}, before the first round" in screen_text(app)
        for key, step in (
            *(("n", 1), ("right", 2), ("p", 1), ("left", 0), ("left", 0)),
            *(("h", rounds[0]), ("right_square_bracket", rounds[1]), ("end", last), ("n", last)),
            *(("h", last), ("home", 0), ("x", 0), ("pagedown", 10), ("pageup", 0)),
            *(("enter", 1), ("end", last), ("left_square_bracket", rounds[-1])),
        ):
            await pilot.press(key)
            assert app.replay.number == step, key

    watch(play_setting(setting).data, script)


def test_a_step_is_found_by_its_number_and_by_what_happened() -> None:
    async def script(app: ReplayApp, pilot: Pilot[None]) -> None:
        await pilot.press("g")
        await type_into_prompt(app, pilot, "3")
        assert app.replay.number == 3
        await pilot.press("g")
        await type_into_prompt(app, pilot, "x")
        assert "The steps are 0 to 5." in screen_text(app)
        await pilot.press("home", "slash")
        await type_into_prompt(app, pilot, "lays WILD")
        assert app.replay.number == 2
        await pilot.press("full_stop")
        assert app.replay.number == 2  # there is no other
        await pilot.press("slash")
        await type_into_prompt(app, pilot, "checkmate")
        assert "“checkmate” does not occur." in screen_text(app)
        assert app.replay.number == 2
        await pilot.press("n")
        assert "checkmate" not in screen_text(app)

    watch(play_setting(SAMPLE).data, script)


def test_the_search_goes_round_both_ways() -> None:
    frames = ReplayFrames(read_record(play_setting(SAMPLE).data), None)
    laid = [
        n
        for n in range(frames.last + 1)
        if (frame := frames.frame(n)) and any("lays" in text for text in frame.sentences)
    ]
    assert find_step(frames, "lays", laid[-1]) == laid[0]
    assert find_step(frames, "lays", laid[0], -1) == laid[-1]
    assert find_step(frames, "nothing of the kind", 0) is None


def test_any_seat_can_be_looked_from() -> None:
    async def script(app: ReplayApp, pilot: Pilot[None]) -> None:
        await pilot.press("n", "n")
        assert "no UNO yet" in screen_text(app)
        assert "face down" not in screen_text(app)
        await pilot.press("s")
        await until(lambda: isinstance(app.screen, Question) and app.screen.is_mounted)
        await pilot.press("1")
        await until(lambda: isinstance(app.screen, ReplayScreen))
        shown = screen_text(app)
        assert "step 2 of 5, round 1, as Ada knew it" in shown
        assert "face down" in shown
        assert app.replay.number == 2
        await pilot.press("s")
        await until(lambda: isinstance(app.screen, Question) and app.screen.is_mounted)
        await pilot.press("a")
        await until(lambda: isinstance(app.screen, ReplayScreen))
        assert "face down" not in screen_text(app)

    watch(play_setting(SAMPLE).data, script)


def test_it_runs_by_itself_to_the_end_and_stops() -> None:
    async def script(app: ReplayApp, pilot: Pilot[None]) -> None:
        for _ in range(9):
            await pilot.press("plus")
        assert "0.1 seconds a step" in screen_text(app)
        await pilot.press("space")
        assert "Stop" in screen_text(app)
        await until(lambda: app.replay.number == 5)
        await until(lambda: "Stop" not in screen_text(app))
        for _ in range(9):
            await pilot.press("minus")
        await pilot.press("home", "space", "space")
        assert "Stop" not in screen_text(app)
        assert app.replay.number < 5

    watch(play_setting(SAMPLE).data, script)


def test_it_is_verified_without_leaving_it() -> None:
    async def script(app: ReplayApp, pilot: Pilot[None]) -> None:
        await pilot.press("v")
        await until(lambda: isinstance(app.screen, Page) and app.screen.is_mounted)
        await pilot.pause()
        assert "true enough" in screen_text(app)
        await pilot.press("escape")
        await until(lambda: isinstance(app.screen, ReplayScreen))
        assert "Verifying" not in screen_text(app)

    watch(play_setting(SAMPLE).data, script)


def test_a_click_on_the_line_goes_there() -> None:
    async def script(app: ReplayApp, pilot: Pilot[None]) -> None:
        width = app.replay.query_one(Scrubber).size.width
        await pilot.click(Scrubber, offset=(width - 1, 0))
        assert app.replay.number == 5
        await pilot.click(Scrubber, offset=(0, 0))
        assert app.replay.number == 0

    watch(play_setting(SAMPLE).data, script)


def test_after_a_round_the_score_is_shown() -> None:
    async def script(app: ReplayApp, pilot: Pilot[None]) -> None:
        await pilot.press("end")
        await pilot.pause()
        shown = screen_text(app)
        assert "1 Bo   1    1" in shown
        assert "Bo wins the game." in shown

    watch(play_setting(SAMPLE).data, script)


@pytest.mark.parametrize("setting", SETTINGS[::3], ids=str)
def test_it_is_drawn_again_in_any_size(setting: Setting) -> None:
    async def script(app: ReplayApp, pilot: Pilot[None]) -> None:
        for width, height in ((140, 40), (40, 12), (20, 8), (80, 24)):
            await pilot.resize_terminal(width, height)
            for key in ("n", "end", "home"):
                await pilot.press(key)
                await pilot.pause()
                lines = screen_text(app).splitlines()
                assert len(lines) <= height
                assert all(len(line) <= width for line in lines)
                assert lines[0].startswith(" step")

    watch(play_setting(setting).data, script)


def test_a_record_that_cannot_be_followed_is_shown_up_to_there() -> None:
    data = play_setting(SAMPLE).data.replace(b'"do":"keep"', b'"do":"pass"')

    async def script(app: ReplayApp, pilot: Pilot[None]) -> None:
        await pilot.press("end")
        await pilot.pause()
        assert app.replay.number == 3
        assert "It cannot be followed further: line 6" in screen_text(app)
        await pilot.press("n", "p")
        assert app.replay.number == 2

    watch(data, script)


def test_at_a_terminal_the_screen_is_given_back_and_a_pipe_gets_it_all(tmp_path: Path) -> None:
    path = tmp_path / "game.uno"
    path.write_bytes(play_setting(SAMPLE).data)
    more = {"XDG_CONFIG_HOME": str(tmp_path)}
    with Terminal(str(path), command="replay", screen=True, **more) as shown:
        shown.until("step")
        shown.press_until("v", "true")
        shown.press_until("q", "step")  # closes the verdict
        shown.press_until("q", "\x1b[?1049l")
        assert shown.wait_for_end() == 0
    assert "\x1b[?1049h" in shown.text
    assert "\x1b[?1049l" in shown.text
    assert "Traceback" not in shown.text
