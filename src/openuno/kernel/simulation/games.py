"""Whole games played to their end by policies inside the kernel, and counted."""

from openuno.kernel.bots.policies import HABITS
from openuno.kernel.compiler import U, entry_point, inline, pointer, splice, stack_int64
from openuno.kernel.game.play import (
    SEAT_HABITS,
    deal_next_round,
    has_next_round,
    reset_rules,
    start_game,
)
from openuno.kernel.game.scoring import find_winners, margin, score_round
from openuno.kernel.game.state import (
    FIRST_DEALER,
    FORMAT_KIND,
    GAME_DEALER,
    GAME_FIELDS,
    GAME_TURNS,
    ROUND_NUMBER,
    TEAM_RACE,
    WINNERS,
    GameArrays,
)
from openuno.kernel.rules.pointers import as_pointers
from openuno.kernel.rules.state import (
    MAX_SEATS,
    PHASE,
    ROUND_OVER,
    SEATS,
    SWITCHES,
    with_rules,
)
from openuno.kernel.simulation.rounds import any_round, count_round
from openuno.kernel.tallies import (
    BY_PLAYER,
    GAME,
    GAME_LENGTHS,
    GAME_SINGLE,
    GAME_TALLY_CUT_SHORT,
    GAME_TALLY_GAMES,
    GAME_TALLY_MARGIN,
    GAME_TALLY_MARGIN_SQUARED,
    GAME_TALLY_ROUNDS,
    GAME_TALLY_ROUNDS_SQUARED,
    GAME_TALLY_SHARED,
    GAME_TALLY_TURNS,
    GAME_TALLY_TURNS_SQUARED,
    LENGTHS,
    MAX_GAME_LENGTH,
    MAX_LENGTH,
    PLAYER_DEALT,
    PLAYER_PLAYED,
    PLAYER_POINTS,
    PLAYER_POSITION_WINS,
    PLAYER_ROUNDS_WON,
    PLAYER_WINS,
    PLAYERWISE,
    SEATWISE,
    SINGLE,
    add_row,
    clear_row,
)


@splice
def play_round(round, game, format, own, weight, players, tally, seatwise, playerwise):
    """Play a round that has been dealt, count and score it; how many turns it took."""
    turns = any_round(round, game.habits, own, tally, weight)
    count_round(round, turns, tally, seatwise)
    _count_players(round, game, turns, playerwise)
    if round.now[PHASE] == ROUND_OVER:
        score_round(round, game, format)
        find_winners(game, format, players)
    return turns


@inline
def _count_players(round, game, turns, playerwise):
    """Add a round to what is counted for each player."""
    game.now[GAME_TURNS] += turns
    playerwise[U(PLAYER_DEALT + game.now[GAME_DEALER])] += 1
    for seat in range(round.rules[SEATS]):
        playerwise[U(PLAYER_PLAYED + game.players[U(seat)])] += 1


@inline
def count_game(game, format, players, tally, playerwise):
    """Add a game that is over to the counts."""
    now = game.now
    tally[GAME_TALLY_GAMES] += 1
    tally[GAME_TALLY_ROUNDS] += now[ROUND_NUMBER]
    tally[GAME_TALLY_ROUNDS_SQUARED] += now[ROUND_NUMBER] * now[ROUND_NUMBER]
    tally[GAME_TALLY_TURNS] += now[GAME_TURNS]
    tally[GAME_TALLY_TURNS_SQUARED] += now[GAME_TURNS] * now[GAME_TURNS]
    count = 0
    for player in range(players):
        playerwise[U(PLAYER_POINTS + player)] += game.scores[U(player)]
        playerwise[U(PLAYER_ROUNDS_WON + player)] += game.wins[U(player)]
        if now[WINNERS] >> player & 1:
            count += 1
            position = player - now[FIRST_DEALER] - 1
            position += players if position < 0 else 0
            playerwise[U(PLAYER_WINS + player)] += 1
            playerwise[U(PLAYER_POSITION_WINS + position)] += 1
    if count == 0:
        tally[GAME_TALLY_CUT_SHORT] += 1
        return
    tally[GAME_TALLY_SHARED] += (
        1 if count > (players // 2 if format[FORMAT_KIND] == TEAM_RACE else 1) else 0
    )
    apart = margin(game, format, players)
    tally[GAME_TALLY_MARGIN] += apart
    tally[GAME_TALLY_MARGIN_SQUARED] += apart * apart


@entry_point
def any_games(round, habits, format, weight, seed, first, count, counts):
    """Play games `first` to `first + count` under any rules and add them to `counts`.

    `weight` is what a point left in hand weighs for regular players, by the format.
    """
    tally, seatwise, own = stack_int64(SINGLE), stack_int64(SEATWISE), stack_int64(HABITS)
    games, playerwise = stack_int64(GAME_SINGLE), stack_int64(PLAYERWISE)
    clear_row(tally, SINGLE)
    clear_row(seatwise, SEATWISE)
    clear_row(games, GAME_SINGLE)
    clear_row(playerwise, PLAYERWISE)
    game = GameArrays(
        stack_int64(GAME_FIELDS),
        stack_int64(MAX_SEATS),
        stack_int64(MAX_SEATS),
        stack_int64(MAX_SEATS),
        stack_int64(SEAT_HABITS),
    )
    rules, players = round.rules, round.rules[SEATS]
    # An elimination has fewer and fewer seats: each game changes rules of its own.
    round, habits = with_rules(as_pointers(round), stack_int64(SWITCHES)), pointer(habits)
    for number in range(first, first + count):
        reset_rules(round, rules)
        start_game(round, game, seed, number)
        while has_next_round(round, game, format):
            deal_next_round(round, game, format, habits, players)
            turns = play_round(
                round, game, format, own, weight, players, tally, seatwise, playerwise
            )
            counts[U(LENGTHS + min(turns, MAX_LENGTH))] += 1
        count_game(game, format, players, games, playerwise)
        counts[U(GAME_LENGTHS + min(game.now[ROUND_NUMBER], MAX_GAME_LENGTH))] += 1
    add_row(tally, SINGLE, counts, 0)
    add_row(seatwise, SEATWISE, counts, SINGLE)
    add_row(games, GAME_SINGLE, counts, GAME)
    add_row(playerwise, PLAYERWISE, counts, BY_PLAYER)
