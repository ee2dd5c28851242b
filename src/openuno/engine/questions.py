"""Who is asked before the turn goes on, what, and in which order: one order for every client."""

from collections.abc import Iterator
from typing import NamedTuple

from openuno.engine.actions import Action, Catch, Play, SayUno
from openuno.engine.legal import legal
from openuno.engine.rules import deck
from openuno.engine.state import Round, next_seat, owes_uno, seat_to_act


class Question(NamedTuple):
    """A seat that is asked out of turn, and what it can answer; it can also let it go."""

    seat: int
    offered: tuple[Action, ...]


def questions_out_of_turn(round: Round) -> Iterator[Question]:
    """The questions to put after a card, in their order (UNO-8).

    The player who owes UNO is asked first whether to say it, then the others, in the order of
    play, whether to catch that player. Only then may anyone jump in: in the order of play, the
    player who laid the card last. An answer changes the round, so the questions start again; when
    everyone lets it go, the turn goes on.
    """
    acting = seat_to_act(round)
    if round.window is None or acting is None:
        return
    by = round.window.by
    owing = owes_uno(round)
    if owing is not None:
        yield Question(owing, (SayUno(),))
        for other in _others(round, owing):
            yield Question(other, (Catch(owing),))
    if round.rules.jump_in:
        for seat in (*_others(round, by), by):
            plays = tuple(action for action in legal(round, seat) if isinstance(action, Play))
            if plays and seat != acting:
                yield Question(seat, plays)


def is_open_to_a_jump_in(round: Round) -> bool:
    """Whether somebody could jump in now, by what everyone can see: a pause must tell no more."""
    top = round.discard[-1]
    if not round.rules.jump_in or round.window is None or top.colour is None:
        return False
    return deck(round.rules).count(top) > round.discard.count(top)


def _others(round: Round, seat: int) -> Iterator[int]:
    """The other seats, in the order of play."""
    other = next_seat(round, seat)
    while other != seat:
        yield other
        other = next_seat(round, other)
