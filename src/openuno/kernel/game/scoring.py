"""What a hand is worth in each format, who is out and who has won: `openuno.game.scoring`."""

from openuno.kernel.compiler import I, U, inlined, lowest, popcount
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
from openuno.kernel.rules.scoring import points
from openuno.kernel.rules.state import SEATS, TEAMS, WINNER


@inlined
def score_hand(t, game, terms):
    """Add what the hand just ended is worth to the scores."""
    scores, seats = game.scores, t.rules[SEATS]
    winner = t.now[WINNER]
    if (terms[FORMAT_KIND] == LOW_TALLY) | (terms[FORMAT_KIND] == ELIMINATION):
        # A dead round counts too: everyone was caught with something (OUT-4).
        for seat in range(seats):
            scores[U(game.players[U(seat)])] += points(t, seat)
    elif winner >= 0:
        teams = t.rules[TEAMS] != 0
        gained = 0
        for seat in range(seats):
            if not (teams & _together(seat, winner)):
                gained += points(t, seat)
        for seat in range(seats):
            if (seat == winner) | (teams & _together(seat, winner)):
                scores[U(game.players[U(seat)])] += gained
    if winner >= 0:
        game.wins[U(game.players[U(winner)])] += 1


@inlined
def _together(seat, other):
    """Whether the seats would be of one team."""
    return ((seat ^ other) & 1) == 0


@inlined
def decide(game, terms, players):
    """Put out whoever has reached the limit of an elimination, and find who has won by now."""
    form = terms[FORMAT_KIND]
    if form == ELIMINATION:
        _decide_elimination(game, terms[FORMAT_NUMBER], players)
    elif by_rounds(terms):
        _decide_rounds(game, terms[FORMAT_NUMBER], players)
    else:
        best = 0
        for player in range(players):
            best = max(best, game.scores[U(player)])
        if best >= terms[FORMAT_NUMBER]:
            everyone = (1 << players) - 1
            game.now[WINNERS] = _best(game.scores, everyone, players, form == LOW_TALLY)


@inlined
def by_rounds(terms):
    """Whether rounds won decide, and not points."""
    return (terms[FORMAT_KIND] == SINGLE_ROUND) | (terms[FORMAT_KIND] == BEST_OF)


@inlined
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


@inlined
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


@inlined
def _best(row, among, players, least):
    """A bit for each of those players who has most, or least."""
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


@inlined
def margin(game, terms, players):
    """From the winners to whoever is nearest, in what decides; 0 if all have won."""
    nearest = -1
    won = _decides(game, terms, I(lowest(U(game.now[WINNERS]))))
    for player in range(players):
        if (game.now[WINNERS] >> player & 1) == 0:
            apart = abs(won - _decides(game, terms, player))
            nearest = apart if nearest < 0 else min(nearest, apart)
    return max(nearest, 0)


@inlined
def _decides(game, terms, player):
    return game.wins[U(player)] if by_rounds(terms) else game.scores[U(player)]
