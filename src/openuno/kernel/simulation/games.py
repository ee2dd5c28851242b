"""Whole games played to their end by policies inside the kernel, and counted."""

from openuno.kernel.bots.policies import HABITS
from openuno.kernel.compiler import U, entry, inlined, numbers, pointer, spliced
from openuno.kernel.game.play import (
    SEAT_HABITS,
    begin_game,
    deal_hand,
    goes_on,
    use_rules,
    with_rules,
)
from openuno.kernel.game.scoring import decide, margin, score_hand
from openuno.kernel.game.state import (
    FIRST_DEALER,
    FORMAT_KIND,
    GAME_DEALER,
    GAME_FIELDS,
    GAME_TURNS,
    ROUND_NUMBER,
    TEAM_RACE,
    WINNERS,
    Game,
)
from openuno.kernel.rules.pointers import pointed
from openuno.kernel.rules.state import (
    MOST_SEATS,
    PHASE,
    ROUND_OVER,
    SEATS,
    SWITCHES,
)
from openuno.kernel.simulation.rounds import any_round, count_round
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
    add_row,
    clear,
)


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
