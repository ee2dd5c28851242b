"""Rounds and games that the kernel cannot play: bots play them here, on the same deals.

They are counted as the kernel counts, so that everything that reads its counts reads these.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from openuno.bots.bot import is_bluff
from openuno.engine.actions import Action, Catch, Challenge, Play, SayUno
from openuno.engine.cards import Card
from openuno.engine.deal import deal
from openuno.engine.events import Caught, Challenged, Event, Reshuffled
from openuno.engine.play import apply
from openuno.engine.rng import Fast, fork
from openuno.engine.rules import Rules
from openuno.engine.scoring import hand_points
from openuno.engine.state import (
    AfterDraw,
    FacingDrawFour,
    FacingStack,
    Round,
    RoundOver,
    Turn,
    seat_to_act,
)
from openuno.engine.view import redact, view
from openuno.game.events import AtTable, GameEvent
from openuno.game.formats import BestOf, Format, Single
from openuno.game.play import act, deal_next_round, start_game
from openuno.game.standings import standings
from openuno.game.state import Act, Game, GameStep, Table
from openuno.game.view import redact_game
from openuno.kernel.rules.state import Numbers
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
from openuno.lab.errors import LabError
from openuno.lab.players import find_player
from openuno.local.bot_player import BotError, BotPlayer
from openuno.local.loop import ask_next

MAX_GAME_ROUNDS = 10_000
"""How many rounds are played before a game is given up."""
_MAX_ACTIONS = 4 * MAX_TURNS
"""Of one round. A bot could go on forever without taking a turn."""


class BotPlan(NamedTuple):
    """What is simulated between bots; round or game `number` is dealt as in a kernel's `Plan`."""

    rules: Rules
    policies: tuple[str, ...]
    """The names of the bots, by seat or player."""
    seed: int = 0
    format: Format | None = None
    """How rounds make a game; None: rounds by themselves."""

    @property
    def seats(self) -> int:
        """How many play."""
        return len(self.policies)


def simulate_bots(plan: BotPlan, first: int, count: int) -> Numbers:
    """Play rounds, or whole games, `first` to `first + count`; a bot that fails ends it."""
    counts = np.zeros(SIZE if plan.format is None else GAME_SIZE, np.int64)
    play = _play_round if plan.format is None else _play_game
    try:
        for number in range(first, first + count):
            counts += play(plan, number)
    except BotError as error:
        raise LabError(str(error)) from None
    return counts


def _seat_bots(plan: BotPlan, number: int, format: Format) -> list[BotPlayer]:
    secret = f"{plan.seed} {number}".encode()
    return [
        BotPlayer(find_player(name), secret, player, format, name=name)
        for player, name in enumerate(plan.policies)
    ]


def _play_round(plan: BotPlan, number: int) -> Numbers:
    bots = _seat_bots(plan, number, Single())
    # The last seat deals, so that seat 0 goes first, as in the kernel.
    step = deal(plan.rules, plan.seats, plan.seats - 1, fork(Fast(plan.seed), number))
    everyone = tuple(range(plan.seats))

    def carry_out(round: Round, acts: Act) -> tuple[Round, Sequence[Event]]:
        step = apply(round, acts.player, acts.action)
        notify(step.events)
        return step.round, step.events

    def notify(events: Iterable[Event]) -> None:
        for seat, bot in enumerate(bots):
            bot.observe(tuple(AtTable(0, redact(event, seat)) for event in events), None)

    notify(step.events)
    return _RoundCounts(Table(everyone, step.round), step.events).play(bots, carry_out)


CarryOut = Callable[[Round, Act], tuple[Round, Sequence[Event]]]
"""Lets a player act, and notifies everyone: the round then, and what happened at the table."""


