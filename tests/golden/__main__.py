"""Writes golden rounds: all on file anew, or one more."""

import sys
from collections.abc import Iterator
from pathlib import Path

from openuno import Fast, Round, apply, legal, seat_to_act, view
from openuno.engine.actions import Action
from openuno.engine.notation.rounds import parse_round
from openuno.engine.notation.rules import rules_text
from openuno.engine.rng import Generator, advance, random_below
from openuno.engine.state import owes_uno
from tests.golden import FILES, Move, Opening, begin, player, read, write

USAGE = """\
python -m tests.golden --write                      every file anew, from its own moves
python -m tests.golden --record NAME RULES SEATS SEED   one more, played by whimsical bots
python -m tests.golden --record NAME POSITION SEED      one more, from a position
"""
WHIM = 4
"""One answer in this many is any legal one, so that more than good play is on file."""


def main(words: list[str]) -> int:
    match words:
        case ["--write"]:
            for file in FILES:
                file.write_text(write(*read(file.read_text("utf-8"))).text, "utf-8")
        case ["--record", name, rules, seats, seed]:
            _record(name, Opening(rules, int(seats), int(seed)))
        case ["--record", name, position, seed]:
            round = parse_round(position)
            rules = rules_text(round.rules)
            _record(name, Opening(rules, len(round.hands), int(seed), position))
        case _:
            sys.stderr.write(USAGE)
            return 2
    return 0


def _record(name: str, opening: Opening) -> None:
    file = Path(__file__).with_name(f"{name}.txt")
    file.write_text(write(opening, whimsical(opening)).text, "utf-8")


def whimsical(opening: Opening) -> Iterator[Move]:
    """A whole round as bots with whims play it."""
    round, _ = begin(opening)
    rng: Generator = Fast(opening.seed, at=1 << 20)  # far from the words that shuffle the deck
    while (acting := seat_to_act(round)) is not None:
        seat, action, rng = _next(round, acting, rng)
        yield Move(seat, action)
        round = apply(round, seat, action).round


def _next(round: Round, acting: int, rng: Generator) -> tuple[int, Action, Generator]:
    """Who does what next: a whim of anybody's, a call, a jump-in, or the turn."""
    place, rng = _below(WHIM, rng)
    if place == 0:
        return _whim(round, rng)
    for seat in sorted(range(len(round.hands)), key=lambda seat: seat == owes_uno(round)):
        action, rng = player.chance(view(round, seat), rng)
        if action is not None:
            return seat, action, rng
    turn, rng = player.turn(view(round, acting), rng)
    return acting, turn, rng


def _whim(round: Round, rng: Generator) -> tuple[int, Action, Generator]:
    """Any legal action of any seat; each kind of action is as likely as another."""
    kinds: dict[str, list[Move]] = {}
    for seat in range(len(round.hands)):
        for action in legal(round, seat):
            kinds.setdefault(type(action).__name__, []).append(Move(seat, action))
    place, rng = _below(len(kinds), rng)
    moves = kinds[sorted(kinds)[place]]
    place, rng = _below(len(moves), rng)
    return *moves[place], rng


def _below(bound: int, rng: Generator) -> tuple[int, Generator]:
    number, spent = random_below(rng, bound)
    return number, advance(rng, spent)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
