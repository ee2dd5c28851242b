"""Ways to play, and rounds played by them: all follows from the values of a sitting."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import msgspec
from msgspec.structs import replace

from openuno import Action, Face, Round, Rules, Step, apply, deal, legal, redact, seat_to_act, view
from openuno.engine.actions import Accept, Catch, Draw, Keep, Play, SayUno, Suggest
from openuno.engine.cards import DRAW_CARDS
from openuno.engine.legal import changes_hands
from openuno.engine.notation.actions import action_text, parse_action
from openuno.engine.notation.rounds import parse_round, round_text
from openuno.engine.rng import Generator
from openuno.engine.rules import custom_rule_on
from openuno.engine.state import RoundOver

Move = tuple[int, Action]
Policy = Callable[[Round, Random], Move]

CALLS = (Catch, SayUno, Suggest)


def choices(round: Round) -> list[Move]:
    """Everything anybody may do now."""
    return [(seat, action) for seat in range(len(round.hands)) for action in legal(round, seat)]


def in_turn(round: Round) -> tuple[int, list[Action]]:
    """The seat the table waits for, and what it may do beside calling out."""
    seat = seat_to_act(round)
    assert seat is not None, "nobody is to act"
    return seat, [action for action in legal(round, seat) if not isinstance(action, CALLS)]


def uniform(round: Round, chance: Random) -> Move:
    """Any legal action of any seat."""
    return chance.choice(choices(round))


def eager(round: Round, chance: Random) -> Move:
    """Only in turn, and a card whenever one can be laid."""
    seat, actions = in_turn(round)
    return seat, chance.choice([a for a in actions if isinstance(a, Play)] or actions)


def closing(round: Round, chance: Random) -> Move:
    """Only in turn, and out as soon as may be: a card that fills or moves hands is laid last."""
    seat, actions = in_turn(round)
    plays = [action for action in actions if isinstance(action, Play)]
    if Accept() in actions and len(round.hands[seat]) > 1:
        return seat, Accept()
    quiet = [
        p
        for p in plays
        if p.card.face not in DRAW_CARDS
        and not changes_hands(round.rules, p.card)
        and not (p.card.face is Face.CUSTOM and custom_rule_on(round.rules, p.card))
    ]
    return seat, chance.choice(quiet or plays or actions)


def hoarder(round: Round, chance: Random) -> Move:
    """Only in turn, and a card into the hand whenever one can be had."""
    seat, actions = in_turn(round)
    return seat, chance.choice(
        [a for a in actions if isinstance(a, Draw | Keep | Accept)] or actions
    )


def caller(round: Round, chance: Random) -> Move:
    """Catches, says UNO, suggests and jumps in more often than it plays, each kind alike."""
    acting = seat_to_act(round)
    calls: dict[type[Action], list[Move]] = {}
    for seat, action in choices(round):
        if isinstance(action, CALLS) or (isinstance(action, Play) and seat != acting):
            calls.setdefault(type(action), []).append((seat, action))
    if calls and chance.random() < 0.6:
        return chance.choice(chance.choice(list(calls.values())))
    return eager(round, chance)


def mixed(round: Round, chance: Random) -> Move:
    """Another mind at every move."""
    return chance.choice((uniform, eager, eager, hoarder, caller))(round, chance)


def moody(round: Round, chance: Random) -> Move:
    """Hoards until nothing is left to draw but a few cards, then plays: the piles run dry."""
    return hoarder(round, chance) if len(round.pile) > 3 else mixed(round, chance)


POLICIES: dict[str, Policy] = {
    policy.__name__: policy for policy in (eager, uniform, mixed, caller, hoarder, moody)
}


class Sitting(msgspec.Struct, frozen=True):
    """A table, and how its seats play: `length` actions at most, by `policy` and `seed`.

    Where `cut`, the deal is cut down first to hands and a pile of these sizes: with a
    whole deck the last card of a colour is always in somebody's hand, and no round could die.
    """

    rules: Rules
    seats: int
    dealer: int
    rng: Generator
    policy: str
    seed: int
    length: int
    cut: tuple[int, int] | None = None


@dataclass(frozen=True)
class Turned:
    """One action: the round it found, and what came of it."""

    before: Round
    seat: int
    action: Action
    step: Step


class Game(msgspec.Struct, frozen=True):
    """A round played from its deal, or from a deal cut down; that one has no events."""

    opening: Step
    turned: tuple[Turned, ...]

    @property
    def round(self) -> Round:
        return self.turned[-1].step.round if self.turned else self.opening.round

    @property
    def steps(self) -> tuple[Step, ...]:
        return (self.opening, *(turned.step for turned in self.turned))

    def by_phase(self) -> list[Round]:
        """The latest round of each phase it came to; some phases are rare."""
        return list({type(step.round.phase): step.round for step in self.steps}.values())

    def __repr__(self) -> str:
        # All its rounds would fill pages, and Hypothesis then hides the failure behind a warning.
        return f"Game({len(self.turned)} actions)"

    def __str__(self) -> str:
        moves = " ".join(f"{t.seat}:{action_text(t.action)}" for t in self.turned)
        return f"{round_text(self.opening.round)}\n{moves or 'no move'}\n{round_text(self.round)}"


def play(sitting: Sitting) -> Game:
    """The round that comes of a sitting."""
    opening = deal(sitting.rules, sitting.seats, sitting.dealer, sitting.rng)
    if sitting.cut is not None and not isinstance(opening.round.phase, RoundOver):
        opening = Step(_cut(opening.round, *sitting.cut, Random(sitting.seed)), ())
    turned = play_on(opening.round, POLICIES[sitting.policy], sitting.seed, sitting.length)
    return Game(opening, turned)


def replay_game(position: str, moves: str) -> Game:
    """A game from its position line and moves such as `0:R7 1:draw`, as its `str` tells them."""
    round = parse_round(position)
    opening = Step(round, ())
    turned: list[Turned] = []
    for move in re.split(r" (?=\d+:)", moves):  # an action may have a space in it: `choose R7`
        seat, _, text = move.partition(":")
        step = apply(round, int(seat), parse_action(text))
        turned.append(Turned(round, int(seat), parse_action(text), step))
        round = step.round
    return Game(opening, tuple(turned))


def _cut(round: Round, size: int, pile: int, chance: Random) -> Round:
    if round.rules.written:
        round = with_blanks(round, chance)
    hands = tuple(tuple(sorted(chance.sample(hand, min(size, len(hand))))) for hand in round.hands)
    return replace(round, hands=hands, pile=round.pile[:pile])


def with_blanks(round: Round, chance: Random) -> Round:
    """The same deal with the blanks of the pile in the hands, so that they are played."""
    hands, pile = [list(hand) for hand in round.hands], list(round.pile)
    for place, card in enumerate(pile):
        if card.face is Face.CUSTOM:
            hand = chance.choice(hands)
            other = chance.randrange(len(hand))
            pile[place], hand[other] = hand[other], card
    return replace(round, hands=tuple(tuple(sorted(hand)) for hand in hands), pile=tuple(pile))


def play_on(round: Round, policy: Policy, seed: int, length: int) -> tuple[Turned, ...]:
    """This number of actions from here, fewer if the round ends."""
    chance = Random(seed)
    turned: list[Turned] = []
    while len(turned) < length and not isinstance(round.phase, RoundOver):
        seat, action = policy(round, chance)
        step = apply(round, seat, action)
        turned.append(Turned(round, seat, action, step))
        round = step.round
    return tuple(turned)


def transcript(sitting: Sitting) -> bytes:
    """Every byte a game can leave behind: actions, events, rounds, and what each seat was told."""
    game = play(sitting)
    lines = [msgspec.json.encode((turned.seat, turned.action)) for turned in game.turned]
    for step in game.steps:
        lines.append(msgspec.json.encode(step))
        for seat in (None, *range(sitting.seats)):
            told = [redact(event, seat) for event in step.events]
            lines.append(msgspec.json.encode((view(step.round, seat), told)))
    return b"\n".join(lines)
