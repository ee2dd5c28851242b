"""How long rounds get by the rules on the blanks, found by playing them: a worker of its own.

`python -m openuno.local.round_length RULES SEATS` prints the answer as JSON. Players are simple:
they lay any card that fits. What counts is the difference the written rules make.
"""

import sys
from random import Random
from time import process_time

import msgspec

from openuno.engine.actions import Action, Catch, Challenge, Play, SayUno, Suggest
from openuno.engine.deal import deal
from openuno.engine.legal import legal
from openuno.engine.notation.rules import parse_rules
from openuno.engine.play import apply
from openuno.engine.rng import Fast
from openuno.engine.rules import Rules, with_switches
from openuno.engine.state import RoundOver, Turn, seat_to_act

MAX_ROUNDS = 1000
MAX_TURNS = 1000
"""Turns after which a round counts as endless; without written rules few have a hundred."""
SECONDS = 1.0
"""Processor time after which no further round is played."""

LONGER = 1.2
"""A mean that differs by less than this factor counts as the same."""

_CALLS = (Catch, SayUno, Suggest, Challenge)


class RoundLength(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What was found in this many rounds with the written rules, and as many without.

    `turns` is the mean of the rounds that ended, `usual` the same without the written rules;
    `endless` are the rounds that were not over after 1,000 turns.
    """

    rounds: int
    turns: float
    usual: float
    endless: int


def measure_round_length(
    rules: Rules, seats: int, *, rounds: int = MAX_ROUNDS, seconds: float = SECONDS
) -> RoundLength:
    """Play the same deals with and without the written rules, at most this long, but once."""
    plain = with_switches(rules, written=())
    began = process_time()
    turns, usual = [], []
    for number in range(rounds):
        turns.append(play_turns(rules, seats, number))
        usual.append(play_turns(plain, seats, number))
        if process_time() - began > seconds:
            break
    ended = [count for count in turns if count < MAX_TURNS]
    return RoundLength(
        rounds=len(turns),
        turns=_mean(ended or turns),
        usual=_mean(usual),
        endless=len(turns) - len(ended),
    )


def play_turns(rules: Rules, seats: int, number: int) -> int:
    """How many turns a round takes, `MAX_TURNS` at most; the same number is the same deal."""
    chance = Random(number)
    round = deal(rules, seats, number % seats, Fast(number)).round
    turns = 0
    while not isinstance(round.phase, RoundOver) and turns < MAX_TURNS:
        turns += isinstance(round.phase, Turn)
        seat = seat_to_act(round)
        assert seat is not None, "a round that is not over waits for somebody"
        round = apply(round, seat, _choose(legal(round, seat), chance)).round
    return turns


def _choose(allowed: tuple[Action, ...], chance: Random) -> Action:
    plays = [action for action in allowed if isinstance(action, Play)]
    if not plays:
        return chance.choice([action for action in allowed if not isinstance(action, _CALLS)])
    play = chance.choice(plays)
    said = msgspec.structs.replace(play, uno=True)
    return said if said in plays else play


def _mean(counts: list[int]) -> float:
    return round(sum(counts) / len(counts), 1)


def main(rules: str, seats: str) -> None:
    """Print what these rules do to the length of rounds."""
    found = measure_round_length(parse_rules(rules), int(seats))
    sys.stdout.write(msgspec.json.encode(found).decode())


if __name__ == "__main__":
    main(*sys.argv[1:])
