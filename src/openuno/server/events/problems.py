"""Refusals of events as answers over HTTP."""

from http import HTTPStatus

from openuno.event.refusals import EventFault, EventRefused
from openuno.server.net.problems import HttpCode, HttpKind, Problem, Refusal


def no_such_event(code: str) -> Problem:
    """There is no event by this code, or there is none any more."""
    return Problem.of(HttpKind.NO_SUCH_EVENT, event=code)


def event_busy() -> Problem:
    """Other processes change the event all the time."""
    return Problem.of(HttpKind.EVENT_BUSY, {"Retry-After": "1"})


def event_full(most: int) -> Problem:
    """The log of an event is as long as one may get."""
    return Problem.of(HttpKind.EVENT_FULL, most=most)


def event_problem(refused: EventRefused) -> Problem:
    """What an event refuses, as an answer: its fault is the kind."""
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    if refused.fault is EventFault.NOT_HOST:
        status = HTTPStatus.FORBIDDEN
    refusal = Refusal(
        HttpCode.EVENT_REFUSED,
        refused.sentence,
        kind=refused.fault.value,
        values=dict(refused.values) or None,
    )
    return Problem(status, refusal)
