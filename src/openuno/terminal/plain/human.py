"""Somebody at the keyboard: reads what happened at the table and is asked for moves."""

from copy import copy

from openuno.engine.actions import Action, Catch, Suggest
from openuno.engine.cards import Card
from openuno.engine.errors import NotationError
from openuno.engine.state import AfterDraw
from openuno.engine.view import View
from openuno.game.state import Penalty
from openuno.local.advice import reason_for
from openuno.local.bot_player import BotPlayer
from openuno.local.loop import SeenEvents, WhyNot
from openuno.terminal.languages.cards import card_name
from openuno.terminal.languages.catalogue import say, say_or, translate
from openuno.terminal.languages.refusals import refusal_sentence
from openuno.terminal.plain.answers import (
    ask_confirmation,
    call_sentences,
    is_yes,
    no_such_move,
    typing_mistake,
    wrong_catch_text,
)
from openuno.terminal.plain.keyboard import Keyboard
from openuno.terminal.plain.typed_moves import is_costly, parse_typed
from openuno.terminal.text import layout, moves
from openuno.terminal.text.narration import Names, sentence
from openuno.terminal.text.reasons import reason_sentence
from openuno.terminal.text.unread import UnreadEvents

SUGGEST = "suggest"
BROKE = "broke"
CARD_CODES = frozenset(card.value for card in Card if card is not Card.BACK)


class MoveTakenBack(Exception):
    """The person wants to go back to before their last move."""


