"""The pages on records and fairness say what the code does."""

import json
import re
from pathlib import Path

from msgspec.structs import fields

from openuno.record import fairness, lines, reader
from openuno.record.claims import ClaimKind
from openuno.record.lines import Result
from openuno.record.verify import Verdict, verify
from tests.record.sample import sample

DOCS = Path(__file__).parents[2] / "docs"
RECORDS = (DOCS / "records.md").read_text()
FAIRNESS = (DOCS / "fairness.md").read_text()


def test_the_sample_is_a_true_game_and_the_one_we_generate() -> None:
    (block,) = re.findall(r"```json\n(.*?)```", RECORDS, re.DOTALL)
    assert block == sample()
    assert verify(block).verdict is Verdict.TRUE


def test_every_field_is_explained() -> None:
    header, *commands, closing = map(json.loads, sample().splitlines())
    for line in (header, *commands, closing):
        for field in line:
            assert f"`{field}`" in RECORDS
    for field in fields(Result):
        assert f"`{field.encode_name}`" in RECORDS


def test_the_bounds_are_the_ones_in_force() -> None:
    assert f"at most {lines.LONGEST_LINE >> 20} MiB" in RECORDS
    assert f"a record {reader.MAX_RECORD_BYTES >> 20} MiB" in RECORDS
    assert f"a name {lines.LONGEST_NAME} characters" in RECORDS
    assert f"of the format, {lines.VERSION} |" in RECORDS


def test_the_scheme_is_the_one_in_force() -> None:
    assert f'"scheme": "{fairness.SCHEME}"' in RECORDS
    assert f'`"{fairness.SCHEME}"`' in FAIRNESS
    assert f'`"{fairness.UNBOUND_SCHEME}"`' in FAIRNESS
    assert f"{fairness.SEED_BYTES} bytes" in FAIRNESS


def test_every_claim_is_explained() -> None:
    for kind in ClaimKind:
        assert f"`{kind}`" in RECORDS


def test_what_the_pages_link_to_is_there() -> None:
    for page in (RECORDS, FAIRNESS):
        for link in re.findall(r"\]\(([^)#]+)\)", page):
            assert (DOCS / link).exists(), link
