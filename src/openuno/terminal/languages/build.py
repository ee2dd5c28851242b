"""Copies what the terminal says from the catalogues of the pages: `make docs` runs it.

`python -m openuno.terminal.languages.build web/src/i18n` writes the folder `shared` beside it.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from openuno.bots.characters import CHARACTERS
from openuno.engine.errors import Reason
from openuno.room.chat import EMOTES
from openuno.room.refusal_kinds import RefusalCode, RefusalKind
from openuno.terminal.languages.catalogue import LANGUAGES
from openuno.terminal.languages.refusals import ABOUT_PAGES

HERE = Path(__file__).parent
WHOLE = ("log", "say", "cards", "reason")
"""Catalogues whose messages are chosen while playing: they are copied whole."""
_SAID = re.compile(
    r"""["']((?:hand|keys|lobby|maker|pencil|puzzle|refused|replay|settings|table)\.[a-z_-]+)["']"""
)


def used_keys() -> frozenset[str]:
    """The messages that the source of the terminal asks for by name."""
    sources = (HERE.parent).rglob("*.py")
    return frozenset(key for path in sources for key in _SAID.findall(path.read_text("utf-8")))


def refusal_keys() -> frozenset[str]:
    """The messages for every refusal of a move or of a server; some only make sense on a page."""
    words = {word.value for kind in (Reason, RefusalCode, RefusalKind) for word in kind}
    return frozenset(f"refused.{word}" for word in words - ABOUT_PAGES)


def shared_texts(catalogues: Path) -> Iterator[tuple[str, str]]:
    """Every file of the folder `shared`: its name and its text."""
    named = used_keys() | refusal_keys() | {f"table.emote-{emote}" for emote in EMOTES}
    named |= {f"characters.{kind}" for kind in CHARACTERS}
    for code in LANGUAGES:
        messages = {}
        for file in sorted((catalogues / code).glob("*.json")):
            for key, message in json.loads(file.read_text("utf-8")).items():
                whole = f"{file.stem}.{key}"
                if file.stem in WHOLE or whole in named or whole.startswith("maker.format-"):
                    messages[whole] = message
        messages = {key: text for key, text in messages.items() if "format-about" not in key}
        yield f"{code}.json", json.dumps(messages, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    for name, text in shared_texts(Path(sys.argv[1])):
        (HERE / "shared" / name).write_text(text, encoding="utf-8")
