"""The addresses by which others on the network reach a server of this machine."""

import socket
from collections.abc import Iterable
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address

import msgspec

DOCUMENTATION_ADDRESS = ("192.0.2.1", 9)
"""Belongs to nobody (RFC 5737). Connecting a UDP socket only picks a route: nothing is sent."""
BRIDGES = (
    "br-", "bridge", "cni", "docker", "flannel", "lxc", "podman", "vboxnet", "veth", "vethernet",
    "virbr", "virtualbox", "vmnet", "vmware",
)  # fmt: skip
"""How the interfaces of containers and virtual machines begin: no other device is behind them."""
TUNNELS = ("ppp", "tailscale", "tap", "tun", "utun", "wg", "zt")
"""How the interfaces of VPNs begin: a neighbour is rarely behind them, so they come last."""


class Interface(msgspec.Struct, frozen=True):
    """A network interface and its addresses."""

    name: str
    addresses: tuple[str, ...]


def network_addresses(host: str) -> list[str]:
    """The addresses at which others reach what listens at `host`, the likeliest first."""
    listening = parse_address(host)
    if listening is None:
        return []
    if not listening.is_unspecified:
        return [] if is_loopback(host) else [str(listening)]
    wanted = (4,) if listening.version == 4 else (4, 6)
    found = choose_addresses(_interfaces(), _outgoing_address())
    return [each for each in found if ip_address(each).version in wanted]


def choose_addresses(interfaces: Iterable[Interface], outgoing: str | None) -> list[str]:
    """The addresses of these interfaces that other devices can open, the likeliest first.

    A private IPv4 address is what a home network has. Among several, the interface that leads to
    the internet (`outgoing`) is usually the one that friends are on, unless it is a VPN's.
    """
    ranked = []
    for interface in interfaces:
        name = interface.name.lower()
        if name.startswith(BRIDGES):
            continue
        for written in interface.addresses:
            address = ip_address(written)
            if address.is_loopback or address.is_link_local or address.is_multicast:
                continue
            rank = (
                name.startswith(TUNNELS),
                address.version,
                not address.is_private,
                written != outgoing,
            )
            ranked.append((rank, str(address)))
    return list(dict.fromkeys(address for _, address in sorted(ranked, key=lambda each: each[0])))


def http_url(address: str, port: int) -> str:
    """What to type into a browser; HTTP's own port is left out."""
    host = f"[{address}]" if ":" in address else address
    return f"http://{host}" if port == 80 else f"http://{host}:{port}"


def is_loopback(host: str) -> bool:
    """Whether this name or address, without a port, leads only to the machine itself."""
    name = host.lower().rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    address = parse_address(name)
    return address is not None and address.is_loopback


def parse_address(written: str) -> IPv4Address | IPv6Address | None:
    """The address that is written there, however briefly (`0` is 0.0.0.0); None if it is a name."""
    plain = written.removeprefix("[").removesuffix("]")
    try:
        found = socket.getaddrinfo(
            plain, None, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST | socket.AI_PASSIVE
        )
        address = ip_address(str(found[0][4][0]).partition("%")[0])
    except (OSError, ValueError):
        return None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return mapped or address


def _interfaces() -> list[Interface]:
    import ifaddr  # noqa: PLC0415 - only a server that others can reach needs it

    with suppress(OSError):  # a sandbox may hide its interfaces
        return [
            Interface(
                adapter.nice_name,
                tuple(each.ip if isinstance(each.ip, str) else each.ip[0] for each in adapter.ips),
            )
            for adapter in ifaddr.get_adapters()
        ]
    return []


def _outgoing_address() -> str | None:
    """The address this machine would send from, if there is a way to anywhere."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(DOCUMENTATION_ADDRESS)
        return str(probe.getsockname()[0])
    return None
