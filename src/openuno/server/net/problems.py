"""How the HTTP API says no: a status, a code for programs, a sentence for people."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from http import HTTPStatus
from math import ceil
from typing import Annotated, Self

import msgspec
from msgspec import Meta

from openuno.engine.errors import SetupError, UnreadRule
from openuno.engine.faults import Fault
from openuno.room.refusal_kinds import RefusalCode, RefusalKind
from openuno.room.refusals import Refused, Value

RETRY_AFTER = 2
"""Seconds after which to ask again when the store was not there."""


class HttpCode(StrEnum):
    """Ways to be refused that only HTTP knows; the others are the tables' own."""

    NO_SUCH_ADDRESS = "no-such-address"
    WRONG_METHOD = "wrong-method"
    WRONG_ORIGIN = "wrong-origin"
    WRONG_HOST = "wrong-host"
    WRONG_MEDIA_TYPE = "wrong-media-type"
    TOO_LARGE = "too-large"
    TOO_SLOW = "too-slow"
    BAD_RULE = "bad-rule"
    NO_SUCH_EVENT = "no-such-event"
    NO_SUCH_BAN = "no-such-ban"
    NO_SUCH_REPORT = "no-such-report"
    EVENT_REFUSED = "event-refused"
    NO_ANALYSIS = "no-analysis"
    FAILED = "failed"


_CODES = [code.value for kind in (RefusalCode, HttpCode) for code in kind]


