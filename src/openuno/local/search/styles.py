"""How players choose among the cards that fit, in numbers: a few styles of play.

A play weighs as much as the product of some entries of a style's table, and is as likely as its
share of the weight of all plays from that hand, and of drawing. `python -m bench.playing_styles`
fits the tables of `regular` and `master` to their rounds; to anyone else every card is as good,
but hardly anyone bluffs.
"""

from collections.abc import Iterator, Sequence

from openuno.engine.cards import COLOUR_INDEX, COLOURS, KIND_OF, KINDS, Card

NO_COLOUR, NO_FACE = len(COLOURS), 13
"""Of a wild."""
_SUIT = [card.face for card in KINDS if card.colour is COLOURS[0]]
COLOUR_OF = tuple(NO_COLOUR if card.colour is None else COLOUR_INDEX[card.colour] for card in KINDS)
FACE_OF = tuple(NO_FACE if card.colour is None else _SUIT.index(card.face) for card in KINDS)
WILD_FOUR = KIND_OF[Card.W4]

MANY = 7
"""Cards of a colour that count as many; more make no difference."""
FEW = 2
"""Cards with which the next player is about to go out."""
FACES = 16
"""Entries for the faces of a colour, Wild, Wild Draw Four and other wilds; as many again for when
the next player has few cards."""
TURNS = 2 * FACES
"""For turning to another colour, and when the next player has few."""
FOLLOWS = TURNS + 2
"""By how many cards of the colour are left in the hand."""
COLOURS_LEFT = FOLLOWS + MANY + 1
"""By how many colours are left."""
NAMES = COLOURS_LEFT + NO_COLOUR + 1
"""By how many cards the hand has of the colour that is named for a wild."""
LAST = NAMES + MANY + 1
"""By the last card that is left: it does not fit, it fits, it is a wild."""
LAST_TWO = LAST + 3
"""The last two cards are of the colour, or wild."""
BLUFFS = LAST_TWO + 1
"""For a Wild Draw Four while holding the colour."""
DRAWS = BLUFFS + 1
"""For drawing although a card fits."""
SIZE = DRAWS + 1
PLAIN = LAST
"""An entry that is always 1."""

Table = tuple[float, ...]
Play = tuple[int, int, tuple[int, int, int, int, int, int]]
"""The kind, the colour that is in force after it, and the entries of its weight."""


_WILD_ENTRIES = {Card.W: NO_FACE, Card.W4: NO_FACE + 1}
FACE_ENTRY = tuple(
    _WILD_ENTRIES.get(card, NO_FACE + 2) if card.colour is None else FACE_OF[kind]
    for kind, card in enumerate(KINDS)
)
"""The entry for what each kind shows."""


def list_plays(hand: Sequence[int], colour: int, face: int, few: int) -> Iterator[Play]:
    """Every way to play from a hand onto a colour and a face; `few`: the next player has few."""
    size, counts = len(hand), [0] * (NO_COLOUR + 1)
    for kind in hand:
        counts[COLOUR_OF[kind]] += 1
    wilds = counts.pop()
    held = sum(count > 0 for count in counts)
    base, turns = few * FACES, TURNS + few
    seen = set()
    for index, kind in enumerate(hand):
        own = COLOUR_OF[kind]
        if kind in seen or not (own in (colour, NO_COLOUR) or FACE_OF[kind] == face):
            continue
        seen.add(kind)
        other = hand[1 - index] if size == 2 else -1
        shown = base + FACE_ENTRY[kind]
        if own != NO_COLOUR:
            left = counts[own] - 1
            yield (
                kind,
                own,
                (
                    shown,
                    PLAIN if own == colour else turns,
                    FOLLOWS + min(left, MANY),
                    COLOURS_LEFT + held - (left == 0),
                    _last_entry(other, own, FACE_OF[kind], size, left + wilds),
                    PLAIN,
                ),
            )
            continue
        bluffs = BLUFFS if kind == WILD_FOUR and counts[colour] else PLAIN
        for named in range(NO_COLOUR):
            left = counts[named]
            yield (
                kind,
                named,
                (
                    shown,
                    PLAIN,
                    NAMES + min(left, MANY),
                    COLOURS_LEFT + held,
                    _last_entry(other, named, NO_FACE, size, left + wilds - 1),
                    bluffs,
                ),
            )


