"""A rule in words: its normal form, which the pencil reads back, and what it will do."""

from typing import assert_never

from openuno.engine import custom
from openuno.engine.custom import Amount, Condition, CustomRule, Effect

_WHO: dict[custom.Who, str] = {
    custom.Who.YOU: "you",
    custom.Who.NEXT: "the next player",
    custom.Who.PREVIOUS: "the previous player",
    custom.Who.CHOSEN: "a player you choose",
    custom.Who.PARTNER: "your partner",
    custom.Who.MOST: "the player with the most cards",
    custom.Who.FEWEST: "the player with the fewest cards",
    custom.Who.EVERYONE: "everyone",
    custom.Who.OTHERS: "everyone else",
    custom.Who.LEFT: "the player on your left",
    custom.Who.RIGHT: "the player on your right",
    custom.Who.NEIGHBOURS: "each of your neighbours",
    custom.Who.ACROSS: "the player across from you",
    custom.Who.AFTER_NEXT: "the player after the next",
    **{who: f"each of the next {number} players" for who, number in custom.NEXT_SEVERAL.items()},
}
_NOBODY: dict[custom.Who, str] = {
    custom.Who.EVERYONE: "nobody",
    custom.Who.OTHERS: "nobody else",
    custom.Who.NEIGHBOURS: "neither of your neighbours",
    **{who: f"none of the next {number} players" for who, number in custom.NEXT_SEVERAL.items()},
}
_COUNTED: dict[custom.Who, str] = {
    custom.Who.EVERYONE: "player",
    custom.Who.OTHERS: "other player",
    custom.Who.NEIGHBOURS: "neighbour",
    **{who: f"one of the next {number} players" for who, number in custom.NEXT_SEVERAL.items()},
}
_UNTIL = {
    custom.Until.NEXT_TURN: "until your next turn",
    custom.Until.ROUND: "until the end of the round",
}
_COMPARE = {
    custom.Compare.FEWER: "fewer than",
    custom.Compare.MORE: "more than",
    custom.Compare.EXACTLY: "exactly",
    custom.Compare.AT_LEAST: "at least",
    custom.Compare.AT_MOST: "at most",
}
_MEANS: dict[custom.Who, str] = {
    custom.Who.NEXT: "the next player is the one whose turn would come now",
    custom.Who.PREVIOUS: "the previous player comes before you in the direction of play",
    custom.Who.CHOSEN: "you pick the player as you lay the card",
    custom.Who.PARTNER: "your partner sits opposite, or else is the next team-mate to your left",
    custom.Who.MOST: "of equally full hands the first in order of play counts",
    custom.Who.FEWEST: "of equally short hands the first in order of play counts",
    custom.Who.EVERYONE: "one after another in order of play, you last",
    custom.Who.OTHERS: "one after another in order of play, the next player first",
    custom.Who.LEFT: "the side stays the same when play reverses",
    custom.Who.RIGHT: "the side stays the same when play reverses",
    custom.Who.NEXT_TWO: "between two players it is the next player alone",
    custom.Who.NEIGHBOURS: "between two players it is the opponent alone",
    custom.Who.AFTER_NEXT: "between two players it is the next player",
    custom.Who.ACROSS: "if an odd number play, it is the one just to the left of straight across",
    **{
        who: "at a smaller table it is everyone else"
        for who in custom.NEXT_SEVERAL
        if who is not custom.Who.NEXT_TWO
    },
}


def custom_rule_text(rule: CustomRule) -> str:
    """The normal form of a rule, as `parse_written` reads it."""
    return " ".join(map(sentence_text, rule))


def sentence_text(effect: Effect) -> str:
    """The normal form of one sentence."""
    if isinstance(effect, custom.HonourRule):
        return f'"{effect.text}"'
    words = _effect_text(effect)
    if isinstance(effect.when, custom.Otherwise):
        return f"Otherwise {words}."
    if isinstance(effect.when, custom.IfSo):
        return f"If so, {words}."
    if effect.when is not None:
        comma = "," if isinstance(getattr(effect, "amount", None), custom.CountPerCard) else ""
        words += f"{comma} if {_condition_text(effect.when)}"
    return f"{words[0].upper()}{words[1:]}."


