"""Carrying out a legal action by its number: `openuno.engine.play`, compiled."""

from openuno.kernel.compiler import U, inline, splice
from openuno.kernel.rules.actions import (
    ACCEPT,
    CATCH,
    CHALLENGE,
    CHOOSE_CARD,
    CHOOSE_PLAYER,
    DECIDE,
    DRAW,
    KEEP,
    NAME_COLOUR,
    PASS,
    PLAY,
    SAY_UNO,
    action_kind,
    card_kind,
    named_colour,
    says_uno,
    target_seat,
)
from openuno.kernel.rules.cards import (
    of_colour,
)
from openuno.kernel.rules.choices import (
    choose_card,
    choose_second_player,
    decide,
    name_colour_in_rule,
)
from openuno.kernel.rules.effects import play_card
from openuno.kernel.rules.first_card import choose_player, name_colour
from openuno.kernel.rules.memory import remember_lack, remember_shown
from openuno.kernel.rules.state import (
    AFTER_DRAW,
    BEFORE,
    BY,
    CARD,
    CARDS,
    DRAW_UNTIL,
    PASSES,
    PHASE,
    PLANES,
    PLAY_DRAWN,
    SEAT,
    SEATS,
    SENTENCE,
    SETTLED,
    SPECIALS,
    SUGGESTION_PENALTY,
    TOTAL,
    TURN,
    UNO_PENALTY,
    WINDOW,
    WRONG_CATCH_PENALTY,
    owes_uno,
)
from openuno.kernel.rules.steps import (
    draw,
    draw_until,
    end_round,
    finish_action,
    next_turn,
    playable_kinds,
    skip,
)

CHALLENGE_PENALTY = 2
_NONE = U(0)


@splice
def apply(round, seat, code):
    """Carry out the seat's action, which must be legal."""
    does = action_kind(code)
    if does == PLAY:
        play_card(
            round, seat, card_kind(code), named_colour(code), target_seat(code), says_uno(code)
        )
    elif does == DRAW:
        draw_turn(round, seat)
    elif does == KEEP:
        keep(round, seat)
    elif does == PASS:
        pass_turn(round, seat)
    elif does == NAME_COLOUR:
        answer_colour(round, named_colour(code))
    elif does == ACCEPT:
        accept(round, seat)
    elif does == CHALLENGE:
        challenge(round, seat)
    elif does == SAY_UNO:
        say_uno(round, seat)
    elif does == CATCH:
        catch(round, seat, target_seat(code))
    elif does == CHOOSE_PLAYER:
        answer_player(round, target_seat(code))
    elif (does == CHOOSE_CARD) & (round.rules[SPECIALS] != 0):
        choose_card(round, seat, card_kind(code))
    elif (does == DECIDE) & (round.rules[SPECIALS] != 0):
        decide(round, says_uno(code))
    else:
        suggest(round, seat)


@splice
def answer_colour(round, colour):
    """Name a colour: of the first card, or for a custom rule that asks for it."""
    if (round.rules[SPECIALS] != 0) & (round.now[SENTENCE] != 0):
        name_colour_in_rule(round, colour)
    else:
        name_colour(round, colour)


@splice
def answer_player(round, target):
    """Choose a player: for the first card, or the second for a custom rule that asks for it."""
    if (round.rules[SPECIALS] != 0) & (round.now[SENTENCE] != 0):
        choose_second_player(round, target)
    else:
        choose_player(round, target)


@inline
def draw_turn(round, seat):
    """Draw instead of playing."""
    now = round.now
    if round.rules[DRAW_UNTIL]:
        kind = draw_until(round, seat, playable_kinds(round, seat), round.rules[CARDS])
    else:
        kind = draw(round, seat, 1)
    # Only the last card drawn can fit: drawing stops there (TURN-2, HOUSE-4).
    remember_lack(round, seat, 1)
    now[WINDOW] = -1
    now[SETTLED] = 0
    now[PASSES] = 0
    if round.rules[PLAY_DRAWN]:
        now[PHASE] = AFTER_DRAW
        now[CARD] = kind
    else:
        next_turn(round, seat)
        finish_action(round)


@inline
def keep(round, seat):
    """Keep the card just drawn."""
    remember_lack(round, seat, 0)
    next_turn(round, seat)
    finish_action(round)


@inline
def pass_turn(round, seat):
    """End a turn in which there is nothing to play and nothing to draw."""
    now = round.now
    next_turn(round, seat)
    now[WINDOW] = -1
    now[SETTLED] = 0
    now[PASSES] += 1
    if now[PASSES] == round.rules[SEATS]:
        end_round(round, -1)
    finish_action(round)


@inline
def accept(round, seat):
    """Draw what a draw card, or a stack of them, demands."""
    round.now[WINDOW] = -1
    round.now[SETTLED] = 0
    draw(round, seat, round.now[TOTAL])
    skip(round, seat)
    finish_action(round)


@inline
def is_guilty(round):
    """Whether the Wild Draw Four was played while holding the colour (WD4-2)."""
    found = _NONE
    for index in range(round.rules[PLANES]):
        found |= round.held[index]
    return (found & of_colour(round.now[BEFORE])) != _NONE


@inline
def challenge(round, seat):
    """Challenge the Wild Draw Four; whether it was a bluff."""
    now = round.now
    right = is_guilty(round)
    by, total = now[BY], now[TOTAL]
    remember_shown(round, seat, by, round.held, 0)
    now[WINDOW] = -1
    now[SETTLED] = 0
    draw(round, by if right else seat, total if right else total + CHALLENGE_PENALTY)
    if right:
        now[PHASE] = TURN
        now[SEAT] = seat
    else:
        skip(round, seat)
    finish_action(round)
    return right


@inline
def say_uno(round, seat):
    """Say UNO after the card."""
    round.now[WINDOW] = seat
    round.now[SETTLED] = 1
    finish_action(round)


@inline
def catch(round, seat, target):
    """Call out a player with one card; whether that player owed UNO."""
    right = owes_uno(round) == target
    if right:
        round.now[WINDOW] = target
        round.now[SETTLED] = 1
    count = round.rules[UNO_PENALTY] if right else round.rules[WRONG_CATCH_PENALTY]
    draw(round, target if right else seat, count)
    finish_action(round)
    return right


@inline
def suggest(round, seat):
    """Suggest a card to another player, and take the penalty."""
    draw(round, seat, round.rules[SUGGESTION_PENALTY])
    finish_action(round)
