import json
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from bench.baselines import RESULTS, measure, table_lines
from openuno import (
    EDITIONS,
    Fast,
    Mind,
    View,
    apply,
    deal,
    play_round,
    redact,
)
from openuno.bots.bot import Answer
from openuno.bots.master import is_trained_for
from openuno.bots.network.batch_inference import BatchNetwork
from openuno.bots.network.decisions import draw_limit
from openuno.bots.network.inference import shipped_network
from openuno.bots.network.layout import FEATURES
from openuno.bots.network.weights import read_weights
from openuno.bots.registry import BOTS
from openuno.bots.regular import regular
from openuno.engine.errors import SetupError
from openuno.engine.notation.rules import parse_rules
from openuno.engine.rng import fork
from openuno.engine.state import RoundOver, Step
from openuno.game.events import AtTable
from openuno.game.formats import Partners
from openuno.game.state import Act
from openuno.game.state import Table as GameTable
from openuno.kernel.bots.policies import Policy
from openuno.lab.ladder.climb import pair, parse_table
from openuno.lab.ladder.duels import EVALUATION_SEEDS, Table
from openuno.lab.ladder.entrants import parse_entrants
from openuno.lab.ladder.network import play_network
from openuno.local.bot_player import BotPlayer
from openuno.local.loop import ask_next
from openuno.local.matches import round_result
from tests.lab.commands import complaints, refusal, uno

DUEL = ("ladder", "--bots", "regular,uniform", "--rounds", "1200", "--players", "3")


def ladder(*words: str) -> dict[str, Any]:
    done = uno(*words, "--json")
    assert (done.exit_code, complaints(done)) == (0, "")
    report: dict[str, Any] = json.loads(done.stdout)
    del report["seconds"]
    return report


def names(text: str) -> list[str]:
    return [entrant.name for entrant in parse_entrants(text)]


def test_the_habits_of_a_policy_keep_their_commas() -> None:
    text = "uniform:doubts=1,bluffs=2,regular, oracle:hands"
    assert names(text) == ["uniform:doubts=1,bluffs=2", "regular", "oracle:hands"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--bots", "regular"), "2 to 12 players, not 1; --evaluate measures one alone"),
        (("--bots", "regular,regular"), "named twice"),
        (("--bots", "regular,grandma"), "there is no player 'grandma'"),
        (("--bots", "regular,oracle:stars"), "there is no oracle"),
        (("--bots", "regular,no_such_module:bot"), "cannot be imported"),
        (("--bots", "regular,engine:no-such-program"), "there is no program 'no-such-program'"),
        (("--bots", "regular,openuno.bots.regular:RISK"), "not a function"),
        (("--bots", "easy,hard"), "'easy' is a level of `uno play`; name a bot: random or casual"),
        (("--bots", "regular,hard"), "'hard' is a level of `uno play`; name a bot: regular"),
        (("--bots", "regular", "--bots", "regular"), "named twice: regular, regular"),
        (("--bots", "casual,oracle:all"), "against regular and uniform alone"),
        (("--bots", "regular,oracle:all", "--format", "race"), "single rounds"),
        (("--rounds", "0"), "play 1 to"),
        (("--seed", "-1"), "a seed of the ladder"),
        (("--players", "11"), "11"),
        (("--format", "rotating", "--players", "4"), "rotating partners"),
        (("--svg", "/no/such/folder/ladder.svg"), "there is no folder"),
    ],
)
def test_what_no_ladder_can_play_is_refused(words: tuple[str, ...], sentence: str) -> None:
    assert sentence in refusal(uno("ladder", *words))


def test_players_can_be_named_one_by_one_and_rules_are_said_once_in_words() -> None:
    rule = "Everyone else draws 2 cards."
    words = ("--bots", "regular", "--bots", "uniform", "--rounds", "4", "--written", rule)
    heading = uno("ladder", *words).stdout.splitlines()[0]
    assert heading.startswith(
        f'mattel-2016+blank_cards=4, written: "{rule}", 2 players, every deal'
    )


