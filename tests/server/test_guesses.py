"""Guessing codes and passwords: a few tries are free, then each takes longer than the last."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from openuno.room.commands import Leave, Sit
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.refusals import Refused
from openuno.room.settings import Settings
from openuno.room.state import is_present
from openuno.server.limits import Limits
from openuno.server.rooms.guesses import (
    BESIEGED,
    FORGIVEN,
    LONGEST_CODE_WAIT,
    LONGEST_WAIT,
    MOST_KEYS,
    REPORTED,
    Failures,
    Guesses,
)
from openuno.server.rooms.hub import UNUSED
from tests.server.clients import Client, Denied
from tests.server.inside import ROOMY, Inside, at_server

FREE = Limits().wrong_passwords
DAY = 24 * 3600


def guess_all_day(guesses: Guesses, addresses: int) -> int:
    """How many guesses as many strangers get through in a day, if each tries whenever it may."""
    tried, now = 0, 0.0
    while now < DAY:
        for number in range(addresses):
            who = (f"192.0.2.{number}", f"{now} {number}", "ABCDE")  # a new name each time
            try:
                guesses.check_password(*who, now)
            except Refused:
                continue
            guesses.wrong_password(*who, now)
            tried += 1
        now += 1
    return tried


def test_each_failure_beyond_the_free_ones_doubles_the_wait() -> None:
    failures, now, waits = Failures(free=3), 0.0, []
    for _ in range(20):
        waits.append(failures.wait("key", now))
        now += waits[-1]
        failures.add("key", now)
    assert waits[:7] == [0, 0, 0, 2, 4, 8, 16]
    assert waits[-1] == LONGEST_WAIT
    assert failures.wait("another", now) == 0
    assert failures.wait("key", now + FORGIVEN) == 0
    failures.forget("key")
    assert failures.wait("key", now) == 0


def test_what_is_remembered_is_bounded() -> None:
    failures = Failures(free=1)
    for number in range(MOST_KEYS + 500):
        failures.add(number, number / 1000)
    assert len(failures) == MOST_KEYS
    assert failures.count(0, 10) == 0
    assert failures.count(MOST_KEYS + 499, 10) == 1


def test_an_address_gets_a_few_dozen_guesses_in_a_day_however_many_names_it_has() -> None:
    assert guess_all_day(Guesses(Limits()), 1) < 50


def test_many_addresses_have_little_each_once_a_table_is_besieged() -> None:
    guesses = Guesses(Limits())
    for number in range(200):
        for _ in range(2 * FREE):
            who = (f"192.0.2.{number}", f"stranger {number}", "ABCDE")
            try:
                guesses.check_password(*who, 0)
            except Refused:
                break
            guesses.wrong_password(*who, 0)
    assert guesses.wrong_password("192.0.2.250", "another", "ABCDE", 0) <= BESIEGED + 200


def test_one_person_on_many_addresses_is_one_person() -> None:
    guesses = Guesses(Limits())
    for number in range(FREE):
        guesses.wrong_password(f"192.0.2.{number}", "zoe", "ABCDE", 0)
    with pytest.raises(Refused) as refused:
        guesses.check_password("198.51.100.1", "zoe", "ABCDE", 0)
    assert refused.value.code is RefusalCode.TOO_MANY_GUESSES
    assert refused.value.sentence == "too many wrong passwords; wait 2 s, then try again"
    assert refused.value.retry == 2000
    guesses.check_password("198.51.100.1", "zoe", "OTHER", 0)


def test_a_password_that_was_right_is_not_stretched_again() -> None:
    guesses = Guesses(Limits())
    assert not guesses.is_right("ann", "ABCDE", "sesame")
    guesses.right_password("192.0.2.1", "ann", "ABCDE", "sesame")
    assert guesses.is_right("ann", "ABCDE", "sesame")
    for wrong in (
        ("ann", "ABCDE", "Sesame"),
        ("ann", "FGHJK", "sesame"),
        ("ben", "ABCDE", "sesame"),
    ):
        assert not guesses.is_right(*wrong)
    assert not guesses.is_right("ann", "ABCDE", "\ud800"), "what JSON can say and UTF-8 cannot"


def test_many_tables_are_no_way_round() -> None:
    guesses = Guesses(Limits())
    tried = 0
    for number in range(1000):
        who = ("192.0.2.1", f"name {number}", f"TABLE{number}")
        try:
            guesses.check_password(*who, 0)
        except Refused:
            break
        guesses.wrong_password(*who, 0)
        tried += 1
    assert tried == 4 * FREE


def test_the_host_hears_of_ten_and_then_of_twice_as_many() -> None:
    guesses = Guesses(Limits())
    heard = {}
    for count in range(1, 101):
        guesses.wrong_password("192.0.2.1", "zoe", "ABCDE", 0)
        if told := guesses.to_report("ABCDE", 0):
            heard[count] = told
    assert heard == {10: 10, 20: 10, 40: 20, 80: 40}
    assert sum(heard.values()) == 80


# ---- at a server ----


async def is_gone(inside: Inside, client: Client, code: str) -> bool:
    return not is_present(await inside.table(code), client.guest)


async def guess(client: Client, code: str, password: str) -> RefusalCode:
    with pytest.raises(Denied) as denied:
        await client.join(code, password=password)
    return denied.value.error.code


def test_guesses_are_few_though_many_guess_at_once_and_the_table_leaves_memory(
    tmp_path: Path,
) -> None:
    async def scenario(inside: Inside) -> None:
        inside.clock.stop()
        ann, code = await inside.host(Settings(seats=2), password="sesame")
        strangers = [await inside.person(f"Zoe {number}") for number in range(10)]
        answers = []
        for number in range(20):
            jobs = [guess(each, code, f"{number} {at}") for at, each in enumerate(strangers)]
            answers += await asyncio.gather(*jobs)
        through = answers.count(RefusalCode.WRONG_PASSWORD)
        assert through == FREE, "200 guesses, by ten people at once"
        assert set(answers) == {RefusalCode.WRONG_PASSWORD, RefusalCode.TOO_MANY_GUESSES}
        await ann.drop()
        assert await guess(strangers[0], code, "again") is RefusalCode.TOO_MANY_GUESSES

        async def is_unloaded() -> bool:
            return await inside.actor(code) is None

        await inside.until(lambda: is_gone(inside, ann, code))
        inside.clock.push(UNUSED / 1000 + 1)
        await inside.until(is_unloaded)
        answers = [await guess(each, code, "once more") for each in strangers * 5]
        assert answers.count(RefusalCode.WRONG_PASSWORD) <= 5
        assert RefusalCode.TOO_MANY_GUESSES in answers

    at_server(tmp_path, scenario)


def test_those_invited_are_not_locked_out_and_the_host_is_told(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        inside.clock.stop()
        ann, code = await inside.host(Settings(seats=3), password="sesame")
        ben, cat = await inside.person("Ben"), await inside.person("Cat")
        for friend in (ben, cat):
            await friend.join(code, password="sesame")
        await ben.does(Sit(1))
        await cat.does(Leave())
        zoe, new = await inside.person("Zoe"), await inside.person("New")
        for number in range(FREE):
            assert await guess(zoe, code, f"try {number}") is RefusalCode.WRONG_PASSWORD
        assert await guess(zoe, code, "one more") is RefusalCode.TOO_MANY_GUESSES
        assert await guess(new, code, "sesame") is RefusalCode.TOO_MANY_GUESSES, (
            "from the same address"
        )
        await ben.drop()
        await ben.connect()
        await ben.join(code)  # a seat needs no password
        assert await guess(cat, code, "typo") is RefusalCode.WRONG_PASSWORD
        await cat.join(code, password="sesame")  # who knew it before waits for nobody's guesses
        assert ann.table.wrong_passwords == 0
        while ann.table.wrong_passwords < REPORTED:
            inside.clock.push(LONGEST_WAIT)
            assert await guess(zoe, code, "patience") is RefusalCode.WRONG_PASSWORD
            await inside.table(code)
            await ann.ping()
        assert ann.table.wrong_passwords == REPORTED
        inside.clock.push(LONGEST_WAIT)
        await new.join(code, password="sesame")
        assert new.table.wrong_passwords == REPORTED

    at_server(tmp_path, scenario)


def test_whether_a_table_has_a_password_may_be_asked(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        _, code = await inside.host(Settings(seats=2), password="sesame")
        zoe = await inside.person("Zoe")
        for _ in range(3 * FREE):
            with pytest.raises(Denied) as denied:
                await zoe.join(code)
            assert denied.value.error.code is RefusalCode.WRONG_PASSWORD
        await zoe.join(code, password="sesame")

    at_server(tmp_path, scenario)


def test_wrong_codes_count_for_the_address_over_websockets_and_http_alike(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        inside.clock.stop()
        ann, code = await inside.host(Settings(seats=2, public=False))
        assert len(code) == 10
        await ann.does(Sit(0))
        strangers = [await inside.person(f"Zoe {number}") for number in range(4)]
        answers = []
        for number in range(20):
            for each in strangers:
                with pytest.raises(Denied) as denied:
                    await each.join(f"NOSUCH{number}")
                answers.append(denied.value.error.code)
        most = Limits().wrong_codes
        assert answers[:most] == [RefusalCode.NO_SUCH_TABLE] * most
        assert set(answers[most:]) == {RefusalCode.TOO_MANY_GUESSES}
        # Neither answer tells whether there is such a table, over HTTP as little.
        with pytest.raises(Denied) as denied:
            await strangers[0].join(code)
        assert denied.value.error.code is RefusalCode.TOO_MANY_GUESSES
        for path in (f"/api/tables/{code}", "/api/tables/NOSUCH", f"/api/tables/{code}/qr.svg"):
            answer = inside.server.ask("GET", path)
            assert answer.status == 429
            assert answer.json["code"] == "too-many-guesses"
            assert int(answer.headers["retry-after"]) > 0
        for path in (f"/api/tables/{code}", "/api/tables/NOSUCH"):
            assert inside.server.ask("DELETE", path, token=strangers[0].token).status == 429
        await ann.drop()
        await ann.connect()
        await ann.join(code)  # the table is hers
        _, public = await inside.host(Settings(seats=2), "Ben")
        await strangers[0].join(public)  # there is nothing to guess: the lobby shows it
        for path in (f"/api/tables/{public}", f"/api/tables/{public}/qr.svg"):
            assert inside.server.ask("GET", path).status == 200
        inside.clock.push(LONGEST_CODE_WAIT)
        await strangers[0].join(code)
        assert inside.server.ask("GET", "/api/tables/NOSUCH").status == 404
        assert inside.server.ask("GET", f"/api/tables/{code}").status == 429, "one more was wrong"

    at_server(tmp_path, scenario, limits=replace(ROOMY, wrong_codes=Limits().wrong_codes))