class HttpKind(StrEnum):
    """What exactly HTTP refuses: its code, the status of the answer, and the English sentence."""

    code: RefusalCode | HttpCode
    status: HTTPStatus
    template: str

    def __new__(
        cls, value: str, code: RefusalCode | HttpCode, status: HTTPStatus, template: str
    ) -> Self:
        """A kind by its name, with what it answers."""
        kind = str.__new__(cls, value)
        kind._value_ = value
        kind.code = code
        kind.status = status
        kind.template = template
        return kind

    NO_SUCH_ADDRESS = (
        "no-such-address",
        HttpCode.NO_SUCH_ADDRESS,
        HTTPStatus.NOT_FOUND,
        "there is nothing at this address",
    )
    WRONG_METHOD = (
        "wrong-method",
        HttpCode.WRONG_METHOD,
        HTTPStatus.METHOD_NOT_ALLOWED,
        "{path} takes {allowed}",
    )
    WRONG_ORIGIN = (
        "wrong-origin",
        HttpCode.WRONG_ORIGIN,
        HTTPStatus.FORBIDDEN,
        "this page may not speak to this server",
    )
    WRONG_HOST = (
        "wrong-host",
        HttpCode.WRONG_HOST,
        HTTPStatus.MISDIRECTED_REQUEST,
        "this server does not answer to this name; its operator can allow it: --allowed-host",
    )
    WRONG_MEDIA_TYPE = (
        "wrong-media-type",
        HttpCode.WRONG_MEDIA_TYPE,
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        "the body must be {media}",
    )
    BODY_TOO_LARGE = (
        "body-too-large",
        HttpCode.TOO_LARGE,
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        "the body may have {most} bytes",
    )
    ADDRESS_TOO_LONG = (
        "address-too-long",
        HttpCode.TOO_LARGE,
        HTTPStatus.REQUEST_URI_TOO_LONG,
        "an address has at most {most} characters",
    )
    HEAD_TOO_LARGE = (
        "head-too-large",
        HttpCode.TOO_LARGE,
        HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
        "a request has at most {count} headers, and {most} bytes before its body",
    )
    TOO_SLOW = (
        "too-slow",
        HttpCode.TOO_SLOW,
        HTTPStatus.REQUEST_TIMEOUT,
        "the body took too long to arrive",
    )
    FAILED = (
        "failed",
        HttpCode.FAILED,
        HTTPStatus.INTERNAL_SERVER_ERROR,
        "something went wrong at the server; it has been logged",
    )
    QUERY_TOO_LONG = (
        "query-too-long",
        RefusalCode.BAD_MESSAGE,
        HTTPStatus.BAD_REQUEST,
        "a query has at most {most} characters",
    )
    PARAMETER_TWICE = (
        "parameter-twice",
        RefusalCode.BAD_MESSAGE,
        HTTPStatus.BAD_REQUEST,
        "a parameter is given twice",
    )
    HOST_TWICE = (
        "host-twice",
        RefusalCode.BAD_MESSAGE,
        HTTPStatus.BAD_REQUEST,
        "a request names one host",
    )
    NOT_HTTP = (
        "not-http",
        RefusalCode.BAD_MESSAGE,
        HTTPStatus.BAD_REQUEST,
        "this is not a request as HTTP/1.1 has it",
    )
    NOT_UNDERSTOOD = (
        "not-understood",
        RefusalCode.BAD_MESSAGE,
        HTTPStatus.BAD_REQUEST,
        "not understood: {detail}",
    )
    TABLE_NAME = (
        "no-table-called",
        RefusalCode.NO_SUCH_TABLE,
        HTTPStatus.NOT_FOUND,
        "no {name} is called that",
    )
    GAME_NAME = (
        "no-game-called",
        RefusalCode.NO_SUCH_GAME,
        HTTPStatus.NOT_FOUND,
        "no {name} is called that",
    )
    PERSON_NAME = (
        "no-person-called",
        RefusalCode.NO_SUCH_PERSON,
        HTTPStatus.NOT_FOUND,
        "no {name} is called that",
    )
    OTHER_NAME = (
        "nothing-called",
        HttpCode.NO_SUCH_ADDRESS,
        HTTPStatus.NOT_FOUND,
        "no {name} is called that",
    )
    WRONG_ADMIN_TOKEN = (
        "wrong-admin-token",
        RefusalCode.BAD_TOKEN,
        HTTPStatus.UNAUTHORIZED,
        "this is not the admin token of this server",
    )
    NO_SUCH_BAN = (
        "no-such-ban",
        HttpCode.NO_SUCH_BAN,
        HTTPStatus.NOT_FOUND,
        "nobody is banned by that id or address; see the list of bans",
    )
    NO_SUCH_REPORT = (
        "no-such-report",
        HttpCode.NO_SUCH_REPORT,
        HTTPStatus.NOT_FOUND,
        "there is no such report; it may be cleared already",
    )
    BAN_NAMES_ONE = (
        "ban-names-one",
        RefusalCode.BAD_MESSAGE,
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "name a person or an address",
    )
    NO_ADDRESS = (
        "no-address",
        RefusalCode.BAD_MESSAGE,
        HTTPStatus.UNPROCESSABLE_ENTITY,
        "{address} is no IP address, such as 203.0.113.7 or 2001:db8::1",
    )
    TOO_MANY_BANS = (
        "too-many-bans",
        RefusalCode.TOO_MANY,
        HTTPStatus.CONFLICT,
        "there are {most} bans; remove some first",
    )
    NO_SUCH_EVENT = (
        "no-such-event",
        HttpCode.NO_SUCH_EVENT,
        HTTPStatus.NOT_FOUND,
        "there is no event {event}; its host has its code",
    )
    EVENT_BUSY = (
        "event-busy",
        RefusalCode.TRY_AGAIN,
        HTTPStatus.SERVICE_UNAVAILABLE,
        "too much is happening at this event; try again",
    )
    EVENT_FULL = (
        "event-full",
        RefusalCode.TOO_MANY,
        HTTPStatus.CONFLICT,
        "an event can have {most} changes; finish this one and start another",
    )
    TOO_MANY_EVENTS_HOSTED = (
        "too-many-events-hosted",
        RefusalCode.TOO_MANY,
        HTTPStatus.CONFLICT,
        "you host {most} events; delete one you no longer need",
    )
    TOO_MANY_EVENTS = (
        "too-many-events",
        RefusalCode.TOO_MANY,
        HTTPStatus.CONFLICT,
        "this server has no room for another event",
    )
    NO_ANALYSIS = (
        "no-analysis",
        HttpCode.NO_ANALYSIS,
        HTTPStatus.NOT_IMPLEMENTED,
        "this server has no processes to analyse games in; download the record and run uno analyse",
    )
    ANALYSES_WAITING = (
        "analyses-waiting",
        RefusalCode.TRY_AGAIN,
        HTTPStatus.SERVICE_UNAVAILABLE,
        "{most} games are waiting to be analysed; try again in a few minutes",
    )
    TOO_MANY_CONNECTIONS = (
        "too-many-connections",
        RefusalCode.TOO_MANY,
        HTTPStatus.SERVICE_UNAVAILABLE,
        "the server has too many connections; try again in a moment",
    )


