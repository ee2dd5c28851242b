"""What somebody can do, as text: the question, the moves by number, what can be typed."""

from collections.abc import Sequence
from typing import assert_never

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from openuno.engine import actions
from openuno.engine.actions import Action, Play
from openuno.engine.custom import has_honour_rule
from openuno.engine.events import CardChoice
from openuno.engine.first_card import dealer_names
from openuno.engine.notation.actions import action_text
from openuno.engine.pencil.wording import unconditional_text
from openuno.engine.rules import Rules, custom_rule_on
from openuno.engine.state import (
    AfterDraw,
    ChoosingCards,
    ChoosingPlayer,
    Deciding,
    FacingDrawFour,
    FacingStack,
    NamingColour,
    RoundOver,
    Turn,
    Undealt,
)
from openuno.engine.view import View
from openuno.terminal.languages.cards import card_name, colour_name
from openuno.terminal.languages.catalogue import say, speaks_english, translate
from openuno.terminal.languages.instructions import turn_words
from openuno.terminal.text.layout import INDENT, custom_rule_lines, rows, shape, style
from openuno.terminal.text.narration import Names, cards_text


def prompt(view: View, names: Names, offered: Sequence[Action]) -> str:
    """What the table waits for, said to the seat it waits for."""
    if speaks_english():
        return _english_prompt(view, names, offered)
    text, aside = turn_words(view, names)
    return f"{text} {aside}".rstrip() + _hint(offered)


def _english_prompt(view: View, names: Names, offered: Sequence[Action]) -> str:
    phase = view.phase
    match phase:
        case Turn():
            return f"your turn{_hint(offered)}"
        case AfterDraw(_, drawn) if _plays(offered):
            return f"your turn: you may play the {drawn.label}{_hint(offered)}"
        case AfterDraw(_, drawn):
            return f"your turn: the {drawn.label} does not fit{_hint(offered)}"
        case FacingStack(_, total):
            return f"your turn: {cards_text(total)} to draw, unless you add a draw card"
        case FacingDrawFour(_, total, by, before, held):
            return (
                f"your turn: {cards_text(total)} to draw, unless you challenge {names.who(by)},"
                f" who held {cards_text(len(held))} when {before.label.lower()} was in play"
            )
        case NamingColour(seat) if seat == view.dealer and dealer_names(
            view.rules, view.discard[-1]
        ):
            return f"you deal: name the colour of the {view.discard[-1].label}"
        case NamingColour(_, rule) if rule is not None:
            return f"the {view.discard[-1].label} asks you to name the colour"
        case NamingColour():
            return "your turn: name the colour"
        case ChoosingPlayer(_, rule) if rule is not None and rule.target is not None:
            return f"choose who swaps hands with {names.who(rule.target)}"
        case ChoosingCards():
            return card_question(phase, names)
        case Deciding(_, rule):
            effect = custom_rule_on(view.rules, view.discard[-1])[rule.sentence]
            return f"do you want this: {unconditional_text(effect)}? (yes or no)"
        case ChoosingPlayer():
            return f"you deal: choose a player for the {view.discard[-1].label}"
        case Undealt() | RoundOver():
            return "no turn"
        case _:
            assert_never(phase)


def card_question(phase: ChoosingCards, names: Names) -> str:
    """Which cards the seat is asked to choose, in English and without a full stop."""
    asked = "choose a card" if phase.left == 1 else f"choose {cards_text(phase.left)}, one by one,"
    match phase.what:
        case CardChoice.DISCARD | CardChoice.DISCARD_TO:
            return f"{asked} to discard"
        case CardChoice.PASS:
            return f"{asked} to pass on; it stays secret until everyone has chosen"
        case CardChoice.GIVE:
            return f"{asked} for {names.who(phase.to[0])}"
        case _:
            assert_never(phase.what)


def _hint(offered: Sequence[Action]) -> str:
    if len(offered) == 1:
        return f" ({translate('Enter for this one')})"
    if any(play.uno for play in _plays(offered)):
        return f" ({translate('! says UNO')})"
    return ""


def _plays(offered: Sequence[Action]) -> list[Play]:
    return [action for action in offered if isinstance(action, Play)]


def numbered_actions(moves: Sequence[Action], names: Names, width: int) -> Text:
    """The actions, numbered from 1."""
    digits = len(str(len(moves)))
    items = []
    for number, action in enumerate(moves, start=1):
        items.append(Text(f"{number:>{digits}} ").append(_code_and_words(action, names)))
    return rows(items, width)


