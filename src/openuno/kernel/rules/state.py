"""A round as arrays of numbers, and the constants to index them with.

A kind is a card's index among the codes, 0 to 63, so that a set of kinds is one 64-bit mask. A hand
is a few masks, its planes: bit k of plane i is the binary digit i of how many of kind k it holds.
Draw pile and discard pile are rows of kinds, the top card last.
"""

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from openuno.bots.forecast import is_attack
from openuno.engine.cards import BLANKS, COLOURS, KIND_OF, Card
from openuno.engine.custom import (
    MAX_SENTENCES,
    Lasting,
    may_change_own_hand,
    needs_colour,
    targets_player,
)
from openuno.engine.rules import FirstCard, Rules, Stacking, check_seats, custom_rule_on, deck
from openuno.kernel.compiler import U, inline
from openuno.kernel.rules.opcodes import Row, opcodes

SUIT_SIZE = 13
"""Faces of a colour: 0 to 9, then Draw Two, Reverse, Skip."""
DRAW_TWO, REVERSE, SKIP, NO_FACE = 10, 11, 12, 13
WILD, WILD_FOUR, BLANK, SHUFFLE, SWAP = (
    KIND_OF[Card(code)] for code in ["W", "W4", "WC1", "WH", "WX"]
)
YELLOW_0 = KIND_OF[Card.Y0]

Numbers = npt.NDArray[np.int64]
Masks = npt.NDArray[np.uint64]
Row8 = npt.NDArray[np.uint8]


class RoundField(IntEnum):
    """The single numbers of a round, by their index in `now`."""

    PHASE = 0
    SEAT = 1
    CARD = 2
    """The kind just drawn, in the phase AFTER_DRAW."""
    TOTAL = 3
    """How many cards are demanded of the seat, in the phases FACING_STACK and FACING_DRAW_FOUR."""
    """Or how many more cards it chooses for one player, in the phase CHOOSING_CARDS."""
    BY = 4
    """Who played the Wild Draw Four, in the phase FACING_DRAW_FOUR; HELD and BEFORE are of that
    phase too. While a custom rule waits for an answer: who laid it."""
    BEFORE = 5
    HELD = 6
    WINNER = 7
    COLOUR = 8
    TOP = 9
    DIRECTION = 10
    WINDOW = 11
    """Who played the top card while nobody has begun a turn since; -1: nobody."""
    SETTLED = 12
    PASSES = 13
    SITTING_OUT = 14
    """A bit for each seat that is to miss its next turn; the ten bits above are for those who
    are to miss one more, and so on."""
    PILE = 15
    """How many cards the draw pile has; DISCARD: how many the discard pile has."""
    DISCARD = 16
    SHUFFLING = 17
    """Whether the pile is still being shuffled: each card is decided when it is taken."""
    DEALER = 18
    RNG_POSITION = 19
    """How many words the generator has given; RNG_SEED is its seed."""
    RNG_SEED = 20
    CHOICE_SEED = 21
    """The policies draw from a generator of their own: its seed, its position, and its next word,
    NEXT_CHOICE."""
    CHOICE_POSITION = 22
    TURNED_OVER = 23
    """How often the discard pile was turned over."""
    FACE = 24
    """The face of the top card."""
    NEXT_CHOICE = 25
    SENTENCE = 26
    """The sentence of the rule on the top card that waits for an answer, from 1; 0: none does.
    RULE_TARGET, RULE_AGAIN and RULE_HELD are how far that rule has come; RULE_HELD is DECIDED while
    a sentence is about to be carried out that a player wants."""
    RULE_TARGET = 27
    RULE_AGAIN = 28
    RULE_HELD = 29
    WAITING = 30
    """In the phase CHOOSING_CARDS: a bit for each seat that is asked later, for each that gets
    cards, how many each gets, and how many each seat has set aside, four bits a seat. What is set
    aside lies at the far end of the discard row, the first card last."""
    RECEIVERS = 31
    EACH = 32
    ASIDE = 33
    LASTING = 34
    """The lasting rules in force, the oldest first and lowest: two here, two in LATER_LASTING, each
    of 32 bits as `lasting` packs them."""
    LATER_LASTING = 35
    TURN_BEFORE = 36
    """Whose turn it was before the action under way; MISSED: a bit for each seat that has missed a
    turn in it. Both are kept only at tables with lasting rules."""
    MISSED = 37


