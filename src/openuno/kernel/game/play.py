"""Whole games played to their end by policies inside the kernel, as `openuno.game` scores them."""

from openuno.kernel.bots.policies import HABITS
from openuno.kernel.compiler import I, U, entry, inlined, lowest, numbers, pointer, spliced
from openuno.kernel.game.scoring import decide, margin, score_hand
from openuno.kernel.game.state import (
    ELIMINATION,
    FIRST_DEALER,
    FORMAT_KIND,
    GAME_DEALER,
    GAME_FIELDS,
    GAME_SEED,
    GAME_TURNS,
    MAX_ROUNDS,
    REMAINING,
    ROUND_NUMBER,
    TEAM_RACE,
    WINNERS,
    Game,
)
from openuno.kernel.rules.cards import face_of
from openuno.kernel.rules.deal import begin, deals
from openuno.kernel.rules.piles import settle, take
from openuno.kernel.rules.pointers import pointed
from openuno.kernel.rules.rng import CHOICES, forked, wind
from openuno.kernel.rules.state import (
    DRAW_TWO,
    MOST_SEATS,
    NUMBERS_ONLY,
    PHASE,
    PILE,
    RNG_POSITION,
    ROUND_OVER,
    SEATS,
    SWITCHES,
    TWO_PLAYER_REVERSE,
    Table,
)
from openuno.kernel.simulation.rounds import any_round, clear, count_round
from openuno.kernel.tallies import (
    BY_PLAYER,
    GAME,
    GAME_LENGTHS,
    GAME_SINGLE,
    GAME_TALLY_CUT_SHORT,
    GAME_TALLY_GAMES,
    GAME_TALLY_HANDS,
    GAME_TALLY_HANDS_SQUARED,
    GAME_TALLY_MARGIN,
    GAME_TALLY_MARGIN_SQUARED,
    GAME_TALLY_SHARED,
    GAME_TALLY_TURNS,
    GAME_TALLY_TURNS_SQUARED,
    LENGTHS,
    MOST_GAME_LENGTH,
    MOST_LENGTH,
    PLAYER_DEALT,
    PLAYER_HANDS_WON,
    PLAYER_PLACE_WINS,
    PLAYER_PLAYED,
    PLAYER_POINTS,
    PLAYER_WINS,
    PLAYERWISE,
    SEATWISE,
    SINGLE,
)

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
    now[GAME_SEED] = own
    now[ROUND_NUMBER] = 0
    now[GAME_DEALER] = draw_for_dealer(t, forked(own, _DEALER_DRAW))
    now[FIRST_DEALER] = now[GAME_DEALER]
    now[REMAINING] = (1 << players) - 1
    now[WINNERS] = 0
    now[GAME_TURNS] = 0


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
            place = now[RNG_POSITION]
            begin(t, 0, seed)
            now[RNG_POSITION] = place
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


@spliced
def play_hand(t, game, terms, own, weight, players, tally, seatwise, playerwise):
    """Play a hand that has been dealt, count and score it; how many turns it took."""
    turns = any_round(t, game.habits, own, tally, weight)
    count_round(t, turns, tally, seatwise)
    _count_hand(t, game, turns, playerwise)
    if t.now[PHASE] == ROUND_OVER:
        score_hand(t, game, terms)
        decide(game, terms, players)
    return turns


@inlined
def _count_hand(t, game, turns, playerwise):
    """Add a hand to what is counted of each player."""
    game.now[GAME_TURNS] += turns
    playerwise[U(PLAYER_DEALT + game.now[GAME_DEALER])] += 1
    for seat in range(t.rules[SEATS]):
        playerwise[U(PLAYER_PLAYED + game.players[U(seat)])] += 1


@inlined
def count_game(game, terms, players, tally, playerwise):
    """Add a game that is over to the counts."""
    now = game.now
    tally[GAME_TALLY_GAMES] += 1
    tally[GAME_TALLY_HANDS] += now[ROUND_NUMBER]
    tally[GAME_TALLY_HANDS_SQUARED] += now[ROUND_NUMBER] * now[ROUND_NUMBER]
    tally[GAME_TALLY_TURNS] += now[GAME_TURNS]
    tally[GAME_TALLY_TURNS_SQUARED] += now[GAME_TURNS] * now[GAME_TURNS]
    count = 0
    for player in range(players):
        playerwise[U(PLAYER_POINTS + player)] += game.scores[U(player)]
        playerwise[U(PLAYER_HANDS_WON + player)] += game.wins[U(player)]
        if now[WINNERS] >> player & 1:
            count += 1
            place = player - now[FIRST_DEALER] - 1
            place += players if place < 0 else 0
            playerwise[U(PLAYER_WINS + player)] += 1
            playerwise[U(PLAYER_PLACE_WINS + place)] += 1
    if count == 0:
        tally[GAME_TALLY_CUT_SHORT] += 1
        return
    tally[GAME_TALLY_SHARED] += (
        1 if count > (players // 2 if terms[FORMAT_KIND] == TEAM_RACE else 1) else 0
    )
    apart = margin(game, terms, players)
    tally[GAME_TALLY_MARGIN] += apart
    tally[GAME_TALLY_MARGIN_SQUARED] += apart * apart


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
        numbers(GAME_FIELDS),
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
        counts[U(GAME_LENGTHS + min(game.now[ROUND_NUMBER], MOST_GAME_LENGTH))] += 1
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
