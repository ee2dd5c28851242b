"""What to type when a part of openuno is not installed.

`pip install openuno` brings the library, the terminal and the bots; the rest comes with an extra.
"""

import sys
from importlib.util import find_spec

_LAB = ("numba", "numpy", "plotext")
MODULES = {
    "server": (
        "alembic",
        "asyncpg",
        "httptools",
        "ifaddr",
        "openskill",
        "prometheus_client",
        "resvg_py",
        "segno",
        "sqlalchemy",
        "starlette",
        "structlog",
        "uvicorn",
    ),
    "dataset": ("arro3",),
    "mcp": ("mcp",),
    "lab": _LAB,
    "learn": (*_LAB, "gymnasium", "pettingzoo"),
    "cluster": (*_LAB, "distributed"),
    "cuda": (*_LAB, "numba_cuda"),
}
"""The modules that each extra brings, wherever it is installed; pyproject.toml has the packages."""


class MissingExtra(ImportError):
    """What is asked for needs an extra that is not installed; the message says what to type."""

    def __init__(self, extra: str, missing: tuple[str, ...]) -> None:
        self.extra = extra
        self.missing = missing
        super().__init__(
            f"this needs openuno[{extra}], which is not installed; type: {install_command(extra)}",
            name=missing[0],
        )


def require_extra(extra: str, modules: tuple[str, ...] | None = None) -> None:
    """Raise `MissingExtra` if these modules of an extra, or any, are not installed."""
    needed = MODULES[extra] if modules is None else modules
    if missing := tuple(module for module in needed if find_spec(module) is None):
        raise MissingExtra(extra, missing)


def install_command(extra: str) -> str:
    """The line that installs an extra where we run: with pipx, uv or pip, for any shell."""
    prefix = sys.prefix.replace("\\", "/")
    if "/pipx/venvs/" in prefix:
        return f'pipx install --force "openuno[{extra}]"'
    if "/uv/tools/" in prefix:
        return f'uv tool install "openuno[{extra}]"'
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    pip = f"{python} -m pip install" if find_spec("pip") else f"uv pip install --python {python}"
    checkout = _checkout()
    return f'{pip} "openuno[{extra}]"' if checkout is None else f'{pip} -e "{checkout}[{extra}]"'


def _checkout() -> str | None:
    """The folder we are run from, if it is a checkout that was installed to be edited."""
    # Only on the way to an error, and not quick to import.
    from importlib.metadata import PackageNotFoundError, distribution  # noqa: PLC0415
    from json import loads  # noqa: PLC0415
    from urllib.request import url2pathname  # noqa: PLC0415

    try:
        text = distribution("openuno").read_text("direct_url.json")
    except PackageNotFoundError:
        return None
    origin = loads(text) if text else {}
    if not origin.get("dir_info", {}).get("editable"):
        return None
    return url2pathname(str(origin["url"]).removeprefix("file://"))
