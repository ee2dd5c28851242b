"""How a game starts: everyone commits to a seed, everyone shows it, the cards are dealt.

The commitments, the seats, the rules and the dealer are fixed before the first seed is shown, so
that nobody who sees the others' seeds can still choose anything. Nobody can stop a start: who does
not answer within `SEED_TIME` is left out.
"""

from msgspec.structs import replace

from openuno.engine.errors import SetupError
from openuno.engine.rng import Fast
from openuno.engine.rules import Rules
from openuno.game.formats import Format
from openuno.game.play import apply_command, start_game
from openuno.game.state import NextRound
from openuno.record.fairness import client_commitment
from openuno.record.lines import Contribution, FairDeal, Header, SharedDeal, terms_of
from openuno.room.facts import (
    Fact,
    GameStarted,
    Moved,
    MovedBy,
    SeedAdded,
    SeedCommitted,
    SeedsAsked,
    StartAsked,
)
from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.room.secret import Secrets, game_rng
from openuno.room.settings import parse_settings
from openuno.room.state import (
    Human,
    NoGame,
    Room,
    Seat,
    Starting,
    collect_seeds,
    is_game_on,
    is_present,
    seat_name,
)

SEED_TIME = 3000
"""Milliseconds a start waits for commitments, and then again for seeds."""


def record_header(rules: Rules, format: Format, started: GameStarted) -> Header:
    """What was agreed, as the game's record says it."""
    if started.shared:
        shared = SharedDeal(started.commitment)
        return Header(rules, format, started.names, shared, started.dealer)
    added = zip(started.commitments, started.seeds, strict=True)
    clients = tuple(Contribution(*each) if any(each) else None for each in added)
    chance = FairDeal(started.commitment, clients)
    return Header(rules, format, started.names, chance, started.dealer)


def ask_start(room: Room, secrets: Secrets, dealer: int | None) -> tuple[Fact, ...]:
    """What follows when the host starts a game: the deal at once if nobody need be waited for."""
    rules, format = parse_settings(room.settings)
    try:
        start_game(rules, format, len(room.seats), Fast(0), dealer)
    except SetupError as error:
        raise Refused(RefusalKind.BAD_SETTINGS, cause=error) from None
    asked = StartAsked(dealer)
    if secrets.shared:
        # The same deal at every table: nobody's seed can have a part in it.
        nothing = (None,) * len(room.seats)
        starting = Starting(room.at, dealer, asked=True, commitments=nothing, seeds=nothing)
        return (asked, *_deal(room, starting, secrets, MovedBy.CLOCK))
    if _is_seed_missing(room, room.seats):
        return (asked,)
    return (asked, *_ask_seeds(room, room.seats, dealer, secrets))


def commit_seed(room: Room, player: int, commitment: str, secrets: Secrets) -> tuple[Fact, ...]:
    """What follows when a person commits to a seed, for the game being started or the next one."""
    _check_hex(commitment, RefusalKind.BAD_COMMITMENT)
    seat = _human(room, player)
    if seat.commitment == commitment:
        return ()
    added = replace(seat, commitment=commitment, seed=None)
    return (SeedCommitted(player, commitment), *_continue(room, player, added, secrets))


def share_seed(room: Room, player: int, seed: str, secrets: Secrets) -> tuple[Fact, ...]:
    """What follows when a person shows their seed."""
    _check_hex(seed, RefusalKind.BAD_SEED)
    seat, starting = _human(room, player), room.starting
    if starting is not None and starting.asked:
        return _reveal(room, starting, player, seed, secrets)
    if is_game_on(room):
        raise Refused(RefusalKind.GAME_ON_SEED)
    if seat.commitment is not None:
        raise Refused(RefusalKind.SEED_KEPT)
    if seat.seed == seed:
        return ()
    return (SeedAdded(player, seed), *_continue(room, player, replace(seat, seed=seed), secrets))


def continue_start(room: Room, secrets: Secrets) -> tuple[Fact, ...]:
    """What follows when the time is up: those who have not answered are left out."""
    starting = room.starting
    assert starting is not None, "a start was asked for"
    if starting.asked:
        return _deal(room, starting, secrets, MovedBy.CLOCK)
    return _ask_seeds(room, room.seats, starting.dealer, secrets, MovedBy.CLOCK)


def _continue(room: Room, player: int, added: Human, secrets: Secrets) -> tuple[Fact, ...]:
    """The next step of the start, if this seat was the last one to add something."""
    starting = room.starting
    seats = (*room.seats[:player], added, *room.seats[player + 1 :])
    if starting is None or starting.asked or _is_seed_missing(room, seats):
        return ()
    return _ask_seeds(room, seats, starting.dealer, secrets)


def _is_seed_missing(room: Room, seats: tuple[Seat, ...]) -> bool:
    """Whether someone who is here has added nothing yet."""
    return any(
        seat.commitment is None and seat.seed is None and is_present(room, seat.guest)
        for seat in seats
        if isinstance(seat, Human)
    )


def _ask_seeds(
    room: Room,
    seats: tuple[Seat, ...],
    dealer: int | None,
    secrets: Secrets,
    by: MovedBy = MovedBy.PERSON,
) -> tuple[Fact, ...]:
    starting = collect_seeds(seats, dealer, room.at)
    if any(starting.commitments):
        return (SeedsAsked(),)
    return (SeedsAsked(), *_deal(room, starting, secrets, by))


def _reveal(
    room: Room, starting: Starting, player: int, seed: str, secrets: Secrets
) -> tuple[Fact, ...]:
    commitment = starting.commitments[player]
    if commitment is None:
        raise Refused(RefusalKind.SEED_TOO_LATE)
    if client_commitment(bytes.fromhex(seed)).hex() != commitment:
        raise Refused(RefusalKind.SEED_NOT_COMMITTED)
    if starting.seeds[player] is not None:
        return ()
    seeds = (*starting.seeds[:player], seed, *starting.seeds[player + 1 :])
    shown = SeedAdded(player, seed)
    added = zip(starting.commitments, seeds, strict=True)
    if any(bound is not None and each is None for bound, each in added):
        return (shown,)
    return (shown, *_deal(room, replace(starting, seeds=seeds), secrets, MovedBy.PERSON))


def _deal(room: Room, starting: Starting, secrets: Secrets, by: MovedBy) -> tuple[Fact, ...]:
    secret = secrets.current
    rules, format = parse_settings(room.settings)
    started = GameStarted(
        number=1 if isinstance(room.game, NoGame) else room.game.started.number + 1,
        commitment=secret.commitment,
        seeds=starting.seeds,
        names=tuple(seat_name(seat) for seat in room.seats),
        dealer=starting.dealer,
        commitments=starting.commitments,
        shared=secrets.shared,
    )
    started = replace(started, terms=terms_of(record_header(rules, format, started)).hex())
    step = start_game(rules, format, len(room.seats), game_rng(secret, started), starting.dealer)
    dealt = apply_command(step.game, NextRound())
    facts = (replace(started, events=step.events), Moved(NextRound(), dealt.events, by))
    if dealt.game.winners is None:
        return facts
    # The first card can end a round, and the round the game (START-9).
    return (*facts, *secrets.end_game())


def _human(room: Room, player: int) -> Human:
    seat = room.seats[player]
    assert isinstance(seat, Human), "only people add seeds"
    return seat


def _check_hex(text: str, kind: RefusalKind) -> None:
    if len(text) != 64 or not all(digit in "0123456789abcdef" for digit in text):
        raise Refused(kind)
