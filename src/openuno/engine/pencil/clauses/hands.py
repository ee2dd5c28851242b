"""Clauses about whole hands: swapped, shown, passed on, shuffled."""

from collections.abc import Iterator, Mapping

from openuno.engine import custom
from openuno.engine.custom import CustomRule, Who
from openuno.engine.pencil.clauses.drawing import PLURAL
from openuno.engine.pencil.clauses.parts import Parts, Reading
from openuno.engine.pencil.clauses.subjects import addresses_everyone

PATTERNS = (
    ("swaps", "subject? SWAP (ALL|own)* HAND WITH other (APOS HAND?)?"),
    ("swaps", "subject? (SWAP|CHANGE) HAND WITH other"),
    ("swaps", "subject? SWAP ALL own? CARD WITH other"),
    ("swaps", "subject? SWAP WITH other own? HAND"),
    ("swaps", "subject? SWAP own HAND FOR HAND OF other"),
    ("swaps", "subject? SWAP own HAND FOR other APOS HAND?"),
    ("swaps", "subject? own? HAND WITH other SWAP"),
    ("swaps-pair", "(?P<subject>WHO) AND other MUST? SWAP (ALL|own)* HAND"),
    ("swaps-pair", "SWAP (?P<subject>WHO) APOS HAND (WITH|AND) other (APOS HAND?)?"),
    ("swaps-pick", "(CHOOSE|TAKE) other (TO SWAP|AND? SWAP) own? HAND WITH WHO=they?"),
    ("swaps-unclear", "subject? SWAP (own? CARD)? WITH other"),
    ("swaps-unclear", "subject? SWAP WITH other own? CARD"),
    ("trades-cards", "subject? SWAP n (?P<random>RANDOM)? cards OWN? CHOICE? WITH other"),
    ("swaps-pair-unclear", "(?P<subject>WHO) AND other MUST? SWAP own? CARD EACH_OTHER?"),
    (
        "swaps-round",
        "(?P<subject>WHO) MUST? SWAP (ALL|own)* HAND"
        " (?P<side>WITH_LEFT|WITH_RIGHT|TO_LEFT|TO_RIGHT)",
    ),
    ("swaps-unclear", "subject? SWAP (own|ALL)* HAND"),
    ("shows", "subject? SHOW (ALL|own)* (HAND|CARD) TO other"),
    ("shows", "subject? SHOW other (ALL|own)* (HAND|CARD)"),
    ("shows", "subject (?P<other>WHO=you) SHOW (ALL|own)* (HAND|CARD)"),
    ("shows-all", "subject? SHOW (ALL|own)* (HAND|CARD)"),
    ("looks", "subject? LOOK (?P<seen>WHO) APOS (ALL? CARD|HAND)"),
    ("looks", "subject? LOOK ALL OF? (?P<seen>WHO) APOS (CARD|HAND)"),
    ("looks", "subject? LOOK (HAND|CARD) (OF|FROM)? (?P<seen>WHO) TO?"),
    ("looks", "subject? LOOK every (HAND|CARD) (OF|FROM)? (?P<seen>WHO) TO?"),
    ("looks-theirs", "subject? LOOK ALL? (?P<theirs>POSS) (CARD|HAND)"),
    (
        "passes-hands",
        "(?:(?P<subject>WHO|ALL) MUST?)? (PASS|GIVE|HAND) ALL? (own ALL?)? (HAND|own CARD)"
        " side OFF?",
    ),
    ("passes-hands", "(?:(?P<subject>WHO|ALL) MUST?)? (PASS|GIVE|HAND) (ALL own? CARD) side"),
    ("passes-hands", "(every|own)* HAND (MUST? (PASS|PLAY))? side"),
    ("passes-hands", "(every|own)* HAND (LOSE|GIVE) side"),
    ("passes-hands", "(?P<subject>WHO=everyone) MUST? LOSE (ALL|own)* (HAND|own CARD) side"),
    ("passes-hands", "WHO=everyone APOS HAND (MUST? (PASS|PLAY))? side"),
    (
        "passes-unclear",
        "subject (PASS|GIVE|HAND) (ALL|own)* (HAND|own CARD) (TO_NEXT|TO WHO=next)",
    ),
    ("passes-unclear", "(every|own)* HAND (PASS|PLAY|GIVE)? TO_NEXT"),
    ("passes-unclear", "(PASS|GIVE) every HAND TO_NEXT"),
    ("passes-hands", "PASS every? HAND side"),
    ("passes-unclear", "subject? (PASS|GIVE) (ALL|own)* HAND"),
    ("shuffles-hands", "SHUFFLE (every|own|WHO=everyone APOS)* HAND TOGETHER? (AND? DEAL_AGAIN)?"),
    ("shuffles-hands", "SHUFFLE ALL? WHO=everyone APOS CARD TOGETHER? (AND? DEAL_AGAIN)?"),
    (
        "shuffles-hands",
        "SHUFFLE ALL? (HAND|CARD) (OF|FROM) WHO=everyone TOGETHER? AND? DEAL_AGAIN START?",
    ),
    ("shuffles-hands", "SHUFFLED every HAND (AND? DEAL_AGAIN)?"),
    (
        "shuffles-hands",
        "(every|own|WHO=everyone APOS)* (HAND|CARD) (COLLECT|TAKE) AND? (SHUFFLE|SHUFFLED)"
        " TOGETHER? AND? DEAL_AGAIN",
    ),
    (
        "collects-hands",
        "(?P<subject>WHO=everyone) MUST? (DISCARD|GIVE|PLAY|COLLECT) (every|own)* (HAND|CARD)"
        " (MIDDLE|TOGETHER) AND? (SHUFFLE|SHUFFLED) (WHO=they|ALL)? TOGETHER? AND? DEAL_AGAIN"
        " START?",
    ),
    (
        "shuffles-hands",
        "(TAKE|COLLECT|DRAW) (every|own|WHO=everyone APOS)* (HAND|CARD) TOGETHER? AND?"
        " (SHUFFLE|SHUFFLED) WHO=they? TOGETHER? AND? DEAL_AGAIN START?",
    ),
    (
        "shuffles-hands",
        "SHUFFLE (every|own|WHO=everyone APOS)* HAND TOGETHER? AND? DEAL_AGAIN START",
    ),
    ("shuffles-hands", "TAKE ALL HAND AND? SHUFFLE WHO=they? AND? DEAL_AGAIN"),
    (
        "shuffles-hands",
        "ALL? WHO=everyone APOS CARD (SHUFFLED|SHUFFLE) TOGETHER? AND? DEAL_AGAIN",
    ),
    ("shuffles-cards", "SHUFFLE ALL CARD TOGETHER? AND? DEAL_AGAIN START?"),
    (
        "shuffles-hands",
        "(every|WHO=everyone APOS)* HAND (SHUFFLED|SHUFFLE) TOGETHER? (AND DEAL_AGAIN)?",
    ),
)
IMPERSONAL = frozenset(("shuffles-hands", "shuffles-cards", "swaps-pick"))
"""What is said without anybody doing it."""
SHOWS = frozenset(("shows", "shows-all", "looks", "looks-theirs"))
"""What lets somebody see a hand."""
_SIDES = {
    "TO_LEFT": custom.Side.LEFT,
    "TO_RIGHT": custom.Side.RIGHT,
    "WITH_LEFT": custom.Side.LEFT,
    "WITH_RIGHT": custom.Side.RIGHT,
}


