"""Whole games in the lab: `--format`, in `uno simulate` and in `uno lab compare`."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from openuno.kernel.simulation.plan import simulate
from openuno.kernel.tallies import (
    GAME,
    GAME_LENGTHS,
    GAME_SIZE,
    MAX_GAME_LENGTH,
    ByPlayer,
    GameTally,
    Tally,
    player_index,
)
from openuno.lab.cases import CaseDefaults, build_cases
from openuno.lab.game_figures import GAME_FIGURES, OF_GAMES
from openuno.lab.plans import choose_count, parse_plan
from openuno.lab.report.charts import SHOWABLE_OF_GAMES
from tests.lab.commands import complaints, refusal, report_of, uno

RACE = ("simulate", "--format", "race:200", "--games", "60")
LIMITS = ("lab", "compare", "--vary", "format=race:100,race:200", "--games", "60")
KEYS = [
    "rules",
    "format",
    "players",
    "policies",
    "seed",
    "games",
    "rounds",
    "turns",
    "figures",
    "by_player",
    "by_place",
    "game_lengths",
    "lengths",
    "speed",
]
PLAYER_KEYS = ["player", "policy", "wins", "share", "points", "hands_won", "hands_played"]


def test_json_of_games_has_keys_that_stay() -> None:
    report = json.loads(uno(*RACE, "--players", "3", "--json").stdout)
    assert list(report) == KEYS
    assert list(report["figures"]) == list(GAME_FIGURES)
    assert [list(player) for player in report["by_player"]] == [PLAYER_KEYS] * 3
    assert [list(place) for place in report["by_place"]] == [["place", "wins", "share"]] * 3
    assert list(report["game_lengths"]) == ["quantiles", "games_by_hands", "200_or_more"]
    assert list(report["lengths"]) == ["quantiles", "rounds_by_turns", "400_or_more"]


@pytest.mark.parametrize("format", ["race:200", "elimination:100"])
def test_the_lab_counts_what_the_kernel_counts_in_one_go(format: str) -> None:
    games = 60
    report = report_of("simulate", "--format", format, "--games", str(games), "--seed", "5")
    counts = simulate(parse_plan("mattel-2016", (), 4, "uniform", 5, format=format), 0, games)
    assert (report["format"], report["games"]) == (format, games)
    assert report["rounds"] == counts[Tally.ROUNDS] == counts[GAME + GameTally.ROUNDS]
    assert report["turns"] == counts[Tally.TURNS] == counts[GAME + GameTally.TURNS]
    assert report["figures"]["hands"]["value"] == counts[GAME + GameTally.ROUNDS] / games
    assert report["figures"]["margin"]["value"] == counts[GAME + GameTally.MARGIN] / games
    for player, found in enumerate(report["by_player"]):
        own = {what: int(counts[player_index(what, player)]) for what in ByPlayer}
        assert (found["wins"], found["share"]["value"]) == (
            own[ByPlayer.WINS],
            own[ByPlayer.WINS] / games,
        )
        assert found["points"] == own[ByPlayer.POINTS] / games
        assert found["hands_won"] == own[ByPlayer.ROUNDS_WON] / games
        assert found["hands_played"] == own[ByPlayer.PLAYED] / games
        place = report["by_place"][player]
        assert (place["wins"], place["share"]["value"]) == (
            own[ByPlayer.POSITION_WINS],
            own[ByPlayer.POSITION_WINS] / games,
        )
    assert by_hands(report["game_lengths"]["games_by_hands"]) == by_hands(
        {str(hands): int(counts[GAME_LENGTHS + hands]) for hands in range(MAX_GAME_LENGTH)}
    )
    assert counts[GAME_LENGTHS:GAME_SIZE].sum() == games


def by_hands(found: dict[str, int]) -> dict[str, int]:
    return {hands: games for hands, games in found.items() if games}


@pytest.mark.parametrize(
    ("format", "policy", "turns", "wins"),
    [
        ("race", "uniform", 264_196, [137, 123, 117, 123]),
        ("elimination", "regular/uniform/...", 479_112, [363, 38, 54, 45]),
    ],
)
def test_the_games_are_those_that_the_findings_were_written_from(
    format: str, policy: str, turns: int, wins: list[int]
) -> None:
    """With other counts, the commands of docs/findings.md no longer give its numbers."""
    report = report_of("simulate", "--format", format, "--games", "500", "--policy", policy)
    assert report["turns"] == turns
    assert [player["wins"] for player in report["by_player"]] == wins


def test_threads_change_no_count_of_a_game() -> None:
    assert report_of(*RACE, "--threads", "1") == report_of(*RACE, "--threads", "2")


def test_the_text_tells_of_games_and_of_their_rounds() -> None:
    done = uno(*RACE)
    assert (done.exit_code, complaints(done)) == (0, "")
    lines = done.stdout.splitlines()
    assert lines[0] == "mattel-2016, race:200, 4 players, uniform, 60 games, seed 0"
    for words in ("rounds per game", "turns per game", "winner's margin", "turns per round"):
        assert sum(line.startswith(words) for line in lines) == 1
    assert any("rounds in these games" in line for line in lines)
    assert "rounds won" in done.stdout
    assert "of rounds" not in done.stdout  # everyone plays every round
    assert "tie" not in done.stdout
    assert "goes first" in done.stdout
    assert "rounds won by" not in done.stdout


def test_an_elimination_reports_how_many_rounds_each_player_played() -> None:
    assert "of rounds" in uno("simulate", "--format", "elimination:100", "--games", "20").stdout


def test_shared_wins_are_reported() -> None:
    done = uno("simulate", "--format", "best-of:3", "--games", "40")
    assert "games that ended in a tie" in done.stdout


def test_partners_win_together() -> None:
    report = report_of("simulate", "--format", "partners:200", "--games", "40")
    wins = [player["wins"] for player in report["by_player"]]
    assert wins[:2] == wins[2:]
    assert wins[0] + wins[1] == 40
    assert report["rules"] == "mattel-2016"


def test_a_round_alone_and_a_game_of_one_round_are_as_long() -> None:
    """They are other deals, but the same rules."""
    report = report_of("simulate", "--format", "single", "--games", "60")
    assert report["figures"]["hands"]["value"] == 1
    assert report["figures"]["game-turns"]["value"] == report["figures"]["turns"]["value"]


def test_formats_can_be_varied_or_be_part_of_a_case() -> None:
    varied = build_cases(CaseDefaults(format="race"), ("format=race:200,low-tally",), ())
    assert [case.name for case in varied] == ["format=race:200", "format=low-tally"]
    named = build_cases(
        CaseDefaults(format="race"), (), ("as all:", "out: format=elimination, players=5")
    )
    formats = [str(case.plan.format) for case in named]
    assert formats == ["Race()", "Elimination()"]


def test_the_cases_of_a_comparison_are_the_games_by_themselves() -> None:
    cases = report_of(*LIMITS)["cases"]
    assert [case.pop("name") for case in cases] == ["format=race:100", "format=race:200"]
    differences = [case.pop("difference") for case in cases]
    assert cases[1] == report_of(*RACE)
    assert list(differences[1]) == list(GAME_FIGURES)
    both = [case["figures"]["hands"]["value"] for case in cases]
    assert differences[1]["hands"]["value"] == both[1] - both[0]
    for key in ("hands", "game-turns", "margin", "games-first", "turns", "score"):
        assert differences[1][key]["low"] < differences[1][key]["high"]
    assert differences[0]["hands"]["low"] == 0


def test_a_comparison_of_games_shows_games() -> None:
    done = uno(*LIMITS)
    assert (done.exit_code, complaints(done)) == (0, "")
    assert done.stdout.startswith("2 cases of 60 games each")
    for words in ("rounds per game", "turns per game", "winner's margin", "games by their length"):
        assert words in done.stdout
    assert "games won by each player" in done.stdout


def test_the_report_of_games_has_every_figure(tmp_path: Path) -> None:
    file = tmp_path / "report.html"
    done = uno(*LIMITS, "--html", str(file), "--svg", str(tmp_path / "report.svg"))
    assert (done.exit_code, complaints(done)) == (0, "")
    text = file.read_text("utf-8")
    assert "60 games of each case" in text
    assert text.count("<svg") == 6
    for words in ("Rounds per game", "Games won by player 0", "Turns per round"):
        assert words in text


@pytest.mark.parametrize("shown", SHOWABLE_OF_GAMES)
def test_every_figure_of_games_has_a_picture(shown: str, tmp_path: Path) -> None:
    file = tmp_path / "picture.svg"
    done = uno(*LIMITS, "--show", shown, "--svg", str(file))
    assert (done.exit_code, complaints(done)) == (0, "")
    words = "".join(ElementTree.fromstring(file.read_text("utf-8")).itertext())
    if shown != "won":  # nobody challenges, so there is no share of them
        assert "format=race:100" in words
        assert "format=race:200" in words


@pytest.mark.parametrize("shown", [*OF_GAMES, "game-lengths", "games-wins"])
def test_figures_of_games_need_a_format(shown: str) -> None:
    done = uno("lab", "compare", "--vary", "stacking=off,any", "--show", shown)
    assert refusal(done).startswith(f"'{shown}' is of whole games; play some with a format")


@pytest.mark.parametrize(("shown", "advice"), [("first", "games-first"), ("wins", "games-wins")])
def test_figures_of_seats_are_of_rounds_by_themselves(shown: str, advice: str) -> None:
    sentence = refusal(uno(*LIMITS, "--show", shown))
    assert sentence == f"'{shown}' is of rounds by themselves; with a format, show {advice}"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--vary", "format=race,rase"), "there is no format 'rase'"),
        (("--vary", "format=race,low-tally", "--rounds", "5"), "--games says how many"),
        (("--vary", "stacking=off,any", "--games", "5"), "--games needs --format"),
        (("--case", "a:", "--case", "b: format=race"), "'a' has no format; give all cases one"),
    ],
)
def test_a_comparison_of_games_is_refused_in_a_sentence(
    words: tuple[str, ...], sentence: str
) -> None:
    assert sentence in refusal(uno("lab", "compare", *words))


def test_how_many_are_played_if_nobody_says() -> None:
    rounds = parse_plan("mattel-2016", (), 4, "uniform")
    games = parse_plan("mattel-2016", (), 4, "uniform", format="race")
    assert (choose_count([rounds], None, None), choose_count([games], None, None)) == (
        100_000,
        10_000,
    )
