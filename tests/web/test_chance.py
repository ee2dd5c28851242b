"""The page's part in the chance of a game, in a real Node."""

from hashlib import sha256

import msgspec

from openuno.record.fairness import client_commitment
from tests.web.node import Runner


def test_the_digest_is_sha256(node: Runner) -> None:
    texts = [bytes(range(length % 256)) for length in range(200)] + [b"\xff" * 1000, b"abc"]
    found = msgspec.json.decode(node.ask("sha256", [text.hex() for text in texts]))
    assert found == [sha256(text).hexdigest() for text in texts]


def test_the_page_shows_the_seed_it_has_committed_to(node: Runner) -> None:
    seen = set()
    for _ in range(3):
        found = msgspec.json.decode(node.ask("contribution", None))
        assert client_commitment(bytes.fromhex(found["seed"])).hex() == found["commitment"]
        seen.add(found["seed"])
    assert len(seen) == 3
