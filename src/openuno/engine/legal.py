"""What a seat may do now: the only source of it."""

from functools import cache
from itertools import product
from typing import assert_never

from openuno.engine.actions import (
    Accept,
    Action,
    Catch,
    Challenge,
    ChooseCard,
    ChoosePlayer,
    Decide,
    Draw,
    Keep,
    NameColour,
    Pass,
    Play,
    SayUno,
    Suggest,
)
from openuno.engine.cards import COLOURS, DRAW_CARDS, Card, Colour, Face
from openuno.engine.custom import may_change_own_hand, targets_player
from openuno.engine.errors import IllegalAction, Reason
from openuno.engine.events import Cards
from openuno.engine.lasting import forbidding_rule
from openuno.engine.rules import Rules, Stacking, custom_rule_on
from openuno.engine.state import (
    AfterDraw,
    ChoosingCards,
    ChoosingPlayer,
    Deciding,
    FacingDrawFour,
    FacingStack,
    NamingColour,
    Round,
    RoundOver,
    Turn,
    Undealt,
    can_draw,
    owes_uno,
    unfinished_rule,
)

FITS: dict[tuple[Colour | None, Face], frozenset[Card]] = {
    (colour, face): frozenset(
        card
        for card in Card
        if card is not Card.BACK
        and (card.colour is None or card.colour is colour or card.face is face)
    )
    for colour, face in product(COLOURS, Face)
}
"""The cards that fit a colour in play and the face on top (TURN-1)."""

_MOVERS = {
    seven_zero: frozenset(
        card
        for card in Card
        if card.face in (Face.SWAP_HANDS, Face.SHUFFLE_HANDS)
        or (seven_zero and card.face in (Face.SEVEN, Face.ZERO))
    )
    for seven_zero in (False, True)
}
_TARGETED = frozenset(card for card in Card if card.face in (Face.SWAP_HANDS, Face.SEVEN))

_NO_STACKING = Stacking.OFF
_W4 = Card.W4  # an Enum's own look-up is slow, and these are asked every turn
_DRAW = (Draw(),)
_KEEP = (Keep(),)
_PASS = (Pass(),)
_ACCEPT = (Accept(),)
_CHALLENGE = (Challenge(),)
_SAY_UNO = (SayUno(),)
_SUGGEST = (Suggest(),)
_DECISIONS = (Decide(yes=True), Decide(yes=False))
_NAMES = tuple(NameColour(colour) for colour in COLOURS)


_latest: tuple[Round | None, int, tuple[Action, ...]] = (None, -1, ())


def legal(round: Round, seat: int) -> tuple[Action, ...]:
    """Everything the seat may do now, in its turn or out of it."""
    if type(seat) is not int or not 0 <= seat < len(round.hands):
        raise IllegalAction(Reason.NO_SUCH_SEAT, seat=seat)
    # The caller will apply one of these, and `apply` asks again: keep the latest answer.
    global _latest  # noqa: PLW0603 - a memo; the answer is the same with and without it
    known, at, actions = _latest
    if known is round and at == seat:
        return actions
    phase = round.phase
    if getattr(phase, "seat", None) != seat and not _out_of_turn(round):
        return ()
    match phase:  # the commonest first: a match tries its cases in turn
        case Turn() if phase.seat == seat:
            actions = _turn(round, seat)
        case AfterDraw() if phase.seat == seat:
            actions = _after_draw(round, seat, phase.card)
        case FacingDrawFour() if phase.seat == seat:
            actions = _stack(round, seat) + _ACCEPT + _CHALLENGE
        case FacingStack() if phase.seat == seat:
            actions = _stack(round, seat) + _ACCEPT
        case NamingColour() if phase.seat == seat:
            actions = _NAMES
        case ChoosingPlayer() if phase.seat == seat:
            first = seat if phase.rule is None else phase.rule.target
            actions = tuple(map(ChoosePlayer, _others(round, first)))
        case ChoosingCards() if phase.seat == seat:
            actions = tuple(map(ChooseCard, dict.fromkeys(cards_to_choose(round, phase))))
        case Deciding() if phase.seat == seat:
            actions = _DECISIONS
        case RoundOver() | Undealt():
            return ()
        case (
            Turn()
            | AfterDraw()
            | FacingDrawFour()
            | FacingStack()
            | NamingColour()
            | ChoosingPlayer()
            | ChoosingCards()
            | Deciding()
        ):
            actions = _jump_in(round, seat)
        case _:
            assert_never(phase)
    owing = owes_uno(round)
    rules = round.rules
    if owing is not None or rules.wrong_catch_penalty or rules.suggestion_penalty:
        actions += _calls(round, seat, owing)
    _latest = (round, seat, actions)
    return actions


