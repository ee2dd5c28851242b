"""People: a name and a secret token, no account. The token is kept as a hash only."""

from hashlib import sha256

from msgspec.structs import replace

from openuno.room.chat import clean_name
from openuno.room.faces import check_face
from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.server.context import ServerContext
from openuno.server.store import Guest

TOKEN_BYTES = 24
LONGEST_TOKEN = 200


async def new_guest(
    context: ServerContext, name: str, face: str | None = None
) -> tuple[Guest, str]:
    """A person nobody has seen before, and the token that proves it is them."""
    face = None if face is None else check_face(face)
    guest = Guest(context.entropy(8).hex(), clean_name(name), face=face)
    token = context.entropy(TOKEN_BYTES).hex()
    await context.store.add_guest(guest, token_hash(token))
    return guest, token


async def authenticate(context: ServerContext, token: str) -> Guest:
    """Whose token this is; `Refused` if nobody's."""
    guest = None if len(token) > LONGEST_TOKEN else await context.store.guest(token_hash(token))
    if guest is None:
        raise Refused(RefusalKind.BAD_TOKEN)
    return guest


async def new_token(context: ServerContext, guest: Guest) -> str:
    """Another token for the same person; the old one is worth nothing from now on."""
    token = context.entropy(TOKEN_BYTES).hex()
    await context.store.change_token(guest.id, token_hash(token))
    return token


async def update_guest(
    context: ServerContext,
    guest: Guest,
    name: str | None = None,
    face: str | None = None,
    rated: bool | None = None,
) -> Guest:
    """The person with another name or face, or another choice about being rated."""
    changed = replace(
        guest,
        name=guest.name if name is None else clean_name(name),
        face=guest.face if face is None else check_face(face),
        rated=guest.rated if rated is None else rated,
    )
    await context.store.change_guest(changed)
    return changed


def token_hash(token: str) -> bytes:
    """What is kept of a token: it is random and long, so a plain hash does."""
    return sha256(token.encode()).digest()
