"""How strong the bots are: rounds under the plain printed rules, one bot against a field.

Seats and dealer rotate, and every round has its own deal. A dead round counts for nobody.
"""

import argparse
import json
import math
from functools import reduce
from pathlib import Path
from time import process_time
from typing import NamedTuple

from rich.progress import track

from openuno import EDITIONS, Action, Event, Fast, apply, deal, redact, seat_to_act, view
from openuno.bots.bot import Mind, notice
from openuno.bots.characters import CHARACTERS
from openuno.bots.registry import BOTS
from openuno.engine.questions import questions_out_of_turn
from openuno.engine.rng import fork
from openuno.engine.state import RoundOver
from openuno.local.bot_processes import map_in_order, open_bot_processes

RULES = EDITIONS["mattel-2016"]
RESULTS = Path(__file__).with_name("results_bots.json")
CHARACTER_RESULTS = Path(__file__).with_name("results_characters.json")
ROUNDS = 20_000
CHUNK = 250
PROCESSES = 2
Z = 1.959964
"""Of the normal distribution, 95 % lie within this many deviations."""


class Match(NamedTuple):
    bot: str
    field: str
    seats: int
    bar: float | None = None
    """The share of decided rounds it is to win."""


MATCHES = (
    Match("regular", "random", 2, 0.62),
    Match("regular", "random", 4, 0.32),
    Match("casual", "random", 2),
    Match("casual", "random", 4),
    Match("relaxed", "random", 2),
    Match("relaxed", "random", 4),
    Match("relaxed", "casual", 2),
    Match("relaxed", "casual", 4),
    Match("regular", "casual", 2),
    Match("regular", "casual", 4),
    Match("regular", "relaxed", 2),
    Match("regular", "relaxed", 4),
)
CHARACTER_MATCHES = tuple(Match(kind, "regular", seats) for kind in CHARACTERS for seats in (2, 4))


class Tally(NamedTuple):
    """The time is what the bot itself thought, not its field."""

    won: int = 0
    decided: int = 0
    thoughts: int = 0
    seconds: float = 0.0


class Result(NamedTuple):
    bot: str
    field: str
    seats: int
    decided: int
    won: int
    share: float
    low: float
    high: float
    bar: float | None
    microseconds: float


class Sitting:
    """One round: who is asked when, and who hears what."""

    def __init__(self, kinds: list[str], rng: Fast, dealer: int, timed: int) -> None:
        self._bots = [BOTS[kind] for kind in kinds]
        self._minds = [Mind(fork(rng, 1, seat)) for seat in range(len(kinds))]
        self._timed = timed
        self.thoughts = 0
        self.seconds = 0.0
        step = deal(RULES, len(kinds), dealer, rng)
        self._round = step.round
        self._hear(step.events)

    def play(self) -> int | None:
        while (acting := seat_to_act(self._round)) is not None:
            seat, action = self._next(acting)
            step = apply(self._round, seat, action)
            self._round = step.round
            self._hear(step.events)
        assert isinstance(self._round.phase, RoundOver)
        return self._round.phase.winner

    def _hear(self, events: tuple[Event, ...]) -> None:
        for seat, mind in enumerate(self._minds):
            told = (redact(event, seat) for event in events)
            self._minds[seat] = reduce(notice, told, mind)

    def _next(self, acting: int) -> tuple[int, Action]:
        for seat, offered in questions_out_of_turn(self._round):
            action, mind = self._think(seat)
            if action is not None and action in offered:
                self._minds[seat] = mind
                return seat, action
            if seat != acting:
                self._minds[seat] = mind
        action, self._minds[acting] = self._think(acting)
        assert action is not None
        return acting, action

    def _think(self, seat: int) -> tuple[Action | None, Mind]:
        seen = view(self._round, seat)
        started = process_time()
        thought = self._bots[seat](seen, self._minds[seat])
        if seat == self._timed:
            self.seconds += process_time() - started
            self.thoughts += 1
        return thought


