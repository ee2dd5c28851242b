"""What a network sees of a view and of what its seat remembers: the numbers it was trained on.

`openuno.kernel.learning.features` writes the same numbers from the kernel's rounds; a test compares
them over random games. Which lasting rules are in force is not among them, and rules that let a
player choose have no decisions: `rule_summary.lets_choose`.
"""

from functools import lru_cache

from openuno.bots.memory import Memory, known_cards, max_of_colour
from openuno.bots.network.layout import (
    COLOURS,
    FACES,
    FEATURES,
    NOW,
    PLAYER_SIZE,
    PLAYER_STARTS,
    PLAYERS,
    STARTS,
    Stake,
)
from openuno.bots.network.rule_summary import summarise_blanks
from openuno.engine.actions import Play
from openuno.engine.cards import COLOURS as ALL_COLOURS
from openuno.engine.cards import KINDS as ALL_KINDS
from openuno.engine.cards import Card, Colour
from openuno.engine.rules import FirstCard, Rules, Stacking, deck
from openuno.engine.state import (
    AfterDraw,
    ChoosingPlayer,
    FacingDrawFour,
    FacingStack,
    NamingColour,
    Turn,
)
from openuno.engine.view import View

Order = tuple[Colour, ...]
"""The colours as the seat calls them: the one in force, then the others by how many it holds."""
_MAX = 255
_SUITS = {colour: [card for card in ALL_KINDS if card.colour is colour] for colour in ALL_COLOURS}
_WILDS = [card for card in ALL_KINDS if card.colour is None]
_WILD_AT = {card: COLOURS * FACES + index for index, card in enumerate(_WILDS)}
_FACE_AT = {card: index for suit in _SUITS.values() for index, card in enumerate(suit)}
_PHASES = (NamingColour, Turn, AfterDraw, FacingStack, FacingDrawFour, ChoosingPlayer)
_IN_TURN, _TO_JUMP_IN, _WHICH_PLAYER = range(3)
_SWITCHES = (
    *("renege", "play_drawn", "draw_until", "forced_play", "bluffing", "stacking", "jump_in"),
    *("seven_zero", "two_player_reverse", "teams", "uno_penalty", "wrong_catch_penalty"),
    *("suggestion_penalty", "special_points", "wild_points"),
)
_HAND, _UNSEEN, _KNOWN, _TOP = (STARTS[name] for name in ("hand", "unseen", "known", "top"))
_CARD, _COLOURED, _BEFORE, _NAMED = (
    STARTS[name] for name in ("card", "coloured", "before", "named")
)
_PHASE, _QUESTION, _TABLE, _RULES, _STAKE = (
    STARTS[name] for name in ("phase", "question", "table", "rules", "stake")
)
_P_OPEN, _P_SEEN, _P_DEEDS, _P_STATE = (
    PLAYER_STARTS[name] for name in ("open", "seen", "named", "state")
)


def colour_order(view: View) -> Order:
    """How the seat calls the colours."""
    assert view.seat is not None
    held = [card.colour for card in view.hands[view.seat]]
    first = () if view.colour is None else (view.colour,)
    rest = [colour for colour in ALL_COLOURS if colour is not view.colour]
    return (*first, *sorted(rest, key=held.count, reverse=True))


def kind_index(order: Order, card: Card) -> int:
    """Where a card is in the seat's own list: 52 coloured ones, then the wilds."""
    if card.colour is None:
        return _WILD_AT[card]
    return order.index(card.colour) * FACES + _FACE_AT[card]


def write_features(
    view: View,
    memory: Memory,
    order: Order,
    picking: Play | None = None,
    stake: Stake = Stake.WIN,
) -> bytearray:
    """The numbers for a decision; `picking` is the card that needs a player.

    How likely the seat is to win is a question for `Stake.WIN`, whatever the game is played for.
    """
    assert view.seat is not None
    out = bytearray(FEATURES)
    rules, whole_deck = _constants(view.rules, len(view.hands))
    out[_RULES : _RULES + len(rules)] = rules
    out[_STAKE : _STAKE + len(Stake) - 1] = bytes(stake is each for each in list(Stake)[1:])
    _write_cards(view, memory, order, whole_deck, out)
    _write_table(view, memory, order, picking, out)
    seats = len(view.hands)
    for distance in range(1, seats):
        other = (view.seat + distance * view.direction) % seats
        start = PLAYERS + (distance - 1) * PLAYER_SIZE
        out[start : start + PLAYER_SIZE] = _player_row(view, memory, order, other)
    _write_deeds(view, memory, order, out)
    return out


