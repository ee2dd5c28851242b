"""Actions judged in possible deals by a small network that plays on for the seat:
`openuno.local.search.lookahead.StudentRollouts`, compiled.

The arithmetic is that of `openuno.bots.network.inference`. Every sum is a whole number below 2^24,
where 32-bit floating point is exact in any order of addition.
"""

from typing import Any, NamedTuple

from openuno.bots.network.layout import DECISIONS, PLAYER_SIZE, PLAYERS
from openuno.bots.network.weights import LEVELS, SHIFT
from openuno.kernel.batch.questions import (
    ASKED_SEAT,
    ASKED_TO_JUMP_IN,
    OUT_OF_TURN,
    QUESTION_KIND,
    UNFINISHED_PLAY,
    WHICH_PLAYER,
    ask_first,
)
from openuno.kernel.bots.regular import regular
from openuno.kernel.compiler import (
    I,
    U,
    add_rows,
    entry_point,
    inline,
    never_inline,
    outline,
    pointer,
)
from openuno.kernel.learning.decisions import (
    DECIDE_DRAW,
    NO_CODE,
    PLAYS,
    colour_order,
    decision_code,
    kinds_on_offer,
    only_decision,
)
from openuno.kernel.learning.discards import count_discards
from openuno.kernel.learning.features import RULES, write_cards, write_mask, write_players
from openuno.kernel.learning.lanes import ASK
from openuno.kernel.learning.policies import call_code
from openuno.kernel.learning.steps import carry_out
from openuno.kernel.rules.actions import card_kind
from openuno.kernel.rules.copies import copy_round
from openuno.kernel.rules.legal import needs_target
from openuno.kernel.rules.pointers import as_pointers
from openuno.kernel.rules.state import PHASE, ROUND_OVER, SEATS
from openuno.kernel.search.belief import sample
from openuno.kernel.search.rollouts import payoff

_NONE = U(0)


class StudentArrays(NamedTuple):
    """A network: what each value of a feature counts, and the layers.

    The weights of the first three have a row for each input, those of the last one for each output.
    """

    levels: Any
    first: Any
    second: Any
    third: Any
    head: Any
    scales: Any
    """Of all layers, one behind the other; the biases likewise."""
    biases: Any
    inputs: Any
    """Room for the outputs of a layer, and for the sums of the next."""
    sums: Any
    indexes: Any
    """Room for the inputs that are not 0: which they are, and what they count."""
    factors: Any


class SeatArrays(NamedTuple):
    """What the seat remembers besides the round, and room for what the network sees."""

    facts: Any
    """As in `kernel.rules.facts`, when the search begins."""
    facts_now: Any
    question: Any
    discards: Any
    deck: Any
    features: Any
    """The part about the rules is written already."""
    sums: Any
    """What that part adds to the sums of the first layer."""
    mask: Any


@outline
def _hidden_layers(student, own, seats):
    """Compute the outputs of the last layer but one, into `inputs`."""
    never_inline()
    inputs, sums = student.inputs, student.sums
    width = len(inputs)
    for unit in range(width):
        sums[unit] = own.sums[unit]
    count = _find_inputs(student, own.features, 0, RULES, 0)
    end = PLAYERS + PLAYER_SIZE * (seats - 1)
    count = _find_inputs(student, own.features, PLAYERS, end, count)
    _add_inputs(student, student.first, count)
    for unit in range(width):
        found = (I(sums[unit]) * student.scales[unit] + student.biases[unit]) >> SHIFT
        inputs[unit] = min(max(found, 0), LEVELS)
    _add_layer(student, student.second, width)
    _add_layer(student, student.third, 2 * width)


@inline
def _find_inputs(student, features, start, end, count):
    """Note those features that count something, behind `count` others; how many there are then."""
    indexes, factors = pointer(student.indexes), pointer(student.factors)
    for index in range(start, end):
        level = student.levels[features[U(index)]]
        indexes[count] = index
        factors[count] = level
        count += 1 if level != 0 else 0
    return count


@inline
def _add_inputs(student, weights, count):
    """Add what was noted, multiplied by the weights, to the sums."""
    add_rows(
        pointer(student.sums),
        pointer(weights),
        len(student.sums),
        pointer(student.indexes),
        pointer(student.factors),
        count,
    )


@inline
def _add_layer(student, weights, start):
    """Add what a layer makes of `inputs` to them; its scales and biases begin at `start`."""
    inputs, sums = student.inputs, student.sums
    indexes, factors = pointer(student.indexes), pointer(student.factors)
    width, count = len(inputs), 0
    for index in range(width):
        sums[index] = 0
        indexes[count] = index
        factors[count] = inputs[index]
        count += 1 if inputs[index] != 0 else 0
    _add_inputs(student, weights, count)
    for unit in range(width):
        more = (
            I(sums[unit]) * student.scales[start + unit] + student.biases[start + unit]
        ) >> SHIFT
        inputs[unit] = min(I(inputs[unit]) + max(more, 0), LEVELS)


