"""Tables at which most switches are as printed: the compiler takes those for constants."""

from collections.abc import Sequence

from openuno.engine.rules import DEFAULT_RULES
from openuno.kernel.compiler import inline
from openuno.kernel.rules.state import (
    BLUFFING,
    CARDS,
    DRAW_UNTIL,
    FIRST_CARD,
    FORCED_PLAY,
    HAND_SIZE,
    JUMP_IN,
    LASTING_RULES,
    MEMORY,
    NUMBERS_ONLY,
    PLANES,
    PLAY_DRAWN,
    RENEGE,
    SEATS,
    SEVEN_ZERO,
    SPECIAL_POINTS,
    SPECIALS,
    STACKING,
    SUGGESTION_PENALTY,
    TEAMS,
    TWO_PLAYER_REVERSE,
    UNO_PENALTY,
    WILD_POINTS,
    WRONG_CATCH_PENALTY,
    rules_row,
)

_PLAIN = tuple(int(number) for number in rules_row(DEFAULT_RULES, 2))
_OPEN = (
    SEATS,
    CARDS,
    HAND_SIZE,
    FIRST_CARD,
    RENEGE,
    FORCED_PLAY,
    SUGGESTION_PENALTY,
    SPECIAL_POINTS,
    NUMBERS_ONLY,
    WILD_POINTS,
)
"""The switches that a plain table may have another way."""


def is_plain(rules: Sequence[int], *, memory: bool = False) -> bool:
    """Whether `plain_rules` has these switches; with a memory, `plain_rules_with_memory`."""
    expected = list(_PLAIN)
    expected[MEMORY] = int(memory)
    return all(
        number == expected[switch] for switch, number in enumerate(rules) if switch not in _OPEN
    )


@inline
def plain_rules(rules):
    """The switches of a plain table: constants, but for those that are open."""
    return _plain_rules(rules, rules[SEATS], 0)


@inline
def plain_rules_of_two(rules):
    """The same at a table of two: its loops over the seats are known, too."""
    return _plain_rules(rules, 2, 0)


@inline
def plain_rules_with_memory(rules):
    """The same where the seats remember what they have seen."""
    return _plain_rules(rules, rules[SEATS], 1)


@inline
def any_rules(rules):
    """The switches as they are."""
    return rules


@inline
def rules_without_specials(rules):
    """The switches of a table with the printed cards alone, where the seats remember."""
    return _rules_without_specials(rules, 1)


@inline
def rules_without_specials_or_memory(rules):
    """The same where they do not."""
    return _rules_without_specials(rules, 0)


@inline
def _rules_without_specials(rules, memory):
    return (
        rules[SEATS],
        rules[PLANES],
        rules[CARDS],
        rules[HAND_SIZE],
        rules[FIRST_CARD],
        rules[RENEGE],
        rules[PLAY_DRAWN],
        rules[DRAW_UNTIL],
        rules[FORCED_PLAY],
        rules[BLUFFING],
        rules[STACKING],
        rules[JUMP_IN],
        rules[SEVEN_ZERO],
        rules[TWO_PLAYER_REVERSE],
        rules[TEAMS],
        rules[UNO_PENALTY],
        rules[WRONG_CATCH_PENALTY],
        rules[SUGGESTION_PENALTY],
        rules[SPECIAL_POINTS],
        0,
        rules[NUMBERS_ONLY],
        memory,
        rules[WILD_POINTS],
        0,
    )


@inline
def _plain_rules(rules, seats, memory):
    return (
        seats,
        _PLAIN[PLANES],
        rules[CARDS],
        rules[HAND_SIZE],
        rules[FIRST_CARD],
        rules[RENEGE],
        _PLAIN[PLAY_DRAWN],
        _PLAIN[DRAW_UNTIL],
        rules[FORCED_PLAY],
        _PLAIN[BLUFFING],
        _PLAIN[STACKING],
        _PLAIN[JUMP_IN],
        _PLAIN[SEVEN_ZERO],
        _PLAIN[TWO_PLAYER_REVERSE],
        _PLAIN[TEAMS],
        _PLAIN[UNO_PENALTY],
        _PLAIN[WRONG_CATCH_PENALTY],
        rules[SUGGESTION_PENALTY],
        rules[SPECIAL_POINTS],
        _PLAIN[SPECIALS],
        rules[NUMBERS_ONLY],
        memory,
        rules[WILD_POINTS],
        _PLAIN[LASTING_RULES],
    )
