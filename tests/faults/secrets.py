"""Faults that show a player what they must not know."""

from tests.faults.fault import Fault

SECRETS = (
    Fault(
        "a card stays open in the hand it was given to",
        "engine/evolve.py",
        "    if Card.BACK in hand:\n",
        "    if Card.BACK not in hand:\n",
    ),
    Fault(
        "a card that may have been given on unseen is still known",
        "bots/memory.py",
        "_lose(memory, seat, seen) if seen else _lose_unseen(memory, seat, len(cards))",
        "_lose(memory, seat, seen)",
    ),
    Fault(
        "every hand is sent to everybody",
        "engine/view.py",
        "hands=round.hands if isinstance(round.phase, RoundOver) else _own(round.hands, seat)",
        "hands=round.hands",
    ),
    Fault(
        "a spectator sees a hand",
        "engine/view.py",
        "else _own(round.hands, seat),",
        "else _own(round.hands, seat or 0),",
    ),
    Fault(
        "the whole table is shown the challenged hand",
        "engine/view.py",
        "return event if seat in (owner, to) else events.HandShown(owner, to, _down(cards))",
        "return event",
    ),
    Fault(
        "drawn cards are told to everybody",
        "engine/view.py",
        "return event if owner == seat else events.Drew(owner, _down(cards), why)",
        "return event",
    ),
    Fault(
        "the card drawn is seen in the phase",
        "engine/view.py",
        "case AfterDraw(owner) if owner != seat:",
        "case AfterDraw(owner) if owner == -1:",
    ),
    Fault(
        "the flag of a bluff is seen: the doubted hand in the phase",
        "engine/view.py",
        "case FacingDrawFour(_, _, by, _, held) if by != seat:",
        "case FacingDrawFour(_, _, by, _, held) if by == -1:",
    ),
    Fault(
        "the order of a new pile is told",
        "engine/view.py",
        "return events.Reshuffled(_down(pile), 0)",
        "return event",
    ),
    Fault(
        "swapped hands are told to everybody",
        "engine/view.py",
        "return events.HandsSwapped(by, target, _own(hands, seat))",
        "return event",
    ),
    Fault(
        "everyone is shown the legal moves of the player to move",
        "engine/view.py",
        "legal=() if seat is None else legal(round, seat),",
        "legal=() if seat is None else legal(round, getattr(round.phase, 'seat', seat)),",
    ),
    Fault(
        "a spectator may act",
        "engine/view.py",
        "legal=() if seat is None else legal(round, seat),",
        "legal=legal(round, seat or 0),",
    ),
    Fault(
        "the last answer is given to the next seat that asks",
        "engine/legal.py",
        "if known is round and at == seat:",
        "if known is round:",
    ),
    Fault(
        "seat -1 acts for the last seat",
        "engine/legal.py",
        "not 0 <= seat < len(round.hands):",
        "seat >= len(round.hands):",
    ),
)
