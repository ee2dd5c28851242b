"""Clauses about cards from the pile."""

from collections.abc import Iterator, Mapping

from openuno.engine import custom
from openuno.engine.custom import CustomRule, Who
from openuno.engine.pencil.clauses.parts import Parts, Reading

PATTERNS = (
    ("draws", "subject? (DRAW|TAKE) n cards FROMPILE? each FROMPILE? per"),
    ("draws", "subject? (DRAW|TAKE) n cards UP FROMPILE? each per"),
    ("draws", "subject? n cards FROMPILE? DRAW"),
    ("draws", "subject? DRAW EACHONE n cards FROMPILE?"),
    ("draws", "subject? DRAW CARD"),
    ("draws", "subject? PLUS n cards"),
    ("draws-for", "PLUS n cards (FOR|TO) who"),
    ("draws-for", "n cards (FOR|TO) who"),
    ("draws-for", "(DEAL|GIVE|TAKE) who n cards FROMPILE"),
    ("draws-for", "(DEAL|GIVE|TAKE) n cards FROMPILE TO who"),
    ("draws-for", "DEAL who n cards"),
    ("draws-for", "DEAL n cards TO who"),
    ("draws-to", "subject? DRAW CARD? UNTIL (?P<self>WHO) HAVE (?P<n>NUM|A) CARD? (IN_HAND|OWN)?"),
    ("draws-to", "subject? DRAW UNTIL (?P<self>WHO) (?P<n>NUM|A) CARD? (IN_HAND|OWN)? HAVE"),
    ("draws-to-unclear", "subject? DRAW COMPARE=at-most n cards"),
)
IMPERSONAL = frozenset(("draws-for",))
"""What is said without anybody doing it."""


def _draws(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    yield (custom.Draws(subject, parts.amount()),)


def _draws_for(parts: Parts, _: Who) -> Iterator[CustomRule]:
    yield (custom.Draws(parts.player("who"), parts.amount()),)


def _draws_to(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    parts.unsure |= parts.found.name == "draws-to-unclear"
    oneself = parts.found.first("self")
    if oneself is not None and (oneself.value == "you") != (subject is Who.YOU):
        return
    if oneself is not None and oneself.value not in ("you", "they"):
        return
    yield (custom.DrawsTo(subject, parts.number("n")),)


READINGS: Mapping[str, Reading] = {
    "draws": _draws,
    "draws-for": _draws_for,
    "draws-to": _draws_to,
    "draws-to-unclear": _draws_to,
}
