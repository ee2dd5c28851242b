import json
from concurrent.futures import ProcessPoolExecutor
from math import exp, sqrt
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from numpy.typing import NDArray

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
from openuno.lab.backends import Threads
from openuno.lab.figures import Estimate, Z
from openuno.lab.ladder import duels
from openuno.lab.ladder.climb import pair, parse_table
from openuno.lab.ladder.duels import EVALUATION_SEEDS, Table
from openuno.lab.ladder.entrants import parse_entrants
from openuno.lab.ladder.evaluation import FIELDS, Evaluation, mean_above_par
from openuno.lab.ladder.network import play_network
from openuno.lab.ladder.ratings import POINTS, rate
from openuno.lab.ladder.scores import Score
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


def test_ratings_find_the_strengths_that_made_the_results() -> None:
    strengths = {"a": 0.6, "b": 0.1, "c": -0.7}
    samples, scores = np.random.default_rng(1), {}
    for one, own in strengths.items():
        for other, their in strengths.items():
            if one != other:
                chance = exp(own) / (exp(own) + 3 * exp(their))
                score = scores[one, other] = Score(4)
                for chunk in range(64):
                    score.add(chunk, 250_000, int(samples.binomial(10**6, chance)), 10**6)
    ratings = rate(tuple(strengths), scores, 3)
    for name, strength in strengths.items():
        half = ratings[name].half
        assert half is not None
        assert 0 < half < 0.1
        assert ratings[name].value == pytest.approx(1500 + POINTS * strength, abs=1.5 * half)


@pytest.mark.parametrize("luck", ["shared", "opposite", "of its own"])
def test_ratings_know_that_all_duels_play_the_same_deals(luck: str) -> None:
    """Three equal players; the first has the same luck against both others, the opposite, or any.

    Taken as independent, the duels give intervals that hold the truth 83 times in 100 if it is
    the same, and always if it is the opposite.
    """
    samples, held, halves = np.random.default_rng(1), 0, []
    for _ in range(400):
        won = samples.binomial(40, 0.5, (64, 3))
        if luck != "of its own":
            won[:, 1] = won[:, 0] if luck == "shared" else 40 - won[:, 0]
        scores = {}
        for number, names in enumerate((("a", "b"), ("a", "c"), ("b", "c"))):
            score = scores[names] = Score(2)
            for chunk, part in enumerate(won[:, number]):
                score.add(chunk, 20, int(part), 40)
        rating = rate(("a", "b", "c"), scores, 1)["a"]
        assert rating.low is not None
        assert rating.high is not None
        held += rating.low <= 1500 <= rating.high
        halves.append(rating.high - rating.value)
    assert held / 400 > 0.93
    usual = POINTS * 2 * sqrt(2) / 3 * Z / sqrt(64 * 40)
    expected = {"shared": sqrt(2) * usual, "opposite": 0.0, "of its own": usual}[luck]
    assert np.mean(halves) == pytest.approx(expected, rel=0.05, abs=0.3)


def test_a_duel_in_pieces_has_the_chunks_of_one_that_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def play(_duel: object, _table: Table, first: int, count: int) -> tuple[int, int]:
        return sum(number % 7 == 0 for number in range(first, first + count)), 2 * count

    def gains() -> dict[int, float]:
        table, score = parse_table("mattel-2016", (), 2, None, 0), Score(2)
        duel = duels.Duel(*parse_entrants("master,regular"))
        for piece in duels.play_duel(duel, table, 150, Threads(1)):
            score.add(*piece)
        return score.gains()

    monkeypatch.setattr(duels, "_play_with_network", play)
    whole = gains()
    monkeypatch.setattr(duels, "_MAX_PIECE", 1)
    assert gains() == whole
    assert list(whole) == list(range(50))


def test_the_interval_comes_from_the_spread_between_chunks() -> None:
    uneven = Score(2)
    for chunk in range(40):
        uneven.add(chunk, 50, 30 if chunk % 2 else 70, 100)
    share = uneven.share()
    assert share is not None
    assert share.value == 0.5
    assert share.half == pytest.approx(2.0227 * 0.2 / 39**0.5, rel=0.001)


@pytest.mark.parametrize("deals", [4, 5, 6, 8])
def test_the_interval_of_few_deals_mostly_holds_the_truth(deals: int) -> None:
    """A deal is lost from both seats, split or won from both: on average 55 % of its rounds."""
    samples, held = np.random.default_rng(1), 0
    for _ in range(2000):
        score = Score(2)
        for chunk, won in enumerate(samples.choice(3, p=[0.25, 0.4, 0.35], size=deals)):
            score.add(chunk, 1, int(won), 2)
        share = score.share()
        assert share is not None
        assert share.low is not None
        assert share.high is not None
        held += share.low <= 0.55 <= share.high
    assert held / 2000 > 0.9  # with normal quantiles 0.81 to 0.88


