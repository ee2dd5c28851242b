"""Public facts that the round itself does not keep: who named, drew on and played which colour.

A fact is the time at which it last happened, counted in cards played and draws by turn; 0: never.
"""

from openuno.bots.network.layout import COLOURS, NOW
from openuno.kernel.compiler import I, U, inline
from openuno.kernel.rules.actions import DRAW, PLAY, action_kind, card_kind, named_colour
from openuno.kernel.rules.cards import colour_of, is_wild
from openuno.kernel.rules.state import COLOUR

NAMED, DREW, PLAYED = range(3)
SEAT_FACTS = 3
CLOCK = 0
FIRST = 1
"""`facts` has the clock, then for each seat a word about each fact: 16 bits for each colour."""
_BITS = 64 // COLOURS
_TIME = U((1 << _BITS) - 1)
_NONE = U(0)


@inline
def forget_facts(facts, seats):
    """Nothing has happened in a round just dealt."""
    for index in range(FIRST + seats * SEAT_FACTS):
        facts[U(index)] = _NONE


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
        index, place = U(FIRST + seat * SEAT_FACTS + fact), U(_BITS * max(colour, 0))
        clock, times = facts[CLOCK], facts[index]
        # As in `bots.memory`: who draws on a colour twice, with nothing in between, did it once.
        last = (colour >= 0) & (clock != _NONE) & (times >> place & _TIME == clock)
        if not ((what == DRAW) & last):
            clock += U(1)
            facts[CLOCK] = clock
            if colour >= 0:
                facts[index] = (times & ~(_TIME << place)) | (clock << place)


@inline
def recency(times, clock, colour):
    """How recent a fact about a colour is: NOW if it was the last that happened, 0 if long ago."""
    at = I(times >> U(_BITS * colour) & _TIME)
    return max(NOW - (I(clock) - at), 0) if at > 0 else 0
