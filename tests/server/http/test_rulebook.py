"""The rulebook as a page of rules reads it."""

from typing import Any

import pytest

from openuno.engine.rules import EDITION_NAMES, SWITCHES
from openuno.rulebook.clauses import in_force, rulebook
from tests.server.servers import ThreadServer


@pytest.fixture(scope="module")
def sections(server: ThreadServer) -> Any:
    return server.ask("GET", "/api/rulebook").json["sections"]


def test_every_clause_is_in_its_section(sections: Any) -> None:
    assert [each["key"] for each in sections] == [each.key for each in rulebook().sections]
    told = [clause for section in sections for clause in section["clauses"]]
    assert [each["id"] for each in told] == list(rulebook().ids)
    assert [each["text"] for each in told] == [each.text for each in rulebook()]
    assert {name for each in told for name in each["switches"]} <= set(SWITCHES)


@pytest.mark.parametrize("edition", EDITION_NAMES)
def test_a_reader_can_tell_what_an_edition_prints(sections: Any, edition: str) -> None:
    printed = [
        clause["id"]
        for section in sections
        for clause in section["clauses"]
        if edition in clause["editions"]
    ]
    assert printed == [clause.id for section in in_force(edition) for clause in section.rules]
