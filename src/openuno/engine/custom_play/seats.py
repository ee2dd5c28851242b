"""The seats that a word like *next* or *everyone* means at this moment."""

from collections.abc import Sequence
from typing import NamedTuple, assert_never

from openuno.engine.custom import NEXT_SEVERAL, Who
from openuno.engine.state import Round


class Laid(NamedTuple):
    """Who laid the blank, and whom they picked; `out`: it was their last card."""

    seat: int
    target: int | None
    out: bool = False


def seats_of(round: Round, laid: Laid, who: Who) -> tuple[int, ...]:
    """Who is meant at this moment, in order of play from the next player on, the player last."""
    return seats_meant([len(hand) for hand in round.hands], round.direction, laid, who)


def seats_meant(sizes: Sequence[int], direction: int, laid: Laid, who: Who) -> tuple[int, ...]:
    """The same by the sizes of the hands and the direction of play, which is all it depends on."""
    seat, seats = laid.seat, len(sizes)
    order = tuple((seat + offset * direction) % seats for offset in range(1, seats + 1))
    still_in = order[:-1] if laid.out else order
    match who:
        case Who.YOU:
            return (seat,)
        case Who.NEXT:
            return order[:1]
        case Who.AFTER_NEXT:
            return order[:-1][:2][-1:]
        case Who.PREVIOUS:
            return order[-2:-1]
        case Who.CHOSEN:
            assert laid.target is not None, "legal asks for the player"
            return (laid.target,)
        case Who.PARTNER:
            return (partner(seat, seats),)
        case Who.MOST:
            return (max(still_in, key=sizes.__getitem__),)
        case Who.FEWEST:
            return (min(still_in, key=sizes.__getitem__),)
        case Who.EVERYONE:
            return still_in
        case Who.OTHERS:
            return order[:-1]
        case Who.LEFT:
            return ((seat + 1) % seats,)
        case Who.RIGHT:
            return ((seat - 1) % seats,)
        case (
            Who.NEXT_TWO
            | Who.NEXT_THREE
            | Who.NEXT_FOUR
            | Who.NEXT_FIVE
            | Who.NEXT_SIX
            | Who.NEXT_SEVEN
            | Who.NEXT_EIGHT
            | Who.NEXT_NINE
        ):
            return order[:-1][: NEXT_SEVERAL[who]]
        case Who.ACROSS:
            return ((seat + seats // 2) % seats,)
        case Who.NEIGHBOURS:
            return order[:1] if seats == 2 else (order[0], order[-2])
        case _:
            assert_never(who)


def partner(seat: int, seats: int) -> int:
    """The team-mate opposite; where an opponent sits there, the next team-mate to the left."""
    opposite = seats // 2
    return (seat + (2 if opposite % 2 else opposite)) % seats
