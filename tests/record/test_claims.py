"""A verdict ends with what it proves about the deals, and by whose seeds."""

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from openuno.game.formats import Race
from openuno.record.claims import claims
from openuno.record.export import export_record
from openuno.record.lines import Contribution, FairDeal, Header, terms_of
from openuno.record.reader import read_record, record_bytes
from openuno.record.verify import Verdict, verify
from openuno.terminal.commands.records import print_report
from tests.record.chain import remove_chain, version_1
from tests.record.games import Setting, contributions, play_setting
from tests.record.test_verify import FAIR, FAST

BOUND, SHOWN, _, HIDDEN = contributions(4)
FOUR = Setting("house+hand_size=2", "single", 4)


def told(data: bytes) -> list[str]:
    report = verify(data)
    assert report.verdict is Verdict.TRUE
    return [claim.sentence for claim in report.claims]


def proved(*clients: Contribution | None) -> list[str]:
    """What is said of a record with these contributions, were it a true one."""
    record = read_record(play_setting(FOUR).data)
    assert isinstance(record.header.chance, FairDeal)
    header: Header = replace(record.header, chance=replace(record.header.chance, clients=clients))
    return [claim.kind.value for claim in claims(replace(record, header=header))]


def test_the_server_alone_could_have_chosen() -> None:
    assert proved(None, None, None, None) == ["server-alone"]
    assert proved(HIDDEN, None, None, None) == ["server-alone", "withheld"]


def test_players_who_were_bound_are_told_apart_from_those_who_were_not() -> None:
    assert proved(BOUND, BOUND, None, None) == ["contributed"]
    assert proved(SHOWN, None, SHOWN, None) == ["uncommitted"]
    assert proved(BOUND, SHOWN, HIDDEN, None) == ["contributed", "uncommitted", "withheld"]


def test_the_players_are_named() -> None:
    assert told(play_setting(FOUR).data) == [
        "The server's seed and those of Ada were fixed before any was shown: nobody could choose"
        " the deal unless everyone behind these seeds worked together.",
        "The seeds of Bo were shown without a commitment: they protect against the server alone,"
        " not against the server with another player's help.",
        "Dev committed to a seed and did not show it: with the server's help each could choose"
        " between two deals.",
    ]


def test_a_simulation_proves_nothing_about_fairness() -> None:
    (sentence,) = told(play_setting(FAST).data)
    assert sentence.endswith("this proves nothing about fairness.")


def test_before_the_reveal_nothing_is_proved_about_the_deals() -> None:
    data = play_setting(FAIR).data
    unfinished = data[: data.index(b'{"result"')]
    for record in (unfinished, record_bytes(export_record(read_record(data), 0))):
        assert told(record) == [
            "The server's seed is not revealed here: nothing is proved about the deals."
        ]


def test_one_players_record_of_a_simulation_does_not_say_where_chance_came_from() -> None:
    (sentence,) = told(record_bytes(export_record(read_record(play_setting(FAST).data), 0)))
    assert "does not say where its chance comes from" in sentence


def test_an_older_record_is_still_true_and_says_what_it_does_not_prove() -> None:
    old = version_1(remove_chain(play_setting(replace(FAIR, unbound=True)).data))
    assert read_record(old).version == 1
    assert told(old)[-1] == (
        "This game was dealt by an older scheme: its rules, format, names and dealer are not bound"
        " to the deal and may have been changed since."
    )
    renamed = old.replace(b'"Ada"', b'"Eve"')
    assert told(renamed) == [line.replace("Ada", "Eve") for line in told(old)]


def test_what_is_false_proves_nothing() -> None:
    report = verify(play_setting(FAIR).data.replace(b'"Ada"', b'"Eve"'))
    assert (report.verdict, report.claims) == (Verdict.FALSE, ())


def test_an_old_record_brought_up_to_date_is_as_true_as_before() -> None:
    old = version_1(remove_chain(play_setting(replace(FAIR, unbound=True)).data))
    new = record_bytes(read_record(old))
    assert (read_record(new).version, told(new)) == (2, told(old))


@pytest.mark.parametrize("as_json", [False, True])
def test_the_command_ends_with_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], as_json: bool
) -> None:
    path = tmp_path / "game.uno"
    path.write_bytes(play_setting(FOUR).data)
    assert print_report(path, as_json=as_json) == 0
    out = capsys.readouterr().out
    if as_json:
        kinds = [claim["kind"] for claim in json.loads(out)["claims"]]
        assert kinds == ["contributed", "uncommitted", "withheld"]
    else:
        assert out.splitlines()[1:] == told(play_setting(FOUR).data)


def test_tables_that_share_a_deal_are_dealt_the_same_cards_for_any_players() -> None:
    played = play_setting(replace(FOUR, shared=True))
    kinds = [claim.kind.value for claim in verify(played.data).claims]
    assert kinds == ["server-alone", "shared"]
    other = replace(played.header, names=("Uma", "Vic", "Wes", "Xia"))
    assert terms_of(other) == terms_of(played.header)
    for change in ({"names": ("Uma", "Vic")}, {"dealer": 1}, {"format": Race(90)}):
        assert terms_of(replace(other, **change)) != terms_of(played.header)
