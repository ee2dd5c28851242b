"""One player against a field of another, every deal once from every seat.

Were the field to play among itself, each deal would be won from exactly one seat. So a player that
plays a deal from all of them and wins more than one round in `players` does better than the field
with the same cards: the difference from par is a paired one, and the luck of the deal is gone.
"""

from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from itertools import product
from threading import Event
from typing import NamedTuple

from openuno.bots.master import is_trained_for
from openuno.bots.network.decisions import draw_limit
from openuno.engine.rules import Rules
from openuno.game.formats import Format, is_team_format
from openuno.kernel.bots.policies import Policy
from openuno.kernel.rules.state import Numbers
from openuno.kernel.simulation.plan import Plan
from openuno.kernel.tallies import WINS, ByPlayer, player_index
from openuno.lab.backends import Backend, cores, open_threads
from openuno.lab.chunks import ROUNDS_A_GAME, Chunk, split
from openuno.lab.errors import LabError
from openuno.lab.ladder.entrants import HOARDER, Entrant, find_bot
from openuno.lab.ladder.network import can_meet, play_network
from openuno.lab.ladder.oracle import play_oracle
from openuno.local.bot_player import BotError
from openuno.local.bot_processes import map_as_done, open_bot_processes
from openuno.local.matches import PlayTooLong, play_game, play_round

EVALUATION_SEEDS = 1 << 63
"""The ladder deals from this seed on, and training from seeds below it: no measured deal was ever
trained on."""
_CHUNKS = 64
"""Into which the deals are split; the spread between them gives the interval."""
_MAX_PIECE = 2_000
"""Deals that are played in one go where the kernel does not play alone."""

Lineup = tuple[bool, ...]
"""By seat, whether the player sits there; the field has the other seats."""


class Table(NamedTuple):
    """What all duels of a ladder have in common."""

    rules: Rules
    players: int
    format: Format | None
    seed: int
    """The seed of the deals, counted from EVALUATION_SEEDS."""

    @property
    def teams(self) -> bool:
        """Whether partners play: then the player has a whole side."""
        return self.rules.teams or (self.format is not None and is_team_format(self.format))

    @property
    def par(self) -> float:
        """The share that an equal player would win."""
        return 1 / 2 if self.teams else 1 / self.players

    @property
    def lineups(self) -> tuple[Lineup, ...]:
        """Every way to seat the player."""
        if self.teams:
            return tuple(
                tuple(seat % 2 == side for seat in range(self.players)) for side in range(2)
            )
        return tuple(
            tuple(seat == own for seat in range(self.players)) for own in range(self.players)
        )


class Duel(NamedTuple):
    """A player, and who has the other seats."""

    player: Entrant
    field: Entrant

    @property
    def in_kernel(self) -> bool:
        """Whether the kernel can play it."""
        return self.player.policy is not None and self.field.policy is not None


Outcome = tuple[int, int]
"""How many rounds or games the player won, and how many were decided."""


class Piece(NamedTuple):
    """Deals that were played: a chunk, or a part of it."""

    chunk: int
    """The number of the chunk that it is a part of."""
    deals: int
    won: int
    decided: int


def play_duel(
    duel: Duel, table: Table, deals: int, backend: Backend
) -> Generator[Piece, None, None]:
    """Play a duel, piece by piece."""
    if duel.in_kernel:
        yield from _in_kernel(duel, table, deals, backend)
    elif duel.player.oracle is not None:
        yield from _in_threads(_play_with_oracle, duel, table, deals)
    elif has_network(duel, table):
        yield from _in_threads(_play_with_network, duel, table, deals)
    else:
        play = partial(_play_in_process, duel, table)
        yield from _in_pool(open_bot_processes(cores()), play, deals)


def _in_threads(
    play: Callable[[Duel, Table, Chunk, Event], Outcome], duel: Duel, table: Table, deals: int
) -> Iterator[Piece]:
    stop = Event()

    def play_piece(piece: Chunk) -> Outcome:
        return play(duel, table, piece, stop)

    play_piece(Chunk(0, 0, 0, 1))  # compiles what it needs, and here Ctrl-C can end that
    yield from _in_pool(_open_threads(stop), play_piece, deals)


@contextmanager
def _open_threads(stop: Event) -> Iterator[Executor]:
    """Threads whose tasks look at `stop`: nobody can end a thread."""
    with open_threads(cores()) as pool:
        try:
            yield pool
        finally:
            stop.set()


def _in_pool(
    opening: AbstractContextManager[Executor], play: Callable[[Chunk], Outcome], deals: int
) -> Iterator[Piece]:
    pieces = _split_chunks(1, deals, _MAX_PIECE)
    with opening as pool:
        for piece, outcome in map_as_done(pool, play, pieces, 2 * cores()):
            yield Piece(piece.number, piece.size, *outcome)


