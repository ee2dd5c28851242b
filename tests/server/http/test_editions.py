"""What a table maker is told, and rules for blanks."""

from typing import Any

import pytest

from openuno.bots.registry import TABLE_BOTS
from openuno.engine.notation.rules import parse_rules
from openuno.engine.pencil.builder import SAMPLES
from openuno.engine.pencil.examples import EXAMPLES
from openuno.engine.pencil.parser import parse_custom_rule
from openuno.engine.pencil.wording import custom_rule_text
from openuno.engine.rules import EDITIONS, SWITCHES
from openuno.game.notation import FORMAT_NAMES, parse_format
from openuno.room.settings import BOUNDS
from openuno.server.http.routes import ENDPOINTS, openapi
from tests.server.servers import ThreadServer


@pytest.fixture(scope="module")
def choices(server: ThreadServer) -> Any:
    return server.ask("GET", "/api/editions").json


def test_every_edition_is_offered_with_every_switch(choices: Any) -> None:
    assert [each["name"] for each in choices["editions"]] == list(EDITIONS)
    for each in choices["editions"]:
        assert set(each["switches"]) == set(SWITCHES)
    assert [each["cards"] for each in choices["editions"]] == [108, 108, 112, 108]


def test_every_switch_has_an_explanation_and_what_it_can_be(choices: Any) -> None:
    assert [each["name"] for each in choices["switches"]] == list(SWITCHES)
    for switch in choices["switches"]:
        assert switch["explanation"].endswith(".")
        match switch["kind"]:
            case "number":
                assert "values" in switch or switch["fewest"] < switch["most"]
            case "choice":
                assert len(switch["values"]) > 1
            case other:
                assert other in ("on-off", "rules")


def test_a_choice_can_be_written_as_it_is_shown(choices: Any) -> None:
    for switch in choices["switches"]:
        for value in switch.get("values", ()):
            parse_rules(f"house+{switch['name']}={value}")
        if switch["kind"] == "on-off":
            shown = {edition["switches"][switch["name"]] for edition in choices["editions"]}
            assert shown <= {"on", "off"}


def test_every_format_is_offered_with_its_number(choices: Any) -> None:
    assert [each["name"] for each in choices["formats"]] == list(FORMAT_NAMES)
    for each in choices["formats"]:
        if "number" in each:
            written = f"{each['name']}:{each['usual']}"
            assert parse_format(written) == parse_format(each["name"])


def test_bots_clocks_and_blanks_are_offered(choices: Any) -> None:
    assert choices["bots"] == list(TABLE_BOTS)
    assert {"random", "master", "toaster"} <= set(choices["bots"])
    assert {each["name"]: (each["fewest"], each["most"]) for each in choices["clock"]} == BOUNDS
    assert len(choices["blanks"]) == len(EXAMPLES)


@pytest.mark.parametrize("made", EXAMPLES, ids=lambda made: made.name)
def test_a_rule_is_written_back_and_explained(server: ThreadServer, made: Any) -> None:
    read = server.ask("POST", "/api/pencil", {"rule": made.text})
    assert read.status == 200
    rule = parse_custom_rule(made.text)
    assert read.json["normal"] == custom_rule_text(rule)
    assert len(read.json["sentences"]) == len(rule)
    assert parse_rules(read.json["rules"]).written == (rule,)


def test_a_mistake_in_a_rule_is_pointed_at(server: ThreadServer) -> None:
    no = server.ask("POST", "/api/pencil", {"rule": "Draw 2 and everyone dances."})
    assert (no.status, no.json["code"], no.json["at"]) == (422, "bad-rule", 20)
    assert no.json["fault"] == {"kind": "not-read", "values": {"word": "dances"}}
    assert no.json["understood"] == [{"start": 0, "end": 6}]
    assert no.json["honour"] == '"Draw 2 and everyone dances."'
    for rule in (*no.json["offers"], no.json["honour"]):
        again = server.ask("POST", "/api/pencil", {"rule": rule})
        assert (again.status, again.json["normal"]) == (200, rule)


