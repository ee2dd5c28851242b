"""Clauses about whole hands: swapped, shown, passed on, shuffled."""

from collections.abc import Iterator, Mapping

from openuno.engine import custom
from openuno.engine.custom import CustomRule, Who
from openuno.engine.pencil.clauses.parts import Parts, Reading

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
    ("passes-hands", "HAND (LOSE|GIVE) side"),
    ("passes-hands", "WHO APOS HAND (MUST? (PASS|PLAY)) side"),
    ("passes-hands", "PASS every? HAND side"),
    ("passes-unclear", "subject? (PASS|GIVE) (ALL|own)* HAND"),
    ("shuffles-hands", "SHUFFLE (every|own|WHO APOS)* HAND TOGETHER? (AND? DEAL_AGAIN)?"),
    ("shuffles-hands", "SHUFFLE ALL? WHO=everyone APOS CARD TOGETHER? (AND? DEAL_AGAIN)?"),
    ("shuffles-hands", "SHUFFLED every HAND"),
    ("shuffles-hands", "TAKE ALL HAND AND? SHUFFLE WHO=they? AND? DEAL_AGAIN"),
    ("shuffles-hands", "(every|WHO APOS)* HAND (SHUFFLED|SHUFFLE) TOGETHER? (AND DEAL_AGAIN)?"),
)
IMPERSONAL = frozenset(("shuffles-hands", "swaps-pick"))
"""What is said without anybody doing it."""
_SIDES = {"TO_LEFT": custom.Side.LEFT, "TO_RIGHT": custom.Side.RIGHT}


def _swaps(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    yield (custom.Swaps(subject, parts.player("other")),)


def _swaps_unclear(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    parts.unsure = True
    other = parts.player("other") if parts.has("other") else Who.CHOSEN
    yield (custom.Swaps(subject, other),)


def _shows(parts: Parts, subject: Who) -> Iterator[CustomRule]:
    yield (custom.Shows(subject, parts.player("other")),)


def _shows_all(_: Parts, subject: Who) -> Iterator[CustomRule]:
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


def _passes_unclear(parts: Parts, _: Who) -> Iterator[CustomRule]:
    parts.unsure = True
    yield (custom.PassesHands(custom.Side.LEFT),)
    yield (custom.PassesHands(custom.Side.RIGHT),)


def _shuffles_hands(_parts: Parts, _: Who) -> Iterator[CustomRule]:
    yield (custom.ShufflesHands(),)


READINGS: Mapping[str, Reading] = {
    "swaps": _swaps,
    "swaps-pair": _swaps,
    "swaps-pick": _swaps,
    "swaps-unclear": _swaps_unclear,
    "shows": _shows,
    "shows-all": _shows_all,
    "looks": _looks,
    "looks-theirs": _looks,
    "passes-hands": _passes_hands,
    "passes-unclear": _passes_unclear,
    "shuffles-hands": _shuffles_hands,
}
