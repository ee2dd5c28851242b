"""Playing over the wire: UNO and its grace, talk and its price, and what is left of a game."""

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from openuno.engine.actions import Action, Catch, Draw, Play, SayUno
from openuno.engine.state import owes_uno
from openuno.game.state import Act
from openuno.record.verify import Proof, Verdict, verify
from openuno.room.commands import AddBot, End, Move, Say, Sit, Start
from openuno.room.deadlines import GRACE, REACTION
from openuno.room.decide.moves import owes_uno_at
from openuno.room.facts import Entry, Moved
from openuno.room.protocol.messages import Ack, WhyNot
from openuno.room.protocol.messages import Ask as AskMessage
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.settings import Clock, Settings
from tests.room.games import game_of
from tests.server.clients import Client, begin, choose_move, contribute, play_out, request
from tests.server.inside import Inside, at_server

PAIR = Settings(seats=2, format="single", clock=Clock(move=None))
CLASSIC = replace(PAIR, rules="classic")


@pytest.mark.rule("UNO-3")
def test_a_catch_waits_for_the_grace_and_hammering_cools_down(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        inside.clock.stop()
        clients, code = await inside.playing(CLASSIC)
        silent = await _someone_forgets_uno(clients)
        (other,) = (client for client in clients if client is not silent)
        assert silent.seat is not None
        catch = Move(Catch(silent.seat))
        assert (await other.refused(catch)).code is RefusalCode.TOO_EARLY
        assert (await other.refused(catch)).code is RefusalCode.TOO_FAST
        inside.clock.push(1)  # the grace is over, the cool-down is not
        assert (await other.refused(catch)).code is RefusalCode.TOO_FAST
        inside.clock.push(1.1)
        await other.does(catch)
        for _ in range(2):  # too late is no reason to wait
            refused = await other.refused(catch)
            assert (refused.code, refused.reason) == (RefusalCode.ILLEGAL_MOVE, "nothing-to-catch")
        await inside.same(*clients)
        assert code

    at_server(tmp_path, scenario)


@pytest.mark.rule("UNO-5", "UNO-8")
def test_uno_said_while_a_catch_waits_to_be_decided_beats_it(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        inside.clock.stop()
        clients, code = await inside.playing(CLASSIC)
        silent = await _someone_forgets_uno(clients)
        (other,) = (client for client in clients if client is not silent)
        assert silent.seat is not None
        inside.clock.push(1)
        catch = AskMessage("catch", Move(Catch(silent.seat)))
        uno = AskMessage("uno", Move(SayUno()))

        async def at_once() -> None:
            actor = await inside.hub.find_actor(code)
            (catcher,) = actor.crowd.of(other.guest)
            (owner,) = actor.crowd.of(silent.guest)
            actor.ask(catcher, catch)
            actor.ask(owner, uno)
            await actor.wait_until_idle()

        before = (await inside.table(code)).seq
        await inside.on_loop(at_once())
        entries = (await inside.log(code))[before:]
        assert [entry.command for entry in entries] == ["uno"], "and the catch was refused"
        await inside.same(*clients)

    at_server(tmp_path, scenario)


@pytest.mark.rule("UNO-8")
def test_a_person_who_forgets_uno_has_the_grace_and_a_reaction_before_a_bot_catches(
    tmp_path: Path,
) -> None:
    async def scenario(inside: Inside) -> None:
        settings = Settings(
            rules="house+hand_size=2",
            format="single",
            seats=3,
            clock=Clock(move=None, bots=0, window=0.9),
        )
        for _ in range(20):  # until the deal lets the person lay a card at once
            ann, code = await inside.host(settings)
            await ann.does(Sit(0))
            for seat in (1, 2):
                await ann.does(AddBot(seat))
            await contribute(ann)
            await ann.does(Start())
            laid = await _lays_in_silence(inside, ann, code)
            if laid is None:
                continue
            await inside.later(code, 0.3)
            await inside.later(code, 2)
            caught = (await inside.log(code))[laid.seq]
            assert caught.at - laid.at >= GRACE + REACTION
            (fact,) = caught.facts
            assert isinstance(fact, Moved)
            assert isinstance(fact.command, Act)
            assert fact.command.action == Catch(0)
            return
        pytest.fail("twenty deals, and not one card to lay")

    at_server(tmp_path, scenario)


async def _lays_in_silence(inside: Inside, ann: Client, code: str) -> Entry | None:
    """The entry in which Ann lays the last card but one, if the deal lets her do so at once."""
    table = await inside.later(code, 2)
    await ann.reach(table.seq)
    plays = [act for act in ann.legal if isinstance(act, Play) and not act.uno]
    if not ann.to_move or not plays or owes_uno_at(table, ann.guest):
        return None
    await ann.does(Move(plays[0]))
    entry = (await inside.log(code))[table.seq]
    return entry if owes_uno_at(await inside.table(code), ann.guest) else None


async def _someone_forgets_uno(clients: list[Client]) -> Client:
    chance = Random(4)
    while True:
        client = next(client for client in clients if client.to_move)
        await client.does(Move(_in_silence(client.legal, chance)))
        for other in clients:
            await other.reach(client.table.seq)
        game = game_of(client.table)
        owing = owes_uno(game.tables[0].round)
        if owing is not None:
            return next(each for each in clients if each.seat == owing)


def _in_silence(legal: tuple[Action, ...], chance: Random) -> Action:
    return choose_move([act for act in legal if not (isinstance(act, Play) and act.uno)], chance)


@pytest.mark.rule("PEN-1")
def test_a_suggestion_is_warned_of_and_then_costs_four_cards(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        clients, _ = await inside.playing(CLASSIC)
        ann, ben = clients
        before = ann.table.seq
        assert (await ben.refused(Say("play red!"))).code is RefusalCode.SUGGESTION
        assert ann.table.seq == before, "nobody else heard it"
        cards = _cards(ben)
        await ben.does(Say("play red!", anyway=True))
        assert _cards(ben) == cards + 4
        await inside.same(*clients)

    at_server(tmp_path, scenario)


def _cards(client: Client) -> int:
    assert client.seat is not None
    return len(game_of(client.table).tables[0].round.hands[client.seat])


def test_talk_has_a_pace(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        inside.clock.stop()
        (ann, ben), _ = await inside.seated(PAIR)
        answers = [await ann.ask(Say(f"{number}")) for number in range(8)]
        assert [isinstance(answer, Ack) for answer in answers] == [True] * 5 + [False] * 3
        assert {error.code for error in ann.errors if error.id} >= {RefusalCode.TOO_FAST}
        await ben.does(Say("others are not slowed down"))
        inside.clock.push(1)
        await ann.does(Say("calm again"))
        await inside.same(ann, ben)

    at_server(tmp_path, scenario)


def test_a_rated_game_is_counted_once_and_its_record_verifies(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        clients, code = await inside.seated(PAIR)
        for client in clients:
            await request(inside.url, "PATCH", "/api/me", {"rated": True}, client.token)
        await begin(clients)
        await play_out(clients, Random(1))
        await inside.same(*clients)
        (game,) = (await request(inside.url, "GET", "/api/games"))["games"]
        assert game["code"] == code
        await inside.until(lambda: _rated(inside))
        ratings = (await request(inside.url, "GET", "/api/ratings/single"))["ratings"]
        winner, loser = ratings
        assert (winner["games"], loser["games"]) == (1, 1)
        assert winner["mu"] > loser["mu"]
        record = inside.server.ask("GET", f"/api/games/{game['id']}.uno").body
        report = verify(record)
        assert (report.verdict, report.proof) == (Verdict.TRUE, Proof.EVERYTHING)
        mine = await request(inside.url, "GET", "/api/me/games", None, clients[0].token)
        assert [each["id"] for each in mine["games"]] == [game["id"]]

    at_server(tmp_path, scenario)


async def _rated(inside: Inside) -> bool:
    answer = await request(inside.url, "GET", "/api/ratings/single")
    return len(answer["ratings"]) == 2


def test_a_game_that_was_ended_is_kept_and_rates_nobody(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        clients, _ = await inside.seated(PAIR)
        for client in clients:
            await request(inside.url, "PATCH", "/api/me", {"rated": True}, client.token)
        await begin(clients)
        await clients[0].does(End())
        (game,) = (await request(inside.url, "GET", "/api/games"))["games"]
        assert game["winners"] is None
        record = inside.server.ask("GET", f"/api/games/{game['id']}.uno").body
        report = verify(record)
        assert (report.verdict, report.proof) == (Verdict.TRUE, Proof.EVERYTHING)
        await inside.on_loop(inside.hub._sweep())
        assert (await request(inside.url, "GET", "/api/ratings/single"))["ratings"] == []

    at_server(tmp_path, scenario)


def test_a_question_needs_an_id_as_a_wish_does(tmp_path: Path) -> None:
    async def scenario(inside: Inside) -> None:
        clients, _ = await inside.playing(PAIR)
        ann = clients[0]
        before = len(ann.errors)
        for name in ("", "x" * 65, "a\x00b"):
            await ann.send(WhyNot(name, Draw()))
        await ann.wait_for(lambda it: len(it.errors) == before + 3)
        assert {error.code for error in ann.errors[before:]} == {RefusalCode.BAD_MESSAGE}
        mover = next(client for client in clients if client.to_move)
        other = next(client for client in clients if client is not mover)
        assert (await mover.why(Draw())).sentence is None
        assert (await other.why(Draw())).reason == "not-your-turn"

    at_server(tmp_path, scenario)
