"""What a table is set up to play, and how fast."""

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from openuno.engine.errors import NotationError, SetupError
from openuno.engine.faults import Fault, FaultKind
from openuno.engine.notation.rules import parse_rules, rules_text
from openuno.engine.rules import DEFAULT_RULES, Rules
from openuno.game.formats import Format, check_format
from openuno.game.notation import parse_format
from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused

LONGEST_TEXT = 1 << 15
"""In characters: eight blanks written full and a change of every switch take less."""
CORRESPONDENCE = 3600
"""A clock of this many seconds or more keeps running while nobody is at the table."""
BOUNDS = {
    "move": (5, 14 * 24 * 3600),
    "away": (5, 3600),
    "between": (1, 3600),
    "bots": (0, 10),
    "window": (0, 10),
}
"""Fewest and most seconds of each part of a clock."""


class Clock(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """How long things may take, in seconds.

    `move`: a person's move (None: as long as they like); `away`: how long the table waits for
    someone who is not there; `between`: until the next round is dealt even if nobody asks for it;
    `bots`: how long a bot takes over a move; `window`: how long, beyond the grace, a bot leaves
    people to call UNO, catch or jump in before it moves on (UNO-8).
    """

    move: float | None = 60
    away: float = 30
    between: float = 20
    bots: float = 1
    window: float = 1

    @property
    def correspondence(self) -> bool:
        """Whether people are not expected to be there all the time."""
        return self.move is not None and self.move >= CORRESPONDENCE


class Settings(
    msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True
):
    """The rules, the format and the manners of a table; fixed while a game is on.

    `rules` and `format` are in their text forms: `classic+stacking=same`, `race:300`. With
    `shared_screen` the players are in one room: the table is on a screen that everyone sees, and
    their phones show their hands.
    """

    rules: str = DEFAULT_RULES.edition
    format: str = "race"
    seats: int = 4
    clock: Clock = Clock()
    public: bool = True
    shared_screen: bool = False


class EventTable(
    msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True
):
    """Which table of which event a room plays; the event's host runs it.

    Its game ends after `rounds` rounds. In a knock-out `through` of its players go on, and rounds
    are added while it is not clear which. With `phrases` there are set phrases instead of chat.
    With a `shared_deal` all tables of the sitting are dealt the same cards, so nobody watches, and
    no seed is revealed, before all of them have finished.
    """

    event: str
    sitting: int
    table: int
    rounds: int = 1
    through: int = 0
    phrases: bool = False
    shared_deal: bool = False


@lru_cache(maxsize=256)
def parse_settings(settings: Settings) -> tuple[Rules, Format]:
    """The rules and the format as values; `Refused` if nobody could play so."""
    if len(settings.rules) > LONGEST_TEXT:
        fault = Fault.of(FaultKind.RULES_TOO_LONG, switch="rules", most=LONGEST_TEXT)
        raise Refused(RefusalKind.BAD_SETTINGS, cause=fault)
    for name, (fewest, most) in BOUNDS.items():
        seconds = getattr(settings.clock, name)
        if seconds is not None and not fewest <= seconds <= most:
            fault = Fault.of(
                FaultKind.CLOCK,
                switch="clock",
                clock=name,
                least=fewest,
                most=most,
                word=f"{seconds:g}",
            )
            raise Refused(RefusalKind.BAD_SETTINGS, cause=fault)
    try:
        rules, format = parse_rules(settings.rules), parse_format(settings.format)
        check_format(format, rules, settings.seats)
    except (NotationError, SetupError) as error:
        raise Refused(RefusalKind.BAD_SETTINGS, cause=error) from None
    return rules, format


def normalize_settings(settings: Settings) -> Settings:
    """The settings with rules for blanks in their normal form; `Refused` if nobody could play so.

    People write those rules in their own words. What is kept and sent to everyone must go on
    meaning the same, however the reading of those words may improve.
    """
    rules, _ = parse_settings(settings)
    return replace(settings, rules=rules_text(rules)) if rules.written else settings
