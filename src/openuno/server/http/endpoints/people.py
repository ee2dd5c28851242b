"""People: arriving, changing a name, a new token, deleting their data."""

import msgspec
from msgspec import UNSET, UnsetType

from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.server import guests
from openuno.server.http.endpoint import Call, NoContent, endpoint
from openuno.server.store import Guest, Rating, Totals


class NewGuest(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Someone who wants to play; without a `face` they look as clients propose for the name."""

    name: str
    face: str | None = None


class Me(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A person: `guest` is the public id; `rated` says whether they want to be rated.

    `face` is the one they have chosen.
    """

    guest: str
    name: str
    rated: bool
    face: str | None = None


class GuestCreated(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A person and the secret that proves who they are; it is shown this once."""

    guest: str
    name: str
    token: str


class MeUpdate(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What a person wants changed; what is left out stays."""

    name: str | UnsetType = UNSET
    rated: bool | UnsetType = UNSET
    face: str | UnsetType = UNSET


class Profile(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """What everyone may know of a person: name, and what they did in finished games."""

    guest: str
    name: str
    totals: list[Totals]
    ratings: list[Rating]


@endpoint("POST", "/api/guests", status=201, errors=(422,))
async def new_guest(call: Call, body: NewGuest) -> GuestCreated:
    """Come in under a name; the token is all that proves who you are, so keep it."""
    limits = call.state["rate_limits"]
    limits.guests.take(call.address, limits.now())
    guest, token = await guests.new_guest(call.hub.context, body.name, body.face)
    call.hub.context.activity.add_guest(guest.id, call.address)
    return GuestCreated(guest.id, guest.name, token)


@endpoint("GET", "/api/me")
async def me(call: Call, me: Guest) -> Me:
    """Who you are."""
    del call
    return _me(me)


@endpoint("PATCH", "/api/me", errors=(422,))
async def change_me(call: Call, me: Guest, body: MeUpdate) -> Me:
    """Take another name or face, or say whether you want to be rated."""
    name = None if body.name is UNSET else body.name
    face = None if body.face is UNSET else body.face
    rated = None if body.rated is UNSET else body.rated
    return _me(await guests.update_guest(call.hub.context, me, name, face, rated))


@endpoint("POST", "/api/me/token")
async def new_token(call: Call, me: Guest) -> GuestCreated:
    """Get a new token; the old one is worth nothing from now on, and its connections end."""
    token = await guests.new_token(call.hub.context, me)
    call.hub.visitors.dismiss(me.id)
    return GuestCreated(me.id, me.name, token)


@endpoint("DELETE", "/api/me")
async def forget_me(call: Call, me: Guest) -> NoContent:
    """Go for good: token, name and ratings are removed; games keep the names as played."""
    await call.store.forget(me.id)
    call.hub.visitors.dismiss(me.id)
    return NoContent()


@endpoint("GET", "/api/me/statistics", weight=10)
async def my_statistics(call: Call, me: Guest) -> Profile:
    """What you have done in finished games, by kind of format, and your ratings."""
    return await _profile(call, me)


@endpoint("GET", "/api/players/{person}", weight=10)
async def player(call: Call, person: str) -> Profile:
    """What someone has done in finished games, by kind of format, and their ratings."""
    guest = await call.store.find_guest(person)
    if guest is None:
        raise Refused(RefusalKind.NO_SUCH_GUEST)
    return await _profile(call, guest)


async def _profile(call: Call, guest: Guest) -> Profile:
    totals = await call.store.totals(guest.id)
    return Profile(guest.id, guest.name, totals, await call.store.ratings_of(guest.id))


def _me(guest: Guest) -> Me:
    return Me(guest.id, guest.name, guest.rated, guest.face)
