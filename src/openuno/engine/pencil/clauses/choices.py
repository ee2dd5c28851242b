"""Clauses in which somebody chooses: cards to discard, give or pass on, players, a colour."""

from collections.abc import Iterator, Mapping

from openuno.engine import custom
from openuno.engine.custom import CustomRule, Side, Who
from openuno.engine.pencil.clauses.parts import Parts, Reading
from openuno.engine.pencil.clauses.subjects import addresses_everyone, sees_from

PATTERNS = (
    ("discards-chosen", "subject? DISCARD n cards OWN? CHOICE? each OFF? per"),
    ("discards-chosen", "subject? DISCARD n cards CHOICE OWN? OFF?"),
    ("discards-chosen", "subject? DISCARD (n OWN|ONE_OF (POSS CARD)?) CHOICE? OFF?"),
    ("discards-chosen", "subject? (CHOOSE|TAKE) n cards OWN? (TO|AND) DISCARD (WHO=they)? OFF?"),
    ("discards-chosen", "subject? n cards OWN? CHOICE? DISCARD"),
    ("someone-discards", "MINUS n cards"),
    ("discards-for", "MINUS n cards (FOR|TO) who"),
    ("discards-chosen", "subject MINUS n cards"),
    ("chooses-which", "(?P<chooser>WHO) CAN? CHOOSE WHICH"),
    ("chooses-which", "(?P<chooser>WHO) CAN? WHICH CHOOSE"),
    ("chooses-which", "(?P<chooser>CHOICE) WHICH?"),
    ("passes-cards", "subject? (PASS|GIVE|HAND) n cards OWN? CHOICE? OWN? side OFF? per"),
    ("passes-cards", "subject? (PASS|GIVE|HAND) (n OWN|ONE_OF (POSS CARD)?) side OFF?"),
    ("passes-cards", "subject? (PASS|GIVE|HAND) side n cards OWN? CHOICE? OFF?"),
    ("passes-cards", "subject LOSE n cards CHOICE? side per"),
    (
        "passes-somewhere",
        "(?P<subject>WHO=everyone) MUST? PASS n cards OWN? CHOICE? (TO_NEXT|OFF)?",
    ),
    ("gives-chosen", "subject (?P<other>WHO=you) GIVE n cards OWN? (?P<choice>CHOICE)? OFF?"),
    (
        "gives-chosen",
        "subject? (GIVE|PASS|HAND) n cards OWN? (?P<choice>CHOICE)? BACK? TO other each OFF? per",
    ),
    ("gives-chosen", "subject? (GIVE|PASS|HAND) (n OWN|ONE_OF (POSS CARD)?) TO other"),
    (
        "gives-chosen",
        "subject? (GIVE|PASS|HAND) other n cards"
        " (OWN (?P<choice>CHOICE)?|(?P<choice2>CHOICE) OWN?|BACK)"
        " OFF? per",
    ),
    ("gives-chosen", "subject? (GIVE|PASS|HAND) other (n OWN|ONE_OF (POSS CARD)?) OFF?"),
    ("gives-chosen", "subject? (GIVE|PASS) other BACK? n cards FROM (?P<own>WHO=you) BACK?"),
    ("gives-unclear", "subject? (GIVE|PASS|HAND) other n cards each OFF? per"),
    ("gives-unclear", "subject? GIVE n cards other OFF?"),
    ("swaps-chosen", "PAIR MUST? SWAP hands_of_both EACH_OTHER?"),
    (
        "swaps-chosen",
        "(WHO=you CAN?)? (CHOOSE|TAKE) PAIR COLON? (TO|THAT|AND|WHO=they)* MUST?"
        " SWAP hands_of_both EACH_OTHER?",
    ),
    ("swaps-chosen", "(CHOOSE|TAKE) PAIR (TO|THAT|AND)* hands_of_both SWAP"),
    ("swaps-they", "WHO=they BOTH? MUST? SWAP hands_of_both EACH_OTHER?"),
    ("swaps-they", "SWAP (?P<theirs>POSS) HAND"),
    ("swaps-chosen", "SWAP HAND (OF|BETWEEN|FROM) PAIR (?P<others>NOT_YOURS)?"),
    ("swaps-chosen", "SWAP PAIR APOS? HAND"),
    ("swaps-chosen", "MAKE PAIR TO? SWAP hands_of_both EACH_OTHER?"),
    (
        "swaps-chosen",
        "(CHOOSE|TAKE) PAIR (AND|COLON)? MAKE WHO=they TO? SWAP hands_of_both EACH_OTHER?",
    ),
    ("names-colour", "subject CAN? (CHOOSE_COLOUR|(CHOOSE|TAKE) (A|NEXT_TURN)? THE_COLOUR)"),
    ("names-colour", "subject CAN? (A|NEXT_TURN)? THE_COLOUR CHOOSE"),
)
IMPERSONAL = frozenset(
    ("chooses-which", "swaps-chosen", "swaps-they", "someone-discards", "discards-for")
)
"""What is said without one player doing it."""

