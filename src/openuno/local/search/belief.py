"""What the hidden cards may be: deals that fit what a seat sees, the likelier ones more often.

It gets a view and the memory of the same seat, so it can know nothing else. A deal is likely if
the other players would have done with it what they did: a player who drew hardly held the colour
then in force, one who named a colour holds much of it, one who turned to another colour holds more
of it, and few bluff with a Wild Draw Four.
"""

from collections import Counter
from collections.abc import Iterator

from openuno.bots.memory import Act, Memory, known_cards, max_of_colour
from openuno.engine.cards import COLOURS, Card, Colour
from openuno.engine.events import Cards
from openuno.engine.legal import holds_colour
from openuno.engine.rng import Generator, fork, words
from openuno.engine.rules import deck
from openuno.engine.state import (
    AfterDraw,
    ChoosingCards,
    FacingDrawFour,
    Phase,
    Round,
    RoundOver,
    Undealt,
)
from openuno.engine.view import View

DEALS = 8
"""Deals of which one is taken, each as likely as what was observed is with it."""
RENEGES = 0.12
"""How likely a card is that its holder seemed to lack when it drew."""
BLUFFS = 0.05
"""How often people bluff with a Wild Draw Four where they could, for each time they need not."""
DOUBT = 0.5
"""Added to every count of cards: a hand of none is unlikely, not impossible."""
_WORD_BITS = 32
_ROUND = 0
_PLAYED, _NAMED = Act.PLAYED, Act.NAMED

Hint = tuple[bool, int, int | None]
"""Of a player: whether it named the colour or turned to it, that colour, and the one before."""


class Belief:
    """The deals that a seat takes for possible, ready to be sampled."""

    def __init__(self, view: View, memory: Memory) -> None:
        assert view.seat is not None, "a spectator has no belief"
        self.view, self.seat = view, view.seat
        others = [other for other in range(len(view.hands)) if other != view.seat]
        self.known = {other: known_cards(memory, other) for other in others}
        """By seat of the others, the cards that were seen in its hand."""
        unseen = Counter(deck(view.rules))
        for cards in (view.hands[view.seat], view.discard, *self.known.values()):
            unseen.subtract(cards)
        self.unseen = tuple(sorted((+unseen).elements()))
        """What the others may hold besides, and the draw pile."""
        self.most = {
            other: [max_of_colour(memory, other, colour, 255) for colour in COLOURS]
            for other in others
        }
        """How many cards of each colour they seem to hold at most."""
        self.hints = _find_hints(memory, others)
        self._pile = view.pile
        hidden = sum(len(view.hands[other]) - len(self.known[other]) for other in others)
        self.is_possible = len(self.unseen) >= hidden + view.pile
        """Whether the deck has all the cards; not in positions that somebody has made up."""

    def sample(self, rng: Generator) -> Round:
        """One possible round; the same generator gives the same one."""
        chance = words(rng)
        deals, total = [], 0.0
        for _ in range(DEALS):
            deal = self._deal(chance)
            total += self._likelihood(deal[0])
            deals.append((deal, total))
        aim = next(chance) / 2**_WORD_BITS * total
        hands, pile = next((deal for deal, sum_ in deals if sum_ > aim), deals[-1][0])
        return self._round(hands, pile, rng)

    def _deal(self, chance: Iterator[int]) -> tuple[dict[int, list[Card]], list[Card]]:
        """The unseen cards dealt out; what is left for the pile is not shuffled yet."""
        cards = list(self.unseen)
        hands = {}
        for other, known in self.known.items():
            hand = list(known)
            for _ in range(len(self.view.hands[other]) - len(known)):
                index = next(chance) * len(cards) >> _WORD_BITS
                hand.append(cards[index])
                cards[index] = cards[-1]
                cards.pop()
            hands[other] = hand
        return hands, cards

    def _likelihood(self, hands: dict[int, list[Card]]) -> float:
        """How likely the other players would have done what they did, up to a factor."""
        found = 1.0
        phase = self.view.phase
        for other, hand in hands.items():
            counts = [0, 0, 0, 0]
            for card in hand:
                if card.colour is not None:
                    counts[_INDEX[card.colour]] += 1
            for held, most in zip(counts, self.most[other], strict=True):
                if held > most:
                    found *= RENEGES ** (held - most)
            found *= _likelihood_of_hints(counts, self.hints[other])
        if isinstance(phase, FacingDrawFour) and phase.by in hands:
            held_then = hands[phase.by][: len(phase.held)]
            if holds_colour(tuple(held_then), phase.before):
                found *= BLUFFS
        return found

    def _round(self, hands: dict[int, list[Card]], pile: list[Card], rng: Generator) -> Round:
        view, chance = self.view, words(fork(rng, _ROUND))
        for index in range(len(pile) - 1, 0, -1):
            other = next(chance) * (index + 1) >> _WORD_BITS
            pile[index], pile[other] = pile[other], pile[index]
        return Round(
            rules=view.rules,
            dealer=view.dealer,
            hands=tuple(
                tuple(sorted(hands[seat])) if seat in hands else hand
                for seat, hand in enumerate(view.hands)
            ),
            pile=tuple(pile[: self._pile]),
            discard=view.discard,
            colour=view.colour,
            direction=view.direction,
            phase=_phase(view.phase, hands),
            window=view.window,
            passes=view.passes,
            rng=fork(rng, _ROUND, 1),
            sitting_out=view.sitting_out,
            lasting=view.lasting,
        )


