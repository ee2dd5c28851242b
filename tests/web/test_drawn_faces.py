"""Faces in the pictures of the server are those of the pages: the same looks, the same places."""

import msgspec

from openuno.bots.characters import BOT_NAMES
from openuno.server.http.preview.faces import THING_FEATURES
from openuno.server.http.preview.looks import Look, ThingLook, look_for
from tests.web.node import Runner

NAMES = (
    *BOT_NAMES,
    "Grandma Ruth",
    " Zo\u00eb ",
    "\u5c0f\u660e",
    "\U0001f600",
    "",
    *map(str, range(300)),
)


def look_code(look: Look) -> str:
    """The text form, as the pages write it."""
    return f"b:{look.thing}" if isinstance(look, ThingLook) else f"p:{'-'.join(map(str, look))}"


def test_a_name_has_the_same_look_in_pages_and_pictures(node: Runner) -> None:
    told = msgspec.json.decode(node.ask("looks", msgspec.json.encode(NAMES).decode()))
    assert told == [[look_code(look_for(name, bot=bot)) for bot in (False, True)] for name in NAMES]


def test_things_have_their_eyes_where_the_pages_have_them(node: Runner) -> None:
    told = msgspec.json.decode(node.ask("things", ""))
    drawn = {
        thing: {
            "x": face.x,
            "y": face.y,
            "apart": face.apart,
            "white": face.white,
            "lid": face.lid,
            "brow": face.brow,
            "browUp": face.brow_up,
            "mouthDown": face.mouth_down,
            "ink": face.ink,
            "mouthSize": face.mouth_size,
            "eyes": face.eyes,
            "mouth": face.mouth,
            "brows": list(face.brows),
        }
        for thing, face in THING_FEATURES.items()
    }
    assert told == drawn
