"""A custom rule as rows of small numbers, for millions of compiled rounds.

A sentence is one row of ten: what is done, by whom, with whom, and how many cards; then `for each`:
kind of card (or `PLAYERS`), holder, maximum (kind 0: the number is fixed); then `if`: the
comparison, of whom (or which colour), and the number or kind of card (0: no condition). Where each
player who does it is asked, `of` is 0 if they are `who`, 1 if they are `other`. Taking is giving
with the roles exchanged. Where each of them counts their own cards, the holder is `SELF`, or
`OTHER_SELF` if they are `other`.
"""

from enum import IntEnum
from typing import NamedTuple, assert_never

from openuno.engine import custom
from openuno.engine.cards import COLOURS
from openuno.engine.custom import Amount, Condition, CustomRule, Effect


class Opcode(IntEnum):
    """What a row does."""

    READ = 0
    DRAW = 1
    LOSE_TURN = 2
    DISCARD = 3
    DISCARD_COLOUR = 4
    SWAP = 5
    SHOW = 6
    GIVE = 7
    REVERSE = 8
    PASS_LEFT = 9
    PASS_RIGHT = 10
    SHUFFLE = 11
    AGAIN = 12
    DISCARD_KIND = 13
    DRAW_TO = 14
    DRAW_UNTIL = 15
    DISCARD_TO = 16
    DISCARD_CHOSEN = 17
    GIVE_CHOSEN = 18
    PASS_CARDS = 19
    SWAP_CHOSEN = 20
    NAME_COLOUR = 21
    FORBID = 22
    ALLOW_ONLY = 23
    DISCARD_TO_CHOSEN = 24


(
    OP_READ,
    OP_DRAW,
    OP_LOSE_TURN,
    OP_DISCARD,
    OP_DISCARD_COLOUR,
    OP_SWAP,
    OP_SHOW,
    OP_GIVE,
    OP_REVERSE,
    OP_PASS_LEFT,
    OP_PASS_RIGHT,
    OP_SHUFFLE,
    OP_AGAIN,
    OP_DISCARD_KIND,
    OP_DRAW_TO,
    OP_DRAW_UNTIL,
    OP_DISCARD_TO,
    OP_DISCARD_CHOSEN,
    OP_GIVE_CHOSEN,
    OP_PASS_CARDS,
    OP_SWAP_CHOSEN,
    OP_NAME_COLOUR,
    OP_FORBID,
    OP_ALLOW_ONLY,
    OP_DISCARD_TO_CHOSEN,
) = (code.value for code in Opcode)
"""The members once more as plain integers: compiled code takes them for constants."""


class Row(NamedTuple):
    """One sentence; a plain tuple of ten small numbers."""

    do: int
    who: int = 0
    other: int = 0
    number: int = 0
    kind: int = 0
    holder: int = 0
    most: int = 0
    asks: int = 0
    of: int = 0
    than: int = 0


WHO = {who: number for number, who in enumerate(custom.Who)}
KINDS = {kind: number for number, kind in enumerate(custom.CardKind, 1)}
PLAYERS = len(KINDS) + 1
"""In place of a kind of card: those whom the holder means are counted, not their cards."""
ASKS = {compare: number for number, compare in enumerate(custom.Compare, 1)}
ASKS_COLOUR = len(ASKS) + 1
ASKS_KIND = ASKS_COLOUR + 1
ASKS_EACH = ASKS_KIND
"""A comparison beyond this one is of each player who does it, not of all together."""
ASKS_EACH_KIND = ASKS_EACH + ASKS_COLOUR
ASKS_EACH_NO_KIND = ASKS_EACH_KIND + 1
ASKS_NO_KIND = ASKS_EACH_NO_KIND + 1
"""From here on it is of all together again."""
ASKS_NOT_COLOUR = ASKS_NO_KIND + 1
ASKS_OTHERWISE = ASKS_NOT_COLOUR + 1
ASKS_IF_SO = ASKS_OTHERWISE + 1
ASKS_WANTS = ASKS_IF_SO + 1
SELF, OTHER_SELF = 62, 63
"""The numbers that stand for players, kinds of cards and conditions; colours are in card order."""


def opcodes(rule: CustomRule) -> tuple[Row, ...]:
    """The rule, one row for each sentence."""
    return tuple(_row(effect) for effect in rule)


def _row(effect: Effect) -> Row:
    row = _effect_row(effect)
    row = row._replace(do=int(row.do))  # a plain number, like the others
    if isinstance(effect, custom.HonourRule) or effect.when is None:
        return row
    asks, of, than = _condition_numbers(effect.when)
    if isinstance(effect.when, custom.ASKS_EACH):
        of = int(isinstance(effect, custom.Takes))
    return row._replace(asks=asks, of=of, than=than)


