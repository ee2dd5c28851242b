"""`uno show`, `uno verify` and `uno replay` as they are run."""

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from rich.progress import Progress

from openuno.cli.app import app
from openuno.record.export import export_record
from openuno.record.reader import read_record, record_bytes
from openuno.terminal.commands import records
from tests.record.games import SETTINGS, Setting, play_setting
from tests.record.sample import SAMPLE
from tests.terminal.commands import PLAIN

EACH = pytest.mark.parametrize("setting", SETTINGS, ids=str)


def uno(*words: str | Path, columns: int = 80) -> Result:
    environment = {**PLAIN, "COLUMNS": str(columns), "FORCE_COLOR": ""}
    return CliRunner(env=environment).invoke(app, [str(word) for word in words])


def saved(folder: Path, setting: Setting = SAMPLE, data: bytes | None = None) -> Path:
    path = folder / "game.uno"
    path.write_bytes(play_setting(setting).data if data is None else data)
    return path


def refused(result: Result) -> str:
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return result.stderr


def test_show_prints_the_game_at_a_glance(tmp_path: Path) -> None:
    done = uno("show", saved(tmp_path))
    assert done.exit_code == 0
    assert done.stdout.startswith(
        "A single round, mattel-2016+hand_size=2\n"
        "Ada, Bo\n"
        "Bo wins, after 1 round, 4 actions.\n"
        "\n"
        "         1  won\n"
        "  1 Bo   1    1\n"
        "  2 Ada  ·    0\n"
    )
    assert "Fair deals, and the seed is revealed. To check it: uno verify" in done.stdout


@EACH
@pytest.mark.parametrize("columns", [40, 80])
def test_show_tells_every_game_in_every_width(
    tmp_path: Path, setting: Setting, columns: int
) -> None:
    done = uno("show", saved(tmp_path, setting), columns=columns)
    assert done.exit_code == 0
    game = play_setting(setting).games[-1]
    if game.winners is None:
        assert "Abandoned after" in done.stdout
    else:
        assert f"{play_setting(setting).header.names[game.winners[0]]}" in done.stdout
    assert all(len(line) <= columns for line in done.stdout.splitlines() if "/" not in line)


def test_show_tells_an_unfinished_and_a_torn_game_and_ones_own(tmp_path: Path) -> None:
    setting = SETTINGS[0]
    lines = play_setting(setting).data.splitlines(keepends=True)
    torn = saved(tmp_path, data=b"".join(lines[:9]) + b'{"by"')
    shown = " ".join(uno("show", torn).stdout.split())
    assert "Unfinished after 1 round, 6 actions: it is " in shown
    assert "Line 10 is incomplete" in shown
    known = saved(
        tmp_path, data=record_bytes(export_record(read_record(play_setting(setting).data), 1))
    )
    shown = uno("show", known).stdout
    assert "As Bo knew it.\n" in shown
    assert "The seed of its deals is not revealed here." in shown


def test_show_tells_highlights(tmp_path: Path) -> None:
    shown = uno("show", saved(tmp_path, SETTINGS[6])).stdout
    assert re.search(r"had the most points: \d+ against ", shown)
    assert "was the longest, with " in shown
    assert "more than anyone else." in shown


def test_verify_says_true(tmp_path: Path) -> None:
    path = saved(tmp_path)
    done = uno("verify", path)
    assert done.exit_code == 0
    assert done.stdout.startswith(
        f"true {path}: 1 round, 4 actions."
        " Every deal, every action, every event and the score are right.\n"
        "The server's seed and those of Ada were fixed before any was shown: "
    )


def test_verify_says_how_far_it_can_tell(tmp_path: Path) -> None:
    whole = play_setting(SETTINGS[0]).data
    unfinished = saved(tmp_path, data=whole.rpartition(b'{"result"')[0])
    done = uno("verify", unfinished)
    assert done.exit_code == 0
    assert ", unfinished. " in done.stdout
    assert "the deals cannot be checked before the seed is revealed" in done.stdout
    known = saved(tmp_path, data=record_bytes(export_record(read_record(whole), 0)))
    done = uno("verify", known)
    assert done.exit_code == 0
    assert "It is what one player knew" in done.stdout


def test_verify_says_false_and_where(tmp_path: Path) -> None:
    data = play_setting(SAMPLE).data.replace(b'"why":"turn"', b'"why":"card"')
    path = saved(tmp_path, data=data)
    done = uno("verify", path)
    assert done.exit_code == 1
    assert done.stdout == (
        f'false {path}:5: events[0].what.why should be "turn", but is "card"\n'
        "Everything before it is fine: 1 round, 1 action.\n"
    )
    report = json.loads(uno("verify", path, "--json").stdout)
    assert (report["verdict"], report["line"], report["file"]) == ("false", 5, str(path))


def test_verify_says_unreadable_and_where(tmp_path: Path) -> None:
    path = saved(tmp_path, data=play_setting(SAMPLE).data.replace(b'"do":"draw"', b'"do":"drew"'))
    done = uno("verify", path)
    assert done.exit_code == 2
    assert done.stdout.startswith(f"unreadable {path}:5:15: there is no action 'drew'")
    report = json.loads(uno("verify", path, "--json").stdout)
    assert (report["verdict"], report["line"], report["column"]) == ("unreadable", 5, 15)
    assert "No such file" in refused(uno("verify", tmp_path / "none.uno"))
    assert "Is a directory" in refused(uno("verify", tmp_path))


