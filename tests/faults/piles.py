"""Faults in the piles, going out and counting."""

from tests.faults.fault import Fault

PILES = (
    Fault(
        "a last Draw Two or Wild Draw Four is never paid",
        "engine/effects.py",
        "return end_round(draw(step, victim, total, DrawReason.CARD), seat)",
        "return end_round(step, seat)",
    ),
    Fault(
        "the card on the table is shuffled into the new pile",
        "engine/steps.py",
        "shuffle(step.round.discard[:-1], step.round.rng)",
        "shuffle(step.round.discard, step.round.rng)",
    ),
    Fault(
        "a fresh deck is added instead of the discards",
        "engine/steps.py",
        "shuffle(step.round.discard[:-1], step.round.rng)",
        "shuffle(__import__('openuno').engine.rules.deck(step.round.rules), step.round.rng)",
    ),
    Fault(
        "the discards are turned over unshuffled",
        "engine/steps.py",
        "pile, spent = shuffle(step.round.discard[:-1], step.round.rng)",
        "pile, spent = step.round.discard[:-1], 0",
    ),
    Fault(
        "the colour in force is lost at a reshuffle",
        "engine/evolve.py",
        "return replace(round, pile=pile, discard=top, rng=advance(round.rng, spent))",
        "rng = advance(round.rng, spent)\n"
        "            return replace(round, pile=pile, discard=top, colour=top[0].colour, rng=rng)",
    ),
    Fault(
        "a hand is capped and cards vanish",
        "engine/evolve.py",
        "tuple(sorted(changed[seat] + cards))",
        "tuple(sorted(changed[seat] + cards))[:16]",
    ),
    Fault(
        "nobody can move: the round goes on for ever",
        "engine/play.py",
        "everyone = step.round.passes == len(round.hands)",
        "everyone = False",
    ),
    Fault(
        "a pass while one could play",
        "engine/legal.py",
        "return plays if forced else plays + _PASS",
        "return plays + _PASS",
    ),
    Fault(
        "a pass counts on after a card was laid",
        "engine/evolve.py",
        "window=Window(seat, played.uno),\n        passes=0,",
        "window=Window(seat, played.uno),",
    ),
)

POINTS = (
    Fault("an action card counts ten", "engine/scoring.py", "return 20\n", "return 10\n"),
    Fault(
        "a special wild counts fifty whatever the switch",
        "engine/scoring.py",
        "return special_points\n",
        "return 50\n",
    ),
    Fault(
        "a plain wild counts fifty whatever the switch",
        "engine/scoring.py",
        "return wild_points if number is None",
        "return 50 if number is None",
    ),
    Fault(
        "no more than seven cards of a hand are counted",
        "engine/steps.py",
        "hand_points(step.round.rules, hands)",
        "hand_points(step.round.rules, tuple(hand[:7] for hand in hands))",
    ),
)
