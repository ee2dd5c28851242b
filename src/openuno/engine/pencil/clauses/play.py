"""Clauses about the course of play, and those that do nothing by themselves."""

from collections.abc import Iterator, Mapping

from openuno.engine import custom
from openuno.engine.custom import CustomRule, Who
from openuno.engine.pencil.clauses.parts import Parts, Reading

PATTERNS = (
    ("reverses", "(WHO=you|WHO=everyone|WHO=people)? (REVERSE|CHANGE|SWAP) DIRECTION AROUND?"),
    ("reverses", "(WHO=you|WHO=everyone|WHO=people)? REVERSE (TURN|PLAY)?"),
    ("reverses", "PLAY REVERSE"),
    ("reverses", "DIRECTION (REVERSE|CHANGE|SWAP) AROUND?"),
    ("reverses", "PLAY? OTHER_WAY"),
    ("reverses", "PLAY CHANGE DIRECTION"),
    ("plays-again", "subject? CAN? (PLAY|TAKE|HAVE) AGAIN"),
    ("plays-again", "subject? CAN? AGAIN PLAY"),
    ("plays-again", "subject? CAN? PLAY (A|POSS)? (TURN|PLAY) AGAIN"),
    (
        "plays-again",
        "subject? CAN? (PLAY|TAKE|HAVE) (ANOTHER|SECOND|A? MORE_CARDS|NUM1 MORE_CARDS) (TURN|PLAY)",
    ),
    ("plays-again", "subject? CAN? (PLAY|TAKE|HAVE) TURN_AGAIN"),
    ("plays-again", "subject? CAN? PLAY (ANOTHER|A SECOND) CARD"),
    ("plays-again", "(subject COLON?)? TURN_AGAIN (FOR (WHO=you))?"),
    ("nothing", "(WHO=you CAN?)? CHOOSE_COLOUR"),
    ("no-effect", "subject? NOTHING"),
    ("also-you", "ALSO_YOU"),
    ("no-effect", "subject (DRAW|TAKE|DISCARD) NOTHING"),
    ("wild", "WILD CARD?"),
    ("picks-pair", "(WHO=you CAN?)? (CHOOSE TO?|TAKE) PAIR OUT?"),
    ("picks", "(WHO=you CAN?)? (CHOOSE TO?|TAKE) (?P<picked>WHO) OUT?"),
)
IMPERSONAL = frozenset(("reverses", "nothing", "wild", "also-you", "picks-pair"))
"""What is said without anybody doing it."""
PREPARES = frozenset(
    ("chooses-which", "nothing", "picks", "picks-pair", "no-effect", "wild", "also-you")
)
"""What only says which player or colour is chosen."""


def _reverses(_parts: Parts, _: Who) -> Iterator[CustomRule]:
    yield (custom.Reverses(),)


def _plays_again(_: Parts, subject: Who) -> Iterator[CustomRule]:
    if subject is Who.YOU:
        yield (custom.PlaysAgain(),)


def _nothing(_parts: Parts, _: Who) -> Iterator[CustomRule]:
    yield ()


def _also_you(parts: Parts, _: Who) -> Iterator[CustomRule]:
    # `Everyone draws 1. Me too!`: that is what everyone means.
    if parts.context.they is Who.EVERYONE:
        yield ()


READINGS: Mapping[str, Reading] = {
    "reverses": _reverses,
    "plays-again": _plays_again,
    "nothing": _nothing,
    "picks": _nothing,
    "picks-pair": _nothing,
    "no-effect": _nothing,
    "also-you": _also_you,
    "wild": _nothing,
}