def _effect_text(effect: Effect) -> str:
    match effect:
        case custom.Draws(who, amount):
            return f"{_conjugate(who, 'draw')} {_cards(amount)}{_each(amount)}"
        case custom.LosesTurn(who, turns):
            return f"{_conjugate(who, 'lose')} {'a turn' if turns == 1 else f'{turns} turns'}"
        case custom.Discards(who, amount):
            return f"{_conjugate(who, 'discard')} {_cards(amount)} at random{_each(amount)}"
        case custom.DiscardsColour(who):
            return f"{_conjugate(who, 'discard')} all cards of the colour named"
        case custom.DiscardsKind(who, kind):
            return f"{_conjugate(who, 'discard')} all {kind_text(kind, many=True)}"
        case custom.DrawsTo(who, number):
            they = "you" if who is custom.Who.YOU else "they"
            cards = "card" if number == 1 else "cards"
            return f"{_conjugate(who, 'draw')} until {they} hold {number} {cards}"
        case custom.DrawsUntil(who, kind):
            return f"{_conjugate(who, 'draw')} until {_a_kind(kind)} comes"
        case custom.DiscardsTo(who, number):
            cards = "card" if number == 1 else "cards"
            return f"{_conjugate(who, 'discard')} at random down to {number} {cards}"
        case custom.Swaps(who, other):
            return f"{_conjugate(who, 'swap')} hands with {_WHO[other]}"
        case custom.Shows(who, to):
            return f"{_conjugate(who, 'show')} the hand to {_WHO[to]}"
        case custom.Gives(who, amount, to):
            return f"{_conjugate(who, 'give')} {_random_cards(amount)} to {_WHO[to]}{_each(amount)}"
        case custom.Takes(who, amount, source):
            taken = _random_cards(amount)
            return f"{_conjugate(who, 'take')} {taken} from {_WHO[source]}{_each(amount)}"
        case custom.DiscardsChosen(who, amount):
            chosen = _chosen_cards(who, amount)
            return f"{_conjugate(who, 'discard')} {chosen}{_each(amount)}"
        case custom.DiscardsToChosen(who, number):
            chosen = _chosen_cards(who, number)
            return f"{_conjugate(who, 'discard')} down to {chosen}"
        case custom.GivesChosen(who, amount, to):
            chosen = _chosen_cards(who, amount)
            return f"{_conjugate(who, 'give')} {chosen} to {_WHO[to]}{_each(amount)}"
        case custom.PassesCards(amount, side):
            chosen = _chosen_cards(custom.Who.EVERYONE, amount)
            return f"everyone passes {chosen} to the {side.value}{_each(amount)}"
        case custom.SwapsChosen():
            return "two players you choose swap hands"
        case custom.NamesColour(who):
            return f"{_conjugate(who, 'name')} the colour"
        case custom.Forbids(who, kind, until):
            return f"{_may_not(who)} play {kind_text(kind, many=True)} {_UNTIL[until]}"
        case custom.AllowsOnly(who, kind, until):
            return f"{_WHO[who]} may play only {kind_text(kind, many=True)} {_UNTIL[until]}"
        case custom.Reverses():
            return "play reverses"
        case custom.PassesHands(side):
            return f"hands pass {side.value}"
        case custom.ShufflesHands():
            return "all hands are shuffled"
        case custom.PlaysAgain():
            return "you play again"
        case custom.HonourRule(text):
            return text
        case _:
            assert_never(effect)


def _conjugate(who: custom.Who, verb: str) -> str:
    return f"{_WHO[who]} {verb}" if who is custom.Who.YOU else f"{_WHO[who]} {verb}s"


def _may_not(who: custom.Who) -> str:
    nobody = _NOBODY.get(who)
    return f"{_WHO[who]} may not" if nobody is None else f"{nobody} may"


