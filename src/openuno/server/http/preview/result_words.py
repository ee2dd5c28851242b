"""What the picture of a finished game says, in the languages whose letters our fonts have."""

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


WORDS = {
    "en": ResultWords(
        wins="{} wins",
        win="{} win",
        also="and",
        points=("{} point", "{} points"),
        rounds=("{} round", "{} rounds"),
        won="{} won",
        within="{} in {}",
        last_card="the last card",
    ),
    "es": ResultWords(
        wins="{} gana",
        win="{} ganan",
        also="y",
        points=("{} punto", "{} puntos"),
        rounds=("{} ronda", "{} rondas"),
        won="{} ganadas",
        within="{} en {}",
        last_card="la última carta",
    ),
    "de": ResultWords(
        wins="{} gewinnt",
        win="{} gewinnen",
        also="und",
        points=("{} Punkt", "{} Punkte"),
        rounds=("{} Runde", "{} Runden"),
        won="{} gewonnen",
        within="{} in {}",
        last_card="die letzte Karte",
    ),
    "fr": ResultWords(
        wins="{} gagne",
        win="{} gagnent",
        also="et",
        points=("{} point", "{} points"),
        rounds=("{} manche", "{} manches"),
        won="{} gagnées",
        within="{} en {}",
        last_card="la dernière carte",
    ),
    "pt": ResultWords(
        wins="{} vence",
        win="{} vencem",
        also="e",
        points=("{} ponto", "{} pontos"),
        rounds=("{} rodada", "{} rodadas"),
        won="{} vencidas",
        within="{} em {}",
        last_card="a última carta",
    ),
    "it": ResultWords(
        wins="{} vince",
        win="{} vincono",
        also="e",
        points=("{} punto", "{} punti"),
        rounds=("{} mano", "{} mani"),
        won="{} vinte",
        within="{} in {}",
        last_card="l’ultima carta",
    ),
    "pl": ResultWords(
        wins="{} wygrywa",
        win="{} wygrywają",
        also="i",
        points=("{} punkt", "{} punkty", "{} punktów"),
        rounds=("{} rozdanie", "{} rozdania", "{} rozdań"),
        won="wygrane: {}",
        within="{} · {}",
        last_card="ostatnia karta",
    ),
    "tr": ResultWords(
        wins="{} kazandı",  # noqa: RUF001 - a letter of Turkish
        win="{} kazandı",  # noqa: RUF001 - a letter of Turkish
        also="ve",
        points=("{} puan", "{} puan"),
        rounds=("{} el", "{} el"),
        won="{} galibiyet",
        within="{} · {}",
        last_card="son kart",
    ),
}
"""By language; other languages are written in letters that our fonts lack, so they get English."""


def number_words(forms: tuple[str, ...], number: int) -> str:
    """A number with its word: the first form for 1, the last for many."""
    if number == 1:
        return forms[0].format(number)
    few = number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14)
    return forms[1 if few else -1].format(number)
