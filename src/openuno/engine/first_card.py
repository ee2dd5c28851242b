"""What the card turned up at the start does, and what the dealer decides for it (START)."""

from openuno.engine.actions import Play
from openuno.engine.cards import DRAW_CARDS, Card, Colour, Face
from openuno.engine.custom import needs_colour
from openuno.engine.custom_play import play_custom_rule
from openuno.engine.events import (
    ChoiceAsked,
    ColourAsked,
    ColourNamed,
    DrawReason,
    PlayerChosen,
    Reversed,
    Skipped,
    TurnBegan,
)
from openuno.engine.hands import shuffle_hands, swap_hands
from openuno.engine.legal import needs_target
from openuno.engine.rules import FirstCard, Rules, custom_rule_on
from openuno.engine.state import Round, RoundOver, Step, next_seat, unfinished_rule
from openuno.engine.steps import add_event, begin_step, draw


def dealer_names(rules: Rules, card: Card) -> bool:
    """Whether the dealer names the colour of this first card, and only then it acts (START-9)."""
    if rules.first_card is not FirstCard.ALL_ACT:
        return False
    if card.face is Face.CUSTOM:
        return needs_colour(custom_rule_on(rules, card))
    return card.face is Face.WILD_DRAW_FOUR


def dealer_chooses(rules: Rules, card: Card) -> bool:
    """Whether the dealer chooses whom this first card is about (START-9)."""
    if rules.first_card is not FirstCard.ALL_ACT or card.colour is not None:
        return False
    return needs_target(rules, card)


def acts_uncoloured(rules: Rules, card: Card) -> bool:
    """Whether this first wild acts before its colour is named (START-9)."""
    if rules.first_card is not FirstCard.ALL_ACT or dealer_names(rules, card):
        return False
    if card.face is Face.CUSTOM:
        return bool(custom_rule_on(rules, card))
    return card.face in (Face.SWAP_HANDS, Face.SHUFFLE_HANDS)


def start_play(step: Step) -> Step:
    """Let the card just turned up act, up to the first seat that the table waits for."""
    round = step.round
    card = round.discard[-1]
    left = next_seat(round, round.dealer)
    match card.face:
        case Face.REVERSE:
            # Back to the dealer, who plays first (START-3).
            return add_event(step, Reversed(left, -round.direction))
        case Face.SKIP:
            return add_event(step, Skipped(left))
        case Face.DRAW_TWO:
            return _draw_and_skip(step, left)
        case _ if card.colour is not None:
            return add_event(step, TurnBegan(left))
        case _ if dealer_names(round.rules, card):
            return add_event(step, ColourAsked(round.dealer))
        case _ if acts_uncoloured(round.rules, card):
            return _ask_for_player(step, round.dealer)
        case _:
            return add_event(step, ColourAsked(left))


def name_colour(round: Round, seat: int, colour: Colour) -> Step:
    """Name the colour of the first card; one that the dealer named it for acts now."""
    step = begin_step(round, ColourNamed(seat, colour))
    card = round.discard[-1]
    if not dealer_names(round.rules, card):
        return step
    if card.face is Face.WILD_DRAW_FOUR:
        return _draw_and_skip(step, next_seat(round, seat))
    return _ask_for_player(step, seat)


def choose_player(round: Round, seat: int, target: int) -> Step:
    """Choose whom the first card is about, and let it act."""
    return _act(begin_step(round, PlayerChosen(seat, target)), seat, target)


def _draw_and_skip(step: Step, seat: int) -> Step:
    count = DRAW_CARDS[step.round.discard[-1].face]
    return add_event(draw(step, seat, count, DrawReason.CARD), Skipped(seat))


def _ask_for_player(step: Step, seat: int) -> Step:
    round = step.round
    if not dealer_chooses(round.rules, round.discard[-1]):
        return _act(step, seat, None)
    if len(round.hands) == 2:
        return _act(step, seat, next_seat(round, seat))  # there is nobody else to choose
    return add_event(step, ChoiceAsked(seat))


def _act(step: Step, seat: int, target: int | None) -> Step:
    """Let a wild act as if the seat had played it, then see who plays and in which colour."""
    card = step.round.discard[-1]
    match card.face:
        case Face.SWAP_HANDS:
            assert target is not None, "the dealer has chosen"
            step = swap_hands(step, seat, target)
        case Face.SHUFFLE_HANDS:
            step = shuffle_hands(step, seat)
        case _:
            step = play_custom_rule(step, seat, Play(card, None, target))
    if isinstance(step.round.phase, RoundOver) or unfinished_rule(step.round) is not None:
        return step
    return finish_first_card(step, seat)


def finish_first_card(step: Step, seat: int) -> Step:
    """See who plays first, and who names a colour that is missing, once the card has acted."""
    turn = _first_turn(step, seat)
    while turn in step.round.sitting_out:
        step = add_event(step, Skipped(turn))
        turn = next_seat(step.round, turn)
    return add_event(step, ColourAsked(turn) if step.round.colour is None else TurnBegan(turn))


def _first_turn(step: Step, seat: int) -> int:
    """Whose turn it is after the card: the next seat's, unless a rule gave it to another."""
    given = any(isinstance(event, TurnBegan) for event in step.events)
    return seat if given else next_seat(step.round, seat)
