import json
from pathlib import Path
from typing import Any

import pytest

from openuno import Card, Fair, SetupError, draw_for_dealer
from openuno.engine.events import DealerFound, DrewForDeal
from openuno.engine.notation.rules import parse_rules
from openuno.engine.rng import fork, shuffle
from openuno.engine.rules import deck
from openuno.record.chain import link
from openuno.record.fairness import (
    ABSENT,
    MOST_PLAYERS,
    SCHEME,
    SEED_BYTES,
    UNBOUND_SCHEME,
    client_commitment,
    commitment,
    fair_generator,
    game_key,
    matches_commitment,
    unbound_game_key,
)
from openuno.record.lines import header_line, read_header, terms_of
from tests.record.make_vectors import vectors

ROOT = Path(__file__).parents[2]
VECTORS: dict[str, Any] = json.loads((ROOT / "tests/vectors/fairness.json").read_text())
CASES = pytest.mark.parametrize("case", VECTORS["cases"], ids=lambda case: case["seed"][:8])
SEED = bytes(range(32))


def generator(case: dict[str, Any]) -> Fair:
    return fair_generator(bytes.fromhex(case["seed"]), bytes.fromhex(case["terms"]))


def test_the_vectors_are_those_an_independent_computation_gives() -> None:
    assert vectors() == VECTORS
    assert VECTORS["scheme"] == SCHEME
    assert VECTORS["old"]["scheme"] == UNBOUND_SCHEME


@CASES
def test_commitment_terms_and_key_are_the_published_ones(case: dict[str, Any]) -> None:
    seed, line = bytes.fromhex(case["seed"]), f"{case['line']}}}".encode()
    assert commitment(seed).hex() == case["commitment"]
    assert header_line(read_header(line)) == line
    assert terms_of(read_header(line)).hex() == link(line, "") == case["terms"]
    assert game_key(seed, bytes.fromhex(case["terms"])).hex() == case["key"]
    assert generator(case) == Fair(bytes.fromhex(case["key"]))


@pytest.mark.parametrize("client", VECTORS["clients"], ids=lambda client: client["seed"][:8])
def test_a_players_commitment_is_the_published_one(client: dict[str, str]) -> None:
    assert client_commitment(bytes.fromhex(client["seed"])).hex() == client["commitment"]


@pytest.mark.parametrize("case", VECTORS["old"]["cases"], ids=lambda case: case["seed"][:8])
def test_the_key_of_an_old_game_is_still_the_published_one(case: dict[str, Any]) -> None:
    clients = [None if seed is None else bytes.fromhex(seed) for seed in case["clients"]]
    assert unbound_game_key(bytes.fromhex(case["seed"]), clients).hex() == case["key"]


@CASES
def test_the_hands_have_the_published_keys_and_deals(case: dict[str, Any]) -> None:
    rng = generator(case)
    for known in case["forks"]:
        assert fork(rng, *known["path"]) == Fair(bytes.fromhex(known["key"]))
    for deal in case["deals"]:
        hand = fork(rng, deal["hand"], deal["table"])
        order, spent = shuffle(deck(parse_rules(deal["rules"])), hand)
        assert (" ".join(order), spent) == (deal["order"], deal["spent"])


@CASES
def test_the_draw_for_the_deal_is_the_published_one(case: dict[str, Any]) -> None:
    rng = generator(case)
    for known in case["draws"]:
        rules = parse_rules(known["rules"])
        drawn = draw_for_dealer(rules, case["players"], fork(rng, 0))
        expected = [DrewForDeal(seat, Card(card)) for seat, card in known["drawn"]]
        assert drawn.events == (*expected, DealerFound(known["dealer"]))


def test_an_absent_seat_counts_as_zeros() -> None:
    assert unbound_game_key(SEED, [None, SEED]) == unbound_game_key(SEED, [ABSENT, SEED])
    assert bytes(SEED_BYTES) == ABSENT


def test_every_seed_and_the_order_and_number_of_players_count() -> None:
    other = bytes(31) + b"\1"
    keys = {
        unbound_game_key(seed, clients)
        for seed in (SEED, other)
        for clients in ([SEED, other], [other, SEED], [SEED, other, None], [SEED, None], [None])
    }
    assert len(keys) == 10


def test_a_commitment_is_kept_by_its_seed_alone() -> None:
    assert matches_commitment(SEED, commitment(SEED))
    assert not matches_commitment(ABSENT, commitment(SEED))
    assert not matches_commitment(SEED, b"")


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_seed_of_another_length_is_refused(size: int) -> None:
    with pytest.raises(SetupError):
        commitment(bytes(size))
    with pytest.raises(SetupError):
        client_commitment(bytes(size))
    with pytest.raises(SetupError):
        game_key(bytes(size), SEED)
    with pytest.raises(SetupError):
        game_key(SEED, bytes(size))
    with pytest.raises(SetupError):
        unbound_game_key(bytes(size), [None, None])
    with pytest.raises(SetupError) as refusal:
        unbound_game_key(SEED, [None, bytes(size)])
    assert refusal.value.switch == "client seed 1"


@pytest.mark.parametrize("players", [0, MOST_PLAYERS + 1])
def test_the_number_of_players_is_one_byte(players: int) -> None:
    with pytest.raises(SetupError):
        unbound_game_key(SEED, [None] * players)
    assert len(unbound_game_key(SEED, [None] * MOST_PLAYERS)) == 32
