"""A game is saved as it is played, and can always be continued."""

import os
import re
import signal
import stat
import subprocess
import sys
import time
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from openuno.game.state import is_round_on
from openuno.record.export import export_record
from openuno.record.reader import read_record, record_bytes
from openuno.record.replay import replay
from openuno.record.verify import Proof, Verdict, verify
from openuno.terminal.saves import SaveSecrets, games_folder, load_save
from tests.record.chain import remove_chain, version_1
from tests.record.games import SETTINGS, play_setting, seed_of
from tests.terminal.commands import (
    SECONDS,
    UNO,
    Terminal,
    environment,
    shell,
    uno,
    without_file_names,
)

SHORT = ("--format", "best-of:5", "--set", "hand_size=4")
FIRST = "1\n" * 3000


def kept(games: Path) -> Path:
    (path,) = games.glob("*.uno")
    return path


def secret(path: Path) -> Path:
    return path.with_name(f"{path.name}.secret")


def assert_true(path: Path) -> None:
    report = verify(path.read_bytes())
    assert (report.verdict, report.proof, report.sentence) == (
        Verdict.TRUE,
        Proof.EVERYTHING,
        None,
    )


def test_a_game_is_kept_without_being_asked(games: Path) -> None:
    done = uno(*SHORT, typed=FIRST)
    assert done.exit_code == 0
    path = kept(games)
    assert done.stdout.endswith(f"  uno verify {path}\n")
    assert_true(path)
    assert read_record(path.read_bytes()).reveal is not None
    assert not secret(path).exists()


def test_the_secret_is_for_its_owner_alone(games: Path) -> None:
    uno(typed="q\n")
    mode = secret(kept(games)).stat().st_mode
    assert stat.S_IMODE(mode) == 0o600
    assert read_record(kept(games).read_bytes()).reveal is None


def test_two_games_in_one_second_are_two_files(games: Path) -> None:
    for _ in range(3):
        assert uno("--seed", "86", typed="q\n").exit_code == 0
    assert len(list(games.glob("*.uno"))) == 3


@pytest.mark.parametrize("seed", [(), ("--seed", "86")], ids=["fair", "seeded"])
@pytest.mark.parametrize("people", ["Ann", "Ann,Ben"])
def test_a_game_that_was_left_goes_on_where_it_was(
    games: Path, seed: tuple[str, ...], people: str
) -> None:
    left = uno(*SHORT, *seed, "--people", people, typed="1\n" * 8 + "q\n")
    path = kept(games)
    assert f"  uno play --resume {path}\n" in left.stdout
    before = path.read_bytes()
    *_, (_, game) = replay(read_record(before))
    seen = uno("--resume", str(path), typed="\n" * 2).stdout
    looking = re.search(r"(\w+) is looking", seen)
    player = 1 if looking and looking[1] == "Ben" else 0
    shown = re.search(r"^  hand (.*(?:\n {7}.*)*)$", seen, re.MULTILINE)
    if is_round_on(game):  # else the next round has been dealt
        assert shown
        assert tuple(re.findall(r"[●▲■◆★](\w+)", shown[1])) == game.tables[0].round.hands[player]
    assert uno("--resume", str(path), typed=FIRST).exit_code == 0
    assert path.read_bytes().startswith(before)
    assert_true(path)
    assert not secret(path).exists()


@pytest.mark.rule("DEAL-3")
def test_the_dealer_the_table_picked_is_in_the_record_and_deals(games: Path) -> None:
    picked = (
        "--edition",
        "house",
        "--people",
        "Ann,Ben",
        "--dealer",
        "Ben",
        "--set",
        "hand_size=2",
    )
    assert uno(*picked, typed="q\n").stdout.startswith("house+hand_size=2, race to 500: Ann, Ben")
    path = kept(games)
    header = read_record(path.read_bytes()).header
    assert (header.dealer, header.names[1]) == (1, "Ben")
    done = uno("--resume", str(path), typed="\n" + "1\n" * 6 + "q\n")
    assert done.exit_code == 0
    (_, first), *_ = list(replay(read_record(path.read_bytes())))[1:]
    assert first.tables[0].round.dealer == 1
    assert verify(path.read_bytes()).verdict is Verdict.TRUE


