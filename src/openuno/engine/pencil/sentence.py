"""One sentence of a rule: its clauses, read from left to right."""

from collections.abc import Iterator, Sequence

import msgspec

from openuno.engine import custom
from openuno.engine.custom import Condition, CustomRule, Who
from openuno.engine.faults import Fault, FaultKind
from openuno.engine.pencil.clauses.clause import (
    AS_MANY_AS_POSSIBLE,
    EFFECT_PATTERNS,
    LASTING_PATTERNS,
    Clause,
    read_clause,
)
from openuno.engine.pencil.clauses.conditions import (
    CONDITION_PATTERNS,
    build_condition,
    negate,
    with_condition,
)
from openuno.engine.pencil.clauses.context import Context
from openuno.engine.pencil.clauses.lasting import UNTIL
from openuno.engine.pencil.clauses.parts import VERBS
from openuno.engine.pencil.clauses.unread import Unread, not_read
from openuno.engine.pencil.combination import Conditions, Turning, combine
from openuno.engine.pencil.lexicon import Chunk
from openuno.engine.pencil.patterns import Pattern, names
from openuno.engine.pencil.word_order import (
    JOINTS,
    MODALS,
    TURNINGS,
    other_orders,
    read_either,
    read_if_not,
    read_question,
    read_someone,
    read_then,
    split_parts,
)

MOST_PARTS = 4
LONGEST_CLAUSE = 40
"""How many parts between commas and joints one clause can have, and how many phrases."""
MOST_CLAUSES = 8
"""Reading stops after this number of clauses of a sentence: a rule has four effects."""

_ASKS = frozenset(("IF", "UNLESS"))
_COUNTS = Pattern("per", "per")
_SAME_VERB = frozenset(("DRAW", "TAKE", "DISCARD", "LOSE"))
_SAME_GIVING = frozenset(("GIVE", "PASS"))
_WITHOUT_VERB = Pattern("same", "WHO (MUST|CAN)? n cards EACHONE?")
_GIVING_WITHOUT_VERB = Pattern("same", "n cards OWN? CHOICE? (TO WHO|TO_LEFT|TO_RIGHT)")
_COUNTING = frozenset(("FOR_EACH", "PER_PLAYER"))
_VERB_FIRST = frozenset(("DRAW", "LOSE", "DISCARD", "SITOUT", "SKIPPED"))
_ONESELF = frozenset(("yourself", "myself", "tú mismo", "yo mismo"))
_DECIDES = tuple(
    Pattern("decides", written)
    for written in (
        "(?P<decider>WHO)? CAN? CHOOSE COLON?",
        "(?P<decider>WHO) CAN? DECIDE COLON?",
        "DECIDE=you COLON?",
        "DECIDE=they COLON?",
        "CHOICE",
    )
)

_CHOOSES_TO = Pattern("chooses", "((?P<decider>WHO) COLON?)? CAN? ((CHOOSE|DECIDE) TO|WANT)")


class SentenceRead(msgspec.Struct, frozen=True):
    """What a sentence says, from `start` to `end`; several readings, or none and what is wrong."""

    start: int
    end: int
    readings: tuple[CustomRule, ...] = ()
    sure: bool = True
    fault: Fault | None = None
    at: int = 0
    until: int = 0
    """Where the words end that `fault` is about."""
    understood: tuple[tuple[int, int], ...] = ()
    chunks: tuple[Chunk, ...] = ()
    instead: CustomRule = ()
    """What a player can do instead of what was not understood: `sing a song or draw 4`."""


