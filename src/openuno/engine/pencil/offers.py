"""What could be written instead of a sentence that was not understood: rules that can be read."""

from collections.abc import Iterator, Sequence

from openuno.engine import custom
from openuno.engine.custom import CustomRule, Effect, Who
from openuno.engine.errors import SetupError
from openuno.engine.pencil.lexicon import Chunk

MAX_OFFERS = 3

_KNOWN = frozenset(who.value for who in Who)


def nearest_rules(chunks: Sequence[Chunk]) -> tuple[CustomRule, ...]:
    """The rules nearest to what was written, by its verbs, players and numbers."""
    found: list[CustomRule] = []
    try:
        for effect in _nearest(chunks):
            if (effect,) not in found:
                found.append((effect,))
    except SetupError:
        pass  # a pair of players or a number that does not go together: the ones before remain
    return tuple(found[:MAX_OFFERS])


def honour_text(text: str) -> str | None:
    """A text as words of honour, without what cannot stand between quotation marks."""
    plain = "".join(" " if mark in custom.QUOTES else mark for mark in text)
    words = " ".join("".join(mark if mark.isprintable() else " " for mark in plain).split())
    return words if 1 <= len(words) <= custom.MOST_WORDS else None


def _nearest(chunks: Sequence[Chunk]) -> Iterator[Effect]:
    people = [_who(chunk) for chunk in chunks if chunk.concept == "WHO" and chunk.value != "they"]
    others = [who for who in people if who is not Who.YOU]
    numbers = [int(chunk.value) for chunk in chunks if chunk.concept == "NUM"]
    number = min(max(numbers[-1], 1), custom.MAX_CARDS) if numbers else 1
    who = others[0] if others else Who.NEXT
    subject = people[0] if people else Who.YOU
    single = who if who not in custom.SEVERAL else Who.CHOSEN
    for chunk in chunks:
        match chunk.concept:
            case "DRAW" | "PLUS" | "DEAL":
                yield custom.Draws(subject, number)
            case "TAKE" | "STEAL":
                yield custom.Takes(Who.YOU, number, who)
                yield custom.Draws(subject, number)
            case "LOSE" | "SKIP" | "SKIPPED" | "SITOUT":
                yield custom.LosesTurn(who)
            case "DISCARD":
                yield custom.DiscardsChosen(subject, number)
                yield custom.Discards(subject, number)
                yield custom.DiscardsColour(subject)
            case "GIVE" | "PASS":
                yield custom.GivesChosen(Who.YOU, number, who)
                yield custom.Gives(Who.YOU, number, who)
                yield custom.PassesHands(custom.Side.LEFT)
                yield custom.PassesHands(custom.Side.RIGHT)
            case "SWAP":
                yield custom.Swaps(Who.YOU, single)
            case "SHOW" | "LOOK":
                yield custom.Shows(who, Who.YOU)
            case "REVERSE" | "DIRECTION" | "OTHER_WAY":
                yield custom.Reverses()
            case "SHUFFLE" | "SHUFFLED":
                yield custom.ShufflesHands()
            case "AGAIN" | "TURN_AGAIN":
                yield custom.PlaysAgain()
            case _:
                pass


def _who(chunk: Chunk) -> Who:
    if chunk.value in _KNOWN:
        return Who(chunk.value)
    return Who.OTHERS if chunk.value == "anyone-else" else Who.CHOSEN
