"""A round as arrays of numbers: where everything lies.

A kind is a card's place among the codes, 0 to 63, so that a set of kinds is one 64-bit mask. A hand
is a few masks, its planes: bit k of plane i is the binary digit i of how many of kind k it holds.
Pile and discard pile are rows of kinds, the top card last.
"""

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from openuno.engine.cards import BLANKS, COLOURS, Card
from openuno.engine.custom import MOST_SENTENCES, changes_own_hand, chooses, needs_colour
from openuno.engine.rules import FirstCard, Rules, Stacking, check_seats, deck, written_on
from openuno.kernel.rules.opcodes import Row, opcodes

KINDS: tuple[Card, ...] = tuple(card for card in Card if card is not Card.BACK)
"""The kinds in the order of their codes; 64 of them."""
KIND: dict[Card, int] = {card: place for place, card in enumerate(KINDS)}
COLOUR = {colour: place for place, colour in enumerate(COLOURS)}
A_SUIT = 13
"""Faces of a colour: 0 to 9, then Draw Two, Reverse, Skip."""
DRAW_TWO, REVERSE, SKIP, NO_FACE = 10, 11, 12, 13
WILD, WILD_FOUR, BLANK, SHUFFLE, SWAP = (
    KIND[Card(code)] for code in ["W", "W4", "WC1", "WH", "WX"]
)
YELLOW_0 = KIND[Card.Y0]

Numbers = npt.NDArray[np.int64]
Masks = npt.NDArray[np.uint64]
Row8 = npt.NDArray[np.uint8]


class Now(IntEnum):
    """The single numbers of a round, by their place in `now`."""

    PHASE = 0
    SEAT = 1
    CARD = 2
    """The kind just drawn, in the phase DRAWN."""
    TOTAL = 3
    """What is demanded of the seat, in the phases STACKED and DOUBT."""
    BY = 4
    """Who laid the Wild Draw Four, in the phase DOUBT; HELD and BEFORE are of that phase too."""
    BEFORE = 5
    HELD = 6
    WINNER = 7
    COLOUR = 8
    TOP = 9
    DIRECTION = 10
    WINDOW = 11
    """Who laid the top card while nobody has begun a turn since; -1: nobody."""
    SETTLED = 12
    PASSES = 13
    SITTING_OUT = 14
    """A bit for each seat that is to miss its next turn."""
    PILE = 15
    LAID = 16
    LOOSE = 17
    """Whether the pile is still being shuffled: each card is settled when it is taken."""
    DEALER = 18
    AT = 19
    """The place on the tape; SEED and CHOICE are its seed and that of the policies' own tape."""
    SEED = 20
    CHOICE = 21
    CHOSEN = 22
    """The place on the policies' tape."""
    TURNED_OVER = 23
    """How often the discard pile was turned over."""
    FACE = 24
    """The face of the top card."""
    AHEAD = 25
    """The next word on the policies' tape."""


NOW = len(Now)


class Phase(IntEnum):
    """What the table waits for."""

    NAMING = 0
    TURN = 1
    DRAWN = 2
    STACKED = 3
    DOUBT = 4
    CHOOSING = 5
    OVER = 6


class Switch(IntEnum):
    """The rules of a table, by their place in `rules`."""

    SEATS = 0
    PLANES = 1
    CARDS = 2
    HAND_SIZE = 3
    FIRST_CARD = 4
    RENEGE = 5
    PLAY_DRAWN = 6
    DRAW_UNTIL = 7
    FORCED_PLAY = 8
    BLUFFING = 9
    STACKING = 10
    JUMP_IN = 11
    SEVEN_ZERO = 12
    TWO_PLAYER_REVERSE = 13
    TEAMS = 14
    UNO_PENALTY = 15
    WRONG_CATCH_PENALTY = 16
    SUGGESTION_PENALTY = 17
    SPECIAL_POINTS = 18
    SPECIALS = 19
    """Whether the deck has any card beyond the 108 kinds of the plain deck."""
    NUMBERS_ONLY = 20
    """Whether only numbers count in the draw for the deal."""
    REMEMBERS = 21
    """Whether some seat keeps in mind what it has seen."""
    WILD_POINTS = 22