class Sentence:
    """The clauses of one sentence, read from left to right."""

    def __init__(self, chunks: Sequence[Chunk], context: Context, *, whole: bool = True) -> None:
        self._chunks = chunks
        self._whole = whole
        self._parts = split_parts(read_if_not(read_either(read_question(read_then(chunks)))))
        self._context = context
        self._clauses: list[Clause] = []
        self._understood: list[tuple[int, int]] = []
        self._conditions = Conditions()
        self._turning: Turning | None = None
        self._decider: Who | None = None
        self._verb: Chunk | None = None
        """The verb of the clause before."""

    def read(self) -> SentenceRead:
        """What the sentence says."""
        start, end = self._chunks[0].start, self._chunks[-1].end
        at = 0
        while at < len(self._parts):
            try:
                used = self._read_clause(at)
            except Unread as error:
                return self._report_unread(start, end, error)
            if used == 0:
                return self._report_unread(start, end, self._not_read(self._parts[at]))
            part = self._parts[at : at + used]
            self._understood.append((part[0][0].start, part[-1][-1].end))
            at += used
            if len(self._clauses) > MOST_CLAUSES:
                fault = Fault.of(FaultKind.SENTENCES, most=custom.MAX_SENTENCES)
                return self._report_unread(start, end, Unread(part[0][0].start, fault))
        self._conditions.asked = self._context.asked
        readings, sure = self._combine()
        if not readings:
            return self._report_unread(start, end, self._not_read(self._parts[0]))
        return SentenceRead(start, end, readings, sure, understood=tuple(self._understood))

    def _combine(self) -> tuple[tuple[CustomRule, ...], bool]:
        found = combine(self._clauses, self._conditions, self._turning, self._decider)
        when = self._conditions.any or _last_condition(found.rules)
        if when is not None:
            self._context.conditional = not isinstance(when, custom.ASKS_EACH)
        return found.rules, found.sure

    def _report_unread(self, start: int, end: int, error: Unread) -> SentenceRead:
        return SentenceRead(
            start,
            end,
            fault=error.fault,
            at=error.at,
            until=error.until,
            understood=tuple(self._understood),
            instead=_read_instead(self._chunks, error.at) if self._whole else (),
        )

    def _not_read(self, part: Sequence[Chunk]) -> Unread:
        """The first word that is not known, or else the words that make no sentence together."""
        words = [chunk for chunk in part if chunk.concept not in JOINTS]
        unknown = next((chunk for chunk in words if chunk.concept in ("UNKNOWN", "OR")), None)
        if unknown is not None:
            return not_read(unknown)
        return not_read(*(words or part))

    def _read_clause(self, at: int) -> int:
        """Read the clause that begins here; how many parts it has, 0 if it cannot be read."""
        error: Unread | None = None
        for used in range(min(MOST_PARTS, len(self._parts) - at), 0, -1):
            chunks = [
                chunk
                for part in self._parts[at : at + used]
                for chunk in part
                if chunk.concept != "COMMA"
            ]
            while chunks and chunks[0].concept in JOINTS:
                chunks = chunks[1:]
            if not chunks:
                return used
            if chunks[0].concept in TURNINGS:
                self._turn(chunks[0])
                chunks = chunks[1:]
            while chunks and chunks[0].concept in JOINTS:
                chunks = chunks[1:]
            first = bool(chunks) and chunks[0].concept == "BEFORE"
            chunks = chunks[1:] if first else chunks
            if not chunks or len(chunks) > LONGEST_CLAUSE:
                continue
            if first and (self._turning is not None or any(c.concept in _ASKS for c in chunks)):
                continue
            try:
                if self._read_whole(read_someone(chunks)):
                    if first:
                        # `Go again, but first draw 1`: what is said last is done first.
                        self._clauses.insert(0, self._clauses.pop())
                    return used
            except Unread as found:
                if found.fault.kind is FaultKind.NUMBER:
                    raise
                error = found
        if error is not None:
            raise error
        return 0

    def _turn(self, chunk: Chunk) -> None:
        """Let `otherwise`, `if so` or `or` stand here: one of them, once."""
        if self._turning is not None:
            if self._turning.at == chunk.start:
                return  # the same word, in a clause of fewer parts
            raise _no_turning(chunk)
        follows = TURNINGS[chunk.concept]
        if follows is not None:
            self._check_conditional(chunk)
            self._context.subject, self._context.inherits = None, False
        elif not self._clauses:
            raise _no_turning(chunk)
        self._turning = Turning(follows, len(self._clauses), chunk.start)

    def _check_conditional(self, chunk: Chunk) -> None:
        """Refuse an `otherwise` without a condition that is true or not for all."""
        said = tuple(rule for clause in self._clauses for rule in clause.readings)
        own = self._conditions.any or _last_condition(said)
        alone = own is None and (self._clauses or not self._context.conditional)
        if alone or isinstance(own, custom.ASKS_EACH):
            raise Unread(chunk.start, Fault.of(FaultKind.OTHERWISE), chunk.end)

    def _read_whole(self, chunks: Sequence[Chunk]) -> bool:
        """Read one clause, which may begin or end with its condition."""
        if self._read_decider(chunks):
            return True
        chosen = _CHOOSES_TO.match(names(chunks), chunks, whole=False)
        if chosen is not None and self._has_alternative() and len(chunks) > chosen.length:
            # `You can choose to draw 3 or lose your turn`
            who = self._find_decider(chosen.first("decider") or chunks[0])
            return self._set_decider(who) and self._read_effect(chunks[chosen.length :])
        asked = next((i for i, chunk in enumerate(chunks) if chunk.concept in _ASKS), None)
        if asked is None:
            return self._read_effect(chunks)
        if self._conditions.any is not None:
            return False
        if asked > 0:
            return self._read_last_condition(chunks[:asked], chunks[asked:])
        for condition, length in self._read_conditions(chunks, whole=False):
            rest = chunks[1 + length :]
            while rest and rest[0].concept in JOINTS:
                rest = rest[1:]
            if not rest or self._read_effect(rest):
                self._conditions.first = condition
                return True
        return False

    def _read_decider(self, chunks: Sequence[Chunk]) -> bool:
        """`Choose: ... or ...`, `... or ..., you decide`: who makes the choice."""
        said = names(chunks)
        for pattern in _DECIDES:
            found = pattern.match(said, chunks, whole=True)
            if found is None:
                continue
            if self._set_decider(self._find_decider(found.first("decider") or chunks[0])):
                return True
        return False

    def _set_decider(self, who: Who | None) -> bool:
        """Let one player make the choice; False if they are several, or nobody is meant."""
        if who is None or who in custom.SEVERAL:
            return False
        self._decider = who
        if who is not Who.YOU and not self._clauses:
            # `The next player decides: draw 3 or lose a turn`: they do it.
            self._context.subject, self._context.inherits = who, True
        return True

    def _has_alternative(self) -> bool:
        return any(chunk.concept == "OR" for part in self._parts for chunk in part)

    def _find_decider(self, chunk: Chunk) -> Who | None:
        if chunk.concept == "CHOICE":
            # `Au choix : ... ou ...`
            return Who.YOU if self._has_alternative() and not self._clauses else None
        if chunk.value == "they":
            return self._context.they
        if chunk.concept != "WHO" or chunk.value == "you":
            return Who.YOU
        known = chunk.value in {who.value for who in Who}
        return Who(chunk.value) if known else None

    def _read_last_condition(self, effect: Sequence[Chunk], condition: Sequence[Chunk]) -> bool:
        """`Everyone draws 1 if they hold a 7`: the effect says who they are."""
        before = msgspec.structs.replace(self._context)
        if self._read_effect(effect):
            for found, _ in self._read_conditions(condition, whole=True):
                last = self._clauses[-1]
                if not last.may or not isinstance(found, custom.IfWants):
                    self._conditions.last = found
                elif last.subject is not found.who:
                    continue  # `you may ... if you like` says it twice; anybody else is one more
                return True
            self._clauses.pop()
        self._context = before
        return False

    def _read_conditions(
        self, chunks: Sequence[Chunk], *, whole: bool
    ) -> Iterator[tuple[Condition, int]]:
        """The conditions that these chunks, from `if` or `unless` on, can be."""
        unless, chunks = chunks[0].concept == "UNLESS", chunks[1:]
        said = names(chunks)
        for pattern in CONDITION_PATTERNS:
            found = pattern.match(said, chunks, whole=whole)
            if found is not None:
                condition = build_condition(found, self._context)
                if condition is not None and unless:
                    condition = negate(condition)
                if condition is not None:
                    yield condition, found.length

    def _read_effect(self, chunks: Sequence[Chunk]) -> bool:
        if self._conditions.last is not None and self._turning is None:
            return False  # `... if you hold 3 cards, and ...`: whose condition is it?
        giving = self._verb is not None and self._verb.concept in _SAME_GIVING
        if giving and _GIVING_WITHOUT_VERB.match(names(chunks), chunks, whole=True):
            return self._match_same_verb(chunks)  # `2 to the next player` alone are from the pile
        if self._match_order(chunks):
            return True
        at = next((i for i, chunk in enumerate(chunks) if chunk.concept in _COUNTING), None)
        if at is not None:
            # `For each 7 you hold, draw 1`: said at the end it is the same.
            tail = chunks[at:]
            counted = _COUNTS.match(names(tail), tail, whole=False)
            length = 0 if counted is None else counted.length
            rest = [*chunks[:at], *tail[length:]]
            if length > 0 and tail[length:] and rest:
                return self._match_counting(rest, tail[:length])
        return self._match_same_verb(chunks)

    def _match_same_verb(self, chunks: Sequence[Chunk]) -> bool:
        """`You draw 2 and the next player 1`: the verb is that of the clause before."""
        verb = self._verb
        if verb is None:
            return False
        said = names(chunks)
        if verb.concept in _SAME_VERB and _WITHOUT_VERB.match(said, chunks, whole=True):
            before = self._clauses[-1].subject
            at = 2 if chunks[1].concept in MODALS else 1
            if not self._match_effect([*chunks[:at], verb, *chunks[at:]]):
                return False
            if before in custom.SEVERAL and self._clauses[-1].subject is not Who.OTHERS:
                # `Everyone draws 2, me 1`: instead, or one more?
                alone = before is not Who.EVERYONE and self._clauses[-1].subject is Who.YOU
                self._clauses[-1] = self._clauses[-1]._replace(sure=alone)
            return True
        if verb.concept in _SAME_GIVING and _GIVING_WITHOUT_VERB.match(said, chunks, whole=True):
            return self._match_effect([verb, *chunks])
        return False

    def _match_counting(self, chunks: Sequence[Chunk], counted: Sequence[Chunk]) -> bool:
        if not self._match_order([*chunks, *counted]):
            return False
        if chunks[0].concept in ("CHOOSE", "TAKE") and chunks[1].concept == "WHO":
            # `For each 7 you hold, pick someone to draw 1`: one player, or one for each 7?
            self._clauses[-1] = self._clauses[-1]._replace(sure=False)
        return True

    def _match_order(self, chunks: Sequence[Chunk]) -> bool:
        """Read an effect whose subject stands before or after its verb."""
        if self._match_effect(chunks):
            return True
        for order in other_orders(chunks):
            if self._match_effect(order):
                return True
        if chunks[0].concept in _VERB_FIRST and chunks[-1].concept == "WHO" and len(chunks) > 2:
            # `Pierden turno los dos siguientes`: who does it stands at the end.
            return self._match_effect([chunks[-1], *chunks[:-1]])
        inverted = len(chunks) > 1 and chunks[0].concept in VERBS and chunks[1].concept == "WHO"
        if inverted and (chunks[0].value in ("s", "d") or chunks[0].concept == "DRAW"):
            # `... zieht der nächste Spieler 2 Karten`: the verb stands before who does it.
            return self._match_effect([chunks[1], chunks[0], *chunks[2:]])
        return False

    def _match_effect(self, chunks: Sequence[Chunk]) -> bool:
        if chunks[-1].concept == "EXCEPT_YOU":
            # `Everyone draws 2 except me`: everyone else does.
            first = chunks[0]
            if first.concept != "WHO" or first.value != "everyone":
                return False
            chunks = [first._replace(value="others"), *chunks[1:-1]]
        if len(chunks) > 2 and chunks[-1].text in _ONESELF and chunks[0].value == "you":
            chunks = chunks[:-1]  # `You have to draw 1 yourself`
        if chunks[-1].concept == "ALSO_YOU" and chunks[0].value == "everyone":
            chunks = chunks[:-1]  # `Everyone draws 2, even you`
        lasting = [chunk for chunk in chunks if chunk.concept in UNTIL]
        if len(lasting) > 1 or len(lasting) == len(chunks):
            return False
        self._context.until = lasting[0] if lasting else None
        if not lasting:
            return self._match_patterns(EFFECT_PATTERNS, chunks)
        rest = [chunk for chunk in chunks if chunk.concept not in UNTIL]
        if self._match_patterns(LASTING_PATTERNS, rest):
            return True
        if lasting[0].concept == "UNTIL_EITHER":
            # `Skip someone for one round`: for a turn.
            turn = [
                lasting[0]._replace(concept=concept, value="") for concept in ("FOR", "A", "TURN")
            ]
            spread = [turn if chunk is lasting[0] else [chunk] for chunk in chunks]
            return self._match_patterns(EFFECT_PATTERNS, [each for part in spread for each in part])
        return False

    def _match_patterns(self, patterns: Sequence[Pattern], chunks: Sequence[Chunk]) -> bool:
        """Read an effect that fits one of the patterns."""
        possible = chunks[-1].concept == "IF_ANY"
        chunks = chunks[:-1] if possible else chunks
        said = names(chunks)
        error: Unread | None = None
        for pattern in patterns:
            if possible and pattern.name not in AS_MANY_AS_POSSIBLE:
                continue
            found = pattern.match(said, chunks, whole=True)
            if found is None:
                continue
            try:
                clause = read_clause(found, chunks, self._context)
            except Unread as unread:
                error = error or unread
                continue
            if clause is not None:
                self._verb = next((chunk for chunk in chunks if chunk.concept in VERBS), None)
                self._clauses.append(clause)
                return True
        if error is not None:
            raise error
        return False


