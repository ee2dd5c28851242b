"""Changing about, in a game that has been played, what its observers never came to see."""

import shutil
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from random import Random

from msgspec.structs import replace

from openuno.engine.cards import Card
from openuno.engine.errors import IllegalAction
from openuno.engine.events import (
    CardsGiven,
    Dealt,
    Drew,
    HandShown,
    HandsPassed,
    HandsShuffled,
    HandsSwapped,
    PutBack,
    Reshuffled,
    RoundEnded,
)
from openuno.game.events import AtTable, GameEvent, RoundScored
from openuno.game.play import apply_command
from openuno.game.state import Game
from openuno.room.evolve import evolve_room
from openuno.room.facts import Entry, GameStarted, Moved
from openuno.room.secret import Secret, game_rng
from openuno.room.state import Room
from openuno.server.store.rows import decode_entry, encode
from tests.room.games import game_of
from tests.server.proofs.plans import DealtWorld, Plan, Unfit

TRIES = 60
Cards = tuple[Card, ...]
Slot = tuple[int, int]  # which hand (the draw pile as -1), which card of it


def other_world(
    plan: Plan, world: DealtWorld, log: list[Entry], folder: Path
) -> tuple[DealtWorld, int]:
    """The world with hidden cards changed about, and how many cards lie elsewhere."""
    seq, deal = deal_in(log)
    fates = [fact for line in log[seq:] for fact in line.facts if isinstance(fact, Moved)]
    held = [(seat, at) for seat in plan.hidden for at in range(len(deal.hands[seat]))]
    slots = held + [(-1, at) for at in range(len(deal.pile) - 1)]  # the last was turned up
    secret = _secret(world, log)
    want = _revealed_by(plan, _dealt_game(log[:seq], secret), fates)
    assert want is not None, "the first world is as it was"
    chance = Random(plan.seed + 1)
    there = deal
    for _ in range(TRIES):
        tried = _swapped(there, chance.choice(held or slots), chance.choice(slots))
        if tried == there:
            continue
        begun = _dealt_game((*log[: seq - 1], _redealt(log[seq - 1], tried)), secret)
        if _revealed_by(plan, begun, fates) == want:
            there = tried
    if there == deal:
        raise Unfit("everything came to light")
    database = folder / "other.db"
    shutil.copy(world.database, database)
    with closing(sqlite3.connect(database)) as db, db:
        row = (encode(_redealt(log[seq - 1], there)), world.code, seq)
        db.execute("update log set entry = ? where code = ? and seq = ?", row)
    return replace(world, database=database), _differing(deal, there)


def deal_in(log: list[Entry]) -> tuple[int, Dealt]:
    """The entry with the deal, in which no other hidden card may have moved."""
    for entry in log:
        for what in _events(entry):
            if isinstance(what, Dealt):
                if any(isinstance(event, Drew | PutBack) for event in _events(entry)):
                    raise Unfit("the first card moved others")
                return entry.seq, what
    raise AssertionError("nothing was dealt")


def _events(entry: Entry) -> Iterator[object]:
    for fact in entry.facts:
        if isinstance(fact, Moved):
            yield from (event.what for event in fact.events if isinstance(event, AtTable))


def _redealt(entry: Entry, deal: Dealt) -> Entry:
    def event(one: GameEvent) -> GameEvent:
        dealt = isinstance(one, AtTable) and isinstance(one.what, Dealt)
        return AtTable(0, deal) if dealt else one

    facts = (
        replace(fact, events=tuple(map(event, fact.events))) if isinstance(fact, Moved) else fact
        for fact in entry.facts
    )
    return replace(entry, facts=tuple(facts))


def _swapped(deal: Dealt, one: Slot, other: Slot) -> Dealt:
    piles = [list(hand) for hand in deal.hands] + [list(deal.pile)]
    (a, at), (b, place) = one, other
    piles[a][at], piles[b][place] = piles[b][place], piles[a][at]
    *hands, pile = piles
    return Dealt(tuple(tuple(sorted(hand)) for hand in hands), tuple(pile), deal.spent)


def _differing(deal: Dealt, there: Dealt) -> int:
    pairs = zip((*deal.hands, deal.pile), (*there.hands, there.pile), strict=True)
    return sum((Counter(one) - Counter(two)).total() for one, two in pairs) or sum(
        one != two for one, two in zip(deal.pile, there.pile, strict=True)
    )


def _secret(world: DealtWorld, log: list[Entry]) -> Secret:
    started = next(f for entry in log for f in entry.facts if isinstance(f, GameStarted))
    asked = "select seed from secrets where code = ? and commitment = ?"
    with closing(sqlite3.connect(world.database)) as db:
        ((seed,),) = db.execute(asked, (world.code, started.commitment)).fetchall()
    return Secret(seed)


def _dealt_game(log: Iterable[Entry], secret: Secret) -> Game:
    table: Room | None = None
    for entry in log:
        table = evolve_room(table, entry, lambda started: game_rng(secret, started))
    assert table is not None
    return game_of(table)


def _revealed_by(plan: Plan, game: Game, fates: Iterable[Moved]) -> list[object] | None:
    """What the commands lay open to the observers; None if one of them is not legal here."""
    shown: list[object] = []
    for fate in fates:
        try:
            step = apply_command(game, fate.command)
        except IllegalAction:
            return None
        game = step.game
        shown += [revealed_cards(plan, event) for event in step.events]
    return shown


def revealed_cards(plan: Plan, event: GameEvent) -> object:
    """What the rules let the observers see of an event, whatever the server tells them."""
    what = event.what if isinstance(event, AtTable) else event
    seen = plan.observers
    match what:
        case Drew(seat, cards, why):
            return seat, why, _seen(cards, seat in seen)
        case HandsSwapped(seat, target, hands):
            return seat, target, _hands(hands, seen)
        case HandsPassed(seat, hands, side):
            return seat, side, _hands(hands, seen)
        case HandsShuffled(seat, hands):
            return seat, _hands(hands, seen)
        case HandShown(seat, to, cards):
            return seat, to, _seen(cards, seat in seen or to in seen)
        case CardsGiven(seat, to, cards):
            return seat, to, _seen(cards, seat in seen or to in seen)
        case Reshuffled(pile):
            return len(pile)
        case RoundEnded(winner) | RoundScored(_, winner) if plan.hidden:
            return winner  # hands are laid open and counted: the end of what is hidden
        case _:
            return what


def _seen(cards: Cards, is_open: bool) -> object:
    return cards if is_open else len(cards)


def _hands(hands: tuple[Cards, ...], seen: Sequence[int]) -> list[object]:
    return [_seen(hand, seat in seen) for seat, hand in enumerate(hands)]


def log_of(database: Path, code: str) -> list[Entry]:
    """A table's log as it lies in a database nobody serves."""
    with closing(sqlite3.connect(database)) as db:
        rows = db.execute("select entry from log where code = ? order by seq", (code,))
        return [decode_entry(row) for (row,) in rows]
