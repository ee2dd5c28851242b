"""What of others is inside the wheel, as CycloneDX: `python -m release.bill_of_materials`.

The Python packages that openuno needs are not in the wheel; its metadata names them. The pages hold
code and fonts from npm. The list follows from the lock file alone.
"""

import json
import sys
from pathlib import Path
from typing import Any
from urllib.parse import quote

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "web" / "package-lock.json"
COMPILED_IN = ("svelte", "clsx", "esm-env")
"""Svelte is needed to build only, but its runtime and what that imports are part of the pages."""


def bill_of_materials(lock: dict[str, Any]) -> dict[str, Any]:
    """The packages of the lock that are part of the pages."""
    inside = {
        path.rpartition("node_modules/")[2]: package
        for path, package in lock["packages"].items()
        if path and (not package.get("dev") or path.rpartition("node_modules/")[2] in COMPILED_IN)
    }
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "openuno"}},
        "components": [_component(name, inside[name]) for name in sorted(inside)],
    }


def _component(name: str, package: dict[str, Any]) -> dict[str, Any]:
    version = package["version"]
    address = f"pkg:npm/{quote(name)}@{version}"
    return {
        "type": "library",
        "bom-ref": address,
        "name": name,
        "version": version,
        "licenses": [{"license": {"id": package["license"]}}],
        "purl": address,
    }


def main() -> None:
    """Print the list for the present lock."""
    listed = bill_of_materials(json.loads(LOCK.read_text("utf-8")))
    sys.stdout.write(json.dumps(listed, indent=2) + "\n")


if __name__ == "__main__":
    main()
