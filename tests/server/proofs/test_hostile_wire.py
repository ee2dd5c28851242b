"""What a stranger can say on a socket: it is answered or hung up on, nobody else notices, and
nothing is ever raised that nobody expected.
"""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from openuno.room.chat import MOST_CHARACTERS, MOST_NAME
from openuno.room.commands import Say
from openuno.room.facts import Said
from openuno.room.protocol.messages import Ack, Ask, News
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.settings import Settings
from openuno.server.limits import Limits
from tests.server.clients import open_table
from tests.server.proofs.raw_client import BINARY, CONT, PING, Header, RawClient, frame
from tests.server.proofs.under_attack import SHORT, attacked_server, new_client, run
from tests.server.servers import ThreadServer

Attack = Callable[[RawClient], None]


# ---- who may come in ----

OURS, OPERATORS = "http://{host}", "https://uno.example.org"


ORIGINS: tuple[tuple[tuple[str, ...], int], ...] = (
    ((), 101),
    ((OURS,), 101),
    ((OPERATORS,), 101),
    (("http://evil.example",), 403),
    (("null",), 403),
    (("",), 403),
    (("http://{host}.evil.example",), 403),
    (("http://{host}@evil.example",), 403),
    (("http://evil.example/{host}",), 403),
    (("ftp://{host}",), 403),
    (("http://[",), 403),
    (("http://{host}", "http://evil.example"), 403),
    (("http://{host}, http://evil.example",), 403),
    ((OPERATORS + ".evil.example",), 403),
)


def test_a_page_of_somebody_else_may_not_speak_to_us(tmp_path: Path) -> None:
    async def tries(base: str) -> None:
        host = urlsplit(base).netloc
        for origins, status in ORIGINS:
            async with await RawClient.open(base) as raw:
                sent: list[Header] = [("Origin", origin.format(host=host)) for origin in origins]
                assert await raw.handshake(host, *sent) == status, origins
                if status != 101:
                    await raw.hung_up()

    with attacked_server(tmp_path, origins=(OPERATORS,)) as server:
        run(tries(server.url))


HANDSHAKES: dict[str, dict[str, Any]] = {
    "elsewhere": {"path": "/tables"},
    "posted": {"method": "POST"},
    "no key": {"without": ["Sec-WebSocket-Key"]},
    "no version": {"without": ["Sec-WebSocket-Version"]},
    "no host": {"without": ["Host"]},
}
TWICE: dict[str, Header] = {
    "two hosts": ("Host", "evil.example"),
    "two keys": ("Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA=="),
    "two versions": ("Sec-WebSocket-Version", "8"),
    "too long": ("X-Long", "x" * 20_000),
    "odd": ("X-Odd", "\u00ff\u0080"),
}


def test_a_handshake_that_is_none_is_refused(tmp_path: Path) -> None:
    async def tries(base: str) -> None:
        host = urlsplit(base).netloc
        for name, how in HANDSHAKES.items():
            async with await RawClient.open(base) as raw:
                status = await raw.handshake(host, **how)
                assert name == "no host" or status != 101, name
        for name, header in TWICE.items():
            async with await RawClient.open(base) as raw:
                status = await raw.handshake(host, header)
                assert name == "odd" or status != 101, name

    with attacked_server(tmp_path) as server:
        run(tries(server.url))


def test_an_address_may_open_so_many_connections_and_no_more(tmp_path: Path) -> None:
    async def tries(base: str) -> None:
        host = urlsplit(base).netloc
        inside = [await RawClient.upgraded(base) for _ in range(3)]
        async with await RawClient.open(base) as raw:
            assert await raw.handshake(host) == 503
        for raw in inside:
            raw.writer.transport.abort()
        status = None
        while status != 101:  # as soon as it has noticed
            async with await RawClient.open(base) as raw:
                status = await raw.handshake(host)

    limits = Limits(connections_per_address=3)
    with attacked_server(tmp_path, limits) as server:
        run(tries(server.url))


# ---- frames ----

BIG = SHORT.frame + 1
PROTOCOL_ERROR, UNSUPPORTED, INVALID, POLICY, TOO_BIG = 1002, 1003, 1007, 1008, 1009


def _said(*frames: bytes) -> Attack:
    return lambda raw: raw.send(b"".join(frames))


