"""Tables drawn by chance: any edition, any switches that go together, anything on the blanks."""

from random import Random
from typing import Any, NamedTuple

from msgspec.structs import replace

from openuno import Colour, Rules
from openuno.engine.custom import (
    MAX_CARDS as HIGHEST_NUMBER,
)
from openuno.engine.custom import (
    MAX_SENTENCES,
    SEVERAL,
    Amount,
    CardKind,
    Compare,
    Condition,
    CountPerCard,
    CustomRule,
    Discards,
    DiscardsColour,
    Draws,
    Effect,
    Gives,
    HonourRule,
    IfHolds,
    IfNamed,
    LosesTurn,
    PassesHands,
    PlaysAgain,
    Reverses,
    Shows,
    ShufflesHands,
    Side,
    Swaps,
    Takes,
    Who,
)
from openuno.engine.rules import (
    EDITION_NAMES,
    MAX_SEATS,
    MIN_SEATS,
    SWITCH_BOUNDS,
    DealerDraw,
    FirstCard,
    Stacking,
)
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


class Pencil:
    """Writes any rule that can be written."""

    def __init__(self, chance: Random, *, teams: bool) -> None:
        self.chance = chance
        self.who = [who for who in Who if teams or who is not Who.PARTNER]
        self.single = [who for who in self.who if who not in SEVERAL]

    def rule(self) -> CustomRule:
        """What is written on one blank; perhaps nothing."""
        sentences = self.chance.choice((0, 1, 1, 1, 2, 2, 3, MAX_SENTENCES))
        return tuple(self.effect() for _ in range(sentences))

    def effect(self) -> Effect:
        """One sentence; those that do most are written most."""
        chance = self.chance
        when = self.condition() if chance.random() < 0.35 else None
        who, amount = chance.choice(self.who), self.amount()
        one, other = self.pair()
        first, second = chance.sample(self.single, 2)
        written: tuple[Effect, ...] = (
            Draws(who, amount, when=when),
            Draws(who, amount, when=when),
            LosesTurn(who, when=when),
            LosesTurn(who, when=when),
            Discards(who, amount, when=when),
            DiscardsColour(who, when=when),
            Swaps(first, second, when=when),
            Shows(one, other, when=when),
            Gives(one, amount, other, when=when),
            Takes(one, amount, other, when=when),
            Reverses(when=when),
            PassesHands(chance.choice(list(Side)), when=when),
            ShufflesHands(when=when),
            PlaysAgain(when=when),
            HonourRule("sing"),
        )
        return chance.choice(written)

    def pair(self) -> tuple[Who, Who]:
        """Two different sides, and not both of them several."""
        while True:
            one, other = self.chance.sample(self.who, 2)
            if not SEVERAL.issuperset((one, other)):
                return one, other

    def amount(self) -> Amount:
        """How many cards."""
        number = self.number()
        if self.chance.random() < 0.6:
            return number
        kind, who = self.chance.choice(list(CardKind)), self.chance.choice(self.single)
        return CountPerCard(number, kind, who, self.number() if self.chance.random() < 0.5 else 10)

    def condition(self) -> Condition:
        """What is asked before a sentence is carried out."""
        if self.chance.random() < 0.3:
            return IfNamed(self.chance.choice(list(Colour)))
        return IfHolds(
            self.chance.choice(self.who), self.chance.choice(list(Compare)), self.number()
        )

    def number(self) -> int:
        """A small number mostly."""
        return self.chance.choice((1, 1, 2, 2, 3, 4, self.chance.randint(1, HIGHEST_NUMBER)))


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
    }


def setting(chance: Random) -> Setting:
    """A table, and how it is played."""
    seats = chance.randint(MIN_SEATS, MAX_SEATS)
    teams = seats >= 4 and seats % 2 == 0 and chance.random() < 0.5
    plain = switches(chance)
    pencil = Pencil(chance, teams=teams)
    rules = Rules(
        **plain,
        teams=teams,
        written=tuple(pencil.rule() for _ in range(chance.randint(0, plain["blank_cards"]))),
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
