"""The analysis of rounds in the replay on the screen."""

import asyncio
from threading import Event

from msgspec.structs import replace

from openuno.local.analysis.analyse import Options, analyse
from openuno.local.analysis.positions import CannotAnalyse
from openuno.local.analysis.report import Analysis, JudgedMove, percent
from openuno.record.reader import FIRST_ENTRY, read_record
from openuno.terminal.client.replay.app import ReplayApp
from openuno.terminal.preferences import Look, Preferences
from openuno.terminal.replay.analysis import Progress
from openuno.terminal.replay.frames import ReplayFrames
from tests.record.games import Setting, play_setting
from tests.record.sample import SAMPLE
from tests.terminal.client.driver import screen_text
from tests.terminal.test_replay import until

TWO_ROUNDS = Setting("mattel-2016+hand_size=2", "best-of:3", 2, seed=39)


def test_a_round_is_analysed_beside_its_steps() -> None:
    record = read_record(play_setting(SAMPLE).data)

    found: list[Analysis] = []

    def analyse_round(number: int, progress: Progress) -> Analysis:
        found.append(analyse(record, Options(only=number, worlds=2), progress))
        return found[-1]

    frames = ReplayFrames(record, None)
    app = ReplayApp(frames, Preferences(look=Look.NIGHT), analyse=analyse_round)

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await until(lambda: app.replay.is_mounted)
            await pilot.press("a")
            await until(lambda: "Go to a round to analyse it." in screen_text(app))
            await pilot.press("right_square_bracket", "c")
            await until(lambda: "Press A to analyse this round first." in screen_text(app))
            await pilot.press("a")
            await until(lambda: app.replay.analyses.found.has_round(1))
            await until(lambda: "No costly moves found." in screen_text(app))
            await pilot.press("home", "c")
            await until(lambda: "Go to a round to analyse it." in screen_text(app))
            await pilot.press("right_square_bracket", "c")
            await until(lambda: "No costly moves found." in screen_text(app))
            report = app.replay.analyses.found.report(1, 0)
            assert report is not None
            ada, bo = report.points[0].chances
            await until(lambda: f"Ada {percent(ada):>14}" in screen_text(app))
            assert f"Bo {percent(bo):>15}" in screen_text(app)
            costly = JudgedMove(
                2 + FIRST_ENTRY, 1, "Wild (red)", 0.5, 0.25, "Red Draw Two", "Because."
            )
            app.replay.analyses.found.add(
                1, replace(found[0], rounds=(replace(report, moves=(costly,)),))
            )
            await pilot.press("home", "c")
            await until(lambda: app.replay.number == 2)
            text = "Costly: Red Draw Two was better by 25 percentage points. Because."
            await until(lambda: text in screen_text(app))
            await pilot.press("home")  # its mark is seen when we are elsewhere
            await until(lambda: "─!─" in screen_text(app))
            app.exit()

    asyncio.run(run())


def test_while_a_round_is_analysed_c_says_so() -> None:
    record = read_record(play_setting(SAMPLE).data)
    half, all_of_it = Event(), Event()

    def analyse_round(number: int, progress: Progress) -> Analysis:
        half.wait(60)
        progress(1, 2)
        all_of_it.wait(60)
        return analyse(record, Options(only=number, worlds=2))

    app = ReplayApp(ReplayFrames(record, None), Preferences(look=Look.NIGHT), analyse=analyse_round)

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await until(lambda: app.replay.is_mounted)
            await pilot.press("right_square_bracket", "a")
            await until(lambda: "Analysing… 0 %" in screen_text(app))
            await pilot.press("home", "c")
            await until(
                lambda: "Still analysing (0 %). Press C when it is done." in screen_text(app)
            )
            half.set()
            await until(
                lambda: "Still analysing (50 %). Press C when it is done." in screen_text(app)
            )
            all_of_it.set()
            await until(lambda: "No costly moves found." in screen_text(app))
            app.exit()

    try:
        asyncio.run(run())
    finally:
        half.set()
        all_of_it.set()


def test_a_round_asked_for_while_another_is_analysed_comes_next() -> None:
    record = read_record(play_setting(TWO_ROUNDS).data)
    half, all_of_it = Event(), Event()
    asked: list[int] = []

    def analyse_round(number: int, progress: Progress) -> Analysis:
        asked.append(number)
        half.wait(60)
        progress(1, 2)
        all_of_it.wait(60)
        return analyse(record, Options(only=number, worlds=2))

    app = ReplayApp(ReplayFrames(record, None), Preferences(look=Look.NIGHT), analyse=analyse_round)

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await until(lambda: app.replay.is_mounted)
            await pilot.press("right_square_bracket", "a")
            await until(lambda: "Analysing… 0 %" in screen_text(app))
            await pilot.press("right_square_bracket", "c")
            await until(lambda: "Press A to analyse this round first." in screen_text(app))
            await pilot.press("a")
            await until(lambda: "Analysing round 1 first (0 %)." in screen_text(app))
            await pilot.press("a", "c")  # once is enough
            half.set()
            await until(lambda: "Analysing round 1 first (50 %)." in screen_text(app))
            all_of_it.set()
            await until(lambda: app.replay.analyses.found.has_round(2))
            assert asked == [1, 2]
            assert app.replay.analyses.found.has_round(1)
            app.exit()

    try:
        asyncio.run(run())
    finally:
        half.set()
        all_of_it.set()


def test_a_round_that_cannot_be_analysed_says_why_and_ends_the_queue() -> None:
    record = read_record(play_setting(TWO_ROUNDS).data)
    go_on = Event()
    asked: list[int] = []

    def analyse_round(number: int, _: Progress) -> Analysis:
        asked.append(number)
        go_on.wait(60)
        raise CannotAnalyse("There is nothing to judge.")

    app = ReplayApp(ReplayFrames(record, None), Preferences(look=Look.NIGHT), analyse=analyse_round)

    async def run() -> None:
        async with app.run_test(size=(80, 24)) as pilot:
            await until(lambda: app.replay.is_mounted)
            await pilot.press("right_square_bracket", "a", "right_square_bracket", "a")
            await until(lambda: "Analysing round 1 first (0 %)." in screen_text(app))
            go_on.set()
            await until(lambda: "There is nothing to judge." in screen_text(app))
            assert asked == [1]
            await pilot.press("a")
            await until(lambda: asked == [1, 2])
            app.exit()

    try:
        asyncio.run(run())
    finally:
        go_on.set()
