"""Settings of `uno serve`: options, the environment, a file, and `--check`."""

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from openuno.cli.app import app


def check(*words: str | Path, **environment: str) -> Result:
    runner = CliRunner(env={"COLUMNS": "100", **environment})
    return runner.invoke(app, ["serve", "--check", *map(str, words)])


def settings(result: Result) -> dict[str, tuple[str, str]]:
    """Every setting that was printed, with where it came from."""
    assert result.exit_code == 0, result.output
    rows = [line.split(maxsplit=1) for line in result.stdout.splitlines()[:-1]]
    return {
        name: (rest.rpartition("  (")[0], rest.rpartition("  (")[2][:-1]) for name, rest in rows
    }


def test_an_option_beats_the_environment_which_beats_the_file(tmp_path: Path) -> None:
    file = tmp_path / "uno.toml"
    file.write_text('port = 1001\nhost = "127.0.0.3"\nname = "file"\nlan = false\n')
    shown = settings(
        check(
            "--config", file, "--name", "given", "--database", tmp_path / "uno.db", UNO_PORT="1002"
        )
    )
    assert shown["name"] == ("given", "option")
    assert shown["port"] == ("1002", "environment")
    assert shown["host"] == ("127.0.0.3", "file")
    assert shown["lan"] == ("no", "file")
    assert shown["workers"] == ("1", "default")


def test_every_option_can_be_set_in_the_environment_and_in_a_file(tmp_path: Path) -> None:
    values = {
        "database": str(tmp_path / "uno.db"),
        "lan": True,
        "port": 1001,
        "workers": 1,
        "search-workers": 2,
        "public-url": "https://uno.example.org",
        "origin": ["https://a.example", "https://b.example"],
        "allowed-host": ["a.example"],
        "behind-proxy": True,
        "no-migrate": True,
        "json-logs": True,
        "log-level": "warning",
        "admin-token": "a-secret-of-the-operator",
        "keep-days": 90,
        "name": "north",
        "limit": {"tables": 5, "people": 7},
    }
    lines = []
    environment = {}
    for name, value in values.items():
        variable = f"UNO_{name.upper().replace('-', '_')}"
        match value:
            case dict():
                pairs = [f"{key}={each}" for key, each in value.items()]
                lines.append(f"{name} = {{ {', '.join(pairs)} }}")
                environment[variable] = " ".join(pairs)
            case list():
                lines.append(f"{name} = {value}")
                environment[variable] = " ".join(value)
            case bool():
                lines.append(f"{name} = {str(value).lower()}")
                environment[variable] = "true"
            case _:
                lines.append(f"{name} = {value!r}")
                environment[variable] = str(value)
    file = tmp_path / "uno.toml"
    file.write_text("\n".join(lines))
    by_file = settings(check(UNO_CONFIG=str(file)))
    by_environment = settings(check(**environment))
    unset = {"open", "party", "host"}  # for people at the keyboard; not together with --lan
    assert {name for name, (_, source) in by_file.items() if source == "file"} == set(values)
    assert set(by_file) == set(values) | unset
    assert {name: value for name, (value, _) in by_file.items()} == {
        name: value for name, (value, _) in by_environment.items()
    }


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("prot = 1", "there is no setting 'prot'; did you mean port?"),
        ("xyz = 1", "there is no setting 'xyz'; choose from database, lan, host"),
        ("check = true", "there is no setting 'check'"),
        ('port = "1"', "port is a whole number"),
        ("port = true", "port is a whole number"),
        ("name = 1", "name is a text in quotes"),
        ("lan = 1", "lan is true or false"),
        ('origin = "https://a.example"', "origin is a list of texts"),
        ("limit = 3", "limit is a table such as { tables = 500 }"),
        ("[limit]\ntabels = 3", "there is no limit 'tabels'"),
        ("port = 99999", "takes a number from 0 to 65535, not 99999"),
        ("port", "is not TOML"),
    ],
)
def test_a_bad_file_is_refused(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "uno.toml"
    file.write_text(text)
    refused = check("--config", file, "--database", tmp_path / "uno.db")
    assert refused.exit_code == 2
    assert sentence in refused.stderr
    assert not (tmp_path / "uno.db").exists()


def test_a_file_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert "cannot read" in check("--config", tmp_path / "none.toml").stderr


def test_check_tells_what_the_database_is_like(tmp_path: Path) -> None:
    database = tmp_path / "uno.db"
    assert "will be made" in check("--database", database).stdout
    assert not database.exists()
    CliRunner().invoke(app, ["migrate", "--database", str(database)])
    assert "is up to date" in check("--database", database).stdout
    database.write_bytes(b"no database " * 500)
    refused = check("--database", database)
    assert refused.exit_code == 2
    assert "cannot be opened" in refused.stderr


def test_check_never_prints_a_password() -> None:
    refused = check("--database", "postgresql://uno:hunter2@127.0.0.1:1/uno")
    assert refused.exit_code == 2
    assert "hunter2" not in refused.output
