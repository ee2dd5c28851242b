"""What people say at the table: words, set phrases, accusations and verdicts."""

from typing import Any

from rich.text import Text
from textual.app import App

from openuno.room.chat import EMOTES
from openuno.terminal.client.dialogs import Answer, Prompt, Question
from openuno.terminal.languages.catalogue import say, say_or, translate
from openuno.terminal.tables.charges import Charge, Dispute
from openuno.terminal.tables.table import Table, TableState

KEYS = "123456789abcdefghijklmnopqrstuvwxyz"


class Talk:
    """Asks what to say, and says it."""

    def __init__(self, table: Table, app: App[Any]) -> None:
        self._table = table
        self._app = app

    def ask_words(self) -> None:
        """Ask what to say to the table."""
        prompt = Prompt(say("table.say"))
        self._app.push_screen(prompt, lambda text: self._table.say(text or ""))

    def ask_phrase(self) -> None:
        """Ask for one of the set phrases."""
        answers = [
            Answer(str(number), Text(say(f"table.emote-{emote}")), emote)
            for number, emote in enumerate(EMOTES, start=1)
        ]
        question = Question(say("table.emotes"), answers)
        self._app.push_screen(question, self._show_feeling)

    def confirm_suggestion(self, text: str, penalty: int) -> None:
        """Ask whether to say this although it tells somebody what to play, and costs cards."""
        answers = [
            Answer("N", Text(say("table.say-not")), False),
            Answer("Y", Text(say("table.say-anyway", penalty=penalty)), True),
        ]
        question = Question(f"“{text}”", answers, text=say("table.costly", penalty=penalty))
        self._app.push_screen(question, lambda sure: self._pay(text) if sure else None)

    def ask_judgement(self) -> None:
        """Ask for a verdict if one is due, else whom to accuse of what."""
        state = self._table.state
        if state.dispute is not None:
            self._app.push_screen(ask_verdict(state.dispute), self._judge)
        elif state.charges:
            self._app.push_screen(ask_charge(state), self._accuse)

    def _show_feeling(self, emote: str | None) -> None:
        if emote is not None:
            self._table.emote(emote)

    def _pay(self, text: str) -> None:
        self._table.say(text, anyway=True)

    def _judge(self, guilty: bool | None) -> None:
        if guilty is not None:
            self._table.judge(guilty=guilty)

    def _accuse(self, charge: Charge | None) -> None:
        if charge is not None:
            self._table.accuse(charge)


def ask_verdict(dispute: Dispute) -> Question[bool]:
    """Whether the player accused gave a hint, or did not keep the rule."""
    key = "table.honour-accusation" if dispute.honour else "table.accusation"
    yes, no = (
        (say("table.honour-yes"), say("table.honour-no"))
        if dispute.honour
        else (say("table.accusation-yes"), say("table.accusation-no"))
    )
    answers = [Answer("Y", Text(yes), True), Answer("N", Text(no), False)]
    title = say(key, name=dispute.accuser, other=dispute.accused)
    return Question(title, answers, text=f"“{dispute.about}”", start=1)


def ask_charge(state: TableState) -> Question[Charge]:
    """Who did not keep which honour rule, or gave a hint by what they said."""
    answers = [
        Answer(key, Text(_charge_words(charge, state)), charge)
        for key, charge in zip(KEYS, state.charges, strict=False)
    ]
    rules = state.game.rules
    honour = any(charge.honour for charge in state.charges)
    title = say("table.honour-who") if honour else f"{say('table.accuse')}?"
    penalty = rules.honour_penalty if honour else rules.suggestion_penalty
    return Question(title, answers, text=_cost(penalty, state))


def _charge_words(charge: Charge, state: TableState) -> str:
    who = charge.name
    if charge.player == state.player and state.shared is not None:
        who = say_or("I did not", "table.honour-self")
    return f"{who}: “{charge.about}”"


def _cost(penalty: int, state: TableState) -> str:
    if state.shared is not None:
        return say("table.honour-cost", cards=penalty)
    cards = say("table.cards", cards=penalty)
    return translate("Who did not keep the rule draws {cards}.", cards=cards)
