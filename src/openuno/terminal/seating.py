"""Who sits where: people by name, bots by kind."""

from pathlib import PurePath

import msgspec

from openuno.bots.characters import CHARACTERS, name_for
from openuno.bots.registry import CHOICES, choose_kind, list_choices, read_choice
from openuno.engine.errors import SetupError
from openuno.engine.faults import unknown_name
from openuno.game.formats import Format, check_players
from openuno.local.bot_player import DEFAULT_BOT
from openuno.local.named_bots import find_bot
from openuno.terminal.languages.catalogue import say

PERSON = "person"
DEFAULT_FUNCTION = "my_bot"
"""What the function of a bot is called in the examples."""
YOU = "You"
"""What a record calls somebody who has given no name."""
DRAW = "draw"
"""What stands for a dealer's name where the cards are to decide."""
DEFAULT_PLAYERS = 4
MAX_NAME_LENGTH = 16


class Seating(msgspec.Struct, frozen=True):
    """The players' names, and what each is: `person` or a kind of bot."""

    names: tuple[str, ...]
    kinds: tuple[str, ...]

    @property
    def people(self) -> tuple[int, ...]:
        """The players at the keyboard."""
        return tuple(player for player, kind in enumerate(self.kinds) if kind == PERSON)


def seat_players(
    format: Format, players: int | None, people: str | None, bots: str | None
) -> Seating:
    """Seat the people from the first seat on, an empty name leaving one to a bot; then bots."""
    named = [] if people is None else [name.strip() for name in people.split(",")]
    if players is None:
        players = max(DEFAULT_PLAYERS, len(named))
    check_players(format, players)
    if len(named) > players:
        raise SetupError("people", f"{len(named)} seats are named, but there are {players} players")
    taken = [name for name in named if name]
    for name in taken:
        if not is_name(name):
            raise SetupError(
                "people", f"a name is 1 to {MAX_NAME_LENGTH} characters that can be printed"
            )
        if taken.count(name) > 1:
            raise SetupError("people", f"two players are called {name}")
    seats = [*named, *[""] * (players - len(named))]
    kinds = _parse_kinds(bots, seats.count(""), players)
    given = iter(_name_bots(kinds, taken))
    each_kind = iter(kinds)
    return Seating(
        tuple(name or next(given) for name in seats),
        tuple(PERSON if name else next(each_kind) for name in seats),
    )


def is_name(text: str) -> bool:
    """Whether a person can be called so: not too long, and something that can be printed."""
    return bool(text.strip()) and text.isprintable() and len(text) <= MAX_NAME_LENGTH


def find_dealer(names: tuple[str, ...], dealer: str | None) -> int | None:
    """The player called so; None if the deal is drawn for."""
    if dealer is None or dealer == DRAW:
        return None
    if dealer not in names:
        raise SetupError(
            "dealer", f"{dealer!r} is not one of {', '.join(names)}; or {DRAW} for the deal"
        )
    return names.index(dealer)


def seat_resumed(names: tuple[str, ...], people: str | None, bots: str | None) -> Seating:
    """Who sits where in a game that goes on: these of its players are people, the rest bots."""
    named = [names[0]] if people is None else [name.strip() for name in people.split(",")]
    for name in named:
        if name not in names:
            raise SetupError("people", f"{name!r} is not one of {', '.join(names)}")
    kinds = iter(_parse_kinds(bots, sum(name not in named for name in names), len(names)))
    return Seating(names, tuple(PERSON if name in named else next(kinds) for name in names))


def _parse_kinds(bots: str | None, count: int, seats: int) -> list[str]:
    if bots is not None and not count:
        raise SetupError(
            "bots", f"people have all {seats} seats; leave --bots out, or leave a seat to a bot"
        )
    words = [_read_word(word) for word in (bots or DEFAULT_BOT).split(",")]
    if len(words) not in (1, count):
        for word in words:
            find_bot(choose_kind(word, ()))
        raise SetupError("bots", f"{len(words)} are named for {count} seats; name one, or {count}")
    seated = set[str]()
    kinds = []
    for word in words if len(words) == count else words * count:
        kind = choose_kind(word, seated)
        find_bot(kind)
        kinds.append(kind)
        if kind in CHARACTERS:
            seated.add(CHARACTERS[kind].name)
    return kinds


def _read_word(typed: str) -> str:
    word = read_choice(typed)
    if word not in CHOICES and ":" not in word:
        if word.endswith(".py"):
            right = f"{PurePath(word).stem}:{DEFAULT_FUNCTION}"
            raise SetupError(
                "bots",
                f"{word!r} names a file; go to its folder and name the module and the function in"
                f" it: {right}",
            )
        raise SetupError("bots", unknown_name("bot", word, list_choices()))
    return word


def _name_bots(kinds: list[str], people: list[str]) -> list[str]:
    """A character has its own name; the others get names that no character has."""
    own = {CHARACTERS[kind].name for kind in kinds if kind in CHARACTERS}
    names = list[str]()
    for kind in kinds:
        name = name_for(kind, {*people, *own, *names})
        assert name is not None, "there are as many names as seats in the largest tournament"
        number = 1
        while (name if number == 1 else f"{name} ({number})") in (*people, *names):
            number += 1
        names.append(name if number == 1 else f"{name} ({number})")
    return names


def shown_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names as they are shown: somebody without one is `You` in the language spoken."""
    return tuple(say("table.you") if name == YOU else name for name in names)