def _no_turning(chunk: Chunk) -> Unread:
    if chunk.concept == "OR":
        return not_read(chunk)
    return Unread(chunk.start, Fault.of(FaultKind.OTHERWISE), chunk.end)


def _last_condition(rules: Sequence[CustomRule]) -> Condition | None:
    """The last condition of these readings that `otherwise` can be about."""
    for rule in rules:
        for effect in reversed(rule):
            when = None if isinstance(effect, custom.HonourRule) else effect.when
            if when is not None and not isinstance(when, custom.FOLLOWS):
                return when
    return None


def _read_instead(chunks: Sequence[Chunk], at: int) -> CustomRule:
    """What one player can do instead of the words beside `or` that were not understood."""
    turning = next((i for i, chunk in enumerate(chunks) if chunk.concept in ("OR", "ELSE")), None)
    if turning is None or any(chunk.concept in _ASKS for chunk in chunks):
        return ()
    last = at >= chunks[turning].start
    rest, other = chunks[:turning], chunks[turning + 1 :]
    rest, other = (rest, other) if last else (other, rest)
    strange = any(chunk.concept == "UNKNOWN" for chunk in other)
    if not rest or not strange or (last and chunks[turning].concept == "ELSE"):
        return ()
    context = Context()
    if chunks[0].concept == "WHO" and chunks[0].value in _SINGLE:
        context.subject, context.inherits = Who(chunks[0].value), True
    read = Sentence(rest, context, whole=False).read()
    if read.fault is not None or not read.sure or len(read.readings[0]) != 1:
        return ()
    effect = read.readings[0][0]
    who = getattr(effect, "who", None)
    if who is None or who in custom.SEVERAL:
        return ()
    wanted = with_condition(effect, custom.IfWants(who))
    return () if wanted is None else (wanted,)


_SINGLE = frozenset(who.value for who in Who if who not in custom.SEVERAL and who is not Who.YOU)
