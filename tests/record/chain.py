"""The chain of a record, made from docs/records.md alone: anyone can make it anew."""

import json
from hashlib import sha256
from typing import Any

Line = dict[str, Any]


def add_chain(lines: list[Line]) -> bytes:
    """The lines as a file, each with the chain that fits it."""
    written, before = b"", ""
    for line in lines:
        bare = {name: value for name, value in line.items() if name != "chain"}
        text = json.dumps(bare, separators=(",", ":"), ensure_ascii=False).removesuffix("}")
        before = sha256(f"{before}{text}".encode()).hexdigest()
        written += f'{text},"chain":"{before}"}}\n'.encode()
    return written


def remove_chain(data: bytes) -> list[Line]:
    """The lines of a file, without their chain."""
    lines: list[Line] = [json.loads(line) for line in data.splitlines()]
    for line in lines:
        del line["chain"]
    return lines


def version_1(lines: list[Line]) -> bytes:
    """The lines as the first version of the format wrote them."""
    first, *others = lines
    old = [{**first, "openuno": 1}, *others]
    return b"".join(
        json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode() + b"\n" for line in old
    )
