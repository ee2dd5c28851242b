"""The README's picture: a short round at a real table, as an animated WebP.

`python -m tests.web.moving_picture docs/pictures/table.webp` deals a round to a person and three
bots and takes a picture of every frame. The page shows everything eight times slower meanwhile, so
that a slow machine misses nothing. A frame holds only what has changed since the one before.
"""

import argparse
import base64
import struct
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page

from hatch_build import build_pages
from openuno.room.commands import AddBot, Sit
from openuno.room.settings import Clock, Settings
from tests.browser import DESKTOP, EASY, ROOT, Visits, chromium
from tests.chance import begin_test
from tests.server.clients import Client, open_table
from tests.server.servers import ThreadServer, run_server
from tests.web.playing import act, press_start

SLOWER = 8
RATE = 10
"""Frames a second, in the picture."""
LONGEST = 14.0
"""Seconds, in the picture."""
ENDING = 3.5
"""Seconds of the end of the round, in the picture."""
LAST = 2500
"""Milliseconds for which the last frame stays."""
TIMES = 3
"""How often it is shown; then it rests, for who would rather not see things move."""
WIDTH, HEIGHT = 768, 480
QUALITY = 0.6
WHOLE_EVERY = 32
"""Pictures after which one is whole again: compression leaves a little at the edges of changes."""
BOTS_TAKE = 5
"""Seconds, of the server."""

# Draw a picture smaller, and encode what differs from the one before: the rest is transparent.
_ENCODE = """async ([picture, width, height, quality, whole]) => {
  if (whole) window.shown = undefined;
  const BLOCK = 16; // what the format compresses as one
  const bitmap = await createImageBitmap(await (await fetch(picture)).blob());
  const canvas = new OffscreenCanvas(width, height);
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  drawing.imageSmoothingQuality = "high";
  drawing.drawImage(bitmap, 0, 0, width, height);
  const image = drawing.getImageData(0, 0, width, height);
  const { data } = image;
  const shown = window.shown;
  const differs = (column, row) => {
    for (let y = row; y < row + BLOCK; y++)
      for (let x = column; x < column + BLOCK; x++)
        for (let at = (y * width + x) * 4, part = 0; part < 3; part++)
          if (Math.abs(data[at + part] - shown[at + part]) >= 14) return true;
    return false;
  };
  let [left, top, right, bottom] = [width, height, 0, 0];
  for (let row = 0; row < height; row += BLOCK)
    for (let column = 0; column < width; column += BLOCK) {
      const changed = !shown || differs(column, row);
      for (let y = row; y < row + BLOCK; y++) {
        const [from, to] = [(y * width + column) * 4, (y * width + column + BLOCK) * 4];
        if (!changed) data.fill(0, from, to);
        else if (shown) shown.set(data.subarray(from, to), from);
      }
      if (!changed) continue;
      [left, right] = [Math.min(left, column), Math.max(right, column + BLOCK)];
      [top, bottom] = [Math.min(top, row), Math.max(bottom, row + BLOCK)];
    }
  if (right <= left) return null;
  window.shown ??= data.slice();
  const part = new OffscreenCanvas(right - left, bottom - top);
  part.getContext("2d").putImageData(image, -left, -top);
  const blob = await part.convertToBlob({ type: "image/webp", quality });
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return { left, top, width: part.width, height: part.height,
    data: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")) };
}"""


class Frame:
    """What changes, where, and for how long it stays."""

    def __init__(self, found: dict[str, int], data: bytes) -> None:
        self.left, self.top = found["left"], found["top"]
        self.width, self.height = found["width"], found["height"]
        self.data = data
        self.milliseconds = 0


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.web.moving_picture", description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", default="table")
    parser.add_argument("--still", type=Path, help="write the last frame there, as a PNG")
    args = parser.parse_args()
    build_pages(ROOT)
    begin_test(f"moving picture {args.seed}")
    with (
        chromium() as browser,
        tempfile.TemporaryDirectory() as folder,
        run_server(Path(folder) / "uno.db", limits=EASY) as server,
    ):
        visits = Visits(browser, server.url)
        pictures = record(visits, server)
        encoder = browser.new_page()
        frames = encode(encoder, pictures)
        visits.close()
    args.out.write_bytes(animated(frames))
    if args.still is not None:
        args.still.write_bytes(pictures[-1])