def play_chunk(chunk: tuple[Match, range]) -> Tally:
    match, rounds = chunk
    won = decided = thoughts = 0
    seconds = 0.0
    for number in rounds:
        hero = number % match.seats
        kinds = [match.bot if seat == hero else match.field for seat in range(match.seats)]
        dealer = number // match.seats % match.seats
        sitting = Sitting(kinds, Fast(number), dealer, timed=hero)
        winner = sitting.play()
        won += winner == hero
        decided += winner is not None
        thoughts += sitting.thoughts
        seconds += sitting.seconds
    return Tally(won, decided, thoughts, seconds)


def interval(won: int, decided: int) -> tuple[float, float]:
    """Wilson's, 95 %."""
    share = won / decided
    middle = share + Z * Z / (2 * decided)
    half = Z * math.sqrt(share * (1 - share) / decided + Z * Z / (4 * decided * decided))
    scale = 1 + Z * Z / decided
    return (middle - half) / scale, (middle + half) / scale


def measure(rounds: int, matches: tuple[Match, ...] = MATCHES) -> list[Result]:
    chunks = [
        (match, range(start, min(start + CHUNK, rounds)))
        for match in matches
        for start in range(0, rounds, CHUNK)
    ]
    tallies = dict.fromkeys(matches, Tally())
    with open_bot_processes(PROCESSES) as pool:
        played = zip(chunks, map_in_order(pool, play_chunk, chunks, 1), strict=True)
        for (match, _), more in track(played, "playing", total=len(chunks)):
            tallies[match] = _sum(tallies[match], more)
    return [_result(match, tally) for match, tally in tallies.items()]


def _sum(one: Tally, other: Tally) -> Tally:
    return Tally(
        one.won + other.won,
        one.decided + other.decided,
        one.thoughts + other.thoughts,
        one.seconds + other.seconds,
    )


def _result(match: Match, tally: Tally) -> Result:
    low, high = interval(tally.won, tally.decided)
    return Result(
        match.bot,
        match.field,
        match.seats,
        tally.decided,
        tally.won,
        round(tally.won / tally.decided, 4),
        round(low, 4),
        round(high, 4),
        match.bar,
        round(1e6 * tally.seconds / tally.thoughts, 1),
    )


def report(rounds: int, matches: tuple[Match, ...], file: Path, only: str | None = None) -> None:
    """Measure, print, and keep the latest result of each match."""
    print(f"bots, {RULES.edition}, {rounds:,} rounds a match ...", flush=True)
    played = tuple(match for match in matches if only in (None, match.bot))
    results = measure(rounds, played)
    found = {(result.bot, result.field, result.seats): result._asdict() for result in results}
    if only is not None and file.exists():
        for match in json.loads(file.read_text())["matches"]:
            found.setdefault((match["bot"], match["field"], match["seats"]), match)
    ordered = [found[match[:3]] for match in matches if match[:3] in found]
    file.write_text(json.dumps({"rounds": rounds, "matches": ordered}, indent=2) + "\n")
    for r in results:
        bar = "" if r.bar is None else f"  bar {r.bar:.0%}"
        print(
            f"  {r.bot:10} against {r.seats - 1} {r.field:7}"
            f" {r.share:6.1%}  [{r.low:.1%}, {r.high:.1%}]"
            f"  {r.microseconds:4.0f} µs a decision{bar}"
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="bench.bots", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="rounds of each match")
    parser.add_argument("--characters", action="store_true", help="the characters, not the engines")
    parser.add_argument("--only", metavar="BOT", help="its matches alone; the others stay as kept")
    parser.add_argument("--results", type=Path, metavar="FILE")
    parser.add_argument("--processes", type=int, default=PROCESSES)
    args = parser.parse_args()
    PROCESSES = args.processes
    chosen = CHARACTER_MATCHES if args.characters else MATCHES
    file = args.results or (CHARACTER_RESULTS if args.characters else RESULTS)
    report(args.rounds, chosen, file, args.only)
