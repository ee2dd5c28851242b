"""Faults in stacking, jumping in and the other house rules."""

from tests.faults.fault import Fault

HOUSE = (
    Fault(
        "a stack charges what was laid twice",
        "engine/effects.py",
        "total += before.phase.total",
        "total += before.phase.total + count",
    ),
    Fault(
        "a stack forgets what lay before",
        "engine/effects.py",
        "total += before.phase.total",
        "total += 0",
    ),
    Fault(
        "a stacked Wild Draw Four loses its colour",
        "engine/evolve.py",
        "colour=played.colour or card.colour,",
        "colour=round.colour\n        if isinstance(round.phase, Stacked | Doubt)\n"
        "        else played.colour or card.colour,",
    ),
    Fault(
        "stacking `same` takes any draw card",
        "engine/legal.py",
        "return card.face is top.face",
        "return card.face in DRAW_CARDS",
    ),
    Fault(
        "jumping in works after the next player has begun",
        "engine/legal.py",
        "if not round.rules.jump_in or round.window is None:",
        "if not round.rules.jump_in:",
    ),
    Fault(
        "after a jump-in play goes on where it was",
        "engine/evolve.py",
        "phase=Turn((seat + round.direction) % len(round.hands)),",
        "phase=Turn((getattr(round.phase, 'seat', seat) + round.direction) % len(round.hands)),",
    ),
    Fault(
        "one jumps in with a wild",
        "engine/legal.py",
        "if top.colour is None or top not in round.hands[seat]:",
        "if top not in round.hands[seat]:",
    ),
    Fault(
        "a jump-in with the last card does not win",
        "engine/effects.py",
        "if not step.round.hands[seat]:\n        if card",
        "if not step.round.hands[seat] and seat == getattr(round.phase, 'seat', seat):\n"
        "        if card",
    ),
)
