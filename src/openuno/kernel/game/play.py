"""A game begun, and its rounds dealt one after another: `openuno.game.play`, compiled."""

from openuno.kernel.bots.policies import HABITS
from openuno.kernel.compiler import U, inlined, spliced
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
from openuno.kernel.rules.deal import deals, draw_for_dealer
from openuno.kernel.rules.rng import CHOICES, forked, wind
from openuno.kernel.rules.state import (
    MOST_SEATS,
    PHASE,
    ROUND_OVER,
    SEATS,
    SWITCHES,
    TWO_PLAYER_REVERSE,
    Table,
)

SEAT_HABITS = MOST_SEATS * HABITS
_DEALER_DRAW = 0
"""The path of the draw for the deal, as in `openuno.game.play`; hands count from 1."""
_TABLE = 0


@spliced
def begin_game(t, game, seed, number):
    """Clear the score of the game of a number, and draw for the deal."""
    now = game.now
    own = forked(seed, number)
    players = t.rules[SEATS]
    for player in range(players):
        game.scores[U(player)] = 0
        game.wins[U(player)] = 0
    now[GAME_SEED] = own
    now[ROUND_NUMBER] = 0
    now[GAME_DEALER] = draw_for_dealer(t, forked(own, _DEALER_DRAW))
    now[FIRST_DEALER] = now[GAME_DEALER]
    now[REMAINING] = (1 << players) - 1
    now[WINNERS] = 0
    now[GAME_TURNS] = 0


@spliced
def deal_hand(t, game, terms, habits, players):
    """Seat whoever is still in, pass the deal to the left and deal the next hand."""
    now = game.now
    dealer = now[GAME_DEALER]
    if now[ROUND_NUMBER] > 0:
        # To the left, past whoever is out (DEAL-4, FMT-7).
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
            for place in range(HABITS):
                game.habits[U(seats * HABITS + place)] = habits[U(player * HABITS + place)]
            seats += 1
    t.rules[SEATS] = seats
    if (terms[FORMAT_KIND] == ELIMINATION) & (seats == 2):
        t.rules[TWO_PLAYER_REVERSE] = 1  # the last two play by the two-player rules (FMT-7)
    now[GAME_DEALER] = dealer
    now[ROUND_NUMBER] += 1
    own = forked(forked(now[GAME_SEED], now[ROUND_NUMBER]), _TABLE)
    deals(t, deals_from, own)
    wind(t.now, forked(own, CHOICES))


@inlined
def goes_on(t, game, terms):
    """Whether another hand is to be dealt."""
    stuck = (game.now[ROUND_NUMBER] > 0) & (t.now[PHASE] != ROUND_OVER)
    return (game.now[WINNERS] == 0) & (game.now[ROUND_NUMBER] < terms[MAX_ROUNDS]) & (not stuck)


@inlined
def use_rules(t, rules):
    """Set the table's own rules back to those that the game is played by."""
    for place in range(SWITCHES):
        t.rules[U(place)] = rules[U(place)]


@inlined
def with_rules(t, rules):
    """The same table with other rules."""
    return Table(
        t.now,
        t.sizes,
        t.hands,
        t.held,
        t.pile,
        t.discard,
        t.known,
        t.open,
        rules,
        t.written,
        t.deck,
    )
