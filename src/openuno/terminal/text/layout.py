"""What a seat sees, as text: cards, the position, the hands laid open.

Nothing is shown by colour alone: each colour has its letter and its shape as well.
"""

from collections.abc import Collection, Sequence

from rich.cells import cell_len
from rich.text import Text

from openuno.engine.actions import Play
from openuno.engine.cards import BLANKS, Card, Colour
from openuno.engine.events import RoundEnded
from openuno.engine.pencil.wording import custom_rule_text
from openuno.engine.rules import Rules, custom_rule_on
from openuno.engine.view import View
from openuno.terminal.languages.cards import SHAPES, card_name, colour_name, coloured_words
from openuno.terminal.languages.catalogue import say, say_or, speaks_english, translate
from openuno.terminal.text.narration import Names, lasting_rule_text, sentence, side

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
CARDS_WIDTH = 8
"""Columns for how many cards somebody holds."""


def card(value: Card) -> Text:
    """A card by its shape and code: `●R7`, `★W4`."""
    return Text(shape(value.colour) + value.value, style=style(value.colour))


def with_colours(text: str) -> Text:
    """A sentence, with every colour it names in that colour."""
    line = Text(text)
    words = coloured_words()
    for colour, style in STYLES.items():
        line.highlight_regex(words[colour], style)
    return line


def position(view: View, names: Names, said: Collection[int], width: int) -> Text:
    """The table as a seat sees it: players, piles and the seat's own hand."""
    assert view.seat is not None, "someone watching holds no hand"
    top = view.discard[-1]
    piles = [card(top).append(f" {card_name(top)}")]
    if view.colour is not None and top.colour is None:
        colour = f"{shape(view.colour)} {colour_name(view.colour)}"
        piles.append(Text(f"{translate('colour')} ").append(colour, style(view.colour)))
    piles.append(Text(translate("pile {count}", count=view.pile)))
    playable = {play.card for play in view.legal if isinstance(play, Play)}
    hand = [card(held).append(f" {card_name(held)}") for held in view.hands[view.seat]]
    for held, text in zip(view.hands[view.seat], hand, strict=True):
        text.stylize("bold" if held in playable else "dim")
    return Text("\n").join(
        (
            *_players(view, names, said),
            Text(f"{INDENT}{_arrow(view.direction)} {_runs_text(view.direction)}"),
            *_lasting(view, names, width),
            hanging_indent(f"{translate('top')} ", piles, width, GAP),
            hanging_indent(f"{translate('hand')} ", hand, width, GAP),
            *custom_rule_lines(view.rules, view.hands[view.seat], width=width),
        )
    )


def _lasting(view: View, names: Names, width: int) -> list[Text]:
    """The lasting rules in force, each on lines of its own."""
    texts = [sentence(lasting_rule_text(rule, names)) for rule in view.lasting]
    head = f"{translate('rule')} "
    return [hanging_indent(head, [Text(word) for word in text.split()], width) for text in texts]


def top_card(view: View) -> str:
    """The card on the discard pile in words, a wild with its colour: `Red 7`, `Wild (green)`."""
    top = view.discard[-1]
    if top.colour is not None or view.colour is None:
        return card_name(top)
    return f"{card_name(top)} ({colour_name(view.colour)})"


def custom_rule_lines(
    rules: Rules, cards: Collection[Card] = BLANKS, *, width: int = DEFAULT_WIDTH
) -> list[Text]:
    """What is written on those of the cards that carry a rule."""
    return [
        hanging_indent(f"{card(blank).plain} ", [Text(word) for word in words], width)
        for blank in BLANKS
        if blank in cards and (words := custom_rule_text(custom_rule_on(rules, blank)).split())
    ]


def open_hands(ended: RoundEnded, names: Names, width: int) -> Text:
    """The hands laid open, and what they are worth."""
    lines = [
        hanging_indent(f"{name}  {points:>3}  ", [card(held) for held in hand], width)
        for name, hand, points in zip(
            pad_to_widest(names.seats), ended.hands, ended.points, strict=True
        )
    ]
    return Text("\n").join(lines)


def _players(view: View, names: Names, said: Collection[int]) -> list[Text]:
    assert view.seat is not None
    acting = getattr(view.phase, "seat", None)
    who = [names.badge(seat) for seat in range(len(view.hands))]
    lines = []
    for seat, (name, hand) in enumerate(zip(pad_to_widest(who), view.hands, strict=True)):
        marks = []
        if seat == view.owes_uno:
            marks.append(say_or("has not said UNO", "table.mark-owes"))
        elif seat in said and len(hand) == 1:
            marks.append(say_or("said UNO", "table.uno"))
        if seat == view.dealer:
            marks.append(say_or("dealer", "table.dealer"))
        if view.rules.teams and seat != view.seat and not (seat - view.seat) % 2:
            marks.append(say_or("with you", "table.team-ours"))
        mark = "▸" if seat == acting else " "
        held = say("table.cards", cards=len(hand))
        held += " " * (CARDS_WIDTH - cell_len(held))
        line = f"{mark} {seat} {name}  {held}  {', '.join(marks)}"
        lines.append(Text(line.rstrip(), style="bold" if seat == acting else ""))
    return lines


def hanging_indent(head: str, items: Sequence[Text], width: int, gap: str = " ") -> Text:
    """The items after a heading, each further row under the first."""
    indent = INDENT + head
    below = rows(items, width, " " * cell_len(indent), gap)
    return Text(indent).append(below[cell_len(indent) :]) if items else Text(indent.rstrip())


def rows(items: Sequence[Text], width: int, indent: str = INDENT, gap: str = GAP) -> Text:
    """The items one after another, none broken at the end of a row."""
    lines = [Text(indent)]
    for item in items:
        begun = len(lines[-1]) > len(indent)
        if begun and lines[-1].cell_len + len(gap) + item.cell_len > width:
            lines.append(Text(indent))
        elif begun:
            lines[-1].append(gap)
        lines[-1].append(item)
    return Text("\n").join(lines)


def pad_to_widest(words: Sequence[str]) -> list[str]:
    """The words padded to the widest."""
    most = max(map(cell_len, words))
    return [word + " " * (most - cell_len(word)) for word in words]


def direction_text(direction: int) -> str:
    """Which way play runs: `to the left`."""
    if speaks_english():
        return f"to the {side(direction)}"
    return translate("play runs down") if direction > 0 else translate("play runs up")


def _runs_text(direction: int) -> str:
    runs = direction_text(direction)
    return f"play runs {runs}" if speaks_english() else runs


def _arrow(direction: int) -> str:
    return "↓" if direction > 0 else "↑"


def shape(colour: Colour | None) -> str:
    """The shape that stands for a colour, or for a wild."""
    return WILD_SHAPE if colour is None else SHAPES[colour]


def style(colour: Colour | None) -> str:
    """How a word in this colour, or a wild, is printed."""
    return "bold" if colour is None else STYLES[colour]