def test_a_bar_shows_on_stderr_only_if_it_takes_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = saved(tmp_path)
    started: list[bool] = []
    monkeypatch.setattr(Progress, "start", lambda _: started.append(True))
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    result = CliRunner(env={**PLAIN, "FORCE_COLOR": "1"}).invoke(app, ["verify", str(path)])
    assert result.exit_code == 0
    assert not started
    monkeypatch.setattr(records, "PATIENCE", -1.0)
    CliRunner(env={**PLAIN, "FORCE_COLOR": "1"}).invoke(app, ["verify", str(path)])
    assert started


def test_replay_in_a_pipe_prints_everything(tmp_path: Path) -> None:
    path = saved(tmp_path)
    done = uno("replay", path)
    assert done.exit_code == 0
    assert done.stdout == uno("replay", path, "--plain", "--all").stdout
    assert "\x1b" not in done.stdout
    assert done.stdout.startswith("A single round, mattel-2016+hand_size=2\nAda, Bo\n   0  ")
    assert "   3  Ada draws Green 1.\n   4  Ada keeps the card.\n" in done.stdout
    assert "      Bo wins the game.\n" in done.stdout


@EACH
def test_replay_tells_every_game_whole_and_for_a_seat(tmp_path: Path, setting: Setting) -> None:
    path = saved(tmp_path, setting)
    steps = len(play_setting(setting).steps)
    for columns, words in ((80, ()), (40, ("--seat", str(setting.players - 1)))):
        done = uno("replay", path, "--plain", *words, columns=columns)
        assert done.exit_code == 0
        assert all(len(line) <= columns for line in done.stdout.splitlines()[1:])
        numbers = re.findall(r"^(?= {0,3}\d)(.{4})  \S", done.stdout, re.MULTILINE)
        assert [int(number) for number in numbers] == list(range(steps + 1))


def test_replay_of_one_seat_is_the_same_from_the_whole_and_from_its_own_record(
    tmp_path: Path,
) -> None:
    setting = SETTINGS[0]
    whole = uno("replay", saved(tmp_path, setting), "--seat", "1").stdout
    own = saved(
        tmp_path, data=record_bytes(export_record(read_record(play_setting(setting).data), 1))
    )
    assert uno("replay", own).stdout == uno("replay", own, "--seat", "1").stdout == whole
    assert whole != uno("replay", saved(tmp_path, setting)).stdout


def test_replay_can_begin_later(tmp_path: Path) -> None:
    shown = uno("replay", saved(tmp_path), "--from", "4").stdout
    assert "   3  " not in shown
    assert "   4  Ada keeps the card." in shown


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--from", "6"), "its steps are 0 to 5, there is no 6"),
        (("--from", "-1"), "there is no -1"),
        (("--seat", "2"), "the seats are 0 to 1, there is no 2"),
        (("--seat", "-1"), "there is no -1"),
        (("--seat", "0", "--all"), "use only one of them"),
    ],
)
def test_replay_refuses_what_is_not_there(
    tmp_path: Path, words: tuple[str, ...], sentence: str
) -> None:
    assert sentence in refused(uno("replay", saved(tmp_path), *words))


def test_replay_of_ones_own_record_shows_no_more(tmp_path: Path) -> None:
    known = saved(
        tmp_path, data=record_bytes(export_record(read_record(play_setting(SAMPLE).data), 1))
    )
    for words in (("--all",), ("--seat", "0")):
        assert "it holds only what Bo (seat 1) knew" in refused(uno("replay", known, *words))


def test_replay_stops_where_a_record_cannot_be_followed(tmp_path: Path) -> None:
    path = saved(tmp_path, data=play_setting(SAMPLE).data.replace(b'"do":"keep"', b'"do":"pass"'))
    done = uno("replay", path)
    assert done.exit_code == 1
    assert "   3  Ada draws Green 1." in done.stdout
    assert done.stderr == f"uno: {path}:6: what happens first is not what was done\n"
    header_only = saved(tmp_path, data=play_setting(SAMPLE).data.splitlines(keepends=True)[0])
    assert "nothing has happened yet" in refused(uno("replay", header_only))


@pytest.mark.rule("FMT-4", "FMT-5")
@pytest.mark.parametrize("setting", [s for s in SETTINGS if s.format == "rotating"], ids=str)
def test_show_prints_the_points_of_each_partnership(tmp_path: Path, setting: Setting) -> None:
    data = play_setting(setting).data
    whole, ones = saved(tmp_path), tmp_path / "one.uno"
    whole.write_bytes(data)
    ones.write_bytes(record_bytes(export_record(read_record(data), 1)))
    assert "  points with each partner\n" in uno("show", whole).stdout
    report = json.loads(uno("show", whole, "--json").stdout)
    partnerships = report["partnerships"]
    assert json.loads(uno("show", ones, "--json").stdout)["partnerships"] == partnerships
    for player, score in enumerate(report["result"]["scores"]):
        with_partners = [p for p in partnerships if player in p["players"]]
        assert sum(sum(pair["points"]) for pair in with_partners) == score
        assert [hand for p in with_partners for hand in p["hands"]] == list(
            range(1, report["result"]["hands"] + 1)
        )


def test_show_prints_json_for_programs(tmp_path: Path) -> None:
    path = saved(tmp_path)
    report = json.loads(uno("show", path, "--json").stdout)
    assert report["file"] == str(path)
    assert report["names"] == ["Ada", "Bo"]
    assert report["format"] == "single"
    assert report["result"] == {"winners": [1], "scores": [0, 29], "wins": [0, 1], "hands": 1}
    assert report["partnerships"] == []
    assert report["hands"][0]["actions"] == 4
