"""Who does what a clause says."""

from openuno.engine.custom import Who
from openuno.engine.pencil.clauses.parts import VERBS, Parts
from openuno.engine.pencil.lexicon import Chunk

_OBJECTS = frozenset(("him", "them", "ihm", "ihn", "ihnen", "lui", "le", "les"))
"""Pronouns that are no subject."""
_ABOUT_ONESELF = frozenset(("POSS", "OWN", "CHOICE"))


def find_subjects(parts: Parts, *, impersonal: bool) -> list[Who]:
    """Who does it: named, the subject before, or the player."""
    found, context = parts.found, parts.context
    if impersonal:
        return [Who.YOU]
    named = named_subject(parts)
    if named is not None and named.concept == "WHO" and found.first("with") is named:
        # `Alle, die eine 7 haben`: only the verb at its end tells it from `alle`.
        return [parts.who(named)] if parts.has("have") else []
    if named is not None:
        who = parts.who(named)
        # `Pick a player and draw 2`: who draws?
        others = any(chunk.concept in VERBS and chunk.value == "s" for chunk in parts.chunks)
        either = parts.has("anded") and not parts.has("resumed") and not others
        return [who, Who.YOU] if either else [who]
    if any(chunk.concept == "TURN_AGAIN" for chunk in parts.chunks):
        return [Who.YOU]
    if parts.verb_form() == "d":
        return [Who.YOU]
    subject = context.subject
    if parts.is_third_person():
        if subject is None:
            return [Who.YOU] if context.you else []
        return [subject]
    if subject is None:
        holder = context.holder
        # `Si el siguiente jugador tiene un 7, roba 2`: you, or that player?
        either = holder is not None and parts.verb_form() == "x"
        return [Who.YOU, holder] if holder is not None and either else [Who.YOU]
    return [subject] if context.inherits else [Who.YOU, subject]


def named_subject(parts: Parts) -> Chunk | None:
    """The words that name who does it, if there are any."""
    first = parts.found.first
    for group in (
        "subject",
        "made",
        "picked",
        "with",
        "without",
        "lackers",
        "lacks_it",
        "holds_it",
    ):
        if first(group) is not None:
            return first(group)
    return None


def agrees(parts: Parts, subject: Who) -> bool:
    """Whether `your` and `their` are about who does it."""
    resumed = parts.found.first("resumed")
    if resumed is not None and resumed.text in _OBJECTS and not parts.has("other"):
        return False  # `El siguiente le roba una carta`: from whom?
    theirs = parts.found.groups.get("theirs", ())
    per = parts.found.groups.get("per", ())
    for chunk in parts.chunks:
        if chunk.concept not in _ABOUT_ONESELF or chunk in theirs or chunk in per:
            continue
        if (chunk.value == "you") != (subject is Who.YOU) and chunk.value != "":
            return False
    return True