_SIDES = {"TO_LEFT": Side.LEFT, "TO_RIGHT": Side.RIGHT}
_SIDE_OF = {Who.LEFT: Side.LEFT, Who.RIGHT: Side.RIGHT}
_BESIDE = {"TO_LEFT": Who.LEFT, "TO_RIGHT": Who.RIGHT}


def _discards(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    yield (custom.DiscardsChosen(subject, parts.amount(subject)),)


def _chooses_which(parts: Parts, _: Who) -> Iterator[CustomRule]:
    # `Give a card to each player. You choose which ones`: that is what giving means.
    chooser, choosing = parts.found.first("chooser"), parts.context.choosing
    assert chooser is not None
    if choosing is not None and chooser.value == ("you" if choosing is Who.YOU else "they"):
        yield ()


def _someone_discards(parts: Parts, _: Who) -> Iterator[CustomRule]:
    for who in (Who.YOU, Who.NEXT, Who.EVERYONE):
        yield (custom.DiscardsChosen(who, parts.number("n")),)


def _discards_for(parts: Parts, _: Who) -> Iterator[CustomRule]:
    yield (custom.DiscardsChosen(parts.player("who"), parts.number("n")),)


def _passes(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    side = parts.found.first("side")
    assert side is not None
    amount = parts.amount(subject)
    if subject is Who.EVERYONE:
        yield (custom.PassesCards(amount, _SIDES[side.concept]),)
    elif subject is Who.YOU:
        yield (custom.GivesChosen(Who.YOU, amount, _BESIDE[side.concept]),)
        if any(chunk.concept == "PASS" for chunk in parts.chunks):
            # `Pass a card to the left`: you, or all of us?
            yield (custom.PassesCards(amount, _SIDES[side.concept]),)


def _passes_somewhere(parts: Parts, _: Who) -> Iterator[CustomRule]:
    # `Everyone passes a card`: to which side?
    for side in Side:
        yield (custom.PassesCards(parts.number("n"), side),)


def _gives(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    other, amount = parts.player("other"), parts.amount(subject)
    if parts.has("own") and subject is not Who.YOU:
        return
    if subject is Who.EVERYONE and other in _SIDE_OF and not _is_exact(parts):
        # `Everyone gives the left neighbour a card`: each has a neighbour of their own.
        yield (custom.PassesCards(amount, _SIDE_OF[other]),)
        if not sees_from(parts, subject) or addresses_everyone(parts, subject):
            return
    elif not sees_from(parts, subject):
        parts.unsure = True
    yield (custom.GivesChosen(subject, amount, other),)
    if _is_exact(parts):
        return
    if subject is Who.EVERYONE and other is Who.NEXT:
        # All of them to one player, or each to the player after them?
        yield (custom.PassesCards(amount, Side.LEFT),)
    if parts.found.name == "gives-unclear" and subject is Who.YOU:
        # `Give the next player 2 cards`: of your own, or from the pile?
        yield (custom.Draws(other, amount),)


def _is_exact(parts: Parts) -> bool:
    """Whether it is said who chooses the cards, as the normal form does."""
    return parts.has("choice") or parts.has("choice2")


def _swaps(parts: Parts, _: Who) -> Iterator[CustomRule]:
    if parts.found.name == "swaps-they" and not parts.context.pair:
        return
    # We let the second player be the one who chooses; `two other players` does not.
    parts.unsure |= any(chunk.concept == "PAIR" and chunk.value for chunk in parts.chunks)
    parts.unsure |= parts.has("others")
    # `Swap cards` may mean one card each; `swap their cards` means all.
    cards = any(chunk.concept == "CARD" for chunk in parts.chunks)
    parts.unsure |= cards and not parts.has("theirs")
    parts.mentioned.append(Who.CHOSEN)
    yield (custom.SwapsChosen(),)


def _names_colour(_: Parts, subject: Who) -> Iterator[CustomRule]:
    if subject is not Who.YOU:  # who lays the card names a colour anyway
        yield (custom.NamesColour(subject),)


READINGS: Mapping[str, Reading] = {
    "discards-chosen": _discards,
    "chooses-which": _chooses_which,
    "someone-discards": _someone_discards,
    "discards-for": _discards_for,
    "passes-cards": _passes,
    "passes-somewhere": _passes_somewhere,
    "gives-chosen": _gives,
    "gives-unclear": _gives,
    "swaps-chosen": _swaps,
    "swaps-they": _swaps,
    "names-colour": _names_colour,
}
