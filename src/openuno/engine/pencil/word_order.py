"""The order of the words: a sentence cut into parts, and its words as English would order them."""

from collections.abc import Iterator, Sequence

from openuno.engine import custom
from openuno.engine.custom import Condition
from openuno.engine.pencil.clauses.parts import VERBS
from openuno.engine.pencil.lexicon import Chunk

JOINTS = frozenset(("AND", "BUT", "COMMA", "COLON"))
TURNINGS: dict[str, Condition | None] = {
    "ELSE": custom.Otherwise(),
    "SO": custom.IfSo(),
    "OR": None,
}
"""What divides a sentence in two, and the condition of what follows it."""
MODALS = frozenset(("MUST", "CAN"))
_POLITE = frozenset(("could", "can", "would", "pourrait", "könnte", "podría"))
"""Before the player these ask for something: `could the next player draw 2` is no permission."""
_THEN = frozenset(("dann", "danach", "anschließend", "then", "luego", "después", "ensuite"))
_LAST_VERBS = VERBS - {"HAVE", "PLAY", "CHOOSE", "SKIPPED", "REVERSE", "SHUFFLE", "CHANGE"}
_ANYONE = {"someone", "somebody", "anyone", "anybody", "jemand", "irgendwer", "irgendjemand"}
_ANYONE |= {"quelqu'un", "alguien", "any player", "a player", "ein spieler", "un joueur"}
_ANYONE |= {"un jugador", "algún jugador"}


def read_question(chunks: Sequence[Chunk]) -> Sequence[Chunk]:
    """`Hast du eine 7, zieh 2`: if you have one."""
    if len(chunks) > 2 and chunks[0].concept == "HAVE" and chunks[1].concept == "WHO":
        asks = chunks[0]._replace(concept="IF", value="")
        return [asks, chunks[1], chunks[0], *chunks[2:]]
    return chunks


def read_either(chunks: Sequence[Chunk]) -> list[Chunk]:
    """`Either ... or`, `soit ..., soit ...`: the first says nothing, a second one is an `or`."""
    found: list[Chunk] = []
    either = False
    if not any(chunk.concept not in ("OR", "EITHER") for chunk in chunks):
        return list(chunks)
    if chunks[0].concept == "OR" and any(chunk.concept == "OR" for chunk in chunks[1:]):
        chunks = chunks[1:]  # `O robas 2 o pierdes tu turno`; one alone follows on what was before
    for chunk in chunks:
        if chunk.concept != "EITHER":
            found.append(chunk)
        elif either:
            found.append(chunk._replace(concept="OR"))
        either |= chunk.concept == "EITHER"
    return found


def read_if_not(chunks: Sequence[Chunk]) -> list[Chunk]:
    """`Wenn nicht Rot gewünscht wurde`: `if not` before a colour is no `otherwise`."""
    found: list[Chunk] = []
    for chunk, following in zip(chunks, [*chunks[1:], None], strict=True):
        if chunk.concept == "ELSE" and chunk.value and following and following.concept == "COLOUR":
            found += [chunk._replace(concept=concept, value="") for concept in ("IF", "NOT")]
        else:
            found.append(chunk)
    return found


def other_orders(chunks: Sequence[Chunk]) -> Iterator[list[Chunk]]:
    """The same words as English would order them."""
    first, *rest = chunks
    if first.concept == "THAT" and rest and rest[0].concept == "WHO":
        yield rest  # `Que todos roben una`
    if first.concept == "NEXT_TURN" and rest and _is_third_person(rest[0]):
        yield [first._replace(concept="WHO", value="next"), *rest]  # `Le prochain pioche 4`
    if first.concept in MODALS and rest and rest[0].concept == "WHO":
        # `... muss er 2 Karten ziehen`
        if first.text in _POLITE:
            first = first._replace(concept="MUST", value="")
        chunks = [rest[0], first, *rest[1:]]
        yield list(chunks)
    elif first.concept == "CAN" and first.value == "d":
        # `Puedes mirar las cartas de alguien`: you may.
        chunks = [first._replace(concept="WHO", value="you"), *chunks]
        yield list(chunks)
    *before, last = chunks
    if last.concept in _LAST_VERBS and before and not any(c.concept in VERBS for c in before):
        # `Alle müssen ihre Karten zeigen`: the verb stands at the end.
        modal = next((i + 1 for i, c in enumerate(before) if c.concept in MODALS), None)
        for at in dict.fromkeys((modal if modal is not None else 1, 0)):
            yield [*before[:at], last, *before[at:]]


def _is_third_person(chunk: Chunk) -> bool:
    """`Next draws 2` says who does it; `next, draw 2` says when."""
    return chunk.concept in MODALS or (chunk.concept in VERBS and chunk.value in ("s", "x"))


def read_someone(chunks: Sequence[Chunk]) -> Sequence[Chunk]:
    """`If anyone has a 7, they draw 1`: everyone with a 7 draws 1."""
    if len(chunks) < 3 or chunks[0].concept != "IF" or chunks[1].value != "chosen":
        return chunks
    they = next((i for i, chunk in enumerate(chunks) if chunk.value == "they" and i > 2), None)
    if chunks[1].text not in _ANYONE or they is None or chunks[they].concept != "WHO":
        return chunks
    held = [*chunks[2:they], *chunks[they + 1 :]]
    if held[0].concept == "HAVE":
        return [chunks[1]._replace(concept="EACHWITH", value="everyone"), *held[1:]]
    return [chunks[1]._replace(value="everyone"), *held]


def read_then(chunks: Sequence[Chunk]) -> list[Chunk]:
    """`... und legst dann drei ab`: `then` after its verb joins nothing."""
    return [
        chunk
        for before, chunk in zip([None, *chunks], chunks, strict=False)
        if not (before and before.concept in VERBS and chunk.text in _THEN)
    ]


def split_parts(chunks: Sequence[Chunk]) -> list[list[Chunk]]:
    """The chunks cut at joints; a joint begins the part that follows it."""
    parts: list[list[Chunk]] = [[]]
    for chunk in chunks:
        begins = chunk.concept in JOINTS or chunk.concept in TURNINGS
        if begins and any(c.concept not in JOINTS for c in parts[-1]):
            parts.append([])
        parts[-1].append(chunk)
    return parts
