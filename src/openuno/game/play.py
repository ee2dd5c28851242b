"""Beginning a game and carrying it on: (game, command) -> step."""

from typing import assert_never

from msgspec.structs import replace

from openuno.engine.actions import Action
from openuno.engine.deal import deal, draw_for_dealer
from openuno.engine.errors import IllegalAction, Reason, SetupError
from openuno.engine.faults import Fault, FaultKind
from openuno.engine.play import apply, pay_honour_penalty
from openuno.engine.rng import Generator, check_rng, fork
from openuno.engine.rules import DealerDraw, Rules
from openuno.engine.state import RoundOver, Step
from openuno.game import schedule
from openuno.game.events import (
    AtTable,
    DealerFound,
    Eliminated,
    GameEnded,
    GameEvent,
    RoundBegan,
    RoundScored,
)
from openuno.game.evolve import evolve_game, remember_step
from openuno.game.formats import ROUNDS_PER_PARTNER, Format, Rotating, check_format
from openuno.game.scoring import eliminated_players, game_winners, score_changes
from openuno.game.state import (
    Act,
    Command,
    Game,
    GameStep,
    NextRound,
    Penalty,
    find_player,
    is_round_on,
    remaining_players,
)

_DEALER_DRAW = 0
"""The path of the draw for the deal; rounds count from 1."""


def new_game(rules: Rules, format: Format, players: int, rng: Generator) -> Game:
    """A game of which nothing has happened yet: what its events are folded into."""
    check_format(format, rules, players)
    check_rng(rng)
    return Game(
        rules=rules,
        format=format,
        rng=rng,
        dealer=None,
        round_number=0,
        tables=(),
        scores=(0,) * players,
        wins=(0,) * players,
        out=(),
        winners=None,
    )


def start_game(
    rules: Rules, format: Format, players: int, rng: Generator, dealer: int | None = None
) -> GameStep:
    """A game before its first round; the dealer is drawn for, unless the table picks one."""
    game = new_game(rules, format, players, rng)
    if isinstance(format, Rotating):
        # Partners change seats, so the deal follows the seats: everyone deals once a stage.
        if dealer is not None:
            raise SetupError("dealer", Fault.of(FaultKind.DEALER_ROTATES))
        return GameStep(game, ())
    if dealer is None:
        return _apply_events(game, draw_for_dealer(rules, players, fork(rng, _DEALER_DRAW)).events)
    if rules.dealer_draw is not DealerDraw.CHOSEN:
        raise SetupError("dealer", Fault.of(FaultKind.DEALER_DRAWN))
    if dealer not in range(players):
        fault = Fault.of(FaultKind.DEALER_PLAYER, word=repr(dealer), seats=players)
        raise SetupError("dealer", fault)
    return _apply_events(game, (DealerFound(dealer),))


def apply_command(game: Game, what: Command) -> GameStep:
    """Carry out a command, or refuse it with `IllegalAction`; the game given never changes."""
    match what:
        case NextRound():
            step = deal_next_round(game)
        case Act(player, action):
            step = act(game, player, action)
        case Penalty(player):
            table_index, seat = _seat_in_round(game, player)
            paid = pay_honour_penalty(game.tables[table_index].round, seat)
            step = _add_round_step(GameStep(game, ()), table_index, paid)
        case _:
            assert_never(what)
    remember_step(game, step.events, step.game)
    return step


def deal_next_round(game: Game) -> GameStep:
    """Deal the next round at every table."""
    if game.winners is not None:
        raise IllegalAction(Reason.ROUND_OVER, case="game")
    if is_round_on(game):
        raise IllegalAction(Reason.WRONG_PHASE, case="tables")
    began = _seating(game)
    step = _apply_events(game, (began,))
    for table_index, table in enumerate(step.game.tables):
        rules = table.round.rules
        dealt = deal(rules, len(table.players), table.round.dealer, table.round.rng)
        step = _add_round_step(step, table_index, dealt)
    for table_index, table in enumerate(step.game.tables):
        # The first card can empty a hand (CUST-4, START-9).
        if isinstance(table.round.phase, RoundOver):
            step = _score(step, table_index)
    return step


def act(game: Game, player: int, action: Action) -> GameStep:
    """Let a player act in the round at its table, and score the round if that ends it."""
    table_index, seat = _seat_in_round(game, player)
    step = _add_round_step(
        GameStep(game, ()), table_index, apply(game.tables[table_index].round, seat, action)
    )
    if isinstance(step.game.tables[table_index].round.phase, RoundOver):
        return _score(step, table_index)
    return step


def _seat_in_round(game: Game, player: int) -> tuple[int, int]:
    """The table and seat of a player who may do something now, or `IllegalAction`."""
    if game.winners is not None:
        raise IllegalAction(Reason.ROUND_OVER, case="game")
    if not 0 <= player < len(game.scores):
        raise IllegalAction(Reason.NO_SUCH_SEAT, case="player", player=player)
    if not game.tables:
        raise IllegalAction(Reason.NOT_DEALT, case="game")
    found = find_player(game, player)
    if found is None:
        raise IllegalAction(Reason.NO_SUCH_SEAT, case="out", player=player)
    return found


def _score(step: GameStep, table_index: int) -> GameStep:
    table = step.game.tables[table_index]
    phase = table.round.phase
    assert isinstance(phase, RoundOver), "a round is scored when it is over"
    winner = None if phase.winner is None else table.players[phase.winner]
    step = _add_event(step, RoundScored(table_index, winner, score_changes(step.game, table)))
    if out := eliminated_players(step.game):
        step = _add_event(step, Eliminated(out))
    won = game_winners(step.game)
    return step if won is None else _add_event(step, GameEnded(won))


def _seating(game: Game) -> RoundBegan:
    number = game.round_number + 1
    if isinstance(game.format, Rotating):
        players = len(game.scores)
        stage, turn = divmod(game.round_number, ROUNDS_PER_PARTNER)
        tables = schedule.tables_at_stage(players, stage % schedule.stage_count(players))
        return RoundBegan(number, tables, tuple(table[turn] for table in tables))
    dealer = game.dealer
    if dealer is None:
        raise IllegalAction(Reason.WRONG_PHASE, case="dealer")
    among = remaining_players(game)
    if game.round_number:
        # To the left, past players who are out (DEAL-4, FMT-7).
        dealer = next((player for player in among if player > dealer), among[0])
    return RoundBegan(number, (among,), (dealer,))


def _add_round_step(step: GameStep, table_index: int, round_step: Step) -> GameStep:
    """The game with what the engine has done at one table; folding the events comes to the same."""
    game = step.game
    table = replace(game.tables[table_index], round=round_step.round)
    tables = (*game.tables[:table_index], table, *game.tables[table_index + 1 :])
    events = tuple([AtTable(table_index, event) for event in round_step.events])
    return GameStep(replace(game, tables=tables), step.events + events)


def _add_event(step: GameStep, event: GameEvent) -> GameStep:
    return _apply_events(step.game, (event,), step.events)


def _apply_events(
    game: Game, events: tuple[GameEvent, ...], before: tuple[GameEvent, ...] = ()
) -> GameStep:
    for event in events:
        game = evolve_game(game, event)
    return GameStep(game, before + events)
