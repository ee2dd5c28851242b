"""Passwords of tables: only what scrypt makes of one is kept, with its salt before it.

A password is compared as RFC 8265 has it (OpaqueString): composed characters (NFC), any space as a
plain one, upper and lower case apart, no control characters. So it does not matter which keyboard
typed it. What is handed to scrypt is a hash of that, always 32 bytes: scrypt itself takes a
password and the same one with NULs after it for one.
"""

import asyncio
from hashlib import scrypt, sha256
from hmac import compare_digest
from unicodedata import category, normalize

from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused

LONGEST = 100
SALT = 16
"""In bytes."""
_VERSION = "2:"
"""Before what is kept; passwords of earlier versions have none and went to scrypt as typed."""


def check_password(password: str) -> None:
    """Refuse one that is empty, longer than anyone would type, or cannot be typed."""
    if not 1 <= len(password) <= LONGEST:
        raise Refused(RefusalKind.PASSWORD_LENGTH, most=LONGEST)
    if not _is_typable(password):
        raise Refused(RefusalKind.PASSWORD_UNTYPABLE)


async def hash_password(password: str, salt: bytes) -> str:
    """What is kept of a password; it is slow on purpose, so a thread does it."""
    return _VERSION + await _stretch(sha256(_normal(password).encode()).digest(), salt)


async def verify_password(kept: str | None, password: str | None) -> bool:
    """Whether this password opens what was sealed; a table without one is open."""
    if kept is None:
        return True
    if password is None or not 1 <= len(password) <= LONGEST or not _is_typable(password):
        return False
    salt = bytes.fromhex(kept.removeprefix(_VERSION)[: 2 * SALT])
    if kept.startswith(_VERSION):
        tried = await hash_password(password, salt)
    else:
        tried = await _stretch(password.encode(), salt)
    return compare_digest(tried, kept)


async def _stretch(secret: bytes, salt: bytes) -> str:
    made = await asyncio.to_thread(scrypt, secret, salt=salt, n=1 << 13, r=8, p=1)
    return salt.hex() + made.hex()


def _normal(password: str) -> str:
    spaced = "".join(" " if category(letter) == "Zs" else letter for letter in password)
    return normalize("NFC", spaced)


def _is_typable(password: str) -> bool:
    return not any(category(letter) in ("Cc", "Cs") for letter in password)
