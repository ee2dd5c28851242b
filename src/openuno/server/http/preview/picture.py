"""The picture of an invitation, 1200 × 630: who invites, to which table, and the free seats."""

import re
from math import cos, pi, sin
from xml.sax.saxutils import escape

from openuno.server.http.preview.invitation import Invitation

WIDTH, HEIGHT = 1200, 630
"""What chat programs ask for."""
MAX_CHAIRS = 10
# Letters that our fonts have; other names are in the title of the page, not in the picture.
_DRAWABLE = re.compile(r"[ -~\u00a1-\u024f\u1e00-\u1eff\u2010-\u2026]+")
_FACES = ("#d8343f", "#2f6fd6", "#147f54", "#9a5b12", "#7a4bb5", "#0f7b8a")
_TABLE = (860, 400, 286, 172)
"""Where the table is: its middle, and half its width and height up to the outer edge of the rim."""


def is_drawable(words: str) -> bool:
    """Whether our fonts have all the letters."""
    return _DRAWABLE.fullmatch(words) is not None


def invitation_svg(invitation: Invitation) -> str:
    """The picture as SVG, without any reference to anything outside it."""
    heads = _heads(invitation)
    parts = (_ROOM, *_chairs(invitation), _TABLE_TOP, _CARDS, *heads, *_words(invitation))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" font-family="Baloo 2" font-weight="700">'
        f"{''.join(parts)}</svg>"
    )


def _words(invitation: Invitation) -> list[str]:
    host = invitation.host
    named = host is not None and _DRAWABLE.fullmatch(host) is not None
    first = host if named and host is not None else "You are"
    second = "invites you to UNO" if named else "invited to UNO"
    lines = [
        _WORDMARK,
        _text(268, 92, first, "#ffd166"),
        _text(342, 54, second, "#f8f2e6"),
    ]
    if invitation.edition is None:
        lines.append(_text(420, 34, "Ask for the password", "#c9cfc8"))
    else:
        lines.append(_text(420, 34, invitation.edition, "#c9cfc8"))
        state = invitation.state[0].upper() + invitation.state[1:]
        lines.append(_text(470, 34, state, "#c9cfc8"))
    return lines


def _text(y: float, size: float, words: str, colour: str) -> str:
    """A line of text in the left column: smaller if it is long, and cut if it is very long."""
    x, width, smallest = 70, 440, 28
    wide = 0.56  # of its height, a letter on average
    longest = int(width / (wide * smallest))
    shown = words if len(words) <= longest else f"{words[: longest - 1]}…"
    size = min(size, width / (wide * max(1, len(shown))))
    return f'<text x="{x}" y="{y}" font-size="{size:.1f}" fill="{colour}">{escape(shown)}</text>'


def _seat_points(count: int) -> list[tuple[float, float]]:
    """Where people sit: along the far side of the table, at equal distances."""
    x, y, half_width, half_height = _TABLE
    turns = (pi * (1.02 - 1.04 * (seat + 0.5) / count) for seat in range(count))
    return [(x + half_width * cos(turn), y - 8 - half_height * sin(turn)) for turn in turns]


def _chairs(invitation: Invitation) -> list[str]:
    """The backs of the chairs, which stand behind the table."""
    count = min(invitation.seats, MAX_CHAIRS)
    return [_chair(x, y, _head_size(count)) for x, y in _seat_points(count)]


def _heads(invitation: Invitation) -> list[str]:
    """Who sits there, leaning over the rim; a free seat is outlined in gold."""
    count = min(invitation.seats, MAX_CHAIRS)
    heads = []
    for seat, (x, y) in enumerate(_seat_points(count)):
        name = invitation.names[seat] if seat < len(invitation.names) else None
        heads.append(_head(x, y - 0.55 * _head_size(count), _head_size(count), name, seat))
    return heads


def _head_size(count: int) -> float:
    return 52 if count <= 5 else 42 if count <= 7 else 33


def _chair(x: float, y: float, size: float) -> str:
    wide, top = 2.6 * size, y - 2 * size
    return (
        f'<rect x="{x - wide / 2:.1f}" y="{top:.1f}" width="{wide:.1f}" '
        f'height="{3 * size:.1f}" rx="{1.15 * size:.1f}" fill="#7a5030"/>'
        f'<rect x="{x - wide / 2 + 10:.1f}" y="{top + 10:.1f}" width="{wide - 20:.1f}" '
        f'height="{3 * size:.1f}" rx="{1.15 * size - 8:.1f}" fill="#1d0f06"/>'
    )


