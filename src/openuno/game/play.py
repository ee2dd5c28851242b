"""Beginning a game and carrying it on: (game, command) -> step."""

from typing import assert_never

from msgspec.structs import replace

from openuno.engine.actions import Action
from openuno.engine.deal import deal, draw_for_dealer
from openuno.engine.errors import IllegalAction, Reason, SetupError
from openuno.engine.play import apply
from openuno.engine.rng import Generator, check_rng, fork
from openuno.engine.rules import DealerDraw, Rules
from openuno.engine.state import Over, Step
from openuno.game import schedule
from openuno.game.events import (
    AtTable,
    DealerFound,
    GameEnded,
    GameEvent,
    HandBegan,
    HandScored,
    PutOut,
)
from openuno.game.evolve import evolve_game, remember_step
from openuno.game.formats import HANDS_A_PARTNER, Format, Rotating, check_format
from openuno.game.scoring import hand_points, put_out, winners
from openuno.game.state import (
    Act,
    Command,
    Game,
    GameStep,
    NextHand,
    players_in,
    playing,
    seat_of,
)

_DEALER_DRAW = 0
"""The path of the draw for the deal; hands count from 1."""


def seated(rules: Rules, format: Format, players: int, rng: Generator) -> Game:
    """A game of which nothing has happened yet: what its events are folded into."""
    check_format(format, rules, players)
    check_rng(rng)
    return Game(
        rules=rules,
        format=format,
        rng=rng,
        dealer=None,
        hand=0,
        tables=(),
        scores=(0,) * players,
        wins=(0,) * players,
        out=(),
        winners=None,
    )


def begin(
    rules: Rules, format: Format, players: int, rng: Generator, dealer: int | None = None
) -> GameStep:
    """A game before its first hand; the dealer is drawn for, unless the table picks one."""
    game = seated(rules, format, players, rng)
    if isinstance(format, Rotating):
        # Partners change seats, so the deal follows the seats: everyone deals once a stage.
        if dealer is not None:
            raise SetupError("dealer", "with rotating partners the deal follows the seats")
        return GameStep(game, ())
    if dealer is None:
        return _happen(game, draw_for_dealer(rules, players, fork(rng, _DEALER_DRAW)).events)
    if rules.dealer_draw is not DealerDraw.CHOSEN:
        raise SetupError("dealer", "this table draws for the deal; pick none")
    if dealer not in range(players):
        raise SetupError("dealer", f"there is no player {dealer!r} in a game of {players}")
    return _happen(game, (DealerFound(dealer),))


def command(game: Game, what: Command) -> GameStep:
    """Carry out a command, or refuse it with `IllegalAction`; the game given never changes."""
    match what:
        case NextHand():
            step = next_hand(game)
        case Act(player, action):
            step = act(game, player, action)
        case _:
            assert_never(what)
    remember_step(game, step.events, step.game)
    return step


def next_hand(game: Game) -> GameStep:
    """Deal the next hand at every table."""
    if game.winners is not None:
        raise IllegalAction(Reason.ROUND_OVER, "the game is over")
    if playing(game):
        raise IllegalAction(Reason.WRONG_PHASE, "the hand is not over at every table")
    began = _seating(game)
    step = _happen(game, (began,))
    for place, table in enumerate(step.game.tables):
        rules = table.round.rules
        dealt = deal(rules, len(table.players), table.round.dealer, table.round.rng)
        step = _told(step, place, dealt)
    for place, table in enumerate(step.game.tables):
        # The first card can empty a hand (CUST-4, START-9).
        if isinstance(table.round.phase, Over):
            step = _score(step, place)
    return step


def act(game: Game, player: int, action: Action) -> GameStep:
    """Let a player act in the round at its table, and score the round if that ends it."""
    if game.winners is not None:
        raise IllegalAction(Reason.ROUND_OVER, "the game is over")
    if not 0 <= player < len(game.scores):
        raise IllegalAction(Reason.NO_SUCH_SEAT, f"there is no player {player} in this game")
    if not game.tables:
        raise IllegalAction(Reason.NOT_DEALT, "the first hand has not been dealt yet")
    found = seat_of(game, player)
    if found is None:
        raise IllegalAction(Reason.NO_SUCH_SEAT, f"player {player} is out of the game")
    place, seat = found
    step = _told(GameStep(game, ()), place, apply(game.tables[place].round, seat, action))
    if isinstance(step.game.tables[place].round.phase, Over):
        return _score(step, place)
    return step


def _score(step: GameStep, place: int) -> GameStep:
    table = step.game.tables[place]
    phase = table.round.phase
    assert isinstance(phase, Over), "a hand is scored when it is over"
    winner = None if phase.winner is None else table.players[phase.winner]
    step = _then(step, HandScored(place, winner, hand_points(step.game, table)))
    if out := put_out(step.game):
        step = _then(step, PutOut(out))
    won = winners(step.game)
    return step if won is None else _then(step, GameEnded(won))


def _seating(game: Game) -> HandBegan:
    hand = game.hand + 1
    if isinstance(game.format, Rotating):
        players = len(game.scores)
        stage, turn = divmod(game.hand, HANDS_A_PARTNER)
        tables = schedule.tables(players, stage % schedule.stages(players))
        return HandBegan(hand, tables, tuple(table[turn] for table in tables))
    dealer = game.dealer
    if dealer is None:
        raise IllegalAction(Reason.WRONG_PHASE, "the dealer has not been found yet")
    among = players_in(game)
    if game.hand:
        # To the left, past whoever is out (DEAL-4, FMT-7).
        dealer = next((player for player in among if player > dealer), among[0])
    return HandBegan(hand, (among,), (dealer,))


def _told(step: GameStep, place: int, told: Step) -> GameStep:
    """The game with what the engine has done at one table; folding the events comes to the same."""
    game = step.game
    table = replace(game.tables[place], round=told.round)
    tables = (*game.tables[:place], table, *game.tables[place + 1 :])
    events = tuple(AtTable(place, event) for event in told.events)
    return GameStep(replace(game, tables=tables), step.events + events)


def _then(step: GameStep, event: GameEvent) -> GameStep:
    return _happen(step.game, (event,), step.events)


def _happen(
    game: Game, events: tuple[GameEvent, ...], before: tuple[GameEvent, ...] = ()
) -> GameStep:
    for event in events:
        game = evolve_game(game, event)
    return GameStep(game, before + events)
