"""WebSocket frames as bytes: finding one in what has arrived, and making one to send."""

from typing import NamedTuple

try:
    from websockets.speedups import apply_mask
except ImportError:  # not compiled on every platform
    from websockets.utils import apply_mask

TEXT = 0x81
"""The first byte of a text message in one frame."""
_MASKED = 0x80
_HEAD, _MASK = 2, 4


class FrameSpan(NamedTuple):
    """A client's frame in a buffer: the mask, `_MASK` bytes long, then the payload up to `end`."""

    first: int
    mask: int
    payload: int
    end: int


def read_text(data: bytes) -> bytes | None:
    """What a text message carries, if these bytes are one in a single frame and nothing else.

    None for anything else; also for a message so long that clients hardly ever send one.
    """
    if len(data) < _HEAD + _MASK or data[0] != TEXT:
        return None
    length, mask = data[1] - _MASKED, _HEAD
    if length == 126:
        length, mask = data[2] << 8 | data[3], _HEAD + 2
    elif not 0 <= length < 126:  # it has no mask, or more than 64 KiB
        return None
    payload = mask + _MASK
    if len(data) != payload + length:
        return None
    return apply_mask(data[payload:], data[mask:payload])


def find_frame(data: bytes, start: int) -> FrameSpan | None:
    """The frame that starts here, though its end may not have arrived.

    None while its length is unknown, or if it has no mask: then it is no frame of a client's.
    """
    if len(data) - start < _HEAD:
        return None
    first, length = data[start], data[start + 1]
    if length < _MASKED:
        return None
    length -= _MASKED
    mask = start + _HEAD
    if length >= 126:
        width = 2 if length == 126 else 8
        if len(data) < mask + width:
            return None
        length = int.from_bytes(data[mask : mask + width], "big")
        mask += width
    payload = mask + _MASK
    return FrameSpan(first, mask, payload, payload + length)


def is_unmasked(data: bytes, start: int) -> bool:
    """Whether a frame starts here that a client may not send."""
    return len(data) - start >= _HEAD and data[start + 1] < _MASKED


def read_payload(data: bytes, frame: FrameSpan) -> bytes:
    """What a frame that has arrived carries."""
    return apply_mask(data[frame.payload : frame.end], data[frame.mask : frame.payload])


def text_frame(body: bytes) -> bytes:
    """A text message as one unmasked frame: the same bytes serve every reader."""
    length = len(body)
    if length < 126:
        return b"\x81" + length.to_bytes(1, "big") + body
    if length < 1 << 16:
        return b"\x81\x7e" + length.to_bytes(2, "big") + body
    return b"\x81\x7f" + length.to_bytes(8, "big") + body
