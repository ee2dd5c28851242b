"""Questions over the table: when they open, what they say, and when they close."""

import pytest
from textual.pilot import Pilot

from openuno.engine.notation.actions import parse_action
from openuno.terminal.client.app import UnoApp
from openuno.terminal.client.dialogs import Question
from openuno.terminal.client.table.moves import Moves
from openuno.terminal.client.table.screen import TableScreen
from openuno.terminal.tables.table import News
from tests.terminal.client.driver import (
    StillTable,
    at,
    play,
    screen_text,
    until,
)
from tests.terminal.client.scenes import OTHERS, PILE, SCENES, TURN


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
