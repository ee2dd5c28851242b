"""Clauses about turns that are missed."""

from collections.abc import Iterator, Mapping

from openuno.engine import custom
from openuno.engine.custom import CustomRule, Who
from openuno.engine.pencil.clauses.parts import Parts, Reading
from openuno.engine.pencil.clauses.quantities import read_number

PATTERNS = (
    ("loses-turn", "subject? LOSE (A|POSS|ANOTHER)? NEXT_TURN? (TURN|PLAY)"),
    ("loses-turn", "subject? SITOUT (FOR? (A|POSS|NUM1)? NEXT_TURN? (TURN|PLAY))?"),
    ("loses-turn", "subject SKIP (A|POSS|NUM1)? NEXT_TURN? (TURN|PLAY)"),
    ("loses-turn", "subject? SKIPPED (FOR? (A|NUM1) TURN)?"),
    ("loses-turn", "(CHOOSE|TAKE) (?P<picked>WHO) TO SKIP"),
    ("loses-turn", "MAKE (?P<made>WHO) TO? SKIP"),
    ("skips", "SKIP who ((FOR A TURN)|(APOS NEXT_TURN? TURN))?"),
    ("skips", "SKIP OVER who"),
    ("skips-own", "SKIP POSS NEXT_TURN? (TURN|PLAY)"),
    ("skips-turn", "who APOS NEXT_TURN? TURN SKIPPED"),
    ("skips-turn", "who APOS NEXT_TURN? TURN IS SKIPPED"),
    ("skip-somebody", "SKIP ((A|NUM1)? TURN)?"),
    ("loses-turns", "subject? LOSE POSS? NEXT_TURN? turns NEXT_TURN? (TURN|PLAY)"),
    ("loses-turns", "subject? SITOUT FOR? POSS? NEXT_TURN? turns NEXT_TURN? (TURN|PLAY)"),
    ("loses-turns", "subject? SITOUT turns"),
    ("loses-turns", "subject? SIT POSS? NEXT_TURN? turns NEXT_TURN? (TURN|PLAY)? OUT"),
    ("loses-turns", "subject SKIP POSS? NEXT_TURN? turns NEXT_TURN? (TURN|PLAY)"),
    ("loses-turns", "SKIP POSS NEXT_TURN? turns (TURN|PLAY)"),
    ("loses-turns", "subject? SKIPPED FOR? NEXT_TURN? turns (TURN|PLAY)"),
    ("loses-turns", "subject? SKIPPED (?P<turns>AGAIN=twice)"),
    ("skips-turns", "SKIP who (FOR NEXT_TURN? turns TURN|APOS NEXT_TURN? turns2 TURN)"),
    ("skips-turns", "SKIP who (?P<turns>AGAIN=twice)"),
)
IMPERSONAL = frozenset(("skips", "skips-turn", "skips-turns", "skip-somebody"))
"""What is said without anybody doing it."""


def _loses_turn(_: Parts, subject: Who) -> Iterator[CustomRule]:
    yield (custom.LosesTurn(subject),)


def _loses_turns(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    yield (custom.LosesTurn(subject, _turns(parts)),)


def _turns(parts: Parts) -> int:
    chunk = parts.found.first("turns") or parts.found.first("turns2")
    if chunk is None:
        return 1
    return 2 if chunk.concept == "AGAIN" else read_number(chunk, custom.MAX_TURNS)


def _skips(parts: Parts, _: Who) -> Iterator[CustomRule]:
    who = parts.player("who")
    # To skip everyone is to skip everyone else: the turn is yours.
    yield (custom.LosesTurn(Who.OTHERS if who is Who.EVERYONE else who, _turns(parts)),)


def _skips_somebody(_parts: Parts, _: Who) -> Iterator[CustomRule]:
    yield (custom.LosesTurn(Who.NEXT),)
    yield (custom.LosesTurn(Who.YOU),)


READINGS: Mapping[str, Reading] = {
    "loses-turn": _loses_turn,
    "skips-own": _loses_turn,
    "skips": _skips,
    "skips-turn": _skips,
    "skip-somebody": _skips_somebody,
    "loses-turns": _loses_turns,
    "skips-turns": _skips,
}
