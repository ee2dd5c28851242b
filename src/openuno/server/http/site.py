"""The address under which others open this server: for links, QR codes and previews."""

import msgspec

from openuno.server.http.endpoint import Call
from openuno.server.net.addresses import http_url, is_loopback, network_addresses, parse_address
from openuno.server.net.hosts import host_name


class Site(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """Where others open this server: an address without a path, for links.

    `local_only` says that it works on this machine and nowhere else.
    """

    url: str
    local_only: bool


def shared_site(call: Call) -> Site:
    """The site to put into a link: one that works for others, if there is any.

    The operator's word comes first. Then an address that the client itself used from elsewhere.
    A client on this machine may have used one that only works here: then an address of the network,
    if we listen there. Behind a proxy our own addresses lead past it, so none is given away.
    """
    options = call.state["options"]
    if options.public_url is not None:
        return Site(options.public_url, local_only=False)
    if not is_loopback(host_name(call.site.partition("://")[2])):
        return Site(call.site, local_only=False)
    if call.listening is not None and not options.behind_proxy:
        address, port = call.listening
        asked = parse_address(options.host)
        everywhere = asked is not None and asked.is_unspecified
        for each in network_addresses(options.host if everywhere else address):
            return Site(http_url(each, port), local_only=False)
    return Site(call.site, local_only=True)