SWITCHES = len(Switch)
FIRST_CARDS = {first: number for number, first in enumerate(FirstCard)}
STACKINGS = {stacking: number for number, stacking in enumerate(Stacking)}
MOST_SEATS = 10
FEWEST_PLANES, MOST_PLANES = 3, 7
"""Four wilds of a kind in one deck; eight decks with eight swaps each have 64."""
A_SENTENCE = len(Row._fields)
WRITTEN_FLAGS = 5
"""By blank: how many sentences, picks a player, picks one as the last card, moves the own hand,
depends on the colour named."""


class Table(NamedTuple):
    """The arrays of one round; the first is read and written by constant places only.

    `rules` is a tuple of numbers, the switches: where they are constants, the compiler leaves out
    what such a table never does.
    """

    now: Any
    sizes: Any
    hands: Any
    held: Any
    pile: Any
    discard: Any
    known: Any
    open: Any
    rules: Any
    written: Any
    deck: Any


def planes(rules: Rules) -> int:
    """The binary digits of the largest count of one kind."""
    cards = deck(rules)
    return max(max(cards.count(card) for card in set(cards)).bit_length(), FEWEST_PLANES)


def rules_row(rules: Rules, seats: int, *, remembers: bool = False) -> Numbers:
    """The switches as numbers; refuses a table the deck cannot serve."""
    check_seats(rules, seats)
    row = np.zeros(SWITCHES, np.int64)
    for switch in Switch:
        value = getattr(rules, switch.name.lower(), 0)
        if isinstance(value, (bool, int)):
            row[switch] = value
    row[Switch.SEATS] = seats
    row[Switch.PLANES] = planes(rules)
    row[Switch.CARDS] = len(deck(rules))
    row[Switch.FIRST_CARD] = FIRST_CARDS[rules.first_card]
    row[Switch.STACKING] = STACKINGS[rules.stacking]
    row[Switch.SPECIALS] = bool(rules.swap_cards or rules.shuffle_cards or rules.blank_cards)
    row[Switch.NUMBERS_ONLY] = rules.dealer_draw == "numbers-only"
    row[Switch.REMEMBERS] = remembers
    return row


def written_rows(rules: Rules) -> Numbers:
    """What is written on the blanks: five flags each, then their sentences, a row to a sentence."""
    flags = np.zeros((len(BLANKS), WRITTEN_FLAGS), np.int64)
    sentences = np.zeros((len(BLANKS), MOST_SENTENCES, A_SENTENCE), np.int64)
    for place, card in enumerate(BLANKS):
        rule = written_on(rules, card)
        flags[place] = (
            len(rule),
            chooses(rule, last=False),
            chooses(rule, last=True),
            changes_own_hand(rule),
            needs_colour(rule),
        )
        for line, row in enumerate(opcodes(rule)):
            sentences[place, line] = row
    return np.concatenate((flags.ravel(), sentences.ravel()))


def deck_row(rules: Rules) -> Row8:
    """The deck as kinds, in the order of the codes."""
    return np.array([KIND[card] for card in deck(rules)], np.uint8)


def tables(rules: Rules, seats: int, count: int, *, remembers: bool = False) -> Table:
    """Room for so many rounds under the same rules; `at` picks one of them."""
    row = rules_row(rules, seats, remembers=remembers)
    cards, each = int(row[Switch.CARDS]), int(row[Switch.PLANES])
    pairs = seats * seats if remembers else 0
    return Table(
        now=np.zeros((count, NOW), np.int64),
        sizes=np.zeros((count, seats), np.int64),
        hands=np.zeros((count, seats * each), np.uint64),
        held=np.zeros((count, each), np.uint64),
        pile=np.zeros((count, cards), np.uint8),
        discard=np.zeros((count, cards), np.uint8),
        known=np.zeros((count, pairs * each), np.uint64),
        open=np.zeros((count, pairs * len(COLOURS)), np.int64),
        rules=tuple(map(int, row)),
        written=written_rows(rules),
        deck=deck_row(rules),
    )


def at(rows: Table, place: int) -> Table:
    """The arrays of one round among several."""
    return Table._make([array[place] for array in rows[:8]] + list(rows[8:]))
