"""Cards, calls and challenges by keys and by mouse."""

from pathlib import Path

from textual.pilot import Pilot

from openuno.game.state import Act
from openuno.record.reader import read_record
from openuno.record.verify import Verdict, verify
from openuno.terminal.client.app import UnoApp
from openuno.terminal.client.button_row import Buttons
from openuno.terminal.client.dialogs import Question
from openuno.terminal.client.table.hand import Hand
from openuno.terminal.client.table.parts import Sentence
from openuno.terminal.client.table.screen import TableScreen
from openuno.terminal.preferences import (
    Pace,
    Preferences,
)
from tests.terminal.client.driver import (
    at,
    make_saved_table,
    play,
    screen_text,
    until,
)
from tests.terminal.client.scenes import OTHERS, PILE, SCENES, TURN


def test_a_card_is_played_by_its_number_and_enter() -> None:
    table = at(TURN)

    async def script(app: UnoApp, pilot: Pilot[None]) -> None:
        await pilot.press("3", "enter")
        await until(app, lambda: "You lay Red 7." in table.transcript)

    play(table, script)


def test_a_click_plays_a_card_and_presses_a_button() -> None:
    table = at(TURN)

    async def script(app: UnoApp, pilot: Pilot[None]) -> None:
        hand = app.screen.query_one(Hand)
        middle = (hand.size.width - 5 * 8 + 1) // 2
        await pilot.click(Hand, offset=(middle + 8 + 3, 3))
        await until(app, lambda: "You lay Red 2." in table.transcript)
        await until(app, lambda: table.state.is_my_turn)
        await pilot.pause()
        buttons = app.screen.query_one("#actions", Buttons)
        at = [button.action for button, _ in buttons._columns()].index("draw")
        before = len(table.transcript)
        await pilot.click("#actions", offset=(1 + buttons._columns()[at][1], 0))
        await until(app, lambda: any("You draw" in t for t in table.transcript[before:]))

    play(table, script)


def test_uno_is_said_with_the_card() -> None:
    table = at(f"classic hands=R4,R6/{OTHERS} {PILE} discard=R5,R9 turn=0")

    async def script(app: UnoApp, pilot: Pilot[None]) -> None:
        await pilot.press("u", "enter")
        await until(app, lambda: "You lay Red 4 and say UNO." in table.transcript)

    play(table, script)


def test_a_forgotten_uno_is_caught_when_the_time_is_up() -> None:
    preferences = Preferences(pace=Pace.INSTANT, call_seconds=2.0)
    table = at(SCENES["uno-owed"].position, preferences=preferences)

    async def script(app: UnoApp, _: Pilot[None]) -> None:
        await until(app, lambda: any("you without UNO" in t for t in table.transcript))

    play(table, script)


def test_who_calls_in_time_is_not_caught() -> None:
    table = at(SCENES["uno-owed"].position)  # without limit

    async def script(app: UnoApp, pilot: Pilot[None]) -> None:
        await pilot.press("u")
        await until(app, lambda: "You say UNO." in table.transcript)

    play(table, script)


def test_a_bot_that_forgot_is_caught_by_a_key() -> None:
    table = at(SCENES["catch"].position)

    async def script(app: UnoApp, pilot: Pilot[None]) -> None:
        await pilot.press("x")
        await until(app, lambda: "You catch Ada without UNO." in table.transcript)

    play(table, script)


def test_a_challenge_shows_its_stakes_and_is_made() -> None:
    table = at(SCENES["challenge"].position)

    async def script(app: UnoApp, pilot: Pilot[None]) -> None:
        await until(app, lambda: isinstance(app.screen, Question) and app.screen.is_mounted)
        await pilot.pause()
        assert "you draw 6 cards" in screen_text(app)
        await pilot.press("escape")
        assert isinstance(app.screen, TableScreen)
        await pilot.press("c", "c")
        await until(app, lambda: any("You challenge Cleo" in t for t in table.transcript))

    play(table, script)


def test_a_wrong_catch_is_warned_of() -> None:
    table = at(
        f"house+wrong_catch_penalty=2 hands=R4,R6/Y3/{OTHERS[9:]} {PILE} discard=R5,R9 turn=0"
    )

    async def script(app: UnoApp, pilot: Pilot[None]) -> None:
        await pilot.press("x", "1")
        assert "a wrong catch costs you 2 cards" in screen_text(app)
        await pilot.press("n")
        assert table.state.is_my_turn
        assert not any("catch" in said for said in table.transcript)

    play(table, script)


def test_a_move_is_taken_back_and_the_record_with_it(tmp_path: Path) -> None:
    path = tmp_path / "game.uno"
    table, save = make_saved_table(path, seed=5)

    async def script(app: UnoApp, pilot: Pilot[None]) -> None:
        await until(app, lambda: table.state.is_my_turn)
        state, said = table.state, table.transcript
        written = path.read_bytes()
        await pilot.press("d")
        await until(app, lambda: table.state.view != state.view and table.state.can_undo)
        assert path.read_bytes() != written
        table.undo()
        table.undo()  # a key pressed twice, before the first has been heard
        await until(app, lambda: table.state.view == state.view)
        assert table.transcript == said
        assert path.read_bytes() == written
        await pilot.press("z")
        await pilot.pause()
        assert "no move of yours" in app.screen.query_one(Sentence).notice

    play(table, script)
    save.close()
    record = read_record(path.read_bytes())
    assert verify(path.read_bytes()).verdict is Verdict.TRUE
    mine = [e for e in record.entries if isinstance(e.command, Act) and e.command.player == 0]
    assert mine == []


def test_forced_steps_are_taken_if_wanted() -> None:
    preferences = Preferences(pace=Pace.INSTANT, call_seconds=None, forced_steps=True)
    table = at(SCENES["nothing-fits"].position, preferences=preferences)

    async def script(app: UnoApp, _: Pilot[None]) -> None:
        await until(app, lambda: any("You draw" in said for said in table.transcript))

    play(table, script)
