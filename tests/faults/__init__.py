"""Rule faults to plant, one at a time: most of them were seen in published UNO programs.

Each replaces a text that occurs exactly once in its file. When the engine is rewritten the planting
says which text has gone; find the fault's new place, do not drop it.
"""

from tests.faults.calls import UNO
from tests.faults.custom_rules import CUSTOM_RULES
from tests.faults.deal import DECK, START
from tests.faults.events import EVENTS
from tests.faults.house_rules import HOUSE
from tests.faults.piles import PILES, POINTS
from tests.faults.secrets import SECRETS
from tests.faults.turns import CARDS, TURN, WILD_DRAW_FOUR

FAULTS = (
    DECK
    + START
    + TURN
    + CARDS
    + WILD_DRAW_FOUR
    + UNO
    + PILES
    + HOUSE
    + POINTS
    + SECRETS
    + CUSTOM_RULES
    + EVENTS
)