class Phase(IntEnum):
    """What the round waits for, as the phases of `openuno.engine.state`."""

    NAMING_COLOUR = 0
    TURN = 1
    AFTER_DRAW = 2
    FACING_STACK = 3
    FACING_DRAW_FOUR = 4
    CHOOSING_PLAYER = 5
    CHOOSING_CARDS = 6
    DECIDING = 7
    ROUND_OVER = 8


class Switch(IntEnum):
    """The rules of a round, by their index in `rules`."""

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
    """Whether only number cards count in the draw for the deal."""
    MEMORY = 21
    """Whether some seat remembers what it has seen."""
    WILD_POINTS = 22
    LASTING_RULES = 23
    """Whether some blank has a rule that lasts."""


# The members once more as plain integers: compiled code takes them for constants.
ROUND_FIELDS, SWITCHES = len(RoundField), len(Switch)
(
    PHASE,
    SEAT,
    CARD,
    TOTAL,
    BY,
    BEFORE,
    HELD,
    WINNER,
    COLOUR,
    TOP,
    DIRECTION,
    WINDOW,
    SETTLED,
    PASSES,
    SITTING_OUT,
    PILE,
    DISCARD,
    SHUFFLING,
    DEALER,
    RNG_POSITION,
    RNG_SEED,
    CHOICE_SEED,
    CHOICE_POSITION,
    TURNED_OVER,
    FACE,
    NEXT_CHOICE,
    SENTENCE,
    RULE_TARGET,
    RULE_AGAIN,
    RULE_HELD,
    WAITING,
    RECEIVERS,
    EACH,
    ASIDE,
    LASTING,
    LATER_LASTING,
    TURN_BEFORE,
    MISSED,
) = (field.value for field in RoundField)
(
    NAMING_COLOUR,
    TURN,
    AFTER_DRAW,
    FACING_STACK,
    FACING_DRAW_FOUR,
    CHOOSING_PLAYER,
    CHOOSING_CARDS,
    DECIDING,
    ROUND_OVER,
) = (phase.value for phase in Phase)
(
    SEATS,
    PLANES,
    CARDS,
    HAND_SIZE,
    FIRST_CARD,
    RENEGE,
    PLAY_DRAWN,
    DRAW_UNTIL,
    FORCED_PLAY,
    BLUFFING,
    STACKING,
    JUMP_IN,
    SEVEN_ZERO,
    TWO_PLAYER_REVERSE,
    TEAMS,
    UNO_PENALTY,
    WRONG_CATCH_PENALTY,
    SUGGESTION_PENALTY,
    SPECIAL_POINTS,
    SPECIALS,
    NUMBERS_ONLY,
    MEMORY,
    WILD_POINTS,
    LASTING_RULES,
) = (switch.value for switch in Switch)
FIRST_CARDS = {first: number for number, first in enumerate(FirstCard)}
STACKINGS = {stacking: number for number, stacking in enumerate(Stacking)}
DECIDED = 2
MAX_SEATS = 10
MIN_PLANES, MAX_PLANES = 3, 7
"""One deck has four wilds of a kind; eight decks with eight Swap Hands each have 64."""
SENTENCE_SIZE = len(Row._fields)
CUSTOM_RULE_FLAGS = 5
"""For each blank: how many sentences, whether it needs a target, whether it does as the last card,
whether it may change the own hand, whether it depends on the named colour."""
ATTACKS = len(BLANKS) * (CUSTOM_RULE_FLAGS + MAX_SENTENCES * SENTENCE_SIZE)
"""Where the mask of the blanks stands that a bot keeps like a Wild Draw Four."""