def _lacking(who: custom.Who) -> str:
    """Several players hold none of it: `everyone does not hold it` could be read as not all."""
    if who is custom.Who.YOU:
        return "you do not hold"
    nobody = _NOBODY.get(who)
    return f"{_WHO[who]} does not hold" if nobody is None else f"{nobody} holds"


def _number(amount: Amount) -> int:
    return amount.number if isinstance(amount, custom.CountPerCard) else amount


def _cards(amount: Amount) -> str:
    number = _number(amount)
    return "1 card" if number == 1 else f"{number} cards"


def _random_cards(amount: Amount) -> str:
    number = _number(amount)
    return "a random card" if number == 1 else f"{number} random cards"


def _chosen_cards(who: custom.Who, amount: Amount) -> str:
    whose = "your" if who is custom.Who.YOU else "their"
    return f"{_cards(amount)} of {whose} choice"


def _each(amount: Amount) -> str:
    if not isinstance(amount, custom.CountPerCard):
        return ""
    if amount.kind is None:
        assert amount.who is not None, "it is the players who are counted"
        return f" for each {_COUNTED[amount.who]}, at most {amount.most}"
    held = "they hold" if amount.who is None else _conjugate(amount.who, "hold")
    return f" for each {kind_text(amount.kind)} {held}, at most {amount.most}"


def kind_text(kind: custom.CardKind, *, many: bool = False) -> str:
    """A card of a kind, or the cards: `red card`, `7`, `7s`, `draw-two cards`."""
    if kind is custom.CardKind.ANY:
        return "cards" if many else "card"
    if kind is custom.CardKind.NAMED:
        return f"{'cards' if many else 'card'} of the colour named"
    if kind.value.isdigit():
        return f"{kind.value}s" if many else kind.value
    return f"{kind.value} {'cards' if many else 'card'}"


def _a_kind(kind: custom.CardKind) -> str:
    text = kind_text(kind)
    return f"an {text}" if text[0] in "a8" else f"a {text}"


def _condition_text(condition: Condition) -> str:
    match condition:
        case custom.IfHolds(who, compare, number):
            cards = "card" if number == 1 else "cards"
            return f"{_conjugate(who, 'hold')} {_COMPARE[compare]} {number} {cards}"
        case custom.IfHas(who, kind):
            return f"{_conjugate(who, 'hold')} {_a_kind(kind)}"
        case custom.IfTheyHold(compare, number):
            cards = "card" if number == 1 else "cards"
            return f"they hold {_COMPARE[compare]} {number} {cards}"
        case custom.IfTheyHave(kind):
            return f"they hold {_a_kind(kind)}"
        case custom.IfNamed(colour):
            return f"the colour named is {colour.label.lower()}"
        case custom.IfHasNo(who, kind):
            return f"{_lacking(who)} {_a_kind(kind)}"
        case custom.IfTheyHaveNo(kind):
            return f"they do not hold {_a_kind(kind)}"
        case custom.IfNotNamed(colour):
            return f"the colour named is not {colour.label.lower()}"
        case custom.IfWants(who):
            return f"{_conjugate(who, 'want')} to"
        case custom.Otherwise() | custom.IfSo():
            raise AssertionError("it is said at the beginning of a sentence")
        case _:
            assert_never(condition)


def effect_meaning(effect: Effect) -> str:
    """What a sentence will do at the table, in plain words."""
    parts = [_outcome(effect)]
    people = dict.fromkeys(custom.people_in(effect))
    if isinstance(effect, custom.Lasting):  # it binds all of them at once, in no order
        people = {
            who: None for who in people if who not in (custom.Who.EVERYONE, custom.Who.OTHERS)
        }
    parts += [_MEANS[who] for who in people if who in _MEANS]
    if isinstance(getattr(effect, "amount", None), custom.CountPerCard):
        parts.append("counted before the first card moves")
    when = None if isinstance(effect, custom.HonourRule) else effect.when
    if isinstance(when, custom.IfHolds | custom.IfHas | custom.IfHasNo):
        parts.append("the cards are counted when this sentence is reached")
    if isinstance(when, custom.ASKS_EACH):
        parts.append("each of them is asked when this sentence is reached")
    if isinstance(when, custom.Otherwise):
        parts.append("it is done if the condition before it was not true")
    if isinstance(when, custom.IfSo):
        parts.append("it is done if the condition before it was true")
    if isinstance(when, custom.IfWants):
        parts.append("that player is asked when this sentence is reached, and can say no")
    text = "; ".join(dict.fromkeys(parts))
    return f"{text[0].upper()}{text[1:]}."


