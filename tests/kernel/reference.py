"""Simulated rounds and games in the reference: the bots in every seat, asked as the kernel asks."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from random import Random

import numpy as np

from openuno import (
    Action,
    BestOf,
    Event,
    Fast,
    Format,
    GameStep,
    Round,
    Single,
    Step,
    View,
    apply,
    deal,
    format_text,
    redact,
    seat_to_act,
    standings,
    start_game,
    view,
)
from openuno.bots.bot import Answer, Mind, due_call, is_bluff, legal_plays, notice
from openuno.bots.regular import regular
from openuno.bots.uniform import Habits, jump_in, make_call, take_turn
from openuno.engine.actions import Catch, Challenge, Play
from openuno.engine.cards import Card
from openuno.engine.events import Challenged, Reshuffled
from openuno.engine.notation.actions import action_text
from openuno.engine.notation.rounds import round_text
from openuno.engine.rng import Generator, fork
from openuno.engine.scoring import hand_points
from openuno.engine.state import (
    AfterDraw,
    FacingDrawFour,
    FacingStack,
    RoundOver,
    Turn,
    next_seat,
    owes_uno,
)
from openuno.game.events import AtTable
from openuno.game.play import act, deal_next_round
from openuno.game.state import is_round_on
from openuno.kernel.bots.policies import Policy
from openuno.kernel.rules.state import MAX_SEATS, Numbers
from openuno.kernel.simulation.plan import Plan
from openuno.kernel.tallies import (
    CAUGHT,
    GAME,
    GAME_LENGTHS,
    GAME_SIZE,
    LENGTHS,
    MAX_GAME_LENGTH,
    MAX_LENGTH,
    MAX_TURNS,
    SIZE,
    WINS,
    ByPlayer,
    GameTally,
    Tally,
    player_index,
)

Question = Callable[[View, Mind, Habits], Answer]
CarryOut = Callable[[int, Action], tuple[Round, Iterable[Event]]]
_CHOICES = 1
_SINGLE = Single()


class Simulated:
    """A round played to its end. `carry_out` lets a seat act wherever the round is kept."""

    def __init__(
        self,
        dealt: Step,
        rng: Generator,
        policies: Sequence[Policy],
        carry_out: CarryOut,
        format: Format = _SINGLE,
    ) -> None:
        self.round, self.policies, self.carry_out = dealt.round, policies, carry_out
        self.chance = Mind(fork(rng, _CHOICES))
        self.minds = {
            seat: Mind(Fast(0), format=format)
            for seat, policy in enumerate(policies)
            if policy.name == "regular"
        }
        self.turns = 0
        self.tally: Counter[Tally] = Counter()
        self.dealt, self.actions = round_text(dealt.round), list[str]()
        self.hear(dealt.events)

    def play(self) -> None:
        """To the end, or until the kernel would give it up."""
        # A drawn card is played or kept before a round is given up.
        while (seat := seat_to_act(self.round)) is not None and (
            self.is_unfinished() or isinstance(self.round.phase, AfterDraw)
        ):
            self.turns += isinstance(self.round.phase, Turn)
            assert self.questions(take_turn, seat)
            self.speak_up()

    def questions(self, question: Question, seat: int) -> bool:
        """Ask a seat, and carry out what it says, if it says anything."""
        seen = view(self.round, seat)
        action = self.choose(question, seen, seat)
        if action is None:
            return False
        if isinstance(action, Play):
            self.tally[Tally.JUMPS] += question is jump_in
            self.tally[Tally.STACKED] += question is take_turn and isinstance(
                self.round.phase, (FacingStack, FacingDrawFour)
            )
            if action.card is Card.W4 and seen.rules.bluffing and len(seen.hands[seat]) > 1:
                self.tally[Tally.FOURS] += 1
                self.tally[Tally.BLUFFS] += is_bluff(seen, action.card)
        self.tally[Tally.CHALLENGES] += isinstance(action, Challenge)
        self.tally[Tally.CATCHES] += isinstance(action, Catch)
        self.actions.append(f"{seat}:{action_text(action)}")
        self.round, events = self.carry_out(seat, action)
        self.hear(events)
        return True

    def choose(self, question: Question, seen: View, seat: int) -> Action | None:
        """What the seat says: the uniform ones share their chance, a regular one needs none."""
        if seat not in self.minds:
            habits = Habits(*self.policies[seat].rates)
            action, self.chance = question(seen, self.chance, habits)
            return action
        if question is make_call:
            return due_call(seen)
        # It is asked to jump in only where it could.
        if question is jump_in and not legal_plays(seen):
            return None
        return regular(seen, self.minds[seat])[0]

    def hear(self, events: Iterable[Event]) -> None:
        """Count what happened, and tell those who remember."""
        for event in events:
            for seat, mind in self.minds.items():
                self.minds[seat] = notice(mind, redact(event, seat))
            self.tally[Tally.TURNED_OVER] += isinstance(event, Reshuffled)
            self.tally[Tally.CHALLENGES_WON] += isinstance(event, Challenged) and event.guilty

    def speak_up(self) -> None:
        """After a card: a player who owes UNO says it or is caught, then others may jump in."""
        while self.round.window is not None:
            owing = owes_uno(self.round)
            if owing is not None:
                any(self.questions(make_call, seat) for seat in [owing, *self.around(owing)])
            by = self.round.window.by
            waiting = seat_to_act(self.round)
            if not self.is_unfinished() or not any(
                self.questions(jump_in, seat) for seat in [*self.around(by), by] if seat != waiting
            ):
                return

    def is_unfinished(self) -> bool:
        """Whether the round is not yet too long."""
        return self.turns + self.tally[Tally.JUMPS] < MAX_TURNS

    def around(self, seat: int) -> list[int]:
        """The others, in the order of play."""
        others, other = [], seat
        for _ in range(len(self.round.hands) - 1):
            other = next_seat(self.round, other)
            others.append(other)
        return others

    def counts(self) -> Numbers:
        """What the kernel would count of it."""
        found = np.zeros(SIZE, np.int64)
        for position, count in self.tally.items():
            found[position] = count
        phase = self.round.phase
        caught = hand_points(self.round.rules, self.round.hands)
        found[CAUGHT : CAUGHT + len(caught)] = caught
        found[Tally.ROUNDS] = 1
        found[Tally.TURNS], found[Tally.TURNS_SQUARED] = self.turns, self.turns**2
        found[LENGTHS + min(self.turns, MAX_LENGTH)] = 1
        if not isinstance(phase, RoundOver):
            found[Tally.CUT_SHORT] = 1
        elif phase.winner is None:
            found[Tally.DEAD] = 1
        else:
            found[WINS + phase.winner] = 1
            side = range(phase.winner % 2, len(caught), 2) if self.round.rules.teams else ()
            score = sum(points for seat, points in enumerate(caught) if seat not in side)
            found[Tally.SCORE], found[Tally.SCORE_SQUARED] = score, score**2
        return found

    def __str__(self) -> str:
        return f"dealt: {self.dealt}\nactions: {' '.join(self.actions)}"


def play_simulated(plan: Plan, number: int) -> Simulated:
    """Round `number` of a plan, played in the reference."""
    rng = fork(Fast(plan.seed), number)
    dealt = deal(plan.rules, plan.seats, plan.seats - 1, rng)
    round = dealt.round

    def carry_out(seat: int, action: Action) -> tuple[Round, Iterable[Event]]:
        nonlocal round
        step = apply(round, seat, action)
        round = step.round
        return step.round, step.events

    played = Simulated(dealt, rng, plan.policies, carry_out)
    played.play()
    return played


def policies(chance: Random, seats: int) -> tuple[Policy, ...]:
    """For each seat `uniform` with some habits, or `regular`; sometimes all alike."""
    kind = chance.random()
    if kind < 0.2:
        return (Policy(),) * seats
    if kind < 0.3:
        return (Policy("regular"),) * seats
    rest = 0.3 if kind < 0.6 else 0.0
    return tuple(
        Policy("regular")
        if chance.random() < rest
        else Policy("uniform", tuple(chance.choice((0, 1, 1, 2, 3, 5)) for _ in Habits._fields))
        for _ in range(seats)
    )


def differences(found: Numbers, wanted: Numbers) -> str:
    """Where two rows of counts differ."""
    names = {tally.value: tally.name for tally in Tally}
    names |= {GAME + tally: f"game's {tally.name}" for tally in GameTally}
    for what in ByPlayer:
        names |= {
            player_index(what, player): f"{what.name} {player}" for player in range(MAX_SEATS)
        }
    return ", ".join(
        f"{names.get(int(position), str(position))} {found[position]} for {wanted[position]}"
        for position in np.flatnonzero(found != wanted)
    )


class SimulatedGame:
    """A whole game in the reference, hand by hand, the same bots in every seat."""

    def __init__(self, plan: Plan, number: int) -> None:
        assert plan.format is not None
        self.plan, self.format = plan, plan.format
        self.game = start_game(
            plan.rules, plan.format, plan.seats, fork(Fast(plan.seed), number)
        ).game
        self.first_dealer = self.game.dealer
        self.hands: list[Simulated] = []
        self.dealt: Counter[int] = Counter()
        self.played: Counter[int] = Counter()
        self.hand_counts = np.zeros(SIZE, np.int64)

    @property
    def is_unfinished(self) -> bool:
        """Whether another hand is to be dealt."""
        stuck = is_round_on(self.game)
        return self.game.winners is None and not stuck

    def play_hand(self) -> None:
        """Deal the next hand, and play it."""
        step = deal_next_round(self.game)
        self.game = step.game
        (table,) = self.game.tables
        dealt = Step(table.round, table_events(step))
        seated = [self.plan.policies[player] for player in table.players]
        rng = fork(self.game.rng, self.game.round_number, 0)
        hand = Simulated(dealt, rng, seated, self.carry_out, self.format)
        hand.play()
        self.hands.append(hand)
        self.hand_counts += hand.counts()
        assert self.game.dealer is not None
        self.dealt[self.game.dealer] += 1
        self.played.update(table.players)

    def carry_out(self, seat: int, action: Action) -> tuple[Round, Iterable[Event]]:
        """Let the player act who sits there."""
        (table,) = self.game.tables
        step = act(self.game, table.players[seat], action)
        self.game = step.game
        return step.game.tables[0].round, table_events(step)

    def counts(self) -> Numbers:
        """What the kernel would count of it, were it given up now."""
        game = self.game
        found = np.zeros(GAME_SIZE, np.int64)
        found[:SIZE] = self.hand_counts
        turns = sum(hand.turns for hand in self.hands)
        single = {
            GameTally.GAMES: 1,
            GameTally.ROUNDS: game.round_number,
            GameTally.ROUNDS_SQUARED: game.round_number**2,
            GameTally.TURNS: turns,
            GameTally.TURNS_SQUARED: turns**2,
            GameTally.CUT_SHORT: game.winners is None,
        }
        if game.winners is not None:
            margin = self.margin(game.winners)
            single |= {GameTally.MARGIN: margin, GameTally.MARGIN_SQUARED: margin**2}
            single[GameTally.SHARED] = len(standings(game)[0].players) < len(game.winners)
        for what, count in single.items():
            found[GAME + what] = count
        found[GAME_LENGTHS + min(game.round_number, MAX_GAME_LENGTH)] = 1
        for player in range(self.plan.seats):
            won = game.winners is not None and player in game.winners
            assert self.first_dealer is not None
            position = (player - self.first_dealer - 1) % self.plan.seats
            found[player_index(ByPlayer.WINS, player)] = won
            found[player_index(ByPlayer.POSITION_WINS, position)] = won
            found[player_index(ByPlayer.POINTS, player)] = game.scores[player]
            found[player_index(ByPlayer.ROUNDS_WON, player)] = game.wins[player]
            found[player_index(ByPlayer.PLAYED, player)] = self.played[player]
            found[player_index(ByPlayer.DEALT, player)] = self.dealt[player]
        return found

    def margin(self, winners: tuple[int, ...]) -> int:
        """How far the nearest other player is behind the winners."""
        by_rounds = isinstance(self.format, (Single, BestOf))
        values = self.game.wins if by_rounds else self.game.scores
        others = [value for player, value in enumerate(values) if player not in winners]
        return min((abs(value - values[winners[0]]) for value in others), default=0)

    def __str__(self) -> str:
        return f"{format_text(self.format)}, hand {self.game.round_number}\n{self.hands[-1]}"


def table_events(step: GameStep) -> tuple[Event, ...]:
    """What happened at the table."""
    return tuple(event.what for event in step.events if isinstance(event, AtTable))
