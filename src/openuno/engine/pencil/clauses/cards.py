"""Clauses about cards of a hand that nobody chooses: discarded, given, taken."""

from collections.abc import Iterator, Mapping

from openuno.engine import custom
from openuno.engine.custom import CustomRule, Who
from openuno.engine.pencil.clauses.drawing import is_about_oneself
from openuno.engine.pencil.clauses.parts import Parts, Reading
from openuno.engine.pencil.clauses.quantities import read_kind

PATTERNS = (
    ("discards", "subject? DISCARD n RANDOM cards OWN? OFF? per"),
    ("discards", "subject? DISCARD n RANDOM? cards OWN? RANDOM OFF? per"),
    ("discards", "subject? RANDOM DISCARD n cards OWN?"),
    (
        "discards-to",
        "subject? RANDOM? DISCARD at_random CARD? OFF? RANDOM? DOWN_TO (?P<n>NUM|A) CARD?"
        " CHOICE? (IN_HAND|OWN)? OFF?",
    ),
    (
        "discards-to",
        "subject? RANDOM? DISCARD at_random CARD? OFF? RANDOM? UNTIL (?P<self>WHO) ONLY? HAVE ONLY?"
        " (?P<n>NUM|A) CARD? (IN_HAND|OWN|TO_LEFT)?",
    ),
    (
        "discards-to",
        "subject? RANDOM? DISCARD at_random CARD? OFF? RANDOM? UNTIL (?P<self>WHO) ONLY?"
        " (?P<n>NUM|A) CARD? (IN_HAND|OWN)? HAVE",
    ),
    ("discards-colour", "subject? DISCARD (every|own)* CARD? NAMED held OWN? OFF?"),
    ("discards-kind", "subject? DISCARD every OF? own? cards_of held OWN? OFF?"),
    ("discards-kind", "subject? DISCARD own (?P<kind>COLOUR CARD|CARD COLOUR|WILD CARD|FACE) OFF?"),
    ("discards-kind", "subject? every own? cards_of DISCARD"),
    ("discards-kinds", "subject? DISCARD every OF? own? kinds_of held OWN? OFF?"),
    ("discards-kinds", "subject? every own? kinds_of DISCARD"),
    ("plays-kind", "subject? PLAY every OF? own? cards_of held OWN? OFF?"),
    ("discards-kind", "subject? LOSE every OF? own? cards_of"),
    ("takes", "subject? TAKE FROM other n RANDOM cards per"),
    ("takes", "subject? (TAKE|STEAL|DRAW) (WHO=you)? FROM other n RANDOM? cards RANDOM?"),
    ("takes-unclear", "subject? (TAKE|DRAW) n cards TO other"),
    ("takes-me", "subject (?P<other>WHO=you) (STEAL|TAKE|DRAW) n RANDOM? cards RANDOM?"),
    ("takes", "subject? (TAKE|STEAL|DRAW) n RANDOM? cards FROM HAND (FROM|OF) other"),
    ("takes", "subject? (TAKE|STEAL) n RANDOM? cards RANDOM? (?P<theirs>OWN) RANDOM?"),
    ("takes", "subject? TAKE n cards RANDOM TO other per"),
    ("gives", "subject? (GIVE|PASS|HAND) n RANDOM cards OWN? to_other per"),
    ("gives", "subject? (GIVE|PASS|HAND) n RANDOM? cards OWN? RANDOM to_other per"),
    ("gives", "subject? (GIVE|PASS|HAND) n RANDOM? cards OWN? to_other RANDOM per"),
    ("gives", "subject? (GIVE|PASS|HAND) other n RANDOM cards OWN? OFF? per"),
    ("gives", "subject? (GIVE|PASS|HAND) other n cards OWN? RANDOM per"),
    ("gives", "subject (?P<other>WHO=you) GIVE n RANDOM cards per"),
    ("gives", "subject (?P<other>WHO=you) GIVE n RANDOM? cards RANDOM per"),
    ("takes", "subject? (TAKE|STEAL|DRAW) n RANDOM? cards RANDOM? FROM other RANDOM? each per"),
    (
        "takes",
        "subject? (TAKE|STEAL|DRAW) n RANDOM? cards RANDOM? FROM other APOS HAND RANDOM? per",
    ),
    (
        "takes",
        "subject? (TAKE|STEAL|DRAW) n RANDOM? cards RANDOM? FROM (?P<theirs>POSS) HAND RANDOM?",
    ),
    ("takes", "subject? (TAKE|STEAL|DRAW) n RANDOM? OF other APOS CARD RANDOM?"),
    ("takes-one", "subject? (TAKE|STEAL|DRAW) ONE_OF other APOS CARD RANDOM?"),
    ("takes-one", "subject? (TAKE|STEAL|DRAW) ONE_OF (?P<theirs>POSS) CARD RANDOM?"),
    ("takes-one", "subject? STEAL FROM other"),
    ("takes", "subject? STEAL (TO? other) n RANDOM? cards RANDOM?"),
    ("takes", "subject? STEAL n RANDOM? cards RANDOM? TO other RANDOM?"),
    ("takes", "subject? TAKE other n RANDOM? cards RANDOM? OFF"),
)

