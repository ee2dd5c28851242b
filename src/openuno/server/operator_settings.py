"""What the operator has set while the server runs, as every process reads it once a second."""

from collections.abc import Sequence
from contextlib import suppress
from math import ceil

import msgspec
from msgspec.structs import replace

from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused
from openuno.server.clock import Now
from openuno.server.store import OperatorSetting, Store

MOST_BANS = 2000
"""Bans at one time: every process reads them all."""
LONGEST_REASON = 200
LONGEST_ANNOUNCEMENT = 200
_PERSON, _ADDRESS, _DRAIN = "ban-person:", "ban-address:", "drain"
_ANNOUNCEMENT = "announcement"


class Ban(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Somebody who may not come in: a `person` by id, or everyone at an `address`.

    `since` and `until` are in milliseconds since 1970, without `until` it holds until it is
    removed; `reason` is for operators.
    """

    person: str | None
    address: str | None
    since: int
    until: int | None
    reason: str

    @property
    def key(self) -> str:
        """What it is kept by."""
        return ban_key(self.person, self.address)


class _BanBody(msgspec.Struct, frozen=True, gc=False):
    since: int
    reason: str = ""


class Drain(msgspec.Struct, frozen=True, gc=False):
    """No new tables and events, since a time and perhaps until another."""

    since: int
    until: int | None = None


class Notice(msgspec.Struct, frozen=True, gc=False):
    """What everyone is told, since a time and perhaps until another."""

    text: str
    since: int
    until: int | None = None


def ban_key(person: str | None, address: str | None) -> str:
    """What a ban of this person, or else of this address, is kept by."""
    return f"{_ADDRESS}{address}" if person is None else f"{_PERSON}{person}"


class OperatorSettings:
    """Bans, drain and announcement as they were when the store was last read."""

    def __init__(self, store: Store, now: Now) -> None:
        self._store = store
        self._now = now
        self._rows: Sequence[OperatorSetting] = ()
        self._bans: dict[str, Ban] = {}
        self._drain: Drain | None = None
        self._notice: Notice | None = None

    async def refresh(self) -> bool:
        """Read the store; whether anything has changed since."""
        rows = await self._store.operator_settings()
        if rows == self._rows:
            return False
        self._rows = rows
        self._bans, self._drain, self._notice = {}, None, None
        for row in rows:
            # A row that is damaged must not hide the others; `uno check-database` finds it.
            with suppress(msgspec.DecodeError):
                self._take_in(row)
        return True

    def _take_in(self, row: OperatorSetting) -> None:
        if row.key == _DRAIN:
            self._drain = replace(msgspec.json.decode(row.body, type=Drain), until=row.until)
        elif row.key == _ANNOUNCEMENT:
            self._notice = replace(msgspec.json.decode(row.body, type=Notice), until=row.until)
        elif (ban := _read_ban(row)) is not None:
            self._bans[ban.key] = ban

    # ---- what holds ----

    def check_ban(self, person: str | None, address: str) -> None:
        """Refuse somebody who is banned, by themselves or by where they come from."""
        if not self._bans:
            return
        for key in (ban_key(None, address), *(() if person is None else (ban_key(person, None),))):
            ban = self._bans.get(key)
            if ban is None or not self._holds(ban.until):
                continue
            if ban.until is None:
                raise Refused(RefusalKind.BANNED)
            seconds = max(1, ceil((ban.until - self._now()) / 1000))
            raise Refused(RefusalKind.BANNED_FOR, seconds=seconds)

    def check_drain(self) -> None:
        """Refuse new tables and events while the server drains."""
        if self.drain is not None:
            raise Refused(RefusalKind.DRAINING, retry=60_000)

    @property
    def drain(self) -> Drain | None:
        """Since when no new tables are opened, if they are not."""
        drain = self._drain
        return drain if drain is not None and self._holds(drain.until) else None

    @property
    def notice(self) -> Notice | None:
        """What everyone is told now, if anything."""
        notice = self._notice
        return notice if notice is not None and self._holds(notice.until) else None

    def bans(self) -> list[Ban]:
        """Every ban that holds, the latest first."""
        holding = [ban for ban in self._bans.values() if self._holds(ban.until)]
        return sorted(holding, key=lambda ban: (-ban.since, ban.key))

    # ---- what is set ----

    async def ban(self, ban: Ban) -> None:
        """Keep a ban in place of one of the same person or address."""
        body = msgspec.json.encode(_BanBody(ban.since, ban.reason)).decode()
        await self._keep(OperatorSetting(ban.key, ban.until, body))

    async def unban(self, person: str | None, address: str | None) -> bool:
        """Remove a ban; whether there was one."""
        return await self._remove(ban_key(person, address))

    async def start_drain(self, until: int | None) -> None:
        """Open no new tables and events from now on."""
        body = msgspec.json.encode(Drain(self._now())).decode()
        await self._keep(OperatorSetting(_DRAIN, until, body))

    async def end_drain(self) -> None:
        """Open new tables and events again."""
        await self._remove(_DRAIN)

    async def announce(self, text: str, until: int | None) -> None:
        """Tell everyone this from now on, instead of what they were told before."""
        body = msgspec.json.encode(Notice(text, self._now())).decode()
        await self._keep(OperatorSetting(_ANNOUNCEMENT, until, body))

    async def end_announcement(self) -> None:
        """Tell nobody anything any more."""
        await self._remove(_ANNOUNCEMENT)

    async def _keep(self, setting: OperatorSetting) -> None:
        await self._store.remove_over_settings(self._now())
        await self._store.keep_operator_setting(setting)

    async def _remove(self, key: str) -> bool:
        found = any(row.key == key and self._holds(row.until) for row in self._rows)
        return await self._store.remove_operator_setting(key) and found

    def _holds(self, until: int | None) -> bool:
        return until is None or until > self._now()


def _read_ban(row: OperatorSetting) -> Ban | None:
    for prefix in (_PERSON, _ADDRESS):
        if row.key.startswith(prefix):
            name = row.key.removeprefix(prefix)
            body = msgspec.json.decode(row.body, type=_BanBody)
            person, address = (name, None) if prefix == _PERSON else (None, name)
            return Ban(person, address, body.since, row.until, body.reason)
    return None
