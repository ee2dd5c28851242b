"""The hooks before a commit run what `make check` runs, and download nothing."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
HOOKS = (ROOT / ".pre-commit-config.yaml").read_text()


def values(key: str) -> list[str]:
    return re.findall(rf"^[ -]*{key}: (.*)$", HOOKS, re.MULTILINE)


def test_the_hooks_are_the_commands_of_make_check() -> None:
    makefile = (ROOT / "Makefile").read_text()
    recipes = re.findall(r"^check-(?:code|pages): .*\n((?:\t.*\n)+)", makefile, re.MULTILINE)
    assert len(recipes) == 2
    commands = "".join(recipes).replace("$(BIN)", ".venv/bin").replace("\t", "").splitlines()
    assert values("entry") == commands


def test_every_hook_is_local() -> None:
    assert values("repo") == ["local"]
    assert values("language") == ["system"] * len(values("id"))
