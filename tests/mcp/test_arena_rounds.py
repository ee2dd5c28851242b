"""An assistant that plays the arena's own rounds over MCP, measured as any other player is."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from openuno import (
    EDITIONS,
    RoundOver,
    Single,
    play_game,
    read_record,
    record_bytes,
    replay,
)
from openuno.engine.errors import SetupError
from openuno.lab.arena.command import parse_rule_sets
from openuno.lab.arena.folder import PLAN_FILE
from openuno.lab.arena.generated_rules import generate_rules
from openuno.lab.arena.prices import WORLDS
from openuno.lab.arena.schedule import Plan
from openuno.lab.errors import OtherArena
from openuno.mcp.arena_seat import ARENA_OVER, ArenaSeat
from openuno.mcp.page import GAME_OVER
from openuno.terminal.tables.table import Refusal
from tests.lab.commands import refusal, uno
from tests.mcp.assistant import Refused, call, hidden_cards, mentions, uno_mcp

DEALS = ("--against", "casual", "--set", "jump_in=on", "--set", "hand_size=4")
PRICES = ("--worlds", "1", "--processes", "1", "--json")
_LISTED = re.compile(r"^\d+\. (\S+(?: \d+)?): (.*)$", re.MULTILINE)


def choose(page: str) -> str:
    """The first action on the page; now and then something illegal, unreadable, or nothing."""
    codes = [code for code, words in _LISTED.findall(page) if "wrongly" not in words]
    if len(codes) == 4:
        return "the best card, please"
    if len(codes) == 5:
        return "challenge"
    calls = [code for code in codes if code.endswith("!") or code in ("uno", "catch 0", "catch 1")]
    first: str = next(iter([*calls, *codes, "none"]))
    return first


def arena(*words: str) -> dict[str, Any]:
    done = uno("arena", *words)
    assert done.stderr == ""
    found: dict[str, Any] = json.loads(done.stdout)
    assert (done.exit_code == 0) == (found["missing"] == 0)
    return found


async def answer(client: Client, page: str) -> str:
    """The page after the answer; a refused one has it after a sentence."""
    try:
        return await call(client, "act", action=choose(page))
    except Refused as refused:
        reason, page = str(refused).split("\n\n", 1)
        if not re.search(r"Refused: .*\. Done instead: \S+\.$", reason):
            raise
        return page


def test_the_same_answers_get_the_same_report_as_those_of_a_function(tmp_path: Path) -> None:
    """Also, no page shows a card that is hidden, and the process may be started again."""
    folder = tmp_path / "rounds"
    words = ("--arena", "2", *DEALS, "--records", str(folder))
    looked = 0

    def check(page: str, record: Path, seat: int) -> None:
        nonlocal looked
        *_, (_, game) = replay(read_record(record.read_bytes()))
        round = game.tables[0].round
        if not isinstance(round.phase, RoundOver):
            looked += 1
            shown = [card for card in hidden_cards(round, seat) if mentions(page, card)]
            assert shown == []
            assert "casual" not in page

    async def play(client: Client, rounds: list[tuple[int, int]], *, answers: int = 999) -> str:
        page = await call(client, "look")
        for deal, seat in rounds:
            record = folder / f"casual-rules1-deal{deal}-seat{seat}.uno"
            while GAME_OVER not in page and ARENA_OVER not in page:
                if not answers:
                    return page
                check(page, record, seat)
                page, answers = await answer(client, page), answers - 1
            if GAME_OVER in page:
                page = await call(client, "go_on")
        return page

    async def work() -> None:
        async with Client(uno_mcp(*words, config=tmp_path)) as client:
            assert "Round 1 of 4 in the arena, 3 more to come." in await call(client, "look")
            await play(client, [(1, 0), (1, 1)], answers=15)
        async with Client(uno_mcp(*words, config=tmp_path)) as client:
            page = await play(client, [(1, 0), (1, 1), (2, 0), (2, 1)])
            assert ARENA_OVER in page
            assert "Round 4 of 4 in the arena, 0 more to come." in page
            with pytest.raises(Refused, match="nothing more to do"):
                await call(client, "go_on")
            with pytest.raises(Refused, match="Nothing is asked of you"):
                await call(client, "act", action="1")

    asyncio.run(work())
    assert looked > 20
    mcp = arena("Assistant", "--price", str(folder), *PRICES)
    function = arena(f"text:{__name__}:choose", "--deals", "2", *DEALS, *PRICES)
    assert mcp["answers"]["unreadable"] > 0
    assert mcp["answers"]["illegal"] > 0
    assert mcp["answers"]["not_legal"]["value"] > 0
    assert mcp["answers"].pop("seconds_allowed") is None
    del function["answers"]["seconds_allowed"]
    for found in (mcp, function):
        for key in ("player", "files", "seconds"):
            del found[key]
    assert mcp == function


def plan(**changes: Any) -> Plan:
    """One deal for two, against `casual`."""
    fields = {"against": ("casual",), "players": 2, "deals": 1, "seed": 0, "worlds": WORLDS}
    rules = parse_rule_sets("mattel-2016", (), (), None, 0)
    return Plan(**{"rule_sets": rules, **fields, **changes})


async def play_round(seat: ArenaSeat) -> str:
    page = await seat.look()
    while GAME_OVER not in page and ARENA_OVER not in page:
        page = await seat.act("1")
    return page


def test_an_unfinished_schedule_is_reported_with_what_is_missing(tmp_path: Path) -> None:
    seat = ArenaSeat(tmp_path, "Robot", plan())
    words = ("Robot", "--price", str(tmp_path), "--worlds", "1", "--processes", "1")
    assert "none of its 2 rounds has been played" in refusal(uno("arena", *words))
    asyncio.run(play_round(seat))
    asyncio.run(seat.go_on())  # the second is begun, and left
    seat.close()
    page = tmp_path / "report.html"
    done = uno("arena", *words, "--html", str(page))
    assert (done.exit_code, done.stderr) == (1, "")
    assert "Robot: 1 of 2 rounds played (1 missing), 2 players" in done.stdout
    assert "1 of 2 rounds played (1 missing)" in page.read_text("utf-8")
    found = arena(*words, "--json")
    assert found["missing"] == 1
    assert found["figures"]["rounds"] == 1
    assert found["answers"]["asked"] == found["answers"]["legal"] > 3
    assert found["files"] == [str(tmp_path)]
    (tmp_path / "casual-rules1-deal1-seat0.answers.json").unlink()
    assert "answers.json: No such file" in refusal(uno("arena", *words))


def test_a_folder_goes_on_only_with_the_same_arena(tmp_path: Path) -> None:
    ArenaSeat(tmp_path, "Robot", plan()).close()
    for other in (plan(deals=2), plan(seed=1), plan(against=("random",))):
        with pytest.raises(OtherArena, match="another arena is played there"):
            ArenaSeat(tmp_path, "Robot", other)
    with pytest.raises(OtherArena, match="by another player"):
        ArenaSeat(tmp_path, "Eve", plan())
    seat = ArenaSeat(tmp_path, "Robot", plan())
    asyncio.run(play_round(seat))
    asyncio.run(seat.go_on())
    assert ARENA_OVER in asyncio.run(play_round(seat))
    seat.close()
    with pytest.raises(SetupError, match=r"all 2 rounds in .* are played; see them by"):
        ArenaSeat(tmp_path, "Robot", plan())


def test_a_record_that_lacks_only_its_last_line_is_closed(tmp_path: Path) -> None:
    seat = ArenaSeat(tmp_path, "Robot", plan())
    asyncio.run(play_round(seat))
    seat.close()
    first = tmp_path / "casual-rules1-deal1-seat0.uno"
    whole = first.read_bytes()
    first.write_bytes(b"".join(whole.splitlines(keepends=True)[:-1]))
    seat = ArenaSeat(tmp_path, "Robot", plan())
    assert "Round 2 of 2" in asyncio.run(seat.go_on())
    seat.close()
    assert first.read_bytes() == whole


def test_a_record_of_other_rules_is_refused(tmp_path: Path) -> None:
    seat = ArenaSeat(tmp_path, "Robot", plan())
    asyncio.run(play_round(seat))
    seat.close()
    first = tmp_path / "casual-rules1-deal1-seat0.uno"
    other = play_game(["casual"] * 2, EDITIONS["house"], Single(), seed=1, names=["Robot", "bot 1"])
    first.write_bytes(record_bytes(other.record))
    with pytest.raises(OtherArena, match=r"not the round that arena\.json has in its place"):
        ArenaSeat(tmp_path, "Robot", plan())
    words = ("--price", str(tmp_path))
    assert f"{first}: this is not the round" in refusal(uno("arena", "Robot", *words))
    assert "Robot played there, not Eve" in refusal(uno("arena", "Eve", *words))
    assert "its own seed" in refusal(uno("arena", "Robot", *words, "--seed", "1"))
    assert "priced alone" in refusal(uno("arena", "Robot", *words, "--price", str(first)))
    (tmp_path / PLAN_FILE).write_text("{}", "utf-8")
    assert f"{tmp_path / PLAN_FILE}: Object missing" in refusal(uno("arena", "Robot", *words))
    (tmp_path / PLAN_FILE).unlink()
    assert "there is no arena.json" in refusal(uno("arena", "Robot", *words))


def test_nothing_in_turn_is_refused_and_the_tame_action_done(tmp_path: Path) -> None:
    async def work() -> None:
        seat = ArenaSeat(tmp_path, "Robot", plan())
        with pytest.raises(Refusal, match=r"nothing was done in turn\. Done instead: draw\."):
            await seat.decline()
        with pytest.raises(Refusal, match="not over"):
            await seat.go_on()
        with pytest.raises(Refusal, match="do not listen"):
            await seat.say("hello")
        assert "allowed" in await seat.why_not("challenge")
        assert "Refused" not in await seat.wait(0)
        assert "UNO" in await seat.read_rules()
        seat.close()

    asyncio.run(work())
    found = json.loads((tmp_path / "casual-rules1-deal1-seat0.answers.json").read_bytes())
    assert found == {"counts": {"illegal": 1}, "examples": ["illegal: nothing was done in turn"]}


def test_another_rule_set_is_announced(tmp_path: Path) -> None:
    seat = ArenaSeat(tmp_path, "Robot", plan(rule_sets=generate_rules(2, 7)))

    async def work() -> list[str]:
        pages = [await play_round(seat)]
        for _ in range(2):
            pages.append(await seat.go_on())
            await play_round(seat)
        return pages

    pages = asyncio.run(work())
    seat.close()
    assert ["call read_rules" in page for page in pages] == [False, False, True]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--arena", "1"), "--arena needs --records FOLDER"),
        (
            ("--arena", "1", "--records", "x", "--bots", "casual"),
            "leave LINK, --password, --format and",
        ),
        (("--arena", "0", "--records", "x"), "play 1 to"),
        (("--arena", "1", "--records", "x", "--against", "grandma"), "there is no bot 'grandma'"),
        (("--arena", "1", "--records", "x", "--against", "uniform"), "there is no bot 'uniform'"),
        (("--arena", "1", "--records", "x", "--against", ","), "name a bot to play against"),
        (("--arena", "1", "--records", "x", "--against", "casual,casual"), "is named twice"),
        (("--arena", "1", "--records", "x", "--name", "bot 1"), "the bots are called so"),
        (("--arena", "1", "--records", "x", "--name", " "), "is no name"),
        (("--arena", "1", "--records", "x", "--name", ""), "'' is no name"),
        (("--arena", "1", "--records", __file__), "test_arena_rounds.py is a file; name a folder"),
        (("--against", "casual"), "belong to --arena"),
        (("--rules", "generated:2"), "belong to --arena"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anyone_sits_down(
    words: tuple[str, ...], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert sentence in refusal(uno("mcp", *words))
    assert list(tmp_path.iterdir()) == []
