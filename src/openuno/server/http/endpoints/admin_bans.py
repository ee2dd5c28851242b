"""For the operator: who may not come in, whether new tables are opened, what everyone is told."""

from ipaddress import ip_address
from typing import Annotated

import msgspec
from msgspec import Meta

from openuno.room.chat import clean_text
from openuno.server.http.endpoint import Call, NoContent, Operator, endpoint
from openuno.server.net.problems import HttpKind, Problem
from openuno.server.net.rate_limits import household
from openuno.server.operator_settings import (
    LONGEST_ANNOUNCEMENT,
    LONGEST_REASON,
    MOST_BANS,
    Ban,
)

Minutes = Annotated[int, Meta(ge=1, le=10 * 366 * 24 * 60)]
Person = Annotated[str, Meta(pattern="^[0-9a-z]{1,64}$")]
Address = Annotated[str, Meta(min_length=1, max_length=100)]


class NewBan(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Whom to ban: a person by id, or an address; for good, or for some minutes."""

    person: Person | None = None
    address: Address | None = None
    minutes: Minutes | None = None
    reason: Annotated[str, Meta(max_length=LONGEST_REASON)] = ""


class BanQuery(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Whose ban: a person's by id, or an address's."""

    person: Person | None = None
    address: Address | None = None


class Bans(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Everyone who is banned, the latest first."""

    bans: list[Ban]


class NewDrain(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """For how long no new tables are opened; without `minutes` until it is ended."""

    minutes: Minutes | None = None


class DrainState(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Whether new tables and events are refused, since when and until when."""

    draining: bool
    since: int | None = None
    until: int | None = None


class NewAnnouncement(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What to tell everyone, and for how long; without `minutes` until it is taken back."""

    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_ANNOUNCEMENT)]
    minutes: Minutes | None = None


class AnnouncementState(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What everyone is told, since when and until when; nothing without a `text`."""

    text: str | None = None
    since: int | None = None
    until: int | None = None


@endpoint("GET", "/api/admin/bans")
async def admin_bans(call: Call, operator: Operator) -> Bans:
    """Who is banned."""
    del operator
    return Bans(call.hub.context.operator.bans())


@endpoint("POST", "/api/admin/bans", status=201, errors=(409, 422))
async def admin_ban(call: Call, operator: Operator, body: NewBan) -> Ban:
    """Ban a person, or everyone at an address; their connections end within a second."""
    context = call.hub.context
    person, address = _who(body.person, body.address)
    if len(context.operator.bans()) >= MOST_BANS:
        raise Problem.of(HttpKind.TOO_MANY_BANS, most=MOST_BANS)
    now = context.now()
    ban = Ban(person, address, now, _until(now, body.minutes), body.reason)
    await context.operator.ban(ban)
    context.log.info("operator banned", person=person, banned=address, address=operator.address)
    await call.hub.refresh_operator_settings()
    return ban


@endpoint("DELETE", "/api/admin/bans", errors=(422,))
async def admin_unban(call: Call, operator: Operator, query: BanQuery) -> NoContent:
    """Let a person or an address in again."""
    context = call.hub.context
    person, address = _who(query.person, query.address)
    found = await context.operator.unban(person, address)
    await call.hub.refresh_operator_settings()
    if not found:
        raise Problem.of(HttpKind.NO_SUCH_BAN)
    context.log.info("operator unbanned", person=person, banned=address, address=operator.address)
    return NoContent()


@endpoint("GET", "/api/admin/drain")
async def admin_drain_state(call: Call, operator: Operator) -> DrainState:
    """Whether new tables and events are refused."""
    del operator
    return _drain_state(call)


@endpoint("PUT", "/api/admin/drain")
async def admin_drain(call: Call, operator: Operator, body: NewDrain) -> DrainState:
    """Open no new tables and events; games in progress go on."""
    context = call.hub.context
    await context.operator.start_drain(_until(context.now(), body.minutes))
    context.log.info("operator drains the server", address=operator.address)
    await call.hub.refresh_operator_settings()
    return _drain_state(call)


@endpoint("DELETE", "/api/admin/drain")
async def admin_end_drain(call: Call, operator: Operator) -> DrainState:
    """Open new tables and events again."""
    context = call.hub.context
    await context.operator.end_drain()
    context.log.info("operator ends the drain", address=operator.address)
    await call.hub.refresh_operator_settings()
    return _drain_state(call)


@endpoint("GET", "/api/admin/announcement")
async def admin_announcement(call: Call, operator: Operator) -> AnnouncementState:
    """What everyone is told now."""
    del operator
    return _announcement(call)


@endpoint("PUT", "/api/admin/announcement", errors=(422,))
async def admin_announce(
    call: Call, operator: Operator, body: NewAnnouncement
) -> AnnouncementState:
    """Tell everyone who is connected, and everyone who comes until it ends."""
    context = call.hub.context
    text = clean_text(body.text, LONGEST_ANNOUNCEMENT)
    await context.operator.announce(text, _until(context.now(), body.minutes))
    context.log.info("operator announces", address=operator.address)
    await call.hub.refresh_operator_settings()
    return _announcement(call)


@endpoint("DELETE", "/api/admin/announcement")
async def admin_end_announcement(call: Call, operator: Operator) -> AnnouncementState:
    """Take the announcement back."""
    context = call.hub.context
    await context.operator.end_announcement()
    context.log.info("operator ends the announcement", address=operator.address)
    await call.hub.refresh_operator_settings()
    return _announcement(call)


def _announcement(call: Call) -> AnnouncementState:
    notice = call.hub.context.operator.notice
    if notice is None:
        return AnnouncementState()
    return AnnouncementState(notice.text, notice.since, notice.until)


def _drain_state(call: Call) -> DrainState:
    drain = call.hub.context.operator.drain
    if drain is None:
        return DrainState(draining=False)
    return DrainState(draining=True, since=drain.since, until=drain.until)


def _who(person: str | None, address: str | None) -> tuple[str | None, str | None]:
    """One of both; an address as limits count it: a whole network of IPv6."""
    if (person is None) == (address is None):
        raise Problem.of(HttpKind.BAN_NAMES_ONE)
    if address is None:
        return person, None
    try:
        found = ip_address(address.removesuffix("/64"))
    except ValueError:
        raise Problem.of(HttpKind.NO_ADDRESS, address=address[:60]) from None
    return None, household(str(found))


def _until(now: int, minutes: int | None) -> int | None:
    return None if minutes is None else now + minutes * 60_000
