"""Rule sets that nobody has played before: switches and written rules, drawn by a seed.

They test whether a player reads the rules of its table and plays by them. What is written on a card
may be an attack, a gift, or harm to the player who lays it, so laying it blindly does not pay.
"""

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from openuno.engine.errors import SetupError
from openuno.engine.notation.rules import rules_text
from openuno.engine.pencil.parser import with_custom_rules
from openuno.engine.rng import Fast, Generator, fork, random_below
from openuno.engine.rules import EDITIONS, Rules, with_switches

T = TypeVar("T")

MAX_SETS = 64
_BLANKS = 6
"""Blanks in the deck: enough for a rule to matter in most rounds."""
_SWITCHES: tuple[dict[str, object], ...] = (
    {"stacking": "same"},
    {"stacking": "any"},
    {"jump_in": True},
    {"seven_zero": True},
    {"draw_until": True},
    {"hand_size": 5},
    {"bluffing": False},
    {"uno_penalty": 4},
)
_PLAYERS = (
    "The next player",
    "Everyone else",
    "A player you choose",
    "The player with the fewest cards",
    "The player with the most cards",
    "You",
    "Everyone",
)
_EFFECTS = (
    ("draws {n} cards", "draw {n} cards"),
    ("discards {n} cards at random", "discard {n} cards at random"),
    ("draws {m} cards", "draw {m} cards"),
    ("loses a turn", "discard 1 card at random"),
)
"""What somebody does, and what you do."""
_MORE = (
    "",
    "",
    " You play again.",
    " Play reverses.",
    " You draw {m} cards.",
    " You discard 1 card at random.",
    " Hands pass left.",
)
_CONDITIONS = (
    "",
    "",
    " if you hold at least {h} cards",
    " if you hold fewer than {h} cards",
    " if the colour named is red",
    " if the colour named is blue",
)


class RuleSet(msgspec.Struct, frozen=True):
    """The rules of a table in the arena, and what is written on its blanks, if generated."""

    rules: Rules
    written: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The rules as `parse_rules` reads them."""
        return rules_text(self.rules)

    @property
    def switches(self) -> str:
        """The edition and the switches as text, without what is written."""
        if not self.written:
            return self.text
        return rules_text(with_switches(self.rules, written=()))


def generate_rules(count: int, seed: int) -> tuple[RuleSet, ...]:
    """A number of rule sets; the same seed gives the same, and more of them begin with the same."""
    if not 1 <= count <= MAX_SETS:
        raise SetupError("rules", f"generate 1 to {MAX_SETS} rule sets, not {count}")
    return tuple(_generate(fork(Fast(seed), number)) for number in range(count))


def _generate(rng: Generator) -> RuleSet:
    base = EDITIONS[_pick(tuple(EDITIONS), fork(rng, 0))]
    switches: dict[str, object] = {}
    for number in range(2):
        switches |= _pick(_SWITCHES, fork(rng, 1, number))
    written = tuple(dict.fromkeys(_sentence(fork(rng, 2, number)) for number in range(2)))
    each = _BLANKS // len(written)
    changed = with_switches(base, **switches, blank_cards=each * len(written))
    on_cards = [text for text in written for _ in range(each)]
    return RuleSet(with_custom_rules(changed, *on_cards), written)


def _sentence(rng: Generator) -> str:
    who = _pick(_PLAYERS, fork(rng, 0))
    does = _pick(_EFFECTS, fork(rng, 1))[who == "You"]
    text = f"{who} {does}{_pick(_CONDITIONS, fork(rng, 2))}.{_pick(_MORE, fork(rng, 3))}"
    low, _ = random_below(fork(rng, 4), 2)
    high, _ = random_below(fork(rng, 5), 3)
    held, _ = random_below(fork(rng, 6), 4)
    return text.format(n=2 + low, m=3 + high, h=3 + held)


def _pick(options: Sequence[T], rng: Generator) -> T:
    index, _ = random_below(rng, len(options))
    return options[index]
