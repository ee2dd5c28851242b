"""What a network sees of a custom rule: a few numbers that say what it does, and to whom.

They say it as players would: who ends up with more cards or fewer, who misses turns, whose hand is
another's afterwards. Where hands or the pile decide how many cards it is, a usual number stands for
them. A sentence under a condition counts in full, and once more as `UNSURE`.
"""

from enum import IntEnum
from typing import assert_never

from openuno.bots.forecast import UNTIL
from openuno.bots.network.layout import SUMMARY
from openuno.engine.cards import BLANKS
from openuno.engine.custom import (
    SEVERAL,
    AllowsOnly,
    Amount,
    CardKind,
    CustomRule,
    Discards,
    DiscardsChosen,
    DiscardsColour,
    DiscardsKind,
    DiscardsTo,
    DiscardsToChosen,
    Draws,
    DrawsTo,
    DrawsUntil,
    Effect,
    Forbids,
    Gives,
    GivesChosen,
    HonourRule,
    IfWants,
    LosesTurn,
    NamesColour,
    PassesCards,
    PassesHands,
    PlaysAgain,
    Question,
    Reverses,
    Shows,
    ShufflesHands,
    Swaps,
    SwapsChosen,
    Takes,
    Who,
)
from openuno.engine.rules import Rules, custom_rule_on


class Summary(IntEnum):
    """The numbers, by their index. Cards are drawn or got from a player, discarded or given."""

    YOU_GAIN = 0
    """Cards that you get; `everyone` counts for you, the next player and the others."""
    NEXT_GAINS = 1
    OTHERS_GAIN = 2
    """Cards that each of the other players gets, or one of them whom the rule fixes."""
    CHOSEN_GAINS = 3
    """Cards that a player gets whom you choose."""
    FEWEST_GAINS = 4
    """Cards that the player with the fewest cards gets, who may be you."""
    MOST_GAINS = 5
    YOU_LOSE = 6
    """Cards that you get rid of; then the same of the others."""
    NEXT_LOSES = 7
    OTHERS_LOSE = 8
    CHOSEN_LOSES = 9
    """Cards of a player whom you choose, or of the one with the fewest or the most."""
    YOU_MISS = 10
    """Turns that you miss; one in which you may not play every card counts as well."""
    NEXT_MISSES = 11
    OTHERS_MISS = 12
    """Turns of each of the others, of one whom you choose, of the one with the fewest or most."""
    HANDS = 13
    """How good a hand you can get for a bad one, 0 if none moves: see `_OTHERS_SWAP`."""
    TURN = 14
    """1 if you play again, 4 if play reverses, 5 if both."""
    UNSURE = 15
    """Sentences under a condition, and those that let another player name the colour."""


_OTHERS_SWAP, _WITH_MOST, _SHUFFLED, _NEIGHBOUR, _BEST = 1, 2, 4, 8, 16
"""Whose hand you get: none, two others may swap; that of the player with the most cards; one of all
cards shuffled; that of a player whom the rule fixes; that of the player you like best. They are far
apart because a network sees the logarithm."""
_AGAIN, _REVERSE = 1, 4
_USUAL_HAND = 5
"""How many cards a player holds in the middle of a round."""
_USUAL_OTHERS = 3
"""How many players are meant where several are."""
_GAIN = {
    Who.YOU: Summary.YOU_GAIN,
    Who.NEXT: Summary.NEXT_GAINS,
    Who.CHOSEN: Summary.CHOSEN_GAINS,
    Who.FEWEST: Summary.FEWEST_GAINS,
    Who.MOST: Summary.MOST_GAINS,
    Who.OTHERS: Summary.OTHERS_GAIN,
}
_LOSE = {
    Who.YOU: Summary.YOU_LOSE,
    Who.NEXT: Summary.NEXT_LOSES,
    Who.CHOSEN: Summary.CHOSEN_LOSES,
    Who.FEWEST: Summary.CHOSEN_LOSES,
    Who.MOST: Summary.CHOSEN_LOSES,
    Who.OTHERS: Summary.OTHERS_LOSE,
}
_MISS = {
    Who.YOU: Summary.YOU_MISS,
    Who.NEXT: Summary.NEXT_MISSES,
    Who.CHOSEN: Summary.OTHERS_MISS,
    Who.FEWEST: Summary.OTHERS_MISS,
    Who.MOST: Summary.OTHERS_MISS,
    Who.OTHERS: Summary.OTHERS_MISS,
}
_SINGLE = frozenset((Who.YOU, Who.NEXT, Who.CHOSEN, Who.FEWEST, Who.MOST))
_COLOURS = frozenset((CardKind.BLUE, CardKind.GREEN, CardKind.RED, CardKind.YELLOW, CardKind.NAMED))


def summarise_rule(rule: CustomRule) -> bytes:
    """What a rule does, in the numbers of `Summary`; those of a plain wild are all 0."""
    counts = [0] * SUMMARY
    for effect in rule:
        _add_effect(counts, effect)
        if not isinstance(effect, HonourRule) and effect.when is not None:
            counts[Summary.UNSURE] += 1
    return bytes(counts)  # four sentences of at most ten cards for three players fit


