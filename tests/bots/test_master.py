"""`master`: the shipped network at a table, and `regular` where it was not trained."""

from functools import reduce
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from openuno import EDITIONS, Fast, View, play_game, play_round, redact, view, with_switches
from openuno.bots.bot import Mind, notice
from openuno.bots.master import hoarding_master, is_trained_for, master
from openuno.bots.memory import RECENT, Act
from openuno.bots.network.decisions import decide, draw_limit
from openuno.bots.network.inference import shipped_network
from openuno.bots.network.layout import DECISIONS, DRAW, FEATURES, VERSION
from openuno.bots.network.weights import SHIPPED, Shape, read_weights, weights_bytes
from openuno.bots.regular import regular
from openuno.engine.actions import Draw, Play
from openuno.engine.errors import SetupError
from openuno.engine.notation.rounds import parse_round
from openuno.engine.pencil.parser import with_custom_rules
from openuno.engine.rules import Rules
from openuno.engine.state import Step
from openuno.game.formats import (
    BestOf,
    Elimination,
    Format,
    LowTally,
    Partners,
    Race,
    Rotating,
    Single,
    Teams,
)
from openuno.record.verify import Verdict, verify
from tests import feature_vectors, network_vectors

PLAIN = EDITIONS["mattel-2016"]
HOUSE = with_switches(
    EDITIONS["house"], stacking="any", jump_in=True, seven_zero=True, swap_cards=2
)
WRITTEN, MOVING, LASTING, CHOOSING = (
    with_custom_rules(with_switches(EDITIONS["mattel-2016"], blank_cards=4), *[text] * 4)
    for text in (
        "Everyone else draws 2 cards.",
        "Hands pass left.",
        "Nobody may play red cards until your next turn.",
        "You discard 2 cards of your choice.",
    )
)
SMALL = 1 << 20


def test_the_shipped_network_is_the_one_that_was_measured() -> None:
    """Other weights need other figures in docs/strength.md and docs/training.md."""
    data = SHIPPED.read_bytes()
    assert len(data) < SMALL
    digest = sha256(data).hexdigest()
    training = Path(__file__).parents[2] / "docs" / "training.md"
    assert digest in training.read_text("utf-8")
    assert weights_bytes(read_weights()) == data


def test_its_scores_are_whole_numbers_that_no_machine_changes() -> None:
    rows = [bytes((7 * index + turn) % 11 % 5 for index in range(FEATURES)) for turn in range(8)]
    scores = [shipped_network().scores(row) for row in rows]
    assert {len(row) for row in scores} == {DECISIONS + 1}
    found = sha256(msgspec.json.encode(scores)).hexdigest()
    assert found == "0fb554cace3a69736cffeec690e9c0b915f832b57b869a9eb747cc044f508f27"


def test_a_file_that_is_no_network_is_refused(tmp_path: Path) -> None:
    good = SHIPPED.read_bytes()
    line, _, rest = good.partition(b"\n")
    newer = msgspec.json.encode(Shape(VERSION + 1, msgspec.json.decode(line, type=Shape).sizes))
    other = msgspec.json.encode(Shape(VERSION, (FEATURES, 8, 9, 8, DECISIONS + 1)))
    file = tmp_path / "network.bin"
    for data, sentence in (
        (b"not a network", "no network"),
        (good[:-1], "too few or too many"),
        (newer + b"\n" + rest, f"version {VERSION + 1} of the features"),
        (other + b"\n" + rest, "its layers are"),
    ):
        file.write_bytes(data)
        with pytest.raises(SetupError, match=sentence):
            read_weights(file)
    with pytest.raises(SetupError, match="there is no file"):
        read_weights(tmp_path / "missing.bin")