class HumanPlayer:
    """A person at the keyboard, who sees what that player may know; an adviser gives hints."""

    def __init__(
        self, keyboard: Keyboard, names: tuple[str, ...], player: int, adviser: BotPlayer
    ) -> None:
        self._keyboard = keyboard
        self._names = names
        self._player = player
        self._adviser = adviser
        self._shown = False
        self.can_undo = False
        """Whether there is a move to take back."""
        self.unread = UnreadEvents(Names(names, player))

    def copy(self) -> "HumanPlayer":
        """The same again, to go back to; the table is shown then."""
        twin = copy(self)
        twin.unread, twin._adviser, twin._shown = self.unread.copy(), copy(self._adviser), False
        return twin

    def observe(self, events: SeenEvents, acting: int | None, /) -> None:
        """Keep what happened until this person looks."""
        self.unread.observe(events, acting)
        self._adviser.observe(events, acting)

    def answer_out_of_turn(
        self, view: View, offered: tuple[Action, ...], why_not: WhyNot, /
    ) -> Action | Penalty | None:
        """Ask whether to call or jump in."""
        new_here = self._look()
        self._print()
        if new_here:
            self._show(view)
        for text in call_sentences(view, self.unread.names):
            self._print(text)
        self._print(moves.numbered_actions(offered, self.unread.names, self._width))
        return self._choose(view, offered, why_not, may_decline=True)

    def take_turn(self, view: View, why_not: WhyNot, /) -> Action | Penalty:
        """Show the table and ask for a move."""
        new_here = self._look()
        if new_here or not self._shown or not isinstance(view.phase, AfterDraw):
            self._print()
            self._show(view)  # unless they have just seen it, before the draw
        # A slip of the finger must not cost cards: what does has no number, and is asked about.
        offered = tuple(action for action in view.legal if not is_costly(action, view))
        self._print(sentence(moves.prompt(view, self.unread.names, offered)))
        self._print(moves.numbered_actions(offered, self.unread.names, self._width))
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
                    self._print(translate("Type the number of a move, or ? for help."))
                case ["?" | "help"]:
                    more = self._own_words()
                    self._print(moves.instructions(view.rules, self._width, more))
                case ["hint"]:
                    self._give_hint(view, offered, why_not, may_decline=may_decline)
                case ["undo"]:
                    self._undo()
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
                    self._print(no_such_move(number, len(offered)))
                case words:
                    action = self._parse(" ".join(words))
                    if action in view.legal:
                        if self._confirm_cost(action, view):
                            return action
                    elif action is not None:
                        self._print(self._why(action, why_not) or _not_now())

    def _own_words(self) -> list[tuple[str, str]]:
        """What can be typed only in a local game, and what it does."""
        words = [("hint", translate("what a good player would do now"))]
        if not self._keyboard.several:
            words.append(("undo", translate("take back your last move")))
        return words

    def _give_hint(
        self, view: View, offered: tuple[Action, ...], why_not: WhyNot, *, may_decline: bool
    ) -> None:
        if may_decline:
            advice = self._adviser.answer_out_of_turn(view, offered, why_not)
        else:
            advice = self._adviser.take_turn(view, why_not)
        names = self.unread.names
        words = "Enter" if advice is None else moves.action_words(advice, names)
        format = self._adviser.format
        reason = None if advice is None else reason_for(view, advice, format)
        why = "" if reason is None else f" {reason_sentence(reason, names.seats)}"
        self._print(f"{translate('Hint')}: {words}.{why}")

    def _undo(self) -> None:
        """Go back, or say why not."""
        if self.can_undo:
            raise MoveTakenBack
        self._print(
            translate("Moves can be taken back only by someone who plays alone.")
            if self._keyboard.several
            else translate("There is no move of yours in this round to take back.")
        )

    def _suggest(self, words: list[str], view: View, why_not: WhyNot) -> bool:
        """Whether the player suggests a card to another, knowing what it costs."""
        if refused := self._why(Suggest(), why_not):
            self._print(refused)
            return False
        names = [name for seat, name in enumerate(self.unread.names.seats) if seat != view.seat]
        match words:
            case [code, "to", *name] if code.upper() in CARD_CODES and " ".join(name) in names:
                card, listener = Card(code.upper()), " ".join(name)
            case _:
                example = f"suggest R7 to {names[0]}"
                self._print(translate("Say which card, and to whom: {example}.", example=example))
                return False
        cost = translate(
            "Suggesting {card} to {name} costs you {cards}.",
            card=card_name(card),
            name=listener,
            cards=say("table.cards", cards=view.rules.suggestion_penalty),
        )
        if not self._confirm(cost):
            return False
        me = self.unread.names.seats[view.seat or 0]
        note = translate("{name} suggests that you play {card}.", name=me, card=card_name(card))
        self._keyboard.leave_note(listener, note)
        return True

    def _broke(self, name: str, view: View) -> Penalty | None:
        """Who pays for an honour rule: those at the keyboard have talked about it (PEN-2)."""
        people = [who for who in self.unread.names.seats if who in self._keyboard.people]
        if not view.rules.honour_penalty:
            self._print(say_or("No honour rule costs cards here.", "refused.no-honour-penalty"))
        elif not self.unread.honour_rules:
            self._print(translate("No honour rule has been read out this round."))
        elif name not in people:
            example = f"broke {people[0]}"
            self._print(translate("Say who did not keep it: {example}.", example=example))
        elif not view.pile and len(view.discard) == 1:
            words = "There is no card left to pay the penalty with."
            self._print(sentence(say_or(words, "refused.nothing-to-draw")))
        else:
            cost = translate(
                "{name} did not keep “{rule}” and draws {cards}.",
                name=name,
                rule=self.unread.honour_rules[-1],
                cards=say("table.cards", cards=view.rules.honour_penalty),
            )
            if self._confirm(cost):
                return Penalty(self._names.index(name))
        return None

    def _confirm_cost(self, action: Action | None, view: View) -> bool:
        """Whether the player does this although it costs cards, if it does."""
        if not isinstance(action, Catch) or not is_costly(action, view):
            return True
        return self._confirm(wrong_catch_text(action.target, view, self.unread.names))

    def _confirm(self, cost: str) -> bool:
        self._print(ask_confirmation(cost))
        if is_yes(self._keyboard.line()):
            return True
        self._print(translate("You do nothing."))
        return False

    def _answer_why(self, text: str, why_not: WhyNot) -> None:
        action = self._parse(text)
        if action is not None:
            allowed = sentence(translate("you may do that now"))
            self._print(self._why(action, why_not) or allowed)

    def _why(self, action: Action, why_not: WhyNot) -> str | None:
        refusal = why_not(action)
        return None if refusal is None else sentence(refusal_sentence(refusal))

    def _parse(self, text: str) -> Action | None:
        try:
            return parse_typed(text)
        except NotationError as error:
            self._print(typing_mistake(error))
            self._print(f"  {error.text}\n  {' ' * error.at}^")
            return None

    def _print(self, text: object = "") -> None:
        self._keyboard.console.print(text)


def _not_now() -> str:
    return sentence(say_or("not now", "refused.illegal-move"))
