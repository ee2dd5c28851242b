"""What a seat sees, as text: cards, the position, the moves, the score.

Nothing is shown by colour alone: each colour has its letter and its shape as well.
"""

from collections.abc import Collection, Sequence
from typing import assert_never

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from openuno.engine.actions import Action, ChooseCard, NameColour, Play
from openuno.engine.cards import BLANKS, Card, Colour
from openuno.engine.custom import has_honour_rule
from openuno.engine.events import CardChoice, RoundEnded
from openuno.engine.first_card import dealer_names
from openuno.engine.notation.actions import action_text
from openuno.engine.pencil.wording import custom_rule_text, unconditional_text
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
from openuno.terminal.text.narration import Names, cards_text, lasting_rule_text, sentence, side

SHAPES = {Colour.RED: "●", Colour.YELLOW: "▲", Colour.GREEN: "■", Colour.BLUE: "◆"}
WILD_SHAPE = "★"
STYLES = {
    Colour.RED: "red",
    Colour.YELLOW: "yellow",
    Colour.GREEN: "green",
    Colour.BLUE: "bright_blue",  # plain blue is hard to read on black
}
DEFAULT_WIDTH = 80
INDENT = "  "
GAP = "   "
HELP = (
    ("a number", "the move with that number"),
    ("a card", "R7, G5!, W/B, W4/R: ! says UNO with it, / names a wild's colour"),
    ("", "R7>2, WX/R>2: > names the seat to swap hands with"),
    ("", "colours R, Y, G, B; then 0 to 9, S Skip, R Reverse, D Draw Two"),
    ("", "W Wild, W4 Draw Four, WX Swap Hands, WH Shuffle Hands, WC1 a blank"),
    ("a word", "draw, keep, pass, accept, challenge, name R, choose R7, uno, catch 2"),
    ("why R7", "why you may not do that now"),
    ("?", "this help"),
    ("q", "leave the table; the game is kept"),
)


def card(value: Card) -> Text:
    """A card by its shape and code: `●R7`, `★W4`."""
    return Text(_shape(value.colour) + value.value, style=_style(value.colour))


def with_colours(text: str) -> Text:
    """A sentence, with every colour it names in that colour."""
    line = Text(text)
    for colour, style in STYLES.items():
        line.highlight_regex(rf"(?i)\b{colour.label}\b( (\d|Draw Two|Reverse|Skip)\b)?", style)
    return line


def position(view: View, names: Names, said: Collection[int], width: int) -> Text:
    """The table as a seat sees it: players, piles and the seat's own hand."""
    assert view.seat is not None, "someone watching holds no hand"
    top = view.discard[-1]
    piles = [card(top).append(f" {top.label}")]
    if view.colour is not None and top.colour is None:
        colour = f"{_shape(view.colour)} {view.colour.label.lower()}"
        piles.append(Text("colour ").append(colour, _style(view.colour)))
    piles.append(Text(f"pile {view.pile}"))
    playable = {play.card for play in _plays(view.legal)}
    hand = [card(held) for held in view.hands[view.seat]]
    for held, text in zip(view.hands[view.seat], hand, strict=True):
        text.stylize("bold" if held in playable else "dim")
    return Text("\n").join(
        (
            *_players(view, names, said),
            Text(f"{INDENT}{_arrow(view.direction)} play runs to the {side(view.direction)}"),
            *_lasting(view, names, width),
            hanging_indent("top ", piles, width, GAP),
            hanging_indent("hand ", hand, width),
            *custom_rule_lines(view.rules, view.hands[view.seat], width=width),
        )
    )


def _lasting(view: View, names: Names, width: int) -> list[Text]:
    """The lasting rules in force, each on lines of its own."""
    texts = [sentence(lasting_rule_text(rule, names)) for rule in view.lasting]
    return [hanging_indent("rule ", [Text(word) for word in text.split()], width) for text in texts]


def top_card(view: View) -> str:
    """The card on the discard pile in words, a wild with its colour: `Red 7`, `Wild (green)`."""
    top = view.discard[-1]
    if top.colour is not None or view.colour is None:
        return top.label
    return f"{top.label} ({view.colour.label.lower()})"


def custom_rule_lines(
    rules: Rules, cards: Collection[Card] = BLANKS, *, width: int = DEFAULT_WIDTH
) -> list[Text]:
    """What is written on those of the cards that carry a rule."""
    return [
        hanging_indent(f"{card(blank).plain} ", [Text(word) for word in words], width)
        for blank in BLANKS
        if blank in cards and (words := custom_rule_text(custom_rule_on(rules, blank)).split())
    ]


def prompt(view: View, names: Names, offered: Sequence[Action]) -> str:
    """What the table waits for, said to the seat it waits for."""
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
            return _card_question(phase, names)
        case Deciding(_, rule):
            effect = custom_rule_on(view.rules, view.discard[-1])[rule.sentence]
            return f"do you want this: {unconditional_text(effect)}? (yes or no)"
        case ChoosingPlayer():
            return f"you deal: choose a player for the {view.discard[-1].label}"
        case Undealt() | RoundOver():
            return "no turn"
        case _:
            assert_never(phase)


