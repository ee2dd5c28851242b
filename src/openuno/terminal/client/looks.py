"""The colours of the client: two looks of our own, and the terminal's own sixteen."""

import os
from collections.abc import Mapping
from dataclasses import replace

import msgspec
from textual.theme import BUILTIN_THEMES, Theme

from openuno.engine.cards import Colour
from openuno.terminal.preferences import Look


class Palette(msgspec.Struct, frozen=True):
    """Rich styles by what they are for; in none of them is colour the only sign."""

    cards: Mapping[Colour, str]
    faded: Mapping[Colour, str]
    words: Mapping[Colour, str]
    wild: str
    faded_wild: str
    back: str
    now: str
    dim: str
    strong: str
    edge: str


def _by_colour(red: str, yellow: str, green: str, blue: str) -> dict[Colour, str]:
    return {Colour.RED: red, Colour.YELLOW: yellow, Colour.GREEN: green, Colour.BLUE: blue}


def _on(colours: Mapping[Colour, str], ink: str, yellow_ink: str) -> dict[Colour, str]:
    return {
        colour: f"{yellow_ink if colour is Colour.YELLOW else ink} on {value}"
        for colour, value in colours.items()
    }


_CARDS = _by_colour("#d8343f", "#f2b92e", "#147f54", "#2f6fd6")
_PALER = _by_colour("#6b2a2d", "#6f5a22", "#1c4a38", "#28426f")
_PALER_BY_DAY = _by_colour("#eebfc0", "#f6e3b0", "#b9d8ca", "#c0d3f0")
NIGHT = Palette(
    cards=_on(_CARDS, "bold #ffffff", "bold #2b1c00"),
    faded=_on(_PALER, "#d8d3c8", "#efe4c4"),
    words=_by_colour("bold #f2575f", "bold #f7c948", "bold #35bd86", "bold #7fb0ff"),
    wild="bold #fbf7ef on #15141c",
    faded_wild="#b9b4aa on #24222c",
    back="#c9965a on #2a170c",
    now="bold #ffd166",
    dim="#c9cfc8",
    strong="bold #f8f2e6",
    edge="#c9965a",
)
DAY = Palette(
    cards=_on(_CARDS, "bold #ffffff", "bold #2b1c00"),
    faded=_on(_PALER_BY_DAY, "#5b4f40", "#5b4f40"),
    words=_by_colour("bold #b3202b", "bold #7a5600", "bold #0f6341", "bold #1f55ad"),
    wild="bold #fbf7ef on #15141c",
    faded_wild="#5b4f40 on #d9cdb8",
    back="#ffe9c4 on #a9743d",
    now="bold #7a4300",
    dim="#54483a",
    strong="bold #2a2118",
    edge="#8f6a3a",
)
TERMINAL = Palette(
    cards=_by_colour(
        "bold white on red", "bold black on yellow", "bold black on green", "bold white on blue"
    ),
    faded=_by_colour("red", "yellow", "green", "bright_blue"),
    words=_by_colour("bold red", "bold yellow", "bold green", "bold bright_blue"),
    wild="bold reverse",
    faded_wild="",
    back="",
    now="bold",
    dim="",
    strong="bold",
    edge="",
)
PLAIN = Palette(
    cards=dict.fromkeys(Colour, "bold"),
    faded=dict.fromkeys(Colour, "dim"),
    words=dict.fromkeys(Colour, "bold"),
    wild="bold",
    faded_wild="dim",
    back="dim",
    now="bold",
    dim="",
    strong="bold",
    edge="",
)
"""Without any colour."""

_ANSI = BUILTIN_THEMES["ansi-dark"]
THEMES = {
    Look.NIGHT: Theme(
        name="night",
        primary="#ffd166",
        secondary="#c9965a",
        foreground="#f8f2e6",
        background="#120c0b",
        surface="#163d44",
        panel="#1b120c",
        dark=True,
        variables={"felt": "#113038", "line": "#c9965a", "dim": "#c9cfc8", "on-now": "#3a2600"},
    ),
    Look.DAY: Theme(
        name="day",
        primary="#ffc53d",
        secondary="#8f6a3a",
        foreground="#2a2118",
        background="#e9dcc6",
        surface="#fdf8ec",
        panel="#fffaf0",
        dark=False,
        variables={"felt": "#f3e9d6", "line": "#8f6a3a", "dim": "#54483a", "on-now": "#3a2600"},
    ),
    Look.TERMINAL: replace(
        _ANSI,
        name="terminal",
        variables={
            **_ANSI.variables,
            "felt": "ansi_default",
            "line": "ansi_default",
            "dim": "ansi_default",
            "on-now": "ansi_black",
        },
    ),
}


def has_colours() -> bool:
    """Whether this terminal shows colours, and the person wants them."""
    return not os.environ.get("NO_COLOR") and os.environ.get("TERM") not in ("vt100", "vt220")


def default_look() -> Look:
    """The look that suits this terminal, until somebody chooses one."""
    many = "256color" in os.environ.get("TERM", "") or os.environ.get("COLORTERM", "") in (
        "truecolor",
        "24bit",
    )
    if not many or not has_colours():
        return Look.TERMINAL
    # Some terminals tell their colours: `15;0` is light on dark, a last number over 6 is light.
    background = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return Look.DAY if background in ("7", "15") else Look.NIGHT


def palette(look: Look) -> Palette:
    """The styles of a look, on this terminal."""
    if not has_colours():
        return PLAIN
    return {Look.NIGHT: NIGHT, Look.DAY: DAY, Look.TERMINAL: TERMINAL}[look]