@pytest.mark.parametrize(("won", "low", "high"), [(2, 0.72, 1.0), (1, 0.36, 0.64), (0, 0.0, 0.28)])
def test_where_every_deal_ends_alike_there_is_an_interval_too(
    won: int, low: float, high: float
) -> None:
    score = Score(2)
    for chunk in range(10):
        score.add(chunk, 1, won, 2)
    found = score.share()
    assert found is not None
    assert found.low == pytest.approx(low, abs=0.01)
    assert found.high == pytest.approx(high, abs=0.01)


def test_the_interval_does_not_jump_with_the_first_win() -> None:
    highs, lows = [], []
    for won in range(8):
        score = Score(2)
        for chunk in range(63):
            score.add(chunk, 16, int(chunk < won), 32)
        share = score.share()
        assert share is not None
        assert share.low is not None
        assert share.high is not None
        lows.append(share.low)
        highs.append(share.high)
    assert highs[0] == pytest.approx(0.0038, abs=0.0001)
    assert highs == sorted(highs)
    assert lows == sorted(lows)


def test_deals_that_were_given_up_make_no_interval_narrower() -> None:
    short, long = Score(2), Score(2)
    for score in (short, long):
        for chunk in range(3):
            score.add(chunk, 1, 2, 2)
    for chunk in range(3, 33):
        long.add(chunk, 1, 0, 0)
    assert long.share() == short.share()
    some, half = Score(2), Score(2)
    for chunk in range(6):
        some.add(chunk, 1, 1, 1)  # from one seat alone
    for chunk in range(3):
        half.add(chunk, 1, 2, 2)
    assert [found and found.low for found in (some.share(), half.share())] == [
        pytest.approx(0.439, abs=0.001)
    ] * 2


def test_the_interval_does_not_depend_on_the_order_of_the_chunks() -> None:
    parts = [(number * 37 % 101, 101 + number % 3) for number in range(64)]
    one, other = Score(2), Score(2)
    for number, part in enumerate(parts):
        one.add(number, 50, *part)
    for number, part in reversed(list(enumerate(parts))):
        other.add(number, 50, *part)
    assert one.share() == other.share()


@pytest.mark.parametrize(
    ("won_of_two", "worth"),
    [
        ((0, 2), 1 / 2),  # both rounds of a deal end alike: they are worth one
        ((0, 1, 1, 2), 1),  # as two coins fall: each is worth itself
        ((0, *[1] * 8, 2), 5 / 2),  # most deals are won from the same seat by either
    ],
)
def test_rounds_of_a_deal_are_worth_as_much_as_they_say(
    won_of_two: tuple[int, ...], worth: float
) -> None:
    """How many rounds of different deals would say as much as one of these."""
    score = Score(2)
    for chunk, won in enumerate(won_of_two * (1000 // len(won_of_two))):
        score.add(chunk, 1, won, 2)
    assert (score.won, score.decided) == (1000, 2000)
    share = score.share()
    assert share is not None
    assert share.half == pytest.approx(Z / 2 / sqrt(2000 * worth), rel=0.01)
    rating = rate(("a", "b"), {("a", "b"): score}, 1)["a"]
    assert rating.half == pytest.approx(POINTS * Z / sqrt(2000 * worth), rel=0.01)


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
    assert report["protocol"] == "openuno-eval-1"
    assert report["departures"] == ["rounds"]
    assert [table["players"] for table in report["tables"]] == [2, 4]
    fields = {field["field"]: field for field in report["tables"][0]["fields"]}
    assert list(fields) == ["random", "rule", "casual", "regular", "master"]
    # Against itself every deal is won from exactly one seat.
    assert fields["rule"]["won"] * 2 == fields["rule"]["decided"] == 4


def above_par(won: NDArray[np.int64]) -> Estimate:
    """The mean of a player that won this many of 50 rounds, by chunk and field."""
    scores = {(2, field): Score(2) for field in FIELDS}
    for field, column in zip(FIELDS, won.T, strict=True):
        for chunk, part in enumerate(column):
            scores[2, field].add(chunk, 25, int(part), 50)
    found = mean_above_par(Evaluation("regular", 0, 2000, scores, 0.0), 2)
    assert found is not None
    return found


@pytest.mark.parametrize("is_shared", [True, False])
def test_the_mean_above_par_knows_that_all_fields_play_the_same_deals(is_shared: bool) -> None:
    """If luck is the same against all five fields, they say no more than one."""
    samples, held, halves = np.random.default_rng(1), 0, []
    for _ in range(400):
        won = samples.binomial(50, 0.5, (40, 5))
        found = above_par(won[:, [0] * 5] if is_shared else won)
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 0 <= found.high
        halves.append(found.high - found.value)
    assert held / 400 > 0.93
    expected = Z / 2 / sqrt(40 * 50 * (1 if is_shared else 5))
    assert np.mean(halves) == pytest.approx(expected, rel=0.05)


def test_the_mean_above_par_is_no_surer_where_shares_end_at_nothing() -> None:
    won = np.zeros((10, 5), int)
    won[0] = 50
    found = above_par(won)
    assert found.high is not None
    assert (found.value, found.low) == pytest.approx((0.1 - 0.5, -0.5))
    assert found.high - found.value == pytest.approx(2.262 * 0.1, rel=0.001)


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