def _outcome(effect: Effect) -> str:
    match effect:
        case custom.Draws():
            return "the cards come from the pile, as many as there are, and cannot be answered"
        case custom.LosesTurn(_, turns) if turns > 1:
            return f"the next {turns} turns that would be theirs are missed"
        case custom.LosesTurn():
            return "the next turn that would be theirs is missed"
        case custom.DrawsTo():
            return "the cards come from the pile; those who hold as many or more draw none"
        case custom.DrawsUntil():
            return f"the cards come from the pile, at most {custom.MAX_CARDS}"
        case custom.DiscardsTo():
            return (
                "chance picks the cards, and they go under the top card, seen by all;"
                " those who hold as many or fewer discard none"
            )
        case custom.Discards() | custom.DiscardsColour() | custom.DiscardsKind():
            return "the cards go under the top card, seen by all, and an emptied hand wins"
        case custom.Swaps():
            return "two whole hands change owners"
        case custom.Shows():
            return "only those named see the hand"
        case custom.Gives() | custom.Takes():
            return "only the two see the card, and an emptied hand wins"
        case custom.DiscardsChosen():
            return (
                "each chooses the cards, which go under the top card, seen by all; an emptied hand"
                " wins, and if the time runs out a bot chooses"
            )
        case custom.DiscardsToChosen():
            return (
                "each chooses the cards, at most ten, which go under the top card, seen by all;"
                " those who hold as many or fewer discard none"
            )
        case custom.GivesChosen():
            return (
                "the player who gives chooses the cards, and only the two see them;"
                " an emptied hand wins, and if the time runs out a bot chooses"
            )
        case custom.PassesCards():
            return (
                "everyone chooses in secret, then all the cards move at once; if the time runs out"
                " a bot chooses"
            )
        case custom.SwapsChosen():
            return "you pick one player with the card and then the second, who may be you"
        case custom.NamesColour():
            return "this colour replaces the one named with the card"
        case custom.Forbids() | custom.AllowsOnly():
            return (
                "those named must keep such cards for now, and draw or pass if nothing else can be"
                " played"
                if isinstance(effect, custom.Forbids)
                else "those named must keep all other cards for now, and draw or pass if nothing"
                " else can be played"
            )
        case custom.Reverses():
            return (
                "the direction of play turns; between two players it also skips, as a Reverse does"
            )
        case custom.PassesHands(side):
            return f"everyone hands all their cards to the neighbour on the {side.value}"
        case custom.ShufflesHands():
            return "all hands are collected, shuffled and dealt out again from your left"
        case custom.PlaysAgain():
            return "when all else is done the turn is yours again"
        case custom.HonourRule():
            return "the words are shown to the table and nothing is carried out"
        case _:
            assert_never(effect)


def player_text(who: custom.Who) -> str:
    """A player, or players, in the middle of a sentence."""
    return _WHO[who]


def compare_text(compare: custom.Compare) -> str:
    """A comparison with a number: `fewer than`."""
    return _COMPARE[compare]


def until_text(until: custom.Until) -> str:
    """How long a lasting rule holds: `until your next turn`."""
    return _UNTIL[until]


def unconditional_text(effect: Effect) -> str:
    """What a sentence does, without its condition and full stop: `draw 2 cards`."""
    return _effect_text(effect)


def condition_text(condition: Condition) -> str:
    """A condition as it ends a sentence: `if you hold a 7`."""
    return f"if {_condition_text(condition)}"
