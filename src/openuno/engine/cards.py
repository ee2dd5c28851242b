"""The cards: four colours, thirteen coloured faces, and the wilds."""

from openuno.engine.enums import NamedEnum


class Colour(NamedEnum):
    """One of the four colours; a wild has none of its own."""

    BLUE = "B"
    GREEN = "G"
    RED = "R"
    YELLOW = "Y"

    __hash__ = str.__hash__  # the hash Enum defines runs in Python; ours are looked up every turn

    @property
    def label(self) -> str:
        """How the table says it: `Red`."""
        return self.name.capitalize()


class Face(NamedEnum):
    """What is printed on a card, its colour aside."""

    ZERO = "0"
    ONE = "1"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    DRAW_TWO = "D"
    REVERSE = "R"
    SKIP = "S"
    WILD = "W"
    WILD_DRAW_FOUR = "W4"
    CUSTOM = "WC"
    SHUFFLE_HANDS = "WH"
    SWAP_HANDS = "WX"
    BACK = "?"

    __hash__ = str.__hash__

    @property
    def number(self) -> int | None:
        """The number printed on a number card, or None."""
        return int(self.value) if self.value.isdigit() else None

    @property
    def label(self) -> str:
        """How the table says it: `7`, `Draw Two`, `Wild Shuffle Hands`."""
        match self:
            case Face.CUSTOM:
                return "Wild Customisable"
            case Face.SHUFFLE_HANDS | Face.SWAP_HANDS:
                return "Wild " + self.name.replace("_", " ").title()
            case Face.BACK:
                return "face-down card"
            case _:
                return self.value if self.value.isdigit() else self.name.replace("_", " ").title()


class Card(NamedEnum):
    """A card kind, written as its code; two equal cards are the same object.

    Hands are kept in the order of the codes. `BACK` is a card seen from behind: it stands in what a
    seat may not know and is in no deck. A blank's digit says which of the written rules it carries.
    """

    BACK = "??"
    B0 = "B0"
    B1 = "B1"
    B2 = "B2"
    B3 = "B3"
    B4 = "B4"
    B5 = "B5"
    B6 = "B6"
    B7 = "B7"
    B8 = "B8"
    B9 = "B9"
    BD = "BD"
    BR = "BR"
    BS = "BS"
    G0 = "G0"
    G1 = "G1"
    G2 = "G2"
    G3 = "G3"
    G4 = "G4"
    G5 = "G5"
    G6 = "G6"
    G7 = "G7"
    G8 = "G8"
    G9 = "G9"
    GD = "GD"
    GR = "GR"
    GS = "GS"
    R0 = "R0"
    R1 = "R1"
    R2 = "R2"
    R3 = "R3"
    R4 = "R4"
    R5 = "R5"
    R6 = "R6"
    R7 = "R7"
    R8 = "R8"
    R9 = "R9"
    RD = "RD"
    RR = "RR"
    RS = "RS"
    W = "W"
    W4 = "W4"
    WC1 = "WC1"
    WC2 = "WC2"
    WC3 = "WC3"
    WC4 = "WC4"
    WC5 = "WC5"
    WC6 = "WC6"
    WC7 = "WC7"
    WC8 = "WC8"
    WH = "WH"
    WX = "WX"
    Y0 = "Y0"
    Y1 = "Y1"
    Y2 = "Y2"
    Y3 = "Y3"
    Y4 = "Y4"
    Y5 = "Y5"
    Y6 = "Y6"
    Y7 = "Y7"
    Y8 = "Y8"
    Y9 = "Y9"
    YD = "YD"
    YR = "YR"
    YS = "YS"

    colour: Colour | None
    face: Face

    def __init__(self, code: str) -> None:
        head, tail = code[0], code[1:]
        self.colour = Colour(head) if head in "BGRY" else None
        if self.colour is not None:
            self.face = Face(tail)
        else:
            self.face = Face.BACK if head == "?" else Face(code[:2])

    __hash__ = str.__hash__

    @property
    def label(self) -> str:
        """How the table says it: `Red 7`, `Wild Draw Four`."""
        return self.face.label if self.colour is None else f"{self.colour.label} {self.face.label}"


COLOURS = tuple(Colour)
COLOUR_INDEX = {colour: index for index, colour in enumerate(COLOURS)}
KINDS: tuple[Card, ...] = tuple(card for card in Card if card is not Card.BACK)
"""Every card that a deck may have, in the order of the codes; 64 of them."""
KIND_OF: dict[Card, int] = {card: kind for kind, card in enumerate(KINDS)}
"""The number of each of them."""
BLANKS = tuple(card for card in Card if card.face is Face.CUSTOM)
MOST_BLANKS = len(BLANKS)
DRAW_CARDS = {Face.DRAW_TWO: 2, Face.WILD_DRAW_FOUR: 4}
"""The faces that make the next player draw, and how many."""
