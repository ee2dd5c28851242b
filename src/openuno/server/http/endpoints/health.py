"""For operators and their tools: is it up, can it work, what has it done."""

from typing import Literal

import msgspec

from openuno.server.http.endpoint import Call, File, endpoint
from openuno.server.http.metrics import MEDIA, exposition
from openuno.server.net.problems import unavailable


class Health(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """All is well."""

    status: Literal["ok"] = "ok"


class Readiness(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """All is well, but for what this process has found `damaged`: tables, which are closed, and one
    more for anything else."""

    status: Literal["ok"] = "ok"
    damaged: int = 0


@endpoint("GET", "/healthz")
async def healthz(call: Call) -> Health:
    """Whether the process is up; ask nothing else of it."""
    del call
    return Health()


@endpoint("GET", "/readyz", errors=(503,))
async def readyz(call: Call) -> Readiness:
    """Whether the store can be read and written; tables it cannot read are counted."""
    if call.hub.stopping:
        raise unavailable()
    await call.state["readiness"].check()
    context = call.hub.context
    return Readiness(damaged=len(context.damaged) + context.damaged_elsewhere)


@endpoint("GET", "/metrics", media=MEDIA)
async def metrics(call: Call) -> File:
    """What this process has done, for Prometheus."""
    return File(exposition(call.state))
