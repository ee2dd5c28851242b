"""The rules of a table: one set of switches, four editions as named values for them."""

from functools import lru_cache

import msgspec

from openuno.engine.cards import BLANKS, MOST_BLANKS, Card, Face
from openuno.engine.custom import CustomRule, check_rule
from openuno.engine.enums import NamedEnum
from openuno.engine.errors import SetupError
from openuno.engine.faults import Fault, FaultKind, shorten, unknown_name

MIN_SEATS = 2
MAX_SEATS = 10


class DealerDraw(NamedEnum):
    """How the first dealer is found."""

    SYMBOLS_ZERO = "symbols-zero"
    """Everyone draws a card, the highest number deals, a symbol counts zero."""
    NUMBERS_ONLY = "numbers-only"
    """As above, but only numbers count: a 0 beats a symbol."""
    CHOSEN = "chosen"
    """The table picks; if it would rather draw, symbols count zero."""


class FirstCard(NamedEnum):
    """What a card other than a number does when it is turned up to start the discard pile."""

    ACTS = "acts"
    """Its effect applies; a Wild Draw Four goes back, a special wild only asks for a colour."""
    WILDS_NAME = "wilds-name"
    """Its effect applies; every wild, the Wild Draw Four too, only asks for a colour."""
    NUMBER = "number"
    """It goes back until a number is turned up."""
    ALL_ACT = "all-act"
    """Its effect applies, every wild's too, as if the dealer had played it."""


class Stacking(NamedEnum):
    """Whether a draw card may be answered with another."""

    OFF = "off"
    SAME = "same"
    """A Draw Two on a Draw Two, a Wild Draw Four on a Wild Draw Four."""
    ANY = "any"
    """Any draw card that also fits the one on top."""


EDITION_NAMES = ("mattel-2016", "classic", "wild-112", "house")


def _check_edition(slug: str) -> None:
    if slug not in EDITION_NAMES:
        raise SetupError("edition", unknown_name("edition", slug, EDITION_NAMES))


class Rules(
    msgspec.Struct,
    frozen=True,
    gc=False,
    repr_omit_defaults=True,
    kw_only=True,
    forbid_unknown_fields=True,
):
    """Every switch of a table. Built from an edition with `EDITIONS[slug]` and `change`."""

    edition: str
    # The deck and the deal.
    decks: int = 1
    swap_cards: int = 0
    shuffle_cards: int = 0
    blank_cards: int = 0
    written: tuple[CustomRule, ...] = ()
    hand_size: int = 7
    dealer_draw: DealerDraw = DealerDraw.SYMBOLS_ZERO
    first_card: FirstCard = FirstCard.ACTS
    # A turn.
    renege: bool = True
    play_drawn: bool = True
    draw_until: bool = False
    forced_play: bool = False
    # Cards.
    bluffing: bool = True
    stacking: Stacking = Stacking.OFF
    jump_in: bool = False
    seven_zero: bool = False
    two_player_reverse: bool = True
    # Who plays with whom; a game in teams sets it.
    teams: bool = False
    # Calls and penalties.
    uno_penalty: int = 2
    wrong_catch_penalty: int = 0
    suggestion_penalty: int = 0
    honour_penalty: int = 2
    # Points.
    special_points: int = 50
    wild_points: int = 50

    def __post_init__(self) -> None:
        _check_edition(self.edition)
        for switch, kind in _KINDS.items():
            value = getattr(self, switch)
            if type(value) is not kind:
                # Text equals the value it names, and True equals 1: neither will do.
                raise SetupError(switch, Fault.of(FaultKind.TYPE, what=_a(kind), word=repr(value)))
        for switch, (low, high) in SWITCH_BOUNDS.items():
            value = getattr(self, switch)
            if not low <= value <= high:
                raise SetupError(
                    switch, Fault.of(FaultKind.BOUNDS, least=low, most=high, word=str(value))
                )
        if self.forced_play and not self.play_drawn:
            raise SetupError("forced_play", Fault.of(FaultKind.FORCED_PLAY, needs="play_drawn"))
        if self.draw_until and not self.play_drawn:
            raise SetupError("draw_until", Fault.of(FaultKind.DRAW_UNTIL, needs="play_drawn"))
        for switch in ("special_points", "wild_points"):
            value = getattr(self, switch)
            if value not in WILD_VALUES:
                choices = tuple(map(str, WILD_VALUES))
                raise SetupError(
                    switch, Fault.of(FaultKind.CHOICE, choices=choices, word=str(value))
                )
        if self.written:
            self._check_written()

    def _check_written(self) -> None:
        if len(self.written) > self.blank_cards:
            rules, blanks = len(self.written), self.blank_cards
            raise SetupError("written", Fault.of(FaultKind.BLANKS, rules=rules, blanks=blanks))
        for rule in self.written:
            check_rule(rule, teams=self.teams)


_KINDS = {
    field.name: field.type
    for field in msgspec.structs.fields(Rules)
    if field.name not in ("edition", "written")
}


def _a(kind: type) -> str:
    return {bool: "on or off", int: "a number"}.get(kind, f"a {kind.__name__}")


WILD_VALUES = (40, 50)
"""What a wild can count in a hand (SCORE-2, SCORE-5)."""

