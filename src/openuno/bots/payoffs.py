"""What a round pays each seat, by what it is played for: what training and a search aim at."""

from openuno.bots.network.layout import Stake
from openuno.engine.events import Cards
from openuno.engine.rules import Rules
from openuno.engine.scoring import hand_points

USUAL_POINTS = 40.0
"""About what a player who has not won holds."""


def pay_round(
    rules: Rules, hands: tuple[Cards, ...], winner: int | None, stake: Stake
) -> list[float]:
    """By seat, usually about 1 or -1.

    For WIN the winner gets 1 and the others lose 1; a team wins and loses together. For POINTS each
    winner gets what a loser holds on average, and the losers lose as much together. For TALLY
    everyone gets what they hold less than the others do on average. A round without a winner is
    lost for everyone: else a network that is losing learns to stall.
    """
    seats = len(hands)
    if winner is None:
        return [-1.0] * seats
    wins = [seat == winner or (rules.teams and seat % 2 == winner % 2) for seat in range(seats)]
    if stake is Stake.WIN:
        return [1.0 if won else -1.0 for won in wins]
    points = hand_points(rules, hands)
    held = sum(own for own, won in zip(points, wins, strict=True) if not won)
    if stake is Stake.TALLY:
        return [((held - own) / (seats - 1) - own) / USUAL_POINTS for own in points]
    losers = wins.count(False)
    each = held / (USUAL_POINTS * losers)
    return [each if won else -each * (seats - losers) / losers for won in wins]