def summarise_blanks(rules: Rules) -> bytes:
    """The rules on all blanks, one after another, those that have none as zeros."""
    return b"".join(summarise_rule(custom_rule_on(rules, card)) for card in BLANKS)


def lets_choose(rule: CustomRule) -> bool:
    """Whether it waits until somebody has chosen, for which a network has no decision."""
    return any(
        isinstance(effect, Question) or isinstance(getattr(effect, "when", None), IfWants)
        for effect in rule
    )


def _add_effect(counts: list[int], effect: Effect) -> None:
    match effect:
        case Draws(who, amount):
            _add(counts, _GAIN, who, _usual_amount(amount))
        case DrawsTo(who, number):
            _add(counts, _GAIN, who, max(number - _USUAL_HAND, 1))
        case DrawsUntil(who):
            _add(counts, _GAIN, who, UNTIL)
        case Discards(who, amount) | DiscardsChosen(who, amount):
            _add(counts, _LOSE, who, _usual_amount(amount))
        case DiscardsTo(who, number) | DiscardsToChosen(who, number):
            _add(counts, _LOSE, who, max(_USUAL_HAND - number, 1))
        case DiscardsColour(who):
            _add(counts, _LOSE, who, _usual_count(CardKind.NAMED))
        case DiscardsKind(who, kind):
            _add(counts, _LOSE, who, _usual_count(kind))
        case Gives(who, amount, to) | GivesChosen(who, amount, to):
            _give(counts, who, to, _usual_amount(amount))
        case Takes(who, amount, source):
            _give(counts, source, who, _usual_amount(amount))
        case PassesCards(amount):
            _add(counts, _GAIN, Who.EVERYONE, _usual_amount(amount))
            _add(counts, _LOSE, Who.EVERYONE, _usual_amount(amount))
        case LosesTurn(who, turns):
            _add(counts, _MISS, who, turns)
        case Forbids(who) | AllowsOnly(who):
            _add(counts, _MISS, who, 1)
        case Swaps(who, other):
            _move_hands(counts, _hand_from(who, other))
        case PassesHands():
            _move_hands(counts, _NEIGHBOUR)
        case ShufflesHands():
            _move_hands(counts, _SHUFFLED)
        case SwapsChosen():
            _move_hands(counts, _BEST)
        case PlaysAgain():
            counts[Summary.TURN] |= _AGAIN
        case Reverses():
            counts[Summary.TURN] |= _REVERSE
        case NamesColour():
            counts[Summary.UNSURE] += 1
        case Shows() | HonourRule():
            pass  # no card moves
        case _:
            assert_never(effect)


def _affected_players(who: Who) -> tuple[Who, ...]:
    """Whom it is counted for; a neighbour or a partner is one of the others."""
    if who is Who.EVERYONE:
        return (Who.YOU, Who.NEXT, Who.OTHERS)
    if who in SEVERAL:
        return (Who.NEXT, Who.OTHERS)
    return (who,) if who in _SINGLE else (Who.OTHERS,)


def _add(counts: list[int], places: dict[Who, Summary], who: Who, number: int) -> None:
    for one in _affected_players(who):
        counts[places[one]] += number


def _give(counts: list[int], giver: Who, taker: Who, number: int) -> None:
    """Count cards that go from players to players; nobody gives to themselves."""
    givers = _USUAL_OTHERS if giver in SEVERAL else 1
    takers = _USUAL_OTHERS if taker in SEVERAL else 1
    for one in _affected_players(giver):
        if one is not taker:
            counts[_LOSE[one]] += number * takers
    for one in _affected_players(taker):
        if one is not giver:
            counts[_GAIN[one]] += number * givers


def _move_hands(counts: list[int], code: int) -> None:
    """Note which hand you get; of several moves the best one."""
    counts[Summary.HANDS] = max(counts[Summary.HANDS], code)


def _hand_from(one: Who, other: Who) -> int:
    if Who.YOU not in (one, other):
        return _OTHERS_SWAP
    match other if one is Who.YOU else one:
        case Who.CHOSEN | Who.FEWEST:
            return _BEST
        case Who.MOST:
            return _WITH_MOST
        case _:
            return _NEIGHBOUR


def _usual_amount(amount: Amount) -> int:
    """How many cards a sentence moves, if it is counted in a usual hand at a usual table."""
    if isinstance(amount, int):
        return amount
    counted = _USUAL_OTHERS if amount.kind is None else _usual_count(amount.kind)
    return min(amount.number * counted, amount.most)


def _usual_count(kind: CardKind) -> int:
    """How many cards of a kind a usual hand has, at least one."""
    if kind is CardKind.ANY:
        return _USUAL_HAND
    if kind is CardKind.NUMBER:
        return 3
    return 2 if kind in _COLOURS else 1
