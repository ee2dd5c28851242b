"""Draws the icon for home screens, which take no SVG: `python web/build/touch_icon.py`."""

from pathlib import Path

import resvg_py

PUBLIC = Path(__file__).parents[1] / "public"
SIZE = 180


def main() -> None:
    """Write the PNG beside the SVG it is drawn from."""
    drawn = resvg_py.svg_to_bytes(
        svg_path=str(PUBLIC / "icon-maskable.svg"), width=SIZE, height=SIZE
    )
    (PUBLIC / "apple-touch-icon.png").write_bytes(drawn)


if __name__ == "__main__":
    main()