def _out_of_turn(round: Round) -> bool:
    """Whether anyone may do anything out of turn: most of the time nobody may."""
    rules = round.rules
    if rules.jump_in or rules.wrong_catch_penalty or rules.suggestion_penalty:
        return True
    return owes_uno(round) is not None


def holds_colour(hand: Cards, colour: Colour | None) -> bool:
    """Whether a Wild Draw Four laid from this hand would be unlawful (WD4-2)."""
    return any(card.colour is colour for card in hand)


def playable_cards(round: Round, seat: int) -> frozenset[Card]:
    """The cards this seat could lay in its turn, had it any of them."""
    fits = FITS[round.colour, round.discard[-1].face]
    if round.lasting:
        fits = frozenset(card for card in fits if forbidding_rule(round, seat, card) is None)
    if round.rules.bluffing or not holds_colour(round.hands[seat], round.colour):
        return fits
    return fits - {_W4}


def may_stack(rules: Rules, top: Card, card: Card) -> bool:
    """Whether a draw card that fits may also be added to the stack (HOUSE-1)."""
    match rules.stacking:
        case Stacking.OFF:
            return False
        case Stacking.SAME:
            return card.face is top.face
        case Stacking.ANY:
            return card.face in DRAW_CARDS


def needs_target(rules: Rules, card: Card, *, last: bool = False) -> bool:
    """Whether laying the card picks a player: to swap with, or whom a written rule is about.

    As the last card only a written rule can, and only for its draws (CUST-4).
    """
    if card.face is Face.CUSTOM:
        return targets_player(custom_rule_on(rules, card), last=last)
    return not last and card in _TARGETED and card in _MOVERS[rules.seven_zero]


def changes_hands(rules: Rules, card: Card) -> bool:
    """Whether the card can change its player's hand, so that UNO can only be said after it."""
    if card.face is Face.CUSTOM:
        return may_change_own_hand(custom_rule_on(rules, card))
    return card in _MOVERS[rules.seven_zero]


def _turn(round: Round, seat: int) -> tuple[Action, ...]:
    plays = _plays(round, seat, round.hands[seat])
    # A bluff forces nobody. It is alone only where a lasting rule forbids the card it hides.
    forced = bool(plays) and not (round.lasting and _is_bluff(round, seat, plays))
    if not can_draw(round):
        # Reneging costs a card (TURN-3): with none left, a player who can play must (OUT-4).
        return plays if forced else plays + _PASS
    rules = round.rules
    if forced and rules.forced_play:
        return plays
    if not rules.renege and any(play.card.colour is not None for play in plays):
        return plays
    return plays + _DRAW


def _after_draw(round: Round, seat: int, card: Card) -> tuple[Action, ...]:
    plays = _plays(round, seat, (card,))
    if plays and round.rules.forced_play:
        bluff = card is _W4 and holds_colour(round.hands[seat], round.colour)
        return plays + _KEEP if bluff else plays
    return plays + _KEEP


def _is_bluff(round: Round, seat: int, plays: tuple[Play, ...]) -> bool:
    """Whether nothing can be played but a Wild Draw Four that would be unlawful."""
    alone = all(play.card is _W4 for play in plays)
    return alone and holds_colour(round.hands[seat], round.colour)