def action_words(action: Action, names: Names) -> str:
    """An action in words: `play Red 7, saying UNO`."""
    if not speaks_english():
        return _translate_action(action, names)
    match action:
        case Play(card, colour, target, uno):
            words = f"play {card.label}"
            if colour is not None:
                words += f", naming {colour_name(colour)}"
            if target is not None:
                words += f", choosing {names.who(target)}"
            return words + (", saying UNO" if uno else "")
        case actions.NameColour(colour):
            return f"name {colour_name(colour)}"
        case actions.ChoosePlayer(target):
            return f"choose {names.who(target)}"
        case actions.ChooseCard(card):
            return f"choose {card.label}"
        case actions.Decide(yes):
            return "say yes" if yes else "say no"
        case actions.Catch(target):
            return f"catch {names.who(target)}"
        case actions.Draw():
            return "draw a card"
        case actions.Keep():
            return "keep the card"
        case actions.Accept():
            return "take the cards"
        case actions.Challenge():
            return "challenge"
        case actions.SayUno():
            return "say UNO"
        case actions.Pass():
            return "pass"
        case actions.Suggest():
            return "suggest a card to another player"
        case _:
            assert_never(action)


def _translate_action(action: Action, names: Names) -> str:
    match action:
        case Play(card, colour, target, uno):
            words = [card_name(card)]
            words += [] if colour is None else [colour_name(colour)]
            words += [] if target is None else [names.seats[target]]
            return ", ".join([*words, *(["UNO!"] if uno else [])])
        case actions.NameColour(colour):
            return colour_name(colour)
        case actions.ChoosePlayer(target):
            return names.seats[target]
        case actions.ChooseCard(card):
            return card_name(card)
        case actions.Decide(yes):
            return say("table.yes") if yes else say("table.no")
        case actions.Catch(target):
            return say("table.catch-name", name=names.seats[target])
        case actions.Draw():
            return say("table.draw")
        case actions.Keep():
            return say("table.keep")
        case actions.Accept():
            return say("keys.take")
        case actions.Challenge():
            return say("table.challenge")
        case actions.SayUno():
            return say("keys.uno")
        case actions.Pass():
            return say("table.pass")
        case actions.Suggest():
            return translate("suggest a card to another player")
        case _:
            assert_never(action)


def instructions(rules: Rules, width: int, more: Sequence[tuple[str, str]] = ()) -> RenderableType:
    """What can be typed, `more` after the moves, and what is written on the blanks."""
    grid = Table.grid(padding=(0, 2))
    for typed, meaning in [*_typed_moves(), *more, *_typed_commands()]:
        grid.add_row(Text(INDENT + typed), Text(meaning))
    if rules.suggestion_penalty:
        cost = say("table.cards", cards=rules.suggestion_penalty)
        meaning = translate("it costs {cards}; you are asked first", cards=cost)
        grid.add_row(Text(f"{INDENT}suggest R7 to Ada"), Text(meaning))
    if rules.honour_penalty and has_honour_rule(rules.written):
        cost = say("table.cards", cards=rules.honour_penalty)
        meaning = translate(
            "Ada did not keep an honour rule and draws {cards}; you are asked first", cards=cost
        )
        grid.add_row(Text(f"{INDENT}broke Ada"), Text(meaning))
    return Group(grid, *custom_rule_lines(rules, width=width))


def _typed_moves() -> list[tuple[str, str]]:
    return [
        (translate("a number"), translate("the move with that number")),
        (
            translate("a card"),
            translate("R7, G5!, W/B, W4/R: ! says UNO with it, / names a wild's colour"),
        ),
        ("", translate("R7>2, WX/R>2: > names the seat to swap hands with")),
        ("", translate("colours R, Y, G, B; then 0 to 9, S Skip, R Reverse, D Draw Two")),
        ("", translate("W Wild, W4 Draw Four, WX Swap Hands, WH Shuffle Hands, WC1 a blank")),
        (
            translate("a word"),
            "draw, keep, pass, accept, challenge, name R, choose R7, uno, catch 2",
        ),
    ]


def _typed_commands() -> list[tuple[str, str]]:
    return [
        ("why R7", translate("why you may not do that now")),
        ("?", translate("this help")),
        ("q", translate("leave; the game is kept")),
    ]


def _code_and_words(action: Action, names: Names) -> Text:
    """How a move is typed, and what it is: `●R7 Red 7`, `catch 2 Bo`."""
    code = action_text(action)
    match action:
        case Play(laid, colour, target):
            words = f"{shape(laid.colour)}{code} {card_name(laid)}"
            words += "" if colour is None else f", {colour_name(colour)}"
            words += "" if target is None else f", {names.seats[target]}"
            return Text(words, style=style(laid.colour or colour))
        case actions.ChooseCard(chosen):
            words = f"choose {shape(chosen.colour)}{chosen.value} {card_name(chosen)}"
            return Text(words, style(chosen.colour))
        case actions.NameColour(colour):
            words = f"{code} {shape(colour)} {colour_name(colour)}"
            return Text(words, style=style(colour))
        case actions.Catch(target) | actions.ChoosePlayer(target):
            return Text(f"{code} {names.seats[target]}")
        case _:
            return Text(
                code if speaks_english() else f"{code} ({_translate_action(action, names)})"
            )
