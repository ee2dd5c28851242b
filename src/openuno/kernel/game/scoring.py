"""What a round is worth, who is out and who has won: `openuno.game.scoring`, compiled."""

from openuno.kernel.compiler import I, U, inline, lowest_bit, popcount
from openuno.kernel.game.state import (
    BEST_OF,
    ELIMINATION,
    FORMAT_KIND,
    FORMAT_NUMBER,
    LOW_TALLY,
    REMAINING,
    SINGLE_ROUND,
    WINNERS,
)
from openuno.kernel.rules.scoring import hand_points
from openuno.kernel.rules.state import SEATS, TEAMS, WINNER


@inline
def score_round(round, game, format):
    """Add what the round just ended is worth to the scores."""
    scores, seats = game.scores, round.rules[SEATS]
    winner = round.now[WINNER]
    if (format[FORMAT_KIND] == LOW_TALLY) | (format[FORMAT_KIND] == ELIMINATION):
        # A dead round counts, too: everyone still held cards (OUT-4).
        for seat in range(seats):
            scores[U(game.players[U(seat)])] += hand_points(round, seat)
    elif winner >= 0:
        teams = round.rules[TEAMS] != 0
        gained = 0
        for seat in range(seats):
            if not (teams & _are_team(seat, winner)):
                gained += hand_points(round, seat)
        for seat in range(seats):
            if (seat == winner) | (teams & _are_team(seat, winner)):
                scores[U(game.players[U(seat)])] += gained
    if winner >= 0:
        game.wins[U(game.players[U(winner)])] += 1


@inline
def _are_team(seat, other):
    """Whether the seats belong to the same team, where there are teams."""
    return ((seat ^ other) & 1) == 0


@inline
def find_winners(game, format, players):
    """Eliminate players who have reached the limit, and find out who has won."""
    form = format[FORMAT_KIND]
    if form == ELIMINATION:
        _decide_elimination(game, format[FORMAT_NUMBER], players)
    elif is_won_by_rounds(format):
        _decide_rounds(game, format[FORMAT_NUMBER], players)
    else:
        best = 0
        for player in range(players):
            best = max(best, game.scores[U(player)])
        if best >= format[FORMAT_NUMBER]:
            everyone = (1 << players) - 1
            game.now[WINNERS] = _best(game.scores, everyone, players, form == LOW_TALLY)


@inline
def is_won_by_rounds(format):
    """Whether rounds won decide, and not points."""
    return (format[FORMAT_KIND] == SINGLE_ROUND) | (format[FORMAT_KIND] == BEST_OF)


@inline
def _decide_elimination(game, limit, players):
    now = game.now
    out = 0
    for player in range(players):
        if ((now[REMAINING] >> player & 1) != 0) & (game.scores[U(player)] >= limit):
            out |= 1 << player
    now[REMAINING] ^= out
    if now[REMAINING] == 0:
        # All who were left reached the limit together: the lowest tally wins.
        now[WINNERS] = _best(game.scores, out, players, True)
    elif popcount(U(now[REMAINING])) == U(1):
        now[WINNERS] = now[REMAINING]


@inline
def _decide_rounds(game, rounds, players):
    first, second, left = 0, 0, rounds
    for player in range(players):
        wins = game.wins[U(player)]
        left -= wins
        second = max(second, min(first, wins))
        first = max(first, wins)
    # All rounds are won, or too few are left for anyone to draw level with the first.
    if (left == 0) | (second + left < first):
        game.now[WINNERS] = _best(game.wins, (1 << players) - 1, players, False)


@inline
def _best(row, among, players, least):
    """A bit for each of those players with the highest value, or the lowest."""
    best, found = 0, 0
    for player in range(players):
        if (among >> player & 1) != 0:
            value = -row[U(player)] if least else row[U(player)]
            if (found == 0) | (value > best):
                best = value
                found = 0
            if value == best:
                found |= 1 << player
    return found


@inline
def margin(game, format, players):
    """How far the nearest other player is behind the winners; 0 if all have won."""
    nearest = -1
    won = _deciding_score(game, format, I(lowest_bit(U(game.now[WINNERS]))))
    for player in range(players):
        if (game.now[WINNERS] >> player & 1) == 0:
            apart = abs(won - _deciding_score(game, format, player))
            nearest = apart if nearest < 0 else min(nearest, apart)
    return max(nearest, 0)


@inline
def _deciding_score(game, format, player):
    return game.wins[U(player)] if is_won_by_rounds(format) else game.scores[U(player)]
