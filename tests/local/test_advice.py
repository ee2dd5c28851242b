"""Why a hint is a good move."""

from openuno.bots.bot import Mind
from openuno.bots.memory import NOTHING, Memory
from openuno.engine.actions import Action
from openuno.engine.notation.actions import parse_action
from openuno.engine.notation.rounds import parse_round
from openuno.engine.rng import Fast
from openuno.engine.view import view
from openuno.game.formats import Elimination, LowTally, Race
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


def test_a_hint_in_a_tally_speaks_of_points_where_nothing_else_speaks_for_it() -> None:
    naming = parse_round(
        "mattel-2016 pile=Y1,Y2,Y3,Y4,Y6 discard=W hands=R2,B5,G4,Y9/B2,B3/B6,R1 naming=0"
    )
    for format, kind in (
        (Race(), ReasonKind.GENERAL),
        (LowTally(), ReasonKind.FEWER_POINTS),
        (Elimination(), ReasonKind.FEWER_POINTS),
    ):
        mind = Mind(Fast(1), format=format)
        reason = reason_for(view(naming, 0), parse_action("name B"), mind)
        assert reason is not None
        assert reason.kind is kind


def test_a_tally_changes_no_better_reason() -> None:
    mind = Mind(Fast(1), memory=NO_BLUE, format=LowTally())
    reason = reason_for(view(ROUND, 0), parse_action("B5"), mind)
    assert reason is not None
    assert reason.kind is ReasonKind.LACKS
