"""How values become rows and rows values: the same in both stores."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec

from openuno.engine.errors import SetupError
from openuno.event.hosted.facts import Entry as EventEntry
from openuno.game.statistics import Figures
from openuno.room.facts import Entry
from openuno.server.store import (
    AbuseReport,
    Damaged,
    FinishedGame,
    Guest,
    LobbyEntry,
    PlayedGame,
    Rating,
    Totals,
    TouchedTable,
)

FIGURES = Figures.__struct_encode_fields__
"""The columns of the figures, in the order of the fields."""
PLAYED = ("game", "player", "guest", "ended", "kind", "rank", "game_won", *FIGURES)
TOTALS = ", ".join(f"max({name})" if name == "longest_hand" else f"sum({name})" for name in FIGURES)
ARCHIVED = """state = 'archived' and updated < $1
    and (host is null or host not like 'event-%')"""
"""Tables that may be forgotten, last touched before a time; an event's go with the event."""
TABLES_BY_CODE = ("log", "secrets", "snapshots", "tables")
"""Where the rows of one table are found by its code."""
EVENTS_BY_CODE = ("event_log", "events")
"""Where those of an event are."""
# Where openskill begins with somebody it knows nothing of.
MU, SIGMA = 25.0, 25 / 3

encode = msgspec.json.Encoder().encode
decode_entry = msgspec.json.Decoder(Entry).decode
decode_event_entry = msgspec.json.Decoder(EventEntry).decode
decode_listing = msgspec.json.Decoder(LobbyEntry).decode
decode_game = msgspec.json.Decoder(FinishedGame).decode
decode_report = msgspec.json.Decoder(AbuseReport).decode


FEW_GAMES = 16
LONG_LOG = 128
"""Entries of a log that are decoded in a thread: fewer take less time than handing them over."""


def decode_entries(rows: Sequence[Sequence[bytes]]) -> list[Entry]:
    """Entries of a log, from rows that hold nothing else; `Damaged` if one is not an entry."""
    try:
        return [decode_entry(body) for (body,) in rows]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, SetupError) as error:
        raise Damaged(f"an entry of the log cannot be read: {error}") from None


def decode_event_entries(rows: Sequence[Sequence[bytes]]) -> list[EventEntry]:
    """Entries of an event's log, likewise."""
    try:
        return [decode_event_entry(body) for (body,) in rows]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Damaged(f"an entry of an event cannot be read: {error}") from None


def readable_listings(rows: Sequence[Sequence[str]]) -> list[LobbyEntry]:
    """Listings, from rows that hold nothing else; a damaged one must not hide the others."""
    listings = []
    for (body,) in rows:
        with suppress(msgspec.DecodeError, UnicodeDecodeError):
            listings.append(decode_listing(body))
    return listings


def readable_tables(rows: Sequence[tuple[str, int]]) -> list[TouchedTable]:
    """Tables with the time they were last touched; a damaged one must not hide the others."""
    tables = []
    for body, touched in rows:
        with suppress(msgspec.DecodeError, UnicodeDecodeError):
            tables.append(TouchedTable(decode_listing(body), touched))
    return tables


def readable_reports(rows: Sequence[tuple[str]]) -> list[AbuseReport]:
    """Reports, from rows that hold nothing else; a damaged one must not hide the others."""
    reports = []
    for (body,) in rows:
        with suppress(msgspec.DecodeError, UnicodeDecodeError):
            reports.append(decode_report(body))
    return reports


async def decode_games(rows: Sequence[Sequence[str]]) -> list[FinishedGame]:
    """Finished games, from rows that hold nothing else; many take a millisecond, in a thread."""
    if len(rows) <= FEW_GAMES:
        return [decode_game(body) for (body,) in rows]
    return await asyncio.to_thread(lambda: [decode_game(body) for (body,) in rows])


def played_row(game: FinishedGame, played: PlayedGame) -> tuple[Any, ...]:
    """The values of `PLAYED`."""
    return (
        game.id,
        played.player,
        played.guest,
        game.ended,
        game.kind,
        played.rank,
        played.won,
        *msgspec.structs.astuple(played.figures),
    )


def guest_of(row: Sequence[Any]) -> Guest:
    """A person, from id, name, rated and face."""
    return Guest(row[0], row[1], bool(row[2]), row[3])


def totals_of(row: Sequence[Any]) -> Totals:
    """A person's totals, from kind, games, games won and `TOTALS`."""
    figures = dict(zip(Figures.__struct_fields__, row[3:], strict=True))
    return Totals(row[0], row[1], row[2], Figures(**figures))


def rating_of(row: Sequence[Any]) -> Rating:
    """A rating, from guest, name, kind, mu, sigma and games; the last three None for a newcomer."""
    guest, name, kind, mu = row[:4]
    return Rating(guest, name, kind, MU, SIGMA, 0) if mu is None else Rating(*row)


def may_be_rated(game: FinishedGame) -> bool:
    """Whether a game counts at all: it was played to the end, by two people or more."""
    return game.winners is not None and len(game.played) > 1


def rated_in(game: FinishedGame, rows: Sequence[Sequence[Any]]) -> list[Rating]:
    """The rated people of a game in the order of `played`, each once."""
    ratings = {row[0]: rating_of(row) for row in rows}
    guests = dict.fromkeys(played.guest for played in game.played)
    return [ratings[guest] for guest in guests if guest in ratings]