def test_a_rule_of_ten_kilobytes_is_refused_unread(server: ThreadServer) -> None:
    no = server.ask("POST", "/api/pencil", {"rule": "draw 2 " * 1500})
    assert (no.status, no.json["code"]) == (400, "bad-message")


def test_a_slip_of_spelling_is_said_back(server: ThreadServer) -> None:
    read = server.ask("POST", "/api/pencil", {"rule": "Everyone drwas 1"})
    assert read.json["slips"] == [{"word": "drwas", "read_as": "draws"}]


def test_every_sample_of_the_builder_is_written_as_the_engine_writes_it(
    server: ThreadServer,
) -> None:
    offered = server.ask("GET", "/api/pencil").json
    assert {form["name"] for form in offered["forms"]} >= {"holds", "per-card"}
    for form, sample in zip(offered["effects"], SAMPLES, strict=True):
        written = server.ask("POST", "/api/pencil/write", {"effects": [form["sample"]]})
        assert (written.status, written.json["normal"]) == (200, custom_rule_text((sample,)))
        assert written.json["effects"] == [form["sample"]]
        read = server.ask("POST", "/api/pencil", {"rule": written.json["normal"]})
        assert read.json == written.json


@pytest.mark.parametrize(
    "effects",
    [[], [{"effect": "reverses"}] * 5, [{"effect": "dances"}]],
    ids=["none", "five", "unknown"],
)
def test_what_is_no_list_of_effects_is_not_understood(
    server: ThreadServer, effects: object
) -> None:
    no = server.ask("POST", "/api/pencil/write", {"effects": effects})
    assert (no.status, no.json["code"]) == (400, "bad-message")


@pytest.mark.parametrize(
    "effect",
    [
        {"effect": "draws", "who": "you", "amount": 11},
        {"effect": "swaps", "who": "you", "other": "you"},
        {"effect": "honour", "text": 'Say "now"'},
        {"effect": "plays-again", "when": {"if": "otherwise"}},
    ],
    ids=["eleven", "oneself", "quotes", "otherwise"],
)
def test_effects_that_cannot_be_are_refused_with_what_is_wrong(
    server: ThreadServer, effect: object
) -> None:
    no = server.ask("POST", "/api/pencil/write", {"effects": [effect]})
    assert (no.status, no.json["code"]) == (422, "bad-rule")
    assert no.json["fault"]


def test_a_tables_rounds_are_played_to_find_how_long_they_get(server: ThreadServer) -> None:
    hum = 'house+blank_cards=1+written="Hum!"'
    found = server.ask("POST", "/api/pencil/rounds", {"rules": hum, "seats": 4})
    assert found.status == 200
    assert found.json["rounds"] >= 1
    assert found.json["turns"] == found.json["usual"] > 10
    again = server.ask("POST", "/api/pencil/rounds", {"rules": hum, "seats": 4})
    assert again.json == found.json, "it is kept"


@pytest.mark.parametrize(
    "table",
    [
        {"rules": "house+written=Everyone_dances.", "seats": 4},
        {"rules": "house", "seats": 11},
        {"rules": "x" * 50_000, "seats": 4},
    ],
    ids=["unread", "seats", "long"],
)
def test_a_table_nobody_could_set_up_is_not_played(server: ThreadServer, table: object) -> None:
    no = server.ask("POST", "/api/pencil/rounds", table)
    assert (no.status, no.json["code"]) == (422, "bad-settings")


def test_what_never_changes_is_not_sent_again(server: ThreadServer) -> None:
    for path in ("/api/editions", "/api/rulebook", "/openapi.json"):
        first = server.ask("GET", path)
        assert (first.status, first.headers["cache-control"]) == (200, "no-cache")
        tag = first.headers["etag"]
        again = server.ask("GET", path, headers={"If-None-Match": f'"other", W/{tag}'})
        assert (again.status, again.body, again.headers["etag"]) == (304, b"", tag)
        other = server.ask("GET", path, headers={"If-None-Match": '"other"'})
        assert (other.status, other.body) == (200, first.body)


def test_what_never_changes_is_worked_out_once() -> None:
    constant = {each.name for each in (*ENDPOINTS, openapi) if each.constant}
    assert constant == {"editions", "rulebook", "openapi", "rule_builder"}
