"""What the other players did in their turns, as far as it says which cards they may hold."""

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from openuno.bots.memory import ChangeKind, HandChange, Memory
from openuno.engine.cards import COLOUR_INDEX, DRAW_CARDS, KIND_OF, Card, Colour
from openuno.engine.rules import Rules, Stacking
from openuno.engine.state import FacingDrawFour
from openuno.engine.view import View
from openuno.local.search.styles import FACE_OF, FEW, NO_COLOUR

MAX_CHOICES = 8
"""How many choices of a player are looked at; what lies further back says little."""


class PastAct(IntEnum):
    """What happened to a hand, going back in time."""

    CHOSE = 0
    """It played a card of those that fitted."""
    DREW = 1
    """It chose to draw, or had to because nothing fitted."""
    GOT = 2
    """It got cards without a choice."""
    PLAYED_DRAWN = 3
    """It played the card that it had just drawn."""
    KEPT = 4
    """It kept the card that it had just drawn."""
    PLAYED = 5
    """It lost a card, but nobody knows what else it could have done."""


class PastTurn(NamedTuple):
    """One change of a hand, in numbers: cards are kinds, colours have the order of COLOURS."""

    act: int
    kind: int = -1
    named: int = -1
    """The colour in force after it."""
    colour: int = NO_COLOUR
    face: int = -1
    few: int = 0
    """Whether the next player had few cards."""
    gained: int = 0


def list_past_turns(view: View, memory: Memory) -> dict[int, list[PastTurn]]:
    """By seat of the others, what its hand went through, the latest first."""
    found: dict[int, list[PastTurn]] = {
        seat: [] for seat in range(len(view.hands)) if seat != view.seat
    }
    choices, changes = dict.fromkeys(found, 0), memory.changes
    for index in range(len(changes) - 1, -1, -1):
        change = changes[index]
        seat = change.seat
        if choices.get(seat, MAX_CHOICES) >= MAX_CHOICES:
            continue
        if change.how is ChangeKind.MOVED:
            choices[seat] = MAX_CHOICES
            continue
        turn = _read_change(view.rules, change, _find_before(changes, index))
        found[seat].append(turn)
        choices[seat] += turn.act in (PastAct.CHOSE, PastAct.DREW)
    phase = view.phase
    if isinstance(phase, FacingDrawFour) and not found.get(phase.by, [None]):
        found[phase.by].append(_assume_draw_four(phase.before, view.colour))
    return found


def _find_before(changes: Sequence[HandChange], index: int) -> HandChange | None:
    """The change before this one, but for penalties: those interrupt nobody's turn."""
    earlier = (changes[before] for before in range(index - 1, -1, -1))
    return next((change for change in earlier if change.how is not ChangeKind.FINED), None)


def _read_change(rules: Rules, change: HandChange, before: HandChange | None) -> PastTurn:
    # Where a card drawn may not be played, a draw ends the turn.
    has_drawn = rules.play_drawn and _has_drawn(change.seat, before)
    if change.card is not None:
        if has_drawn and change.how is ChangeKind.PLAYED:
            return PastTurn(PastAct.PLAYED_DRAWN, KIND_OF[change.card])
        if change.how is ChangeKind.LOST or not _is_choice(rules, change, before):
            return PastTurn(PastAct.PLAYED, KIND_OF[change.card])
        return _describe(PastAct.CHOSE, change)
    # A player who draws until a card fits keeps one that does, as everyone knows.
    if change.how is ChangeKind.KEPT and not rules.draw_until:
        return _describe(PastAct.KEPT, change)
    # A draw that goes on from a pile turned over was no choice either.
    if change.how is ChangeKind.DREW and not has_drawn:
        return _describe(PastAct.DREW, change)
    return PastTurn(PastAct.GOT, gained=change.gained)


def _has_drawn(seat: int, before: HandChange | None) -> bool:
    return before is not None and before.seat == seat and before.how is ChangeKind.DREW


def _describe(act: PastAct, change: HandChange) -> PastTurn:
    """What could be played onto, and what was."""
    colour, top, card = change.colour, change.top, change.card
    if colour is None or top is None:
        return PastTurn(PastAct.GOT, gained=change.gained)
    after = change.named or (None if card is None else card.colour)
    return PastTurn(
        act,
        -1 if card is None else KIND_OF[card],
        -1 if after is None else COLOUR_INDEX[after],
        COLOUR_INDEX[colour],
        FACE_OF[KIND_OF[top]],
        int(change.next_size <= FEW),
        change.gained,
    )


def _is_choice(rules: Rules, change: HandChange, before: HandChange | None) -> bool:
    """Whether it could have played any card that fits: neither to stack nor to jump in."""
    if change.colour is None or change.top is None:
        return False
    if before is None or before.how not in (ChangeKind.PLAYED, ChangeKind.GOT):
        return True
    may_jump_in = rules.jump_in and change.card is change.top
    if rules.stacking is Stacking.OFF:
        # Others may jump in even after the draw that a card causes.
        return not may_jump_in
    # Who takes the cards that were stacked begins a turn: after that nobody can jump in.
    return before.how is ChangeKind.GOT or not (may_jump_in or change.top.face in DRAW_CARDS)


def _assume_draw_four(before: Colour, named: Colour | None) -> PastTurn:
    """What is known of a Wild Draw Four that nobody remembers: in positions that were made up."""
    return PastTurn(
        PastAct.CHOSE,
        KIND_OF[Card.W4],
        -1 if named is None else COLOUR_INDEX[named],
        COLOUR_INDEX[before],
    )
