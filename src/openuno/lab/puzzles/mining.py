"""Finds puzzles in rounds that `master` plays against itself.

A position is a puzzle if what `master` does there wins clearly more often than everything else. Few
deals are enough to drop most positions; what is left is tried again in other deals, more of them.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from statistics import fmean

import msgspec

from openuno.bots.bot import Mind, is_my_turn, legal_plays, own_hand
from openuno.bots.master import choose_move
from openuno.bots.memory import NOTHING, Memory, known_cards, remember
from openuno.engine.actions import Accept, Action, Challenge, Play
from openuno.engine.cards import Card
from openuno.engine.events import Dealt, Event
from openuno.engine.rng import Fast, Generator, fork
from openuno.engine.rules import EDITIONS, Rules, Stacking, with_switches
from openuno.engine.state import FacingStack, Step, Turn
from openuno.engine.view import View, hidden_round, redact, view
from openuno.lab.puzzles.rollouts import try_actions
from openuno.local.analysis.reasons import Comparison, Reason, ReasonKind, find_reason
from openuno.local.matches import play_round
from openuno.local.puzzles.evaluation import Wins, evaluate, lead, list_actions
from openuno.local.puzzles.puzzle import SOLVER, Option, Puzzle, Theme
from openuno.local.search.belief import Belief, can_sample

MASTER = "master"
GAIN = 0.08
"""By how much the best action must win more often than the second best."""
SURE = 4.0
"""Standard errors of that gain."""
FIRST_LOOK, SECOND_LOOK, LAST_LOOK = 20, 80, 500
"""Deals of the three looks at a position, each in deals of its own."""
HOPE = 1.0
"""Standard errors that a look with few deals grants."""
LEAST, MOST = 0.15, 0.97
"""What the best action may be worth: below, all is lost; above, all is won."""
MAX_OPTIONS = 10
MAX_EVENTS = 14
"""Of what happened since the solver's last move, this many events are kept."""
_HOUSE = EDITIONS["house"]
_PLAIN = EDITIONS["mattel-2016"]
TABLES: tuple[tuple[Rules, int], ...] = (
    (_PLAIN, 2),
    (with_switches(_HOUSE, stacking=Stacking.ANY), 4),
    (_PLAIN, 4),
    (with_switches(_PLAIN, teams=True), 4),
    (_PLAIN, 3),
    (with_switches(_HOUSE, jump_in=True, stacking=Stacking.ANY), 4),
    (with_switches(_PLAIN, teams=True), 4),
    (with_switches(_HOUSE, jump_in=True), 3),
)
"""Rules and players, in turn."""
_FEW = 2


class Candidate(msgspec.Struct, frozen=True, gc=False):
    """A position in which the solver had a choice, and what `master` does there."""

    view: View
    memory: Memory
    events: tuple[Event, ...]
    choice: Action | None


def mine_round(seed: int, number: int) -> list[Puzzle]:
    """The puzzles of one round; the same seed and number give the same ones."""
    rules, seats = TABLES[number % len(TABLES)]
    rng = fork(Fast(seed), number)
    steps: list[Step] = []
    play_round([MASTER] * seats, rules, seed=seed * 1_000_003 + number, watch=steps.append)
    found = []
    for index, candidate in enumerate(find_candidates(steps)):
        puzzle = _judge(candidate, fork(rng, index))
        if puzzle is not None:
            found.append(puzzle)
    return found


def choose_puzzles(found: Iterable[Puzzle], most_of_theme: int) -> tuple[Puzzle, ...]:
    """The clearest of each theme, the themes in turn so that no two days are alike."""
    by_theme: dict[Theme, list[Puzzle]] = defaultdict(list)
    for puzzle in found:
        by_theme[puzzle.theme].append(puzzle)
    kept = [
        sorted(puzzles, key=lambda puzzle: -_gain(puzzle))[:most_of_theme]
        for _, puzzles in sorted(by_theme.items())
    ]
    # Spread over the whole file: where few of a theme were found, they come far apart.
    spread = [
        ((place + 0.5) / len(puzzles), theme, puzzle)
        for theme, puzzles in enumerate(kept)
        for place, puzzle in enumerate(puzzles)
    ]
    return tuple(puzzle for _, _, puzzle in sorted(spread, key=lambda each: each[:2]))


def _gain(puzzle: Puzzle) -> float:
    return puzzle.options[0].wins - puzzle.options[1].wins


