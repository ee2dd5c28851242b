"""What to do now, in a language other than English, from the words of the pages."""

from collections.abc import Sequence

from openuno.engine.actions import Action, Catch, Challenge, Draw, Keep, Pass, Play, SayUno
from openuno.engine.cards import Card
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
from openuno.terminal.client.table.rule_question import cards_to_choose
from openuno.terminal.languages.cards import card_name
from openuno.terminal.languages.catalogue import say, translate
from openuno.terminal.tables.table import TableState
from openuno.terminal.text.layout import SHAPES
from openuno.terminal.text.narration import Names

Said = tuple[str, str, bool]
"""What to do, the alternative, and whether the person can act."""


def say_what_to_do(state: TableState) -> Said:
    """What the person at the screen can do now."""
    view, names = state.view, state.seat_names
    if state.handing_to is not None:
        return translate("Pass the screen to {name}.", name=state.names[state.handing_to]), "", True
    if view is None:
        return translate("The first round is being dealt."), "", False
    if state.waits_for_deal:
        return say("refused.round-over"), "", True
    if state.is_round_over:
        over = state.game.winners is not None
        text = translate("The game is over.") if over else say("refused.round-over")
        return text, "", False
    if view.seat is not None and (call := _call(view, names, state.offered)):
        return call, "", True
    if state.is_my_turn:
        text, aside = _turn(view, names)
        return text, aside, True
    if state.acting is None:
        return translate("Waiting."), "", False
    waits = "say.chooses" if isinstance(view.phase, ChoosingCards) else "say.turn"
    return say(waits, name=names.seats[state.acting]), "", False


def _call(view: View, names: Names, offered: Sequence[Action]) -> str | None:
    if view.owes_uno == view.seat and SayUno() in view.legal:
        return translate("You have one card left: say UNO!")
    owing = view.owes_uno
    if owing is not None and Catch(owing) in view.legal:
        return say("say.forgot", name=names.seats[owing])
    if any(isinstance(action, Play) for action in offered):
        return say("say.jump")
    return None


def _turn(view: View, names: Names) -> tuple[str, str]:
    plays = [action for action in view.legal if isinstance(action, Play)]
    match view.phase:
        case Turn():
            return _ordinary_turn(view, plays)
        case AfterDraw(_, drawn) if plays:
            aside = say("say.or-keep") if Keep() in view.legal else ""
            return say("say.drawn", card=card_name(drawn)), aside
        case AfterDraw(_, drawn):
            return say("table.drew-no", card=card_name(drawn)), ""
        case FacingStack(_, total) if plays:
            return say("say.stack"), say("say.or-take", total=total)
        case FacingStack(_, total):
            return say("table.accept", total=total), ""
        case FacingDrawFour(_, total, by):
            name = names.seats[by]
            aside = say("say.or-challenge", name=name) if Challenge() in view.legal else ""
            return say("table.accept", total=total), aside
        case NamingColour():
            return say("hand.name-a-colour"), ""
        case ChoosingCards() as phase:
            return cards_to_choose(view, phase, names), ""
        case ChoosingPlayer(_, rule) if rule is not None and rule.target is not None:
            return say("table.whom-second", name=names.seats[rule.target]), ""
        case Deciding(_, rule):
            effect = custom_rule_on(view.rules, view.discard[-1])[rule.sentence]
            return say("say.decide"), unconditional_text(effect)
        case ChoosingPlayer():
            return say("table.whom", card=card_name(view.discard[-1])), ""
        case _:
            return say("table.your-turn"), ""


def _ordinary_turn(view: View, plays: Sequence[Play]) -> tuple[str, str]:
    aside = say("say.or-draw") if Draw() in view.legal else ""
    top, colour = view.discard[-1], view.colour
    if not plays:
        if Draw() in view.legal:
            return say("say.nothing-draw"), ""
        return say("say.nothing-pass" if Pass() in view.legal else "table.your-turn"), ""
    if colour is None:
        return say("say.any"), aside
    if all(play.card.colour is None for play in plays):
        return say("say.wild"), aside
    shown = {"shape": SHAPES[colour], "colour": colour.value}
    if top.colour is None:
        return say("say.colour", **shown), aside
    return say("say.both", face=_face(top), **shown), aside


def _face(card: Card) -> str:
    return card.value[1:]
