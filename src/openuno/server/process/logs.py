"""What the server writes down: for people on a terminal, as JSON for machines; never a secret."""

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any, TextIO

import msgspec
import structlog

from openuno.room.secret import Secret

MASK = "***"
SECRET_WORDS = ("token", "password", "passwd", "seed", "authorization", "cookie", "secret")
"""Whatever is logged under a name with one of these in it is masked."""
_LOGIN = re.compile(r"(?P<before>[a-z][a-z0-9+.-]*://[^\s:/@]*):[^\s@]*@", re.IGNORECASE)
_SAID = re.compile(
    r"(?P<before>\b(?:bearer\s+|(?:" + "|".join(SECRET_WORDS) + r")[\"']?\s*[=:]\s*[\"']?))"
    r"(?!bearer\b)[^\s\"'&,;]+",
    re.IGNORECASE,
)
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")

Event = MutableMapping[str, Any]


def without_secrets(_: object, __: str, event: Event) -> Event:
    """Mask everything that could be a secret, however deep it lies."""
    for name, value in event.items():
        event[name] = _mask(name, value)
    return event


def set_up_logs(*, as_json: bool, level: str = "info", stream: TextIO | None = None) -> None:
    """Let everything from a level on, uvicorn's lines included, go to stderr in one form."""
    out = sys.stderr if stream is None else stream
    shared: list[structlog.typing.Processor] = [
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        structlog.processors.UnicodeDecoder(),
        without_secrets,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(out)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                # Once more: the words of another library are put together only now.
                without_secrets,
                *_renderers(as_json=as_json, colours=out.isatty()),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    chosen = logging.getLevelNamesMapping()[level.upper()]
    root.setLevel(max(chosen, logging.WARNING))  # what goes well in a library is no news
    logging.getLogger("openuno").setLevel(chosen)
    # It warns of every request that is none: any stranger could fill the log.
    logging.getLogger("uvicorn.error").setLevel(max(chosen, logging.ERROR))


def _renderers(*, as_json: bool, colours: bool) -> list[structlog.typing.Processor]:
    if as_json:
        return [
            structlog.processors.JSONRenderer(
                serializer=lambda event, **_: msgspec.json.encode(event, enc_hook=repr).decode()
            )
        ]
    plain = structlog.dev.plain_traceback
    return [
        _harmless,
        structlog.dev.ConsoleRenderer(colors=colours, exception_formatter=plain),
    ]


def _harmless(_: object, __: str, event: Event) -> Event:
    """Write control characters out: text from outside could steer the terminal."""
    for name, value in event.items():
        if isinstance(value, str):
            lines = value.split("\n") if name == "exception" else [value]
            event[name] = "\n".join(
                _CONTROL.sub(lambda c: repr(c[0])[1:-1], line) for line in lines
            )
    return event


def _mask(name: str, value: Any) -> Any:
    if isinstance(value, bool | int | float):
        return value  # a limit on wrong passwords is no password
    if any(word in name.lower() for word in SECRET_WORDS):
        return MASK
    match value:
        case Secret():
            return MASK
        case str():
            return _SAID.sub(rf"\g<before>{MASK}", _LOGIN.sub(rf"\g<before>:{MASK}@", value))
        case dict():
            return {str(key): _mask(str(key), each) for key, each in value.items()}
        case list() | tuple():
            return [_mask("", each) for each in value]
        case _:
            return value
