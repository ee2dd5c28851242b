"""What happens at a server's table, printed: what is new, then the table, then what to do."""

from rich.console import Console

from openuno.engine.actions import Action
from openuno.engine.events import RoundEnded
from openuno.engine.view import View
from openuno.game.events import AtTable, GameEnded, RoundScored
from openuno.terminal.languages.catalogue import say, say_or, translate
from openuno.terminal.plain.answers import call_sentences
from openuno.terminal.plain.typed_moves import is_costly
from openuno.terminal.tables.charges import Dispute
from openuno.terminal.tables.lobby import (
    instruct_lobby,
    seat_text,
    settings_text,
    watcher_names,
    watching_text,
)
from openuno.terminal.tables.remote import RemoteTable
from openuno.terminal.tables.table import News, TableState
from openuno.terminal.text import layout, moves
from openuno.terminal.text.narration import Names, sentence
from openuno.terminal.text.score_sheet import figures_table, score_table


class OnlineReport:
    """Prints everything once; `offered` are the moves that have a number now."""

    def __init__(self, table: RemoteTable, out: Console) -> None:
        self._table = table
        self._out = out
        self._read = 0
        self._asked: object = None
        self._dispute: Dispute | None = None
        self.greeted = False
        """Whether the table has been seen."""
        self.offered: tuple[Action, ...] = ()

    def print_room(self) -> None:
        """Print what is new around the game; what is in it comes with its events."""
        if self._table.room is None or self._table.is_sitting_down:
            return
        if not self.greeted:
            self.greeted = True
            self.print_seats()
        if not self._table.has_game or not self._table.online:
            self._print_new_sentences()
            told = instruct_lobby(self._table)
            self._say_once(told.text, told)

    def print_news(self, news: News) -> None:
        """Print what happened in the game, and what the person can do."""
        self._print_new_sentences()
        for event in news.events:
            match event:
                case AtTable(table, RoundEnded() as ended) if table == news.state.table_index:
                    names = news.state.seat_names
                    self._out.print(layout.open_hands(ended, names, self._out.width))
                case RoundScored() if not news.state.game.tables[event.table + 1 :]:
                    self.print_score(news.state)
                case GameEnded():
                    self._print_figures(news.state)
                case _:
                    pass
        if not news.events and self._table.has_game and self._table.online:
            self._ask_verdict(news.state)
            self._ask(news.state)

    def print_table(self, state: TableState) -> None:
        """Print the table again, and what the person can do."""
        view = state.view
        self._asked = self._dispute = None
        if view is not None and view.seat is not None and not state.is_my_turn:
            names = state.seat_names
            self._out.print(layout.position(view, names, state.said, self._out.width))
        self._ask_verdict(state)
        self._ask(state)

    def print_seats(self) -> None:
        """Print what is played here, who sits where, and who watches."""
        room = self._table.room
        if room is None:
            self._out.print(translate("The table has not been seen yet."))
            return
        code = self._table.link.code
        here = say_or(f"This is table {code}", "table.title", code=code)
        self._out.print(f"{here}: {settings_text(room)}.")
        for number in range(len(room.seats)):
            name, note = seat_text(room, number, self._table.guest)
            seat = say("lobby.seat", number=number + 1)
            self._out.print(f"{seat}: {f'{name}, {note}' if name != '–' else note}.")
        if watching := watcher_names(room):
            self._out.print(f"{watching_text(watching)}.")

    def print_score(self, state: TableState) -> None:
        """Print the score sheet."""
        names = Names(state.names)
        self._out.print(score_table(state.sheet, state.game, names, self._out.width))

    def _print_figures(self, state: TableState) -> None:
        if state.shared is not None and state.shared.has_all:
            names = Names(state.names)
            self._out.print()
            self._out.print(figures_table(state.sheet, state.game, names, self._out.width))

    def _print_new_sentences(self) -> None:
        new = self._table.sentence_count - self._read
        self._read = self._table.sentence_count
        sentences = self._table.transcript
        for text in sentences[max(0, len(sentences) - new) :] if new else ():
            self._out.print(text)

    def _ask(self, state: TableState) -> None:
        """Say what the person can do, if it is another thing than before."""
        view = state.view
        if view is None:
            return
        if state.waits_for_deal:
            self._say_once(deal_text(), "deal")
        elif state.shared is not None and state.shared.played_by_bot:
            self._say_once(translate("A bot plays for you. Enter plays on yourself."), "late")
        elif state.is_my_turn and not self._table.is_moving:
            self._ask_turn(state, view)
        elif state.offered and not self._table.is_moving:
            self._ask_call(state, view)

    def _ask_turn(self, state: TableState, view: View) -> None:
        key = (view.phase, view.pile, view.hands, view.discard)
        if self._asked == key:
            return
        self._asked = key
        names = state.seat_names
        self.offered = tuple(action for action in view.legal if not is_costly(action, view))
        self._out.print()
        self._out.print(layout.position(view, names, state.said, self._out.width))
        self._out.print(sentence(moves.prompt(view, names, self.offered)))
        if state.countdown is not None:
            left = max(0, round(state.countdown.ends - self._table.now()))
            seconds = say("table.seconds", seconds=left)
            self._out.print(translate("You have {seconds}.", seconds=seconds))
        self._out.print(moves.numbered_actions(self.offered, names, self._out.width))

    def _ask_call(self, state: TableState, view: View) -> None:
        key = (view.window, state.offered)
        if self._asked == key:
            return
        self._asked = key
        self.offered = state.offered
        for text in call_sentences(view, state.seat_names):
            self._out.print(text)
        self._out.print(moves.numbered_actions(self.offered, state.seat_names, self._out.width))

    def _ask_verdict(self, state: TableState) -> None:
        """Say that somebody is accused and the person is asked for a verdict."""
        if state.dispute != self._dispute:
            self._dispute = state.dispute
            if state.dispute is not None:
                self._out.print(dispute_text(state.dispute))
                self._out.print(translate("Type guilty or innocent."))

    def _say_once(self, text: str, key: object) -> None:
        if self._asked != key:
            self._asked = key
            self._out.print(text)


def deal_text() -> str:
    """How the next round is dealt at a server's table."""
    return translate("Enter deals the next round; it is dealt soon in any case.")


def dispute_text(dispute: Dispute) -> str:
    """Who says what of whom, and what it is about."""
    key = "table.honour-accusation" if dispute.honour else "table.accusation"
    said = say(key, name=dispute.accuser, other=dispute.accused)
    return f"{said} “{dispute.about}”"
