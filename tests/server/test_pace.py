"""However fast anyone asks, the server writes down no more than a table needs."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from openuno.room import commands
from openuno.room.commands import AddSeed, Ready, RoomCommand, Say, SetUp, Sit
from openuno.room.facts import Entry, ReadyChanged
from openuno.room.protocol.messages import Ack, Ask, Error, Join
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.refusals import Refused
from openuno.room.settings import Settings
from openuno.room.view import view_seat
from openuno.server.limits import Limits
from openuno.server.pace import FORGET_EVERY, Buckets, Pace
from openuno.server.store import Append
from tests.server.clients import Client
from tests.server.inside import ROOMY, Inside, at_server

PAIR = Settings(seats=2)


async def flood(client: Client, requests: list[RoomCommand]) -> list[Ack | Error]:
    """Ask all at once; every answer."""
    asked = [client.new_request_id() for _ in requests]
    for name, command in zip(asked, requests, strict=True):
        await client.send(Ask(name, command))
    return [await client.answer(name) for name in asked]


@pytest.mark.parametrize(
    "requests",
    [
        [Ready(number % 2 == 0) for number in range(100)],
        [AddSeed(f"{number:064x}") for number in range(100)],
    ],
)
def test_changes_are_written_at_a_rate(tmp_path: Path, requests: list[RoomCommand]) -> None:
    async def scenario(inside: Inside) -> None:
        inside.clock.stop()
        ann, code = await inside.host(PAIR)
        await ann.does(Sit(0))
        before = len(await inside.log(code))
        answers = await flood(ann, requests)
        refused = [each for each in answers if isinstance(each, Error)]
        written = len(await inside.log(code)) - before
        assert written == len(requests) - len(refused)
        assert written == 5  # seven at once; to come and to sit down were two
        assert {each.code for each in refused} == {RefusalCode.TOO_FAST}
        assert all(each.retry is not None and 0 < each.retry <= 100_000 for each in refused)
        assert "wait" in refused[0].sentence
        await ann.ping()

    at_server(tmp_path, scenario, limits=replace(ROOMY, changes=0.5))


def test_a_person_is_one_person_on_every_device(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        ann, code = await inside.host(PAIR)
        await flood(ann, [Say(f"{number}") for number in range(5)])
        other = await inside.device(ann.token, code)
        (answer,) = await flood(other, [Say("from my phone")])
        assert isinstance(answer, Error)
        assert answer.code is RefusalCode.TOO_FAST
        ben = await inside.person("Ben", code)
        (answer,) = await flood(ben, [Say("nobody has heard me yet")])
        assert isinstance(answer, Ack)

    at_server(tmp_path, scenario, limits=replace(ROOMY, chat=0.001))


def test_leaving_and_coming_back_gives_nobody_a_fresh_start(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        ann, _ = await inside.host(PAIR)
        await flood(ann, [Say(f"{number}") for number in range(5)])
        _, elsewhere = await inside.host(PAIR, "Ben")
        await ann.join(elsewhere)
        (answer,) = await flood(ann, [Say("and at this table?")])
        assert isinstance(answer, Error)
        assert answer.code is RefusalCode.TOO_FAST

    at_server(tmp_path, scenario, limits=replace(ROOMY, chat=0.001))


def test_what_is_refused_as_too_fast_is_granted_later_under_the_same_id(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        ann, _ = await inside.host(PAIR)
        await flood(ann, [Say(f"{number}") for number in range(5)])
        request_id = ann.new_request_id()
        answer = await ann.ask(Say("patience"), request_id)
        assert isinstance(answer, Error)
        assert answer.retry is not None
        inside.clock.push(answer.retry / 1000)
        assert isinstance(await ann.ask(Say("patience"), request_id), Ack)

    at_server(tmp_path, scenario, limits=replace(ROOMY, chat=0.01))


def test_what_is_so_already_is_acknowledged_and_not_written(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        ann, code = await inside.host(PAIR)
        ben = await inside.person("Ben", code)
        await ann.does(Sit(0))
        seed = "0f" * 32
        requests: list[RoomCommand] = [
            Ready(),
            AddSeed(seed),
            SetUp(replace(PAIR, public=False)),
            commands.Mute(ben.guest),
        ]
        for command in requests:
            await ann.does(command)
        await ann.does(Ready())  # the table was set up anew
        await ann.does(AddSeed(seed))
        seq = (await inside.table(code)).seq
        for command in (*requests, commands.HandOver(ann.guest)):
            name = ann.new_request_id()
            for _ in range(2):
                answer = await ann.ask(command, name)
                assert isinstance(answer, Ack)
                assert answer.seq == seq
        assert (await inside.table(code)).seq == seq
        early = ann.new_request_id()
        assert isinstance(await ann.ask(Ready(), early), Ack)
        await ann.does(Ready(False))
        said_again = await ann.ask(Ready(), early)
        assert isinstance(said_again, Ack)
        assert said_again.seq == seq, "the answer it had"
        assert not view_seat((await inside.table(code)).seats[0]).ready, (
            "and it is not done a second time"
        )
        await inside.same(ann, ben)

    at_server(tmp_path, scenario)


def test_a_command_is_decided_again_after_another_process_changed_the_table(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        ann, code = await inside.host(PAIR)
        await ann.does(Sit(0))
        await ann.does(Ready())
        # Another process writes an entry, and the news of it is still on its way here.
        other = Entry(ann.table.seq + 1, ann.table.at, (ReadyChanged(0, ready=False),))
        await inside.on_loop(inside.hub.context.store.append(Append(code, other)))
        answer = await ann.ask(Ready())
        assert isinstance(answer, Ack)
        assert answer.seq == other.seq + 1
        await inside.same(ann)
        assert view_seat(ann.table.seats[0]).ready

    at_server(tmp_path, scenario)


def test_all_people_at_one_address_share_its_rate_limit() -> None:
    pace = Pace(replace(Limits(), commands_per_address=0.5))
    for number in range(5):
        pace.check(f"guest {number}", "10.0.0.1", Join("ABCDEF"), 0.0)
    with pytest.raises(Refused) as refused:
        pace.check("another", "10.0.0.1", Join("ABCDEF"), 0.0)
    assert refused.value.code is RefusalCode.TOO_FAST
    assert refused.value.retry == 2000
    pace.check("another", "10.0.0.2", Join("ABCDEF"), 0.0)
    pace.check("another", "10.0.0.1", Join("ABCDEF"), 2.0)


def test_what_one_person_is_refused_uses_up_nothing_of_the_others_at_the_address() -> None:
    pace = Pace(replace(Limits(), commands=1, commands_per_address=1))
    for _ in range(5):
        pace.check("loud", "10.0.0.1", Join("ABCDEF"), 0.0)
    for _ in range(100):
        with pytest.raises(Refused, match=r"^too many requests; wait"):
            pace.check("loud", "10.0.0.1", Join("ABCDEF"), 0.0)
    for _ in range(5):
        pace.check("quiet", "10.0.0.1", Join("ABCDEF"), 0.0)


def test_every_command_counts_against_some_limit_of_its_person() -> None:
    for command in (Ready(), Say("x"), SetUp(PAIR), commands.DealNextRound()):
        pace = Pace(Limits())
        with pytest.raises(Refused, match="wait a second"):
            _ask_often(pace, command)


def _ask_often(pace: Pace, command: RoomCommand) -> None:
    for _ in range(1_000):
        pace.check("ann", "10.0.0.1", Ask("id", command), 0.0)


def test_people_who_are_quiet_are_forgotten() -> None:
    buckets = Buckets(1, 10)
    for number in range(1_000):
        buckets.wait(f"{number}", 0.0)
    assert len(buckets) == 1_000
    buckets.wait("one more", FORGET_EVERY + 1)
    assert len(buckets) == 1
