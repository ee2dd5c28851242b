"""Conditions: what must be true for a clause to be carried out."""

import msgspec

from openuno.engine import custom
from openuno.engine.cards import Colour
from openuno.engine.custom import Condition, Effect, Who
from openuno.engine.errors import SetupError
from openuno.engine.pencil.clauses.context import Context
from openuno.engine.pencil.clauses.parts import Parts
from openuno.engine.pencil.clauses.quantities import read_compare, read_kind, read_number
from openuno.engine.pencil.clauses.unread import not_read
from openuno.engine.pencil.lexicon import Chunk
from openuno.engine.pencil.patterns import Found, Pattern

_PATTERNS = (
    ("has-no", "(who HAVE_NO|HAVE_NO=d) a_card (IN_HAND|OWN)?"),
    ("has-no", "(?P<nobody>NOBODY) HAVE FROM? a_card (IN_HAND|OWN)?"),
    ("has-no", "(?P<nobody>NOBODY) a_card (IN_HAND|OWN)? HAVE"),
    ("has-no", "(who HAVE|HAVE=d) NUM=0 a_card (IN_HAND|OWN)?"),
    ("has-no", "who NUM=0 a_card (IN_HAND|OWN)? HAVE"),
    ("not-named", "THE_COLOUR IS NOT (?P<colour>COLOUR)"),
    ("not-named", "THE_COLOUR NOT (?P<colour>COLOUR) IS"),
    ("not-named", "WHO=you (HAVE_NO|NOT) CHOOSE (?P<colour>COLOUR)"),
    ("uno", "(who HAVE|HAVE=d) UNO"),
    ("uno", "who UNO HAVE"),
    ("has", "(who HAVE|HAVE=d) a_kind (IN_HAND|OWN)?"),
    ("holds", "(who HAVE|HAVE=d) (?P<n>NUM|A) (?P<or>OR_MORE|OR_FEWER|PLUS) CARD? (IN_HAND|OWN)?"),
    (
        "holds",
        "(who HAVE|HAVE=d) compare (?P<n>NUM|A) CARD? (?P<or>OR_MORE|OR_FEWER)?"
        " (IN_HAND|OWN|TO_LEFT)?",
    ),
    ("holds", "who ONLY HAVE (?P<n>NUM|A) CARD? (IN_HAND|OWN|TO_LEFT)?"),
    ("has", "who a_kind (IN_HAND|OWN)? HAVE"),
    ("holds", "who compare (?P<n>NUM|A) CARD? (?P<or>OR_MORE|OR_FEWER)? (IN_HAND|OWN)? HAVE"),
    ("named", "WHO=you (?P<colour>COLOUR) CHOOSE"),
    ("named", "CHOOSE=d (?P<colour>COLOUR)"),
    ("has-no", "who a_kind (IN_HAND|OWN)? NOT HAVE"),
    ("not-named", "THE_COLOUR (NOT IS|NOT_IS) (?P<colour>COLOUR)"),
    ("not-named", "NOT (?P<colour>COLOUR) NAMED_IS"),
    ("named", "(?P<colour>COLOUR) NAMED_IS"),
    ("named", "THE_COLOUR (?P<colour>COLOUR) IS"),
    ("named", "THE_COLOUR IS (?P<colour>COLOUR)"),
    ("named", "WHO=you (CHOOSE|TAKE) (?P<colour>COLOUR)"),
    ("named", "(CHOICE=you|DECIDE=you) (?P<colour>COLOUR)"),
    ("so", "WHO DO"),
    ("wants", "who WANT"),
    ("wants", "(?P<wanting>CHOICE) TO?"),
    ("wants", "(?P<wanting>WANT=d)"),
)
CONDITION_PATTERNS = tuple(Pattern(name, written) for name, written in _PATTERNS)


