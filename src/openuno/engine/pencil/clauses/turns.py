"""Clauses about turns that are missed."""

from collections.abc import Iterator, Mapping

from openuno.engine import custom
from openuno.engine.custom import CustomRule, Who
from openuno.engine.pencil.clauses.parts import Parts, Reading
from openuno.engine.pencil.clauses.quantities import read_number

PATTERNS = (
    ("loses-turn", "subject? LOSE (A|POSS|ANOTHER)? NEXT_TURN? (TURN|PLAY)"),
    ("loses-turn", "subject? SITOUT (FOR? (A|POSS|NUM1)? NEXT_TURN? (TURN|PLAY))? NEXT_TIME?"),
    ("loses-turn", "subject? PASS (A|POSS) NEXT_TURN? TURN"),
    ("skips", "SITOUT FOR who"),
    ("skips-turns", "SITOUT turns TURN? (FOR|TO) who"),
    ("skips-turns", "turns TURN? SITOUT (FOR|TO) who"),
    ("loses-turn", "subject SKIP (A|POSS|NUM1)? NEXT_TURN? (TURN|PLAY)"),
    ("loses-turn", "subject? SKIPPED (FOR? (A|NUM1) TURN)? NEXT_TIME?"),
    ("loses-turn", "(CHOOSE|TAKE) (?P<picked>WHO) TO SKIP NEXT_TIME?"),
    ("loses-turn", "MAKE (?P<made>WHO) TO? SKIP"),
    (
        "skips",
        "(WHO=you|WHO=everyone|WHO=people)? SKIP who (AND other)?"
        " ((FOR (A|NUM1) TURN)|(APOS NEXT_TURN? TURN)|NEXT_TIME)?",
    ),
    ("skips", "FREEZE who (FOR (A|NUM1) TURN)? NEXT_TIME?"),
    ("skips-turns", "FREEZE who FOR? NEXT_TURN? turns TURN"),
    ("skips", "SKIP OVER who"),
    ("skips", "(WHO=people)? LOSE=x (A? TURN (FROM|OF))? who"),
    ("skips-pair", "LOSE=x PAIR"),
    ("skips-pair", "SKIP PAIR"),
    ("skips-number", "SKIP (?P<count>NUM)"),
    ("skips-next", "SKIP NEXT_TURN? (?P<count>NUM) PLAYERS"),
    ("skips-own", "SKIP POSS NEXT_TURN? (TURN|PLAY)"),
    ("skips-own", "POSS=you NEXT_TURN? TURN IS? SKIPPED"),
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
IMPERSONAL = frozenset(
    name for name, _ in PATTERNS if name.startswith("skip") and name != "skips-own"
)
"""What is said without anybody doing it."""


_ONE = frozenset(("a", "one", "un", "une", "ein", "eine", "einen"))
_NEXT = {
    2: Who.NEXT_TWO,
    3: Who.NEXT_THREE,
    4: Who.NEXT_FOUR,
    5: Who.NEXT_FIVE,
}


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
    if parts.has("other") and who in (Who.EVERYONE, Who.OTHERS):
        return  # `Skip everyone but you and the next player`: is that player left out?
    # `Freeze everyone` may be a game of statues.
    parts.unsure |= any(chunk.concept == "FREEZE" for chunk in parts.chunks)
    if who is Who.CHOSEN and _is_any_one(parts):
        # `Skip a player`: the next one, or one that is picked?
        parts.unsure = True
        yield (custom.LosesTurn(Who.NEXT, _turns(parts)),)
    # To skip everyone is to skip everyone else: the turn is yours.
    skipped: list[Who] = [Who.OTHERS if who is Who.EVERYONE else who]
    skipped += [parts.player("other")] if parts.has("other") else []
    yield tuple(custom.LosesTurn(each, _turns(parts)) for each in skipped)


def _is_any_one(parts: Parts) -> bool:
    chunk = parts.found.first("who")
    words = chunk.text.split() if chunk is not None else []
    return len(words) == 2 and words[0] in _ONE and not parts.context.chosen


def _skips_next(parts: Parts, _: Who) -> Iterator[CustomRule]:
    # `Skip 2 players` are those who come next.
    who = _NEXT.get(parts.number("count"))
    if who is not None:
        yield (custom.LosesTurn(who),)


def _skips_pair(parts: Parts, _: Who) -> Iterator[CustomRule]:
    # `Skip two players`: the next ones, or two that are picked?
    parts.unsure = True
    yield (custom.LosesTurn(Who.NEXT_TWO),)


def _skips_number(parts: Parts, _: Who) -> Iterator[CustomRule]:
    # `Skip 2`: two players, or two turns?
    parts.unsure = True
    yield from _skips_next(parts, Who.YOU)
    yield (custom.LosesTurn(Who.NEXT, parts.number("count")),)


def _skips_somebody(parts: Parts, _: Who) -> Iterator[CustomRule]:
    if parts.context.subject is not None:
        # `Pick someone to draw 2 and skip a turn`: they skip it, or others?
        parts.unsure = True
        yield (custom.LosesTurn(parts.context.subject),)
    yield (custom.LosesTurn(Who.NEXT),)
    yield (custom.LosesTurn(Who.YOU),)


READINGS: Mapping[str, Reading] = {
    "loses-turn": _loses_turn,
    "skips-own": _loses_turn,
    "skips": _skips,
    "skips-next": _skips_next,
    "skips-pair": _skips_pair,
    "skips-number": _skips_number,
    "skips-turn": _skips,
    "skip-somebody": _skips_somebody,
    "loses-turns": _loses_turns,
    "skips-turns": _skips,
}
