"""Passwords of tables: only what scrypt makes of one is kept, with its salt before it."""

import asyncio
from hashlib import scrypt
from hmac import compare_digest

from openuno.table.refused import Code, Refused

LONGEST = 100
SALT = 16
"""In bytes."""


def check_password(password: str) -> None:
    """Refuse one that is empty or longer than anyone would type."""
    if not 1 <= len(password) <= LONGEST:
        raise Refused(Code.TOO_LONG, f"a password has 1 to {LONGEST} characters")


async def sealed(password: str, salt: bytes) -> str:
    """What is kept of a password; it is slow on purpose, so a thread does it."""
    made = await asyncio.to_thread(scrypt, password.encode(), salt=salt, n=1 << 13, r=8, p=1)
    return salt.hex() + made.hex()


async def opens(kept: str | None, password: str | None) -> bool:
    """Whether this password opens what was sealed; a table without one is open."""
    if kept is None:
        return True
    if password is None or len(password) > LONGEST:
        return False
    tried = await sealed(password, bytes.fromhex(kept[: 2 * SALT]))
    return compare_digest(tried, kept)