def _last_entry(other: int, colour: int, face: int, size: int, fitting: int) -> int:
    """The entry for one or two cards that are left: `other` is the one, if there is one."""
    if other >= 0:
        own = COLOUR_OF[other]
        if own == NO_COLOUR:
            return LAST + 2
        return LAST + 1 if own == colour or FACE_OF[other] == face else LAST
    return LAST_TWO if size == 3 and fitting == 2 else PLAIN


# fmt: off
_REGULAR_OF_TWO: Table = (
    0.0945, 0.191, 0.395, 0.761, 1.08, 1.76, 2.97, 4.82, 7.61, 12.7, 1870.0, 23.7, 14.0, 0.0336,
    0.282, 1.0, 0.0281, 0.0677, 0.185, 0.271, 0.414, 0.529, 0.863, 1.32, 2.24, 4.49, 157.0, 17.9,
    7.89, 0.0733, 8.61, 1.0, 0.72, 1.11, 37.4, 2.23, 5.75, 11.2, 25.2, 26.7, 40.8, 5.13, 34.8, 78.6,
    30.3, 6.34, 1.4, 0.00607, 0.0417, 0.346, 1.47, 2.57, 8.97, 2.41, 1.4, 1.0, 31.0, 0.256, 3.0,
    0.494, 0.00416,
)
_REGULAR: Table = (
    0.28, 0.64, 1.04, 1.56, 2.86, 4.66, 6.55, 8.81, 13.6, 25.0, 65.7, 7.83, 7.69, 0.145, 0.0263,
    1.0, 0.0784, 0.113, 0.189, 0.371, 0.463, 0.952, 1.19, 1.92, 2.77, 4.88, 25.7, 9.99, 5.68, 0.151,
    1.23, 1.0, 1.38, 0.809, 1.28, 20.3, 85.8, 154.0, 137.0, 49.7, 6.16, 1.69, 46.6, 17.3, 19.1,
    13.6, 14.4, 0.0062, 0.06, 0.287, 1.02, 1.77, 1.92, 2.51, 1.43, 1.0, 9.54, 2.03, 2.23, 0.652,
    0.00452,
)
_MASTER_OF_TWO: Table = (
    6.52, 6.87, 4.24, 2.3, 1.87, 1.31, 1.68, 1.48, 1.37, 1.38, 2.15, 2.68, 2.4, 0.184, 0.103, 1.0,
    0.764, 0.401, 0.493, 0.41, 0.389, 0.369, 0.432, 0.543, 0.342, 0.44, 5.04, 2.45, 2.29, 0.808,
    2.0, 1.0, 0.881, 1.34, 2.39, 2.86, 2.31, 2.72, 2.16, 1.96, 4.29, 1.71, 55.3, 2.16, 0.687, 0.443,
    0.321, 0.0896, 0.35, 0.496, 0.666, 0.671, 1.39, 1.11, 1.6, 1.0, 54.0, 1.13, 8.81, 0.255, 0.256,
)
_MASTER: Table = (
    41.6, 21.5, 12.5, 7.22, 4.86, 3.05, 2.72, 2.2, 2.09, 2.65, 2.8, 1.59, 2.4, 0.0766, 0.0511, 1.0,
    0.94, 0.72, 0.617, 0.39, 0.301, 0.259, 0.314, 0.273, 0.248, 0.36, 3.51, 1.12, 0.756, 0.297,
    0.719, 1.0, 1.22, 1.33, 2.68, 5.43, 9.69, 8.62, 9.64, 5.63, 4.58, 0.98, 49.2, 1.89, 0.938,
    0.613, 0.556, 0.123, 0.543, 0.346, 0.239, 0.199, 0.222, 0.45, 0.632, 1.0, 12.0, 0.868, 3.24,
    0.489, 0.17,
)
# fmt: on
def _weigh_as_anyone(entry: int) -> float:
    if entry in (BLUFFS, DRAWS):
        return 0.05
    is_wild = entry < TURNS and entry % FACES >= NO_FACE
    return 0.25 if is_wild else 1.0


_ANYONE: Table = tuple(map(_weigh_as_anyone, range(SIZE)))
"""Any card that fits, one as likely as the other; a wild can be played in four ways. Few bluff."""


def find_styles(players: int) -> tuple[Table, ...]:
    """The styles that a player may have, one as likely as the other."""
    if players == 2:
        return _REGULAR_OF_TWO, _MASTER_OF_TWO, _ANYONE
    return _REGULAR, _MASTER, _ANYONE