def build_condition(found: Found, context: Context) -> Condition | None:
    """The condition a pattern fits."""
    if found.name == "so":
        return custom.IfSo() if context.conditional else None
    colour = found.first("colour")
    if colour is not None:
        named = Colour[colour.value.upper()]
        return custom.IfNotNamed(named) if found.name == "not-named" else custom.IfNamed(named)
    holder = found.first("who") or found.first("nobody") or Chunk("WHO", "you", "", 0, 0)
    wanting = found.first("wanting")
    if wanting is not None and wanting.value == "they":
        holder = wanting
    # `Everyone draws 1 if they hold a 7`: each of them is asked.
    if holder.value == "they" and context.each is not None:
        who = context.each
    else:
        who = Parts(found, (), context).holder(holder)
    each = holder.value == "they" and who in custom.SEVERAL
    if found.name == "wants":
        # Of several players nobody would know who does it.
        return None if who in custom.SEVERAL else custom.IfWants(who)
    context.asked = who if each else None
    kind = found.groups.get("kind") or found.groups.get("kinds")
    if kind and found.name == "has-no":
        held = read_kind(kind)
        return custom.IfTheyHaveNo(held) if each else custom.IfHasNo(who, held)
    if kind:
        return custom.IfTheyHave(read_kind(kind)) if each else custom.IfHas(who, read_kind(kind))
    if found.name == "uno":
        one = custom.Compare.EXACTLY
        return custom.IfTheyHold(one, 1) if each else custom.IfHolds(who, one, 1)
    number = found.first("n")
    assert number is not None
    how = read_compare(found.first("compare"), found.first("or"))
    if how is None:
        return None
    if each:
        return custom.IfTheyHold(how, read_number(number))
    return custom.IfHolds(who, how, read_number(number))


_OPPOSITE = {
    custom.Compare.FEWER: custom.Compare.AT_LEAST,
    custom.Compare.AT_LEAST: custom.Compare.FEWER,
    custom.Compare.MORE: custom.Compare.AT_MOST,
    custom.Compare.AT_MOST: custom.Compare.MORE,
}


def negate(condition: Condition) -> Condition | None:
    """What must be true where this may not be (`unless`); None if no condition says that."""
    match condition:
        case custom.IfHas(who, kind) if who not in custom.SEVERAL:
            return custom.IfHasNo(who, kind)
        case custom.IfHasNo(who, kind) if who not in custom.SEVERAL:
            return custom.IfHas(who, kind)
        case custom.IfTheyHave(kind):
            return custom.IfTheyHaveNo(kind)
        case custom.IfTheyHaveNo(kind):
            return custom.IfTheyHave(kind)
        case custom.IfNamed(colour):
            return custom.IfNotNamed(colour)
        case custom.IfNotNamed(colour):
            return custom.IfNamed(colour)
        case custom.IfHolds(who, compare, number) if who not in custom.SEVERAL:
            opposite = _OPPOSITE.get(compare)
            return None if opposite is None else custom.IfHolds(who, opposite, number)
        case custom.IfTheyHold(compare, number):
            opposite = _OPPOSITE.get(compare)
            return None if opposite is None else custom.IfTheyHold(opposite, number)
        case _:
            return None


def restrict_to_holders(effect: Effect, parts: Parts) -> Effect:
    """The effect, for those of the players who hold what the subject says."""
    found = parts.found
    kind = found.groups.get("each_kind") or found.groups.get("each_kinds")
    lacked = found.groups.get("lacked") or found.groups.get("lacked2")
    named = found.first("lacks_it") or found.first("holds_it")
    if named is not None:
        if not parts.context.colour:
            raise not_read(named)  # without what?
        colour = custom.CardKind.NAMED
        lacks = found.first("lacks_it") is not None
        when: Condition = (custom.IfTheyHaveNo if lacks else custom.IfTheyHave)(colour)
    elif lacked:
        when = custom.IfTheyHaveNo(read_kind(lacked))
    elif kind:
        when = custom.IfTheyHave(read_kind(kind))
    elif found.first("uno") is not None:
        when = custom.IfTheyHold(custom.Compare.EXACTLY, 1)
    else:
        compare = found.first("compare") or found.first("compare2")
        number = found.first("held") or found.first("held2") or found.first("held3")
        assert number is not None
        how = read_compare(compare, found.first("or") or found.first("or3"))
        if how is None:
            raise not_read(number)
        when = custom.IfTheyHold(how, read_number(number))
    conditional = with_condition(effect, when)
    if conditional is None:
        raise not_read(parts.chunks[0])
    return conditional


def with_condition(effect: Effect, when: Condition, asked: Who | None = None) -> Effect | None:
    """The effect under a condition; words of honour have none, and nothing has two."""
    if isinstance(effect, custom.HonourRule) or effect.when is not None:
        return None
    if asked is not None and getattr(effect, "who", None) is not asked:
        return None
    try:
        return msgspec.structs.replace(effect, when=when)
    except SetupError:
        return None
