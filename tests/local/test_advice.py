"""Why a hint is a good move."""

from openuno.bots.bot import Mind
from openuno.bots.memory import NOTHING, Memory
from openuno.engine.actions import Action
from openuno.engine.notation.actions import parse_action
from openuno.engine.notation.rounds import parse_round
from openuno.engine.rng import Fast
from openuno.engine.view import view
from openuno.game.formats import LowTally
from openuno.local.advice import reason_for
from openuno.local.analysis.reasons import ReasonKind

ROUND = parse_round(
    "mattel-2016 pile=Y1,Y2,Y3,Y4,Y6 discard=R5 hands=R2,B5,G4,Y9/B2,B3/B6,R1 turn=0"
)
NO_BLUE = Memory(known=(ROUND.hands[0], (), ()), open=((4,) * 4, (0, 2, 2, 2), (2,) * 4))


def reason_kind(action: Action, memory: Memory = NOTHING) -> ReasonKind:
    reason = reason_for(view(ROUND, 0), action, Mind(Fast(1), memory=memory))
    assert reason is not None
    return reason.kind


def test_a_hint_may_follow_from_a_colour_that_the_next_player_seemed_to_lack() -> None:
    blue = parse_action("B5")
    assert reason_kind(blue) is not ReasonKind.LACKS
    assert reason_kind(blue, NO_BLUE) is ReasonKind.LACKS


def test_a_call_needs_no_reason_and_other_formats_have_theirs() -> None:
    mind = Mind(Fast(1), format=LowTally())
    assert reason_for(view(ROUND, 0), parse_action("uno"), mind) is None
    assert reason_for(view(ROUND, 0), parse_action("B5"), mind) is not None
