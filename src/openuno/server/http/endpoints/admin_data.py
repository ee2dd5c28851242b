"""For the operator: old tables, and everything that is kept about one person."""

from typing import Annotated

import msgspec
from msgspec import Meta

from openuno.game.statistics import Figures
from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.server.http.endpoint import Call, NoContent, Operator, endpoint
from openuno.server.operator_settings import Ban
from openuno.server.rooms.retention import DAY, prune
from openuno.server.store import AbuseReport, FinishedGame, Rating, Totals

MOST_PRUNED = 200
"""Tables deleted by one request."""
MOST_GAMES = 5000
_TOGETHER = 200


class PruneRequest(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Which tables to delete: closed or archived, untouched for `days`; or only count them."""

    days: Annotated[int, Meta(ge=1, le=36_500)]
    dry_run: bool = False


class Pruned(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """How many tables were deleted, and how many are left to be (`tables`) with their `games`."""

    deleted: int
    tables: int
    games: int


class ExportedGame(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A finished game as one person played it; `names` are those of everyone at the table."""

    id: str
    ended: int
    rules: str
    format: str
    names: tuple[str, ...]
    player: int
    rank: int
    won: bool
    figures: Figures


class PersonData(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Everything that is kept about one person, but for the logs of the tables they played at."""

    guest: str
    name: str
    face: str | None
    rated: bool
    hosts: list[str]
    totals: list[Totals]
    ratings: list[Rating]
    games: list[ExportedGame]
    reports: list[AbuseReport]
    ban: Ban | None


@endpoint("POST", "/api/admin/prune", weight=20)
async def admin_prune(call: Call, operator: Operator, body: PruneRequest) -> Pruned:
    """Delete closed and long unused tables with all that was played there, some at a time."""
    context = call.hub.context
    deleted = 0
    if not body.dry_run:
        async for codes in prune(call.hub, body.days, MOST_PRUNED):
            deleted += len(codes)
        context.log.info(
            "operator deleted old tables",
            tables=deleted,
            days=body.days,
            address=operator.address,
        )
    tables, games = await call.store.count_archived(context.now() - body.days * DAY)
    return Pruned(deleted, tables, games)


@endpoint("GET", "/api/admin/people/{person}", weight=20)
async def admin_export(call: Call, operator: Operator, person: str) -> PersonData:
    """Everything that is kept about one person."""
    store, context = call.store, call.hub.context
    guest = await store.find_guest(person)
    if guest is None:
        raise Refused(RefusalKind.NO_SUCH_GUEST)
    context.log.info("operator exported a person", person=person, address=operator.address)
    bans = (ban for ban in context.operator.bans() if ban.person == person)
    return PersonData(
        guest=guest.id,
        name=guest.name,
        face=guest.face,
        rated=guest.rated,
        hosts=await store.hosted_by(person),
        totals=await store.totals(person),
        ratings=await store.ratings_of(person),
        games=await _games(call, person),
        reports=await store.reports_of(person),
        ban=next(bans, None),
    )


@endpoint("DELETE", "/api/admin/people/{person}")
async def admin_forget(call: Call, operator: Operator, person: str) -> NoContent:
    """Delete a person: token, name, ratings and reports; games keep the names as played."""
    if await call.store.find_guest(person) is None:
        raise Refused(RefusalKind.NO_SUCH_GUEST)
    await call.store.forget(person)
    call.hub.visitors.dismiss(person)
    log = call.hub.context.log
    log.info("operator deleted a person", person=person, address=operator.address)
    return NoContent()


async def _games(call: Call, person: str) -> list[ExportedGame]:
    found: list[FinishedGame] = []
    before = 2**53
    while len(found) < MOST_GAMES:
        more = await call.store.games_of(person, before, _TOGETHER)
        if not more:
            break
        found += more
        before = more[-1].ended
    return [
        ExportedGame(
            id=game.id,
            ended=game.ended,
            rules=game.rules,
            format=game.format,
            names=game.names,
            player=played.player,
            rank=played.rank,
            won=played.won,
            figures=played.figures,
        )
        for game in {each.id: each for each in found}.values()
        for played in game.played
        if played.guest == person
    ]