def _card_question(phase: ChoosingCards, names: Names) -> str:
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
        return " (Enter for this one)"
    return " (! says UNO)" if any(play.uno for play in _plays(offered)) else ""


def _plays(offered: Sequence[Action]) -> list[Play]:
    return [action for action in offered if isinstance(action, Play)]


def numbered_actions(actions: Sequence[Action], width: int) -> Text:
    """The actions, numbered from 1."""
    digits = len(str(len(actions)))
    items = []
    for number, action in enumerate(actions, start=1):
        items.append(Text(f"{number:>{digits}} ").append(_action(action)))
    return _rows(items, width)


def open_hands(ended: RoundEnded, names: Names, width: int) -> Text:
    """The hands laid open, and what they are worth."""
    lines = [
        hanging_indent(f"{name}  {points:>3}  ", [card(held) for held in hand], width)
        for name, hand, points in zip(
            pad_to_widest(names.seats), ended.hands, ended.points, strict=True
        )
    ]
    return Text("\n").join(lines)


def instructions(rules: Rules, width: int) -> RenderableType:
    """What can be typed, and what is written on the blanks."""
    grid = Table.grid(padding=(0, 2))
    for typed, meaning in HELP:
        grid.add_row(Text(INDENT + typed), Text(meaning))
    if rules.suggestion_penalty:
        cost = cards_text(rules.suggestion_penalty)
        grid.add_row(Text(INDENT + "suggest R7 to Ada"), Text(f"costs {cost}; you are asked first"))
    if rules.honour_penalty and has_honour_rule(rules.written):
        cost = cards_text(rules.honour_penalty)
        meaning = f"Ada did not keep an honour rule and draws {cost}; you are asked first"
        grid.add_row(Text(INDENT + "broke Ada"), Text(meaning))
    return Group(grid, *custom_rule_lines(rules, width=width))


def _players(view: View, names: Names, said: Collection[int]) -> list[Text]:
    assert view.seat is not None
    acting = getattr(view.phase, "seat", None)
    who = [names.badge(seat) for seat in range(len(view.hands))]
    lines = []
    for seat, (name, hand) in enumerate(zip(pad_to_widest(who), view.hands, strict=True)):
        marks = []
        if seat == view.owes_uno:
            marks.append("has not said UNO")
        elif seat in said and len(hand) == 1:
            marks.append("said UNO")
        if seat == view.dealer:
            marks.append("dealer")
        if view.rules.teams and seat != view.seat and not (seat - view.seat) % 2:
            marks.append("with you")
        mark = "▸" if seat == acting else " "
        line = f"{mark} {seat} {name}  {cards_text(len(hand)):<8}  {', '.join(marks)}"
        lines.append(Text(line.rstrip(), style="bold" if seat == acting else ""))
    return lines


def _action(action: Action) -> Text:
    text = action_text(action)
    match action:
        case Play(laid, colour):
            named = "" if colour is None else f", {colour.label.lower()}"
            words = f"{_shape(laid.colour)}{text} {laid.label}{named}"
            return Text(words, style=_style(laid.colour or colour))
        case ChooseCard(chosen):
            words = f"choose {_shape(chosen.colour)}{chosen.value} {chosen.label}"
            return Text(words, _style(chosen.colour))
        case NameColour(colour):
            return Text(f"{text} {_shape(colour)}", style=_style(colour))
        case _:
            return Text(text)


def hanging_indent(head: str, items: Sequence[Text], width: int, gap: str = " ") -> Text:
    """The items after a heading, each further row under the first."""
    indent = INDENT + head
    rows = _rows(items, width, " " * cell_len(indent), gap)
    return Text(indent).append(rows[cell_len(indent) :]) if items else Text(indent.rstrip())


def _rows(items: Sequence[Text], width: int, indent: str = INDENT, gap: str = GAP) -> Text:
    """The items one after another, none broken at the end of a row."""
    rows = [Text(indent)]
    for item in items:
        begun = len(rows[-1]) > len(indent)
        if begun and rows[-1].cell_len + len(gap) + item.cell_len > width:
            rows.append(Text(indent))
        elif begun:
            rows[-1].append(gap)
        rows[-1].append(item)
    return Text("\n").join(rows)


def pad_to_widest(words: Sequence[str]) -> list[str]:
    """The words padded to the widest."""
    most = max(map(cell_len, words))
    return [word + " " * (most - cell_len(word)) for word in words]


def _arrow(direction: int) -> str:
    return "↓" if direction > 0 else "↑"


def _shape(colour: Colour | None) -> str:
    return WILD_SHAPE if colour is None else SHAPES[colour]


def _style(colour: Colour | None) -> str:
    return "bold" if colour is None else STYLES[colour]
