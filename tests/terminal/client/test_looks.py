"""What the client shows: to whom, in which look, and in how small a terminal."""

import pytest
from textual.pilot import Pilot
from textual.screen import ModalScreen

from openuno.terminal.client.app import UnoApp
from openuno.terminal.client.cards import SMALL as CARD
from openuno.terminal.client.dialogs import Curtain
from openuno.terminal.client.table.hand import fan
from openuno.terminal.client.table.parts import Log, Piles
from openuno.terminal.client.too_small import COLUMNS, ROWS
from openuno.terminal.preferences import (
    Look,
    Pace,
    Preferences,
    load_preferences,
    preferences_path,
)
from tests.terminal.client.driver import (
    NAMES,
    StillTable,
    at,
    game_at,
    make_table,
    play,
    screen_text,
    until,
)
from tests.terminal.client.scenes import SCENES, TURN


def test_settings_are_remembered() -> None:
    table = at(TURN)

    async def script(app: UnoApp, pilot: Pilot[None]) -> None:
        await pilot.press("s", "down", "down", "right", "down", "right", "escape")
        await pilot.pause()
        assert app.theme == "day"

    play(table, script)
    kept = load_preferences()
    assert (kept.forced_steps, kept.look, kept.pace) == (True, Look.DAY, Pace.INSTANT)
    preferences_path().write_text('{"pace": "never"}')
    assert load_preferences() == Preferences()


def test_the_piles_are_whole_at_every_width() -> None:
    async def script(app: UnoApp, pilot: Pilot[None]) -> None:
        for width in (80, 100, 109, 110, 114, 117, 118, 120, 140):
            await pilot.resize_terminal(width, 36)
            await pilot.pause()
            piles, log = app.screen.query_one(Piles), app.screen.query_one(Log)
            assert piles.size.width >= 2 * CARD.width + 2, width
            assert log.region.right <= width, width

    play(at(TURN), script)


@pytest.mark.parametrize("look", [Look.NIGHT, Look.TERMINAL])
def test_a_second_person_sees_nothing_before_the_screen_is_theirs(look: Look) -> None:
    table = at(TURN.replace("B6,R2,R7,W,YS", "B6,R2,YS"), people=(0, 1))

    async def script(app: UnoApp, pilot: Pilot[None]) -> None:
        await until(app, lambda: isinstance(app.screen, Curtain))
        assert table.state.player is None
        await pilot.press("enter")
        await until(app, lambda: table.state.player == 0 and table.state.is_my_turn)
        await pilot.press("enter")
        await until(app, lambda: isinstance(app.screen, Curtain))
        await pilot.pause()
        shown = screen_text(app)
        assert "Pass the screen to" in shown
        assert "◆B" not in shown
        assert table.state.player is None

    play(table, script, look=look)


@pytest.mark.parametrize("look", [Look.DAY, Look.TERMINAL])
def test_every_look_shows_the_same_words(look: Look) -> None:
    shown = []
    for each in (Look.NIGHT, look):
        table = at(TURN)

        async def script(app: UnoApp, pilot: Pilot[None]) -> None:
            await pilot.pause()
            shown.append(screen_text(app))
            await pilot.press("4", "enter")
            await until(app, lambda: "name the colour" in screen_text(app))
            shown.append(screen_text(app))

        play(table, script, look=each)
    assert shown[:2] == shown[2:]
    assert all("Ada" in text for text in shown), "the table stays in sight behind a dialog"


def test_without_colours_the_cards_that_fit_still_stand_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    table = at(TURN)

    async def script(app: UnoApp, pilot: Pilot[None]) -> None:
        await pilot.pause()
        rows = screen_text(app).splitlines()
        first = next(row for row in rows if "┏━━━━━┓" in row)
        assert first.count("╭─────╮") == 2  # two more fit, and stand as high

    play(table, script, look=Look.TERMINAL)


@pytest.mark.parametrize("cards", [1, 7, 10, 19, 25, 40])
def test_every_hand_fits_the_width(cards: int) -> None:
    for cursor in (0, cards // 2, cards - 1):
        laid = fan(cards, cursor, 79, CARD)
        assert laid.first <= cursor < laid.first + laid.shown
        assert (laid.shown - 1) * laid.step + CARD.width <= 79
        assert laid.step >= 3


def test_a_small_terminal_leaves_out_the_log_and_a_tiny_one_says_so() -> None:
    table = at(TURN, kind=StillTable)

    async def script(app: UnoApp, pilot: Pilot[None]) -> None:
        await pilot.resize_terminal(COLUMNS, ROWS)
        await until(app, lambda: "Round 2" not in screen_text(app))
        shown = screen_text(app)
        for words in ("Zoe", "Cleo", "left", "Play a ● red card or a 5", "[2]", "Draw"):
            assert words in shown
        assert max(map(len, shown.splitlines())) <= COLUMNS
        await pilot.resize_terminal(COLUMNS - 1, ROWS - 1)
        await until(app, lambda: "The table needs at least" in screen_text(app))
        await pilot.press("enter", "d")
        await pilot.pause()
        assert table.state.is_my_turn, "nobody plays what they cannot see"
        await pilot.press("q")
        await until(app, lambda: "Leave the table?" in screen_text(app))
        await pilot.press("n")
        await pilot.resize_terminal(80, 24)
        await until(app, lambda: "Round 2" in screen_text(app))
        await pilot.press("enter")
        await until(app, lambda: "You lay Red 2." in table.transcript)

    play(table, script)


def test_ten_players_are_all_in_sight_in_the_smallest_terminal() -> None:
    table = make_table(game=game_at(SCENES["ten-players"].position), kind=StillTable)

    async def script(app: UnoApp, pilot: Pilot[None]) -> None:
        for size in ((80, 23), (COLUMNS, ROWS)):
            await pilot.resize_terminal(*size)
            await until(app, lambda: "Eli      2" in screen_text(app))
            shown = screen_text(app)
            for words in ("▸You      2    0", *NAMES[1:], "360", "play runs up", "Leave"):
                assert words in shown

    play(table, script)


@pytest.mark.parametrize("name", ["challenge", "decide", "settings", "round-end"])
def test_a_dialog_in_a_small_terminal_can_be_read_and_answered(name: str) -> None:
    scene = SCENES[name]
    table = make_table(game=game_at(scene.position, scene.format), kind=StillTable)

    async def script(app: UnoApp, pilot: Pilot[None]) -> None:
        await pilot.press(*scene.keys)
        await until(app, lambda: isinstance(app.screen, ModalScreen) and app.screen.is_mounted)
        before = app.screen
        await pilot.resize_terminal(COLUMNS, ROWS)
        await pilot.pause()
        assert app.screen is before, "it stays open"
        answers = app.screen.query("OptionList, #scroll").first()
        await pilot.pause()
        assert app.screen.region.contains_region(answers.region)
        assert answers.region.height > 0
        await pilot.press("escape")
        await until(app, lambda: app.screen is not before)

    play(table, script)