class Span(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A part of a text, from its first character to the one after its last."""

    start: int
    end: int


class Refusal(
    msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True
):
    """Why not. Nothing has changed. `at` is the character at which a text goes wrong, from 0.

    Of a rule for a blank, `understood` are the parts that were read, `offers` complete rules that
    can be written instead, and `honour` is the rule with the rest as words of honour.

    `fault` says by kind and values what is wrong with a rule or with settings. `kind` says more
    exactly what the code says, where a code has several sentences; `values` are what the sentence
    is about, by name.
    """

    code: Annotated[str, Meta(extra_json_schema={"enum": _CODES})]
    sentence: str
    at: int | None = None
    fault: Fault | None = None
    understood: Sequence[Span] = msgspec.field(default_factory=list)
    offers: Sequence[str] = msgspec.field(default_factory=list)
    honour: str | None = None
    kind: str | None = None
    values: Mapping[str, Value] | None = None


class Problem(Exception):
    """An answer that is a refusal."""

    def __init__(
        self, status: HTTPStatus, refusal: Refusal, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(refusal.sentence)
        self.status = status
        self.refusal = refusal
        self.headers = dict(headers or {})

    @classmethod
    def of(
        cls, what: HttpKind, headers: Mapping[str, str] | None = None, **values: str | int
    ) -> Self:
        """The answer to a request that HTTP itself refuses."""
        kind = None if what.value == what.code.value else what.value
        sentence = what.template.format_map(values)
        refusal = Refusal(what.code.value, sentence, kind=kind, values=values or None)
        return cls(what.status, refusal, headers)


def bad_rule(error: UnreadRule) -> Problem:
    """The answer to a rule for a blank that cannot be read: what is wrong, and what would work."""
    refusal = Refusal(
        HttpCode.BAD_RULE,
        error.sentence,
        error.at,
        error.fault,
        understood=[Span(start, end) for start, end in error.understood],
        offers=list(error.offers),
        honour=error.honour,
    )
    return Problem(HTTPStatus.UNPROCESSABLE_ENTITY, refusal)


def bad_built_rule(error: SetupError) -> Problem:
    """The answer to a rule built of parts that do not go together."""
    refusal = Refusal(HttpCode.BAD_RULE, error.sentence, fault=error.fault)
    return Problem(HTTPStatus.UNPROCESSABLE_ENTITY, refusal)


_STATUS = {
    RefusalCode.BAD_MESSAGE: HTTPStatus.BAD_REQUEST,
    RefusalCode.BAD_TOKEN: HTTPStatus.UNAUTHORIZED,
    RefusalCode.WRONG_PASSWORD: HTTPStatus.FORBIDDEN,
    RefusalCode.NO_SUCH_TABLE: HTTPStatus.NOT_FOUND,
    RefusalCode.NO_SUCH_GAME: HTTPStatus.NOT_FOUND,
    RefusalCode.NO_SUCH_PERSON: HTTPStatus.NOT_FOUND,
    RefusalCode.TABLE_CLOSED: HTTPStatus.GONE,
    RefusalCode.TABLE_DAMAGED: HTTPStatus.GONE,
    RefusalCode.NOT_HOST: HTTPStatus.FORBIDDEN,
    RefusalCode.GAME_ON: HTTPStatus.CONFLICT,
    RefusalCode.TOO_MANY: HTTPStatus.CONFLICT,
    RefusalCode.TOO_FAST: HTTPStatus.TOO_MANY_REQUESTS,
    RefusalCode.TOO_MANY_GUESSES: HTTPStatus.TOO_MANY_REQUESTS,
    RefusalCode.BANNED: HTTPStatus.FORBIDDEN,
    RefusalCode.DRAINING: HTTPStatus.SERVICE_UNAVAILABLE,
    RefusalCode.TRY_AGAIN: HTTPStatus.SERVICE_UNAVAILABLE,
    RefusalCode.UNAVAILABLE: HTTPStatus.SERVICE_UNAVAILABLE,
}


def to_problem(refused: Refused) -> Problem:
    """A refusal as an answer: what could be read but not done is 422."""
    status = _STATUS.get(refused.code, HTTPStatus.UNPROCESSABLE_ENTITY)
    headers = {}
    if status is HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = "Bearer"
    if refused.retry is not None:
        headers["Retry-After"] = str(ceil(refused.retry / 1000))
    elif status is HTTPStatus.SERVICE_UNAVAILABLE:
        headers["Retry-After"] = str(RETRY_AFTER)
    kind = None if refused.kind.is_general else refused.kind.value
    refusal = Refusal(
        refused.code.value,
        refused.sentence,
        fault=refused.fault,
        kind=kind,
        values=refused.values,
    )
    return Problem(status, refusal, headers)


def unavailable() -> Problem:
    """The store is not there; what exactly is wrong is for the operator's log alone."""
    return to_problem(Refused(RefusalKind.UNAVAILABLE))


def too_many_connections() -> Problem:
    """No room for another connection, or none for another from this address."""
    return Problem.of(HttpKind.TOO_MANY_CONNECTIONS, {"Retry-After": str(RETRY_AFTER)})


def response_bytes(problem: Problem) -> bytes:
    """A refusal as it goes over the wire where no request has been read; the connection ends."""
    content = msgspec.json.encode(problem.refusal)
    headers = {
        "Content-Type": "application/json",
        "Content-Length": str(len(content)),
        "Connection": "close",
        **problem.headers,
    }
    lines = [f"HTTP/1.1 {int(problem.status)} {HTTPStatus(problem.status).phrase}"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join([*lines, "", ""]).encode() + content
