"""A QR code as text, to scan from the terminal."""

QUIET_ZONE = 4
"""Light modules around the code, as scanners expect them."""
_BLACK_ON_WHITE, _RESET = "\x1b[38;5;16;48;5;231m", "\x1b[0m"
_HALVES = {
    (True, True): "█",
    (True, False): "▀",
    (False, True): "▄",
    (False, False): " ",
}


def draw_qr(text: str, *, columns: int, lines: int, colours: bool = True) -> list[str]:
    """The lines of a QR code, two modules to a character; none if it does not fit.

    None either without the package that makes them, which comes with the server.

    Without colours the light modules are drawn, as most terminals are dark; scanners read either.
    """
    try:
        import segno  # noqa: PLC0415 - it is not always there
    except ImportError:
        return []
    code = segno.make(text, error="l", micro=False)
    rows = [[bool(module) for module in row] for row in code.matrix_iter(border=QUIET_ZONE)]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    if len(rows[0]) > columns or len(rows) // 2 > lines:
        return []
    drawn = []
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        pairs = zip(upper, lower, strict=True)
        if colours:
            line = "".join(_HALVES[pair] for pair in pairs)
            drawn.append(f"{_BLACK_ON_WHITE}{line}{_RESET}")
        else:
            drawn.append("".join(_HALVES[not top, not bottom] for top, bottom in pairs))
    return drawn
