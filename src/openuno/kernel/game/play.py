"""A game started and its rounds dealt: `openuno.game.play`, compiled."""

from openuno.kernel.bots.policies import HABITS
from openuno.kernel.compiler import U, inline, splice
from openuno.kernel.game.state import (
    ELIMINATION,
    FIRST_DEALER,
    FORMAT_KIND,
    GAME_DEALER,
    GAME_SEED,
    GAME_TURNS,
    MAX_ROUNDS,
    REMAINING,
    ROUND_NUMBER,
    WINNERS,
)
from openuno.kernel.rules.deal import deal, draw_for_dealer
from openuno.kernel.rules.rng import CHOICE_PATH, fork, rewind
from openuno.kernel.rules.state import (
    MAX_SEATS,
    PHASE,
    ROUND_OVER,
    SEATS,
    SWITCHES,
    TWO_PLAYER_REVERSE,
)

SEAT_HABITS = MAX_SEATS * HABITS
_DEALER_DRAW = 0
"""The path of the draw for the deal, as in `openuno.game.play`; rounds count from 1."""
_TABLE = 0


@splice
def start_game(round, game, seed, number):
    """Clear the scores, take the seed of the game with this number, and draw for the deal."""
    now = game.now
    own = fork(seed, number)
    players = round.rules[SEATS]
    for player in range(players):
        game.scores[U(player)] = 0
        game.wins[U(player)] = 0
    now[GAME_SEED] = own
    now[ROUND_NUMBER] = 0
    now[GAME_DEALER] = draw_for_dealer(round, fork(own, _DEALER_DRAW))
    now[FIRST_DEALER] = now[GAME_DEALER]
    now[REMAINING] = (1 << players) - 1
    now[WINNERS] = 0
    now[GAME_TURNS] = 0


@splice
def deal_next_round(round, game, format, habits, players):
    """Seat the remaining players, pass the deal to the left and deal the next round."""
    now = game.now
    dealer = now[GAME_DEALER]
    if now[ROUND_NUMBER] > 0:
        # To the left, past players who are out (DEAL-4, FMT-7).
        dealer = dealer + 1 if dealer + 1 < players else 0
        while not now[REMAINING] >> dealer & 1:
            dealer = dealer + 1 if dealer + 1 < players else 0
    seats = 0
    deals_from = 0
    for player in range(players):
        if now[REMAINING] >> player & 1:
            if player == dealer:
                deals_from = seats
            game.players[U(seats)] = player
            for index in range(HABITS):
                game.habits[U(seats * HABITS + index)] = habits[U(player * HABITS + index)]
            seats += 1
    round.rules[SEATS] = seats
    if (format[FORMAT_KIND] == ELIMINATION) & (seats == 2):
        round.rules[TWO_PLAYER_REVERSE] = 1  # the last two play by the two-player rules (FMT-7)
    now[GAME_DEALER] = dealer
    now[ROUND_NUMBER] += 1
    own = fork(fork(now[GAME_SEED], now[ROUND_NUMBER]), _TABLE)
    deal(round, deals_from, own)
    rewind(round.now, fork(own, CHOICE_PATH))


@inline
def has_next_round(round, game, format):
    """Whether another round is to be dealt."""
    stuck = (game.now[ROUND_NUMBER] > 0) & (round.now[PHASE] != ROUND_OVER)
    return (game.now[WINNERS] == 0) & (game.now[ROUND_NUMBER] < format[MAX_ROUNDS]) & (not stuck)


@inline
def reset_rules(round, rules):
    """Set the round's own rules back to those of the game."""
    for index in range(SWITCHES):
        round.rules[U(index)] = rules[U(index)]
