"""Where others open this server, for links to share."""

import asyncio

from openuno.server.http.endpoint import Call, File, endpoint
from openuno.server.http.qr_code import draw_qr
from openuno.server.http.site import Site, shared_site


@endpoint("GET", "/api/site")
async def site(call: Call) -> Site:
    """The address under which others open this server, and whether it works beyond its machine."""
    return shared_site(call)


@endpoint("GET", "/api/site/qr.svg", media="image/svg+xml")
async def site_qr(call: Call) -> File:
    """The same address as a QR code, to scan from another screen."""
    return File(await asyncio.to_thread(draw_qr, shared_site(call).url))
