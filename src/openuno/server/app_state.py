"""What every request and every connection of a process can reach."""

from typing import Any, TypedDict

from openuno.server.doors import Doors
from openuno.server.hosts import Hosts
from openuno.server.http.gate import Gate
from openuno.server.hub import Hub
from openuno.server.options import Options
from openuno.server.readiness import Readiness


class State(TypedDict):
    """The parts of a running server; `connections` are those uvicorn knows, of every kind."""

    hub: Hub
    doors: Doors
    hosts: Hosts
    gate: Gate
    options: Options
    readiness: Readiness
    connections: set[Any]
