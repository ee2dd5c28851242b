"""Puts a clause together: a pattern that fits becomes effects, or the readings to choose from."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from openuno.engine import custom
from openuno.engine.custom import CustomRule, Who
from openuno.engine.errors import SetupError
from openuno.engine.faults import Fault
from openuno.engine.pencil.clauses import cards, choices, drawing, hands, lasting, play, turns
from openuno.engine.pencil.clauses.conditions import restrict_to_holders, with_condition
from openuno.engine.pencil.clauses.context import Context
from openuno.engine.pencil.clauses.parts import Parts, Reading
from openuno.engine.pencil.clauses.subjects import (
    agrees,
    find_subjects,
    named_subject,
    sees_from,
)
from openuno.engine.pencil.clauses.unread import Unread
from openuno.engine.pencil.lexicon import Chunk
from openuno.engine.pencil.patterns import Found, Pattern

EFFECT_PATTERNS = tuple(
    Pattern(name, written)
    for module in (drawing, turns, cards, choices, hands, play)
    for name, written in module.PATTERNS
)
"""What a clause can say, the most exact way first; the name says which reading it has."""
LASTING_PATTERNS = tuple(Pattern(name, written) for name, written in lasting.PATTERNS)
"""What a clause can say that also says how long it holds."""
READINGS: Mapping[str, Reading] = {
    **drawing.READINGS,
    **turns.READINGS,
    **cards.READINGS,
    **choices.READINGS,
    **hands.READINGS,
    **play.READINGS,
    **lasting.READINGS,
}
IMPERSONAL = frozenset(
    name for module in (drawing, turns, choices, hands, play, lasting) for name in module.IMPERSONAL
)


IS_PERMISSION = frozenset(
    ("plays-again", "names-colour", "nothing", "picks", "picks-pair", *lasting.READINGS)
)
"""What one may do without being asked again: `you may go again` gives another turn."""
AS_MANY_AS_POSSIBLE = frozenset(
    (*cards.READINGS, "discards-chosen", "gives-chosen", "passes-cards", "names-colour")
)
"""What is done with the cards there are: `discard your 7s if you have any` says no more."""


CHOOSES = frozenset(("discards-chosen", "gives-chosen", "passes-cards"))
"""What is done with cards that who does it chooses."""

GIVES = CHOOSES | {"gives-unclear"}


class Clause(NamedTuple):
    """What a clause can mean: one reading is clear, several are to choose from."""

    readings: tuple[CustomRule, ...]
    sure: bool
    subject: Who | None = None
    """Who does it, if that is clear."""
    named: bool = False
    """Whether the clause itself says who does it."""
    may: bool = False
    """Whether they do it only if they want to."""


def read_clause(found: Found, chunks: Sequence[Chunk], context: Context) -> Clause | None:
    """The readings of the clause that fits a pattern; None if it says something else."""
    parts = Parts(found, chunks, context)
    subjects = find_subjects(parts, impersonal=found.name in IMPERSONAL)
    second = found.first("second")
    also = parts.who(second) if second is not None else None
    if also is not None and parts.player("subject") in (Who.EVERYONE, Who.OTHERS):
        return None  # `everyone but you and the next player`: is that player left out?
    if (parts.has("both") or parts.has("both_of")) and also is None and not _are_two(parts):
        return None  # `you both draw 2`: and who else?
    readings: list[CustomRule] = []
    wrong: Fault | None = None
    for subject in subjects:
        if not agrees(parts, subject):
            continue
        if not sees_from(parts, subject) and found.name not in GIVES:
            if subject in custom.SEVERAL:
                continue
            parts.unsure = True
        try:
            readings += _read(parts, subject, also)
        except SetupError as error:
            wrong = error.fault
    if not readings:
        if wrong is not None:
            raise Unread(chunks[0].start, wrong)
        return None
    if parts.has("each") and also is None and custom.SEVERAL.isdisjoint(parts.mentioned):
        # `Draw one per player`: everyone, or as many as there are players?
        parts.unsure = True
        if named_subject(parts) is None:
            readings += _read(parts, Who.EVERYONE, None)
        said = found.first("each")
        if found.name == "draws" and said is not None and said.value == "player":
            each = custom.CountPerCard(parts.number("n"), None, Who.EVERYONE)
            readings += [(custom.Draws(subject, each),) for subject in subjects]
    may = (parts.has("may") or parts.has("may_make")) and found.name not in IS_PERMISSION
    if may:
        # `You may make someone draw 2`: you decide, not they.
        deciders = [Who.YOU] if parts.has("may_make") else subjects
        permitted = [rule for each in readings for rule in _permit(each, deciders, also)]
        # `Everyone may discard a card`: each of them would have to be asked.
        parts.unsure |= not permitted
        readings = permitted or readings
    _remember(parts, subjects)
    return Clause(
        tuple(dict.fromkeys(readings)),
        len(set(readings)) == 1 and not parts.unsure,
        subjects[0] if len(subjects) == 1 else None,
        named_subject(parts) is not None,
        may,
    )


def _are_two(parts: Parts) -> bool:
    """Whether those who do it are two players."""
    subject = parts.player("subject")
    return subject in (Who.NEXT_TWO, Who.NEIGHBOURS)


def _permit(rule: CustomRule, subjects: list[Who], also: Who | None) -> list[CustomRule]:
    """What one player does who wants to; of several nobody would know who does."""
    if len(subjects) > 1 or subjects[0] in custom.SEVERAL or also is not None or not rule:
        return []
    first, *more = rule
    given = [with_condition(first, custom.IfWants(subjects[0]))]
    given += [with_condition(effect, custom.IfSo()) for effect in more]
    done = tuple(effect for effect in given if effect is not None)
    return [done] if len(done) == len(given) else []


_RESTRICTING = ("with", "without", "lackers", "lackers2", "lacks_it", "holds_it")


def _read(parts: Parts, subject: Who, also: Who | None) -> list[CustomRule]:
    reading = READINGS[parts.found.name]
    found = list(reading(parts, subject))
    if any(parts.has(each) for each in _RESTRICTING):
        found = [tuple(restrict_to_holders(each, parts) for each in rule) for rule in found]
    if also is not None:
        found = [(*one, *two) for one in found for two in reading(parts, also)]
    return found


def _remember(parts: Parts, subjects: list[Who]) -> None:
    """Tell the clauses after this one who did it and who `they` are."""
    context = parts.context
    others = {who for who in parts.mentioned if who is not Who.YOU}
    if others:
        context.they = next(iter(others)) if len(others) == 1 else None
    several = len(subjects) == 1 and subjects[0] in custom.SEVERAL
    context.each = subjects[0] if several else None
    context.chosen = context.chosen or Who.CHOSEN in parts.mentioned
    if parts.found.name in ("picks", "picks-pair"):
        context.picked = True
        context.pair = parts.found.name == "picks-pair"
    elif Who.CHOSEN in parts.mentioned:
        context.picked = False
    context.colour = parts.found.name == "nothing"
    if parts.found.name in GIVES and len(subjects) == 1:
        context.choosing = subjects[0]
    elif parts.found.name != "chooses-which":
        context.choosing = None
    if parts.found.name in hands.SHOWS and others:
        context.seen = context.they
    if parts.found.name in play.PREPARES:
        return
    if named_subject(parts):
        context.you = subjects[0] is Who.YOU
        context.subject = None if context.you else subjects[0]
        context.inherits = not parts.is_third_person()
