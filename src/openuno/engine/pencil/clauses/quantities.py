"""How many cards, and which."""

from collections.abc import Sequence

from openuno.engine import custom
from openuno.engine.faults import Fault, FaultKind, shorten
from openuno.engine.pencil.clauses.unread import Unread, not_read
from openuno.engine.pencil.lexicon import Chunk


def read_compare(compare: Chunk | None, extra: Chunk | None) -> custom.Compare | None:
    """How a number is compared: `more than 3`, `3 or more`; None if it is said twice."""
    if compare is not None and compare.value:
        return custom.Compare(compare.value) if extra is None else None
    if extra is None:
        return custom.Compare.EXACTLY
    return custom.Compare.AT_MOST if extra.concept == "OR_FEWER" else custom.Compare.AT_LEAST


def read_kind(chunks: Sequence[Chunk]) -> custom.CardKind:
    """The kind of card that is named, or `Unread`."""
    # In some languages the colour follows: `carta roja`.
    chunk = next((each for each in chunks if each.concept != "CARD"), chunks[0])
    match chunk.concept:
        case "CARD":
            return custom.CardKind.ANY
        case "PLUS" if chunks[-1].value == "2" or (len(chunks) > 2 and chunks[-2].value == "2"):
            return custom.CardKind.DRAW_TWO
        case "PLUS":
            raise not_read(chunk)
        case "DRAW" if len(chunks) > 1 and chunks[1].concept == "NUM":
            if chunks[1].value != "2":
                raise not_read(chunks[1])
            return custom.CardKind.DRAW_TWO
        case "DRAW" | "NAMED":
            return custom.CardKind(chunk.concept.lower())
        case "SKIP" | "REVERSE" | "WILD":
            return custom.CardKind(chunk.concept.lower())
        case "NUM" if not 0 <= int(chunk.value) <= 9:
            raise not_read(chunk)
        case "NUM" if chunk.value == "1" and not chunk.text.isdigit():
            raise not_read(chunk)  # `until you get one`: one of what was said before
        case _:
            return custom.CardKind(chunk.value if chunk.concept != "NUM" else str(int(chunk.value)))


def read_number(chunk: Chunk, most: int = custom.MAX_CARDS) -> int:
    """A number in its bounds, or `Unread`."""
    number = int(chunk.value) if chunk.concept == "NUM" else 1
    if not 1 <= number <= most:
        fault = Fault.of(FaultKind.NUMBER, most=most, word=shorten(chunk.text))
        raise Unread(chunk.start, fault)
    return number
