"""Your own bot against `regular`: change what it plays, and see how many rounds it wins."""

import openuno as uno


def my_bot(view: uno.View, mind: uno.Mind) -> uno.Answer:
    """Play the card that is worth most, and say UNO."""
    if uno.due_call(view) == uno.SayUno():
        return uno.SayUno(), mind
    if not uno.is_my_turn(view):
        return None, mind
    if plays := uno.prefer_saying_uno(uno.legal_plays(view)):
        return max(plays, key=lambda play: uno.card_points(view.rules, play.card)), mind
    return uno.other_actions(view)[0], mind


if __name__ == "__main__":
    won = sum(0 in uno.play_round([my_bot, "regular"], seed=seed).winners for seed in range(500))
    print(f"my_bot wins {won} of 500 rounds against regular")