def _head(x: float, y: float, size: float, name: str | None, seat: int) -> str:
    if name is None:
        return (
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size - 3:.1f}" fill="#1d0f06" '
            'stroke="#ffd166" stroke-width="5" stroke-dasharray="10 8"/>'
        )
    initial = name[0].upper() if _DRAWABLE.fullmatch(name) else ""
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}" fill="{_FACES[seat % len(_FACES)]}" '
        'stroke="#fbf7ef" stroke-width="4"/>'
        f'<text x="{x:.1f}" y="{y + size * 0.36:.1f}" font-size="{size * 1.1:.1f}" fill="#fff" '
        f'text-anchor="middle">{escape(initial)}</text>'
    )


def _superellipse(half_width: float, half_height: float, exponent: float = 2.7) -> str:
    """A rounded outline around the table's middle, as the pages draw theirs."""
    x, y, _, _ = _TABLE
    points = []
    for step in range(96):
        turn = 2 * pi * step / 96
        across, along = cos(turn), sin(turn)
        points.append(
            f"{x + half_width * abs(across) ** (2 / exponent) * (1 if across > 0 else -1):.1f} "
            f"{y + half_height * abs(along) ** (2 / exponent) * (1 if along > 0 else -1):.1f}"
        )
    return f"M{'L'.join(points)}Z"


def _card(x: float, y: float, turn: float, body: str, inside: str) -> str:
    return (
        f'<g transform="translate({x} {y}) rotate({turn})">'
        '<rect x="-50" y="-75" width="100" height="150" rx="14" fill="#fbf7ef"/>'
        f'<rect x="-42" y="-67" width="84" height="134" rx="9" fill="{body}"/>{inside}</g>'
    )


def _figure(text: str) -> str:
    return f'<text y="28" font-size="84" fill="#fff" text-anchor="middle">{text}</text>'


SHAPES = (
    '<circle cx="7" cy="7" r="5" fill="#f2575f"/>'
    '<path d="M19 2 24.500 11.500h-11z" fill="#f7c948"/>'
    '<rect x="2.200" y="14.500" width="9.600" height="9.600" rx="1.200" fill="#35bd86"/>'
    '<path d="m19 13.200 6 6-6 6-6-6z" fill="#5b95f5"/>'
)
_WORDMARK = (
    f'<g transform="translate(70 70) scale(2)">{SHAPES}</g>'
    '<text x="140" y="110" font-size="42" fill="#f8f2e6">openuno</text>'
)
_ROOM = (
    '<defs><radialGradient id="room" cx=".62" cy=".5" r=".8">'
    '<stop offset="0" stop-color="#4a3527"/><stop offset="1" stop-color="#120c0b"/>'
    '</radialGradient><radialGradient id="felt" cx=".5" cy=".42" r=".62">'
    '<stop offset="0" stop-color="#3b7a76"/><stop offset=".6" stop-color="#1f5159"/>'
    '<stop offset="1" stop-color="#113038"/></radialGradient>'
    '<linearGradient id="oak" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#80502b"/>'
    '<stop offset="1" stop-color="#b57a45"/></linearGradient></defs>'
    f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#room)"/>'
    '<path d="M150 0V630M360 0V630M570 0V630M780 0V630M990 0V630" stroke="#0003" '
    'stroke-width="3"/>'
)
_TABLE_TOP = (
    f'<path d="{_superellipse(286, 172)}" transform="translate(0 18)" fill="#2a170c"/>'
    f'<path d="{_superellipse(286, 172)}" fill="url(#oak)"/>'
    f'<path d="{_superellipse(258, 146)}" fill="#071419"/>'
    f'<path d="{_superellipse(254, 142)}" fill="url(#felt)"/>'
    f'<path d="{_superellipse(237, 126)}" fill="none" stroke="#ffe9c4" stroke-opacity=".3" '
    'stroke-width="2.500" stroke-dasharray="9 7"/>'
)
_CARDS = (
    _card(790, 424, -14, "#d8343f", _figure("7"))
    + _card(930, 424, 14, "#147f54", _figure("2"))
    + _card(860, 414, 0, "#15141c", f'<g transform="translate(-33 -33) scale(2.500)">{SHAPES}</g>')
)
