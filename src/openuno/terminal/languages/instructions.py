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
from openuno.terminal.languages.cards import SHAPES, card_name
from openuno.terminal.languages.catalogue import say, translate
from openuno.terminal.languages.log import SeatNames


def call_words(view: View, names: SeatNames, offered: Sequence[Action]) -> str | None:
    """What can be called out of turn; None if there is nothing."""
    if view.owes_uno == view.seat and SayUno() in view.legal:
        return translate("You have one card left: say UNO!")
    owing = view.owes_uno
    if owing is not None and Catch(owing) in view.legal:
        return say("say.forgot", name=names.seats[owing])
    if any(isinstance(action, Play) for action in offered):
        return say("say.jump")
    return None


def turn_words(view: View, names: SeatNames) -> tuple[str, str]:
    """What the seat whose turn it is can do, and the alternative."""
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


def cards_to_choose(view: View, phase: ChoosingCards, names: SeatNames) -> str:
    """What to choose, and for whom: `Choose 2 cards for Ada`."""
    left = min(phase.left, len(view.hands[phase.seat]))
    name = names.seats[phase.to[0]] if phase.to else ""
    return say(f"say.choose-{phase.what.value}", left=left, name=name)


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