def _stack(round: Round, seat: int) -> tuple[Action, ...]:
    rules = round.rules
    if rules.stacking is _NO_STACKING:
        return ()
    top = round.discard[-1]
    return _plays(
        round, seat, tuple(card for card in round.hands[seat] if may_stack(rules, top, card))
    )


def _jump_in(round: Round, seat: int) -> tuple[Action, ...]:
    if not round.rules.jump_in or round.window is None:
        return ()
    top = round.discard[-1]
    if top.colour is None or top not in round.hands[seat]:
        return ()
    return _plays(round, seat, (top,))


def _calls(round: Round, seat: int, owing: int | None) -> tuple[Action, ...]:
    calls: tuple[Action, ...] = ()
    if owing is not None:
        calls = _SAY_UNO if owing == seat else (Catch(owing),)
    rules = round.rules
    # A penalty that nobody could pay would change nothing and could be repeated forever.
    if rules.wrong_catch_penalty and can_draw(round) and unfinished_rule(round) is None:
        calls += tuple(
            Catch(other)
            for other, hand in enumerate(round.hands)
            if len(hand) == 1 and other not in (seat, owing)
        )
    if rules.suggestion_penalty and can_draw(round):
        calls += _SUGGEST
    return calls


def _plays(round: Round, seat: int, cards: Cards) -> tuple[Play, ...]:
    """Every way of laying those of the seat's cards that fit and may be laid."""
    rules = round.rules
    hands = round.hands
    ways = _WAYS[rules.seven_zero][min(len(hands[seat]), 3)][round.colour, round.discard[-1].face]
    plays: list[Play] = []
    before = None
    for card in cards:
        if card in ways and card is not before:  # in order: equal cards lie side by side
            plays += ways[card] or _ways_by_seat(round, seat, card)
            before = card
    if round.lasting:
        plays = [play for play in plays if forbidding_rule(round, seat, play.card) is None]
    if not rules.bluffing and holds_colour(hands[seat], round.colour):
        return tuple(play for play in plays if play.card is not _W4)
    return tuple(plays)


def _ways_by_seat(round: Round, seat: int, card: Card) -> tuple[Play, ...]:
    """The ways of laying a card that may pick a player, or that someone has written on."""
    held = len(round.hands[seat])
    rules = round.rules
    others: tuple[int | None, ...] = (None,)
    if needs_target(rules, card, last=held == 1):
        others = _others(round, seat)
    return _plays_of(card, others, held == 2 and not changes_hands(rules, card))


def cards_to_choose(round: Round, phase: ChoosingCards) -> Cards:
    """The cards of the seat asked that it has not yet set aside."""
    cards = list(round.hands[phase.seat])
    for card in phase.set_aside[phase.seat] if phase.set_aside else ():
        cards.remove(card)
    return tuple(cards)


def _others(round: Round, seat: int | None) -> tuple[int, ...]:
    return tuple(other for other in range(len(round.hands)) if other != seat)


@cache
def _plays_of(card: Card, others: tuple[int | None, ...], says_uno: bool) -> tuple[Play, ...]:
    colours = COLOURS if card.colour is None else (None,)
    words = (False, True) if says_uno else (False,)
    return tuple(Play(card, *way) for way in product(colours, others, words))


def _ways(card: Card, held: int, seven_zero: bool) -> tuple[Play, ...]:
    moves = held > 1 and card in _MOVERS[seven_zero]
    if card.face is Face.CUSTOM or (moves and card in _TARGETED):
        return ()
    return _plays_of(card, (None,), held == 2 and not moves)


_WAYS = {
    seven_zero: {
        held: {
            on_top: {card: _ways(card, held, seven_zero) for card in fits}
            for on_top, fits in FITS.items()
        }
        for held in (1, 2, 3)
    }
    for seven_zero in (False, True)
}
"""The plays that fit, made once since a play is a value: by switch, cards held (3: three or more),
colour and face on top, card. Empty for a blank and for a card that swaps hands: their plays depend
on what is written and on the seat."""
