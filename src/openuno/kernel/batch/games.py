"""Whole games as episodes in the lanes: rounds are scored and dealt until a game is won."""

from typing import Any, NamedTuple

from openuno.kernel.batch.lanes import (
    CUT_SHORT,
    DEAL,
    PLAYED,
    POINTS,
    SAME_STEP,
    WAIT,
)
from openuno.kernel.batch.passes import AGAIN, KEEP_LAST, NEXT_ROUND, REST, next_to_answer
from openuno.kernel.batch.questions import ASKED_SEAT
from openuno.kernel.batch.steps import play_on
from openuno.kernel.compiler import I, U, inline, pointer, splice
from openuno.kernel.game.scoring import find_winners, score_round
from openuno.kernel.game.state import FORMAT_KIND, LOW_TALLY, WINNERS, GameArrays
from openuno.kernel.rules.scoring import hand_points
from openuno.kernel.rules.state import SEATS, WINNER

_EVERY_SEAT = -1


class Games(NamedTuple):
    """The games of many lanes, each array with a row for each of them; without rows: no games."""

    scores: Any
    wins: Any
    now: Any
    paid: Any
    """What this step has paid each seat."""
    players: Any
    """Who sits where, the same in all lanes: everyone stays in the same seat."""
    format: Any
    """What the games are played for, by `FormatField`."""
    shown: Any
    """The scores as the asked seat sees them, its own first."""
    last: Any
    """The same at the end of the game that ended, for the seat that answered."""


@splice
def play_game_pass(
    lanes,
    passes,
    games,
    lane,
    round,
    question,
    index,
    is_first,
    opponents,
    seed,
    _learner,
    pay,
    dealing,
):
    """As `play_pass`; where a round has ended and the game goes on, it waits for NEXT_ROUND."""
    row = U(lane)
    ended, dealt = I(0), False
    if is_first:
        _clear(games.paid, lane, round)
    else:
        ended, dealt = I(lanes.ended[row]), passes.dealt[row]
    if (index == DEAL) | (index == AGAIN):
        _clear(games.scores, lane, round)
        _clear(games.wins, lane, round)
        dealt = True
    _clear(lanes.rewards, lane, round)
    round_ended, _, _ = play_on(
        lanes,
        lane,
        round,
        question,
        I(DEAL) if index < 0 else index,
        I(0),
        False,
        False,
        opponents.uniform,
        seed,
        _EVERY_SEAT,
        POINTS,
        WAIT,
    )
    waits = I(REST)
    if round_ended == 0:
        waits = I(next_to_answer(round, question, opponents))
    else:
        game_ended = I(_end_round(lanes, games, lane, round, round_ended, pay, dealt))
        if game_ended == 0:
            waits = I(NEXT_ROUND)
        elif dealt:
            waits = I(AGAIN)  # the learner has seen nothing of it
        else:
            ended = game_ended
            if dealing == SAME_STEP:
                waits = I(KEEP_LAST) if len(lanes.last_asked) > 0 else I(AGAIN)
    for seat in range(round.rules[SEATS]):
        lanes.rewards[row, U(seat)] = games.paid[row, U(seat)]
    lanes.ended[row] = ended
    passes.dealt[row] = dealt
    passes.done[row] = ended != 0
    if waits != KEEP_LAST:
        lanes.asked[row] = question[ASKED_SEAT]
    return waits


@inline
def _clear(rows, lane, round):
    for seat in range(round.rules[SEATS]):
        rows[U(lane), U(seat)] = 0


@inline
def _end_round(lanes, games, lane, round, ended, pay, is_unnoticed):
    """Score a round and pay for it; how the game ended with it, 0 if it goes on."""
    if ended == CUT_SHORT:
        return CUT_SHORT
    row, format, players = U(lane), pointer(games.format), pointer(games.players)
    game = GameArrays(
        pointer(games.now[row]),
        pointer(games.scores[row]),
        pointer(games.wins[row]),
        players,
        players,
    )
    game.now[WINNERS] = 0
    score_round(round, game, format)
    find_winners(game, format, round.rules[SEATS])
    winners = game.now[WINNERS]
    if not is_unnoticed:
        _pay(lanes, games, lane, round, winners, pay)
    return PLAYED if winners != 0 else 0


@inline
def _pay(lanes, games, lane, round, winners, pay):
    """Pay for the points of a round, or for the game that it has decided."""
    row = U(lane)
    # A round that nobody won counts where everyone's cards do.
    dead = (round.now[WINNER] < 0) & (games.format[FORMAT_KIND] == LOW_TALLY)
    for seat in range(round.rules[SEATS]):
        if pay == POINTS:
            points = lanes.rewards[row, U(seat)]
            games.paid[row, U(seat)] += -hand_points(round, seat) if dead else points
        elif winners != 0:
            games.paid[row, U(seat)] = 1 if winners >> seat & 1 else -1


@inline
def show_scores(games, lane, seat, out):
    """Write the scores of a lane as a seat sees them."""
    seats = games.scores.shape[1]
    for place in range(seats):
        out[U(lane), U(place)] = games.scores[U(lane), U((seat + place) % seats)]
