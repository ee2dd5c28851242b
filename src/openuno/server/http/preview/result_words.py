"""What the picture of a finished game says, in the languages whose letters our fonts have."""

from importlib.resources import files

import msgspec


class ResultWords(msgspec.Struct, frozen=True):
    """The words of one language; `{}` is filled with a name, a number or other words of these."""

    wins: str
    win: str
    also: str
    """Between the last two of several winners."""
    points: tuple[str, ...]
    """For 1, then for more; in Polish also for 2 to 4, before that."""
    rounds: tuple[str, ...]
    won: str
    within: str
    """What was reached, and in how many rounds."""
    last_card: str
    """Stands under the card itself."""


WORDS = msgspec.toml.decode(
    files("openuno.server.http.preview").joinpath("result_words.toml").read_bytes(),
    type=dict[str, ResultWords],
)
"""By language; other languages are written in letters that our fonts lack, so they get English."""


def number_words(forms: tuple[str, ...], number: int) -> str:
    """A number with its word: the first form for 1, the last for many."""
    if number == 1:
        return forms[0].format(number)
    few = number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14)
    return forms[1 if few else -1].format(number)
