"""The picture of a finished game, 1200 × 630: who won, everyone's face, and the last card."""

from math import cos, pi, sin
from xml.sax.saxutils import escape

from openuno.engine.cards import Card, Colour
from openuno.server.http.preview.faces import face_svg
from openuno.server.http.preview.game_result import GameResult, ResultPlayer
from openuno.server.http.preview.looks import look_for
from openuno.server.http.preview.picture import HEIGHT, SHAPES, WIDTH, is_drawable
from openuno.server.http.preview.result_words import WORDS

MAX_OTHERS = 9
CARD_COLOURS = {"R": "#d8343f", "Y": "#f2b92e", "G": "#147f54", "B": "#2f6fd6"}
INK = {"R": "#fff", "Y": "#2b1c00", "G": "#fff", "B": "#fff"}
_SIGNS = {"D": "+2", "W4": "+4"}
_STROKES = {
    "S": "M-32-23L-10 0-32 23M-7-23L15 0-7 23M31-23V23",
    "R": "M-29-10H29L12-27M29 10H-29L-12 27",
}
"""Signs that no font has, as `web/src/cards/glyphs.ts` draws them."""
_SHAPES_BEHIND = {
    "R": '<circle r="62" {}/>',
    "Y": '<path d="M0-72 70 54H-70z" {}/>',
    "G": '<rect x="-56" y="-56" width="112" height="112" {}/>',
    "B": '<path d="M0-76 66 0 0 76-66 0z" {}/>',
}


def result_svg(result: GameResult) -> str:
    """The picture as SVG, without any reference to anything outside it."""
    parts = (_FELT, _rays(285, 315), *_winners(result), *_words(result), *_others(result))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" font-family="Baloo 2" font-weight="700">'
        f"{''.join(parts)}{_last_card(result)}{_WORDMARK}</svg>"
    )


def _winners(result: GameResult) -> list[str]:
    """The winner in the middle of the rays; partners stand together."""
    shown = result.winners[:3]
    size = 330 if len(shown) == 1 else 230
    step = size * 0.62
    start = 285 - step * (len(shown) - 1) / 2
    drawn = []
    for index, player in enumerate(shown):
        x = start + index * step
        drawn.append(_portrait(x, 330, size, player, glad=True))
        drawn.append(_crown(x + 6, 330 - size * 0.56, size * 0.46))
    return drawn


def _words(result: GameResult) -> list[str]:
    names = result.title if all(is_drawable(player.name) for player in result.winners) else "UNO!"
    size = min(92.0, 600 / (0.56 * max(1, len(names))))
    return [
        f'<text x="520" y="158" font-size="{size:.1f}" fill="#ffd166" font-weight="800">'
        f"{escape(names)}</text>",
        f'<text x="522" y="222" font-size="42" fill="#f8f2e6" font-weight="600">'
        f"{escape(result.description)}</text>",
    ]