def test_no_table_seats_an_oracle() -> None:
    sentence = _refused_round("oracle:hands")
    assert "'oracle:hands' sees hidden cards: it plays on `uno ladder`" in sentence
    assert sentence in refusal(uno("play", "--watch", "--bots", "oracle:hands"))
    assert "oracle" in refusal(uno("simulate", "--policy", "oracle:hands"))


def _refused_round(bot: str) -> str:
    with pytest.raises(SetupError) as refused:
        play_round([bot, "regular"], seed=1)
    return refused.value.sentence


def test_a_player_sits_in_every_seat_and_partners_on_both_sides() -> None:
    plain = parse_table("mattel-2016", (), 3, None, 0)
    assert plain.lineups == ((True, False, False), (False, True, False), (False, False, True))
    assert plain.par == 1 / 3
    partners = Table(EDITIONS["mattel-2016"], 4, Partners(), 0)
    assert partners.lineups == ((True, False, True, False), (False, True, False, True))
    assert partners.par == 1 / 2


def test_with_two_sides_a_duel_is_played_once_and_else_both_ways() -> None:
    entrants = parse_entrants("casual,regular,random")
    assert len(pair(entrants, parse_table("mattel-2016", (), 2, None, 0))) == 3
    assert len(pair(entrants, parse_table("mattel-2016", (), 4, None, 0))) == 6


def test_a_ladder_is_the_same_for_any_number_of_threads(tmp_path: Path) -> None:
    one, two = ladder(*DUEL, "--threads", "1"), ladder(*DUEL, "--threads", "2")
    assert one == two
    assert one["first_evaluation_seed"] == EVALUATION_SEEDS
    first, second = one["duels"]
    assert (first["player"], first["field"]) == ("regular", "uniform")
    assert first["share"]["low"] > 1 / 3 > second["share"]["high"]
    drawn = tmp_path / "ladder.svg"
    shown = uno(*DUEL, "--svg", str(drawn))
    assert shown.exit_code == 0
    assert "par is 33.33 %" in shown.stdout
    ElementTree.fromstring(drawn.read_text())


def test_whole_games_with_partners_are_played_from_both_sides() -> None:
    words = ("--bots", "regular,uniform", "--rounds", "200", "--players", "4")
    report = ladder("ladder", *words, "--format", "partners:200")
    (duel,) = report["duels"]
    assert duel["decided"] == 2 * 200  # both partners win
    assert duel["share"]["low"] > 1 / 2


def twin(view: View, mind: Mind) -> Answer:
    """Plays as `regular`, under a name that the kernel does not know."""
    return regular(view, mind)


def test_a_bot_of_ones_own_plays_in_the_engine_and_equals_win_exactly_par() -> None:
    bots = f"{__name__}:twin,regular"
    report = ladder("ladder", "--bots", bots, "--rounds", "60", "--players", "2")
    (duel,) = report["duels"]
    # The same bot in every seat wins each deal from exactly one of them.
    assert (duel["won"], duel["decided"]) == (30, 60)
    assert duel["above_par"]["low"] < duel["above_par"]["value"] == 0 < duel["above_par"]["high"]


def silent(_: View, mind: Mind) -> Answer:
    """Never answers."""
    return None, mind


def test_a_bot_that_fails_ends_the_ladder_with_the_reason() -> None:
    words = ("--bots", f"{__name__}:silent,regular", "--rounds", "20", "--players", "2")
    assert "did not answer in its turn" in refusal(uno("ladder", *words))


def test_an_oracle_wins_most_rounds() -> None:
    words = ("--bots", "oracle:all,regular", "--rounds", "40", "--players", "2")
    (duel,) = ladder("ladder", *words)["duels"]
    assert duel["player"] == "oracle:all"
    assert duel["won"] > 0.7 * duel["decided"]


def test_numpy_gets_the_scores_of_plain_python_for_many_tables_at_once() -> None:
    rows = np.random.default_rng(1).integers(0, 9, (40, FEATURES)).astype(np.uint8)
    together = BatchNetwork(read_weights()).scores(rows)
    for row, scores in zip(rows, together, strict=True):
        assert shipped_network().scores(row.tobytes()) == scores.tolist()