_ME = frozenset(("me", "te", "m'", "t'"))
"""From me, as French and Spanish say it before the verb."""
_KINDS = ("kind", "kind2", "kind3", "kind4")
_LAYS = frozenset(("put down", "lay", "lays", "poser", "pose", "poses", "posent", "poner", "pones"))
_BESIDE = {"TO_LEFT": Who.LEFT, "TO_RIGHT": Who.RIGHT}


def _discards(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    yield (custom.Discards(subject, parts.amount(subject)),)


def _discards_to(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    if not is_about_oneself(parts, subject):
        return
    if any(chunk.concept == "RANDOM" for chunk in parts.chunks):
        yield (custom.DiscardsTo(subject, parts.number("n")),)
    else:
        yield (custom.DiscardsToChosen(subject, parts.number("n")),)


def _discards_colour(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    # `All cards of one colour`: of the one that is named, or of another?
    parts.unsure |= any(chunk.concept == "NAMED" and chunk.value for chunk in parts.chunks)
    if is_about_oneself(parts, subject):
        yield (custom.DiscardsColour(subject),)


def _discards_kind(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    if not is_about_oneself(parts, subject):
        return
    yield (custom.DiscardsKind(subject, read_kind(parts.found.groups["kind"])),)


def _discards_kinds(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    groups = [parts.found.groups[name] for name in _KINDS if parts.has(name)]
    colours = {any(chunk.concept == "COLOUR" for chunk in group) for group in groups}
    if len(colours) > 1 or not is_about_oneself(parts, subject):
        return  # `all red 7s and 8s`: red ones only
    yield tuple(custom.DiscardsKind(subject, read_kind(group)) for group in groups)


def _plays_kind(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    # Cards that are played one after another would have their effects; laid down they have none.
    verb = next(chunk for chunk in parts.chunks if chunk.concept == "PLAY")
    parts.unsure |= verb.text not in _LAYS
    return _discards_kind(parts, subject)


def _gives(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    beside = parts.found.first("beside")
    if beside is not None and subject is not Who.YOU:
        return
    other = _BESIDE[beside.concept] if beside is not None else parts.player("other")
    yield (custom.Gives(subject, parts.amount(subject), other),)


def _takes(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    # `Take a card to someone`: from them, as in French, or to them?
    parts.unsure |= parts.found.name == "takes-unclear"
    if parts.found.name == "takes-me" and not _ME.intersection(
        chunk.text for chunk in parts.chunks
    ):
        return  # `the next player you ...` says something else
    other = parts.player("theirs" if parts.has("theirs") else "other")
    # Who has seen the hand would choose; what is taken is a random card.
    random = any(chunk.concept == "RANDOM" for chunk in parts.chunks)
    parts.unsure |= other is parts.context.seen and not random
    yield (custom.Takes(subject, parts.amount(subject), other),)


READINGS: Mapping[str, Reading] = {
    "discards": _discards,
    "discards-to": _discards_to,
    "discards-colour": _discards_colour,
    "discards-kind": _discards_kind,
    "discards-kinds": _discards_kinds,
    "plays-kind": _plays_kind,
    "gives": _gives,
    "takes": _takes,
    "takes-one": _takes,
    "takes-unclear": _takes,
    "takes-me": _takes,
}
