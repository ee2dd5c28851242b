"""What the hidden cards may be: deals that fit what a seat sees, the likelier ones more often.

It gets a view and the memory of the same seat, so it can know nothing else. A hand is likely if its
player would have done with it what it did: played these cards of all that fitted, named this
colour, drawn when nothing fitted. How players choose is a matter of style (`styles`), and nobody
knows theirs: a hand is as likely as with all styles on average.

A new deal begins with cards at random. Then cards change places again and again, unless that makes
a hand too unlikely (the Metropolis algorithm). The next deal is the one before with a few more
exchanges.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from openuno.bots.memory import Memory, known_cards
from openuno.engine.cards import KIND_OF, KINDS, Card
from openuno.engine.events import Cards
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
from openuno.local.search.past_turns import PastAct, PastTurn, list_past_turns
from openuno.local.search.styles import (
    COLOUR_OF,
    DRAWS,
    FACE_OF,
    NO_COLOUR,
    Play,
    Table,
    find_styles,
    list_plays,
)

FIRST_EXCHANGES, EXCHANGES = 64, 8
"""How many cards of each player may change places in a new deal, and from one deal to the next."""
IN_A_ROW = 256
"""Deals that come one from the other; then there is a new one."""
FEW_LEFT = 8
"""If fewer cards are left, every deal is new; the next would be nearly the same."""
SURPRISE = 0.01
"""How often players do what has nothing to do with a style."""
KEEPS = 0.15
"""How often players keep a card that they drew although it fits."""
_WORD_BITS = 32
_ROUND = 0
_CHOSE, _DREW, _GOT, _PLAYED_DRAWN, _KEPT, _PLAYED = PastAct


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
        self.unseen = tuple(KIND_OF[card] for card in sorted((+unseen).elements()))
        """What the others may hold besides, and the draw pile, as kinds."""
        self.turns = list_past_turns(view, memory)
        self.styles = find_styles(len(view.hands))
        self._pile = view.pile
        hidden = sum(len(view.hands[other]) - len(self.known[other]) for other in others)
        self.is_possible = len(self.unseen) >= hidden + view.pile
        """Whether the deck has all the cards; not in positions that somebody has made up."""

    def sample_quickly(self, rng: Generator) -> Round:
        """A round that fits, however unlikely it makes what the others did."""
        return self.lay_out(*self.deal(words(rng)), rng)

    def deal(self, chance: Iterator[int]) -> tuple[dict[int, list[int]], list[int]]:
        """Hands at random, and what is left; the cards that a player got last are its last."""
        hands, left = {}, list(self.unseen)
        for other, known in self.known.items():
            hands[other] = hand = [KIND_OF[card] for card in known]
            while len(hand) < len(self.view.hands[other]):
                index = next(chance) * len(left) >> _WORD_BITS
                hand.append(left[index])
                left[index] = left[-1]
                left.pop()
        return hands, left

    def lay_out(self, dealt: dict[int, list[int]], left: list[int], rng: Generator) -> Round:
        """The round with these hands; what is left is shuffled, and the pile taken from it."""
        view, chance = self.view, words(fork(rng, _ROUND))
        hands = {other: [KINDS[kind] for kind in hand] for other, hand in dealt.items()}
        pile = [KINDS[kind] for kind in left]
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


class Deals:
    """Deals that a seat takes for possible, by number: each comes quickly after the one before."""

    def __init__(self, belief: Belief) -> None:
        self._belief = belief
        self._last: tuple[Generator, int] | None = None
        self._hands: dict[int, list[int]] = {}
        self._left: list[int] = []
        self._likely: dict[int, float] = {}
        """By seat, how likely a player with this hand would have done what it did."""

    def sample(self, rng: Generator, number: int) -> Round:
        """The deal with this number; the same generator gives the same one."""
        first = number if self._last == (rng, number - 1) else number - number % IN_A_ROW
        for each in range(first, number + 1):
            chance = words(fork(rng, each))
            if each % IN_A_ROW == 0 or len(self._left) < FEW_LEFT:
                self._hands, self._left = self._belief.deal(chance)
                self._likely = dict.fromkeys(self._hands, 0.0)  # all that comes next is better
                self._exchange(chance, FIRST_EXCHANGES)
            else:
                self._exchange(chance, EXCHANGES)
        self._last = (rng, number)
        return self._belief.lay_out(self._hands, self._left, fork(rng, number))

    def _exchange(self, chance: Iterator[int], times: int) -> None:
        """Exchange cards of each hand with some that are left, if it stays likely enough."""
        left = self._left
        for other, hand in self._hands.items():
            known = len(self._belief.known[other])
            hidden = len(hand) - known
            has_acted = bool(self._belief.turns[other])
            # Where one hand is as likely as another, as many as it has cards are enough.
            tries = times if has_acted else hidden
            for _ in range(tries if hidden and left else 0):
                index = known + (next(chance) * hidden >> _WORD_BITS)
                at = next(chance) * len(left) >> _WORD_BITS
                least = next(chance) / 2**_WORD_BITS * self._likely[other]
                if hand[index] != left[at]:
                    hand[index], left[at] = left[at], hand[index]
                    likely = self._weigh(other)
                    if likely > least:
                        self._likely[other] = likely
                    else:
                        hand[index], left[at] = left[at], hand[index]

    def _weigh(self, other: int) -> float:
        turns = self._belief.turns[other]
        return likelihood(self._hands[other], turns, self._belief.styles) if turns else 1.0


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


def likelihood(hand: list[int], turns: list[PastTurn], styles: tuple[Table, ...]) -> float:
    """How likely a player with this hand would have done what it did, up to a factor.

    Going back in time, a card that was played was in the hand before, and those that it got last
    were not.
    """
    found = [1.0] * len(styles)
    # How many of its first cards were there, and what it has played since.
    then, played = len(hand), list[int]()
    has_played_drawn = False
    for act, kind, named, colour, face, few, gained in turns:
        if act == _KEPT:
            if then and _fits(hand[then - 1], colour, face):
                found = [each * KEEPS for each in found]
            continue
        if kind >= 0:
            played.append(kind)
            has_played_drawn = act == _PLAYED_DRAWN
        else:
            more = gained - has_played_drawn
            lost = has_played_drawn + max(more - then, 0)
            then = max(then - more, 0)
            del played[max(len(played) - lost, 0) :]
            has_played_drawn = False
        if act in (_CHOSE, _DREW):
            plays = list_plays([*hand[:then], *played], colour, face, few)
            wanted = None if act == _DREW else (kind, named)
            for index, chance in enumerate(_chances(plays, wanted, styles)):
                found[index] *= SURPRISE + (1 - SURPRISE) * chance
    total = 0.0
    for each in found:  # not `sum`, which rounds otherwise than the kernel
        total += each
    return total


def _chances(
    plays: Iterable[Play], wanted: tuple[int, int] | None, styles: tuple[Table, ...]
) -> list[float]:
    """How likely a play is with each style, or to draw."""
    totals = [0.0] * len(styles)
    chosen = [table[DRAWS] if wanted is None else 0.0 for table in styles]
    for kind, after, entries in plays:
        for index, table in enumerate(styles):
            weight = 1.0
            for entry in entries:
                weight *= table[entry]
            totals[index] += weight
            if (kind, after) == wanted:
                chosen[index] = weight
    return [
        weight / (total + table[DRAWS])
        for weight, total, table in zip(chosen, totals, styles, strict=True)
    ]


def _fits(kind: int, colour: int, face: int) -> bool:
    return COLOUR_OF[kind] in (colour, NO_COLOUR) or FACE_OF[kind] == face
