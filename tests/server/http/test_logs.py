"""What is written down, and what never is."""

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
import structlog

from openuno.room.secret import Secret
from openuno.server.process.logs import MASK, SECRET_WORDS, set_up_logs

TOKEN = "c0ffee" * 8
SEED = bytes(range(32))
HIDDEN = [
    {"token": TOKEN},
    {"new_token": TOKEN},
    {"Authorization": f"Bearer {TOKEN}"},
    {"cookie": f"session={TOKEN}"},
    {"password": TOKEN},
    {"seed": TOKEN},
    {"secret": TOKEN},
    {"game": Secret(SEED)},
    {"games": [Secret(SEED), {"token": TOKEN}]},
    {"headers": {"authorization": f"Bearer {TOKEN}", "host": "uno.example"}},
    {"error": f"cannot reach postgresql://uno:{TOKEN}@db.example/uno"},
    {"error": f"GET /api/me?token={TOKEN}&most=5"},
    {"error": f'{{"password": "{TOKEN}"}}'},
    {"error": f"Authorization: Bearer {TOKEN}"},
    {"deep": {"er": [{"down": ({"Password": TOKEN},)}]}},
]


@pytest.fixture(autouse=True)
def as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    yield
    root.handlers = handlers
    root.setLevel(level)
    structlog.reset_defaults()


def logged(*, as_json: bool = True, **event: Any) -> str:
    stream = io.StringIO()
    set_up_logs(as_json=as_json, stream=stream)
    structlog.get_logger("openuno").warning("something happened", **event)
    return stream.getvalue()


@pytest.mark.parametrize("as_json", [True, False])
@pytest.mark.parametrize("event", HIDDEN, ids=repr)
def test_a_secret_is_masked_wherever_it_lies(event: dict[str, Any], as_json: bool) -> None:
    line = logged(as_json=as_json, **event)
    assert TOKEN not in line
    assert SEED.hex() not in line
    assert repr(SEED) not in line
    assert MASK in line


@pytest.mark.parametrize("word", SECRET_WORDS)
def test_the_words_of_others_are_masked_too(word: str) -> None:
    stream = io.StringIO()
    set_up_logs(as_json=True, stream=stream)
    logging.getLogger("uvicorn.error").error("bad request: %s=%s", word, TOKEN)
    assert TOKEN not in stream.getvalue()
    assert MASK in stream.getvalue()


def test_an_exception_is_logged_without_secrets_and_without_variables() -> None:
    stream = io.StringIO()
    set_up_logs(as_json=True, stream=stream)
    kept_in_a_variable = TOKEN
    try:
        raise ValueError(f"no such login: postgresql://uno:{kept_in_a_variable}@db.example/uno")
    except ValueError:
        structlog.get_logger("openuno").exception("it failed")
    line = json.loads(stream.getvalue())
    assert "ValueError" in line["exception"]
    assert TOKEN not in stream.getvalue()
    assert "uno:***@db.example" in line["exception"]


def test_json_lines_are_one_object_each() -> None:
    line = json.loads(logged(process="left-1", tables=3, text="two\nlines"))
    assert line["event"] == "something happened"
    assert line["level"] == "warning"
    assert (line["process"], line["tables"], line["text"]) == ("left-1", 3, "two\nlines")
    assert line["timestamp"].endswith("Z")


def test_a_number_is_no_secret() -> None:
    assert json.loads(logged(limits={"wrong_passwords": 5}))["limits"] == {"wrong_passwords": 5}


def test_what_is_no_secret_stays() -> None:
    text = "postgresql://db.example/uno is slow; see http://uno.example:80/ at 10:30"
    assert json.loads(logged(text=text))["text"] == text


def test_text_from_outside_does_not_steer_the_terminal() -> None:
    assert "\x1b" not in logged(as_json=False, name="\x1b[2Jgone")
