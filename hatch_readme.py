"""The README as a package index shows it, and the project's addresses.

An index shows the README alone, so links to our files must lead to the repository. Its address is
`repository` in pyproject.toml, for this hook; while that is empty, links to files become
plain text, the picture is left out, and the package names no addresses.
"""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

README = "README.md"
PAGES = {
    "Homepage": "",
    "Documentation": "/blob/main/docs/README.md",
    "Changelog": "/blob/main/CHANGELOG.md",
    "Source": "",
    "Issues": "/issues",
}


class ReadmeHook(MetadataHookInterface):
    """Fills in `readme` and `urls`."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Read the README and the address of the repository."""
        repository = self.config["repository"]
        text = (Path(self.root) / README).read_text("utf-8")
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": absolute_links(text, repository),
        }
        metadata["urls"] = project_urls(repository)


def project_urls(repository: str) -> dict[str, str]:
    """The addresses that an index lists."""
    if not repository:
        return {}
    return {name: f"{repository}{path}" for name, path in PAGES.items()}


def absolute_links(text: str, repository: str) -> str:
    """The text with links that work anywhere."""
    if repository:
        text = re.sub(r"(!\[[^\]]*\]\()(?!\w+://)", rf"\1{repository}/raw/main/", text)
        return re.sub(r"((?<!!)\[[^\]]+\]\()(?!\w+://|#)", rf"\1{repository}/blob/main/", text)
    text = re.sub(r"!\[[^\]]*\]\((?!\w+://)[^)]*\)\n\n", "", text)
    return re.sub(r"(?<!!)\[([^\]]+)\]\((?!\w+://|#)[^)]*\)", r"\1", text)