ATTACKS: dict[str, tuple[Attack, set[int | None]]] = {
    "too big": (_said(frame(b"x" * BIG)), {TOO_BIG}),
    "said to be enormous": (_said(b"\x81\xff" + (1 << 62).to_bytes(8, "big")), {TOO_BIG}),
    "longer than can be": (_said(b"\x81\xff" + b"\xff" * 8), {TOO_BIG, PROTOCOL_ERROR}),
    "too big in parts": (
        _said(frame(b"x", fin=False), *[frame(b"x" * 1000, CONT, fin=False)] * (BIG // 1000 + 1)),
        {TOO_BIG},
    ),
    "unmasked": (_said(frame(b"{}", masked=False)), {PROTOCOL_ERROR}),
    "reserved bits": (_said(frame(b"{}", reserved=4)), {PROTOCOL_ERROR}),
    "no such opcode": (_said(frame(b"{}", 5)), {PROTOCOL_ERROR}),
    "a part of nothing": (_said(frame(b"{}", CONT)), {PROTOCOL_ERROR}),
    "a message within another": (_said(frame(b"{", fin=False), frame(b"{}")), {PROTOCOL_ERROR}),
    "a ping in parts": (_said(frame(b"", PING, fin=False)), {PROTOCOL_ERROR}),
    "a long ping": (_said(frame(b"x" * 126, PING)), {PROTOCOL_ERROR}),
    "bytes": (_said(frame(b"{}", BINARY)), {UNSUPPORTED}),
    "bytes in parts": (_said(frame(b"{", BINARY, fin=False)), {UNSUPPORTED}),
    "a close that is none": (_said(frame(b"\x00", 8)), {PROTOCOL_ERROR}),
    "a close with a forbidden code": (_said(frame(b"\x03\xed", 8)), {PROTOCOL_ERROR}),
    "a close with bad text": (_said(frame(b"\x03\xe8\xff", 8)), {INVALID, PROTOCOL_ERROR}),
}


def test_a_frame_that_is_none_ends_the_connection(tmp_path: Path) -> None:
    async def tries(base: str) -> None:
        for name, (attack, codes) in ATTACKS.items():
            async with await RawClient.upgraded(base) as raw:
                attack(raw)
                assert await raw.closed() in codes, name

    with attacked_server(tmp_path) as server:
        run(tries(server.url))


NESTED = b'{"type":"ask","id":"1","command":' + b"[" * 5000 + b"]" * 5000 + b"}"
MESSAGES: dict[str, bytes] = {
    "nothing": b"",
    "no JSON": b"hello",
    "not a message": b"[]",
    "an unknown one": b'{"type":"sudo"}',
    "one of ours": b'{"type":"welcome","protocol":1,"guest":"","name":"","now":0}',
    "no type": b'{"token":"x"}',
    "too deep": NESTED,
    "just deep": b"[" * 8000 + b"]" * 8000,
    "not a number": b'{"type":"hello","protocol":NaN,"token":""}',
    "endless": b'{"type":"hello","protocol":Infinity,"token":""}',
    "huge": b'{"type":"hello","protocol":' + b"9" * 5000 + b',"token":""}',
    "huge exponent": b'{"type":"hello","protocol":1e999999,"token":""}',
    "bad UTF-8": b'{"type":"hello","protocol":1,"token":"\xff\xfe"}',
    "half a pair": b'{"type":"hello","protocol":1,"token":"\\ud800"}',
    "a NUL": b'{"type":"join","table":"\\u0000"}',
    "twice": b'{"type":"ping","type":"hello"}',
    "more": b'{"type":"ping","seat":1}',
    "two": b'{"type":"ping"}{"type":"ping"}',
}


def test_a_message_that_is_none_is_answered_and_the_next_one_too(tmp_path: Path) -> None:
    async def tries(base: str) -> None:
        async with await RawClient.upgraded(base) as raw:
            for name, message in MESSAGES.items():
                raw.say(message)
                assert (await raw.hears())["type"] == "error", name
                raw.say({"type": "ping"})
                assert (await raw.hears())["type"] == "pong", name

    with attacked_server(tmp_path, Limits()) as server:
        run(tries(server.url))


# ---- what people write ----

TEXTS = (
    "<script>alert(1)</script>",
    "'; drop table guests; --",
    "%s%n{0}{__class__}${jndi:ldap://x}",
    "\u202eevil\u202c",
    "z\u0300" + "\u0301" * 200,
    "\x00\x07\x1b[31m",
    "\u3164",
    "a\nb\r\nc",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "R7",
    "",
    " ",
    "x" * 1_000_000,
    "\ufdfd" * 300,
    "\ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"),
)


def test_what_people_write_is_plain_text_or_refused(tmp_path: Path) -> None:
    async def tries(server: ThreadServer) -> None:
        ann, wim = [await new_client(server, name) for name in ("Ann", "Wim")]
        code = await open_table(server.url, ann.token, Settings())
        await ann.join(code)
        await wim.join(code)
        for text in (text for text in TEXTS if len(text) < SHORT.frame):
            answer = await ann.ask(Say(text))
            if isinstance(answer, Ack):
                await wim.reach(answer.seq)
                said = wim.messages[-1]
                assert isinstance(said, News)
                (fact,) = said.facts
                assert isinstance(fact, Said)
                assert fact.text.isprintable() or "\u200d" in fact.text
                assert len(fact.text) <= MOST_CHARACTERS
            else:
                assert answer.code in (RefusalCode.EMPTY, RefusalCode.TOO_LONG), text
        await ann.send_raw(msgspec.json.encode(Ask("1", Say("x" * 1_000_000))).decode())
        await ann.wait_for(lambda it: not it.connected)
        await wim.close()

    def names(server: ThreadServer) -> None:
        for text in TEXTS:
            try:
                made = server.ask("POST", "/api/guests", {"name": text})
            except ConnectionError:
                assert len(text) > SHORT.body  # it hung up before it had heard everything
                continue
            assert made.status in (201, 413, 422), made
            if made.status == 201:
                name = made.json["name"]
                assert len(name) <= MOST_NAME
                me = server.ask("GET", "/api/me", token=made.json["token"])
                assert me.json["name"] == name

    leaps = count(1_700_000_000_000, 1000)  # time enough to say one thing after another
    with attacked_server(tmp_path, Limits(guests=1000), now=lambda: next(leaps)) as server:
        run(tries(server))
        names(server)
