"""How long a bot thinks before it moves, by its character.

How long follows from the character and from what everyone at the table sees. Nothing here may read
a hidden card: a pause that depended on one would tell what it is.
"""

from typing import NamedTuple
from zlib import crc32

from openuno.engine.state import AfterDraw, FacingDrawFour, FacingStack, Round
from openuno.game.state import Table


class Manner(NamedTuple):
    """How a character takes its time, as multiples of the table's pace for bots."""

    ordinary: float
    """An ordinary move."""
    spread: float
    """By how much of that a move may be quicker or slower."""
    danger: float = 1.0
    """Times that, while somebody else has one card left."""
    challenge: float = 1.3
    """Times that, over a Wild Draw Four or a stack that is aimed at the bot."""


QUICKEST, SLOWEST = 0.4, 2.2
"""Bounds of every thinking time, as multiples of the table's pace."""
MANNERS = {
    "radio": Manner(1.15, 0.1, danger=1.25, challenge=1.5),  # careful
    "toaster": Manner(0.7, 0.4, danger=0.8, challenge=0.7),  # hot-headed
    "teapot": Manner(1.0, 0.3, danger=1.1, challenge=1.8),  # sly: she lets others wait
    "clock": Manner(0.55, 0.15, challenge=1.0),  # in a hurry
    "book": Manner(1.2, 0.15, danger=1.2),  # reads everything twice
    "candle": Manner(0.95, 0.35, danger=1.3),  # flickers
    "television": Manner(1.45, 0.4, challenge=1.2),  # sleepy
    "fan": Manner(0.75, 0.2),  # brisk
    "plant": Manner(0.95, 0.15, danger=1.1),  # kind: keeps nobody waiting
    "mug": Manner(1.1, 0.3),  # takes a sip first
    "piggy-bank": Manner(1.05, 0.2, danger=1.2, challenge=1.5),  # counts
    "lamp": Manner(0.85, 0.25),  # it dawns on Lou quickly
}
"""By character; any other bot keeps to the table's pace, but for the first move of a round."""
OPENING = 2.8
"""The first move of a round: a bot, too, waits until the cards have been dealt."""
_AFTER_DRAWING = 0.6
"""Times the rest: the only question left is whether to play that card."""


def thinking_time(character: str | None, table: Table, player: int, round_number: int) -> float:
    """How long a bot of this character thinks, as a multiple of the table's pace for bots."""
    round, seat = table.round, table.players.index(player)
    if _is_opening(round):
        return OPENING
    if character is None:
        return 1.0
    manner = MANNERS[character]
    time = manner.ordinary * (1 + manner.spread * _waver(round, seat, round_number))
    match round.phase:
        case AfterDraw():
            time *= _AFTER_DRAWING
        case FacingDrawFour() | FacingStack():
            time *= manner.challenge
        case _:
            pass
    if any(len(hand) == 1 for other, hand in enumerate(round.hands) if other != seat):
        time *= manner.danger
    return max(QUICKEST, min(time, SLOWEST))


def _is_opening(round: Round) -> bool:
    """Whether everyone holds what was dealt, and nothing more has happened."""
    dealt = round.rules.hand_size
    return len(round.discard) == 1 and all(len(hand) == dealt for hand in round.hands)


def _waver(round: Round, seat: int, round_number: int) -> float:
    """From -1 to 1, as if by chance: it follows from how many cards lie where."""
    public = (round_number, seat, len(round.discard), len(round.pile), *map(len, round.hands))
    return crc32(repr(public).encode()) / 0x7FFF_FFFF - 1
