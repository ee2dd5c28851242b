import hmac
import json
import re
import shutil
import subprocess
from collections import Counter
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from openuno import Card, Fair, Fast, Rules, SetupError, with_switches
from openuno.engine.rng import Generator, advance, random_below, shuffle, words
from openuno.engine.rules import DEFAULT_RULES, deck

ROOT = Path(__file__).parents[2]
VECTORS: dict[str, list[dict[str, Any]]] = json.loads(
    (ROOT / "tests/vectors/chance.json").read_text()
)
KEY = bytes(range(32))
NODE = shutil.which("node")
CHECK_LISTING = """
const vectors = JSON.parse(require("fs").readFileSync(0, "utf8"));
const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
const tape = ({ generator, seed, key }) =>
  generator === "fast" ? (n) => fastWord(BigInt(seed), n) : (n) => fairWord(bytes(key), n);
(async () => {
  const found = { words: [], below: [], shuffle: [] };
  for (const given of vectors.words) {
    const places = given.words.map((_, place) => given.at + place);
    found.words.push({ ...given, words: await Promise.all(places.map(tape(given))) });
  }
  for (const given of vectors.below)
    found.below.push({ ...given, ...(await below(tape(given), given.at, given.bound)) });
  for (const given of vectors.shuffle)
    found.shuffle.push({ ...given, ...(await shuffle(tape(given), given.at, given.cards)) });
  console.log(JSON.stringify(found));
})();
"""


def generator(given: dict[str, Any]) -> Generator:
    if given["generator"] == "fast":
        return Fast(int(given["seed"]), given["at"])
    return Fair(bytes.fromhex(given["key"]), given["at"])


def tape(rng: Generator, count: int) -> list[int]:
    return list(islice(words(rng), count))


def case(given: dict[str, Any]) -> str:
    size = given.get("bound", len(given.get("cards", given.get("words", ()))))
    return f"{given['generator']}-{given['at']}-{size}"


@pytest.mark.parametrize("given", VECTORS["words"], ids=case)
def test_the_words_of_a_tape_are_the_published_ones(given: dict[str, Any]) -> None:
    assert tape(generator(given), len(given["words"])) == given["words"]


@pytest.mark.parametrize("given", VECTORS["below"], ids=case)
def test_a_number_below_a_bound_is_the_published_one(given: dict[str, Any]) -> None:
    assert random_below(generator(given), given["bound"]) == (given["value"], given["spent"])


@pytest.mark.parametrize("given", VECTORS["shuffle"], ids=case)
def test_a_shuffle_is_the_published_one(given: dict[str, Any]) -> None:
    cards = tuple(map(Card, given["cards"]))
    shuffled = tuple(map(Card, given["shuffled"]))
    assert shuffle(cards, generator(given)) == (shuffled, given["spent"])


def test_the_vectors_hold_a_whole_deck_ten_cards_and_a_rejected_word_for_each_generator() -> None:
    cases = {
        (entry["generator"], len(entry["cards"]), entry["spent"]) for entry in VECTORS["shuffle"]
    }
    assert {("fast", 10, 9), ("fast", 108, 107), ("fast", 10, 11)} <= cases
    assert {("fair", 10, 9), ("fair", 108, 107), ("fair", 108, 108)} <= cases
    assert all(
        Counter(entry["cards"]) == Counter(entry["shuffled"]) for entry in VECTORS["shuffle"]
    )


@pytest.mark.skipif(NODE is None, reason="no node on PATH")
def test_the_listing_in_the_docs_agrees_with_the_vectors() -> None:
    page = (ROOT / "docs/chance.md").read_text()
    listing = re.findall(r"```js\n(.*?)```", page, re.DOTALL)
    assert len(listing) == 1
    assert NODE
    done = subprocess.run(
        [NODE, "-e", listing[0] + CHECK_LISTING],
        input=json.dumps(VECTORS),
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    assert json.loads(done.stdout) == VECTORS


@pytest.mark.parametrize(
    ("seed", "outputs"),
    [
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]),
        (1234567, [6457827717110365317, 3203168211198807973, 9817491932198370423]),
    ],
)
def test_the_fast_tape_is_splitmix64_high_word_first(seed: int, outputs: list[int]) -> None:
    pairs = [half for output in outputs for half in (output >> 32, output & 0xFFFFFFFF)]
    assert tape(Fast(seed), 6) == pairs


