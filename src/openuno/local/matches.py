"""Whole rounds and games between bots, in one call each."""

from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from openuno.bots.bot import Bot
from openuno.engine.deal import deal, draw_for_dealer
from openuno.engine.errors import IllegalAction, Reason, SetupError
from openuno.engine.play import apply
from openuno.engine.rng import Fast, fork
from openuno.engine.rules import DEFAULT_RULES, Rules, check_seats
from openuno.engine.scoring import hand_points
from openuno.engine.state import Round, RoundOver, Step
from openuno.engine.view import redact
from openuno.game.events import AtTable
from openuno.game.formats import Format, Race, Single
from openuno.game.play import start_game
from openuno.game.state import Act, Command, Game, GameStep, NextRound, Table
from openuno.game.statistics import Figures, statistics
from openuno.local.bot_player import BotPlayer, bot_name
from openuno.local.loop import Player, SeenEvents, ask_next, notify_all, play_to_end
from openuno.local.named_bots import find_bot
from openuno.record.errors import RecordError
from openuno.record.lines import (
    ClosingLine,
    Entry,
    Header,
    SeededDeal,
    check_header,
    current_result,
)
from openuno.record.reader import Record

MAX_ACTIONS = 20_000
"""Of one round: under some rules, and with some bots, hands can go round forever."""
MAX_ROUNDS = 10_000
"""Of one game."""
_DEALER, _DEAL = 0, 1
"""What the generator of a round is forked for."""

AnyBot = Bot | str
"""A bot, or a name that `openuno.local.named_bots` knows."""


class PlayTooLong(RuntimeError):
    """A round or game was given up: it might never end."""


class RoundResult(msgspec.Struct, frozen=True):
    """How a round ended.

    `winners` are the seats that won: one, both partners in a team, or none if nobody could move.
    `scores` are by seat what the round is worth to them.
    """

    round: Round
    winners: tuple[int, ...]
    scores: tuple[int, ...]


class GameResult(msgspec.Struct, frozen=True):
    """How a game ended, and its record: what `uno show`, `replay` and `verify` read."""

    game: Game
    record: Record

    @property
    def winners(self) -> tuple[int, ...]:
        """The players who won; several in a team, or if they share the game."""
        assert self.game.winners is not None, "a game that was played has winners"
        return self.game.winners

    @property
    def scores(self) -> tuple[int, ...]:
        """The final score of each player."""
        return self.game.scores

    @property
    def figures(self) -> tuple[Figures, ...]:
        """What each player did, counted: rounds won, cards drawn, catches, bluffs and more."""
        return statistics(len(self.scores), self.record.events).players


def round_result(round: Round) -> RoundResult:
    """Who won a round that is over, and what it is worth."""
    if not isinstance(round.phase, RoundOver):
        raise IllegalAction(Reason.WRONG_PHASE, case="round")
    winner = round.phase.winner
    caught = hand_points(round.rules, round.hands)
    if winner is None:
        return RoundResult(round, (), (0,) * len(caught))
    seats = range(len(caught))
    together = range(winner % 2, len(caught), 2) if round.rules.teams else (winner,)
    worth = sum(caught[seat] for seat in seats if seat not in together)
    scores = tuple(worth if seat in together else 0 for seat in seats)
    return RoundResult(round, tuple(together), scores)


def play_round(
    bots: Sequence[AnyBot],
    rules: Rules = DEFAULT_RULES,
    *,
    seed: int,
    dealer: int | None = None,
    watch: Callable[[Step], None] | None = None,
) -> RoundResult:
    """Let bots play one round: a bot for each seat, the same seed for the same round.

    Everyone is asked in the one order of `openuno.engine.questions`: for UNO, for catches and
    jump-ins, then for the turn. The dealer is drawn for unless given. `watch` sees every step, with
    all the cards.
    """
    check_seats(rules, len(bots))
    players = _seat_bots(bots, seed, Single())
    return play_round_between(players, rules, seed=seed, dealer=dealer, watch=watch)