def find_candidates(steps: list[Step]) -> Iterator[Candidate]:
    """Every choice of the solver in a round that is not obvious."""
    memory = NOTHING
    recent: list[Event] = []
    for step in steps:
        for event in step.events:
            seen_event = redact(event, SOLVER)
            memory = remember(memory, seen_event)
            recent.append(seen_event)
            if isinstance(event, Dealt) or getattr(event, "seat", None) == SOLVER:
                recent.clear()
        seen = view(step.round, SOLVER)
        if _has_choice(seen, memory):
            choice, _ = choose_move(seen, Mind(Fast(0), memory))
            if not _is_obvious(seen, choice):
                yield Candidate(seen, memory, tuple(recent[-MAX_EVENTS:]), choice)


def _has_choice(seen: View, memory: Memory) -> bool:
    if not can_sample(seen) or not memory.known or not Belief(seen, memory).is_possible:
        return False
    if seen.owes_uno is not None or len(own_hand(seen)) < _FEW:
        return False
    if any(known_cards(memory, seat) for seat in range(len(seen.hands)) if seat != SOLVER):
        return False  # the page would have to say which cards were shown
    return _FEW <= len(list_actions(seen)) <= MAX_OPTIONS


def _is_obvious(seen: View, choice: Action | None) -> bool:
    """Whether it is an ordinary turn, and the choice the only card that fits besides wilds.

    Not if somebody is about to go out, or a Wild Draw Four tempts.
    """
    if not isinstance(seen.phase, Turn) or not is_my_turn(seen):
        return False
    cards = {play.card for play in legal_plays(seen)}
    coloured = {card for card in cards if card.colour is not None}
    if len(cards) < _FEW:
        return True
    if not isinstance(choice, Play) or choice.card not in coloured or len(coloured) >= _FEW:
        return False
    return Card.W4 not in cards and min(map(len, seen.hands[SOLVER + 1 :])) > _FEW


def _judge(position: Candidate, rng: Generator) -> Puzzle | None:
    """The position as a puzzle, if what `master` does there is far better than all else."""
    every = [action for action in list_actions(position.view) if action != position.choice]
    actions = [position.choice, *every]
    for look, worlds in enumerate((FIRST_LOOK, SECOND_LOOK)):
        if not _has_lead(evaluate(position, actions, worlds, fork(rng, look), try_actions), HOPE):
            return None
    wins = evaluate(position, actions, LAST_LOOK, fork(rng, LAST_LOOK), try_actions)
    if not _has_lead(wins, 0.0) or not LEAST <= fmean(wins[0]) <= MOST:
        return None
    worth = sorted(zip(actions[1:], map(fmean, wins[1:]), strict=True), key=lambda each: -each[1])
    reason = _explain(position, [action for action, _ in worth])
    if reason is None:
        return None
    options = [(position.choice, fmean(wins[0])), *worth]
    return Puzzle(
        theme=_theme(position, reason),
        view=position.view,
        memory=position.memory,
        events=position.events,
        options=tuple(Option(action, round(share, 3)) for action, share in options),
        reason=reason,
        worlds=LAST_LOOK,
    )


def _has_lead(wins: Wins, hope: float) -> bool:
    """Whether the first action is ahead of all others, granting `hope` standard errors."""
    for other in wins[1:]:
        gain, error = lead(wins[0], other)
        if gain + hope * error < GAIN or (not hope and gain < SURE * error):
            return False
    return True


def _explain(position: Candidate, others: list[Action | None]) -> Reason | None:
    """What speaks for the best action against the best of the others of which it says something.

    That playing leaves fewer cards than drawing is no news, so the position is no puzzle.
    """
    round = hidden_round(position.view)
    for other in others:
        pair = Comparison(round, SOLVER, other, position.choice, position.memory)
        reason = find_reason(pair)
        if reason.kind not in (ReasonKind.GENERAL, ReasonKind.PLAY):
            return reason
    return None


def _theme(position: Candidate, reason: Reason) -> Theme:
    seen, best = position.view, position.choice
    if not is_my_turn(seen):
        return Theme.JUMP_IN
    if isinstance(seen.phase, FacingStack):
        return Theme.STACK
    if isinstance(best, (Challenge, Accept)) or _lays(best, Card.W4):
        return Theme.CHALLENGE
    if seen.rules.teams:
        return Theme.PARTNER
    match reason.kind:
        case ReasonKind.STOP | ReasonKind.TURN_AWAY:
            return Theme.STOP
        case ReasonKind.SAVE_CARD | ReasonKind.DRAW | ReasonKind.KEEP:
            return Theme.HOLD
        case ReasonKind.HOLDS | ReasonKind.LACKS | ReasonKind.CHOOSE_COLOUR:
            return Theme.COLOUR
        case _:
            return Theme.ORDER


def _lays(action: Action | None, card: Card) -> bool:
    return isinstance(action, Play) and action.card is card