def record(visits: Visits, server: ThreadServer) -> list[bytes]:
    """Every frame of a round, from the deal on."""
    _, token = server.guest("Ann")
    settings = Settings(
        rules="house+hand_size=2+jump_in=off",
        format="race",
        seats=4,
        clock=Clock(move=None, between=3600, bots=BOTS_TAKE),
        public=False,
    )
    code = server.do(lobby(server, token, settings))
    page = visits("Ann", token=token, size=DESKTOP, motion="full", speed=1 / SLOWER)
    page.goto(f"/t/{code}")
    press_start(page)
    page.locator("[data-pile=discard]").wait_for()
    pictures: list[bytes] = []
    most = LONGEST * RATE
    began = time.monotonic()
    while len(pictures) < most:
        pictures.append(page.screenshot(animations="allow"))
        if most == LONGEST * RATE and page.locator("#round-end").count():
            most = min(most, len(pictures) + ENDING * RATE)
        due = began + len(pictures) * SLOWER / RATE
        while time.monotonic() < due:
            page.wait_for_timeout(20)
        if len(pictures) % (RATE // 2) == 0:
            act(page)
    return pictures


async def lobby(server: ThreadServer, token: str, settings: Settings) -> str:
    """A table with one person and three bots, which has not begun."""
    code = await open_table(server.url, token, settings)
    async with await Client.open(server.url, token) as host:
        await host.join(code)
        await host.does(Sit(0))
        for seat in range(1, settings.seats):
            await host.does(AddBot(seat))
    return code


def encode(page: Page, pictures: list[bytes]) -> list[Frame]:
    frames: list[Frame] = []
    for number, picture in enumerate(pictures):
        whole = number % WHOLE_EVERY == 0 or picture is pictures[-1]
        shown = f"data:image/png;base64,{base64.b64encode(picture).decode()}"
        found = page.evaluate(_ENCODE, [shown, WIDTH, HEIGHT, QUALITY, whole])
        if found is not None:
            frames.append(Frame(found, base64.b64decode(found["data"])))
        frames[-1].milliseconds += 1000 // RATE
    frames[-1].milliseconds += LAST
    return frames


def animated(frames: list[Frame]) -> bytes:
    """The frames as one file."""
    size = _u24(WIDTH - 1) + _u24(HEIGHT - 1)
    header = _chunk(b"VP8X", b"\x12\0\0\0" + size) + _chunk(
        b"ANIM", bytes(4) + struct.pack("<H", TIMES)
    )
    body = header + b"".join(_chunk(b"ANMF", _frame(frame)) for frame in frames)
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


def _frame(frame: Frame) -> bytes:
    place = _u24(frame.left // 2) + _u24(frame.top // 2)
    size = _u24(frame.width - 1) + _u24(frame.height - 1)
    return place + size + _u24(frame.milliseconds) + b"\0" + _picture(frame.data)


def _picture(webp: bytes) -> bytes:
    """The chunks of a still picture that hold its pixels."""
    at, kept = 12, b""
    while at < len(webp):
        name, length = webp[at : at + 4], struct.unpack_from("<I", webp, at + 4)[0]
        end = at + 8 + length + length % 2
        if name in (b"ALPH", b"VP8 ", b"VP8L"):
            kept += webp[at:end]
        at = end
    return kept


def _chunk(name: bytes, data: bytes) -> bytes:
    return name + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def _u24(number: int) -> bytes:
    return number.to_bytes(3, "little")


if __name__ == "__main__":
    main()