def _split_chunks(cases: int, deals: int, most: int) -> Iterator[Chunk]:
    """Every chunk in pieces of at most this many deals, so that Ctrl-C does not wait for long."""
    for chunk in split(1, deals, -(-deals // _CHUNKS)):
        for piece in split(cases, chunk.size, most):
            yield Chunk(piece.case, chunk.number, chunk.first + piece.first, piece.size)


def has_network(duel: Duel, table: Table) -> bool:
    """Whether the kernel plays the rounds of one side, and the network decides for the other."""
    if table.format is not None or not is_trained_for(table.rules, table.players):
        return False
    sides = (duel.player, duel.field), (duel.field, duel.player)
    return any(one.is_network and can_meet(other.policy) for one, other in sides)


def _in_kernel(duel: Duel, table: Table, deals: int, backend: Backend) -> Iterator[Piece]:
    plans = [_plan(duel, table, lineup) for lineup in table.lineups]
    backend.prepare(plans)
    waiting: dict[int, list[Outcome]] = {}
    most = max(backend.min_chunk, backend.max_chunk)
    if table.format is not None:
        most //= ROUNDS_A_GAME
    pieces = _split_chunks(len(plans), deals, most)
    for piece, counts in backend.run_chunks(plans, pieces):
        parts = waiting.setdefault(piece.first, [])
        parts.append(_count(table, table.lineups[piece.case], counts))
        if len(parts) == len(plans):
            del waiting[piece.first]
            won, decided = (sum(counts) for counts in zip(*parts, strict=True))
            yield Piece(piece.number, piece.size, won, decided)


def _plan(duel: Duel, table: Table, lineup: Lineup) -> Plan:
    player, field = duel.player.policy, duel.field.policy
    assert player is not None
    assert field is not None
    policies: tuple[Policy, ...] = tuple(player if own else field for own in lineup)
    return Plan(table.rules, policies, EVALUATION_SEEDS + table.seed, table.format)


def _count(table: Table, lineup: Lineup, counts: Numbers) -> Outcome:
    """The wins of the player's seats, and of all; a shared game is a win for each who shares it."""
    wins = [
        int(counts[WINS + seat if table.format is None else player_index(ByPlayer.WINS, seat)])
        for seat in range(table.players)
    ]
    return sum(won for won, own in zip(wins, lineup, strict=True) if own), sum(wins)


def _play_in_process(duel: Duel, table: Table, piece: Chunk) -> Outcome:
    return play_in_engine(duel, table, piece.first, piece.size)


def play_in_engine(duel: Duel, table: Table, first: int, count: int) -> Outcome:
    """The same in the reference engine, for bots that the kernel does not have."""
    player, field = find_bot(duel.player.name), find_bot(duel.field.name)
    won = decided = 0
    for number in range(first, first + count):
        seed = EVALUATION_SEEDS + table.seed + number
        for lineup in table.lineups:
            bots = [player if own else field for own in lineup]
            winners = _winners(bots, table, seed)
            won += sum(lineup[seat] for seat in winners)
            decided += len(winners)
    return won, decided


def _winners(bots: Sequence[object], table: Table, seed: int) -> tuple[int, ...]:
    """Who won; nobody where a round or a game was given up. A bot that fails ends the ladder."""
    try:
        if table.format is None:
            return play_round(bots, table.rules, seed=seed).winners  # type: ignore[arg-type]
        return play_game(bots, table.rules, table.format, seed=seed).winners  # type: ignore[arg-type]
    except PlayTooLong:
        return ()
    except BotError as error:
        raise LabError(str(error)) from None


def _play_with_network(duel: Duel, table: Table, piece: Chunk, stop: Event) -> Outcome:
    network, other = duel.player, duel.field
    if not network.is_network:
        network, other = other, network
    assert other.policy is not None
    seed = EVALUATION_SEEDS + table.seed + piece.first
    limit = None if network.name == HOARDER else draw_limit(table.players)
    won = decided = 0
    for lineup in table.lineups:
        seated = [own == (network is duel.player) for own in lineup]
        played = play_network(
            table.rules, seated, other.policy, seed, piece.size, limit=limit, stop=stop
        )
        wins = played.wins
        won += sum(count for count, own in zip(wins, lineup, strict=True) if own)
        decided += sum(wins)
    return won, decided


def _play_with_oracle(duel: Duel, table: Table, piece: Chunk, stop: Event) -> Outcome:
    oracle, field = duel.player.oracle, duel.field.policy
    assert oracle is not None
    assert field is not None
    won = decided = 0
    for number, lineup in product(range(piece.first, piece.first + piece.size), table.lineups):
        if stop.is_set():
            break  # nobody wants to know any more
        counts = play_oracle(
            table.rules,
            field,
            lineup.index(True),
            table.players,
            EVALUATION_SEEDS + table.seed,
            number,
            1,
            sees_pile=oracle.value == "oracle:all",
        )
        won += counts[0]
        decided += counts[1]
    return won, decided