class RoundArrays(NamedTuple):
    """The arrays of one round; `now` is only indexed by constants.

    `rules` is a tuple of numbers, the switches: where they are constants, the compiler leaves out
    what such a round never does.
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
    custom_rules: Any
    deck: Any


def plane_count(rules: Rules) -> int:
    """How many binary digits the largest count of one kind has."""
    cards = deck(rules)
    return max(max(cards.count(card) for card in set(cards)).bit_length(), MIN_PLANES)


def rules_row(rules: Rules, seats: int, *, memory: bool = False) -> Numbers:
    """The switches as numbers; refuses more seats than the deck can serve."""
    check_seats(rules, seats)
    row = np.zeros(SWITCHES, np.int64)
    for switch in Switch:
        value = getattr(rules, switch.name.lower(), 0)
        if isinstance(value, (bool, int)):
            row[switch] = value
    row[Switch.SEATS] = seats
    row[Switch.PLANES] = plane_count(rules)
    row[Switch.CARDS] = len(deck(rules))
    row[Switch.FIRST_CARD] = FIRST_CARDS[rules.first_card]
    row[Switch.STACKING] = STACKINGS[rules.stacking]
    row[Switch.SPECIALS] = bool(rules.swap_cards or rules.shuffle_cards or rules.blank_cards)
    row[Switch.NUMBERS_ONLY] = rules.dealer_draw == "numbers-only"
    row[Switch.MEMORY] = memory
    effects = (effect for rule in rules.written for effect in rule)
    row[Switch.LASTING_RULES] = any(isinstance(effect, Lasting) for effect in effects)
    return row


def custom_rule_rows(rules: Rules) -> Numbers:
    """The custom rules: five flags for each blank, their sentences, one row each, the attacks."""
    flags = np.zeros((len(BLANKS), CUSTOM_RULE_FLAGS), np.int64)
    sentences = np.zeros((len(BLANKS), MAX_SENTENCES, SENTENCE_SIZE), np.int64)
    attacks = 0
    for index, card in enumerate(BLANKS):
        rule = custom_rule_on(rules, card)
        flags[index] = (
            len(rule),
            targets_player(rule, last=False),
            targets_player(rule, last=True),
            may_change_own_hand(rule),
            needs_colour(rule),
        )
        for line, row in enumerate(opcodes(rule)):
            sentences[index, line] = row
        attacks |= is_attack(rule) << KIND_OF[card]
    return np.concatenate((flags.ravel(), sentences.ravel(), [attacks]))


def deck_row(rules: Rules) -> Row8:
    """The deck as kinds, in the order of the codes."""
    return np.array([KIND_OF[card] for card in deck(rules)], np.uint8)


def allocate_rounds(rules: Rules, seats: int, count: int, *, memory: bool = False) -> RoundArrays:
    """Arrays for `count` rounds under the same rules; `select_round` takes one of them."""
    row = rules_row(rules, seats, memory=memory)
    cards, each = int(row[Switch.CARDS]), int(row[Switch.PLANES])
    pairs = seats * seats if memory else 0
    return RoundArrays(
        now=np.zeros((count, ROUND_FIELDS), np.int64),
        sizes=np.zeros((count, seats), np.int64),
        hands=np.zeros((count, seats * each), np.uint64),
        held=np.zeros((count, each), np.uint64),
        pile=np.zeros((count, cards), np.uint8),
        discard=np.zeros((count, cards), np.uint8),
        known=np.zeros((count, pairs * each), np.uint64),
        open=np.zeros((count, pairs * len(COLOURS)), np.int64),
        rules=tuple(map(int, row)),
        custom_rules=custom_rule_rows(rules),
        deck=deck_row(rules),
    )


def select_round(rows: RoundArrays, index: int) -> RoundArrays:
    """The arrays of one of several rounds."""
    return RoundArrays._make([array[index] for array in rows[:8]] + list(rows[8:]))


@inline
def with_rules(round, rules):
    """The same arrays with other rules."""
    return RoundArrays(
        round.now,
        round.sizes,
        round.hands,
        round.held,
        round.pile,
        round.discard,
        round.known,
        round.open,
        rules,
        round.custom_rules,
        round.deck,
    )


@inline
def next_seat(round, seat):
    """The next seat in the direction of play."""
    seats = round.rules[SEATS]
    other = seat + round.now[DIRECTION]
    if other >= seats:
        other = 0
    elif other < 0:
        other = seats - 1
    return other


@inline
def seat_after(round, seat, distance):
    """The seat at a distance in the order of play, which is less than the number of seats."""
    seats = round.rules[SEATS]
    other = seat + distance * round.now[DIRECTION]
    if other >= seats:
        other -= seats
    elif other < 0:
        other += seats
    return other


@inline
def owes_uno(round):
    """The seat that has one card, has not said UNO and can still be caught; -1: nobody.

    Nobody owes it before a custom rule is done (MEET-45).
    """
    now = round.now
    by = now[WINDOW]
    if (by < 0) | (now[SETTLED] != 0) | ((round.rules[SPECIALS] != 0) & (now[SENTENCE] != 0)):
        return -1
    return by if round.sizes[U(by)] == 1 else -1


@inline
def can_draw(round):
    """Whether any card is left to draw once the discards are turned over (OUT-3)."""
    return (round.now[PILE] > 0) | (round.now[DISCARD] > 1)
