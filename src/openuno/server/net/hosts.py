"""Which names this server answers to.

A page elsewhere can have its own name point to our address (DNS rebinding), and then passes for
one of our pages. So a name has to be known; an address needs no name server and cannot be
pointed anywhere.
"""

import re
import socket
from collections.abc import Sequence
from ipaddress import ip_address

ANY = "*"

_HOST = re.compile(r"[0-9A-Za-z._-]{1,253}(?::[0-9]{1,5})?|\[[0-9A-Fa-f:.]{2,45}\](?::[0-9]{1,5})?")


class Hosts:
    """The names this server may be called by: its machine's, and those the operator allows.

    A proxy decides by itself which names lead to us, so behind one every name is right unless the
    operator says which.
    """

    def __init__(
        self, allowed: Sequence[str] = (), *, listen: str = "", behind_proxy: bool = False
    ) -> None:
        machine = _plain(socket.gethostname())
        self._names = {"localhost", machine, f"{machine}.local", _plain(listen)} - {""}
        self._names |= {_plain(_without_port(name)) for name in allowed}
        self._any = ANY in allowed or (behind_proxy and not allowed)

    def serve(self, host: str) -> bool:
        """Whether a request for this host (the header, with or without a port) is for us."""
        if self._any:
            return True
        if read_address(host) is not None:
            return True
        name = _plain(_without_port(host))
        return name in self._names or name.endswith(".localhost")


def read_address(written: str) -> str | None:
    """The address that is written there, with or without a port; None if it is a name."""
    name = host_name(written)
    return name if _is_address(name) else None


def is_host(written: str) -> bool:
    """Whether this is a name or an address, with or without a port."""
    return _HOST.fullmatch(written) is not None


def host_name(host: str) -> str:
    """A host as a name or address alone: without its port, and an IPv6 address without brackets."""
    return _without_port(host).removeprefix("[").removesuffix("]")


def _without_port(host: str) -> str:
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdecimal() and (":" not in name or name[0] == "[") else host


def _plain(name: str) -> str:
    return name.lower().rstrip(".")


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
