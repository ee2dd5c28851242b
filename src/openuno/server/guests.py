"""People: a name and a secret token, no account. The token is kept as a hash only."""

from hashlib import sha256

from msgspec.structs import replace

from openuno.room.chat import checked_name
from openuno.room.refusals import Code, Refused
from openuno.server.context import House
from openuno.server.store import Guest

TOKEN_BYTES = 24
LONGEST_TOKEN = 200


async def new_guest(house: House, name: str) -> tuple[Guest, str]:
    """A person nobody has seen before, and the token that proves it is them."""
    guest = Guest(house.entropy(8).hex(), checked_name(name))
    token = house.entropy(TOKEN_BYTES).hex()
    await house.store.add_guest(guest, token_hash(token))
    return guest, token


async def known_guest(house: House, token: str) -> Guest:
    """Whose token this is; `Refused` if nobody's."""
    guest = None if len(token) > LONGEST_TOKEN else await house.store.guest(token_hash(token))
    if guest is None:
        raise Refused(Code.BAD_TOKEN, "nobody has this token; ask for a new one")
    return guest


async def new_token(house: House, guest: Guest) -> str:
    """Another token for the same person; the old one is worth nothing from now on."""
    token = house.entropy(TOKEN_BYTES).hex()
    await house.store.change_token(guest.id, token_hash(token))
    return token


async def renamed(house: House, guest: Guest, name: str | None, rated: bool | None) -> Guest:
    """The person with another name, or another wish to be rated."""
    changed = replace(
        guest,
        name=guest.name if name is None else checked_name(name),
        rated=guest.rated if rated is None else rated,
    )
    await house.store.change_guest(changed)
    return changed


def token_hash(token: str) -> bytes:
    """What is kept of a token: it is random and long, so a plain hash does."""
    return sha256(token.encode()).digest()