@pytest.mark.parametrize(
    ("rules", "seats"),
    [
        ("wild-112", 2),
        ("house+stacking=any+jump_in=on+draw_until=on", 3),
        ("mattel-2016+seven_zero=on+swap_cards=2", 4),
    ],
)
def test_the_kernel_plays_the_rounds_that_master_plays(rules: str, seats: int) -> None:
    """Bluffs, stacks, jump-ins and all: the same deals are won from the same seats."""
    played, count = parse_rules(rules), 24
    assert is_trained_for(played, seats)
    seated = [True] + [False] * (seats - 1)
    won = play_network(played, seated, Policy("regular"), 5, count, limit=draw_limit(seats)).wins
    again = [0] * seats
    for number in range(count):
        dealt = deal(played, seats, number % seats, fork(Fast(5), number))
        for seat in _play_on(dealt, ["master"] + ["regular"] * (seats - 1)):
            again[seat] += 1
    assert list(won) == again


def _play_on(step: Step, bots: list[str]) -> tuple[int, ...]:
    """The winners of a round already dealt."""
    seats = range(len(bots))
    players = [BotPlayer(BOTS[bot], b"", seat) for seat, bot in enumerate(bots)]
    while not isinstance(step.round.phase, RoundOver):
        for seat, player in enumerate(players):
            player.observe(tuple(AtTable(0, redact(event, seat)) for event in step.events), None)
        act = ask_next(GameTable(tuple(seats), step.round), players)
        assert isinstance(act, Act)
        step = apply(step.round, act.player, act.action)
    return round_result(step.round).winners


@pytest.mark.parametrize("name", ["master", "master:hoards"])
def test_master_climbs_the_ladder_in_the_kernel(name: str) -> None:
    words = ("--bots", f"{name},regular", "--rounds", "80", "--players", "2")
    (duel,) = ladder("ladder", *words)["duels"]
    assert (duel["player"], duel["decided"]) == (name, 80)
    assert duel["won"] > 40


def test_the_protocol_is_named_and_says_what_was_not_as_it_has_it() -> None:
    done = uno("ladder", "--evaluate", "rule", "--rounds", "4", "--json")
    assert (done.exit_code, complaints(done)) == (0, "")
    report = json.loads(done.stdout)
    assert report["protocol"] == "openuno-eval-2"
    assert report["departures"] == ["rounds"]
    assert [table["players"] for table in report["tables"]] == [2, 4]
    fields = {field["field"]: field for field in report["tables"][0]["fields"]}
    assert list(fields) == ["random", "rule", "casual", "regular", "master"]
    # Against itself every deal is won from exactly one seat.
    assert fields["rule"]["won"] * 2 == fields["rule"]["decided"] == 4


def test_another_process_evaluates_as_this_one() -> None:
    alone = measure("rule", 2, None)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert measure("rule", 2, pool) == alone
    assert [table["fields"][0]["decided"] for table in alone["tables"]] == [2, 4]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("oracle:all",), "sees hidden cards"),
        (("grandma",), "there is no player 'grandma'"),
        (("regular", "--players", "3"), "leave the other options out"),
        (("regular", "--set", "jump_in=on"), "leave the other options out"),
        (("regular", "--rounds", "0"), "at least one round"),
        (("regular", "--seed", "-1"), "a seed of the ladder"),
    ],
)
def test_what_the_protocol_cannot_play_is_refused(words: tuple[str, ...], sentence: str) -> None:
    assert sentence in refusal(uno("ladder", "--evaluate", *words))


def test_the_page_shows_the_baselines_that_were_measured() -> None:
    page = (Path(__file__).parents[2] / "docs" / "research.md").read_text("utf-8")
    results = json.loads(RESULTS.read_text("utf-8"))
    for players in (2, 4):
        assert "\n".join(table_lines(results, players)) in page
