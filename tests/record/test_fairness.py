import json
from pathlib import Path
from typing import Any

import pytest

from openuno import Card, Fair, SetupError, draw_for_dealer
from openuno.engine.events import DealerFound, DrewForDeal
from openuno.engine.notation import parse_rules
from openuno.engine.rng import fork, shuffle
from openuno.engine.rules import deck
from openuno.record.fairness import (
    ABSENT,
    MOST_PLAYERS,
    SCHEME,
    SEED_BYTES,
    commitment,
    deal_key,
    fair_generator,
    keeps,
)
from tests.record.make_vectors import vectors

ROOT = Path(__file__).parents[2]
VECTORS: dict[str, Any] = json.loads((ROOT / "tests/vectors/fairness.json").read_text())
CASES = pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["seed"][:8])
SEED = bytes(range(32))


def clients(case: dict[str, Any]) -> list[bytes | None]:
    return [None if seed is None else bytes.fromhex(seed) for seed in case["clients"]]


def test_the_vectors_are_those_an_independent_computation_gives() -> None:
    assert vectors() == VECTORS
    assert VECTORS["scheme"] == SCHEME


@CASES
def test_commitment_and_key_are_the_published_ones(case: dict[str, Any]) -> None:
    seed = bytes.fromhex(case["seed"])
    assert commitment(seed).hex() == case["commitment"]
    assert deal_key(seed, clients(case)).hex() == case["key"]
    assert fair_generator(seed, clients(case)) == Fair(bytes.fromhex(case["key"]))


@CASES
def test_the_hands_have_the_published_keys_and_deals(case: dict[str, Any]) -> None:
    rng = fair_generator(bytes.fromhex(case["seed"]), clients(case))
    for known in case["forks"]:
        assert fork(rng, *known["path"]) == Fair(bytes.fromhex(known["key"]))
    for deal in case["deals"]:
        hand = fork(rng, deal["hand"], deal["table"])
        order, spent = shuffle(deck(parse_rules(deal["rules"])), hand)
        assert (" ".join(order), spent) == (deal["order"], deal["spent"])


@CASES
def test_the_draw_for_the_deal_is_the_published_one(case: dict[str, Any]) -> None:
    rng = fair_generator(bytes.fromhex(case["seed"]), clients(case))
    for known in case["draws"]:
        rules = parse_rules(known["rules"])
        drawn = draw_for_dealer(rules, len(case["clients"]), fork(rng, 0))
        expected = [DrewForDeal(seat, Card(card)) for seat, card in known["drawn"]]
        assert drawn.events == (*expected, DealerFound(known["dealer"]))


def test_an_absent_seat_counts_as_zeros() -> None:
    assert deal_key(SEED, [None, SEED]) == deal_key(SEED, [ABSENT, SEED])
    assert bytes(SEED_BYTES) == ABSENT


def test_every_seed_and_the_order_and_number_of_players_count() -> None:
    other = bytes(31) + b"\1"
    keys = {
        deal_key(seed, clients)
        for seed in (SEED, other)
        for clients in ([SEED, other], [other, SEED], [SEED, other, None], [SEED, None], [None])
    }
    assert len(keys) == 10


def test_a_commitment_is_kept_by_its_seed_alone() -> None:
    assert keeps(SEED, commitment(SEED))
    assert not keeps(ABSENT, commitment(SEED))
    assert not keeps(SEED, b"")


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_of_another_length_is_refused(size: int) -> None:
    with pytest.raises(SetupError):
        commitment(bytes(size))
    with pytest.raises(SetupError):
        deal_key(bytes(size), [None, None])
    with pytest.raises(SetupError) as refusal:
        deal_key(SEED, [None, bytes(size)])
    assert refusal.value.switch == "client seed 1"


@pytest.mark.parametrize("players", [0, MOST_PLAYERS + 1])
def test_the_number_of_players_is_one_byte(players: int) -> None:
    with pytest.raises(SetupError):
        deal_key(SEED, [None] * players)
    assert len(deal_key(SEED, [None] * MOST_PLAYERS)) == 32
