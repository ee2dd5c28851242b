"""What is refused is said in the same words by the engine, the server and the English pages.

The first statement of both is the same. What to do about it may differ: a program requests another
token where a person loads the page again, and a page leaves out a value that it shows elsewhere.
"""

import json
import re
from collections.abc import Mapping
from enum import Enum
from pathlib import Path

import pytest

from openuno.engine.errors import SENTENCES, Reason
from openuno.event.refusals import EventFault
from openuno.room.refusal_kinds import RefusalKind
from openuno.server.net.problems import HttpKind

ENGLISH = Path(__file__).parents[1] / "web" / "src" / "i18n" / "en"

FOR_PROGRAMS = (
    RefusalKind.WRONG_PROTOCOL,
    RefusalKind.BAD_TOKEN,
    RefusalKind.REUSED_ID,
    RefusalKind.BAD_SEED,
    RefusalKind.UNAVAILABLE,
    HttpKind.WRONG_METHOD,
    HttpKind.WRONG_ORIGIN,
    HttpKind.WRONG_HOST,
    HttpKind.WRONG_MEDIA_TYPE,
    HttpKind.TOO_SLOW,
    EventFault.BOUNDS,
    EventFault.DUPLICATE_KIND,
    EventFault.PACE_KIND,
)
"""The server's sentence is about the request; the page knows what the person did."""
NAMES_WHICH = (
    RefusalKind.NO_SUCH_TABLE,
    RefusalKind.NO_SUCH_SEAT,
    Reason.NO_SUCH_SEAT,
    Reason.UNKNOWN_CARD,
    Reason.TARGET_NOT_AT_TABLE,
)
"""The sentence is about a number or code; the page says "no such" of what it shows."""
OF_THE_FORM = (RefusalKind.EMPTY, RefusalKind.WRONG_PASSWORD, EventFault.TITLE)
"""The page speaks of the field beside which it says it."""
BY_CASE = (Reason.NO_MATCH, Reason.NO_JUMP_IN)
"""The page says all cases in one message."""


def full_name(kind: Enum) -> str:
    """`RefusalKind.PAUSED`: several enums have the same values, and those count as equal."""
    return f"{type(kind).__name__}.{kind.name}"


def messages(area: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((ENGLISH / f"{area}.json").read_text("utf-8"))
    return found


def first_statement(template: str, values: set[str]) -> str:
    """The words up to the first full stop, semicolon or colon, with only these values in them."""
    named = re.sub(r"\{(\w+)[^{}]*\}", r"{\1}", template).replace("{wait}", "{seconds}")
    statement = re.split(r"[.;:](?:\s|$)", named, maxsplit=1)[0]
    kept = re.sub(r" ?\(?\{(\w+)\}\)?", lambda at: at[0] if at[1] in values else "", statement)
    return kept.strip().casefold()


def says_the_same(template: str, message: str) -> bool:
    values = set(re.findall(r"\{(\w+)", message.replace("{wait}", "{seconds}")))
    return first_statement(template, values) == first_statement(message, values)


def sentences() -> Mapping[str, tuple[list[str], str]]:
    """What can be refused: its sentences in Python, and its message on the pages if it has one."""
    refused, event = messages("refused"), messages("event")
    found: dict[str, tuple[list[str], str]] = {}
    for kind in (*RefusalKind, *HttpKind):
        if kind in refused and kind.template != "{cause}":
            found[full_name(kind)] = [kind.template], refused[kind]
    for fault in EventFault:
        found[full_name(fault)] = [fault.template], event[f"fault-{fault.value}"]
    for reason, said in SENTENCES.items():
        cases = [said] if isinstance(said, str) else list(said.values())
        found[full_name(reason)] = cases, refused[reason]
    return found


def test_every_refusal_is_said_in_the_same_words() -> None:
    found = sentences()
    assert len(found) > 150
    differ = {
        what
        for what, (templates, message) in found.items()
        if not any(says_the_same(template, message) for template in templates)
    }
    otherwise = (*FOR_PROGRAMS, *NAMES_WHICH, *OF_THE_FORM, *BY_CASE)
    assert differ == {full_name(kind) for kind in otherwise}


def test_a_message_for_several_cases_has_the_words_of_each() -> None:
    refused = messages("refused")
    assert "{card} is not {colour}" in refused[Reason.NO_MATCH]
    assert "{card} matches neither {colour} nor" in refused[Reason.NO_MATCH]
    assert "To jump in you need the same card" in refused[Reason.NO_JUMP_IN]


@pytest.mark.parametrize(
    ("template", "message", "same"),
    [
        ("wait {seconds:short}; try again", "Wait {wait}. Load the page again.", True),
        ("hints cost {cards} cards here", "Hints cost cards here.", True),
        ("at most {most} people", "At most {most, number} people.", True),
        ("at most {most} people", "At most {least, number} people.", False),
        ("the table is full", "The game is full.", False),
    ],
)
def test_the_comparison_sees_other_words(template: str, message: str, same: bool) -> None:
    assert says_the_same(template, message) is same
