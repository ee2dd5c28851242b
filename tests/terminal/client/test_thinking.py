"""Bots in the client: they think, are hurried, fail, and never hold up the keys."""

import threading

from textual.pilot import Pilot
from textual.screen import ModalScreen

from openuno.bots.bot import Answer, Mind
from openuno.bots.regular import regular
from openuno.engine.view import View
from openuno.terminal.client.app import UnoApp
from openuno.terminal.preferences import (
    Pace,
    Preferences,
)
from tests.terminal.client.driver import (
    LIMIT,
    StillTable,
    at,
    make_table,
    play,
    until,
    until_ended,
)
from tests.terminal.client.scenes import OTHERS, PILE, TURN


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
