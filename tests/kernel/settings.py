"""Tables drawn by chance: any edition, any switches that go together, anything on the blanks."""

from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from openuno import Rules
from openuno.engine.rules import (
    EDITION_NAMES,
    MAX_SEATS,
    MIN_SEATS,
    SWITCH_BOUNDS,
    DealerDraw,
    FirstCard,
    Stacking,
)
from tests.custom_rules import RuleWriter
from tests.kernel.lockstep_loop import MOST_CARDS, Temper
from tests.strategies import most_cards


class Setting(NamedTuple):
    """What is played, how, and for how long."""

    rules: Rules
    seats: int
    keep: int
    """How many cards of the pile stay; the others are removed after the deal."""
    temper: Temper
    most_actions: int


def switches(chance: Random) -> dict[str, Any]:
    """Every switch but those that hang on the seats; the costly ones seldom, the odd ones often."""

    def on(share: float) -> bool:
        return chance.random() < share

    def number(name: str, *few: int) -> int:
        return chance.choice((*few, chance.randint(*SWITCH_BOUNDS[name])))

    play_drawn = on(0.8)
    return {
        "edition": chance.choice(EDITION_NAMES),
        "decks": chance.choices((1, 2, 3, 8), (88, 8, 2, 2))[0],
        "swap_cards": number("swap_cards", 0, 0, 1),
        "shuffle_cards": number("shuffle_cards", 0, 0, 1),
        "blank_cards": number("blank_cards", 0, 3, 8),
        "dealer_draw": chance.choice(list(DealerDraw)),
        "first_card": chance.choice(list(FirstCard)),
        "renege": on(0.5),
        "play_drawn": play_drawn,
        "draw_until": play_drawn and on(0.2),
        "forced_play": play_drawn and on(0.3),
        "bluffing": on(0.7),
        "stacking": chance.choice(list(Stacking)),
        "jump_in": on(0.4),
        "seven_zero": on(0.4),
        "two_player_reverse": on(0.6),
        "uno_penalty": number("uno_penalty", 2),
        "wrong_catch_penalty": number("wrong_catch_penalty", 0, 0),
        "suggestion_penalty": number("suggestion_penalty", 0, 0, 0),
        "special_points": chance.choice((40, 50)),
        "wild_points": chance.choice((40, 50)),
        "honour_penalty": number("honour_penalty", 0, 2),
    }


def setting(chance: Random) -> Setting:
    """A table, and how it is played."""
    seats = chance.randint(MIN_SEATS, MAX_SEATS)
    teams = seats >= 4 and seats % 2 == 0 and chance.random() < 0.5
    plain = switches(chance)
    writer = RuleWriter(chance, teams=teams)
    rules = Rules(
        **plain,
        teams=teams,
        written=tuple(writer.rule() for _ in range(chance.randint(0, plain["blank_cards"]))),
    )
    most = most_cards(rules, seats)
    # Short hands end rounds soon; full ones run the piles dry.
    size = chance.choice((1, 2, 2, 3, 3, 5, 7, 7, most, most - 1))
    return Setting(
        replace(rules, hand_size=max(1, min(size, most))),
        seats,
        chance.randint(0, 5) if chance.random() < 0.3 else MOST_CARDS,
        chance.choice(list(Temper)),
        chance.choices((8, 16, 32, 64, 600), (32, 35, 20, 10, 3))[0],
    )
