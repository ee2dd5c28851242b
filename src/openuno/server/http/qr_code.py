"""An address as a QR code, to scan from another screen."""

from functools import lru_cache
from io import BytesIO


@lru_cache(maxsize=256)
def draw_qr(link: str) -> bytes:
    """The code as an SVG picture."""
    import segno  # noqa: PLC0415 - asked for now and then, and the start should be quick

    picture = BytesIO()
    drawn = segno.make(link, error="m", micro=False)
    drawn.save(picture, kind="svg", scale=8, light="#fff", xmldecl=False, nl=False)
    return picture.getvalue()
