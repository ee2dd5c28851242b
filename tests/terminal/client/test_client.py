"""What keys, the mouse and time do in the client."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.screen import ModalScreen

from openuno.bots.bot import Answer, Mind
from openuno.bots.regular import regular
from openuno.engine.notation.actions import parse_action
from openuno.engine.view import View
from openuno.game.state import Act
from openuno.record.reader import read_record
from openuno.record.verify import Verdict, verify
from openuno.terminal.client.app import UnoApp
from openuno.terminal.client.button_row import Buttons
from openuno.terminal.client.cards import SMALL as CARD
from openuno.terminal.client.dialogs import Curtain, Question
from openuno.terminal.client.table.hand import Hand, fan
from openuno.terminal.client.table.moves import Moves
from openuno.terminal.client.table.parts import Sentence
from openuno.terminal.client.table.screen import TableScreen
from openuno.terminal.client.too_small import COLUMNS, ROWS
from openuno.terminal.preferences import (
    Look,
    Pace,
    Preferences,
    load_preferences,
    preferences_path,
)
from openuno.terminal.tables.local import LocalTable
from openuno.terminal.tables.table import News
from tests.terminal.client.driver import (
    LIMIT,
    NAMES,
    StillTable,
    game_at,
    make_app,
    make_saved_table,
    make_table,
    screen_text,
    until,
)
from tests.terminal.client.scenes import OTHERS, PILE, SCENES, TURN

Script = Callable[[UnoApp, Pilot[None]], Awaitable[None]]


@pytest.fixture(autouse=True)
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path


def play(table: LocalTable, script: Script, **how: Look) -> UnoApp:
    """Run the client at the table with this script at its keys."""
    app = make_app(table, **how)

    async def run() -> None:
        async with app.run_test() as pilot:
            await script(app, pilot)
            app.exit()

    asyncio.run(run())
    return app


async def until_ended(app: UnoApp) -> None:
    """Wait until the client has ended by itself."""
    async with asyncio.timeout(LIMIT):
        while app.return_code is None and app.is_running:
            await asyncio.sleep(0)


def at(position: str, **how: object) -> LocalTable:
    return make_table(game=game_at(position), **how)  # type: ignore[arg-type]


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


def test_a_question_already_open_is_not_asked_again() -> None:
    table = at(SCENES["challenge"].position)

    async def script(app: UnoApp, pilot: Pilot[None]) -> None:
        await until(app, lambda: isinstance(app.screen, Question) and app.screen.is_mounted)
        await pilot.press("escape")
        screen = app.screen
        assert isinstance(screen, TableScreen)
        screen.moves = Moves(table, screen)  # C is pressed before the question comes
        await pilot.press("c")
        screen.hear(News(table.state))
        await pilot.pause()
        assert [type(each) for each in app.screen_stack[1:]] == [TableScreen, Question]

    play(table, script)


def test_a_question_closes_when_somebody_else_was_faster() -> None:
    table = at(TURN)
    later = at(TURN.replace("turn=0", "turn=1"))

    async def script(app: UnoApp, pilot: Pilot[None]) -> None:
        screen = app.screen
        assert isinstance(screen, TableScreen)
        await pilot.press("4", "enter")
        await until(app, lambda: isinstance(app.screen, Question) and app.screen.is_mounted)
        screen.hear(News(table.state))
        assert screen.is_asking
        screen.hear(News(later.state))
        await until(app, lambda: not isinstance(app.screen, Question))
        await pilot.pause()
        assert not screen.is_asking

    play(table, script)


def test_cards_that_a_rule_asks_for_are_chosen_from_the_hand() -> None:
    table = at(SCENES["choose-cards"].position)
    why = "Ada played ✎1: “Everyone discards 2 cards of their choice.”"

    async def script(app: UnoApp, pilot: Pilot[None]) -> None:
        await until(app, lambda: "Choose 2 cards to discard." in screen_text(app))
        assert why in screen_text(app)
        await pilot.press("3", "enter")
        await until(app, lambda: "You discard Red 7." in table.transcript)
        await until(app, lambda: "Choose a card to discard." in screen_text(app))
        await pilot.press("h")
        await pilot.pause()
        assert "Hint: choose Yellow Skip." in screen_text(app)
        assert isinstance(app.screen, TableScreen), "no list of moves is in the way"
        await pilot.press("enter")
        await until(app, lambda: "You discard Yellow Skip." in table.transcript)

    play(table, script)


@pytest.mark.parametrize(
    ("rule", "asks", "title", "why"),
    [
        (
            "The_next_player_names_the_colour.",
            "naming=0:3:0:-:0 laid=3",
            "Wild Customisable: name the colour",
            "Cleo played ✎1: “The next player names the colour.”",
        ),
        (
            "Two_players_you_choose_swap_hands.",
            "choosing=0:0:0:1:0 laid=0",
            "Who swaps hands with Ada?",
            "You played ✎1: “Two players you choose swap hands.”",
        ),
    ],
)
def test_a_question_of_a_rule_says_which_rule_asks(
    rule: str, asks: str, title: str, why: str
) -> None:
    cards = f"hands=B6,R2/{OTHERS} {PILE} discard=WC1,R9 colour=G"
    table = at(f"house+blank_cards=1+written={rule} {cards} {asks}")

    async def script(app: UnoApp, pilot: Pilot[None]) -> None:
        await until(app, lambda: isinstance(app.screen, Question) and app.screen.is_mounted)
        await pilot.pause()
        words = " ".join(screen_text(app).replace("│", " ").split())
        assert title in words
        assert why in words

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


def test_people_at_the_screen_say_who_did_not_keep_an_honour_rule() -> None:
    rules = 'house+blank_cards=1+written="Everyone_hums."'
    cards = "hands=R7,WC1,B8/B1,B2/Y3,Y4 pile=Y1,Y2,Y5,Y6,B3,B4 discard=R5 turn=0"
    table = at(f"{rules} {cards}", kind=StillTable)

    async def script(app: UnoApp, pilot: Pilot[None]) -> None:
        await pilot.press("j")
        await until(app, lambda: "There is nothing to judge now." in screen_text(app))
        table.act(parse_action("WC1/R"))
        await until(app, lambda: bool(table.state.charges))
        await until(app, lambda: "Rule not kept" in screen_text(app))
        await pilot.press("j")
        await until(app, lambda: "Who did not keep it?" in screen_text(app))
        assert "draws 2 cards." in screen_text(app)
        await pilot.press("1")
        await until(app, lambda: "You draw 2 cards" in " ".join(table.transcript))

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


def test_a_bot_that_does_not_answer_ends_the_client_with_a_sentence() -> None:
    table = make_table(seed=83)

    def give_no_answer(view: View, mind: Mind) -> tuple[None, Mind]:
        del view
        return None, mind

    for bot in table._memory.bots.values():
        bot._bot = give_no_answer

    async def script(app: UnoApp, pilot: Pilot[None]) -> None:
        await until(app, lambda: table.state.is_my_turn or app.failure is not None)
        if app.failure is None:
            await pilot.press("d", "k")
        await until_ended(app)
        assert "did not answer in its turn" in str(app.failure)

    play(table, script)


def test_forced_steps_are_taken_if_wanted() -> None:
    preferences = Preferences(pace=Pace.INSTANT, call_seconds=None, forced_steps=True)
    table = at(SCENES["nothing-fits"].position, preferences=preferences)

    async def script(app: UnoApp, _: Pilot[None]) -> None:
        await until(app, lambda: any("You draw" in said for said in table.transcript))

    play(table, script)


def test_a_bot_thinks_until_it_is_hurried() -> None:
    preferences = Preferences(pace=Pace.SLOW, call_seconds=None)
    position = f"classic hands=R4,R6/{OTHERS} {PILE} discard=R5,R9 turn=1"
    table = at(position, preferences=preferences, kind=StillTable)

    async def script(app: UnoApp, pilot: Pilot[None]) -> None:
        await pilot.pause()
        assert table.state.acting == 1
        await pilot.press("f")
        await until(app, lambda: "Ada draws 1 card." in table.transcript)
        assert preferences.pace is Pace.FAST

    play(table, script)


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


def test_keys_are_answered_while_a_bot_thinks() -> None:
    asked, may_answer = threading.Event(), threading.Event()

    def thinker(seen: View, mind: Mind) -> Answer:
        asked.set()
        assert may_answer.wait(LIMIT), "the screen waited for the bot"
        return regular(seen, mind)

    # Ada plays a card, then Bo, then it is the turn of the person.
    table = at(TURN.replace("turn=0", "turn=1"), bot=thinker)

    async def script(app: UnoApp, pilot: Pilot[None]) -> None:
        await until(app, asked.is_set)
        await pilot.press("question_mark")
        await until(app, lambda: isinstance(app.screen, ModalScreen))
        may_answer.set()
        await pilot.press("escape")
        await until(app, lambda: table.state.is_my_turn)

    play(table, script)
