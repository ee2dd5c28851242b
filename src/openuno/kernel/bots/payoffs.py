"""What a round pays each seat: `openuno.bots.payoffs`, compiled."""

from openuno.bots.network.layout import Stake
from openuno.bots.payoffs import USUAL_POINTS
from openuno.kernel.bots.evaluation import are_partners
from openuno.kernel.compiler import U, inline, never_inline, outline
from openuno.kernel.rules.scoring import hand_points
from openuno.kernel.rules.state import PHASE, ROUND_OVER, SEATS, WINNER

WIN, TALLY = Stake.WIN.value, Stake.TALLY.value


@inline
def pay_round(round, rewards, stake):
    """Write into `rewards` what each seat gets; a round that was cut short has no winner."""
    winner = round.now[WINNER] if round.now[PHASE] == ROUND_OVER else -1
    for seat in range(round.rules[SEATS]):
        won = winner >= 0 and are_partners(round, seat, winner)
        rewards[U(seat)] = 1 if won else -1
    if (stake != WIN) & (winner >= 0):
        _pay_by_cards(round, rewards, stake)


@outline
def _pay_by_cards(round, rewards, stake):
    """Pay for the points in the hands of a round that somebody has won."""
    never_inline()
    winner, seats = round.now[WINNER], round.rules[SEATS]
    held, losers = 0, 0
    for seat in range(seats):
        if not are_partners(round, seat, winner):
            held += hand_points(round, seat)
            losers += 1
    each = held / (USUAL_POINTS * losers)
    for seat in range(seats):
        if stake == TALLY:
            own = hand_points(round, seat)
            rewards[U(seat)] = ((held - own) / (seats - 1) - own) / USUAL_POINTS
        else:
            won = are_partners(round, seat, winner)
            rewards[U(seat)] = each if won else -each * (seats - losers) / losers
