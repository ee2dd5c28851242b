"""How the HTTP API says no: a status, a code for programs, a sentence for people."""

from collections.abc import Mapping
from enum import StrEnum
from http import HTTPStatus
from math import ceil
from typing import Annotated

import msgspec
from msgspec import Meta

from openuno.engine.errors import NotationError
from openuno.engine.faults import Fault
from openuno.room.refusals import RefusalCode, Refused

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
    FAILED = "failed"


_CODES = [code.value for kind in (RefusalCode, HttpCode) for code in kind]


class Refusal(
    msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True
):
    """Why not. Nothing has changed. `at` is the character at which a text goes wrong, from 0.

    `fault` says by kind and values what is wrong with a rule or with settings.
    """

    code: Annotated[str, Meta(extra_json_schema={"enum": _CODES})]
    sentence: str
    at: int | None = None
    fault: Fault | None = None


class Problem(Exception):
    """An answer that is a refusal."""

    def __init__(
        self,
        status: int,
        code: RefusalCode | HttpCode,
        sentence: str,
        *,
        fault: Fault | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(sentence)
        self.status = status
        self.refusal = Refusal(code.value, sentence, None, fault)
        self.headers = dict(headers or {})


class BadRule(Problem):
    """A rule for a blank that cannot be read, and where."""

    def __init__(self, error: NotationError) -> None:
        super().__init__(422, HttpCode.BAD_RULE, error.sentence)
        self.refusal = Refusal(HttpCode.BAD_RULE, error.sentence, error.at, error.fault)


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
    return Problem(status, refused.code, refused.sentence, fault=refused.fault, headers=headers)


def unavailable() -> Problem:
    """The store is not there; what exactly is wrong is for the operator's log alone."""
    sentence = "the server cannot reach its database just now; try again shortly"
    return to_problem(Refused(RefusalCode.UNAVAILABLE, sentence))


def too_many_connections() -> Problem:
    """No room for another connection, or none for another from this address."""
    sentence = "too many connections; try again in a moment"
    headers = {"Retry-After": str(RETRY_AFTER)}
    return Problem(503, RefusalCode.TOO_MANY, sentence, headers=headers)


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