@pytest.mark.rule("DEAL-3")
@pytest.mark.parametrize("words", [("--dealer", "draw"), ()])
def test_the_table_may_draw_for_the_deal_instead(games: Path, words: tuple[str, ...]) -> None:
    uno("--edition", "wild-112", *words, typed="q\n")
    record = read_record(kept(games).read_bytes())
    assert record.header.dealer is None
    assert record.entries[0].events[0].__class__.__name__ == "DrewForDeal"


@pytest.mark.rule("DEAL-3")
def test_a_sheet_that_draws_lets_the_table_pick_by_its_switch(tmp_path: Path) -> None:
    path = tmp_path / "game.uno"
    words = ("--watch", "--format", "single", "--seed", "3", "--save", str(path))
    done = uno(*words, "--set", "dealer_draw=chosen", "--dealer", "Ned")
    assert done.exit_code == 0
    assert done.stdout.startswith("Ned deals.\n")
    assert_true(path)


def test_an_interruption_changes_nothing_that_follows(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.uno", tmp_path / "parts.uno"
    words = (*SHORT, "--seed", "86", "--bots", "casual,random,regular")
    uno(*words, "--save", str(whole), typed=FIRST)
    uno(*words, "--save", str(parts), typed="1\n" * 5)
    while not read_record(parts.read_bytes()).closing:
        assert uno("--resume", str(parts), typed="1\n" * 7).exit_code == 0
    assert parts.read_bytes() == whole.read_bytes()


def test_the_score_and_the_figures_go_on_too(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.uno", tmp_path / "parts.uno"
    words = (*SHORT, "--seed", "12")
    ending = uno(*words, "--save", str(whole), typed=FIRST).stdout
    after_one = ending[: ending.index("Enter deals the next round")]
    typed = "1\n" * (after_one.count("\n> 1\n") + 3)
    uno(*words, "--save", str(parts), typed=typed)
    again = uno("--resume", str(parts), typed=FIRST).stdout
    assert "Resuming in round 2." in again
    assert "After round 1" in again or "After round 2" in again
    last = "After round"
    assert without_file_names(again[again.rindex(last) :]) == without_file_names(
        ending[ending.rindex(last) :]
    )


def test_a_process_killed_in_the_middle_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "game.uno"
    with Terminal(*SHORT, "--save", str(path)) as terminal:
        for _ in range(4):
            terminal.until("> ")
            terminal.type("1")
        terminal.until("> ")
        before = path.read_bytes()
        terminal.process.send_signal(signal.SIGKILL)
        terminal.process.wait(SECONDS)
    assert path.read_bytes() == before
    done = shell("--resume", str(path), typed=FIRST.encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert path.read_bytes().startswith(before)
    assert_true(path)


def test_killed_at_any_moment_while_bots_play(tmp_path: Path) -> None:
    path = tmp_path / "game.uno"
    process = subprocess.Popen(
        [UNO, "play", "--watch", "--format", "race:9999", "--save", str(path)],
        stdout=subprocess.DEVNULL,
        env=environment(),
    )
    deadline = time.monotonic() + SECONDS
    while not (path.exists() and path.stat().st_size > 20_000) and time.monotonic() < deadline:
        time.sleep(0.01)
    process.kill()
    process.wait(SECONDS)
    lines = path.read_bytes().count(b"\n")
    assert lines > 50
    done = uno("--resume", str(path), "--people", "Mia", typed="q\n")
    assert done.exit_code == 0
    assert verify(path.read_bytes()).verdict is Verdict.TRUE
    assert path.read_bytes().count(b"\n") >= lines


def test_control_c_says_how_to_go_on(games: Path) -> None:
    with Terminal("--seed", "86") as terminal:
        terminal.until("> ")
        for _ in range(5):
            # A signal that falls between the prompt and the reading is seen only with the next one.
            terminal.process.send_signal(signal.SIGINT)
            if "uno play --resume" in terminal.until("uno play --resume", seconds=15):
                break
        assert terminal.wait_for_end() == 130
    assert "Traceback" not in terminal.text
    assert uno("--resume", str(kept(games)), typed="q\n").exit_code == 0


def test_a_torn_last_line_is_forgotten(games: Path) -> None:
    uno(*SHORT, "--seed", "86", typed="1\n" * 6)
    path = kept(games)
    whole = path.read_bytes()
    for cut in (1, 40):
        path.write_bytes(whole[:-cut])
        assert uno("--resume", str(path), typed="q\n").exit_code == 0
        assert verify(path.read_bytes()).verdict is Verdict.TRUE
    header = whole.index(b"\n") + 1
    path.write_bytes(whole[: header + 20])
    assert uno("--resume", str(path), typed=FIRST).exit_code == 0
    assert_true(path)


def test_a_game_that_ended_without_its_last_line_is_closed(games: Path) -> None:
    uno(*SHORT, "--seed", "86", typed=FIRST)
    path = kept(games)
    whole = path.read_bytes()
    path.write_bytes(whole[: whole.rstrip().rindex(b"\n") + 1])
    done = uno("--resume", str(path))
    assert done.exit_code == 0
    assert "After round" in done.stdout
    assert path.read_bytes() == whole


def refused(path: Path, *words: str) -> str:
    before = path.read_bytes()
    done = uno("--resume", str(path), *words)
    assert (done.exit_code, done.stdout) == (2, "")
    assert path.read_bytes() == before
    return done.stderr


def test_what_cannot_be_gone_on_with_is_refused(games: Path) -> None:
    uno(*SHORT, "--people", "Ann,Ben", typed="1\n" * 9)
    path = kept(games)
    whole = path.read_bytes()

    path.write_bytes(whole.replace(b'"do":"next"', b'"do":"draw","by":1'))
    assert f"{path}, line 3" in refused(path)
    started = re.search(rb'"turned-up","card":"([^"]+)"', whole)
    assert started
    other = b"R1" if started[1] != b"R1" else b"R2"
    path.write_bytes(whole.replace(started[0], started[0].replace(started[1], other), 1))
    assert f"{path}, line 3: events[" in refused(path)
    path.write_bytes(b"a letter\n")
    assert f"{path}, line 1" in refused(path)
    path.write_bytes(record_bytes(export_record(read_record(whole), 0)))
    assert "this is what Ann knew" in refused(path)

    path.write_bytes(whole)
    assert "'Zoe' is not one of Ann, Ben, Mia, Ned" in refused(path, "--people", "Zoe")
    aside = secret(path).read_bytes()
    other = b"1" if b'"seed":"0' in aside else b"0"
    secret(path).write_bytes(re.sub(rb'"seed":".', b'"seed":"' + other, aside))
    assert "the seed is not the one committed to" in refused(path)
    secret(path).write_bytes(b"{}")
    assert "is not what was kept beside the game" in refused(path)
    secret(path).unlink()
    assert "without the seed in it no card can be dealt" in refused(path)
    secret(path).write_bytes(aside)
    assert uno("--resume", str(path), typed=FIRST).exit_code == 0
    assert "the game is over" in refused(path)


def test_people_may_be_others_when_the_game_goes_on(games: Path) -> None:
    uno(*SHORT, "--seed", "86", typed="1\n" * 3)
    path = kept(games)
    done = uno("--resume", str(path), "--people", "You,Ned", typed=FIRST)
    assert done.exit_code == 0
    assert "Pass the screen to Ned" in done.stdout
    assert_true(path)


def test_a_file_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "letter.uno"
    path.write_text("a letter")
    done = uno("--save", str(path))
    assert done.exit_code == 2
    assert "already exists" in done.stderr
    assert path.read_text() == "a letter"


def test_one_game_is_played_at_one_table(tmp_path: Path) -> None:
    path = tmp_path / "game.uno"
    with Terminal("--save", str(path)) as terminal:
        terminal.until("> ")
        assert "is open in another terminal" in refused(path)
        terminal.type("q")
        assert terminal.wait_for_end() == 0
    assert uno("--resume", str(path), typed="q\n").exit_code == 0


@pytest.mark.skipif(sys.platform == "win32", reason="a file in the way of a folder")
def test_a_place_that_cannot_be_written_stops_nobody(games: Path) -> None:
    games.parent.parent.mkdir(exist_ok=True)
    games.parent.write_text("in the way")
    done = uno(*SHORT, typed=FIRST)
    assert done.exit_code == 0
    assert "This game can't be saved: cannot make" in done.stdout
    assert "uno verify" not in done.stdout


def test_a_full_disk_keeps_the_game_up_to_there(tmp_path: Path) -> None:
    path = tmp_path / "game.uno"
    done = subprocess.run(
        f"ulimit -f 16; {UNO} play --watch --seed 3 --save {path}",
        shell=True,
        executable="bash",
        capture_output=True,
        text=True,
        check=False,
        timeout=SECONDS,
        env=environment(),
    )
    assert done.returncode == 2
    assert f"cannot write {path}: File too large; the game is kept up to here" in done.stderr
    assert "Traceback" not in done.stderr
    before = path.read_bytes().count(b"\n")
    assert uno("--resume", str(path), "--people", "Mia", typed="q\n").exit_code == 0
    assert path.read_bytes().count(b"\n") >= before > 20


def test_a_home_that_is_no_path_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", "relative")
    monkeypatch.setenv("HOME", f"{os.sep}home{os.sep}zoe")
    assert games_folder() == Path("/home/zoe/.local/state/openuno/games")


def test_a_game_of_an_older_version_is_converted_and_continued(tmp_path: Path) -> None:
    setting = replace(SETTINGS[0], unbound=True)
    old = version_1(remove_chain(play_setting(setting).data))
    path, lines = tmp_path / "old.uno", old.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:6]) + lines[6][:9])
    aside = SaveSecrets(seed_of(setting).hex(), ("regular",) * setting.players)
    secret(path).write_bytes(msgspec.json.encode(aside))
    found, save = load_save(path)
    with save:
        assert found.game == play_setting(setting).games[4]
        for what, step in play_setting(setting).steps[4:]:
            save.append(what, step.events)
        save.end(play_setting(setting).games[-1])
    assert path.read_bytes() == play_setting(setting).data
    assert verify(path.read_bytes()).verdict is Verdict.TRUE
    assert [each.name for each in tmp_path.iterdir()] == ["old.uno"]


