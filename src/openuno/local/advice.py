"""Why a move is good: the sentence of a hint for somebody who plays with bots."""

from collections.abc import Iterator

from openuno.bots.bot import Mind, is_my_turn, legal_plays, other_actions, prefer_saying_uno
from openuno.bots.master import is_trained_for
from openuno.bots.network.decisions import list_options, stake_of
from openuno.bots.network.features import colour_order, write_features
from openuno.bots.network.inference import shipped_network
from openuno.engine.actions import Action, Catch, Challenge, SayUno
from openuno.engine.view import View, hidden_round
from openuno.local.analysis.reasons import Comparison, Reason, ReasonKind, find_reason


def reason_for(view: View, best: Action, mind: Mind) -> Reason | None:
    """What speaks for an action of the seat, by what it sees and remembers; None if nothing does.

    Nothing does for a call, which costs nothing, and where there is nothing else to do.
    """
    assert view.seat is not None, "a spectator has nothing to do"
    if isinstance(best, (SayUno, Catch)):
        return None
    round, stake = hidden_round(view), stake_of(mind.format)
    reasons = [
        find_reason(Comparison(round, view.seat, other, best, mind.memory, stake))
        for other in _others(view, mind, best)
    ]
    return min(reasons, key=_dullness, default=None)


def _dullness(reason: Reason) -> int:
    """That playing leaves fewer cards than drawing is said where there is nothing better to say."""
    dull = {ReasonKind.PLAY: 1, ReasonKind.GENERAL: 2, ReasonKind.FEWER_POINTS: 2}
    return dull.get(reason.kind, 0)


def _others(view: View, mind: Mind, best: Action) -> Iterator[Action | None]:
    """What else the seat can do, what the network prefers first."""
    if is_trained_for(view.rules, len(view.hands)):
        order = colour_order(view)
        options = list_options(view, order)
        features = write_features(view, mind.memory, order, stake=stake_of(mind.format))
        scores = shipped_network().scores(features)
        found = [
            action
            for decision in sorted(options, key=lambda each: -scores[each])
            for action in options[decision]
        ]
    else:
        challenges = [action for action in view.legal if isinstance(action, Challenge)]
        waiting = [] if is_my_turn(view) else [None]
        plays = prefer_saying_uno(legal_plays(view))
        found = [*plays, *challenges, *other_actions(view), *waiting]
    return (action for action in found if action != best)
