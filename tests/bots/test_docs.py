"""The pages on bots: their programs run, and their numbers are the measured ones.

docs/bots.md says how the bots play, docs/write-a-bot.md how to write one, and docs/strength.md has
the measurements.
"""

import json
import re
import sys
from math import sqrt
from pathlib import Path
from statistics import stdev
from typing import Any

import pytest

from bench import search_moves
from bench.expert import Options, PlayedDeals, Row, figures, read_rows
from bench.master import ANY_NUMBER, case_rules
from bench.strength_pictures import (
    PICTURES,
    draw_bots,
    draw_response,
    draw_training,
    read_results,
)
from openuno import Step, play_round
from openuno.bots.characters import CHARACTERS, LEVELS
from openuno.bots.master import is_trained_for
from openuno.bots.network.decisions import draw_limit
from openuno.engine.events import Caught, Played
from openuno.local.named_bots import find_bot
from openuno.record.verify import Verdict, verify

ROOT = Path(__file__).parents[2]
BOTS, WRITING, STRENGTH = (
    (ROOT / "docs" / name).read_text("utf-8")
    for name in ("bots.md", "write-a-bot.md", "strength.md")
)
RESULTS = json.loads((ROOT / "bench" / "results_bots.json").read_text("utf-8"))
OWN_BOT, WHOLE_GAME = re.findall(r"^```python\n(.*?)^```$", WRITING, re.DOTALL | re.MULTILINE)


def section(page: str, heading: str) -> str:
    """What stands under a heading, up to the next one."""
    text = page.split(f"# {heading}\n", 1)[1]
    return text.split("\n#", 1)[0]


def test_the_bot_on_the_page_plays_and_says_uno(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, Any] = {}
    exec(compile(OWN_BOT, "write-a-bot.md", "exec"), names)
    won = json.loads(capsys.readouterr().out)
    assert sum(won) == 100
    assert won[0] >= 20, "a bot that never says UNO is caught at its last card, and wins none"

    steps: list[Step] = []
    for seed in range(20):
        play_round([names["my_bot"], "regular"], seed=seed, watch=steps.append)
    events = [event for step in steps for event in step.events]
    assert any(isinstance(event, Played) and event.seat == 0 and event.uno for event in events)
    assert not any(isinstance(event, Caught) and event.target == 0 for event in events)


