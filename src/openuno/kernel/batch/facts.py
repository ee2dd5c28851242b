"""The public facts of `rules.facts`, noted answer by answer in lanes that have rows for them."""

from openuno.kernel.batch.action_space import (
    ANSWER_CHOOSE,
    ANSWER_DRAW,
    ANSWER_PICK,
    play_of_answer,
)
from openuno.kernel.batch.questions import ASKED_SEAT, UNFINISHED_PLAY
from openuno.kernel.compiler import U, inline, pointer
from openuno.kernel.rules.actions import DRAW, card_kind
from openuno.kernel.rules.facts import forget_facts, note_facts
from openuno.kernel.rules.legal import needs_target
from openuno.kernel.rules.state import MEMORY, SEATS


@inline
def are_noted(lanes, round):
    """Whether facts are noted: only where the seats remember, too, and not always there."""
    return (round.rules[MEMORY] != 0) & (len(lanes.facts) > 0)


@inline
def forget_all(lanes, lane, round):
    """Nothing has happened in a round just dealt."""
    if are_noted(lanes, round):
        forget_facts(pointer(lanes.facts[U(lane)]), round.rules[SEATS])


@inline
def note_answer(lanes, lane, round, question, index):
    """Note what an answer shows; called before it is carried out.

    A card whose target is yet to be picked is not played before that is answered.
    """
    picks = (index >= ANSWER_PICK) & (index < ANSWER_CHOOSE)
    if are_noted(lanes, round) and (index <= ANSWER_DRAW or picks):
        seat = question[ASKED_SEAT]
        code = question[UNFINISHED_PLAY] if picks else DRAW
        if index < ANSWER_DRAW:
            code = play_of_answer(index)
            last = 1 if round.sizes[U(seat)] == 1 else 0
            if (round.rules[SEATS] > 2) & needs_target(round, card_kind(code), last):
                return
        note_facts(round, pointer(lanes.facts[U(lane)]), seat, code)
