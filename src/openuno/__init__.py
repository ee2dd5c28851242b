"""UNO by every printed rule sheet: one engine, every switch, every rule traced to its tests."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from openuno.public import *  # noqa: F403
    from openuno.public import __all__ as __all__
else:
    # Imported when first asked for: the `uno` command must be able to catch a Ctrl-C before that.

    def __getattr__(name: str) -> Any:
        if name in ("__all__", "__version__") or not name.startswith("_"):
            public = import_module("openuno.public")
            if name == "__all__" or name in public.__all__:
                globals()[name] = value = getattr(public, name)
                return value
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__getattr__("__all__")})
