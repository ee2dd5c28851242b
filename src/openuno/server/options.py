"""How a server is started: what the operator may choose."""

import os
from enum import StrEnum
from pathlib import Path

import msgspec

from openuno.server.limits import Limits


class LogLevel(StrEnum):
    """From which importance on something is logged."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


def default_database() -> str:
    """Where tables are kept if the operator names no place: a file among the user's own data."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return str(Path(data) / "openuno" / "tables.db")


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that `uno serve` can be configured with; passed to every process it starts."""

    database: str
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 1
    search_workers: int = 1
    """Processes that search for bots, beside each of the `workers`; started when first needed."""
    origins: tuple[str, ...] = ()
    allowed_hosts: tuple[str, ...] = ()
    """Names the server answers to beside its machine's own; `*` for every name."""
    public_url: str | None = None
    """Where people open this server, as a scheme and a host; None to go by what they asked for."""
    behind_proxy: bool = False
    migrate: bool = True
    json_logs: bool = False
    log_level: LogLevel = LogLevel.INFO
    process: str | None = None
    """What the process is called; each life adds something made up, so that no two are one."""
    admin_token_hash: bytes | None = None
    """SHA-256 of the secret that operators show; None if the server has no admin addresses.
    The secret itself is kept nowhere, so that nothing can print it."""
    keep_days: int | None = None
    """After how many days closed and unused tables are deleted; None to keep them forever."""
    limits: Limits = Limits()
