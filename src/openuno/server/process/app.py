"""The server put together: store, rooms and admission, and the ASGI application before them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from os import urandom

from starlette.applications import Starlette
from starlette.middleware import Middleware

from openuno.server.clock import SYSTEM, Clocks, Now
from openuno.server.context import Entropy, ServerContext
from openuno.server.events.hub import EventHub
from openuno.server.http.dispatch import not_found
from openuno.server.http.known_hosts import KnownHosts
from openuno.server.http.preview.pictures import Pictures
from openuno.server.http.round_lengths import RoundLengths
from openuno.server.http.routes import routes
from openuno.server.http.state import AppState
from openuno.server.net.admission import Admission
from openuno.server.net.hosts import Hosts
from openuno.server.net.rate_limits import RateLimits
from openuno.server.options import Options
from openuno.server.rooms.hub import Hub
from openuno.server.rooms.retention import Retention
from openuno.server.search.analyses import Analyses
from openuno.server.search.pool import SearchPool
from openuno.server.store.opening import open_store
from openuno.server.store.readiness import Readiness


@asynccontextmanager
async def open_server(
    options: Options, *, now: Now | None = None, entropy: Entropy = urandom
) -> AsyncIterator[AppState]:
    """The store open and the tables looked after, until the end of the block.

    The time and chance can be given, so that a test can hold them still. What hinders the start
    (`BadAddress`, `InUse`, `Unavailable`, ...) is raised as it is.
    """
    process = _process(options, entropy)
    store = await open_store(options.database, process=process, migrate=options.migrate)
    try:
        clocks = SYSTEM if now is None else Clocks(now, now)
        public = () if options.public_url is None else (options.public_url,)
        searches = SearchPool(options.search_workers) if options.search_workers else None
        hub = Hub(ServerContext(store, process, clocks, entropy, options.limits, searches=searches))
        events = EventHub(hub)
        analyses = Analyses(searches)
        retention = Retention(hub, options.keep_days)
        admission = Admission(
            options.limits,
            (*options.origins, *public),
            behind_proxy=options.behind_proxy,
            notices=hub.context.notices,
        )
        hosts = Hosts(
            (*options.allowed_hosts, *(url.partition("://")[2] for url in public)),
            listen=options.host,
            behind_proxy=options.behind_proxy,
        )
        try:
            await hub.start()
            await events.start()
            retention.start()
            yield AppState(
                hub=hub,
                events=events,
                admission=admission,
                hosts=hosts,
                rate_limits=RateLimits(options.limits, clocks.steady),
                options=options,
                readiness=Readiness(store),
                pictures=Pictures(),
                round_lengths=RoundLengths(),
                analyses=analyses,
                connections=set(),
            )
        finally:
            await analyses.close()
            await retention.stop()
            await events.stop()
            await hub.stop()
            if searches is not None:
                await asyncio.to_thread(searches.close)
    finally:
        await store.close()


def make_app(state: AppState) -> Starlette:
    """The application that serves what was opened."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[AppState]:
        yield state

    app = Starlette(
        routes=routes(),
        lifespan=lifespan,
        exception_handlers={HTTPStatus.NOT_FOUND: not_found},
        middleware=[Middleware(KnownHosts)],
    )
    app.router.redirect_slashes = False  # an address is written one way
    return app


def _process(options: Options, entropy: Entropy) -> str:
    # A process started again must not pass for the one that died: nobody at its tables is here yet.
    life = entropy(4).hex()
    return life if options.process is None else f"{options.process}-{life}"