SWITCH_BOUNDS = {
    "decks": (1, 8),
    "swap_cards": (0, 8),
    "shuffle_cards": (0, 8),
    "blank_cards": (0, MOST_BLANKS),
    "hand_size": (1, 30),
    "uno_penalty": (1, 10),
    "wrong_catch_penalty": (0, 10),
    "suggestion_penalty": (0, 10),
    "honour_penalty": (0, 10),
}
"""Lowest and highest value of each switch that is a number."""

EDITIONS = {
    rules.edition: rules
    for rules in (
        Rules(edition="mattel-2016"),
        Rules(
            edition="classic",
            dealer_draw=DealerDraw.NUMBERS_ONLY,
            suggestion_penalty=4,
        ),
        Rules(
            edition="wild-112",
            shuffle_cards=1,
            blank_cards=3,
            dealer_draw=DealerDraw.CHOSEN,
            first_card=FirstCard.WILDS_NAME,
            renege=False,
            special_points=40,
        ),
        Rules(edition="house", dealer_draw=DealerDraw.CHOSEN, first_card=FirstCard.ALL_ACT),
    )
}
DEFAULT_RULES = EDITIONS["mattel-2016"]

_TYPES = {field.name: field.type for field in msgspec.structs.fields(Rules)}
del _TYPES["edition"]  # the printed rules one started from stay what they are
SWITCHES = tuple(_TYPES)


def edition(slug: str) -> Rules:
    """The printed rules of one edition."""
    _check_edition(slug)
    return EDITIONS[slug]


def with_switches(rules: Rules, **switches: object) -> Rules:
    """The same rules with some switches set otherwise; each value is checked, by type too."""
    changed = {}
    for name, value in switches.items():
        if name not in _TYPES:
            raise SetupError(name, unknown_name("switch", name, SWITCHES))
        try:
            changed[name] = msgspec.convert(value, _TYPES[name])
        except msgspec.ValidationError as error:
            fault = Fault.of(FaultKind.TYPE_CONVERTED, detail=str(error))
            kind = _TYPES[name]
            if isinstance(value, str) and isinstance(kind, type) and issubclass(kind, NamedEnum):
                choices = tuple(choice.value for choice in kind)
                fault = Fault.of(FaultKind.CHOICE, choices=choices, word=shorten(value))
            raise SetupError(name, fault) from None
    return msgspec.structs.replace(rules, **changed)


def changed_switches(rules: Rules) -> dict[str, object]:
    """The switches that differ from the edition the table started from."""
    printed = EDITIONS[rules.edition]
    return {
        name: getattr(rules, name)
        for name in SWITCHES
        if getattr(rules, name) != getattr(printed, name)
    }


def custom_rule_on(rules: Rules, card: Card) -> CustomRule:
    """The rule on a blank; empty if nobody has written one (CUST-3)."""
    index = BLANKS.index(card)
    return rules.written[index] if index < len(rules.written) else ()


@lru_cache(maxsize=64)
def deck(rules: Rules) -> tuple[Card, ...]:
    """Every card of the table's deck, in the order of the codes."""
    one = []
    for card in Card:
        match card.face:
            case Face.BACK:
                count = 0
            case Face.WILD | Face.WILD_DRAW_FOUR:
                count = 4
            case Face.SWAP_HANDS:
                count = rules.swap_cards
            case Face.SHUFFLE_HANDS:
                count = rules.shuffle_cards
            case Face.CUSTOM:
                count = int(BLANKS.index(card) < rules.blank_cards)
            case Face.ZERO:
                count = 1
            case _:
                count = 2
        one += [card] * (count * rules.decks)
    return tuple(one)


def may_start_discard(rules: Rules, card: Card) -> bool:
    """Whether a card turned up to start the discard pile stays there."""
    match rules.first_card:
        case FirstCard.ACTS:
            return card.face is not Face.WILD_DRAW_FOUR
        case FirstCard.WILDS_NAME | FirstCard.ALL_ACT:
            return True
        case FirstCard.NUMBER:
            return card.face.number is not None


def check_seats(rules: Rules, seats: int) -> None:
    """Refuse a table the deck cannot serve, and what is no table at all."""
    if not isinstance(rules, Rules):
        raise SetupError("rules", Fault.of(FaultKind.TYPE_RULES, word=repr(rules)))
    if not isinstance(seats, int):
        raise SetupError("seats", Fault.of(FaultKind.TYPE_NUMBER, word=repr(seats)))
    _check_deck(rules, seats)


@lru_cache(maxsize=64)
def _check_deck(rules: Rules, seats: int) -> None:
    """Refuse a table the deck cannot serve.

    Cards that may not start the discard pile are counted as out of reach, so that after every deal
    one that may is left in the pile.
    """
    if not MIN_SEATS <= seats <= MAX_SEATS:
        fault = Fault.of(FaultKind.SEATS, least=MIN_SEATS, most=MAX_SEATS, word=str(seats))
        raise SetupError("seats", fault)
    if rules.teams and (seats < 4 or seats % 2):
        sizes = tuple(str(size) for size in range(4, MAX_SEATS + 1, 2))
        raise SetupError("teams", Fault.of(FaultKind.TEAMS, choices=sizes, word=str(seats)))
    cards = deck(rules)
    barred = sum(not may_start_discard(rules, card) for card in cards)
    needed = seats * rules.hand_size + barred + 1
    if needed > len(cards):
        fault = Fault.of(
            FaultKind.CARDS, seats=seats, hand=rules.hand_size, needed=needed, deck=len(cards)
        )
        raise SetupError("hand_size", fault)
