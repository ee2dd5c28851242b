"""Who does what a clause says."""

import re

from openuno.engine.custom import Who
from openuno.engine.pencil.clauses.parts import VERBS, Parts
from openuno.engine.pencil.lexicon import Chunk

_OBJECTS = frozenset(("him", "them", "ihm", "ihn", "ihnen", "lui", "le", "les"))
"""Pronouns that are no subject."""
_BESIDE = frozenset(("left", "right", "across"))
_YOURS = re.compile(
    r"\b(you|your|me|my|dein\w*|dir|mein\w*|mir|ton|ta|toi|mon|ma|moi|votre|tu|ti|mi|mí)\b"
)
_TELLS = re.compile(
    r"draw|take|show|reveal|give|pass|discard|swap|lose|skip|put|get|trade|switch|dump|drop|move"
    r"|pick up|(throw|put) (away|out|down)|get rid of|hand over"
)
"""English verbs that tell all players what to do if they follow `everyone`: without an `s`."""
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
        "lackers2",
        "lacks_it",
        "holds_it",
    ):
        if first(group) is not None:
            return first(group)
    return None


def sees_from(parts: Parts, subject: Who) -> bool:
    """Whether somebody on the left, right or opposite is meant as the player sees it.

    `Everyone gives the left neighbour a card` is about each one's own neighbour.
    """
    other = parts.found.first("other") or parts.found.first("seen")
    if subject is Who.YOU or other is None or other.value not in _BESIDE:
        return True
    return _YOURS.search(other.text) is not None


def addresses_everyone(parts: Parts, subject: Who) -> bool:
    """`Everyone show your hands`: a verb that tells all of them what to do."""
    verb = next((chunk for chunk in parts.chunks if chunk.concept in VERBS), None)
    if verb is None or verb.value != "" or subject is not Who.EVERYONE:
        return False
    return _TELLS.fullmatch(verb.text) is not None


def agrees(parts: Parts, subject: Who) -> bool:
    """Whether `your` and `their` are about who does it."""
    resumed = parts.found.first("resumed")
    if resumed is not None and resumed.text in _OBJECTS and not parts.has("other"):
        return False  # `El siguiente le roba una carta`: from whom?
    theirs = parts.found.groups.get("theirs", ()) or parts.found.groups.get("chooser", ())
    per = parts.found.groups.get("per") or parts.found.groups.get("per_own", ())
    for chunk in parts.chunks:
        if chunk.concept not in _ABOUT_ONESELF or chunk in theirs or chunk in per:
            continue
        told = chunk.value == "you" and addresses_everyone(parts, subject)
        if (chunk.value == "you") != (subject is Who.YOU) and chunk.value != "" and not told:
            return False
    return True
