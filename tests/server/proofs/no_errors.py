"""Anything that the server logs as an error fails the test."""

import gc
import logging
from collections.abc import Iterator
from contextlib import contextmanager

import structlog


class _ErrorLog(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@contextmanager
def no_errors() -> Iterator[None]:
    """Fail if the block logs an error: the server, uvicorn or asyncio."""
    kept = _ErrorLog()
    root = logging.getLogger()
    root.addHandler(kept)
    before = structlog.get_config()
    structlog.configure(
        processors=[structlog.processors.format_exc_info, _keep(kept)],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.ReturnLoggerFactory(),
        cache_logger_on_first_use=False,
    )
    try:
        yield
    finally:
        gc.collect()  # a failed task is reported when it is collected
        root.removeHandler(kept)
        structlog.configure(**before)
    assert not kept.lines, "\n".join(kept.lines)


def _keep(kept: _ErrorLog) -> structlog.typing.Processor:
    def keep(_: object, method: str, event: structlog.typing.EventDict) -> str:
        if method in ("error", "exception", "critical"):
            kept.lines.append(str(event))
        return ""

    return keep
