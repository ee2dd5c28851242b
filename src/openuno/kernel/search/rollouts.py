"""Actions judged in possible deals: `openuno.local.search.lookahead.Rollouts`, compiled."""

from openuno.kernel.bots.payoffs import WIN, pay_round
from openuno.kernel.compiler import U, entry_point, never_inline, outline, splice
from openuno.kernel.rules.copies import copy_round
from openuno.kernel.rules.legal import playable_to_jump_in
from openuno.kernel.rules.play import say_uno
from openuno.kernel.rules.pointers import as_pointers
from openuno.kernel.rules.scoring import is_won_by
from openuno.kernel.rules.state import (
    JUMP_IN,
    PHASE,
    ROUND_OVER,
    SEAT,
    SEATS,
    WINDOW,
    next_seat,
    owes_uno,
)
from openuno.kernel.search.belief import sample
from openuno.kernel.simulation.rounds import apply_choice, choose_regular


@splice
def _next_step(round, weight):
    """What happens next if everyone plays as `regular`."""
    now = round.now
    acting = now[SEAT]
    if now[WINDOW] >= 0:
        owes = owes_uno(round)
        if owes >= 0:
            say_uno(round, owes)
            return
        if round.rules[JUMP_IN]:
            other = now[WINDOW]
            for _ in range(round.rules[SEATS]):
                other = next_seat(round, other)
                if (other != acting) and playable_to_jump_in(round, other) != U(0):
                    code = choose_regular(round, other, weight)
                    if code >= 0:
                        apply_choice(round, other, code)
                        return
    apply_choice(round, acting, choose_regular(round, acting, weight))


@outline
def _play_on(round, weight, most):
    never_inline()
    for _ in range(most):
        if round.now[PHASE] == ROUND_OVER:
            break
        _next_step(round, weight)


@outline
def payoff(round, seat, stake, rewards):
    """1 or 0, whether the seat has won, or what `stake` pays it if something else counts."""
    never_inline()
    if stake == WIN:
        return 1.0 * is_won_by(round, seat)
    pay_round(round, rewards, stake)
    return 1.0 * rewards[seat]


@entry_point
def roll_out(
    belief,
    world,
    round,
    seed,
    first,
    last,
    seat,
    actions,
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

    `world` is the position as the seat sees it; `round` and `rewards` are room to play in. `most`
    actions are carried out after that of the seat; a round that is not over then counts as lost.
    """
    world, round = as_pointers(world), as_pointers(round)
    for number in range(first, last):
        sample(belief, world, seed, number, exchanges, surprise, keeps)
        for index in range(len(actions)):
            copy_round(world, round)
            apply_choice(round, seat, actions[index])
            _play_on(round, weight, most)
            found[number - first, index] = payoff(round, seat, stake, rewards)
