"""The terminal, the pictures of links and the documentation have the colours of the pages."""

import re
from pathlib import Path

import pytest

from openuno.engine.cards import Colour
from openuno.server.http.preview import picture, result_picture
from openuno.terminal.client.looks import DAY, NIGHT, THEMES, Palette
from openuno.terminal.preferences import Look

ROOT = Path(__file__).parents[1]
LOOK = (ROOT / "web" / "src" / "look.css").read_text("utf-8")
COLOURS = {
    Colour.RED: "red",
    Colour.YELLOW: "yellow",
    Colour.GREEN: "green",
    Colour.BLUE: "blue",
}


def tokens(selector: str) -> dict[str, str]:
    """The colours that the pages' style sheet names under this selector, without transparency."""
    block = LOOK.split(f"\n{selector} {{", 1)[1].split("\n}", 1)[0]
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})(?:[0-9a-f]{2})?;", block))


BY_NIGHT = tokens(":root")
BY_DAY = {**BY_NIGHT, **tokens(':root[data-theme="light"]')}
CARDS = [BY_NIGHT[name] for name in COLOURS.values()]
LIT = [BY_NIGHT[f"{name}-lit"] for name in COLOURS.values()]


def hex_colours(text: str) -> set[str]:
    return set(re.findall(r"#[0-9a-f]{6}\b", text))


@pytest.mark.parametrize(("palette", "page"), [(NIGHT, BY_NIGHT), (DAY, BY_DAY)])
def test_the_terminal_shows_cards_in_the_colours_of_the_pages(
    palette: Palette, page: dict[str, str]
) -> None:
    inks = dict.fromkeys(Colour, "#ffffff") | {Colour.YELLOW: page["on-yellow"]}
    assert palette.cards == {
        colour: f"bold {inks[colour]} on {page[name]}" for colour, name in COLOURS.items()
    }
    assert palette.wild == f"bold {page['paper']} on {page['ink']}"
    assert palette.strong == f"bold {page['text']}"
    assert palette.dim == page["dim"]
    assert palette.edge == page["plate-line"]


def test_names_of_colours_in_the_terminal_have_the_light_colours_of_the_pages() -> None:
    words = [NIGHT.words[colour].removeprefix("bold ") for colour in COLOURS]
    # The terminal's felt is lighter than the pages' plates: on it their blue is hard to read.
    assert words[:3] == LIT[:3]


@pytest.mark.parametrize(
    ("look", "page", "now", "background"),
    [
        (Look.NIGHT, BY_NIGHT, "gold", "room-far"),
        (Look.DAY, BY_DAY, "gold-line", "room"),
    ],
)
def test_the_terminal_has_the_room_of_the_pages(
    look: Look, page: dict[str, str], now: str, background: str
) -> None:
    theme = THEMES[look]
    palette = {Look.NIGHT: NIGHT, Look.DAY: DAY}[look]
    assert palette.now == f"bold {page[now]}"
    assert (theme.primary, theme.foreground) == (page["gold"], page["text"])
    assert (theme.background, theme.panel) == (page[background], page["plate"])
    assert theme.variables["line"] == page["plate-line"]
    assert theme.variables["dim"] == page["dim"]
    assert theme.variables["on-now"] == page["on-gold"]


def test_the_pictures_of_links_have_the_colours_of_the_pages() -> None:
    assert list(result_picture.CARD_COLOURS.values()) == CARDS
    assert result_picture.INK["Y"] == BY_NIGHT["on-yellow"]
    assert set(LIT) == hex_colours(picture.SHAPES)
    shared = {BY_NIGHT[name] for name in ("gold", "text", "dim", "ink", "paper")}
    assert shared <= hex_colours(Path(picture.__file__).read_text("utf-8"))


@pytest.mark.parametrize(
    "path", ["web/index.html", "web/public/icon.svg", "web/public/icon-maskable.svg"]
)
def test_the_four_shapes_are_light_wherever_they_are_drawn(path: str) -> None:
    text = (ROOT / path).read_text("utf-8")
    assert set(LIT) <= hex_colours(text)
    assert not hex_colours(text).intersection(CARDS)


def test_the_documentation_draws_cards_in_the_colours_of_the_pages() -> None:
    script = (ROOT / "docsite" / "cards.mjs").read_text("utf-8")
    assert hex_colours(script) == {*CARDS, BY_NIGHT["ink"], BY_NIGHT["on-yellow"]}
    felt = (ROOT / "docsite" / "assets" / "look.css").read_text("utf-8")
    assert {BY_NIGHT[name] for name in ("felt", "felt-lit", "felt-edge")} <= hex_colours(felt)
