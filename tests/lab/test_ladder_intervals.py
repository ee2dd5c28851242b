from math import exp, sqrt
from threading import Event

import numpy as np
import pytest
from numpy.typing import NDArray

from openuno.lab.backends import Threads
from openuno.lab.chunks import Chunk
from openuno.lab.figures import Estimate, Z
from openuno.lab.ladder import duels
from openuno.lab.ladder.climb import parse_table
from openuno.lab.ladder.duels import Piece, Table
from openuno.lab.ladder.entrants import parse_entrants
from openuno.lab.ladder.evaluation import FIELDS, Evaluation, mean_above_par
from openuno.lab.ladder.ratings import POINTS, rate
from openuno.lab.ladder.scores import Score


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
    def play(_duel: object, _table: Table, piece: Chunk, _stop: Event) -> tuple[int, int]:
        deals = range(piece.first, piece.first + piece.size)
        return sum(number % 7 == 0 for number in deals), 2 * piece.size

    monkeypatch.setattr(duels, "_play_with_network", play)
    whole = _gains(_play("master,regular", Threads(1)))
    for most in (1, 2):
        monkeypatch.setattr(duels, "_MAX_PIECE", most)
        assert _gains(_play("master,regular", Threads(1))) == whole
    assert list(whole) == list(range(50))


@pytest.mark.parametrize("most", [1, 2])
def test_the_kernel_plays_a_long_chunk_in_pieces(most: int) -> None:
    """Else Ctrl-C would wait for hours where somebody wants a thousand million rounds."""
    backend = Threads(1)
    whole = _gains(_play("regular,uniform", backend))
    backend.max_chunk = most
    pieces = _play("regular,uniform", backend)
    assert max(piece.deals for piece in pieces) == most
    assert _gains(pieces) == whole


def _play(players: str, backend: Threads) -> list[Piece]:
    table = parse_table("mattel-2016", (), 2, None, 0)
    return list(duels.play_duel(duels.Duel(*parse_entrants(players)), table, 150, backend))


def _gains(pieces: list[Piece]) -> dict[int, float]:
    score = Score(2)
    for piece in pieces:
        score.add(*piece)
    return score.gains()


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
