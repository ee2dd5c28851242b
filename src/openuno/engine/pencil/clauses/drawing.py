"""Clauses about cards from the pile."""

from collections.abc import Iterator, Mapping

from openuno.engine import custom
from openuno.engine.custom import CustomRule, Who
from openuno.engine.pencil.clauses.parts import Parts, Reading
from openuno.engine.pencil.clauses.quantities import read_kind

PATTERNS = (
    ("draws", "subject? (DRAW|TAKE) n cards FROMPILE? each FROMPILE? per"),
    ("draws", "subject? (DRAW|TAKE) n cards UP FROMPILE? each per"),
    ("draws", "subject? n cards FROMPILE? TO? DRAW"),
    ("draws-each", "subject (DRAW|TAKE) n cards FROMPILE? WHO=everyone"),
    ("draws", "subject? DRAW EACHONE n cards FROMPILE?"),
    ("draws", "subject? DRAW CARD"),
    ("draws", "subject? (DRAW|TAKE) TOP n? cards FROMPILE each"),
    ("draws", "subject? DRAW TOP n? cards each"),
    (
        "draws",
        "subject? (DRAW|TAKE) (?P<per>AS_MANY (?P<holder>WHO) HAVE FROM?"
        " (?P<counted>COLOUR CARD?|CARD COLOUR|WILD CARD?|FACE|CARD NAMED)"
        " (IN_HAND|OWN)?) FROMPILE? most_of_all",
    ),
    (
        "draws",
        "subject? (DRAW|TAKE) (?P<per>AS_MANY (?P<holder>WHO)"
        " (?P<counted>COLOUR CARD?|WILD CARD?|FACE|CARD NAMED) (IN_HAND|OWN)? HAVE) most_of_all",
    ),
    (
        "draws",
        "subject? (DRAW|TAKE) (?P<per>AS_MANY (?P<counted>COLOUR CARD?|CARD COLOUR|WILD CARD?|FACE)"
        " (?P<holder2>HAVE=d) (IN_HAND|OWN)?) most_of_all",
    ),
    (
        "draws",
        "subject? (DRAW|TAKE) (?P<per>AS_MANY (?P<holder>WHO) HAVE (IN_HAND|OWN)?) most_of_all",
    ),
    ("draws", "subject? (DRAW|TAKE) (?P<per_player>PER_PLAYER) most_of_all"),
    ("draws", "subject (DRAW|TAKE)? PLUS n cards"),
    ("draws", "(DRAW|TAKE) PLUS n cards"),
    ("someone-draws", "PLUS n cards"),
    ("all-draw", "PLUS? n cards (?P<all>ALL|EACHONE)"),
    ("draws-for", "PLUS n cards who"),
    ("draws-for", "PLUS n cards (FOR|TO) who"),
    ("draws-for", "n cards (FOR|TO) who"),
    ("draws-for", "PLUS n cards FOR? (?P<beside>TO_LEFT|TO_RIGHT)"),
    ("draws-for", "(?P<beside>TO_LEFT|TO_RIGHT) COLON? PLUS n cards"),
    ("draws-for", "FOR who COLON? PLUS? n cards"),
    ("draws-for", "(DEAL|GIVE|TAKE) who n cards FROMPILE"),
    ("draws-for", "(DEAL|GIVE|TAKE) n cards FROMPILE TO who"),
    ("draws-for", "GIVE who PLUS n cards"),
    ("draws-for", "DEAL who n cards"),
    ("draws-for", "MAKE DRAW n cards (TO|FOR) who"),
    ("draws-for", "MAKE DRAW who n cards"),
    ("draws-for", "DEAL n cards TO who"),
    ("draws-to", "subject? DRAW CARD? UNTIL (?P<self>WHO) HAVE (?P<n>NUM|A) CARD? (IN_HAND|OWN)?"),
    ("draws-to", "subject? DRAW CARD? UNTIL HAVE (?P<n>NUM|A CARD) CARD?"),
    ("draws-to", "subject? DRAW UNTIL (?P<self>WHO) (?P<n>NUM|A) CARD? (IN_HAND|OWN)? HAVE"),
    ("draws-to", "subject? DRAW DOWN_TO (?P<n>NUM|A) CARD"),
    ("draws-to", "subject? FILL (?P<n>NUM|A) CARD? (IN_HAND|OWN)? (OFF|UP)?"),
    ("draws-to", "subject? DRAW CARD? UNTIL own HAND HAVE (?P<n>NUM|A) CARD?"),
    (
        "draws-to",
        "subject? DRAW CARD? UNTIL (?P<self>WHO) HAVE COMPARE=at-least (?P<n>NUM|A) CARD?"
        " (IN_HAND|OWN)?",
    ),
    ("draws-to-unclear", "subject? DRAW COMPARE=at-most n cards"),
    ("draws-until", "subject? DRAW CARD? UNTIL (?P<self>WHO)? (TAKE|DRAW) a_card"),
    ("draws-until", "subject? DRAW CARD? UNTIL (?P<self>WHO)? a_card (TAKE|DRAW)"),
    ("draws-until", "subject? DRAW CARD? UNTIL (?P<self>WHO)? COME? a_card COME?"),
    ("draws-until-colour", "subject? DRAW CARD? UNTIL (?P<self>WHO) (TAKE|DRAW|HAVE) A? NAMED"),
    ("draws-until-colour", "subject? DRAW CARD? UNTIL (?P<self>WHO) (TAKE|DRAW) (THE_COLOUR|IT)"),
    ("draws-until-unclear", "subject? DRAW CARD? UNTIL (?P<self>WHO)? HAVE a_card"),
    ("draws-until-unclear", "subject? DRAW CARD? UNTIL (?P<self>WHO) a_card HAVE"),
)
PLURAL = frozenset(("cards", "karten", "handkarten", "cartes", "cartas"))
IMPERSONAL = frozenset(("draws-for", "someone-draws", "all-draw"))
"""What is said without anybody doing it."""