_INDEX = {colour: index for index, colour in enumerate(COLOURS)}


def can_sample(view: View) -> bool:
    """Whether possible deals can be found: not while cards lie aside that a rule passes on."""
    return not isinstance(view.phase, (ChoosingCards, Undealt, RoundOver))


def _phase(phase: Phase, hands: dict[int, list[Card]]) -> Phase:
    """What the table waits for, with the cards of this deal where they are hidden."""
    match phase:
        case FacingDrawFour(seat, total, by, before, held) if by in hands:
            return FacingDrawFour(seat, total, by, before, _first(hands[by], len(held)))
        case AfterDraw(seat) if seat in hands:
            return AfterDraw(seat, hands[seat][-1])
        case _:
            return phase


def _first(cards: list[Card], count: int) -> Cards:
    return tuple(sorted(cards[:count]))


def _find_hints(memory: Memory, others: list[int]) -> dict[int, list[Hint]]:
    """What the others did that says which colours they hold much of, the last first.

    What lies before a player's latest draw is left out: its hand was another one.
    """
    hints: dict[int, list[Hint]] = {other: [] for other in others}
    drew = set[int]()
    deeds = memory.recent
    for index in range(len(deeds) - 1, -1, -1):
        seat, act, colour = deeds[index]
        if seat not in hints or seat in drew or colour is None:
            continue
        if act is Act.DREW:
            drew.add(seat)
            continue
        before = _colour_before(deeds[:index])
        if act is _NAMED:
            hints[seat].append((True, _INDEX[colour], None))
        elif before is not None and before is not colour:
            hints[seat].append((False, _INDEX[colour], _INDEX[before]))
        else:
            hints[seat].append((False, _INDEX[colour], None))
    return hints


def _colour_before(deeds: tuple[tuple[int, Act, Colour | None], ...]) -> Colour | None:
    return deeds[-1][2] if deeds else None


def _likelihood_of_hints(counts: list[int], hints: list[Hint]) -> float:
    """Going back in time, a card played was in the hand before."""
    found = 1.0
    then = [count + DOUBT for count in counts]
    for named, colour, before in hints:
        if named:
            found *= then[colour] ** 2 / sum(count**2 for count in then)
        else:
            then[colour] += 1
            if before is not None:
                found *= then[colour] / (then[colour] + then[before])
    return found
