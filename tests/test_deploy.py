"""The files for operators in deploy/: what they run, and the metrics they name."""

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]  # it has no types of its own
from click.testing import CliRunner

from openuno.cli.app import app

ROOT = Path(__file__).parent.parent
DEPLOY = ROOT / "deploy"


def serve_check(words: list[str], environment: dict[str, str]) -> str:
    """What `uno serve --check` says of a command and its environment."""
    done = CliRunner(env=environment).invoke(app, [*words, "--check"])
    assert done.exit_code == 0, done.output
    return done.stdout


def unit_lines(key: str, unit: str = "openuno.service") -> list[str]:
    text = (DEPLOY / unit).read_text()
    return re.findall(rf"^{key}=(.*)$", text, re.MULTILINE)


def test_the_commands_of_the_unit_work(tmp_path: Path) -> None:
    commands = [shlex.split(line) for line in unit_lines("ExecStart") + unit_lines("ExecStartPre")]
    assert len(commands) == 2
    for program, *words in commands:
        assert Path(program).name == "uno"
        here = [str(DEPLOY / "uno.toml") if word.endswith("uno.toml") else word for word in words]
        said = serve_check(
            [word for word in here if word != "--check"], {"UNO_DATABASE": str(tmp_path / "u.db")}
        )
        assert "https://uno.example.org  (file)" in said


def test_the_backup_that_the_timer_starts_works(tmp_path: Path) -> None:
    database, folder = tmp_path / "tables.db", tmp_path / "openuno-backups"
    folder.mkdir()
    runner = CliRunner()
    assert runner.invoke(app, ["migrate", "--database", str(database)]).exit_code == 0
    (line,) = unit_lines("ExecStart", "openuno-backup.service")
    state = unit_lines("StateDirectory", "openuno-backup.service")
    assert state == ["openuno openuno-backups"]
    words = shlex.split(line.replace("/var/lib/openuno/", f"{tmp_path}/"))
    here = [word.replace("/var/lib/openuno-backups", str(folder)) for word in words[1:]]
    done = runner.invoke(app, here)
    assert done.exit_code == 0, done.output
    assert len(list(folder.glob("openuno-*.db"))) == 1


@pytest.mark.parametrize(
    "name", ["openuno.service", "openuno-backup.service", "openuno-backup.timer"]
)
def test_systemd_accepts_the_unit(tmp_path: Path, name: str) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("it takes systemd")
    for path in DEPLOY.glob("openuno*.*"):
        text = path.read_text().replace("/opt/openuno/bin/uno", "/bin/true")
        (tmp_path / path.name).write_text(text)
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", tmp_path / name],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert f"{name}:" not in done.stderr, done.stderr


def test_the_image_serves_to_everyone_as_nobody_in_particular(tmp_path: Path) -> None:
    text = (DEPLOY / "Dockerfile").read_text().replace("\\\n", " ")
    (variables,) = re.findall(r"^ENV (.*)$", text, re.MULTILINE)
    environment = dict(re.findall(r"(UNO_\w+)=(\S+)", variables))
    assert environment["UNO_DATABASE"].startswith("/data/")
    environment["UNO_DATABASE"] = str(tmp_path / "u.db")
    entry, command = (
        json.loads(re.findall(rf"^{word} (\[.*\])$", text, re.MULTILINE)[0])
        for word in ("ENTRYPOINT", "CMD")
    )
    assert entry == ["uno"]
    assert "0.0.0.0  (environment)" in serve_check(command, environment)
    assert re.search(r"^USER openuno$", text, re.MULTILINE)
    assert "/readyz" in text


def test_the_composed_server_has_good_settings(tmp_path: Path) -> None:
    composed = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    uno = composed["services"]["uno"]
    given = {"UNO_DOMAIN": "uno.example.org", "POSTGRES_PASSWORD": "secret"}
    environment = {
        name: re.sub(r"\$\{(\w+)\}", lambda found: given[found[1]], value)
        for name, value in uno["environment"].items()
    }
    assert environment["UNO_DATABASE"] == "postgresql://uno:secret@db/uno"
    environment["UNO_DATABASE"] = str(tmp_path / "u.db")
    words = ["1" if word == "2" else word for word in uno["command"]]  # SQLite has one process
    said = serve_check(words, environment)
    assert "https://uno.example.org  (environment)" in said
    assert (DEPLOY / uno["build"]["context"] / uno["build"]["dockerfile"]).is_file()
    assert set(composed["services"]["uno"]["depends_on"]) <= set(composed["services"])


def test_dashboard_and_alerts_name_metrics_that_exist() -> None:
    documented = set(re.findall(r"`(uno_\w+)`", (ROOT / "docs/serving.md").read_text()))
    alerts = yaml.safe_load((DEPLOY / "alerts.yaml").read_text())
    expressions = [rule["expr"] for group in alerts["groups"] for rule in group["rules"]]
    dashboard = json.loads((DEPLOY / "grafana.json").read_text())
    expressions += [each["expr"] for panel in dashboard["panels"] for each in panel["targets"]]
    named = {
        name.removesuffix("_bucket")
        for expression in expressions
        for name in re.findall(r"\buno_\w+", expression)
    }
    assert named <= documented
    assert documented - named == set()


def test_workflows_run_what_there_is(tmp_path: Path) -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/test.yaml").read_text())
    commands = [
        step["run"] for job in workflow["jobs"].values() for step in job["steps"] if "run" in step
    ]
    targets = re.findall(r"^([a-z]+)(?: [a-z ]+)?:", (ROOT / "Makefile").read_text(), re.MULTILINE)
    for program, *words in map(shlex.split, commands):
        match program:
            case "make":
                assert {word for word in words if "=" not in word} <= set(targets)
            case "git":
                assert words == ["diff", "--exit-code"]
            case "uno":
                done = CliRunner(env={"XDG_DATA_HOME": str(tmp_path)}).invoke(app, words)
                assert done.exit_code == 0, done.output
            case "docker" | "pip":
                assert all((ROOT / word).exists() for word in words if word.startswith("deploy/"))
            case "python":
                assert words == ["-m", "build"]  # what pip has installed the step before
                assert "pip install build" in commands
            case _:
                assert (ROOT / program).is_file()