@inline
def _best_decision(student, mask, may_draw):
    """The allowed decision with the highest score; among equals the first."""
    inputs = student.inputs
    width = len(inputs)
    best, most = -1, 0
    for decision in range(DECISIONS):
        if (mask[decision] != 0) & (may_draw | (decision != DECIDE_DRAW)):
            total = inputs[0] * student.head[decision, 0]
            for index in range(1, width):
                total += inputs[index] * student.head[decision, index]
            at = 3 * width + decision
            score = (I(total) * student.scales[at] + student.biases[at]) >> SHIFT
            if (best < 0) | (score > most):
                best, most = decision, score
    return best


@outline
def _decide(round, seat, limit, own, student, order, plays):
    """What the network decides for the seat."""
    never_inline()
    question = pointer(own.question)
    discards, features = pointer(own.discards), pointer(own.features)
    count_discards(round, question, discards)
    write_cards(round, question, discards, pointer(own.deck), seat, order, features)
    write_players(round, pointer(own.facts_now), seat, order, features)
    write_mask(round, question, seat, order, plays, pointer(own.mask))
    _hidden_layers(student, own, round.rules[SEATS])
    may_draw = (plays == _NONE) | (round.sizes[U(seat)] <= limit)
    return _best_decision(student, own.mask, may_draw)


@inline
def _own_action(round, question, seat, limit, own, student):
    """What the seat does, or ASK if it has yet to pick a player."""
    order, plays = colour_order(round, seat), kinds_on_offer(round, question, seat)
    decision = only_decision(round, question, seat, order, plays)
    if decision < 0:
        decision = _decide(round, seat, limit, own, student, order, plays)
    code = decision_code(round, question, seat, order, decision)
    if decision < PLAYS:
        last = 1 if round.sizes[U(seat)] == 1 else 0
        if needs_target(round, card_kind(code), last):
            if round.rules[SEATS] > 2:
                question[UNFINISHED_PLAY] = code
                question[QUESTION_KIND] = WHICH_PLAYER
                return ASK
            return code + ((2 - seat) << 13)  # of two players the other
    return code


@outline
def _regular_action(round, seat, weight):
    never_inline()
    code = regular(round, seat, weight)
    return code if code >= 0 else NO_CODE


@outline
def _act(round, question, facts, seat, code):
    never_inline()
    carry_out(round, question, facts, seat, code)


@outline
def _play_on(round, seat, limit, weight, most, own, student):
    """Everyone plays on, the seat by the network and the others as `regular`."""
    never_inline()
    question, facts = pointer(own.question), pointer(own.facts_now)
    while (most > 0) & (round.now[PHASE] != ROUND_OVER):
        asked = question[ASKED_SEAT]
        if (question[QUESTION_KIND] == OUT_OF_TURN) & (question[ASKED_TO_JUMP_IN] == 0):
            code = I(call_code(round, asked))
        elif asked == seat:
            code = I(_own_action(round, question, seat, limit, own, student))
        else:
            code = I(_regular_action(round, asked, weight))
        if code != ASK:
            _act(round, question, facts, asked, code)
            most -= 1 if code != NO_CODE else 0


@entry_point
def roll_out_with_student(
    belief,
    world,
    round,
    own,
    student,
    seed,
    first,
    last,
    seat,
    actions,
    limit,
    weight,
    stake,
    most,
    exchanges,
    surprise,
    keeps,
    rewards,
    found,
):
    """Write into `found` what actions are worth in the deals `first` to `last`, a row for each.

    `world` is the position as the seat sees it, with what it remembers; `round` and `rewards` are
    room to play in. With more cards than `limit` the seat draws only if it must. `most` actions are
    carried out after that of the seat; a round that is not over then counts as lost.
    """
    world, round = as_pointers(world), as_pointers(round)
    question, facts = pointer(own.question), pointer(own.facts_now)
    for number in range(first, last):
        sample(belief, world, seed, number, exchanges, surprise, keeps)
        for index in range(len(actions)):
            copy_round(world, round)
            for fact in range(len(own.facts)):
                facts[U(fact)] = own.facts[fact]
            ask_first(round, question)
            _act(round, question, facts, seat, actions[index])
            _play_on(round, seat, limit, weight, most, own, student)
            found[number - first, index] = payoff(round, seat, stake, rewards)
