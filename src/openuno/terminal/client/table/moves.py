"""From a key to a move: the questions on the way, and the words when it is refused."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from openuno.engine.actions import (
    Accept,
    Action,
    Catch,
    Challenge,
    ChooseCard,
    ChoosePlayer,
    Draw,
    Keep,
    NameColour,
    Pass,
    Play,
    SayUno,
    Suggest,
)
from openuno.engine.cards import Card, Colour
from openuno.engine.state import (
    ChoosingCards,
    ChoosingPlayer,
    Deciding,
    FacingDrawFour,
    NamingColour,
)
from openuno.terminal.client.dialogs import Question
from openuno.terminal.client.looks import Palette
from openuno.terminal.client.table import pickers
from openuno.terminal.client.table.rule_question import asked_by
from openuno.terminal.languages.cards import card_name
from openuno.terminal.languages.catalogue import say, speaks_english, translate
from openuno.terminal.tables.table import Refusal, Table, TableState
from openuno.terminal.text.narration import sentence

T = TypeVar("T")
_KEYED = (Play, Draw, Keep, Pass, Accept, Challenge, Catch, SayUno, Suggest, NameColour, ChooseCard)
"""Moves that have a key or a dialog."""


class Prompter(Protocol):
    """Puts questions to the person, and says things."""

    palette: Palette

    @property
    def is_asking(self) -> bool:
        """Whether a question about a move is open."""

    def ask(self, question: Question[T], then: Callable[[T], None]) -> None:
        """Put a question about a move; `then` gets the answer, if there is one."""

    def notice(self, text: str) -> None:
        """Say something, for a while."""


class Moves:
    """Makes moves for the person at the screen."""

    def __init__(self, table: Table, prompter: Prompter) -> None:
        self._table = table
        self._prompter = prompter
        self._asked: object = None
        self.uno_ready = False
        """Whether UNO is said with the next card."""

    def act(self, action: Action) -> None:
        """Do it, or say why not."""
        try:
            self._table.act(action)
        except Refusal as refused:
            self._prompter.notice(str(refused))
            return
        self.uno_ready = False

    def play(self, card: Card) -> None:
        """Play a card, asking for colour and player; choose it where a rule asks for cards."""
        view = self._table.state.view
        if (
            view is not None
            and isinstance(view.phase, ChoosingCards)
            and view.phase.seat == view.seat
        ):
            self.act(ChooseCard(card))
            return
        ways = [
            action
            for action in (() if view is None else view.legal)
            if isinstance(action, Play) and action.card is card
        ]
        if ways:
            self._narrow(ways)
            return
        asked = Play(card, None if card.colour is not None else Colour.RED)
        why = self._table.why_not(asked) or _say_or(
            "that is not possible now", "refused.illegal-move"
        )
        name = card_name(card)
        self._prompter.notice(sentence(why if name in why else f"{name}: {why}"))

    def challenge(self) -> None:
        """Show what a challenge costs, and ask."""
        state, view = self._table.state, self._table.state.view
        if view is not None and state.is_my_turn and isinstance(view.phase, FacingDrawFour):
            question = pickers.ask_challenge(state.seat_names, view, view.phase)
            self._prompter.ask(question, self.act)
        else:
            self.act(Challenge())

    def say_uno(self) -> None:
        """Say UNO now, or with the next card."""
        view = self._table.state.view
        legal = () if view is None else view.legal
        if SayUno() in legal or not any(isinstance(a, Play) and a.uno for a in legal):
            self.act(SayUno())
            return
        self.uno_ready = not self.uno_ready
        self._prompter.notice(_uno_notice(ready=self.uno_ready))

    def catch(self) -> None:
        """Catch the player who owes UNO; one who does not, only after a warning."""
        state = self._table.state
        view, names = state.view, state.seat_names
        targets = [a.target for a in (() if view is None else view.legal) if isinstance(a, Catch)]
        if view is None or not targets:
            self._prompter.notice(sentence(_say_or("Nobody owes UNO", "refused.nothing-to-catch")))
        elif view.owes_uno in targets:
            self.act(Catch(view.owes_uno))
        else:
            close = [seat for seat in targets if len(view.hands[seat]) == 1] or targets
            question = pickers.ask_player(
                names, view, _say_or("Catch whom?", "table.whom-catch"), close
            )
            self._prompter.ask(question, self._warn_of_catch)

    def list_all(self) -> None:
        """List every legal move."""
        state = self._table.state
        if state.view is None or not state.view.legal:
            text = _say_or("There is nothing you can do now", "refused.illegal-move")
            self._prompter.notice(sentence(text))
            return
        self._prompter.ask(pickers.ask_move(state.seat_names, state.view), self.act)

    def ask_what_is_due(self) -> None:
        """Put the question that the phase asks, once."""
        state = self._table.state
        view, names = state.view, state.seat_names
        if view is None or not state.is_my_turn or self._prompter.is_asking:
            return
        due = (view.phase, view.pile, view.hands)
        if self._asked == due:
            return
        self._asked = due
        match view.phase:
            case FacingDrawFour() if Challenge() in view.legal:
                self.challenge()
            case NamingColour():
                colours = [a.colour for a in view.legal if isinstance(a, NameColour)]
                self._ask_colour(view.discard[-1], colours, lambda c: self.act(NameColour(c)))
            case Deciding(_, rule):
                question = pickers.ask_decision(view, rule, asked_by(view, names))
                self._prompter.ask(question, self.act)
            case ChoosingPlayer(_, rule):
                targets = [a.target for a in view.legal if isinstance(a, ChoosePlayer)]
                title = _whom(view.discard[-1])
                if rule is not None and rule.target is not None:
                    title = say("table.whom-second", name=names.seats[rule.target])
                self._prompter.ask(
                    pickers.ask_player(names, view, title, targets, asked_by(view, names)),
                    lambda target: self.act(ChoosePlayer(target)),
                )
            case _ if not any(isinstance(a, _KEYED) for a in view.legal):
                self.list_all()  # a phase that has no keys of its own
            case _:
                pass

    def _narrow(self, ways: list[Play]) -> None:
        state = self._table.state
        if state.view is None:
            return
        colours = sorted({way.colour for way in ways if way.colour is not None})
        targets = sorted({way.target for way in ways if way.target is not None})
        card = ways[0].card
        if len(colours) > 1:
            self._ask_colour(
                card, colours, lambda colour: self._narrow([w for w in ways if w.colour is colour])
            )
        elif len(targets) > 1:
            title = _whom(card)
            self._prompter.ask(
                pickers.ask_player(state.seat_names, state.view, title, targets),
                lambda target: self._narrow([w for w in ways if w.target == target]),
            )
        else:
            best = [way for way in ways if way.uno == self.uno_ready] or ways
            self.act(best[0])

    def _ask_colour(
        self, card: Card, colours: list[Colour], then: Callable[[Colour], None]
    ) -> None:
        most = most_held(self._table.state)
        state = self._table.state
        why = "" if state.view is None else asked_by(state.view, state.seat_names)
        question = pickers.ask_colour(self._prompter.palette, card_name(card), colours, most, why)
        self._prompter.ask(question, then)

    def _warn_of_catch(self, target: int) -> None:
        state = self._table.state
        who, cost = state.seat_names.seats[target], state.game.rules.wrong_catch_penalty
        self._prompter.ask(
            pickers.ask_wrong_catch(who, cost),
            lambda sure: self.act(Catch(target)) if sure else None,
        )


def most_held(state: TableState) -> Colour:
    """The colour of most cards in the person's hand."""
    view = state.view
    if view is None or view.seat is None:
        return Colour.RED
    held = [card.colour for card in view.hands[view.seat] if card.colour is not None]
    return max(pickers.COLOURS, key=held.count)


def _say_or(english: str, key: str) -> str:
    """The English words, or the message of the pages that says the same."""
    return english if speaks_english() else say(key)


def _whom(card: Card) -> str:
    if speaks_english():
        return f"{card.label}: choose a player"
    return say("table.whom", card=card_name(card))


def _uno_notice(*, ready: bool) -> str:
    if not ready:
        return translate("You will not say UNO with the card you play.")
    return sentence(_say_or("You will say UNO with the card you play", "table.uno-armed"))
