"""Turns an SVG picture on stdin into a PNG picture on stdout; the arguments are fonts to use.

Run as a process of its own: drawing holds Python's lock, and players must not wait for it.
"""

import sys

import resvg_py

if __name__ == "__main__":
    sys.stdout.buffer.write(
        resvg_py.svg_to_bytes(
            svg_string=sys.stdin.buffer.read().decode(),
            skip_system_fonts=True,
            font_files=sys.argv[1:],
            font_family="Baloo 2",
        )
    )
