"""Deals that fit what a seat knows: its hidden cards dealt out again."""

from collections import Counter

from msgspec.structs import replace

from openuno.bots.memory import Memory, known_cards, max_of_colour
from openuno.engine.cards import COLOURS
from openuno.engine.events import Cards
from openuno.engine.legal import holds_colour
from openuno.engine.rng import Generator, advance, fork, random_below, shuffle
from openuno.engine.state import ChoosingCards, FacingDrawFour, Round

TRIES = 12
"""How often cards are dealt out again to find hands that fit the colours remembered."""
BLUFFS_PER_HONEST = 0.15
"""How often people bluff with a Wild Draw Four where they could, for each time they need not."""
_CHANCES = 1000
_ROUND, _ORDER, _HONEST = 0, 1, 2
"""What the generator of a world is forked for."""


def can_sample(round: Round) -> bool:
    """Whether other deals can be found: not while cards lie aside that a custom rule passes on."""
    return not isinstance(round.phase, ChoosingCards)


def sample_world(round: Round, seat: int, memory: Memory, rng: Generator) -> Round:
    """The round with other cards where the seat cannot see them, as far as it remembers likely.

    Cards that were seen stay where they are. A player who drew is taken to lack the colour then in
    force, and a player who laid a Wild Draw Four is rarely taken to have bluffed.
    """
    best, least = round, None
    order = fork(rng, _ORDER)
    for number in range(TRIES):
        world, spent = _deal_out(round, seat, memory, order)
        order = advance(order, spent)
        unlikely = _excess(world, seat, memory)
        if _is_bluff(world):
            chance, _ = random_below(fork(rng, _HONEST, number), _CHANCES)
            unlikely += chance >= BLUFFS_PER_HONEST * _CHANCES
        if least is None or unlikely < least:
            best, least = world, unlikely
        if not unlikely:
            break
    return replace(best, rng=fork(rng, _ROUND))


def shuffle_pile(round: Round, rng: Generator) -> Round:
    """The same hands, and chance to come that nobody knows."""
    pile, _ = shuffle(round.pile, fork(rng, _ORDER))
    return replace(round, pile=pile, rng=fork(rng, _ROUND))


def _deal_out(round: Round, seat: int, memory: Memory, rng: Generator) -> tuple[Round, int]:
    """Every card that the seat cannot see dealt again, and the words of chance it took."""
    known = [known_cards(memory, other) if other != seat else hand for other, hand in _hands(round)]
    unseen = Counter(round.pile)
    for hand, fixed in zip(round.hands, known, strict=True):
        unseen += Counter(hand) - Counter(fixed)
    order, spent = shuffle(tuple(sorted(unseen.elements())), rng)
    cards = list(order)
    hands = []
    for hand, fixed in zip(round.hands, known, strict=True):
        kept = tuple((Counter(hand) & Counter(fixed)).elements())
        drawn = [cards.pop() for _ in range(len(hand) - len(kept))]
        hands.append((*kept, *drawn))
    phase = round.phase
    if isinstance(phase, FacingDrawFour):
        phase = replace(phase, held=tuple(sorted(hands[phase.by][: len(phase.held)])))
    return replace(
        round,
        hands=tuple(tuple(sorted(hand)) for hand in hands),
        pile=tuple(cards),
        phase=phase,
    ), spent


def _hands(round: Round) -> list[tuple[int, Cards]]:
    return list(enumerate(round.hands))


def _excess(world: Round, seat: int, memory: Memory) -> int:
    """How many cards are of colours that their holder is taken to lack."""
    total = 0
    for other, hand in enumerate(world.hands):
        if other != seat:
            for colour in COLOURS:
                held = sum(card.colour is colour for card in hand)
                total += max(0, held - max_of_colour(memory, other, colour, len(hand)))
    return total


def _is_bluff(world: Round) -> bool:
    phase = world.phase
    return isinstance(phase, FacingDrawFour) and holds_colour(phase.held, phase.before)
