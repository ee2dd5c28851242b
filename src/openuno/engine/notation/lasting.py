"""The lasting rules in force, as part of a position line.

`1,2:no:draw:0/0,1,2:only:red:-`: seats 1 and 2 may play no draw cards until the next turn of seat
0, and seats 0 to 2 only red cards until the end of the round.
"""

from openuno.engine.custom import MAX_LASTING, CardKind
from openuno.engine.events import LastingRule
from openuno.engine.faults import Fault, FaultKind, unknown_name
from openuno.engine.lasting import is_written
from openuno.engine.notation.cursor import Cursor
from openuno.engine.rules import Rules

_NONE = "-"
_KINDS = {kind.value: kind for kind in CardKind if kind not in (CardKind.ANY, CardKind.NAMED)}
_ONLY = {"no": False, "only": True}


def lasting_text(rules: tuple[LastingRule, ...]) -> str:
    """The rules in force, the oldest first."""
    return "/".join(map(_rule_text, rules))


def _rule_text(rule: LastingRule) -> str:
    seats = ",".join(map(str, rule.seats))
    until = _NONE if rule.until is None else rule.until
    return f"{seats}:{'only' if rule.only else 'no'}:{rule.kind.value}:{until}"


def read_lasting(cursor: Cursor, rules: Rules, seats: int) -> tuple[LastingRule, ...]:
    """The rules in force; each must be one that a card of the table can have begun."""
    found: list[LastingRule] = []
    while True:
        start = cursor.at
        rule = _read_rule(cursor, seats)
        if rule in found or len(found) == MAX_LASTING:
            raise cursor.error(Fault.of(FaultKind.LASTING_MANY, most=MAX_LASTING), start)
        if not is_written(rules, rule):
            raise cursor.error(Fault.of(FaultKind.LASTING_UNWRITTEN), start)
        found.append(rule)
        if not cursor.take("/"):
            return tuple(found)


def _read_rule(cursor: Cursor, seats: int) -> LastingRule:
    bound = [cursor.seat(seats)]
    while cursor.take(","):
        start = cursor.at
        bound.append(cursor.seat(seats))
        if bound[-1] <= bound[-2]:
            raise cursor.error(Fault.of(FaultKind.LASTING_FORM), start)
    only = _ONLY[_word(cursor, "limit", tuple(_ONLY))]
    kind = _KINDS[_word(cursor, "kind of card", tuple(_KINDS))]
    cursor.expect(":", Fault.of(FaultKind.LASTING_FORM))
    until = None if cursor.take(_NONE) else cursor.seat(seats)
    return LastingRule(tuple(bound), kind, only, until)


def _word(cursor: Cursor, what: str, known: tuple[str, ...]) -> str:
    cursor.expect(":", Fault.of(FaultKind.LASTING_FORM))
    start = cursor.at
    word = cursor.word()
    if word not in known:
        raise cursor.error(unknown_name(what, word, known), start)
    return word
