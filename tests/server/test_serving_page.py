"""The page for operators says what the server does."""

import re
import tomllib
from pathlib import Path

from msgspec.structs import fields

from openuno.cli.app import app
from openuno.server.http.endpoints import health
from openuno.server.limits import Limits
from openuno.server.net.upgrade import PATH
from tests.command_tree import children
from tests.server.servers import run_server

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "serving.md").read_text()


def test_every_limit_is_listed_with_its_usual_value() -> None:
    listed = dict(re.findall(r"^\| `(\w+)` \| ([\d.]+) \|", PAGE, re.MULTILINE))
    usual = {field.name: f"{field.default:g}" for field in fields(Limits)}
    assert {name: f"{float(value):g}" for name, value in listed.items()} == usual


def test_every_option_it_names_is_one() -> None:
    commands = children(app)
    servers = [commands[name] for name in ("serve", "migrate", "backup", "restore")]
    asked = [*servers, *children(commands["admin"]).values()]
    known = {option for command in asked for each in command.params for option in each.opts}
    others = "\n".join(line for line in PAGE.splitlines() if not line.startswith("sudo "))
    assert set(re.findall(r"--[a-z][a-z-]*", others)) <= known


def test_every_metric_is_documented(tmp_path: Path) -> None:
    with run_server(tmp_path / "uno.db") as server:
        told = server.ask("GET", "/metrics").body.decode()
    assert set(re.findall(r"^# TYPE (uno_\w+) ", told, re.MULTILINE)) == set(
        re.findall(r"`(uno_\w+)`", PAGE)
    )


def test_every_address_it_names_is_answered() -> None:
    for each in (health.healthz, health.readyz, health.metrics):
        assert f"`{each.path}`" in PAGE
    assert f"`{PATH}`" in PAGE


def test_what_the_page_links_to_is_there() -> None:
    for link in re.findall(r"\]\(([^)#:]+)\)", PAGE):
        assert (DOCS / link).exists(), link


def test_a_school_raises_every_limit_for_one_address() -> None:
    _, section = PAGE.split("### A school, or anyone behind one address\n")
    (block,) = re.findall(r"^```toml\n(.*?)^```$", section, re.MULTILINE | re.DOTALL)
    raised = tomllib.loads(block)["limit"]
    rows = re.findall(r"^\| `(\w+)` \| [\d.]+ \| (.*)$", PAGE, re.MULTILINE)
    by_address = {name for name, about in rows if "address" in about}
    assert set(raised) == by_address - {"wrong_admin_tokens"}  # those who run it have one address
    assert all(value > getattr(Limits(), name) for name, value in raised.items())
