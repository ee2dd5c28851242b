"""Frames as bytes: found wherever the network cuts them, and whatever stands between them."""

import asyncio
from pathlib import Path

import msgspec
from hypothesis import example, given
from hypothesis import strategies as st
from websockets.frames import Frame, Opcode
from websockets.utils import apply_mask

from openuno.server.frames import (
    find_frame,
    is_unmasked,
    read_payload,
    read_text,
    text_frame,
)
from tests.server.proofs.raw_client import CONT, PING, TEXT, RawClient, frame
from tests.server.servers import run_server

PAYLOADS = st.one_of(
    st.binary(max_size=300), st.sampled_from((125, 126, 0xFFFF, 0x10000)).map(lambda n: b"x" * n)
)


@given(PAYLOADS, st.sampled_from((Opcode.TEXT, Opcode.CONT, Opcode.BINARY)), st.binary(max_size=9))
def test_a_client_frame_is_found_and_read(payload: bytes, opcode: Opcode, after: bytes) -> None:
    sent = Frame(opcode, payload).serialize(mask=True)
    found = find_frame(b"before" + sent + after, len(b"before"))
    assert found is not None
    assert found.first == 0x80 | opcode
    assert found.end == len(b"before") + len(sent)
    assert read_payload(b"before" + sent + after, found) == payload


@given(st.binary(max_size=300), st.sampled_from((0x81, 0x01, 0x82, 0x89)), st.sampled_from((2, 8)))
@example(b"x" * 119, 0x81, 8)  # as long as if its length were written in seven bits
def test_a_whole_message_is_read_at_once_and_nothing_else_is(
    payload: bytes, first: int, width: int
) -> None:
    short = len(payload) < 126
    mask = b"mask"
    for head in (
        *((bytes((0x80 | len(payload),)),) if short else ()),
        # A length may be written with more bytes than it needs.
        bytes((0x80 | (126 if width == 2 else 127),)) + len(payload).to_bytes(width, "big"),
    ):
        sent = bytes((first,)) + head + mask + apply_mask(payload, mask)
        read = read_text(sent)
        assert read == (payload if first == 0x81 and len(head) < 9 else None)
        assert read_text(sent[:-1]) is None
        assert read_text(sent + b"\x81") is None
        assert read_text(bytes((first, head[0] & 0x7F)) + head[1:] + payload) is None


@given(PAYLOADS, st.data())
def test_a_frame_cut_short_is_not_taken_for_a_whole_one(
    payload: bytes, data: st.DataObject
) -> None:
    sent = Frame(Opcode.TEXT, payload).serialize(mask=True)
    part = sent[: data.draw(st.integers(0, len(sent) - 1))]
    found = find_frame(part, 0)
    assert found is None or found.end == len(sent) > len(part)
    assert not is_unmasked(part, 0)


@given(PAYLOADS)
def test_a_frame_without_a_mask_is_recognised_by_its_head(payload: bytes) -> None:
    sent = Frame(Opcode.TEXT, payload).serialize(mask=False)
    assert is_unmasked(sent, 0)
    assert find_frame(sent, 0) is None
    assert not is_unmasked(sent[:1], 0)


@given(PAYLOADS)
def test_our_own_frames_are_those_of_the_library(payload: bytes) -> None:
    assert text_frame(payload) == Frame(Opcode.TEXT, payload).serialize(mask=False)


def test_messages_are_heard_however_their_bytes_arrive(tmp_path: Path) -> None:
    """Byte by byte, several at once, in fragments, with pings among the fragments."""

    async def go(url: str, token: str) -> None:
        hello = msgspec.json.encode({"type": "hello", "protocol": 1, "token": token})
        ping = b'{"type":"ping"}'
        async with await RawClient.upgraded(url) as raw:
            for byte in frame(hello):
                raw.send(bytes((byte,)))
                await raw.writer.drain()
                await asyncio.sleep(0)
            assert (await raw.hears())["type"] == "welcome"
            last = frame(ping)
            raw.send(frame(ping) * 3 + last[:5])
            for _ in range(3):
                assert (await raw.hears())["type"] == "pong"
            raw.send(last[5:])
            assert (await raw.hears())["type"] == "pong"
        async with await RawClient.upgraded(url) as raw:
            raw.send(frame(hello[:7], TEXT, fin=False) + frame(b"a", PING))
            assert await raw.frame() == (10, b"a")
            raw.send(frame(hello[7:9], CONT, fin=False) + frame(hello[9:], CONT) + frame(ping))
            assert (await raw.hears())["type"] == "welcome"
            assert (await raw.hears())["type"] == "pong"

    with run_server(tmp_path / "tables.db") as place:
        _, token = place.guest()
        asyncio.run(go(place.url, token))