def _swaps(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    yield (custom.Swaps(subject, parts.player("other")),)


def _swaps_unclear(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    # `Swap your cards with someone` are all of them; `swap cards` may be one each.
    own = any(chunk.concept == "POSS" for chunk in parts.chunks)
    plural = any(chunk.text in PLURAL for chunk in parts.chunks)
    parts.unsure |= not (own and plural and parts.has("other"))
    other = parts.player("other") if parts.has("other") else Who.CHOSEN
    yield (custom.Swaps(subject, other),)


def _shows(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    yield (custom.Shows(subject, parts.player("other")),)


def _shows_all(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    # `Everyone show your hands`: the cards, or are they clean?
    hands = any(chunk.text == "hands" for chunk in parts.chunks)
    parts.unsure |= hands and addresses_everyone(parts, subject)
    yield (custom.Shows(subject, Who.OTHERS if subject is Who.YOU else Who.EVERYONE),)


def _looks(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    yield (custom.Shows(parts.player("seen" if parts.has("seen") else "theirs"), subject),)


def _passes_hands(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    if subject not in (Who.YOU, Who.EVERYONE):
        return
    # You alone pass your hand on: not what the engine does.
    own = any(chunk.concept == "POSS" for chunk in parts.chunks)
    parts.unsure |= subject is Who.YOU and own
    side = parts.found.first("side")
    assert side is not None
    yield (custom.PassesHands(_SIDES[side.concept]),)


def _trades_cards(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    # One gives and then the other does: the second may give the same card back.
    parts.unsure = True
    other, number = parts.player("other"), parts.number("n")
    if not parts.has("random"):
        one = custom.GivesChosen(subject, number, other)
        yield (one, custom.GivesChosen(other, number, subject))
    yield (custom.Gives(subject, number, other), custom.Gives(other, number, subject))


def _swaps_round(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    # All at once every hand can go to one side, but not to both.
    parts.unsure = True
    side = parts.found.first("side")
    assert side is not None
    if subject is Who.EVERYONE:
        yield (custom.PassesHands(_SIDES[side.concept]),)


def _passes_unclear(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    parts.unsure = True
    onward = any(chunk.concept in ("TO_NEXT", "WHO") for chunk in parts.chunks[1:])
    if onward and parts.has("subject") and subject is not Who.EVERYONE:
        return  # `Give your hand to the next player`: only yours
    yield (custom.PassesHands(custom.Side.LEFT),)
    yield (custom.PassesHands(custom.Side.RIGHT),)


def _shuffles_hands(parts: Parts, _: Who) -> Iterator[CustomRule]:
    # `Shuffle your hand`: its order means nothing, so what is meant?
    # `Shuffle all the cards and deal them again`: those of the piles, too?
    parts.unsure |= parts.found.name == "shuffles-cards"
    own = any(chunk.concept == "POSS" and chunk.value == "you" for chunk in parts.chunks)
    dealt = any(chunk.concept in ("DEAL_AGAIN", "TOGETHER") for chunk in parts.chunks)
    if own and not dealt:
        return
    yield (custom.ShufflesHands(),)


READINGS: Mapping[str, Reading] = {
    "swaps": _swaps,
    "swaps-pair": _swaps,
    "swaps-pick": _swaps,
    "swaps-unclear": _swaps_unclear,
    "swaps-pair-unclear": _swaps_unclear,
    "swaps-round": _swaps_round,
    "trades-cards": _trades_cards,
    "shows": _shows,
    "shows-all": _shows_all,
    "looks": _looks,
    "looks-theirs": _looks,
    "passes-hands": _passes_hands,
    "passes-unclear": _passes_unclear,
    "shuffles-hands": _shuffles_hands,
    "shuffles-cards": _shuffles_hands,
    "collects-hands": _shuffles_hands,
}
