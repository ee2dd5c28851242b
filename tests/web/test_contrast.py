"""What is read at the table stands out from what is behind it, measured on its pixels."""

import base64

import msgspec
import pytest

from tests.browser import Size, Theme
from tests.web.component_stage import Stage, StagePages
from tests.web.test_layout import DECK, dealt

LEAST = 4.5
"""The contrast that WCAG's level AA asks of text."""
WORST = 0.05
"""The share of the pixels that may have less: felt is a gradient with a weave."""
COLOURS = "RYGB"
CASES = [
    *((Size("laptop", 1440, 900), colour) for colour in COLOURS),
    (Size("phone", 390, 844), "Y"),
    (Size("low", 844, 390), "G"),
]

# Every piece of text: where it is, its colour, and how opaque it is. Then nothing of it is painted.
_TEXTS = """async () => {
  const lasting = (one) => one.effect.getComputedTiming().iterations === Infinity;
  const moving = document.getAnimations().filter((one) => !lasting(one));
  await Promise.allSettled(moving.map((one) => one.finished));
  const opacityOf = (one) =>
    one ? Number(getComputedStyle(one).opacity) * opacityOf(one.parentElement) : 1;
  const found = [];
  for (const part of document.querySelectorAll(".sentence .words, .force, .log li")) {
    if (!part.checkVisibility()) continue;
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const text = walker.currentNode;
      if (!text.data.trim() || text.parentElement.closest(".unseen")) continue;
      const range = new Range();
      range.selectNodeContents(text);
      const { x, y: top, width, height: line } = range.getBoundingClientRect();
      const [y, height] = [top + line * 0.2, line * 0.6]; // the letters, not the whole line
      const colour = getComputedStyle(text.parentElement).color.match(/[\\d.]+/g).map(Number);
      const opacity = opacityOf(text.parentElement) * (colour[3] ?? 1);
      const told = { text: text.data.trim(), colour: colour.slice(0, 3), opacity };
      found.push({ ...told, x, y, width, height });
    }
  }
  const style = document.createElement("style");
  style.textContent = `.words, .words *, .force *, .log li, .log li * {
    color: transparent !important; text-shadow: none !important; fill: none !important;
  }`;
  document.head.append(style);
  return found;
}"""

# The contrast of each text with each pixel behind it: the value that the worst of them stay below.
_CONTRASTS = """async ([picture, texts, worst]) => {
  const bitmap = await createImageBitmap(await (await fetch(picture)).blob());
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const drawing = canvas.getContext("2d", { willReadFrequently: true });
  drawing.drawImage(bitmap, 0, 0);
  const linear = (part) =>
    part <= 10.31 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4;
  const luminance = ([red, green, blue]) =>
    0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  return texts.map(({ x, y, width, height, colour, opacity }) => {
    const { data } = drawing.getImageData(x, y, Math.max(1, width), Math.max(1, height));
    const found = [];
    for (let at = 0; at < data.length; at += 4) {
      const behind = [data[at], data[at + 1], data[at + 2]];
      const letters = colour.map((part, index) => part * opacity + behind[index] * (1 - opacity));
      const [one, other] = [luminance(letters), luminance(behind)];
      found.push((Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05));
    }
    found.sort((one, other) => one - other);
    return found[Math.floor(found.length * worst)];
  });
}"""


class Text(msgspec.Struct, frozen=True):
    text: str
    colour: tuple[float, float, float]
    opacity: float
    x: float
    y: float
    width: float
    height: float


def contrasts(stage: Stage) -> dict[str, float]:
    texts = msgspec.convert(stage.page.evaluate(_TEXTS), list[Text])
    picture = base64.b64encode(stage.page.screenshot()).decode()
    found: list[float] = stage.page.evaluate(
        _CONTRASTS, [f"data:image/png;base64,{picture}", msgspec.to_builtins(texts), WORST]
    )
    return {text.text: contrast for text, contrast in zip(texts, found, strict=True)}


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_sentence_tag_and_log_stand_out_from_what_is_behind_them(
    open_stage: StagePages, theme: Theme
) -> None:
    weak = []
    for size, colour in CASES:
        stage = open_stage(size, theme=theme)
        stage.page.evaluate("(theme) => (document.documentElement.dataset.theme = theme)", theme)
        view = dealt(4, 7)
        view["game"]["tables"][0]["view"].update(discard=[f"{colour}0"], colour=colour)
        log = ["Ben plays Yellow 9", "Cat plays Red 9", "Dan draws a card"]
        stage.show("table", view=view, last=["R0", *DECK[:3]], log=log)
        found = contrasts(stage)
        assert len(found) >= 3, found
        weak += [
            f"{size.name}, {colour}: {text!r} has {contrast:.2f} : 1"
            for text, contrast in found.items()
            if contrast < LEAST
        ]
    assert not weak, "\n".join(weak)
