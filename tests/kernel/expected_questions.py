"""The order of questions and what may be answered, said once more from the reference engine."""

from dataclasses import dataclass
from random import Random

from openuno import Round, Rules, legal, seat_to_act, with_switches
from openuno.engine.actions import (
    Action,
    Catch,
    ChooseCard,
    ChoosePlayer,
    Decide,
    NameColour,
    Play,
    SayUno,
    Suggest,
)
from openuno.engine.errors import SetupError
from openuno.engine.legal import needs_target
from openuno.engine.pencil.examples import EXAMPLES
from openuno.engine.pencil.parser import parse_custom_rule
from openuno.engine.rules import EDITIONS, FirstCard, check_seats
from openuno.engine.state import ChoosingPlayer, owes_uno
from openuno.kernel.batch.action_space import answer_text
from openuno.kernel.batch.questions import QuestionKind

Asked = frozenset[tuple[int, bool]]
"""The seats asked since the last card was played, each to call (False) or to jump in (True)."""


@dataclass
class Asking:
    """Who is asked now, what for, and who has been asked since the last card was played."""

    seat: int
    question: QuestionKind = QuestionKind.IN_TURN
    asked: Asked = frozenset()
    unfinished: Play | None = None
    jumps: bool = False


def order_of_play(round: Round, seat: int) -> list[int]:
    seats = len(round.hands)
    return [(seat + distances * round.direction) % seats for distances in range(1, seats + 1)]


def next_question(round: Round, asked: Asked) -> Asking:
    seat = seat_to_act(round)
    assert seat is not None, "the round is over"
    if round.window is not None:
        by, owes = round.window.by, owes_uno(round)
        around = order_of_play(round, by)
        waiting = [] if owes is None else [(other, False) for other in (by, *around[:-1])]
        for other in around:
            jumps = any(isinstance(action, Play) for action in legal(round, other))
            if other != seat and jumps:
                waiting.append((other, True))
        for other, jumps in waiting:
            if (other, jumps) not in asked:
                return Asking(other, QuestionKind.OUT_OF_TURN, asked, jumps=jumps)
    if isinstance(round.phase, ChoosingPlayer):
        return Asking(seat, QuestionKind.WHICH_PLAYER, asked)
    return Asking(seat, QuestionKind.IN_TURN, asked)


def answers(round: Round, asking: Asking) -> dict[str, tuple[Action, ...]]:
    """What may be answered, as text, and the actions each answer can come to."""
    seat = asking.seat
    distances = {other: distance for distance, other in enumerate(order_of_play(round, seat), 1)}
    if asking.question is QuestionKind.WHICH_PLAYER:
        unfinished = asking.unfinished
        # For the card turned up at the start, and for a custom rule, a player alone is asked for.
        choices = [action for action in legal(round, seat) if isinstance(action, ChoosePlayer)]
        others = [action.target for action in choices] or [o for o in distances if o != seat]
        return {
            "pick yourself" if other == seat else f"pick +{distances[other]}": (
                ChoosePlayer(other) if unfinished is None else picked(unfinished, other),
            )
            for other in others
        }
    found: dict[str, tuple[Action, ...]] = {}
    out_of_turn = asking.question is QuestionKind.OUT_OF_TURN
    for action in legal(round, seat):
        if out_of_turn and isinstance(action, Play) != asking.jumps:
            continue
        match action:
            case Play(card, colour, _, uno):
                text = str(card) + (f"/{colour}" if colour else "") + "!" * uno
                found[text] = (*found.get(text, ()), action)
            case Catch(target):
                found[f"catch +{distances[target]}"] = (action,)
            case SayUno():
                found["say UNO"] = (action,)
            case Suggest():
                if not out_of_turn:
                    found["suggest"] = (action,)
            case ChooseCard(card):
                found[f"choose {card}"] = (action,)
            case Decide(yes):
                found["yes" if yes else "no"] = (action,)
            case NameColour(colour):
                found[f"name {colour}"] = (action,)
            case _:
                if not out_of_turn:
                    found[type(action).__name__.lower()] = (action,)
    if out_of_turn:
        found["wait"] = ()
    return found


def picked(play: Play, target: int) -> Play:
    return Play(play.card, play.colour, target, play.uno)


def allowed(mask: list[int]) -> set[str]:
    return {answer_text(index) for index, yes in enumerate(mask) if yes}


def picks_whom(round: Round, seat: int, action: Action) -> bool:
    """Whether the player is asked for in a question of its own."""
    if not isinstance(action, Play) or len(round.hands) == 2:
        return False
    return needs_target(round.rules, action.card, last=len(round.hands[seat]) == 1)


QUESTIONS = (
    "Everyone discards 2 cards of their choice.",
    "You give 2 cards of your choice to everyone else.",
    "The next player gives 3 cards of their choice to you. You play again.",
    "Everyone passes 2 cards of their choice to the right. Two players you choose swap hands.",
    "The player with the fewest cards names the colour. Play reverses.",
)
WRITTEN = tuple(
    parse_custom_rule(text) for text in (*(ready.text for ready in EXAMPLES), *QUESTIONS * 4)
)


def any_rules(chance: Random) -> tuple[Rules, int]:
    """Any edition with any switches, and seats it can serve."""
    while True:
        seats = chance.randint(2, 10)
        blanks = chance.choice((0, 3, 8))
        rules = EDITIONS[chance.choice(sorted(EDITIONS))]
        switches: dict[str, object] = {
            "decks": chance.choice((1, 1, 2)),
            "hand_size": chance.choice((2, 3, 7)),
            "blank_cards": blanks,
            "swap_cards": chance.choice((0, 4)),
            "shuffle_cards": chance.choice((0, 4)),
            "stacking": chance.choice(("off", "same", "any")),
            "first_card": chance.choice(list(FirstCard)),
            "wrong_catch_penalty": chance.choice((0, 2)),
            "suggestion_penalty": chance.choice((0, 4)),
            "teams": seats >= 4 and seats % 2 == 0 and chance.random() < 0.3,
            "written": tuple(chance.choice(WRITTEN) for _ in range(blanks)),
        }
        for switch in ("renege", "bluffing", "jump_in", "seven_zero", "two_player_reverse"):
            switches[switch] = chance.random() < 0.5
        for switch in ("draw_until", "forced_play"):
            switches[switch] = chance.random() < 0.2
        try:
            changed = with_switches(rules, **switches)
            check_seats(changed, seats)
        except SetupError:  # a switch that forbids another, a rule for partners without any
            continue
        return changed, seats
