"""An address to join by, printed with its QR code where a terminal can show one."""

import os
import sys

import click


def show_address(address: str) -> None:
    """Print an address, above it its QR code if the terminal can draw it and has room."""
    code = qr_lines(address)
    for line in code:
        click.echo(line)
    ways = "Scan the code or open" if code else "Open"
    click.echo(f"{ways} this address on a phone or another computer:")
    click.echo(f"  {address}")


def qr_lines(address: str) -> list[str]:
    """The QR code of an address, as lines; none if the output is no terminal, or too small."""
    from openuno.terminal.qr_code import draw_qr

    if not sys.stdout.isatty():
        return []
    if os.environ.get("TERM") == "dumb" or (sys.stdout.encoding or "").lower() != "utf-8":
        return []
    size = os.get_terminal_size(sys.stdout.fileno())
    colours = "NO_COLOR" not in os.environ
    # Above and below it are the addresses and a sentence.
    return draw_qr(address, columns=size.columns, lines=size.lines - 4, colours=colours)
