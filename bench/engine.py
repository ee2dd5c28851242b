"""Random play, four players, one core: our engine beside RLCard's `Game.step` loop.

Both choose uniformly among the cards that can be played, draw only when there is none, and play a
drawn card that fits: RLCard knows no other way, and forced play asks the same of our engine. Ours
plays the printed rules and keeps the events; RLCard does neither. A turn is one player's go: a card
laid, or a draw with what follows from it. The runs alternate, so that a noisy machine is noisy for
both.
"""

import random
import statistics
import sys
from collections.abc import Callable
from time import process_time

import numpy as np
from rlcard.games.uno import Game

from openuno import EDITIONS, Fast, apply, deal, legal, seat_to_act, with_switches
from openuno.engine.state import Round, Turn

SEATS = 4
ROUNDS = 150
RULES = with_switches(EDITIONS["mattel-2016"], forced_play=True)


def play(rounds: int, look: Callable[[Round], None] | None = None) -> None:
    choose = random.Random(1).random
    for seed in range(rounds):
        round = deal(RULES, SEATS, 0, Fast(seed)).round
        while (seat := seat_to_act(round)) is not None:
            if look is not None:
                look(round)
            actions = legal(round, seat)
            round = apply(round, seat, actions[int(choose() * len(actions))]).round


def play_rlcard(rounds: int) -> int:
    choose = random.Random(1).random
    game = Game(num_players=SEATS)
    game.np_random = np.random.RandomState(1)
    turns = 0
    for _ in range(rounds):
        state, _ = game.init_game()
        while not game.is_over():
            actions = state["legal_actions"]
            state, _ = game.step(actions[int(choose() * len(actions))])
            turns += 1
    return turns


def size(round: Round) -> int:
    """The bytes of a round that no other round shares: cards and rules are made once."""
    parts: list[object] = [round, round.phase, round.window, round.rng]
    parts += [round.hands, round.pile, round.discard, *round.hands]
    return sum(sys.getsizeof(part) for part in parts if part is not None)


def measure(repeats: int) -> dict[str, float]:
    turns = 0
    largest = 0

    def look(round: Round) -> None:
        nonlocal turns, largest
        turns += isinstance(round.phase, Turn)
        largest = max(largest, size(round))

    play(ROUNDS, look)
    ours, theirs = [], []
    for _ in range(repeats):
        started = process_time()
        rlcard_turns = play_rlcard(ROUNDS)
        theirs.append(rlcard_turns / (process_time() - started))
        started = process_time()
        play(ROUNDS)
        ours.append(turns / (process_time() - started))
    return {
        "openuno_turns_per_second": round(statistics.median(ours)),
        "rlcard_turns_per_second": round(statistics.median(theirs)),
        "ratio": round(statistics.median(a / b for a, b in zip(ours, theirs, strict=True)), 2),
        "largest_round_bytes": largest,
    }