def test_the_commands_of_the_page_find_the_bot_in_the_examples(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(ROOT / "examples")
    monkeypatch.delitem(sys.modules, "my_bot", raising=False)
    named = set(re.findall(r"\bmy_bot:\w+", WRITING))
    assert named
    for name in named:
        assert callable(find_bot(name))


def test_the_game_on_the_page_is_written_and_true(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    exec(compile(WHOLE_GAME, "write-a-bot.md", "exec"), {})
    assert re.fullmatch(r"\(\d,\) .*\n", capsys.readouterr().out)
    assert verify((tmp_path / "game.uno").read_bytes()).verdict is Verdict.TRUE


def test_the_strengths_are_those_measured() -> None:
    rows = re.findall(
        r"^\| (\w+) \| (\d) (\w+) \| (.*) % \| (.*)–(.*) % \|$", STRENGTH, re.MULTILINE
    )
    assert rows == [
        (
            result["bot"],
            str(result["seats"] - 1),
            result["field"],
            f"{100 * result['share']:.1f}",
            f"{100 * result['low']:.1f}",
            f"{100 * result['high']:.1f}",
        )
        for result in RESULTS["matches"]
    ]


def test_the_bars_are_cleared_by_the_whole_interval() -> None:
    barred = [result for result in RESULTS["matches"] if result["bar"] is not None]
    assert len(barred) == 2
    for result in barred:
        assert result["low"] > result["bar"], result


def test_the_strengths_of_master_are_those_measured() -> None:
    """By rules and players: as `master` plays, and as trained; who decides is not a guess."""
    measured = json.loads((ROOT / "bench" / "results_master.json").read_text("utf-8"))
    rows = re.findall(
        r"^\| `([\w+= -]+)` \| (\d+) \| ([\d.]+) % \| (\d+) \| (.*?) \| (.*?) "
        r"\| (network|`regular`) \|$",
        STRENGTH,
        re.MULTILINE,
    )
    by_case = {
        (result["rules"], result["seats"], result["limit"]): result
        for result in measured
        if result["seed"] == 0
    }
    expected = []
    for rules, seats in dict.fromkeys((rules, seats) for rules, seats, _ in by_case):
        limit = draw_limit(seats)
        result, freely = by_case[rules, seats, limit], by_case.get((rules, seats, None))
        decides = is_trained_for(case_rules(rules), seats)
        assert result["cut_short"] == 0
        assert not decides or result["share"] - result["half"] > result["par"], result
        expected.append(
            (
                *(rules, str(seats), f"{100 * result['par']:.1f}", str(limit), _share(result)),
                *(_share(freely) if freely else "", "network" if decides else "`regular`"),
            )
        )
    assert rows == expected


def test_master_reaches_its_aims_with_the_whole_interval() -> None:
    measured = json.loads((ROOT / "bench" / "results_master.json").read_text("utf-8"))
    for seats, aim in ((2, 0.60), (4, 0.30)):
        (result,) = (
            each
            for each in measured
            if (each["rules"], each["seats"], each["seed"]) == ("mattel-2016", seats, 0)
            and each["limit"] == draw_limit(seats)
        )
        assert result["share"] - result["half"] > aim
        assert f"{_share(result)} ({result['rounds'] // 10**6} million rounds)" in STRENGTH


def test_the_limits_on_drawing_are_those_measured() -> None:
    measured = json.loads((ROOT / "bench" / "results_master.json").read_text("utf-8"))
    rows = re.findall(
        r"^\| (\d+|any number) \| ([\d,]+) \| ([\d.]+ ± [\d.]+) % \|$", STRENGTH, re.MULTILINE
    )
    assert rows == [
        (
            str(result["limit"] or "any number"),
            f"{result['rounds']:,}",
            f"{100 * result['share']:.2f} ± {100 * result['half']:.2f}",
        )
        for result in sorted(measured, key=lambda each: each["limit"] or ANY_NUMBER)
        if (result["rules"], result["seats"]) == ("mattel-2016", 4)
    ]


def _share(result: dict[str, Any]) -> str:
    return _percent(100 * result["share"], 100 * result["half"])


def _percent(share: float, half: float) -> str:
    digits = 2 if half < 0.1 else 1  # ± 0.0 would say nothing
    return f"{share:.{digits}f} ± {half:.{digits}f} %"


def test_the_characters_are_as_strong_as_their_levels_say() -> None:
    """The table is the measured one, and every level is above the one before."""
    measured = json.loads((ROOT / "bench" / "results_characters.json").read_text("utf-8"))
    row = r"^\| `([\w-]+)` \| (\w+) \| ([\d.]+) % \(.*\) \| ([\d.]+) % "
    rows = re.findall(row, STRENGTH, re.MULTILINE)
    shares = {(each["bot"], each["seats"]): each["share"] for each in measured["matches"]}
    assert len(rows) == len(CHARACTERS)
    levels: dict[str, list[float]] = {}
    for kind, level, two, four in rows:
        assert level == CHARACTERS[kind].level
        assert [two, four] == [f"{100 * shares[kind, seats]:.1f}" for seats in (2, 4)]
        levels.setdefault(level, []).append(shares[kind, 2])
    easy, medium, hard, master = levels.values()
    assert max(easy) < min(medium) <= max(medium) < min(hard) <= max(hard) < min(master)


def test_each_level_has_its_engine_and_its_characters() -> None:
    row = r"^\| (easy|medium|hard|master) \| \[?`(\w+)`\S* \| (.*) \|$"
    rows = re.findall(row, section(BOTS, "Choose an opponent"), re.MULTILINE)
    assert [level for level, _, _ in rows] == ["easy", "medium", "hard", "master"]
    for level, engine, characters in rows:
        assert LEVELS[engine] == level
        alike = {kind for kind, each in CHARACTERS.items() if each.level == level}
        assert set(re.findall(r"`([\w-]+)`", characters)) == alike


def test_the_short_table_has_the_figures_of_the_long_ones() -> None:
    """The three weakest bots from the baselines, the others from docs/strength.md."""
    row = r"^\| `(\w+)` \| (.*?) \| (.* %) \| (.* %) \|$"
    rows = re.findall(row, section(BOTS, "How strong they are"), re.MULTILINE)
    weaker, (master, expert) = rows[:3], rows[3:]
    baselines = json.loads((ROOT / "bench" / "results_baselines.json").read_text("utf-8"))
    won = {each["player"]: _won_against_regular(each) for each in baselines}
    assert [(bot, *won[bot]) for bot in ("random", "casual", "relaxed")] == [
        (bot, two, four) for bot, _, two, four in weaker
    ]
    assert (master[0], expert[0]) == ("master", "expert")
    long = section(STRENGTH, "What expert gains over master")
    for players, of_master, of_expert in ((2, master[2], expert[2]), (4, master[3], expert[3])):
        plain = rf"^\| {players} \|.*\| (.*?) \| (.*?) \|$"
        assert re.findall(plain, long, re.MULTILINE) == [(of_master, of_expert)]


def _won_against_regular(baseline: dict[str, Any]) -> list[str]:
    shares = [
        field["share"]
        for table in baseline["tables"]
        for field in table["fields"]
        if field["field"] == "regular"
    ]
    return [_percent(100 * each["value"], 50 * (each["high"] - each["low"])) for each in shares]


def test_what_is_summed_up_is_in_the_tables() -> None:
    parts = [section(STRENGTH, each) for each in ("Summary", "Aims, and how far the bots are")]
    rest = STRENGTH.replace(parts[0], "").replace(parts[1], "")
    shares = re.findall(r"[\d.]+ ± [\d.]+ %|\d+\.\d %", re.sub(r"\s+", " ", "".join(parts)))
    assert len(shares) > 15
    halfway = "67.5 %"  # to the oracle, from par
    assert {share for share in shares if share not in rest} == {halfway}


def test_the_pictures_show_what_was_measured() -> None:
    assert (PICTURES / "bots.svg").read_text("utf-8") == draw_bots()
    assert (PICTURES / "training.svg").read_text("utf-8") == draw_training()
    assert (PICTURES / "response.svg").read_text("utf-8") == draw_response()


def test_the_ladders_are_those_measured() -> None:
    """A million rounds for each duel, every deal from every seat."""
    ladders = json.loads((ROOT / "bench" / "results_ladder.json").read_text("utf-8"))
    table = r"^\| `([\w-]+)` \| ([\w:]+) \| (\d+) \| ([\d.]+) % "
    row = table + r"\| (.*?) \| (.*?) \| (\d+) / (\d+) / (\d+) \|$"
    assert re.findall(row, STRENGTH, re.MULTILINE) == [_ladder_row(ladder) for ladder in ladders]
    rounds = [ladder for ladder in ladders if "format" not in ladder]
    assert all(duel["decided"] >= 10**6 for ladder in rounds for duel in ladder["duels"])


def test_the_ratings_are_good_to_one_point() -> None:
    """The kept intervals take duels as independent; dependent ones cannot do worse than this."""
    for ladder in json.loads((ROOT / "bench" / "results_ladder.json").read_text("utf-8")):
        widest = max(rating["high"] - rating["value"] for rating in ladder["ratings"])
        # A sum of n deviations is at most sqrt(n) times the root of their summed squares.
        assert widest * sqrt(len(ladder["duels"])) < 0.9
    assert "good to one point" in STRENGTH


def test_the_oracles_are_those_measured() -> None:
    measured = json.loads((ROOT / "bench" / "results_oracles.json").read_text("utf-8"))
    row = r"^\| `(oracle:\w+)` \| (\d) \| ([\d.]+) % \| ([\d.]+ ± [\d.]+) % \|$"
    assert re.findall(row, STRENGTH, re.MULTILINE) == [
        (
            *(each["player"], str(each["players"]), f"{100 * each['par']:.1f}"),
            f"{100 * each['share']['value']:.1f} ±"
            f" {50 * (each['share']['high'] - each['share']['low']):.1f}",
        )
        for each in measured
    ]


def test_whole_games_of_master_are_those_measured() -> None:
    luck = json.loads((ROOT / "bench" / "results_luck.json").read_text("utf-8"))
    (measured,) = (each["cases"] for each in luck if each["player"] == "master")
    row = r"^\| `([\w:-]+)` \| (\d) \| ([\d.]+) % \| ([^|]*) % \|$"
    rows = re.findall(row, section(STRENGTH, "master in whole games"), re.MULTILINE)
    assert rows == [
        (
            *(case["format"], str(case["players"]), f"{100 * case['par']:.1f}"),
            f"{100 * case['share']['value']:.1f} ±"
            f" {50 * (case['share']['high'] - case['share']['low']):.1f}",
        )
        for case in measured
        if case["format"] is not None
    ]


def test_what_can_be_won_from_master_is_what_was_measured() -> None:
    """By a network that was trained for as long as the shipped one."""
    training = read_results("training")
    response = training["responses"][-1]
    assert training["sha256"].startswith(response["to"].split()[-1])
    assert round(response["seconds"]) == round(training["runs"][-1]["seconds"])
    row = r"^\| (\d) \| ([\d.]+) % \| ([\d.]+ ± [\d.]+ %) \| (\+[\d.]+) \|$"
    assert re.findall(row, section(STRENGTH, "What can be won from master"), re.MULTILINE) == [
        (
            *(players, f"{100 / int(players):.1f}", f"{100 * won['share']:.1f} ± 0.1 %"),
            f"{100 * (won['share'] - 1 / int(players)):+.1f}",
        )
        for players, won in response["strength"].items()
        if 0.0005 < won["half"] < 0.0015
    ]


def test_what_the_moves_of_expert_gain_is_what_was_measured() -> None:
    row = r"^\| (\d) \| ([\d.]+) % \| ([\d,]+) \| (\+[\d.]+ ± [\d.]+) \| (.* %) \| (.* %) \|$"
    page = re.findall(row, section(STRENGTH, "What expert gains over master"), re.MULTILINE)
    assert page == [
        (
            *(str(each.players), f"{100 / each.players:.1f}", f"{each.rounds:,}", _gain(each)),
            *(_percent(found[name], found[f"{name}_half"]) for name in ("master", "expert")),
        )
        for each in sorted(search_moves.read_rows(), key=lambda each: each.players)
        if (each.rules, each.format) == ("mattel-2016", search_moves.SINGLE) and not each.known
        for found in [search_moves.figures(each)]
    ]


def test_the_deals_that_expert_tries_are_those_measured() -> None:
    measured = json.loads((ROOT / "bench" / "results_search_speed.json").read_text("utf-8"))
    row = r"^\| (?:in .*) \| ([\d,]+) \(([\d.]+)\) \| ([\d,]+) \(([\d.]+)\) \|$"
    rows = re.findall(row, section(STRENGTH, "How many deals expert tries"), re.MULTILINE)
    assert rows == [
        tuple(
            text
            for each in measured
            for text in (f"{each['deals_a_second'][way]:,}", f"{each['times_Python'][way]:g}")
        )
        for way in measured[0]["deals_a_second"]
    ]


def test_what_moves_gain_is_summed_up_round_by_round() -> None:
    row = search_moves.Row("mattel-2016", 4)
    for gain in (0.5, 0.0, -0.25, 0.75):
        row = row.add(search_moves.Found(turns=3, gains=[gain], moved=[1], seconds=[0.01]))
    found = search_moves.figures(row)
    assert (row.rounds, row.turns, row.moved, found["ms"]) == (4, 12, 4, 3.3)
    assert found["gain"] == 25.0
    assert found["gain_half"] == pytest.approx(98 * stdev((0.5, 0.0, -0.25, 0.75)), abs=0.01)


def _gain(row: search_moves.Row) -> str:
    found = search_moves.figures(row)
    return f"{found['gain']:+.1f} ± {found['gain_half']:.1f}"


def test_the_strengths_of_expert_are_those_measured() -> None:
    """In rounds it is stronger than `regular` by the whole interval, in games not shown weaker."""
    start = r"^\| `([\w+=-]+)` \| ([\w:-]+) \| (\d+) \| [\d.]+ % "
    page = re.findall(start + r"\| (\d+) \| (.*) \|$", STRENGTH, re.MULTILINE)
    expected = []
    for row in read_rows():
        found, options = figures(row), row.options
        gain = f"{found['gain']:+.1f} ± {found['gain_half']:.1f}"
        shares = [_percent(found[name], found[f"{name}_half"]) for name in ("master", "expert")]
        sign = 1 if options.format is None else -1
        assert found["expert"] - sign * found["expert_half"] > 100 * options.par, row
        expected.append(
            (
                *(options.rules, options.format or "round", str(options.players)),
                *(str(found["rounds"]), f"{gain} | {shares[0]} | {shares[1]}"),
            )
        )
    assert page == expected


def test_what_hidden_cards_would_gain_is_what_was_measured() -> None:
    row = r"^\| ([a-z ]+) \| ([\d,]+) \| (\+[\d.]+ ± [\d.]+) \|$"
    names = {0.0: "none", 0.25: "a quarter", 0.5: "half", 1.0: "all"}
    assert re.findall(row, STRENGTH, re.MULTILINE) == [
        (names[each.known], f"{each.rounds:,}", _gain(each))
        for each in sorted(search_moves.read_rows(), key=lambda each: each.known)
        if (each.rules, each.format, each.players) == ("mattel-2016", search_moves.SINGLE, 4)
    ]


def test_the_points_of_expert_are_those_measured() -> None:
    """And nowhere is its search shown to lose points."""
    row = r"^\| `([\w-]+)` \| (\d) \| (\d+) \| (\+[\d.]+ ± [\d.]+) \|$"
    expected = []
    for each in search_moves.read_rows():
        if each.format != search_moves.SINGLE:
            points, half = search_moves.points_gained(each)
            assert points + half > 0, each
            gained = f"{points:+.1f} ± {half:.1f}"
            expected.append((each.format, str(each.players), str(each.rounds), gained))
    page = section(STRENGTH, "expert where points count")
    assert re.findall(row, page, re.MULTILINE) == sorted(expected)


def test_points_are_counted_as_in_the_format() -> None:
    gained = [
        search_moves.points_gained(search_moves.Row("mattel-2016", players, format).add(found))
        for format, players in (("race", 2), ("race", 4), ("partners", 4), ("low-tally", 4))
        for found in [search_moves.Found(turns=1, gains=[0.5], moved=[1], seconds=[0.0])]
    ]
    # Half of what is paid for 40 points, from each loser; in a tally it is paid by everyone.
    assert [points for points, _ in gained] == [20.0, 60.0, 40.0, 20.0]


def test_the_interval_of_a_gain_knows_which_rounds_belong_to_one_deal() -> None:
    lost, won = (True, False), (False, True)
    alike = [[lost, lost], [won, won]] * 50
    apart = [[lost, won], [won, lost]] * 50
    halves = []
    for deals in (alike, apart):
        row = Row(Options()).add(PlayedDeals(deals, decisions=1, seconds=0.0))
        found = figures(row)
        assert (found["rounds"], found["gain"]) == (200, 0)
        halves.append(found["gain_half"])
    # Each deal is a whole point up or down: two hundred rounds tell as much as a hundred deals.
    assert halves[0] == pytest.approx(100 * 1.98 / sqrt(100), rel=0.02)
    assert 0 < halves[1] < halves[0] / 5


def _ladder_row(ladder: dict[str, Any]) -> tuple[str, ...]:
    shares = {(duel["player"], duel["field"]): duel["share"] for duel in ladder["duels"]}
    ratings = {each["player"]: each["value"] for each in ladder["ratings"]}
    names = ("regular", "uniform", "uniform:bluffs=1")
    first, second = shares["regular", "uniform"], shares.get(("uniform", "regular"))
    if second is None:  # two sides: what one wins the other loses
        second = {end: 1 - first[other] for end, other in _MIRRORED.items()}
    return (
        *(ladder["rules"], ladder.get("format", "round"), str(ladder["players"])),
        f"{100 * ladder['par']:.1f}",
        *(_ladder_share(first), _ladder_share(second)),
        *(f"{ratings[name]:.0f}" for name in names),
    )


_MIRRORED = {"value": "value", "low": "high", "high": "low"}


def _ladder_share(share: dict[str, float]) -> str:
    return f"{100 * share['value']:.2f} ± {50 * (share['high'] - share['low']):.2f} %"
