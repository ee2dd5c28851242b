"""A puzzle as a value, the puzzles that are shipped, and which of them is for which day."""

from datetime import date
from functools import cache
from importlib.resources import files

import msgspec

from openuno.bots.memory import Memory
from openuno.engine.actions import Action, Play
from openuno.engine.enums import NamedEnum
from openuno.engine.events import Event
from openuno.engine.view import View
from openuno.local.analysis.reasons import Reason

FIRST_DAY = date(2026, 11, 1)
"""The day of puzzle 1, by UTC."""
SOLVER = 0
"""The seat whose move is asked for."""
_FILE = "puzzles.json"


class Theme(NamedEnum):
    """What a puzzle is about."""

    COLOUR = "colour"
    """Which colour to name, or to turn to."""
    HOLD = "hold"
    """A wild, or another strong card, is worth more later."""
    STOP = "stop"
    """Somebody is about to go out."""
    CHALLENGE = "challenge"
    """A Wild Draw Four: to challenge it, to take it, or to bluff."""
    STACK = "stack"
    """Draw cards that can be passed on."""
    JUMP_IN = "jump-in"
    """A card that can be laid out of turn."""
    PARTNER = "partner"
    """Two play together."""
    ORDER = "order"
    """Which card goes first."""


class Option(msgspec.Struct, frozen=True, gc=False):
    """Something that the solver can do, and how often it wins; None lets a jump-in go."""

    action: Action | None
    wins: float


class Puzzle(msgspec.Struct, frozen=True, gc=False):
    """A position as its solver sees it. The best option comes first.

    `events` are what happened since the solver's last move, as that seat may know it; `memory` is
    what a careful player remembers of the round.
    """

    theme: Theme
    view: View
    memory: Memory
    events: tuple[Event, ...]
    options: tuple[Option, ...]
    reason: Reason
    worlds: int


class NoSuchPuzzle(ValueError):
    """There is no puzzle of this number, or for this day; the sentence says which there are."""


@cache
def load_puzzles() -> tuple[Puzzle, ...]:
    """Every puzzle that is shipped, in the order of its days."""
    data = files(__package__).joinpath(_FILE).read_bytes()
    return msgspec.json.decode(data, type=tuple[Puzzle, ...])


def write_puzzles(puzzles: tuple[Puzzle, ...]) -> bytes:
    """The puzzles as a file that `load_puzzles` reads, one to a line."""
    lines = b",\n".join(msgspec.json.encode(puzzle) for puzzle in puzzles)
    return b"[\n" + lines + b"\n]\n"


def find_puzzle(number: int, last: int | None = None) -> Puzzle:
    """The puzzle of this number, from 1; a refusal names those up to `last`, if not all."""
    puzzles = load_puzzles()
    if not 1 <= number <= len(puzzles):
        choices = _choices(len(puzzles) if last is None else last)
        raise NoSuchPuzzle(f"there is no puzzle {number}{choices}")
    return puzzles[number - 1]


def number_for(day: date) -> int:
    """The number of the puzzle for a day; after the last one they begin again."""
    since = (day - FIRST_DAY).days
    if since < 0:
        raise NoSuchPuzzle(f"the first puzzle was for {FIRST_DAY}; choose that day or a later one")
    return since % len(load_puzzles()) + 1


def last_number(today: date) -> int:
    """The last puzzle that can be looked at: those of days to come stay unseen."""
    return min((today - FIRST_DAY).days + 1, len(load_puzzles()))


def check_day(number: int, day: date | None, today: date) -> None:
    """Refuse the puzzle of a day to come, named by its day or by its number."""
    if day is not None and day > today:
        raise NoSuchPuzzle(f"the puzzle for {day} is not shown before that day; today is {today}")
    last = last_number(today)
    if number > last:
        raise NoSuchPuzzle(f"puzzle {number} is for a day to come{_choices(last)}")


def _choices(last: int) -> str:
    return f"; choose one from 1 to {last}" if last > 0 else ""


def find_option(puzzle: Puzzle, action: Action | None) -> int | None:
    """Which option an action is, whether or not it says UNO."""
    wanted = _without_uno(action)
    for index, option in enumerate(puzzle.options):
        if _without_uno(option.action) == wanted:
            return index
    return None


def _without_uno(action: Action | None) -> Action | None:
    return msgspec.structs.replace(action, uno=False) if isinstance(action, Play) else action