@lru_cache(maxsize=64)
def _constants(rules: Rules, seats: int) -> tuple[bytes, dict[Card, int]]:
    """What the rules are as numbers, and how many of each card there are."""
    cards = deck(rules)
    numbers = [seats, len(cards), rules.hand_size, list(FirstCard).index(rules.first_card)]
    for name in _SWITCHES:
        value = getattr(rules, name)
        numbers.append(list(Stacking).index(value) if name == "stacking" else int(value))
    counts = {card: cards.count(card) for card in set(cards)}
    switches = bytes(min(number, _MAX) for number in numbers)
    return switches + summarise_blanks(rules), counts


def _write_cards(
    view: View, memory: Memory, order: Order, whole_deck: dict[Card, int], out: bytearray
) -> None:
    assert view.seat is not None
    at = {colour: index * FACES for index, colour in enumerate(order)}
    index_of = {
        card: _WILD_AT[card] if card.colour is None else at[card.colour] + _FACE_AT[card]
        for card in whole_deck
    }
    unseen = dict(whole_deck)
    hand = view.hands[view.seat]
    for card in hand:
        out[_HAND + index_of[card]] += 1
        unseen[card] -= 1
    for card in view.discard:
        unseen[card] -= 1
    for card, count in unseen.items():
        out[_UNSEEN + index_of[card]] = max(count, 0)
    following = (view.seat + view.direction) % len(view.hands)
    for card in known_cards(memory, following):
        out[_KNOWN + index_of[card]] += 1


def _write_table(
    view: View, memory: Memory, order: Order, picking: Play | None, out: bytearray
) -> None:
    assert view.seat is not None
    phase, top = view.phase, view.discard[-1]
    out[_TOP + (_FACE_AT[top] if top.colour else FACES + _WILDS.index(top))] = 1
    mine = getattr(phase, "seat", None) == view.seat
    question = _IN_TURN if mine else _TO_JUMP_IN
    card, named = None, None
    if picking is not None:
        question, card, named = _WHICH_PLAYER, picking.card, picking.colour
    elif isinstance(phase, ChoosingPlayer):
        question, card, named = _WHICH_PLAYER, top, view.colour
    elif mine and isinstance(phase, AfterDraw):
        card = phase.card
    if card is not None:
        out[_CARD + kind_index(order, card)] = 1
    out[_COLOURED] = view.colour is not None
    if isinstance(phase, FacingDrawFour):
        out[_BEFORE + order.index(phase.before)] = 1
    if named is not None:
        out[_NAMED + order.index(named)] = 1
    out[_PHASE + _PHASES.index(type(phase))] = 1
    out[_QUESTION + question] = 1
    demanded = phase.total if isinstance(phase, (FacingStack, FacingDrawFour)) else 0
    own = len(view.hands[view.seat])
    counts = (demanded, view.pile, memory.turned_over, view.passes, own)
    out[_TABLE : _TABLE + len(counts)] = bytes(min(count, _MAX) for count in counts)


def _player_row(view: View, memory: Memory, order: Order, other: int) -> bytearray:
    """What is known of another player, but for its deeds."""
    seat = view.seat
    assert seat is not None
    row = bytearray(PLAYER_SIZE)
    size = len(view.hands[other])
    row[0] = min(size, _MAX)
    if size in (1, 2):
        row[size] = 1
    for index, colour in enumerate(order):
        row[_P_OPEN + index] = min(max_of_colour(memory, other, colour, size), _MAX)
    for card in known_cards(memory, other):
        row[_P_SEEN + (COLOURS if card.colour is None else order.index(card.colour))] += 1
    row[_P_STATE:] = bytes(
        (
            view.rules.teams and (other ^ seat) & 1 == 0,
            view.owes_uno == other,
            other in view.sitting_out,
            view.window is not None and view.window.by == other,
            getattr(view.phase, "seat", None) == other,
            view.dealer == other,
        )
    )
    return row


def _write_deeds(view: View, memory: Memory, order: Order, out: bytearray) -> None:
    """How recently the others named, drew on and played each colour; the last time counts."""
    assert view.seat is not None
    seats = len(view.hands)
    oldest = NOW - len(memory.recent) + 1
    for recency, (seat, act, colour) in enumerate(memory.recent, oldest):
        if colour is not None and seat != view.seat:
            distance = (seat - view.seat) * view.direction % seats
            start = PLAYERS + (distance - 1) * PLAYER_SIZE
            out[start + _P_DEEDS + act * COLOURS + order.index(colour)] = recency
