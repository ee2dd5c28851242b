"""One sentence that says what to do now, and what else is possible."""

from collections.abc import Sequence
from typing import NamedTuple

from openuno.engine.actions import (
    Accept,
    Action,
    Catch,
    Challenge,
    Draw,
    Keep,
    Pass,
    Play,
    SayUno,
    Suggest,
)
from openuno.engine.cards import Card, Face
from openuno.engine.first_card import dealer_names
from openuno.engine.pencil.wording import unconditional_text
from openuno.engine.rules import custom_rule_on
from openuno.engine.state import (
    AfterDraw,
    ChoosingCards,
    ChoosingPlayer,
    Deciding,
    FacingDrawFour,
    FacingStack,
    NamingColour,
    Turn,
)
from openuno.engine.view import View
from openuno.terminal.client.cards import shape_and_colour
from openuno.terminal.client.table.rule_question import asked_by
from openuno.terminal.languages.cards import card_name, colour_name
from openuno.terminal.languages.catalogue import say, speaks_english, translate
from openuno.terminal.languages.instructions import call_words, cards_to_choose, turn_words
from openuno.terminal.tables.table import TableState
from openuno.terminal.text.narration import Names, cards_text, sentence


class Instruction(NamedTuple):
    """What to do, and the alternative; `urgent` while the person can act."""

    text: str
    aside: str = ""
    urgent: bool = True
    why: str = ""
    """The written rule that asks for it."""


def instruct(state: TableState) -> Instruction:
    """What the person at the screen can do now, in a sentence."""
    said = _instruct(state) if speaks_english() else _translate_instruction(state)
    return said if state.view is None else said._replace(why=asked_by(state.view, state.seat_names))


def _instruct(state: TableState) -> Instruction:
    view, names = state.view, state.seat_names
    if state.handing_to is not None:
        return Instruction(f"Pass the screen to {state.names[state.handing_to]}.")
    if state.shared is not None and not state.shared.online:
        return Instruction("The server can't be reached.", "Trying again…")
    if view is None:
        return Instruction("The first round is being dealt.", urgent=False)
    if state.waits_for_deal:
        return Instruction("The round is over.", "Enter deals the next one.")
    if state.shared is not None and state.shared.played_by_bot:
        return Instruction("You were away: a bot is playing for you.", "Enter plays on yourself.")
    if state.is_round_over:
        over = state.game.winners is not None
        return Instruction("The game is over." if over else "The round is over here.", urgent=False)
    if view.seat is not None and (call := _call(view, names, state.offered)):
        return call
    if state.is_my_turn:
        return _turn(view, names)
    return _waiting(state, names)


def _call(view: View, names: Names, offered: Sequence[Action]) -> Instruction | None:
    if view.owes_uno == view.seat and SayUno() in view.legal:
        return Instruction("You have one card left: say UNO!", "U, before somebody catches you.")
    owing = view.owes_uno
    if owing is not None and Catch(owing) in view.legal:
        who = names.seats[owing]
        return Instruction(f"{who} has one card and has not said UNO!", f"X catches {who}.")
    if any(isinstance(action, Play) for action in offered):
        top = view.discard[-1].label
        return Instruction(f"You can jump in with your {top}.", "Enter plays it, Esc lets it go.")
    return None


def _turn(view: View, names: Names) -> Instruction:
    plays = [action for action in view.legal if isinstance(action, Play)]
    match view.phase:
        case Turn():
            return _ordinary_turn(view, plays)
        case AfterDraw(_, drawn) if plays:
            keep = "or K keeps it." if Keep() in view.legal else ""
            return Instruction(f"You drew {drawn.label}: Enter plays it,", keep)
        case AfterDraw(_, drawn):
            return Instruction(f"You drew {drawn.label}, which does not fit.", "K keeps it.")
        case Deciding(_, rule):
            effect = custom_rule_on(view.rules, view.discard[-1])[rule.sentence]
            wanted = f"Do you want this: {unconditional_text(effect)}?"
            return Instruction(wanted, "Y for yes, N for no.")
        case FacingStack(_, total):
            taking = f"A takes {cards_text(total)}."
            if plays:
                return Instruction("Add a draw card,", f"or {taking}")
            return Instruction(f"You have no draw card to add: {taking}")
        case FacingDrawFour(_, total, by):
            if Challenge() not in view.legal:
                return Instruction(
                    f"{names.seats[by]} makes you draw: A takes {cards_text(total)}."
                )
            taking = f"A takes {cards_text(total)},"
            add = " or add a draw card," if plays else ""
            return Instruction(taking + add, f"or C challenges {names.seats[by]}.")
        case NamingColour(_, rule) if rule is not None:
            return Instruction("Name the colour.", "R, Y, G or B.")
        case ChoosingPlayer(_, rule) if rule is not None and rule.target is not None:
            return Instruction(f"Choose who swaps hands with {names.who(rule.target)}.")
        case ChoosingCards() as phase:
            return Instruction(sentence(cards_to_choose(view, phase, names)))
        case NamingColour() if dealer_names(view.rules, view.discard[-1]):
            return Instruction(f"You deal: name the colour of the {view.discard[-1].label}.")
        case NamingColour():
            return Instruction("Name the colour.", "R, Y, G or B.")
        case ChoosingPlayer():
            return Instruction(f"You deal: choose a player for the {view.discard[-1].label}.")
        case _:
            return Instruction("Your turn.", "M lists your moves.")


