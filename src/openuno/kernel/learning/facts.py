"""Public facts that the round itself does not keep: who named, drew on and played which colour.

A fact is the time at which it last happened, counted in cards played and draws by turn; 0: never.
"""

from openuno.bots.network.layout import COLOURS, NOW
from openuno.kernel.compiler import U, inline
from openuno.kernel.rules.actions import DRAW, PLAY, action_kind, card_kind, named_colour
from openuno.kernel.rules.cards import colour_of, is_wild
from openuno.kernel.rules.state import COLOUR

NAMED, DREW, PLAYED = 0, COLOURS, 2 * COLOURS
SEAT_FACTS = 3 * COLOURS
CLOCK = 0
FIRST = 1
"""`facts` has the clock, then the facts of each seat."""


@inline
def forget_facts(facts, seats):
    """Nothing has happened in a round just dealt."""
    for index in range(FIRST + seats * SEAT_FACTS):
        facts[U(index)] = 0


@inline
def note_facts(round, facts, seat, code):
    """Note what an action shows; called before it is carried out."""
    what = action_kind(code)
    colour, fact = -1, DREW
    if what == PLAY:
        kind = card_kind(code)
        wild = is_wild(kind)
        fact = NAMED if wild else PLAYED
        colour = named_colour(code) if wild else colour_of(kind)
    elif what == DRAW:
        colour = round.now[COLOUR]
    if (what == PLAY) | (what == DRAW):
        facts[CLOCK] += 1
        if colour >= 0:
            facts[U(FIRST + seat * SEAT_FACTS + fact + colour)] = facts[CLOCK]


@inline
def recency(facts, seat, fact, colour):
    """How recent a fact is: NOW if it is the last thing that happened, 0 if long ago."""
    at = facts[U(FIRST + seat * SEAT_FACTS + fact + colour)]
    return max(NOW - (facts[CLOCK] - at), 0) if at > 0 else 0