def test_it_beats_regular() -> None:
    won = [0, 0]
    for seed in range(40):
        bots = ["master", "regular"] if seed % 2 else ["regular", "master"]
        for seat in play_round(bots, seed=seed // 2).winners:
            won[(seat + seed) % 2] += 1
    assert won[1] > 22, won  # it wins about 66 % of them


def test_it_draws_on_purpose_only_while_it_holds_few_cards() -> None:
    drawn = {"master": 0, "hoarder": 0}
    longest = 0

    def spy(seen: View, mind: Mind) -> tuple[object, Mind]:
        nonlocal longest
        action, mind = master(seen, mind)
        if isinstance(action, Draw) and any(isinstance(other, Play) for other in seen.legal):
            drawn["master"] += 1
            assert seen.seat is not None
            longest = max(longest, len(seen.hands[seen.seat]))
        freely, _ = hoarding_master(seen, mind)
        drawn["hoarder"] += freely == Draw() and action != Draw()
        return action, mind

    for seed in range(12):
        play_round([spy, "regular"], seed=seed)  # type: ignore[list-item]
    assert drawn["master"] > 0, "it may, where that is good"
    assert drawn["hoarder"] > 0, "it would, with more"
    assert longest <= draw_limit(2)


@pytest.mark.parametrize(
    ("hands", "plays"),
    [
        ("R1,B1,B2,B3,B4,B6,B7/G1,G2", False),
        ("R1,B1,B2,B3,B4,B6,B7,B8/G1,G2", True),
        ("R1,B1,B2,B3,B4,B6,B7,B8,Y1,Y2/G1,G2/G3,G4", False),
        ("R1,B1,B2,B3,B4,B6,B7,B8,Y1,Y2,Y3/G1,G2/G3,G4", True),
    ],
)
def test_a_fitting_card_is_played_rather_than_hoarded(hands: str, *, plays: bool) -> None:
    """With scores that like nothing better than to draw."""
    round = parse_round(f"mattel-2016 pile=G9,Y5,Y6 discard=R5 turn=0 hands={hands}")

    def likes_to_draw(_: bytearray) -> list[int]:
        return [1 if decision == DRAW else 0 for decision in range(DECISIONS + 1)]

    seen = view(round, 0)
    memory = Mind(Fast(0)).memory
    assert isinstance(decide(seen, memory, likes_to_draw), Play if plays else Draw)
    assert decide(seen, memory, likes_to_draw, hoards=True) == Draw()


@pytest.mark.parametrize(
    ("rules", "players", "format"),
    [
        (PLAIN, 2, Race(100)),
        (EDITIONS["classic"], 4, LowTally(100)),
        (EDITIONS["wild-112"], 3, BestOf(3)),
        (EDITIONS["house"], 3, Single()),
        (HOUSE, 4, Elimination(60)),
        (PLAIN, 4, Partners(100)),
        (HOUSE, 4, Teams(100)),
        (PLAIN, 4, Rotating()),
        (with_switches(PLAIN, stacking="same", draw_until=True), 10, Race(50)),
        (WRITTEN, 3, Race(60)),
    ],
)
def test_it_plays_whole_games_of_every_edition_and_format(
    rules: Rules, players: int, format: Format
) -> None:
    bots = ["master" if player % 2 == 0 else "regular" for player in range(players)]
    result = play_game(bots, rules, format, seed=3)
    assert verify(result.record).verdict is Verdict.TRUE


@pytest.mark.parametrize(
    ("rules", "seats", "format", "decides"),
    [
        (PLAIN, 4, Race(), True),
        (with_switches(EDITIONS["house"], stacking="any", jump_in=True), 3, Single(), True),
        (EDITIONS["wild-112"], 4, Single(), True),
        (HOUSE, 3, Single(), True),
        (HOUSE, 5, Single(), False),
        (PLAIN, 10, Single(), True),
        (PLAIN, 3, LowTally(), True),
        (PLAIN, 3, Elimination(), True),
        (WRITTEN, 2, Single(), True),
        (WRITTEN, 5, Single(), False),
        (MOVING, 2, Single(), False),
        (LASTING, 2, Single(), False),
        (CHOOSING, 2, Single(), False),
    ],
)
def test_where_it_was_not_trained_it_plays_as_regular(
    rules: Rules, seats: int, format: Format, *, decides: bool
) -> None:
    assert is_trained_for(rules, seats) is decides
    differs = 0

    def compare(seen: View, mind: Mind) -> tuple[object, Mind]:
        nonlocal differs
        mind = Mind(mind.rng, mind.memory, format)
        action, _ = master(seen, mind)
        differs += action != regular(seen, mind)[0]
        return action, mind

    for seed in range(4):
        play_round([compare, *["regular"] * (seats - 1)], rules, seed=seed)  # type: ignore[list-item]
    assert (differs > 0) is decides


def test_it_remembers_the_latest_deeds_of_this_round_alone() -> None:
    steps: list[Step] = []
    play_round(["regular"] * 4, seed=5, watch=steps.append)
    mind = Mind(Fast(0))
    most = 0
    for step in steps:
        mind = reduce(notice, (redact(event, 1) for event in step.events), mind)
        most = max(most, len(mind.memory.recent))
    assert most == RECENT
    assert {act for _, act, _ in mind.memory.recent} >= {Act.PLAYED}
    mind = reduce(notice, (redact(event, 1) for event in steps[0].events), mind)
    assert mind.memory.recent == ()
    assert mind.memory.turned_over == 0


def test_the_vectors_for_javascript_are_those_of_the_shipped_network() -> None:
    assert network_vectors.FILE.read_text("utf-8") == network_vectors.text()
    assert feature_vectors.FILE.read_text("utf-8") == feature_vectors.text()
