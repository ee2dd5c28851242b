"""Somebody at the keyboard: reads what happened at the table and is asked for moves."""

from openuno.engine.actions import Action, Catch, Suggest
from openuno.engine.cards import Card
from openuno.engine.errors import NotationError
from openuno.engine.state import AfterDraw
from openuno.engine.view import View
from openuno.game.state import Penalty
from openuno.local.loop import SeenEvents, WhyNot
from openuno.terminal.plain.keyboard import Keyboard
from openuno.terminal.plain.typed_moves import is_costly, parse_typed
from openuno.terminal.text import layout
from openuno.terminal.text.narration import Names, cards_text, sentence
from openuno.terminal.text.unread import UnreadEvents

SUGGEST = "suggest"
BROKE = "broke"
CARD_CODES = frozenset(card.value for card in Card if card is not Card.BACK)


class HumanPlayer:
    """A person at the keyboard, who sees what that player may know."""

    def __init__(self, keyboard: Keyboard, names: tuple[str, ...], player: int) -> None:
        self._keyboard = keyboard
        self._names = names
        self._player = player
        self._shown = False
        self.unread = UnreadEvents(Names(names, player))

    def observe(self, events: SeenEvents, acting: int | None, /) -> None:
        """Keep what happened until this person looks."""
        self.unread.observe(events, acting)

    def answer_out_of_turn(
        self, view: View, offered: tuple[Action, ...], why_not: WhyNot, /
    ) -> Action | Penalty | None:
        """Ask whether to call or jump in."""
        new_here = self._look()
        self._print()
        if new_here:
            self._show(view)
        if view.owes_uno is not None:
            who = self.unread.names.subject_and_verb(view.owes_uno, "have")
            self._print(sentence(f"{who} one card, and UNO has not been said"))
        self._print(
            f"{layout.top_card(view)} is on the pile. Before the next turn you can (Enter to skip):"
        )
        self._print(layout.numbered_actions(offered, self._width))
        return self._choose(view, offered, why_not, may_decline=True)

    def take_turn(self, view: View, why_not: WhyNot, /) -> Action | Penalty:
        """Show the table and ask for a move."""
        new_here = self._look()
        if new_here or not self._shown or not isinstance(view.phase, AfterDraw):
            self._print()
            self._show(view)  # unless they have just seen it, before the draw
        # A slip of the finger must not cost cards: what does has no number, and is asked about.
        offered = tuple(action for action in view.legal if not is_costly(action, view))
        self._print(sentence(layout.prompt(view, self.unread.names, offered)))
        self._print(layout.numbered_actions(offered, self._width))
        action = self._choose(view, offered, why_not, may_decline=False)
        assert action is not None, "a turn cannot be declined"
        return action

    @property
    def _width(self) -> int:
        return self._keyboard.console.width

    def _look(self) -> bool:
        new_here = self._keyboard.hand_to(self._player)
        self.unread.print_all(self._keyboard.console)
        self._keyboard.read_notes(self._player)
        return new_here

    def _show(self, view: View) -> None:
        self._shown = True
        self._print(layout.position(view, self.unread.names, self.unread.said, self._width))

    def _choose(
        self, view: View, offered: tuple[Action, ...], why_not: WhyNot, *, may_decline: bool
    ) -> Action | Penalty | None:
        """Ask until there is a legal answer; nothing typed wrongly costs anything."""
        while True:
            line = self._keyboard.line()
            if not line and may_decline:
                return None
            if not line and len(offered) == 1:
                return offered[0]
            match line.split():
                case []:
                    self._print("Type the number of a move, or ? for help.")
                case ["?" | "help"]:
                    self._print(layout.instructions(view.rules, self._width))
                case ["why", *words]:
                    self._answer_why(" ".join(words), why_not)
                case [word, *words] if word.lower() == SUGGEST:
                    if self._suggest(words, view, why_not):
                        return Suggest()
                case [word, *words] if word.lower() == BROKE:
                    guilty = self._broke(" ".join(words), view)
                    if guilty is not None:
                        return guilty
                case [number] if number.isdecimal():
                    if 1 <= int(number) <= len(offered):
                        return offered[int(number) - 1]
                    self._print(f"There is no move {number}; they run from 1 to {len(offered)}.")
                case words:
                    action = self._parse(" ".join(words))
                    if action in view.legal:
                        if self._confirm_cost(action, view):
                            return action
                    elif action is not None:
                        self._print(sentence(why_not(action) or "not now"))

    def _suggest(self, words: list[str], view: View, why_not: WhyNot) -> bool:
        """Whether the player suggests a card to another, knowing what it costs."""
        if refused := why_not(Suggest()):
            self._print(sentence(refused))
            return False
        names = [name for seat, name in enumerate(self.unread.names.seats) if seat != view.seat]
        match words:
            case [code, "to", *name] if code.upper() in CARD_CODES and " ".join(name) in names:
                card, listener = Card(code.upper()), " ".join(name)
            case _:
                self._print(f"Say which card, and to whom: suggest R7 to {names[0]}.")
                return False
        cost = cards_text(view.rules.suggestion_penalty)
        if not self._confirm(f"Suggesting {card.label} to {listener} costs you {cost}."):
            return False
        me = self.unread.names.seats[view.seat or 0]
        self._keyboard.leave_note(listener, f"{me} suggests that you play {card.label}.")
        return True

    def _broke(self, name: str, view: View) -> Penalty | None:
        """Who pays for an honour rule: those at the keyboard have talked about it (PEN-2)."""
        people = [who for who in self.unread.names.seats if who in self._keyboard.people]
        if not view.rules.honour_penalty or not self.unread.honour_rules:
            why = (
                "has been read out this round" if view.rules.honour_penalty else "costs cards here"
            )
            self._print(f"No honour rule {why}.")
        elif name not in people:
            self._print(f"Say who did not keep it: broke {people[0]}.")
        elif not view.pile and len(view.discard) == 1:
            self._print("There is no card left to pay the penalty with.")
        else:
            cost = cards_text(view.rules.honour_penalty)
            rule = self.unread.honour_rules[-1]
            if self._confirm(f"{name} did not keep “{rule}” and draws {cost}."):
                return Penalty(self._names.index(name))
        return None

    def _confirm_cost(self, action: Action | None, view: View) -> bool:
        """Whether the player does this although it costs cards, if it does."""
        if not isinstance(action, Catch) or not is_costly(action, view):
            return True
        who = self.unread.names.seats[action.target]
        cost = cards_text(view.rules.wrong_catch_penalty)
        return self._confirm(f"{who} does not owe UNO: a wrong catch costs you {cost}.")

    def _confirm(self, cost: str) -> bool:
        self._print(f"{cost} Type yes to do it:")
        if self._keyboard.line().lower() in ("y", "yes"):
            return True
        self._print("You do nothing.")
        return False

    def _answer_why(self, text: str, why_not: WhyNot) -> None:
        action = self._parse(text)
        if action is not None:
            self._print(sentence(why_not(action) or "you may do that now"))

    def _parse(self, text: str) -> Action | None:
        try:
            return parse_typed(text)
        except NotationError as error:
            self._print(sentence(error.sentence))
            self._print(f"  {error.text}\n  {' ' * error.at}^")
            return None

    def _print(self, text: object = "") -> None:
        self._keyboard.console.print(text)
