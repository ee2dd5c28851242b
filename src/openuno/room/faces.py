"""What players look like: a short code such as `p:2-1-4-0-3`, chosen from drawn parts.

The code of a character is the thing it is: `b:toaster`.
"""

from openuno.bots.characters import CHARACTERS
from openuno.room.refusal_kinds import RefusalKind
from openuno.room.refusals import Refused

FACE_PARTS = (7, 8, 15, 32, 9)
"""How many skins, hair colours, styles, tops and extras there are, in the order of a code."""
_PREFIX = "p:"
_LONGEST = len("p:99-99-99-99-99")
_THING = "b:"


def face_of_bot(kind: str) -> str | None:
    """The code of a character's face, such as `b:toaster`; None for other bots."""
    return f"{_THING}{kind}" if kind in CHARACTERS else None


def check_face(code: str) -> str:
    """The code, if it is one that every client can draw; else `Refused`."""
    if not _is_face(code):
        raise Refused(RefusalKind.NO_SUCH_FACE)
    return code


def _is_face(code: str) -> bool:
    if len(code) > _LONGEST or not (code.isascii() and code.startswith(_PREFIX)):
        return False
    parts = code.removeprefix(_PREFIX).split("-")
    return len(parts) == len(FACE_PARTS) and all(
        part.isdigit() and str(int(part)) == part and int(part) < count
        for part, count in zip(parts, FACE_PARTS, strict=True)
    )
