"""The addresses by which others on the network reach a server of this machine."""

import socket
from contextlib import suppress
from ipaddress import ip_address

ELSEWHERE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses that belong to nobody: the way there begins at our own, and nothing is sent."""


def network_addresses(sock: socket.socket) -> list[str]:
    """What to open on another device, for a socket that listens; none if it is for us alone."""
    host, port = sock.getsockname()[:2]
    if host not in ("0.0.0.0", "::"):
        return []
    found = dict.fromkeys((*_outgoing(sock.family), *_of_this_machine(sock.family)))
    return [f"http://{_host_text(each)}:{port}" for each in found if _is_reachable(each)]


def _outgoing(family: int) -> list[str]:
    """The address this machine would send from, if it has a way to anywhere."""
    families = (socket.AF_INET, socket.AF_INET6) if family == socket.AF_INET6 else (socket.AF_INET,)
    found = []
    for each in families:
        with suppress(OSError), socket.socket(each, socket.SOCK_DGRAM) as probe:
            probe.connect((ELSEWHERE[each], 9))
            found.append(str(probe.getsockname()[0]))
    return found


def _of_this_machine(family: int) -> list[str]:
    """The addresses its own name leads to."""
    wanted = 0 if family == socket.AF_INET6 else socket.AF_INET
    try:
        found = socket.getaddrinfo(socket.gethostname(), None, wanted, socket.SOCK_STREAM)
    except OSError:
        return []
    return [str(address[0]) for *_, address in found]


def _is_reachable(written: str) -> bool:
    address = ip_address(written.partition("%")[0])
    return not (address.is_loopback or address.is_link_local or address.is_unspecified)


def _host_text(address: str) -> str:
    return f"[{address}]" if ":" in address else address
