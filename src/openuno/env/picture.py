"""A round as a picture, drawn dot by dot with NumPy: no drawing library is needed for it."""

import numpy as np
import numpy.typing as npt

from openuno.engine.cards import Card, Colour
from openuno.engine.events import Cards
from openuno.engine.state import Round, seat_to_act

Picture = npt.NDArray[np.uint8]
Rgb = tuple[int, int, int]

WIDTH, HEIGHT = 640, 400
_FELT: Rgb = (24, 74, 58)
_EDGE: Rgb = (14, 46, 36)
_WHITE: Rgb = (245, 243, 236)
_BLACK: Rgb = (32, 32, 36)
_GOLD: Rgb = (246, 200, 80)
_BACK: Rgb = (120, 36, 44)
_COLOURS: dict[Colour | None, Rgb] = {
    Colour.BLUE: (38, 98, 196),
    Colour.GREEN: (58, 146, 64),
    Colour.RED: (204, 48, 44),
    Colour.YELLOW: (226, 174, 32),
    None: _BLACK,
}
_LABELS = {"D": "+2", "R": "<>", "S": "X", "4": "+4"}
_CARD, _SMALL, _LARGE = (44, 66), (22, 33), (66, 99)
_CHARACTERS = "0123456789ABCDEFGHIJKLMNOPRSTUWXY+<>?_ "
_DOTS = bytes.fromhex(
    "3E5149453E 00427F4000 4261514946 2141454B31 1814127F10 2745454539 3C4A494930 0171090503"
    "3649494936 064949291E 7E1111117E 7F49494936 3E41414122 7F4141221C 7F49494941 7F09090901"
    "3E4149497A 7F0808087F 00417F4100 2040413F01 7F08142241 7F40404040 7F020C027F 7F0408107F"
    "3E4141413E 7F09090906 7F09192946 4649494931 01017F0101 3F4040403F 3F4038403F 6314081463"
    "0708700807 08083E0808 0814224100 0041221408 0201510906 4040404040 0000000000"
)
"""Five columns of seven dots for each character; the lowest bit is the top dot."""


def draw_round(round: Round, asked: int | None) -> Picture:
    """The table as the asked seat sees it, HEIGHT by WIDTH by three; after the end all hands."""
    picture: Picture = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    picture[:] = _EDGE
    _fill(picture, (12, 12, WIDTH - 24, HEIGHT - 24), _FELT, radius=60)
    _draw_piles(picture, round)
    turn = seat_to_act(round)
    viewer = asked if asked is not None else 0
    others = [(viewer + offset) % len(round.hands) for offset in range(1, len(round.hands))]
    step = (WIDTH - 60) // len(others)
    for index, seat in enumerate(others):
        hand = round.hands[seat]
        cards = hand if asked is None else (Card.BACK,) * len(hand)
        left = 30 + index * step
        _draw_name(picture, round, seat, (left, 26), is_turn=seat == turn)
        _draw_hand(picture, cards, (left, 46), step - 8, _SMALL)
    _draw_name(picture, round, viewer, (40, HEIGHT - 116), is_turn=viewer == turn)
    _draw_hand(picture, round.hands[viewer], (40, HEIGHT - 98), WIDTH - 80, _CARD)
    return picture


def _draw_piles(picture: Picture, round: Round) -> None:
    top, middle = HEIGHT // 2 - 70, WIDTH // 2
    _draw_card(picture, Card.BACK, (middle - 90, top), _LARGE)
    _write(picture, str(len(round.pile)), (middle - 90, top + 106), _WHITE, 2)
    _draw_card(picture, round.discard[-1], (middle + 10, top), _LARGE)
    if round.colour is not None:
        _fill(picture, (middle + 92, top + 24, 40, 40), _COLOURS[round.colour], radius=20)
    _write(picture, ">" if round.direction > 0 else "<", (middle + 104, top + 72), _WHITE, 2)


def _draw_name(
    picture: Picture, round: Round, seat: int, at: tuple[int, int], *, is_turn: bool
) -> None:
    text = f"{seat} {len(round.hands[seat])}" if len(round.hands) > 5 else f"PLAYER_{seat}"
    _write(picture, text, at, _GOLD if is_turn else _WHITE, 2)


def _draw_hand(
    picture: Picture, hand: Cards, at: tuple[int, int], width: int, size: tuple[int, int]
) -> None:
    """The cards beside each other, closer the more there are."""
    apart = min(size[0] + 4, max(1, (width - size[0]) // max(1, len(hand) - 1)))
    for index, card in enumerate(hand):
        if index * apart + size[0] <= width:
            _draw_card(picture, card, (at[0] + index * apart, at[1]), size)


def _draw_card(picture: Picture, card: Card, at: tuple[int, int], size: tuple[int, int]) -> None:
    (left, top), (width, height) = at, size
    edge = max(1, width // 16)
    _fill(picture, (left, top, width, height), _WHITE, radius=width // 7)
    inside = (left + edge, top + edge, width - 2 * edge, height - 2 * edge)
    face = _BACK if card is Card.BACK else _COLOURS[card.colour]
    _fill(picture, inside, face, radius=width // 8)
    if card is Card.BACK:
        return
    scale = max(1, width // 15)
    if card.colour is None:
        _draw_colours(picture, (left + width // 2, top + height // 4), scale)
    code = str(card)[1:] or str(card)
    label = _LABELS.get(code, code) if not code.isdigit() or card.colour is None else code
    length = (6 * len(label) - 1) * scale
    middle = top + height // 2 + (scale * 3 if card.colour is None else 0)
    at = (left + (width - length) // 2, middle - 4 * scale)
    _write(picture, label, at, _WHITE, scale)


def _draw_colours(picture: Picture, at: tuple[int, int], scale: int) -> None:
    for index, colour in enumerate(Colour):
        left = at[0] + (index - 2) * 3 * scale
        _fill(picture, (left, at[1] - scale, 3 * scale, 3 * scale), _COLOURS[colour], radius=0)


def _fill(picture: Picture, box: tuple[int, int, int, int], colour: Rgb, *, radius: int) -> None:
    """A rectangle with round corners."""
    left, top, width, height = box
    across, down = np.arange(width)[None, :], np.arange(height)[:, None]
    outside_x = np.maximum(radius - across, across - (width - 1 - radius)).clip(0)
    outside_y = np.maximum(radius - down, down - (height - 1 - radius)).clip(0)
    inside = outside_x**2 + outside_y**2 <= radius**2
    picture[top : top + height, left : left + width][inside] = colour


def _write(picture: Picture, text: str, at: tuple[int, int], colour: Rgb, scale: int) -> None:
    left, top = at
    for index, character in enumerate(text):
        first = 5 * _CHARACTERS.index(character)
        columns = np.frombuffer(_DOTS[first : first + 5], np.uint8)
        dots = (columns[None, :] >> np.arange(7)[:, None] & 1).astype(np.bool_)
        large = dots.repeat(scale, axis=0).repeat(scale, axis=1)
        start = left + index * 6 * scale
        part = picture[top : top + 7 * scale, start : start + 5 * scale]
        part[large[: part.shape[0], : part.shape[1]]] = colour
