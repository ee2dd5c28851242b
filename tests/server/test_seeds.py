"""Seeds over the wire: a rematch keeps nobody out, time runs out, and the record proves it."""

from hashlib import sha256
from pathlib import Path
from urllib.request import urlopen

from openuno.record.claims import ClaimKind
from openuno.record.verify import Verdict, verify
from openuno.room.commands import AddSeed, Commit, End, Ready, Rematch, Start
from openuno.room.settings import Clock, Settings
from openuno.room.starting import SEED_TIME
from openuno.room.state import is_game_on
from tests.chance import new_bytes
from tests.room.games import start_of
from tests.server.clients import Client, request
from tests.server.inside import Inside, at_server

PAIR = Settings(seats=2, format="single", clock=Clock(move=None))


async def commits(client: Client) -> str:
    """Bind a person to a seed as the protocol page says it; the seed."""
    seed = new_bytes(32)
    await client.does(Commit(sha256(b"openuno client seed 1" + seed).hexdigest()))
    return seed.hex()


async def is_asked(client: Client) -> bool:
    await client.wait_for(lambda it: it.table.starting is not None and it.table.starting.asked)
    return True


def test_a_rematch_in_the_same_moment_keeps_nobodys_seed_out(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        (ann, ben), code = await inside.playing(PAIR)
        seeds = [await commits(client) for client in (ann, ben)]
        await ann.does(End())
        await ann.does(Rematch())
        for client, seed in zip((ann, ben), seeds, strict=True):
            assert await is_asked(client)
            await client.does(AddSeed(seed))
        await ann.wait_for(lambda it: is_game_on(it.table))
        await inside.same(ann, ben)
        assert start_of(ann.table).seeds == tuple(seeds)
        await ann.does(End())
        games = (await request(inside.url, "GET", "/api/me/games", token=ann.token))["games"]
        with urlopen(f"{inside.url}/api/games/{games[0]['id']}.uno") as answer:
            report = verify(answer.read())
        assert report.verdict is Verdict.TRUE
        (claim,) = report.claims
        assert (claim.kind, claim.names) == (ClaimKind.CONTRIBUTED, ("Ann", "Ben"))
        assert code

    at_server(tmp_path, scenario)


def test_who_says_nothing_is_waited_for_and_then_left_out(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        inside.clock.stop()
        (ann, ben), code = await inside.seated(PAIR)
        await ben.does(Ready())
        seed = await commits(ann)
        await ann.does(Start())
        inside.clock.push(SEED_TIME / 1000 - 0.5)
        await inside.wake(code)
        assert not is_game_on(await inside.table(code))
        inside.clock.push(0.6)
        await inside.wake(code)
        assert await is_asked(ann)
        await ann.does(AddSeed(seed))
        await ben.wait_for(lambda it: is_game_on(it.table))
        assert start_of(ben.table).seeds == (seed, None)

    at_server(tmp_path, scenario)


def test_a_start_goes_on_after_the_server_was_gone(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        (ann, ben), code = await inside.seated(PAIR)
        await ben.does(Ready())
        await commits(ann)
        await commits(ben)
        await ann.does(Start())
        await inside.disconnect_all()
        inside.clock.push(SEED_TIME / 1000 + 1)
        await inside.wake(code)
        table = await inside.table(code)
        assert is_game_on(table)
        assert start_of(table).seeds == (None, None)
        assert None not in start_of(table).commitments

    at_server(tmp_path, scenario)