class _RoundCounts:
    """Counts what happens in a round."""

    def __init__(self, table: Table, dealt: Sequence[Event]) -> None:
        self._players = table.players
        self._round = table.round
        self._tally: Counter[Tally] = Counter()
        self._count_events(dealt)

    def play(self, bots: Sequence[BotPlayer], carry_out: CarryOut) -> Numbers:
        """Play it to its end, or until it is given up; the counts."""
        for _ in range(_MAX_ACTIONS):
            if isinstance(self._round.phase, RoundOver) or self._is_too_long():
                break
            acts = ask_next(Table(self._players, self._round), bots)
            assert isinstance(acts, Act), "bots do not judge each other"
            self._count_action(self._players.index(acts.player), acts.action)
            self._round, events = carry_out(self._round, acts)
            self._count_events(events)
        return self._counts()

    def _is_too_long(self) -> bool:
        """Whether the kernel would give it up; a drawn card is played or kept before that."""
        played = self._tally[Tally.TURNS] + self._tally[Tally.JUMPS]
        return played >= MAX_TURNS and not isinstance(self._round.phase, AfterDraw)

    def _count_action(self, seat: int, action: Action) -> None:
        round, tally = self._round, self._tally
        calls = isinstance(action, (SayUno, Catch))
        in_turn = seat == seat_to_act(round) and not calls
        tally[Tally.TURNS] += in_turn and isinstance(round.phase, Turn)
        tally[Tally.CHALLENGES] += isinstance(action, Challenge)
        if not isinstance(action, Play):
            return
        tally[Tally.JUMPS] += not in_turn
        stacks = isinstance(round.phase, (FacingStack, FacingDrawFour))
        tally[Tally.STACKED] += in_turn and stacks
        if action.card is Card.W4 and round.rules.bluffing and len(round.hands[seat]) > 1:
            tally[Tally.FOURS] += 1
            tally[Tally.BLUFFS] += is_bluff(view(round, seat), action.card)

    def _count_events(self, events: Iterable[Event]) -> None:
        for event in events:
            self._tally[Tally.TURNED_OVER] += isinstance(event, Reshuffled)
            self._tally[Tally.CHALLENGES_WON] += isinstance(event, Challenged) and event.guilty
            self._tally[Tally.CATCHES] += isinstance(event, Caught)

    def _counts(self) -> Numbers:
        found = np.zeros(SIZE, np.int64)
        for index, count in self._tally.items():
            found[index] = count
        turns = self._tally[Tally.TURNS]
        found[Tally.ROUNDS], found[Tally.TURNS_SQUARED] = 1, turns**2
        found[LENGTHS + min(turns, MAX_LENGTH)] = 1
        caught = hand_points(self._round.rules, self._round.hands)
        found[CAUGHT : CAUGHT + len(caught)] = caught
        match self._round.phase:
            case RoundOver(winner=None):
                found[Tally.DEAD] = 1
            case RoundOver(winner=int(winner)):
                found[WINS + winner] = 1
                teams = self._round.rules.teams
                side = range(winner % 2, len(caught), 2) if teams else (winner,)
                score = sum(points for seat, points in enumerate(caught) if seat not in side)
                found[Tally.SCORE], found[Tally.SCORE_SQUARED] = score, score**2
            case _:
                found[Tally.CUT_SHORT] = 1
        return found


def _play_game(plan: BotPlan, number: int) -> Numbers:
    assert plan.format is not None
    bots = _seat_bots(plan, number, plan.format)
    step = start_game(plan.rules, plan.format, plan.seats, fork(Fast(plan.seed), number))
    game, first_dealer = step.game, step.game.dealer
    found = np.zeros(GAME_SIZE, np.int64)

    def notify(step: GameStep) -> tuple[GameEvent, ...]:
        nonlocal game
        game = step.game
        for player, bot in enumerate(bots):
            seen = tuple(redact_game(game, event, player) for event in step.events)
            bot.observe(seen, None)
        return step.events

    def carry_out(_: Round, acts: Act) -> tuple[Round, Sequence[Event]]:
        events = notify(act(game, acts.player, acts.action))
        return game.tables[0].round, _table_events(events)

    notify(step)
    given_up = False
    while game.winners is None and not given_up and game.round_number < MAX_GAME_ROUNDS:
        dealt = _table_events(notify(deal_next_round(game)))
        (table,) = game.tables
        assert game.dealer is not None
        found[player_index(ByPlayer.DEALT, game.dealer)] += 1
        for player in table.players:
            found[player_index(ByPlayer.PLAYED, player)] += 1
        counts = _RoundCounts(table, dealt).play(bots, carry_out)
        found[:SIZE] += counts
        given_up = bool(counts[Tally.CUT_SHORT])
    assert first_dealer is not None
    _count_game(game, plan.format, first_dealer, found)
    return found


def _table_events(events: Iterable[GameEvent]) -> tuple[Event, ...]:
    return tuple(event.what for event in events if isinstance(event, AtTable))


def _count_game(game: Game, format: Format, first_dealer: int, found: Numbers) -> None:
    rounds, turns = game.round_number, int(found[Tally.TURNS])
    single = {
        GameTally.GAMES: 1,
        GameTally.ROUNDS: rounds,
        GameTally.ROUNDS_SQUARED: rounds**2,
        GameTally.TURNS: turns,
        GameTally.TURNS_SQUARED: turns**2,
        GameTally.CUT_SHORT: int(game.winners is None),
    }
    winners = game.winners or ()
    if winners:
        margin = _margin(game, format, winners)
        single |= {GameTally.MARGIN: margin, GameTally.MARGIN_SQUARED: margin**2}
        single[GameTally.SHARED] = int(len(standings(game)[0].players) < len(winners))
    for what, count in single.items():
        found[GAME + what] = count
    found[GAME_LENGTHS + min(rounds, MAX_GAME_LENGTH)] = 1
    players = len(game.scores)
    for player in range(players):
        position = (player - first_dealer - 1) % players
        found[player_index(ByPlayer.WINS, player)] = player in winners
        found[player_index(ByPlayer.POSITION_WINS, position)] = player in winners
        found[player_index(ByPlayer.POINTS, player)] = game.scores[player]
        found[player_index(ByPlayer.ROUNDS_WON, player)] = game.wins[player]


def _margin(game: Game, format: Format, winners: tuple[int, ...]) -> int:
    """How far the nearest other player is behind the winners, in points or rounds won."""
    values = game.wins if isinstance(format, (Single, BestOf)) else game.scores
    others = [value for player, value in enumerate(values) if player not in winners]
    return min((abs(value - values[winners[0]]) for value in others), default=0)