@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1, 0x0123456789ABCDEF])
@pytest.mark.parametrize("at", [0, 1, 125, 126, 127, 128, 1000, 2**40 + 1])
def test_the_fast_tape_is_splitmix64_wherever_it_is_entered(seed: int, at: int) -> None:
    expected = [
        splitmix64(seed, place // 2) >> 32 * (1 - place % 2) for place in range(at, at + 300)
    ]
    assert tape(Fast(seed, at), 300) == [word & 0xFFFFFFFF for word in expected]


def splitmix64(seed: int, output: int) -> int:
    z = (seed + (output + 1) * 0x9E3779B97F4A7C15) % 2**64
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
    return z ^ z >> 31


def test_the_fair_tape_is_hmac_sha_256_over_a_counter() -> None:
    blocks = [hmac.new(KEY, bytes(7) + bytes([i]), sha256).digest() for i in range(3)]
    expected = [
        int.from_bytes(block[start : start + 4], "big")
        for block in blocks
        for start in range(0, 32, 4)
    ]
    assert tape(Fair(KEY), 24) == expected


def test_the_fair_tape_agrees_with_the_hash_written_out() -> None:
    padded = KEY.ljust(64, b"\0")
    inner = sha256(bytes(byte ^ 0x36 for byte in padded) + bytes(8)).digest()
    block = sha256(bytes(byte ^ 0x5C for byte in padded) + inner).digest()
    assert tape(Fair(KEY), 1) == [int.from_bytes(block[:4], "big")]


@pytest.mark.parametrize("rng", [Fast(7), Fair(KEY)], ids=["fast", "fair"])
def test_any_place_on_a_tape_can_be_reached_at_once(rng: Generator) -> None:
    whole = tape(rng, 40)
    for place in range(20):
        moved = advance(rng, place)
        assert moved.at == place
        assert tape(moved, 20) == whole[place : place + 20]


@pytest.mark.parametrize("rng", [Fast(7), Fair(KEY)], ids=["fast", "fair"])
def test_a_generator_is_a_value_and_reading_does_not_change_it(rng: Generator) -> None:
    first = shuffle(deck(DEFAULT_RULES), rng)
    assert shuffle(deck(DEFAULT_RULES), rng) == first
    assert shuffle(deck(DEFAULT_RULES), advance(rng, first[1])) != first
    assert rng.at == 0


@pytest.mark.parametrize("rng", [Fast(7, 100), Fair(KEY, 3)], ids=["fast", "fair"])
@pytest.mark.parametrize(
    "rules", [DEFAULT_RULES, with_switches(DEFAULT_RULES, decks=8)], ids=["one", "eight"]
)
def test_a_shuffle_is_so_many_numbers_below_a_falling_bound(rng: Generator, rules: Rules) -> None:
    cards = list(deck(rules))
    total = 0
    for place in range(len(cards) - 1, 0, -1):
        other, spent = random_below(advance(rng, total), place + 1)
        cards[place], cards[other] = cards[other], cards[place]
        total += spent
    assert shuffle(deck(rules), rng) == (tuple(cards), total)


def test_every_order_of_three_cards_comes_equally_often() -> None:
    cards = (Card.R1, Card.R2, Card.R3)
    orders = Counter(shuffle(cards, Fast(seed))[0] for seed in range(6000))
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())


@pytest.mark.parametrize("bound", [3, 10, 108, 641, 2**31 + 1])  # 641 divides 2^32 + 1
def test_the_lowest_rejected_word_and_the_highest_taken_one_lie_side_by_side(bound: int) -> None:
    even = 2**32 - 2**32 % bound
    value, spent = random_below(opening_with(even - 1), bound)
    assert (value, spent) == (bound - 1, 1)
    assert random_below(opening_with(even), bound)[1] > 1


def opening_with(word: int) -> Fast:
    # SplitMix64 can be run backwards: the seed whose first output is this word and 32 zero bits.
    z = unshifted(word << 32, 31) * pow(0x94D049BB133111EB, -1, 2**64) % 2**64
    z = unshifted(z, 27) * pow(0xBF58476D1CE4E5B9, -1, 2**64) % 2**64
    rng = Fast((unshifted(z, 30) - 0x9E3779B97F4A7C15) % 2**64)
    assert tape(rng, 2) == [word, 0]
    return rng


def unshifted(z: int, by: int) -> int:
    found = z
    for _ in range(64 // by):
        found = z ^ (found >> by)
    return found


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_outside_64_bits_is_refused(seed: int) -> None:
    with pytest.raises(SetupError) as refusal:
        Fast(seed)
    assert refusal.value.switch == "rng"


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_key_of_another_length_than_32_bytes_is_refused(size: int) -> None:
    with pytest.raises(SetupError) as refusal:
        Fair(bytes(size))
    assert refusal.value.switch == "rng"


def test_a_place_before_the_tape_is_refused() -> None:
    with pytest.raises(SetupError):
        Fast(0, -1)
    with pytest.raises(SetupError):
        Fair(KEY, -1)
