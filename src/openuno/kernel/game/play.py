"""Whole games played to their end by policies inside the kernel, as `openuno.game` scores them."""

from openuno.kernel.bots.policies import HABITS
from openuno.kernel.compiler import I, U, entry, inlined, lowest, numbers, pointer, spliced
from openuno.kernel.game.scoring import decide, margin, score_hand
from openuno.kernel.game.state import SINCE, Game, Scored, Since, Terms
from openuno.kernel.rules.cards import face_of
from openuno.kernel.rules.deal import begin, deals
from openuno.kernel.rules.piles import settle, take
from openuno.kernel.rules.pointers import pointed
from openuno.kernel.rules.rng import CHOICES, forked, wind
from openuno.kernel.rules.state import DRAW_TWO, MOST_SEATS, SWITCHES, Now, Phase, Switch, Table
from openuno.kernel.simulation.rounds import any_round, clear, count_round
from openuno.kernel.tallies import (
    BY_PLAYER,
    GAME,
    GAME_LENGTHS,
    GAME_SINGLE,
    LENGTHS,
    MOST_GAME_LENGTH,
    MOST_LENGTH,
    PLAYERWISE,
    SEATWISE,
    SINGLE,
    ByPlayer,
    GameTally,
)

PHASE, PILE, AT = Now.PHASE.value, Now.PILE.value, Now.AT.value
OVER = Phase.OVER.value
SEATS, NUMBERS_ONLY = Switch.SEATS.value, Switch.NUMBERS_ONLY.value
TWO_PLAYER_REVERSE = Switch.TWO_PLAYER_REVERSE.value

FORMAT, MOST_HANDS = Terms.FORMAT.value, Terms.MOST_HANDS.value
ELIMINATION, IN_TEAMS = Scored.ELIMINATION.value, Scored.TEAMS.value
SEED, HAND, DEALER = Since.SEED.value, Since.HAND.value, Since.DEALER.value
FIRST_DEALER, IN = Since.FIRST_DEALER.value, Since.IN.value
WINNERS, TURNS = Since.WINNERS.value, Since.TURNS.value

GAMES, HANDS = GameTally.GAMES.value, GameTally.HANDS.value
HANDS_SQUARED, ALL_TURNS = GameTally.HANDS_SQUARED.value, GameTally.TURNS.value
TURNS_SQUARED, SHARED = GameTally.TURNS_SQUARED.value, GameTally.SHARED.value
MARGIN, MARGIN_SQUARED = GameTally.MARGIN.value, GameTally.MARGIN_SQUARED.value
CUT_SHORT = GameTally.CUT_SHORT.value
WON, POINTS = ByPlayer.WINS.value * MOST_SEATS, ByPlayer.POINTS.value * MOST_SEATS
HANDS_WON, PLAYED = ByPlayer.HANDS_WON.value * MOST_SEATS, ByPlayer.PLAYED.value * MOST_SEATS
DEALT, PLACE_WINS = ByPlayer.DEALT.value * MOST_SEATS, ByPlayer.PLACE_WINS.value * MOST_SEATS

SEAT_HABITS = MOST_SEATS * HABITS
_DEALER_DRAW = 0
"""The path of the draw for the deal, as in `openuno.game.play`; hands count from 1."""
_TABLE = 0
_WORST = -2


@spliced
def begin_game(t, game, seed, number):
    """Clear the score of the game of a number, and draw for the deal."""
    now = game.now
    own = forked(seed, number)
    players = t.rules[SEATS]
    for player in range(players):
        game.scores[U(player)] = 0
        game.wins[U(player)] = 0
    now[SEED] = own
    now[HAND] = 0
    now[DEALER] = draw_for_dealer(t, forked(own, _DEALER_DRAW))
    now[FIRST_DEALER] = now[DEALER]
    now[IN] = (1 << players) - 1
    now[WINNERS] = 0
    now[TURNS] = 0


@inlined
def draw_for_dealer(t, seed):
    """Everyone draws a card, the highest deals, ties draw again (DEAL-1 to DEAL-4)."""
    now = t.now
    begin(t, 0, seed)
    left = t.rules[SEATS]
    tied = (1 << left) - 1
    while left > 1:
        if now[PILE] < left:
            settle(t)
            place = now[AT]
            begin(t, 0, seed)
            now[AT] = place
        best = _WORST
        highest = 0
        left = 0
        for seat in range(t.rules[SEATS]):
            if tied >> seat & 1:
                rank = _rank(t, take(t))
                if rank > best:
                    best = rank
                    highest = 0
                    left = 0
                if rank == best:
                    highest |= 1 << seat
                    left += 1
        tied = highest
    return I(lowest(U(tied)))


@inlined
def _rank(t, kind):
    """What a card counts in the draw for the deal."""
    face = face_of(kind)
    if face < DRAW_TWO:
        return face
    return -1 if t.rules[NUMBERS_ONLY] else 0