# ---- which game ----


def listed() -> str:
    done = subprocess.run([UNO, "games"], capture_output=True, check=True, env=environment())
    return done.stdout.decode()


def test_resume_without_a_name_continues_the_last_game(games: Path) -> None:
    uno("--people", "Ann", typed="q\n")
    (first,) = games.glob("*.uno")
    os.utime(first, (1, 1))
    uno("--people", "Ben", typed="q\n")
    done = uno("--resume", typed="q\n")
    assert done.exit_code == 0
    assert "Ben" in done.stdout
    assert "Ann" not in done.stdout
    later = time.time() + 60
    os.utime(first, (later, later))
    assert "Ann" in uno("--resume", "--plain", typed="q\n").stdout


def test_a_finished_game_is_not_the_last_one_to_continue(games: Path) -> None:
    uno(*SHORT, typed=FIRST)
    assert kept(games).exists()
    done = uno("--resume")
    assert done.exit_code == 2
    assert done.stderr == "uno: there is no unfinished game; `uno play` starts one\n"


def test_the_games_are_listed_and_continued_by_name(games: Path) -> None:
    assert listed().startswith("No unfinished games")
    uno("--people", "Ann", "--format", "best-of:5", typed="q\n")
    path = kept(games)
    (line, hint) = listed().splitlines()
    assert line.startswith(f"{path.stem}  ")
    assert "best-of:5  Ann" in line
    assert hint.startswith("Continue the first one with: ")
    assert hint.endswith("uno play --resume")
    assert "Ann" in uno("--resume", path.stem, typed="q\n").stdout
    path.write_text("nonsense\n")
    assert f"{path.stem}  cannot be read" in listed()
    assert uno("--resume", "no-such-game").exit_code == 2
