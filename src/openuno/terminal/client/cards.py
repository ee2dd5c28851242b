"""Cards drawn with characters: a frame, the face, and each colour as a letter and a shape."""

from enum import Enum
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from rich.cells import cell_len
from rich.text import Text

from openuno.engine.cards import Card, Colour, Face
from openuno.terminal.client.looks import Palette
from openuno.terminal.languages.cards import SHAPES, colour_name, coloured_words

BLANK = " "
_FACES = {
    Face.DRAW_TWO: "+2",
    Face.REVERSE: "Rev",
    Face.SKIP: "Skip",
    Face.WILD: "Wild",
    Face.WILD_DRAW_FOUR: "+4",
    Face.SHUFFLE_HANDS: "Mix",
    Face.SWAP_HANDS: "Swap",
}


class Size(NamedTuple):
    """How many columns and rows a card takes."""

    width: int
    height: int


SMALL = Size(7, 5)
LARGE = Size(11, 7)


class State(Enum):
    """How a card in the hand looks: it fits, it does not, or it is the one under the cursor."""

    PLAYABLE = "playable"
    FADED = "faded"


class Canvas:
    """A rectangle of characters, each with its style."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self._cells = [[(BLANK, "")] * width for _ in range(height)]

    def write(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write from this column on; what does not fit is cut off."""
        if not 0 <= y < self.height:
            return
        at = x
        for character in text:
            wide = cell_len(character)
            if not wide and x < at <= self.width:  # a mark that belongs to the letter before it
                letter, _ = self._cells[y][at - 1]
                self._cells[y][at - 1] = (letter + character, style)
            for column in range(at, at + wide):
                if at >= 0 and at + wide <= self.width:
                    self._cells[y][column] = (character if column == at else "", style)
            at += wide

    def text(self) -> Text:
        """Everything, as Rich prints it."""
        lines = []
        for row in self._cells:
            line = Text(no_wrap=True)
            for style, run in groupby(row, key=itemgetter(1)):
                line.append("".join(character for character, _ in run), style or None)
            lines.append(line)
        return Text("\n", no_wrap=True).join(lines)


def face_text(card: Card) -> str:
    """What stands in the middle of a card, in four characters at most."""
    if card.face is Face.CUSTOM:
        return f"✎{card.value[2:]}"
    return _FACES.get(card.face, card.face.value)


def corner_text(card: Card, named: Colour | None = None) -> str:
    """The corner of a card: shape and letter of its colour, a star on a wild."""
    colour = card.colour or named
    return "★W" if colour is None else SHAPES[colour] + colour.value


def draw_card(  # noqa: PLR0913 - a place, a size and a look
    canvas: Canvas,
    x: int,
    y: int,
    card: Card,
    palette: Palette,
    *,
    size: Size = SMALL,
    state: State = State.PLAYABLE,
    named: Colour | None = None,
    covered: bool = False,
    chosen: bool = False,
) -> None:
    """Draw a card; one that is `covered` by the next keeps its face at the left."""
    style = _style(card, palette, state, named)
    horizontal, vertical, corners = ("━", "┃", "┏┓┗┛") if chosen else ("─", "│", "╭╮╰╯")
    inner = size.width - 2
    canvas.write(x, y, corners[0] + horizontal * inner + corners[1], style)
    for row in range(1, size.height - 1):
        canvas.write(x, y + row, vertical + BLANK * inner + vertical, style)
    canvas.write(x, y + size.height - 1, corners[2] + horizontal * inner + corners[3], style)
    if card is Card.BACK:
        for row in range(1, size.height - 1):
            canvas.write(x + 1, y + row, ("░▒" * inner)[row % 2 : row % 2 + inner], style)
        return
    corner, face = corner_text(card, named), face_text(card)
    middle = size.height // 2
    canvas.write(x + 1, y + 1, corner, style)
    if covered:
        canvas.write(x + 1, y + middle, face, style)
        return
    canvas.write(x + 1 + (inner - len(face)) // 2, y + middle, face, style)
    canvas.write(x + inner - 1, y + size.height - 2, corner[::-1], style)


def card_text(card: Card, palette: Palette) -> Text:
    """A card in a line of text: `●R7`."""
    colour = card.colour
    style = palette.strong if colour is None else palette.words[colour]
    return Text(f"{'★' if colour is None else SHAPES[colour]}{card.value}", style)


def _style(card: Card, palette: Palette, state: State, named: Colour | None) -> str:
    if card is Card.BACK:
        return palette.back
    colour = card.colour or named
    if state is State.PLAYABLE:
        return palette.wild if colour is None else palette.cards[colour]
    return palette.faded_wild if colour is None else palette.faded[colour]


def colour_words(text: str, palette: Palette) -> Text:
    """A sentence, with every colour it names in that colour."""
    line = Text(text)
    for colour, pattern in coloured_words().items():
        line.highlight_regex(pattern, palette.words[colour])
    return line


def shape_and_colour(colour: Colour) -> str:
    """`● red`."""
    return f"{SHAPES[colour]} {colour_name(colour)}"
