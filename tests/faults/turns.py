"""Faults in turns, action cards and the Wild Draw Four."""

from tests.faults.fault import Fault

TURN = (
    Fault(
        "after drawing any card of the hand is accepted",
        "engine/legal.py",
        "plays = _plays(round, seat, (card,))",
        "plays = _plays(round, seat, round.hands[seat])",
    ),
    Fault(
        "a drawn card is played on a colour match only",
        "engine/legal.py",
        "plays = _plays(round, seat, (card,))",
        "plays = _plays(round, seat, (card,) if card.colour in (None, round.colour) else ())",
    ),
    Fault(
        "one may draw although reneging is not allowed",
        "engine/legal.py",
        "if not rules.renege and any(",
        "if False and any(",
    ),
    Fault(
        "a wild forces where only a match does",
        "engine/legal.py",
        "any(play.card.colour is not None for play in plays)",
        "bool(plays)",
    ),
    Fault(
        "a drawn card need not be played under forced play",
        "engine/legal.py",
        "if plays and round.rules.forced_play:",
        "if False:",
    ),
    Fault(
        "forced play does not force a hand",
        "engine/legal.py",
        "if forced and rules.forced_play:",
        "if False:",
    ),
    Fault(
        "forced play forces a bluff",
        "engine/legal.py",
        "bluff = card is _W4 and holds_colour(round.hands[seat], round.colour)",
        "bluff = False",
    ),
    Fault(
        "draw until playable stops after one card",
        "engine/play.py",
        "if round.rules.draw_until:",
        "if False:",
    ),
    Fault(
        "the named colour is forgotten: anything goes on a wild",
        "engine/legal.py",
        "or card.colour is colour or card.face is face)",
        "or card.colour is colour or card.face is face or face is Face.WILD)",
    ),
)

CARDS = (
    Fault("Skip skips nobody", "engine/effects.py", "    Face.SKIP: _skip,\n", ""),
    Fault(
        "Reverse does not turn the direction",
        "engine/effects.py",
        "Reversed(seat, -step.round.direction)",
        "Reversed(seat, step.round.direction)",
    ),
    Fault(
        "two players: Reverse does nothing",
        "engine/effects.py",
        "if len(step.round.hands) == 2 and",
        "if False and",
    ),
    Fault(
        "Draw Two: draws but keeps the turn",
        "engine/effects.py",
        "return add_event(draw(step, victim, total, DrawReason.CARD), Skipped(victim))",
        "return draw(step, victim, total, DrawReason.CARD)",
    ),
    Fault(
        "Draw Two hits the player on the left whatever the direction",
        "engine/effects.py",
        "victim = next_seat(before, seat)",
        "victim = (seat + 1) % len(before.hands)",
    ),
    Fault(
        "Shuffle Hands deals in the direction of play",
        "engine/hands.py",
        "hands[(seat + 1 + offset) % seats]",
        "hands[(seat + round.direction * (1 + offset)) % seats]",
    ),
    Fault(
        "Swap Hands copies a hand",
        "engine/hands.py",
        "hands[seat], hands[other] = hands[other], hands[seat]",
        "hands[seat] = hands[other]",
    ),
    Fault(
        "seven-zero: a last 0 passes the hands on and the round goes on",
        "engine/effects.py",
        "if not step.round.hands[seat]:\n        if card",
        "last_zero = card.face is Face.ZERO and round.rules.seven_zero\n"
        "    if not step.round.hands[seat] and not last_zero:\n        if card",
    ),
    Fault(
        "seven-zero: a 0 passes hands to the left whatever the direction",
        "engine/effects.py",
        "pass_hands(round, round.direction)",
        "pass_hands(round, 1)",
    ),
)

WILD_DRAW_FOUR = (
    Fault(
        "a drawn draw card acts as a plain card",
        "engine/effects.py",
        "if card.face in DRAW_CARDS:",
        "if card.face in DRAW_CARDS and not hasattr(round.phase, 'card'):",
    ),
    Fault(
        "a drawn Wild Draw Four is never judged",
        "engine/effects.py",
        "is Card.W4 and rules.bluffing:",
        "is Card.W4 and rules.bluffing and not hasattr(before.phase, 'card'):",
    ),
    Fault(
        "no bluffing: a Wild Draw Four only when nothing else can be played",
        "engine/legal.py",
        "if not rules.bluffing and holds_colour(hands[seat], round.colour):",
        "if not rules.bluffing and any(play.card is not _W4 for play in plays):",
    ),
    Fault(
        "guilty is who held anything else to play",
        "engine/play.py",
        "guilty = holds_colour(phase.held, phase.before)",
        "guilty = holds_colour(phase.held, phase.before) or any(\n"
        "        card.colour is None or card.face is round.discard[-2].face\n"
        "        for card in phase.held\n"
        "    )",
    ),
    Fault(
        "a bluff is judged by the colour named",
        "engine/play.py",
        "holds_colour(phase.held, phase.before)",
        "holds_colour(phase.held, round.colour)",
    ),
    Fault(
        "a bluff is judged by the hand as it is now",
        "engine/play.py",
        "holds_colour(phase.held, phase.before)",
        "holds_colour(round.hands[phase.by], phase.before)",
    ),
    Fault(
        "the winner of a challenge loses the turn",
        "engine/play.py",
        "add_event(paid, events.TurnBegan(seat))",
        "add_event(paid, events.Skipped(seat))",
    ),
    Fault(
        "a lost challenge costs four",
        "engine/play.py",
        "CHALLENGE_PENALTY = 2",
        "CHALLENGE_PENALTY = 0",
    ),
    Fault(
        "who accepts a Wild Draw Four keeps the turn",
        "engine/play.py",
        "add_event(draw(step, seat, phase.total, DrawReason.CARD), events.Skipped(seat))",
        "add_event(draw(step, seat, phase.total, DrawReason.CARD), events.TurnBegan(seat))",
    ),
    Fault(
        "a challenge is offered with bluffing off",
        "engine/effects.py",
        "is Card.W4 and rules.bluffing:",
        "is Card.W4:",
    ),
)
