"""How many cards a sentence moves."""

from collections.abc import Callable

from openuno.engine.custom import Amount, CardKind, is_of_kind
from openuno.engine.custom_play.seats import Laid, seats_of
from openuno.engine.state import Round


def has_kind(round: Round, seat: int, kind: CardKind) -> bool:
    """Whether the seat holds a card of the kind."""
    return any(is_of_kind(card, kind, round.colour) for card in round.hands[seat])


def count_cards(round: Round, laid: Laid, amount: Amount) -> Callable[[int], int]:
    """How many cards a sentence moves of each seat, counted before it moves any."""
    if isinstance(amount, int):
        return lambda _: amount
    kind = amount.kind
    if kind is None:
        assert amount.who is not None, "it is the players who are counted"
        players = min(amount.number * len(seats_of(round, laid, amount.who)), amount.most)
        return lambda _: players

    def count(seat: int) -> int:
        held = sum(is_of_kind(card, kind, round.colour) for card in round.hands[seat])
        return min(amount.number * held, amount.most)

    if amount.who is None:
        return count
    (holder,) = seats_of(round, laid, amount.who)
    number = count(holder)
    return lambda _: number