@spliced
def deal_hand(t, game, terms, habits, players):
    """Seat whoever is still in, pass the deal to the left and deal the next hand."""
    now = game.now
    dealer = now[DEALER]
    if now[HAND] > 0:
        # To the left, past whoever is out (DEAL-4, FMT-7).
        dealer = dealer + 1 if dealer + 1 < players else 0
        while not now[IN] >> dealer & 1:
            dealer = dealer + 1 if dealer + 1 < players else 0
    seats = 0
    deals_from = 0
    for player in range(players):
        if now[IN] >> player & 1:
            if player == dealer:
                deals_from = seats
            game.players[U(seats)] = player
            for place in range(HABITS):
                game.habits[U(seats * HABITS + place)] = habits[U(player * HABITS + place)]
            seats += 1
    t.rules[SEATS] = seats
    if (terms[FORMAT] == ELIMINATION) & (seats == 2):
        t.rules[TWO_PLAYER_REVERSE] = 1  # the last two play by the two-player rules (FMT-7)
    now[DEALER] = dealer
    now[HAND] += 1
    own = forked(forked(now[SEED], now[HAND]), _TABLE)
    deals(t, deals_from, own)
    wind(t.now, forked(own, CHOICES))


@inlined
def goes_on(t, game, terms):
    """Whether another hand is to be dealt."""
    stuck = (game.now[HAND] > 0) & (t.now[PHASE] != OVER)
    return (game.now[WINNERS] == 0) & (game.now[HAND] < terms[MOST_HANDS]) & (not stuck)


@spliced
def play_hand(t, game, terms, own, weight, players, tally, seatwise, playerwise):
    """Play a hand that has been dealt, count and score it; how many turns it took."""
    turns = any_round(t, game.habits, own, tally, weight)
    count_round(t, turns, tally, seatwise)
    _count_hand(t, game, turns, playerwise)
    if t.now[PHASE] == OVER:
        score_hand(t, game, terms)
        decide(game, terms, players)
    return turns


@inlined
def _count_hand(t, game, turns, playerwise):
    """Add a hand to what is counted of each player."""
    game.now[TURNS] += turns
    playerwise[U(DEALT + game.now[DEALER])] += 1
    for seat in range(t.rules[SEATS]):
        playerwise[U(PLAYED + game.players[U(seat)])] += 1


@inlined
def count_game(game, terms, players, tally, playerwise):
    """Add a game that is over to the counts."""
    now = game.now
    tally[GAMES] += 1
    tally[HANDS] += now[HAND]
    tally[HANDS_SQUARED] += now[HAND] * now[HAND]
    tally[ALL_TURNS] += now[TURNS]
    tally[TURNS_SQUARED] += now[TURNS] * now[TURNS]
    count = 0
    for player in range(players):
        playerwise[U(POINTS + player)] += game.scores[U(player)]
        playerwise[U(HANDS_WON + player)] += game.wins[U(player)]
        if now[WINNERS] >> player & 1:
            count += 1
            place = player - now[FIRST_DEALER] - 1
            place += players if place < 0 else 0
            playerwise[U(WON + player)] += 1
            playerwise[U(PLACE_WINS + place)] += 1
    if count == 0:
        tally[CUT_SHORT] += 1
        return
    tally[SHARED] += 1 if count > (players // 2 if terms[FORMAT] == IN_TEAMS else 1) else 0
    apart = margin(game, terms, players)
    tally[MARGIN] += apart
    tally[MARGIN_SQUARED] += apart * apart


@inlined
def use_rules(t, rules):
    """Set the table's own rules back to those that the game is played by."""
    for place in range(SWITCHES):
        t.rules[U(place)] = rules[U(place)]


@entry
def any_games(t, habits, terms, weight, seed, first, count, counts):
    """Play games `first` to `first + count` under any rules and add them to `counts`.

    `weight` is what a point left in hand weighs for regular players, by the format.
    """
    tally, seatwise, own = numbers(SINGLE), numbers(SEATWISE), numbers(HABITS)
    games, playerwise = numbers(GAME_SINGLE), numbers(PLAYERWISE)
    clear(tally, SINGLE)
    clear(seatwise, SEATWISE)
    clear(games, GAME_SINGLE)
    clear(playerwise, PLAYERWISE)
    game = Game(
        numbers(SINCE),
        numbers(MOST_SEATS),
        numbers(MOST_SEATS),
        numbers(MOST_SEATS),
        numbers(SEAT_HABITS),
    )
    rules, players = t.rules, t.rules[SEATS]
    # Seats grow fewer in an elimination: each game has rules of its own to change.
    t, habits = with_rules(pointed(t), numbers(SWITCHES)), pointer(habits)
    for number in range(first, first + count):
        use_rules(t, rules)
        begin_game(t, game, seed, number)
        while goes_on(t, game, terms):
            deal_hand(t, game, terms, habits, players)
            turns = play_hand(t, game, terms, own, weight, players, tally, seatwise, playerwise)
            counts[U(LENGTHS + min(turns, MOST_LENGTH))] += 1
        count_game(game, terms, players, games, playerwise)
        counts[U(GAME_LENGTHS + min(game.now[HAND], MOST_GAME_LENGTH))] += 1
    add_row(tally, SINGLE, counts, 0)
    add_row(seatwise, SEATWISE, counts, SINGLE)
    add_row(games, GAME_SINGLE, counts, GAME)
    add_row(playerwise, PLAYERWISE, counts, BY_PLAYER)


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


@inlined
def add_row(row, size, counts, place):
    """Add a row to the counts from a place on."""
    for number in range(size):
        counts[U(place + number)] += row[U(number)]
