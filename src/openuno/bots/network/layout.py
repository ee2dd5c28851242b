"""What a network sees and decides, as two lists of numbers.

Colours are renamed for the seat that decides: first the colour in force, then the others by how
many cards of them it holds. Swapping two colours changes nothing in UNO, so the network need not
learn the same thing for each. Players are in the order of play, from the next one on.
"""

from enum import IntEnum
from typing import NamedTuple

from openuno.bots.memory import RECENT

VERSION = 3
"""Raised when a number changes its place or its meaning; weights say which one they are for."""
COLOURS, FACES, WILDS, KINDS = 4, 13, 12, 64
OTHERS = 9
"""Players besides the one that decides, at most."""
SWITCHES, BLANKS, SUMMARY = 19, 8, 16
"""Switches of the rules; blanks that can have a custom rule, and numbers that say what it does."""
NOW = RECENT
"""What a deed counts when it has just happened; one less after every card and draw."""


class Stake(IntEnum):
    """What a round is played for."""

    WIN = 0
    """Only winning it counts."""
    POINTS = 1
    """The winner scores what the others hold."""
    TALLY = 2
    """Everyone is charged with what they hold."""


class Part(NamedTuple):
    """A run of numbers: its name, how many, what they mean."""

    name: str
    size: int
    meaning: str


PARTS = (
    Part("hand", KINDS, "how many of each kind the seat holds"),
    Part("unseen", KINDS, "how many of each kind are in other hands and the draw pile"),
    Part("known", KINDS, "how many of each kind the next player was seen to have"),
    Part("top", FACES + WILDS, "1 at the face of the top card, or at its kind if it is wild"),
    Part("card", KINDS, "1 at the kind just drawn, or being played while its target is picked"),
    Part("coloured", 1, "1 if a colour is in force; it is the first colour"),
    Part("before", COLOURS, "1 at the colour before the Wild Draw Four that may be challenged"),
    Part("named", COLOURS, "1 at the colour named for the wild being played"),
    Part("phase", 6, "1 at what the round waits for"),
    Part("question", 3, "1 at: in turn, to jump in, which player"),
    Part("table", 5, "cards demanded, cards in the pile, times turned over, passes, own cards"),
    Part("rules", SWITCHES, "the switches, in the order of the environments' observation"),
    Part("custom", BLANKS * SUMMARY, "for each blank, what its rule does: see `rule_summary`"),
    Part("stake", len(Stake) - 1, "1 at what the round is played for, if not to win it"),
)
PLAYER_PARTS = (
    Part("size", 3, "how many cards; 1 if one; 1 if two"),
    Part("open", COLOURS, "how many of its cards can have each colour"),
    Part("seen", COLOURS + 1, "how many cards of each colour, and wilds, it was seen to have"),
    Part("named", COLOURS, "how recently it named each colour"),
    Part("drew", COLOURS, "how recently it drew when each colour was in force"),
    Part("played", COLOURS, "how recently it played each colour"),
    Part("state", 6, "partner, owes UNO, sits out, played the top card, has the turn, deals"),
)
STARTS = {
    part.name: sum(earlier.size for earlier in PARTS[:index]) for index, part in enumerate(PARTS)
}
PLAYER_STARTS = {
    part.name: sum(earlier.size for earlier in PLAYER_PARTS[:index])
    for index, part in enumerate(PLAYER_PARTS)
}
PLAYERS = sum(part.size for part in PARTS)
"""Where the numbers about the other players begin; PLAYER_SIZE for each."""
PLAYER_SIZE = sum(part.size for part in PLAYER_PARTS)
USED = PLAYERS + OTHERS * PLAYER_SIZE
FEATURES = -(-USED // 32) * 32
"""How many numbers there are, the last few always 0."""
HIDDEN = 3 * KINDS
"""What only a critic in training sees: the hands of the next three players."""

PLAYS = COLOURS * FACES + WILDS * COLOURS
DRAW, KEEP, PASS, ACCEPT, CHALLENGE, WAIT = range(PLAYS, PLAYS + 6)
NAME = WAIT + 1
PICK = NAME + COLOURS
DECISIONS = PICK + OTHERS
"""Decisions: cards (a wild in each colour), then the rest. UNO is always said, and every catch made
that is not wrong, so neither needs a decision."""
MASK = -(-DECISIONS // 32) * 32
