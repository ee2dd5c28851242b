"""What this process has done, for Prometheus; read when asked, so that play pays nothing."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

from openuno.server.context import ServerContext
from openuno.server.http.state import AppState
from openuno.server.net.websocket import WebSocketConnection
from openuno.server.search.analyses import Analyses

MEDIA = "text/plain; version=0.0.4; charset=utf-8"
_SEARCH_TIME = "From a question of a bot that searches to its answer."
_ANALYSIS_TIME = "How long the deeper analysis of a finished game took."


def exposition(state: AppState) -> bytes:
    """The figures as text; each is labelled with the process, as each process has its own."""
    # Slow to import, and the start should be quick.
    from prometheus_client import CollectorRegistry, generate_latest  # noqa: PLC0415
    from prometheus_client.registry import Collector  # noqa: PLC0415

    class Figures(Collector):
        def collect(self) -> Iterator[Any]:
            yield from _figures(state)
            yield from _of_the_process(state["hub"].context.process)

    registry = CollectorRegistry()
    registry.register(Figures())
    return generate_latest(registry)


def _figures(state: AppState) -> Iterator[Any]:
    from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily  # noqa: PLC0415

    hub = state["hub"]
    context, admission, analyses = hub.context, state["admission"], state["analyses"]
    counters = {
        "uno_entries_written": ("Entries written to the logs of tables.", context.entries_written),
        "uno_conflicts": ("Entries another process was quicker to write.", context.conflicts),
    }
    gauges = {
        "uno_tables_in_memory": ("Tables in memory.", len(hub.actors)),
        "uno_connections": ("Open WebSocket connections.", admission.websockets),
        "uno_http_connections": ("Open HTTP connections.", admission.inside - admission.websockets),
        "uno_queued_bytes": ("Bytes that clients have yet to read.", _queued_bytes(state)),
        "uno_processes_alive": ("Processes on this database that live.", context.processes),
        "uno_search_processes": ("Processes that search for bots.", _search_processes(context)),
        "uno_analyses_unfinished": ("Games being analysed or waiting.", analyses.unfinished),
    }
    for kind, figures in ((CounterMetricFamily, counters), (GaugeMetricFamily, gauges)):
        for name, (said, value) in figures.items():
            family = kind(name, said, labels=["process"])
            family.add_metric([context.process], value)
            yield family
    rate_limits, searches = state["rate_limits"], context.searches
    outcomes: Counter[Any] = Counter() if searches is None else searches.outcomes.copy()
    labelled: tuple[tuple[str, str, str, Counter[Any]], ...] = (
        ("uno_refusals", "What was refused over WebSockets.", "reason", context.refusals),
        ("uno_http_refusals", "What was refused over HTTP.", "reason", rate_limits.refusals),
        ("uno_http_answers", "Answers over HTTP.", "status", rate_limits.answers),
        ("uno_searches", "Searches of bots.", "outcome", outcomes),
        ("uno_analyses", "Finished games analysed deeper.", "outcome", analyses.outcomes),
    )
    for name, said, label, counts in labelled:
        family = CounterMetricFamily(name, said, labels=["process", label])
        for value, number in sorted(counts.items()):
            family.add_metric([context.process, str(value)], number)
        yield family
    yield from _histograms(context, analyses)


def _histograms(context: ServerContext, analyses: Analyses) -> Iterator[Any]:
    from prometheus_client.core import HistogramMetricFamily  # noqa: PLC0415

    searches = context.searches
    for name, said, histogram in (
        ("uno_command_seconds", "From a command to its answer.", context.command_seconds),
        ("uno_commit_seconds", "From an entry to its being durable.", context.commit_seconds),
        ("uno_loop_lag_seconds", "How late the event loop was.", context.loop_lag),
        *([] if searches is None else [("uno_search_seconds", _SEARCH_TIME, searches.seconds)]),
        ("uno_analysis_seconds", _ANALYSIS_TIME, analyses.seconds),
    ):
        family = HistogramMetricFamily(name, said, labels=["process"])
        family.add_metric([context.process], histogram.buckets, histogram.total)
        yield family


def _search_processes(context: ServerContext) -> int:
    return 0 if context.searches is None else len(context.searches.processes)


def _queued_bytes(state: AppState) -> int:
    """Bytes that clients have yet to read, over all WebSockets."""
    return sum(
        each.queued_bytes for each in state["connections"] if isinstance(each, WebSocketConnection)
    )


def _of_the_process(process: str) -> Iterator[Any]:
    """Memory, files and the like, labelled as our own figures are."""
    for collector in _collectors():
        for family in collector.collect():
            family.samples = [
                sample._replace(labels={**sample.labels, "process": process})
                for sample in family.samples
            ]
            yield family


@cache
def _collectors() -> tuple[Any, ...]:
    from prometheus_client import (  # noqa: PLC0415
        CollectorRegistry,
        GCCollector,
        PlatformCollector,
        ProcessCollector,
    )

    kinds = (ProcessCollector, GCCollector, PlatformCollector)
    return tuple(kind(registry=CollectorRegistry()) for kind in kinds)
