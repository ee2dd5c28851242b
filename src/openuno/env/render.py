"""A round as text, with the cards of the player who is asked face up."""

from openuno.engine.cards import Card
from openuno.engine.state import Round, seat_to_act


def render_round(round: Round, asked: int | None) -> str:
    """The top card, the pile, and a line for each player; the hand of the asked one is open."""
    way = "left" if round.direction > 0 else "right"
    colour = "no colour yet" if round.colour is None else round.colour.name.lower()
    lines = [f"{round.discard[-1]} on top, {colour}; {way}; {len(round.pile)} in the pile"]
    turn = seat_to_act(round)
    for seat, hand in enumerate(round.hands):
        cards = " ".join(hand if seat == asked or turn is None else (Card.BACK,) * len(hand))
        marks = ("*" if seat == turn else " ") + (">" if seat == asked else " ")
        lines.append(f"{marks} player_{seat} {len(hand):3}  {cards}".rstrip())
    return "\n".join(lines)