def play_round_between(
    players: Sequence[Player],
    rules: Rules,
    *,
    seed: int,
    dealer: int | None = None,
    watch: Callable[[Step], None] | None = None,
) -> RoundResult:
    """The round of `play_round`, between players who are seated already."""
    seats = len(players)
    rng = Fast(seed)
    if dealer is None:
        dealer = draw_for_dealer(rules, seats, fork(rng, _DEALER)).dealer
    everyone = tuple(range(seats))
    step = deal(rules, seats, dealer, fork(rng, _DEAL))
    for _ in range(MAX_ACTIONS):
        if watch is not None:
            watch(step)
        if isinstance(step.round.phase, RoundOver):
            return round_result(step.round)
        for seat, player in enumerate(players):
            player.observe(tuple(AtTable(0, redact(event, seat)) for event in step.events), None)
        act = ask_next(Table(everyone, step.round), players)
        assert isinstance(act, Act), "bots do not judge each other"
        step = apply(step.round, act.player, act.action)
    raise PlayTooLong(f"the round is not over after {MAX_ACTIONS:,} actions; it might never end")


def play_game(  # noqa: PLR0913 - each is a choice of its own, and named
    bots: Sequence[AnyBot],
    rules: Rules = DEFAULT_RULES,
    format: Format = Race(),  # noqa: B008 - it is a frozen value
    *,
    seed: int,
    dealer: int | None = None,
    names: Sequence[str] | None = None,
    watch: Callable[[GameStep], None] | None = None,
) -> GameResult:
    """Let bots play a whole game: a bot for each player, the same seed for the same game.

    `uno play --watch` with the same bots and seed plays the same game. `dealer` is the player who
    deals first, where the rules let the table pick one. The bots' names stand in the record unless
    others are given. `watch` sees every step, with all the cards.
    """
    rng = Fast(seed)
    step = start_game(rules, format, len(bots), rng, dealer)
    players = _seat_bots(bots, seed, format)
    header = Header(rules, format, _player_names(bots, names), SeededDeal(str(seed)), dealer)
    try:
        check_header(header)
    except RecordError as error:
        raise SetupError("names", error.sentence) from None
    host = _Recorder(step, watch)
    notify_all(step, players, host, None)
    game = play_to_end(step.game, players, host)
    return GameResult(
        game, Record(header, tuple(host.entries), ClosingLine(current_result(game), None))
    )


class _Recorder:
    """Keeps the record of a game, and shows each step to the one who watches."""

    def __init__(self, first: GameStep, watch: Callable[[GameStep], None] | None) -> None:
        self.entries = [Entry(None, first.events)]
        self._watch = watch
        self._actions = 0
        self._show(first)

    def log(self, what: Command, step: GameStep, /) -> None:
        """Keep a command; too many in one round end the game."""
        self.entries.append(Entry(what, step.events))
        self._show(step)
        self._actions = 0 if isinstance(what, NextRound) else self._actions + 1
        if self._actions >= MAX_ACTIONS * len(step.game.tables):
            raise PlayTooLong(
                f"round {step.game.round_number} is not over after {self._actions:,} actions;"
                " it might never end"
            )

    def observe(self, events: SeenEvents, acting: int | None, /) -> None:
        """Nothing: the log has everything."""

    def wait_for_deal(self, game: Game, /) -> None:
        """Deal at once; too many rounds end the game."""
        if game.round_number >= MAX_ROUNDS:
            raise PlayTooLong(f"the game is not over after {game.round_number:,} rounds")

    def _show(self, step: GameStep) -> None:
        if self._watch is not None:
            self._watch(step)


def _seat_bots(bots: Sequence[AnyBot], seed: int, format: Format) -> list[BotPlayer]:
    secret = str(seed).encode()
    return [
        BotPlayer(
            find_bot(bot) if isinstance(bot, str) else bot,
            secret,
            player,
            format,
            name=_bot_name(bot),
        )
        for player, bot in enumerate(bots)
    ]


def _bot_name(bot: AnyBot) -> str:
    return bot if isinstance(bot, str) else bot_name(bot)


def _player_names(bots: Sequence[AnyBot], names: Sequence[str] | None) -> tuple[str, ...]:
    """The names given, or the bots' own, numbered where several have the same."""
    if names is not None:
        if len(names) != len(bots):
            raise SetupError("names", f"{len(names)} names for {len(bots)} players; name each")
        return tuple(names)
    own = [_bot_name(bot) for bot in bots]
    total, seen = Counter(own), Counter[str]()
    numbered = []
    for name in own:
        seen[name] += 1
        numbered.append(name if total[name] == 1 else f"{name} {seen[name]}")
    return tuple(numbered)