def _draws(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    if parts.chunks[-1].text in PLURAL and _has_no_number(parts):
        return  # `Draw cards`: how many?
    yield (custom.Draws(subject, parts.amount(subject)),)
    concepts = {chunk.concept for chunk in parts.chunks}
    if subject is not Who.YOU or "TAKE" not in concepts or "FROMPILE" in concepts:
        return
    # `They show their hand and you take a card`: from the pile, or from them?
    seen = parts.player("picked") if parts.has("anded") else parts.context.seen
    if seen is not None and seen not in custom.SEVERAL:
        parts.unsure = True
        yield (custom.Takes(Who.YOU, parts.amount(subject), seen),)


def _draws_each(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    # `Tous tes adversaires piochent 2 cartes chacun`
    if subject in custom.SEVERAL:
        yield (custom.Draws(subject, parts.number("n")),)


def _has_no_number(parts: Parts) -> bool:
    counted = any(parts.has(group) for group in ("n", "per", "per_player"))
    return not counted and not any(chunk.concept == "TOP" for chunk in parts.chunks)


def _draws_for(parts: Parts, _: Who) -> Iterator[CustomRule]:
    beside = parts.found.first("beside")
    if beside is not None:
        side = Who.LEFT if beside.concept == "TO_LEFT" else Who.RIGHT
        yield (custom.Draws(side, parts.number("n")),)
        return
    who = parts.player("who")
    yield (custom.Draws(who, parts.amount(who)),)


def _someone_draws(parts: Parts, _: Who) -> Iterator[CustomRule]:
    # `+4` on a card is what the next player draws; on a rule it could be anybody.
    for who in (Who.NEXT, Who.YOU, Who.OTHERS):
        yield (custom.Draws(who, parts.number("n")),)


def _all_draw(parts: Parts, _: Who) -> Iterator[CustomRule]:
    for who in (Who.OTHERS, Who.EVERYONE):
        yield (custom.Draws(who, parts.number("n")),)


def _draws_to(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    parts.unsure |= parts.found.name == "draws-to-unclear"
    if is_about_oneself(parts, subject):
        yield (custom.DrawsTo(subject, parts.number("n")),)


def _draws_until(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    # Somebody who holds such a card already: need they draw?
    parts.unsure |= parts.found.name == "draws-until-unclear"
    if not is_about_oneself(parts, subject):
        return
    if parts.found.name == "draws-until-colour":
        if parts.chunks[-1].concept == "IT" and not parts.context.colour:
            return
        kind = custom.CardKind.NAMED
    else:
        kind = read_kind(parts.found.groups["kind"])
    yield (custom.DrawsUntil(subject, kind),)


def is_about_oneself(parts: Parts, subject: Who) -> bool:
    """Whether `until they have 7 cards` is about those who do it."""
    oneself = parts.found.first("self")
    if oneself is None:
        return True
    if oneself.value not in ("you", "they"):
        return False
    return (oneself.value == "you") == (subject is Who.YOU)


READINGS: Mapping[str, Reading] = {
    "draws": _draws,
    "draws-each": _draws_each,
    "draws-for": _draws_for,
    "someone-draws": _someone_draws,
    "all-draw": _all_draw,
    "draws-to": _draws_to,
    "draws-to-unclear": _draws_to,
    "draws-until": _draws_until,
    "draws-until-colour": _draws_until,
    "draws-until-unclear": _draws_until,
}