def _ordinary_turn(view: View, plays: Sequence[Play]) -> Instruction:
    draw = "or D draws." if Draw() in view.legal else ""
    if not plays:
        if Draw() in view.legal:
            return Instruction("Nothing fits: D draws a card.")
        if Pass() in view.legal:
            return Instruction("Nothing to play and nothing to draw: P passes.")
        return Instruction("Your turn.", "M lists your moves.")
    top, colour = view.discard[-1], view.colour
    if colour is None:
        return Instruction("Play any card,", draw)
    what = f"Play a {shape_and_colour(colour)} card"
    if top.colour is not None:
        what += f" or a{'n' if top.face.number == 8 else ''} {top.face.label}"
    if any(play.card.colour is None for play in plays):
        what += " or a wild"
    return Instruction(f"{what},", draw) if draw else Instruction(f"{what}.")


def _waiting(state: TableState, names: Names) -> Instruction:
    if state.acting is None:
        return Instruction("Waiting.", urgent=False)
    who = names.seats[state.acting]
    match getattr(state.view, "phase", None):
        case FacingDrawFour():
            doing = "has to take cards or challenge"
        case ChoosingCards():
            doing = "is choosing a card"
        case _:
            doing = "is thinking"
    return Instruction(f"{who} {doing}.", urgent=False)


def forced_step(state: TableState) -> Action | None:
    """The only thing the person can do, where that takes no decision."""
    view = state.view
    if view is None or not state.is_my_turn or view.owes_uno is not None:
        return None
    choices = [action for action in view.legal if not isinstance(action, (Catch, Suggest))]
    match choices:
        case [Draw() | Keep() | Pass() | Accept() as only]:
            return only
        case _:
            return None


def bluff_note(view: View, card_face: Face) -> str | None:
    """What to know before a Wild Draw Four is played while holding the colour."""
    if card_face is not Face.WILD_DRAW_FOUR or view.seat is None or view.colour is None:
        return None
    if any(card.colour is view.colour for card in view.hands[view.seat]):
        return translate(
            "{card}: you hold {colour}, so this would be a bluff.",
            card=card_name(Card.W4),
            colour=colour_name(view.colour),
        )
    return None


def _translate_instruction(state: TableState) -> Instruction:
    view, names, shared = state.view, state.seat_names, state.shared
    if state.handing_to is not None:
        name = state.names[state.handing_to]
        return Instruction(translate("Pass the screen to {name}.", name=name))
    if shared is not None and not shared.online:
        return Instruction(translate("The server can't be reached. Trying again…"))
    if view is None:
        return Instruction(translate("The first round is being dealt."), urgent=False)
    if state.waits_for_deal:
        return Instruction(say("refused.round-over"))
    if shared is not None and shared.played_by_bot:
        return Instruction(say("log.late", me="yes", name=""))
    if state.is_round_over:
        over = state.game.winners is not None
        text = translate("The game is over.") if over else say("refused.round-over")
        return Instruction(text, urgent=False)
    if view.seat is not None and (call := call_words(view, names, state.offered)):
        return Instruction(call)
    if state.is_my_turn:
        return Instruction(*turn_words(view, names))
    if state.acting is None:
        return Instruction(translate("Waiting."), urgent=False)
    waits = "say.chooses" if isinstance(view.phase, ChoosingCards) else "say.turn"
    return Instruction(say(waits, name=names.seats[state.acting]), urgent=False)