def _effect_row(effect: Effect) -> Row:
    match effect:
        case custom.HonourRule():
            return Row(Opcode.READ)
        case custom.Draws(who, amount):
            return _cards_row(Opcode.DRAW, who, amount)
        case custom.LosesTurn(who, turns):
            return Row(Opcode.LOSE_TURN, WHO[who], number=turns)
        case custom.Discards(who, amount):
            return _cards_row(Opcode.DISCARD, who, amount)
        case custom.DiscardsColour(who):
            return Row(Opcode.DISCARD_COLOUR, WHO[who])
        case custom.DiscardsKind(who, kind):
            return Row(Opcode.DISCARD_KIND, WHO[who], kind=KINDS[kind])
        case custom.DrawsTo(who, number):
            return Row(Opcode.DRAW_TO, WHO[who], number=number)
        case custom.DrawsUntil(who, kind):
            return Row(Opcode.DRAW_UNTIL, WHO[who], kind=KINDS[kind])
        case custom.DiscardsTo(who, number):
            return Row(Opcode.DISCARD_TO, WHO[who], number=number)
        case custom.Swaps(who, other):
            return Row(Opcode.SWAP, WHO[who], WHO[other])
        case custom.Shows(who, to):
            return Row(Opcode.SHOW, WHO[who], WHO[to])
        case custom.Gives(giver, amount, taker) | custom.Takes(taker, amount, giver):
            row = _cards_row(Opcode.GIVE, giver, amount)._replace(other=WHO[taker])
            taking = row.holder == SELF and isinstance(effect, custom.Takes)
            return row._replace(holder=OTHER_SELF) if taking else row
        case custom.DiscardsChosen(who, amount):
            return _cards_row(Opcode.DISCARD_CHOSEN, who, amount)
        case custom.DiscardsToChosen(who, number):
            return Row(Opcode.DISCARD_TO_CHOSEN, WHO[who], number=number)
        case custom.GivesChosen(giver, amount, taker):
            return _cards_row(Opcode.GIVE_CHOSEN, giver, amount)._replace(other=WHO[taker])
        case custom.PassesCards(amount, side):
            row = _cards_row(Opcode.PASS_CARDS, custom.Who.EVERYONE, amount)
            return row._replace(other=int(side is custom.Side.RIGHT))
        case custom.SwapsChosen():
            return Row(Opcode.SWAP_CHOSEN, WHO[custom.Who.CHOSEN])
        case custom.NamesColour(who):
            return Row(Opcode.NAME_COLOUR, WHO[who])
        case custom.Forbids(who, kind, until) | custom.AllowsOnly(who, kind, until):
            do = Opcode.FORBID if isinstance(effect, custom.Forbids) else Opcode.ALLOW_ONLY
            round_long = int(until is custom.Until.ROUND)
            return Row(do, WHO[who], number=round_long, kind=KINDS[kind])
        case custom.Reverses():
            return Row(Opcode.REVERSE)
        case custom.PassesHands(side):
            return Row(Opcode.PASS_LEFT if side is custom.Side.LEFT else Opcode.PASS_RIGHT)
        case custom.ShufflesHands():
            return Row(Opcode.SHUFFLE)
        case custom.PlaysAgain():
            return Row(Opcode.AGAIN)
        case _:
            assert_never(effect)


def _cards_row(do: Opcode, who: custom.Who, amount: Amount) -> Row:
    if not isinstance(amount, custom.CountPerCard):
        return Row(do, WHO[who], number=amount)
    return Row(
        do,
        WHO[who],
        number=amount.number,
        kind=PLAYERS if amount.kind is None else KINDS[amount.kind],
        holder=SELF if amount.who is None else WHO[amount.who],
        most=amount.most,
    )


def _condition_numbers(condition: Condition) -> tuple[int, int, int]:
    match condition:
        case custom.IfHolds(who, compare, number):
            return ASKS[compare], WHO[who], number
        case custom.IfHas(who, kind):
            return ASKS_KIND, WHO[who], KINDS[kind]
        case custom.IfTheyHold(compare, number):
            return ASKS_EACH + ASKS[compare], 0, number
        case custom.IfTheyHave(kind):
            return ASKS_EACH_KIND, 0, KINDS[kind]
        case custom.IfNamed(colour):
            return ASKS_COLOUR, COLOURS.index(colour), 0
        case custom.IfHasNo(who, kind):
            return ASKS_NO_KIND, WHO[who], KINDS[kind]
        case custom.IfTheyHaveNo(kind):
            return ASKS_EACH_NO_KIND, 0, KINDS[kind]
        case custom.IfNotNamed(colour):
            return ASKS_NOT_COLOUR, COLOURS.index(colour), 0
        case custom.Otherwise():
            return ASKS_OTHERWISE, 0, 0
        case custom.IfSo():
            return ASKS_IF_SO, 0, 0
        case custom.IfWants(who):
            return ASKS_WANTS, WHO[who], 0
        case _:
            assert_never(condition)
