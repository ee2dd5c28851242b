"""UNO by every printed rule sheet: one engine, every switch, every rule traced to its tests."""

from openuno.engine.actions import Action
from openuno.engine.cards import Card, Colour, Face
from openuno.engine.deal import deal, draw_for_dealer, undealt
from openuno.engine.errors import IllegalAction, NotationError, Reason, SetupError
from openuno.engine.events import Event
from openuno.engine.evolve import evolve
from openuno.engine.legal import legal
from openuno.engine.play import apply
from openuno.engine.rng import Fair, Fast
from openuno.engine.rules import EDITIONS, Rules, change, edition
from openuno.engine.state import Round, Step, to_act
from openuno.engine.view import View, redact, view

__all__ = [
    "EDITIONS",
    "Action",
    "Card",
    "Colour",
    "Event",
    "Face",
    "Fair",
    "Fast",
    "IllegalAction",
    "NotationError",
    "Reason",
    "Round",
    "Rules",
    "SetupError",
    "Step",
    "View",
    "apply",
    "change",
    "deal",
    "draw_for_dealer",
    "edition",
    "evolve",
    "legal",
    "redact",
    "to_act",
    "undealt",
    "view",
]