def _others(result: GameResult) -> list[str]:
    shown = result.others[:MAX_OTHERS]
    columns = 3 if len(shown) <= 6 else 5
    size = {3: 112.0, 5: 84.0}[columns]
    step = 400 / columns if len(shown) > 1 else 0
    drawn = []
    for index, player in enumerate(shown):
        x = 578 + (index % columns) * (step if len(shown) > 3 else 134)
        y = (330 if len(shown) <= columns else 306) + (index // columns) * (size + 44)
        drawn.append(_portrait(x, y, size, player, glad=False))
        figures = "" if player.value is None else str(player.value.number)
        drawn.append(
            f'<text x="{x:.1f}" y="{y + size / 2 + 34:.1f}" font-size="32" fill="#fff" '
            f'text-anchor="middle">{escape(figures)}</text>'
        )
    return drawn


def _portrait(x: float, y: float, size: float, player: ResultPlayer, *, glad: bool) -> str:
    look = look_for(player.name, bot=player.bot, face=player.face)
    face = face_svg(look, glad=glad)
    scale = size / (138 if player.bot else 124)
    shift = -9 if player.bot else -2
    clip = f"c{x:.0f}-{y:.0f}"
    if not face:  # the pages were not built: an initial has to do
        initial = escape(player.name[:1].upper()) if is_drawable(player.name) else ""
        face = (
            f'<text x="60" y="84" font-size="70" fill="#fff" text-anchor="middle">{initial}</text>'
        )
    return (
        f'<clipPath id="{clip}"><circle cx="{x:.1f}" cy="{y:.1f}" r="{size / 2:.1f}"/></clipPath>'
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size / 2:.1f}" fill="url(#portrait)"/>'
        f'<g clip-path="url(#{clip})"><g transform="translate({x - size / 2:.1f} '
        f'{y - size / 2:.1f}) scale({scale:.4f}) translate({-shift} {-shift + 2})">{face}</g></g>'
    )


def _crown(x: float, y: float, size: float) -> str:
    scale = size / 120
    return (
        f'<g transform="translate({x - size / 2:.1f} {y - size * 0.42:.1f}) scale({scale:.4f}) '
        'rotate(-6 60 50)" stroke="#a8690c" stroke-linejoin="round">'
        '<path d="M12 84 6 26 36 52 60 10 84 52 114 26 108 84z" fill="#ffd166" stroke-width="5"/>'
        '<path d="M12 84H108V94H12z" fill="#f2a93b" stroke-width="4"/>'
        '<g stroke="none"><circle cx="6" cy="24" r="6" fill="#fff0c2"/>'
        '<circle cx="60" cy="8" r="7" fill="#fff0c2"/><circle cx="114" cy="24" r="6" '
        'fill="#fff0c2"/><circle cx="60" cy="67" r="7" fill="#d8343f"/>'
        '<path d="M34 61 41.500 75h-15z" fill="#147f54"/>'
        '<path d="m86 60 7.500 8-7.500 8-7.500-8z" fill="#2f6fd6"/></g></g>'
    )


def _last_card(result: GameResult) -> str:
    if result.card is None:
        return ""
    said = (
        f"won with a {card_words(result.card, result.colour)}"
        if result.words is WORDS["en"]
        else result.words.last_card
    )
    return (
        f'<g transform="translate(1066 400) rotate(9)">{_card(result.card, result.colour)}</g>'
        f'<text x="1160" y="592" font-size="32" fill="#f8f2e6" text-anchor="end" '
        f'font-weight="600">{escape(said)}</text>'
    )


def _card(card: Card, colour: Colour | None) -> str:
    face = card.value[1:] if card.value[0] in CARD_COLOURS and len(card.value) == 2 else card.value
    own = card.value[0] if card.value[0] in CARD_COLOURS and len(card.value) == 2 else None
    body = CARD_COLOURS[own] if own else "#15141c"
    ink = INK[own] if own else "#fff"
    sign = face if face.isdigit() else _SIGNS.get(face, "")
    if own and face in _STROKES:
        inside = (
            f'<path d="{_STROKES[face]}" transform="scale(1.6)" fill="none" stroke="{ink}" '
            'stroke-width="11" stroke-linecap="round" stroke-linejoin="round"/>'
        )
    elif not own and face != "W4":
        inside = f'<g transform="translate(-56 -56) scale(4.200)">{SHAPES}</g>'
    else:
        size = 112 if len(sign) == 1 else 84
        inside = (
            f'<text y="{size * 0.34:.1f}" font-size="{size}" fill="{ink}" text-anchor="middle" '
            f'font-weight="800">{sign}</text>'
        )
    if own:
        inside = _SHAPES_BEHIND[own].format('fill="#fff" fill-opacity=".22"') + inside
    edge = (
        f'<rect x="-68" y="-107" width="136" height="214" rx="14" fill="none" '
        f'stroke="{CARD_COLOURS[colour.value]}" stroke-width="12"/>'
        if colour is not None and own is None
        else ""
    )
    return (
        '<rect x="-84" y="-122" width="168" height="252" rx="22" fill="#0006"/>'
        '<rect x="-84" y="-126" width="168" height="252" rx="22" fill="#fbf7ef"/>'
        f'<rect x="-73" y="-115" width="146" height="230" rx="15" fill="{body}"/>{edge}{inside}'
    )


def card_words(card: Card, colour: Colour | None) -> str:
    """A card in English: `red 7`, `wild draw four, blue named`."""
    names = {"R": "red", "Y": "yellow", "G": "green", "B": "blue"}
    faces = {"S": "skip", "R": "reverse", "D": "draw two"}
    code = card.value
    if code[0] in names and len(code) == 2:
        return f"{names[code[0]]} {faces.get(code[1], code[1])}"
    wilds = {"W": "wild", "W4": "wild draw four", "WX": "swap hands", "WH": "shuffle hands"}
    named = "" if colour is None else f", {names[colour.value]} named"
    return f"{wilds.get(code, 'custom wild')}{named}"


def _rays(x: float, y: float) -> str:
    drawn = []
    for ray in range(30):
        turn, far = 2 * pi * ray / 30, 300 if ray % 2 else 390
        points = [(turn - 0.03, 176), (turn, far), (turn + 0.03, 176)]
        path = "L".join(
            f"{x + cos(at) * reach:.1f} {y + sin(at) * reach:.1f}" for at, reach in points
        )
        drawn.append(f'<path d="M{path}z" fill="#ffd166" opacity="{0.3 if ray % 2 else 0.5}"/>')
    return "".join(drawn)


_FELT = (
    '<defs><radialGradient id="felt" cx=".28" cy=".45" r=".95">'
    '<stop offset="0" stop-color="#3f8580"/><stop offset=".5" stop-color="#1f5159"/>'
    '<stop offset="1" stop-color="#0f2b33"/></radialGradient>'
    '<radialGradient id="portrait" cx=".5" cy=".38" r=".7">'
    '<stop offset="0" stop-color="#4c8c87"/><stop offset="1" stop-color="#1c4850"/>'
    "</radialGradient></defs>"
    f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#felt)"/>'
    '<ellipse cx="600" cy="770" rx="760" ry="262" fill="none" stroke="#80502b" stroke-width="52"/>'
    '<ellipse cx="600" cy="770" rx="734" ry="236" fill="#0f2b33"/>'
    '<path d="M60 60 88 44 84 76zM1120 70l22 22-22 22-22-22z" fill="#5b95f5" opacity=".8"/>'
    '<circle cx="470" cy="60" r="13" fill="#f2575f" opacity=".85"/>'
    '<rect x="968" y="48" width="26" height="26" fill="#35bd86" opacity=".85" '
    'transform="rotate(18 981 61)"/><path d="m860 40 16 28h-32z" fill="#f7c948" opacity=".85"/>'
)
_WORDMARK = (
    f'<g transform="translate(40 556) scale(1.700)">{SHAPES}</g>'
    '<text x="98" y="592" font-size="36" fill="#f8f2e6">openuno</text>'
)
