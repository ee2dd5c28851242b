"""Faces in pictures, from the drawings that the pages use: `web/src/faces/`."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from openuno.server.http.preview.looks import (
    CUTS,
    EXTRAS,
    HAIRS,
    PLAIN_BOTS,
    SKINS,
    STYLES,
    TOPS,
    Look,
    PersonLook,
    ThingLook,
)

PAGES = Path(__file__).parents[2] / "pages"
_SVG = "http://www.w3.org/2000/svg"
_VARIABLE = re.compile(r"var\(--([a-z]+)(?:,\s*([^()]+))?\)")
_ALPHA = re.compile(r'(fill|stroke)="#([0-9a-f]{8}|[0-9a-f]{4})"')


class Features(NamedTuple):
    """Where eyes and mouth are, and how they look at rest; as in `things.ts`."""

    x: float
    y: float
    apart: float
    white: float
    lid: str
    brow: str
    brow_up: float
    mouth_down: float
    ink: str = "#2b1b18"
    mouth_size: float = 1
    eyes: str = "open"
    mouth: str = "smile"
    brows: tuple[float, float, float, float] = (0, 0, 0, 0)


THING_FEATURES = {
    "radio": Features(60, 62, 18, 10, "#e3d2ac", "#8a7044", 14.5, 18.5),
    "toaster": Features(
        *(60, 67, 16.5, 9.4, "#d4623a", "#5a2412", 13.5, 21),
        ink="#3a140a",
        mouth="smirk",
        brows=(20, -1, 20, -1),
    ),
    "teapot": Features(
        *(60, 72, 16, 9, "#8b8edf", "#3f4189", 12.5, 19),
        ink="#22235a",
        eyes="half",
        brows=(0, 1, -8, 3),
    ),
    "clock": Features(
        *(60, 64, 13.5, 8.6, "#efe3c4", "#80560f", 12.5, 19), mouth="grin", brows=(0, 2, 0, 2)
    ),
    "book": Features(59, 62, 13.5, 8.4, "#3a6ea6", "#10243e", 14, 21, ink="#10243e"),
    "candle": Features(60, 66, 13, 8, "#e6d3b4", "#9a7a4c", 12.5, 18, brows=(-8, 2, -8, 2)),
    "television": Features(
        *(51, 64, 14, 8.4, "#86c7ba", "#2b6b63", 12, 18),
        ink="#103a37",
        eyes="half",
        mouth="flat",
        brows=(-10, 0, -10, 0),
    ),
    "fan": Features(60, 48, 12.5, 8, "#cfdbe3", "#4b586b", 12, 17, ink="#26313f"),
    "plant": Features(60, 84, 13.5, 8, "#d67546", "#8a421f", 10, 15, ink="#4f1f0e", eyes="happy"),
    "mug": Features(56, 75, 15.5, 8.6, "#e6dac7", "#a08c6c", 12.5, 22, mouth_size=0.86),
    "piggy-bank": Features(
        60, 64, 20, 8.8, "#e688a0", "#a84a63", 12.5, 34, ink="#43141f", mouth_size=0.9
    ),
    "lamp": Features(60, 47, 14, 8.6, "#ecb655", "#a8681c", 12.5, 19, ink="#4a2a08"),
    **dict.fromkeys(
        PLAIN_BOTS, Features(60, 65, 16, 9, "#c3ced2", "#62737b", 13, 20, ink="#26343b")
    ),
}
_TINS = {
    "robot-sand": {"tin": "#8f7d66", "lit": "#b3a189"},
    "robot-sage": {"tin": "#68806a", "lit": "#8ca48c"},
    "robot-plum": {"tin": "#7d6f86", "lit": "#a091a8"},
}
"""The colours of robots, as in `ThingFace.svelte`; the first has those of the drawing."""
_HIDDEN = {"teapot-behind", "candle-over"}
"""Steam and smoke, which a thing at rest does not have."""
_MOUTHS = {
    "smile": '<path d="M-7.6-1Q0 6.6 7.6-1" {line}/>',
    "smirk": '<path d="M-7 1.6Q3 5 8-3.4" {line}/>',
    "flat": '<path d="M-4.4 1.2Q0 2.6 4.4 1.2" {line}/>',
    "grin": '<path d="M-10.4-3.4Q0-.6 10.4-3.4 10 9.6 0 9.6T-10.4-3.4z" fill="#5e1a20"/>'
    '<path d="M-5.6 6.6Q0 2.4 5.6 6.6 3.4 9.4 0 9.4T-5.6 6.6z" fill="#e77575"/>'
    '<path d="M-9.4-3.1Q0-.6 9.4-3.1L8.8 .5Q0 2.6-8.8 .5z" fill="#fff"/>',
}


def face_svg(look: Look, *, glad: bool = False) -> str:
    """A face on a sheet of 120 by 120; nothing where the pages were not built."""
    if not drawings():
        return ""
    match look:
        case ThingLook(thing):
            features = THING_FEATURES[thing]
            if glad:
                features = features._replace(eyes="happy", mouth="grin", brows=(0, 2, 0, 2))
            drawing = PLAIN_BOTS[0] if thing in PLAIN_BOTS else thing
            layers = (f"{drawing}-behind", drawing, f"{drawing}-over")
            colours = _TINS.get(thing, {})
            drawn = "".join(_part(name, colours) for name in layers if name not in _HIDDEN)
            return drawn + _features(features)
        case PersonLook():
            return _person(look, glad=glad)


def _person(look: PersonLook, *, glad: bool) -> str:
    skin, hair = SKINS[look.skin], HAIRS[look.hair]
    style, extra = STYLES[look.style], EXTRAS[look.extra]
    cut, covered, dark = CUTS[look.top // len(TOPS)], style == "headscarf", look.skin > 3
    colours = {
        "skin": skin,
        "hair": hair,
        "top": TOPS[look.top % len(TOPS)],
        "cloth": TOPS[(look.top + 3) % len(TOPS)],
        "chin": "#0000002b" if dark else "#b45a3a26",
        "blush": "#c2413c3d" if dark else "#e8485038",
    }
    brow = _darker(hair) if look.hair < 5 else "#4a2f22" if covered else "#7f7875"
    beard = extra if extra == "short-beard" else "full-beard" if "beard" in extra else None
    glasses = (
        "round-glasses"
        if extra == "beard-and-glasses"
        else extra
        if extra.endswith("glasses")
        else None
    )
    features = Features(60, 62, 12.5, 5.4, skin, brow, 12, 19.5)
    if glad:
        features = features._replace(eyes="happy", mouth="grin", brows=(0, 2, 0, 2))
    before = ["body", *(["hood-behind"] if cut == "hood" else []), f"{style}-behind"]
    before += [] if covered else ["neck", cut, "ears"]
    before += ["head", *(["freckles"] if extra == "freckles" else [])]
    before += [beard] if beard else []
    after = ["moustache"] if extra == "moustache" or beard == "full-beard" else []
    after += [style, *([glasses] if glasses else [])]
    after += ["earrings"] if extra == "earrings" else []
    nose = (
        '<path d="M59 65.5q-3.5 5.5 2 6.5" fill="none" stroke="#000" stroke-opacity=".28" '
        'stroke-width="2.4" stroke-linecap="round"/>'
    )
    lips = "#f4cdb0" if beard else "#2a0f0c" if dark else "#7a2f2a"
    return "".join(
        (
            *(_part(name, colours) for name in before),
            nose,
            _features(features, lips=lips, human=True),
            *(_part(name, colours) for name in after),
        )
    )


def _features(face: Features, *, lips: str | None = None, human: bool = False) -> str:
    line = 'fill="none" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" stroke="{}"'
    left, right = (_eye(face, side, human=human) for side in (-1, 1))
    turn_left, up_left, turn_right, up_right = face.brows
    brows = "".join(
        f'<g transform="translate({face.x + side * face.apart} {face.y - face.brow_up}) '
        f'scale({-side} 1) translate(0 {-up}) rotate({turned})">'
        f'<path d="M-5.8 .9Q0-3 5.8 .9" {line.format(face.brow)}/></g>'
        for side, turned, up in ((-1, turn_left, up_left), (1, turn_right, up_right))
    )
    mouth = _MOUTHS[face.mouth].format(line=line.format(lips or face.ink))
    return (
        f"{left}{right}{brows}"
        f'<g transform="translate({face.x} {face.y + face.mouth_down}) '
        f'scale({face.mouth_size})">{mouth}</g>'
    )


def _eye(face: Features, side: int, *, human: bool) -> str:
    line = (
        f'fill="none" stroke="{face.ink}" stroke-width="3" stroke-linecap="round" '
        'stroke-linejoin="round"'
    )
    white = face.white
    wide = white if human else white * 0.9
    at = f'<g transform="translate({face.x + side * face.apart} {face.y})">'
    if face.eyes == "happy":
        return f'{at}<path d="M{-wide:.2f} 2.4Q0 {-wide * 1.15:.2f} {wide:.2f} 2.4" {line}/></g>'
    tall, pupil = white * (0.8 if human else 1.06), white * (0.68 if human else 0.48)
    drawn = (
        f'<ellipse rx="{white}" ry="{tall:.2f}" fill="#fff"/>'
        f'<ellipse rx="{pupil:.2f}" ry="{pupil * 1.1:.2f}" fill="{face.ink}"/>'
        f'<circle cx="{pupil * 0.36:.2f}" cy="{-pupil * 0.42:.2f}" r="{pupil * 0.34:.2f}" '
        'fill="#fff"/>'
    )
    if face.eyes == "half":
        lid = white + 1
        drawn += (
            f'<path d="M{-lid} .4a{lid} {lid * 1.1:.2f} 0 0 1 {2 * lid} 0z" fill="{face.lid}"/>'
            f'<path d="M{-lid + 0.6:.2f} .6H{lid - 0.6:.2f}" {line}/>'
        )
    elif human:
        drawn += f'<path d="M{-white}-1.2Q0 {-tall * 1.9:.2f} {white}-1.2" {line}/>'.replace(
            'stroke-width="3"', 'stroke-width="2.2"'
        )
    return f"{at}{drawn}</g>"


@cache
def drawings() -> dict[str, str]:
    """The parts of faces by name, as the built pages have them; none where there are no pages."""
    found = sorted((PAGES / "assets").glob("drawings-*.svg"))
    return parse_drawings(found[0].read_text()) if found else {}


def parse_drawings(sheet: str) -> dict[str, str]:
    """Each `<g id="face-NAME">` of a sheet, by name."""
    ElementTree.register_namespace("", _SVG)
    parts = {}
    for part in ElementTree.fromstring(sheet):
        name = part.attrib.pop("id", "").removeprefix("face-")
        if name:
            parts[name] = ElementTree.tostring(part, encoding="unicode")
    return parts


def _part(name: str, colours: dict[str, str]) -> str:
    """One part with its colours: the renderer knows neither variables nor colours with alpha."""
    drawn = drawings().get(name, "")
    drawn = _VARIABLE.sub(lambda found: colours.get(found[1]) or found[2] or "none", drawn)
    return _ALPHA.sub(_with_opacity, drawn)


def _with_opacity(found: re.Match[str]) -> str:
    """A colour with alpha as a colour and an opacity; four digits are short for eight."""
    what, digits = found[1], found[2]
    if len(digits) == 4:
        digits = "".join(digit * 2 for digit in digits)
    return f'{what}="#{digits[:6]}" {what}-opacity="{int(digits[6:], 16) / 255:.3f}"'


def _darker(colour: str) -> str:
    """Three quarters of a colour, the rest black."""
    return "#" + "".join(f"{int(colour[at : at + 2], 16) * 3 // 4:02x}" for at in (1, 3, 5))
