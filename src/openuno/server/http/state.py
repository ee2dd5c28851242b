"""What every request and every connection of a process can reach."""

from typing import Any, TypedDict

from openuno.server.events.hub import EventHub
from openuno.server.http.preview.pictures import Pictures
from openuno.server.http.round_lengths import RoundLengths
from openuno.server.net.admission import Admission
from openuno.server.net.hosts import Hosts
from openuno.server.net.rate_limits import RateLimits
from openuno.server.options import Options
from openuno.server.rooms.hub import Hub
from openuno.server.search.analyses import Analyses
from openuno.server.store.readiness import Readiness


class AppState(TypedDict):
    """The parts of a running server; `connections` are those uvicorn knows, of every kind."""

    hub: Hub
    events: EventHub
    admission: Admission
    hosts: Hosts
    rate_limits: RateLimits
    options: Options
    readiness: Readiness
    pictures: Pictures
    round_lengths: RoundLengths
    analyses: Analyses
    connections: set[Any]
