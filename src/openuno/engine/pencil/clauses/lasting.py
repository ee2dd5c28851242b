"""Clauses about cards that may not be played for a while.

How long stands anywhere in the clause and is taken out before these patterns are tried.
"""

from collections.abc import Iterator, Mapping

from openuno.engine import custom
from openuno.engine.custom import CustomRule, Who
from openuno.engine.pencil.clauses.parts import Parts, Reading
from openuno.engine.pencil.clauses.quantities import read_kind

_MORE = "((OR|AND) (NUM=0|ALL|A)? more_cards_of)?"
PATTERNS = (
    ("forbids", f"(?P<subject>NOBODY) CAN? (PLAY|DISCARD) (ALL|A|FROM)? limited {_MORE} OFF?"),
    ("forbids", f"(?P<subject>NOBODY) CAN? (ALL|A)? limited {_MORE} (PLAY|DISCARD)"),
    ("forbids", f"CAN (?P<subject>NOBODY) (ALL|A)? limited {_MORE} (PLAY|DISCARD)"),
    ("forbids", f"subject MAY_NOT (PLAY|DISCARD) (ALL|A|FROM)? limited {_MORE} OFF?"),
    ("forbids", f"subject SITOUT (ALL|A)? limited {_MORE}"),
    ("forbids", f"subject CAN limited {_MORE} NOT PLAY"),
    ("forbids-you", f"MAY_NOT=d PLAY limited {_MORE}"),
    ("allows-you-only", "ONLY CAN=d PLAY limited"),
    ("allows-you-only", "CAN=d PLAY ONLY limited"),
    ("allows-only", "subject NE_CAN PLAY ONLY limited"),
    ("forbids", f"subject CAN? NUM=0 limited {_MORE} (PLAY|DISCARD)"),
    ("forbids", f"CAN (?P<subject>WHO) NUM=0 limited {_MORE} (PLAY|DISCARD)"),
    ("forbids", f"subject CAN (PLAY|DISCARD) NUM=0 limited {_MORE}"),
    ("someone-plays-no", f"(MAY_NOT (PLAY|DISCARD)|SITOUT) (ALL|A)? limited {_MORE}"),
    ("nobody-plays", f"CAN? NUM=0 limited {_MORE} (CAN? PLAYED|CAN PLAY)?"),
    ("nobody-plays", f"NUM=0 PLAY limited {_MORE}"),
    ("nobody-plays", f"IS? (ALL|A)? limited {_MORE} FORBIDDEN"),
    ("nobody-plays", f"FORBIDDEN TO? PLAY? (ALL|A|FROM)? limited {_MORE}"),
    ("allows-only", "subject (CAN? ONLY|ONLY CAN) (PLAY|DISCARD) limited OFF?"),
    ("allows-only", "subject CAN? (PLAY|DISCARD) ONLY limited OFF?"),
    ("allows-only", "subject CAN? ONLY limited (PLAY|DISCARD)"),
    ("allows-only", "CAN (?P<subject>WHO) ONLY limited (PLAY|DISCARD)"),
    ("must-play", "subject (PLAY|DISCARD) limited OFF?"),
    ("all-play-only", "CAN? ONLY FROM? limited (CAN? PLAYED)?"),
    ("someone-plays-only", "(CAN|MUST)? ONLY PLAY limited"),
    ("someone-plays-only", "(CAN|MUST)? PLAY ONLY limited"),
)
IMPERSONAL = frozenset(("nobody-plays", "all-play-only", "someone-plays-no", "someone-plays-only"))
"""What is said without anybody doing it."""
UNTIL = frozenset(("UNTIL_TURN", "UNTIL_ROUND", "UNTIL_EITHER"))


def _untils(parts: Parts) -> tuple[custom.Until, ...]:
    until = parts.context.until
    assert until is not None, "these patterns are tried where it is said how long"
    # `For the rest of the game`: a game has many rounds, and nothing lasts beyond one.
    parts.unsure |= until.value == "game"
    if until.concept == "UNTIL_EITHER":
        # `For one round`: once around the table, or until somebody is out of cards?
        return (custom.Until.NEXT_TURN, custom.Until.ROUND)
    return (custom.Until.NEXT_TURN if until.concept == "UNTIL_TURN" else custom.Until.ROUND,)


def _forbids(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    kinds = [parts.found.groups[name] for name in ("kind", "kind2") if parts.has(name)]
    # `No drawing until your next turn`: drawing itself, or the cards that make others draw?
    parts.unsure |= any(kind[0].concept == "DRAW" and len(kind) == 1 for kind in kinds)
    for until in _untils(parts):
        yield tuple(custom.Forbids(subject, read_kind(kind), until) for kind in kinds)


def _nobody_plays(parts: Parts, _: Who) -> Iterator[CustomRule]:
    parts.mentioned.append(Who.EVERYONE)
    return _forbids(parts, Who.EVERYONE)


def _allows_only(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    # `Everyone must play red`: is drawing allowed instead?
    parts.unsure |= parts.found.name == "must-play"
    kind = read_kind(parts.found.groups["kind"])
    for until in _untils(parts):
        yield (custom.AllowsOnly(subject, kind, until),)


def _all_play_only(parts: Parts, _: Who) -> Iterator[CustomRule]:
    parts.mentioned.append(Who.EVERYONE)
    return _allows_only(parts, Who.EVERYONE)


def _someone_plays(parts: Parts, _: Who) -> Iterator[CustomRule]:
    # `Don't play red until my next turn`: everyone, or you?
    limits = _forbids if parts.found.name == "someone-plays-no" else _allows_only
    yield from limits(parts, Who.EVERYONE)
    yield from limits(parts, Who.YOU)


READINGS: Mapping[str, Reading] = {
    "forbids": _forbids,
    "nobody-plays": _nobody_plays,
    "forbids-you": _forbids,
    "allows-only": _allows_only,
    "allows-you-only": _allows_only,
    "must-play": _allows_only,
    "all-play-only": _all_play_only,
    "someone-plays-no": _someone_plays,
    "someone-plays-only": _someone_plays,
}
