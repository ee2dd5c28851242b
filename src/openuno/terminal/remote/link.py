"""The link to a table, as people send it to each other."""

import re
from ipaddress import ip_address
from urllib.parse import urlsplit

import msgspec

DEFAULT_SERVER = "http://127.0.0.1:8000"
"""Where a code without an address is looked for: the server of this machine."""
EXAMPLE = "write it like http://192.168.1.20:8000/t/ABC234"
_CODE = re.compile(r"[A-Z0-9]{4,12}")
_WHOLE_CODE = re.compile(r"[A-HJ-KMNP-Z2-9]{6}|[A-HJ-KMNP-Z2-9]{10}")
"""A code by itself, as servers make them."""


class BadLink(ValueError):
    """What was given leads to no table."""


class TableLink(msgspec.Struct, frozen=True):
    """A server and the code of a table there."""

    server: str
    code: str

    def __str__(self) -> str:
        """The link, to send to others."""
        return f"{self.server}/t/{self.code}"

    @property
    def websocket(self) -> str:
        """Where the server listens for clients."""
        return f"ws{self.server.removeprefix('http')}/ws"


def parse_link(text: str) -> TableLink:
    """The link in any of the forms people write: with or without `http://`, or the code alone."""
    written = text.strip()
    if _WHOLE_CODE.fullmatch(written.upper()):
        return TableLink(DEFAULT_SERVER, written.upper())
    full = written if "://" in written else f"http://{written}"
    try:
        parts = urlsplit(full)
        port = parts.port
    except ValueError:
        raise BadLink(f"{text!r} is no link to a table; {EXAMPLE}") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadLink(f"{text!r} is no link to a table; {EXAMPLE}")
    match parts.path.strip("/").split("/"):
        case ["t", code] if _CODE.fullmatch(code.upper()):
            pass
        case _:
            raise BadLink(f"{text!r} names no table; {EXAMPLE}")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    where = host if port is None else f"{host}:{port}"
    return TableLink(f"{parts.scheme}://{where}", code.upper())


def is_nearby(server: str) -> bool:
    """Whether the server is on this machine or its network, where no proxy stands between."""
    host = urlsplit(server).hostname or ""
    try:
        address = ip_address(host)
    except ValueError:
        return host == "localhost" or "." not in host or host.endswith(".local")
    return address.is_private or address.is_loopback
