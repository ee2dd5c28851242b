"""Passwords of tables: what is the same password, and what is not."""

import asyncio
from hashlib import scrypt

import pytest

from openuno.room.refusal_kinds import RefusalCode
from openuno.room.refusals import Refused
from openuno.server.rooms.passwords import (
    LONGEST,
    SALT,
    check_password,
    hash_password,
    verify_password,
)

SALTY = bytes(range(SALT))


def is_opened(password: str, tried: str) -> bool:
    async def both() -> bool:
        return await verify_password(await hash_password(password, SALTY), tried)

    return asyncio.run(both())


@pytest.mark.parametrize(
    ("password", "tried"),
    [
        ("sesame", "sesame"),
        ("Caf\u00e9", "Cafe\u0301"),  # as one keyboard composes it, and another does not
        ("open\u00a0sesame", "open sesame"),
        ("\u5f00\u95e8", "\u5f00\u95e8"),
        ("x" * LONGEST, "x" * LONGEST),
    ],
)
def test_the_same_password_opens(password: str, tried: str) -> None:
    assert is_opened(password, tried)


@pytest.mark.parametrize(
    ("password", "tried"),
    [
        ("sesame", "sesame\0"),
        ("sesame", "sesame\0\0"),
        ("sesame", "\0sesame"),
        ("sesame", "Sesame"),
        ("sesame", " sesame"),
        ("sesame", "sesame "),
        ("sesame", "sesame\n"),
        ("sesame", ""),
        ("x" * LONGEST, "x" * (LONGEST - 1)),
        ("x" * LONGEST, "x" * (LONGEST + 1)),
        ("2", "\u00b2"),  # a superscript is another character
    ],
)
def test_another_password_does_not_open(password: str, tried: str) -> None:
    assert not is_opened(password, tried)


@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("", RefusalCode.TOO_LONG),
        ("x" * (LONGEST + 1), RefusalCode.TOO_LONG),
        ("sesame\0", RefusalCode.BAD_MESSAGE),
        ("\ud800", RefusalCode.BAD_MESSAGE),
        ("line\nline", RefusalCode.BAD_MESSAGE),
    ],
)
def test_what_nobody_could_type_is_no_password(password: str, code: RefusalCode) -> None:
    with pytest.raises(Refused) as refused:
        check_password(password)
    assert refused.value.code is code


def test_a_table_locked_by_an_earlier_version_opens_to_its_password_alone() -> None:
    kept = SALTY.hex() + scrypt(b"sesame", salt=SALTY, n=1 << 13, r=8, p=1).hex()
    assert asyncio.run(verify_password(kept, "sesame"))
    for tried in ("sesame\0", "Sesame", ""):
        assert not asyncio.run(verify_password(kept, tried))
