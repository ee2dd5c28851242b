"""A round as one line of text, written, read, and checked to agree.

The rules come first, then the fields, one space between them. They are written in this order and
read in any; the piles have their top card first.

    mattel-2016 hands=B1,R7/G2,W pile=Y1,Y2 discard=R5,Y5 colour=R left dealer=0 turn=0 fast=7@0
"""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple, TypeVar, assert_never

from openuno.engine.cards import DRAW_CARDS, Card, Colour, Face
from openuno.engine.custom import MAX_TURNS, NamesColour, SwapsChosen
from openuno.engine.deal import LEFT, RIGHT
from openuno.engine.events import Cards, LastingRule
from openuno.engine.faults import Fault, FaultKind, unknown_name
from openuno.engine.first_card import acts_uncoloured, dealer_chooses, dealer_names
from openuno.engine.notation.choices import (
    UnfinishedRuleReader,
    choosing_cards_text,
    unfinished_rule_text,
)
from openuno.engine.notation.cursor import Cursor, read_whole
from openuno.engine.notation.lasting import lasting_text, read_lasting
from openuno.engine.notation.rules import read_rules, rules_text
from openuno.engine.rng import KEY_BYTES, Fair, Fast, Generator
from openuno.engine.rules import MAX_SEATS, MIN_SEATS, Rules, custom_rule_on, deck
from openuno.engine.state import (
    AfterDraw,
    ChoosingCards,
    ChoosingPlayer,
    Deciding,
    FacingDrawFour,
    FacingStack,
    NamingColour,
    Phase,
    Round,
    RoundOver,
    Turn,
    Undealt,
    Window,
)

T = TypeVar("T")
S = TypeVar("S")

_NONE = "-"
_HEX = frozenset("0123456789abcdef")
_MOST_TOTAL = 999_999
_MOST_WORD = (1 << 64) - 1


def round_text(round: Round) -> str:
    """The whole round in one line."""
    return f"{rules_text(round.rules)} {position_text(round)}"


def parse_round(text: str) -> Round:
    """The round written so, or `NotationError`; it need not hold a whole deck."""
    return read_whole(text, _round)


def _round(cursor: Cursor) -> Round:
    return parse_position(cursor, read_rules(cursor))


def position_text(round: Round) -> str:
    """The round as a line of fields, its rules left out."""
    hands = "/".join([_cards_text(hand) for hand in round.hands])
    colour = _NONE if round.colour is None else round.colour.value
    window = round.window
    laid = "" if window is None else f" laid={window.by}{'!' if window.settled else ''}"
    passes = f" passes={round.passes}" if round.passes else ""
    misses = f" misses={','.join(map(str, round.sitting_out))}" if round.sitting_out else ""
    lasting = f" lasting={lasting_text(round.lasting)}" if round.lasting else ""
    return (
        f"hands={hands} pile={_cards_text(round.pile[::-1])}"
        f" discard={_cards_text(round.discard[::-1])} colour={colour}"
        f" {'left' if round.direction == LEFT else 'right'} dealer={round.dealer}"
        f" {_phase_text(round.phase)}{laid}{passes}{misses}{lasting} {_rng_text(round.rng)}"
    )


def _cards_text(cards: Cards) -> str:
    return ",".join(cards) or _NONE  # a card is its code


def _phase_text(phase: Phase) -> str:
    match phase:
        case Turn(seat):
            return f"turn={seat}"
        case AfterDraw(seat, card):
            return f"drawn={seat}:{card.value}"
        case FacingDrawFour(seat, total, by, before, held):
            return f"doubt={seat}:{total}:{by}:{before.value}:{_cards_text(held)}"
        case FacingStack(seat, total):
            return f"stacked={seat}:{total}"
        case NamingColour(seat, rule):
            return f"naming={seat}{unfinished_rule_text(rule)}"
        case ChoosingPlayer(seat, rule):
            return f"choosing={seat}{unfinished_rule_text(rule)}"
        case ChoosingCards():
            return f"picking={choosing_cards_text(phase)}"
        case Deciding(seat, rule):
            return f"deciding={seat}{unfinished_rule_text(rule)}"
        case RoundOver(winner):
            return f"over={_NONE if winner is None else winner}"
        case Undealt():
            return "undealt"
        case _:
            assert_never(phase)


def _rng_text(rng: Generator) -> str:
    match rng:
        case Fast(seed, at):
            return f"fast={seed}@{at}"
        case Fair(key, at):
            return f"fair={key.hex()}@{at}"
        case _:
            assert_never(rng)


def parse_position(cursor: Cursor, rules: Rules) -> Round:
    """The round that the rest of the line tells, or `NotationError`."""
    return _Position(cursor, rules, _fields(cursor)).round()


class _Field(NamedTuple):
    """What a field is called, and where its name and its value start."""

    name: str
    at: int
    value_at: int


_PHASES = (
    "turn",
    "drawn",
    "naming",
    "choosing",
    "picking",
    "deciding",
    "stacked",
    "doubt",
    "over",
    "undealt",
)
_SLOTS = {
    **{name: name for name in ("hands", "pile", "discard", "colour", "dealer", "laid", "passes")},
    "misses": "missed turns",
    "lasting": "lasting rules",
    **dict.fromkeys(("left", "right"), "direction"),
    **dict.fromkeys(_PHASES, "phase"),
    **dict.fromkeys(("fast", "fair"), "generator"),
}
_BARE = ("left", "right", "undealt")
_REQUIRED = {
    "hands": Fault.of(FaultKind.HANDS_MISSING),
    "pile": Fault.of(FaultKind.PILE_MISSING),
    "discard": Fault.of(FaultKind.DISCARD_MISSING),
    "phase": Fault.of(FaultKind.PHASE_MISSING, choices=_PHASES[1:]),
}


def _fields(cursor: Cursor) -> dict[str, _Field]:
    """Cut the rest of the line into fields; each is read later, when others are known."""
    end = len(cursor.text)
    fields: dict[str, _Field] = {}
    while cursor.at < end:
        cursor.expect(" ", Fault.of(FaultKind.FIELD_SPACE))
        start = cursor.at
        name = cursor.word()
        slot = _SLOTS.get(name)
        if slot is None:
            raise cursor.error(unknown_name("field", name, _SLOTS), start)
        if slot in fields:
            raise cursor.error(Fault.of(FaultKind.FIELD_TWICE, field=slot), start)
        if name not in _BARE:
            cursor.expect("=", Fault.of(FaultKind.FIELD_VALUE, field=name))
        fields[slot] = _Field(name, start, cursor.at)
        space = cursor.text.find(" ", cursor.at)
        cursor.at = end if space < 0 else space
    for slot, fault in _REQUIRED.items():
        if slot not in fields:
            raise cursor.error(fault, end)
    return fields


class _Position:
    """The fields of a line, read with the rules, the cards left and the seats known."""

    def __init__(self, cursor: Cursor, rules: Rules, fields: dict[str, _Field]) -> None:
        self.cursor = cursor
        self.rules = rules
        self.fields = fields
        self.spare = Counter(deck(rules))
        self.hands = self._read("hands", self._hands)
        self.seats = len(self.hands)
        self.pile = self._read("pile", self._cards)[::-1]
        self.discard = self._read("discard", self._cards)[::-1]
        self.phase = self._read("phase", self._phase)

    def round(self) -> Round:
        """The round, once every field is read."""
        round = Round(
            rules=self.rules,
            dealer=self._optional("dealer", self._seat, 0),
            hands=self.hands,
            pile=self.pile,
            discard=self.discard,
            colour=self._colour(),
            direction=self._optional("direction", self._direction, LEFT),
            phase=self.phase,
            window=self._optional("laid", self._window, None),
            passes=self._optional("passes", self._passes, 0),
            rng=self._optional("generator", self._generator, Fast(0)),
            sitting_out=self._optional("missed turns", self._sitting_out, ()),
            lasting=self._optional("lasting rules", self._lasting, ()),
        )
        self.cursor.at = len(self.cursor.text)
        return round

    def _read(self, slot: str, read: Callable[[], T]) -> T:
        cursor, field = self.cursor, self.fields[slot]
        cursor.at = field.value_at
        value = read()
        if cursor.peek() not in ("", " "):
            raise cursor.error(Fault.of(FaultKind.FIELD_END, field=field.name))
        return value

    def _optional(self, slot: str, read: Callable[[], T], default: S) -> T | S:
        return self._read(slot, read) if slot in self.fields else default

    def _seat(self) -> int:
        return self.cursor.seat(self.seats)

    def _cards(self) -> Cards:
        return _cards(self.cursor, self.spare)

    def _hands(self) -> tuple[Cards, ...]:
        cursor = self.cursor
        start = cursor.at
        hands = [tuple(sorted(self._cards()))]
        while cursor.take("/"):
            if len(hands) == MAX_SEATS:
                raise cursor.error(Fault.of(FaultKind.HANDS_MANY, most=MAX_SEATS))
            hands.append(tuple(sorted(self._cards())))
        if len(hands) < MIN_SEATS:
            raise cursor.error(Fault.of(FaultKind.HANDS_FEW, least=MIN_SEATS), start)
        return tuple(hands)

    def _direction(self) -> int:
        return LEFT if self.fields["direction"].name == "left" else RIGHT

    def _colour(self) -> Colour | None:
        own = self.discard[-1].colour if self.discard else None
        colour = self._optional("colour", self._named_colour, own)
        unnamed = self._is_unnamed()
        if own is not None and colour is not own:
            fault = Fault.of(FaultKind.COLOUR_OF_TOP, colour=own.value)
        elif own is None and colour is not None and unnamed:
            fault = Fault.of(FaultKind.COLOUR_UNNAMED)
        elif colour is None and not unnamed and not self._ended_by_first_card():
            fault = Fault.of(FaultKind.COLOUR_OF_WILD)
        else:
            return colour
        field = self.fields.get("colour")
        raise self.cursor.error(fault, field.value_at if field else len(self.cursor.text))

    def _is_unnamed(self) -> bool:
        """Whether no colour can have been named for a wild on top."""
        match self.phase:
            case Undealt():
                return True
            case (
                NamingColour(_, rule)
                | ChoosingPlayer(_, rule)
                | ChoosingCards(rule=rule)
                | Deciding(_, rule)
            ):
                if rule is not None and "laid" in self.fields:
                    return False  # the player who laid the card has named one
                if rule is None and isinstance(self.phase, NamingColour):
                    return True
                return not dealer_names(self.rules, self.discard[-1])
            case _:
                return False

    def _ended_by_first_card(self) -> bool:
        """Whether the round can have ended before anyone named a colour (MEET-41)."""
        return isinstance(self.phase, RoundOver) and acts_uncoloured(self.rules, self.discard[-1])

    def _named_colour(self) -> Colour | None:
        return None if self.cursor.take(_NONE) else self.cursor.colour()

    def _phase(self) -> Phase:
        cursor, field = self.cursor, self.fields["phase"]
        if field.name == "undealt":
            return Undealt()
        if not self.discard:
            fault = Fault.of(FaultKind.DISCARD_EMPTY)
            raise cursor.error(fault, self.fields["discard"].value_at)
        if field.name == "over":
            return RoundOver(None if cursor.take(_NONE) else self._seat())
        if not all(self.hands):
            raise cursor.error(Fault.of(FaultKind.HAND_EMPTY), field.at)
        top = self.discard[-1]
        seat = self._seat()
        match field.name:
            case "turn":
                return Turn(seat)
            case "drawn" if not self.rules.play_drawn:
                raise cursor.error(Fault.of(FaultKind.NO_DRAWN_CARD), field.at)
            case "drawn":
                return self._after_draw(seat)
            case "doubt" if not self.rules.bluffing:
                raise cursor.error(Fault.of(FaultKind.NO_DOUBT), field.at)
            case "naming" | "choosing" | "picking" | "deciding" if (
                self._has_rule(top) and cursor.peek() == ":"
            ):
                return self._answering(field.name, seat)
            case "naming" if top.colour is None:
                return NamingColour(seat)
            case "choosing" if dealer_chooses(self.rules, top):
                return ChoosingPlayer(seat)
            case "stacked" if top.face in DRAW_CARDS:
                return FacingStack(seat, self._total())
            case "doubt" if top is Card.W4:
                return self._facing_draw_four(seat)
            case _:
                raise cursor.error(Fault.of(_WRONG_TOP[field.name], top=top.value), field.at)

    def _has_rule(self, top: Card) -> bool:
        return top.face is Face.CUSTOM and bool(custom_rule_on(self.rules, top))

    def _answering(self, name: str, seat: int) -> Phase:
        """The phase of a custom rule that waits for the seat's answer."""
        reader = UnfinishedRuleReader(self.cursor, self.rules, self.discard[-1], self.hands)
        match name:
            case "naming":
                return NamingColour(seat, reader.rule(NamesColour))
            case "choosing":
                return ChoosingPlayer(seat, reader.rule(SwapsChosen))
            case "deciding":
                return reader.deciding(seat)
            case _:
                return reader.choosing_cards(seat)

    def _after_draw(self, seat: int) -> AfterDraw:
        start = self._colon(Fault.of(FaultKind.DRAWN_MISSING))
        card = self.cursor.card()
        if card not in self.hands[seat]:
            fault = Fault.of(FaultKind.DRAWN_NOT_HELD, seat=seat, card=card.value)
            raise self.cursor.error(fault, start)
        return AfterDraw(seat, card)

    def _facing_draw_four(self, seat: int) -> FacingDrawFour:
        total = self._total()
        start = self._colon(Fault.of(FaultKind.BY_MISSING))
        by = self._seat()
        if by == seat:
            raise self.cursor.error(Fault.of(FaultKind.BY_ONESELF), start)
        self._colon(Fault.of(FaultKind.BEFORE_MISSING))
        before = self.cursor.colour()
        self._colon(Fault.of(FaultKind.HELD_MISSING, seat=by))
        # Cards drawn since lie in the hand too, and none can have left it.
        held = _cards(self.cursor, Counter(self.hands[by]), by)
        return FacingDrawFour(seat, total, by, before, tuple(sorted(held)))

    def _total(self) -> int:
        self._colon(Fault.of(FaultKind.TOTAL_MISSING))
        return self.cursor.number(_MOST_TOTAL, Fault.of(FaultKind.TOTAL), least=1)

    def _colon(self, missing: Fault) -> int:
        self.cursor.expect(":", missing)
        return self.cursor.at

    def _window(self) -> Window:
        waiting = isinstance(self.phase, (NamingColour, ChoosingPlayer)) and self.phase.rule is None
        if waiting or isinstance(self.phase, (Undealt, AfterDraw, RoundOver)):
            at = self.fields["laid"].at
            raise self.cursor.error(Fault.of(FaultKind.NO_WINDOW), at)
        return Window(self._seat(), settled=self.cursor.take("!"))

    def _passes(self) -> int:
        # When all have passed in a row the round is over (OUT-4).
        most = self.seats if isinstance(self.phase, RoundOver) else self.seats - 1
        if self.pile or len(self.discard) > 1:
            most = 0  # nobody passes while there are cards to draw
        return self.cursor.number(most, Fault.of(FaultKind.PASSES, most=most))

    def _sitting_out(self) -> tuple[int, ...]:
        cursor, phase = self.cursor, self.phase
        seats: list[int] = []
        while True:
            start = cursor.at
            seat = self._seat()
            if seats and (seat < seats[-1] or seats.count(seat) == MAX_TURNS):
                raise cursor.error(Fault.of(FaultKind.MISSES_ORDER, most=MAX_TURNS), start)
            if (
                isinstance(phase, (Turn, AfterDraw, NamingColour, ChoosingPlayer))
                and phase.seat == seat
                and getattr(phase, "rule", None) is None
            ):
                raise cursor.error(Fault.of(FaultKind.MISSES_TURN, seat=seat), start)
            if isinstance(phase, Undealt):
                raise cursor.error(Fault.of(FaultKind.MISSES_UNDEALT), start)
            seats.append(seat)
            if not cursor.take(","):
                return tuple(seats)

    def _lasting(self) -> tuple[LastingRule, ...]:
        if isinstance(self.phase, Undealt):
            raise self.cursor.error(Fault.of(FaultKind.LASTING_UNDEALT))
        return read_lasting(self.cursor, self.rules, self.seats)

    def _generator(self) -> Generator:
        if self.fields["generator"].name == "fair":
            key = self._key()
            return Fair(key, self._rng_position())
        seed = self.cursor.number(_MOST_WORD, Fault.of(FaultKind.SEED_NUMBER, most=_MOST_WORD))
        return Fast(seed, self._rng_position())

    def _key(self) -> bytes:
        start = self.cursor.at
        word = self.cursor.word()
        if len(word) != 2 * KEY_BYTES or not _HEX.issuperset(word):
            raise self.cursor.error(Fault.of(FaultKind.KEY, most=2 * KEY_BYTES), start)
        return bytes.fromhex(word)

    def _rng_position(self) -> int:
        self.cursor.expect("@", Fault.of(FaultKind.RNG_MARK))
        return self.cursor.number(_MOST_WORD, Fault.of(FaultKind.RNG_POSITION, most=_MOST_WORD))


_WRONG_TOP = {
    "naming": FaultKind.NAMING_TOP,
    "choosing": FaultKind.CHOOSING_TOP,
    "picking": FaultKind.PICKING_TOP,
    "deciding": FaultKind.PICKING_TOP,
    "stacked": FaultKind.STACKED_TOP,
    "doubt": FaultKind.DOUBT_TOP,
}


def _cards(cursor: Cursor, spare: Counter[Card], seat: int | None = None) -> Cards:
    """Cards taken out of `spare`, the deck or a seat's hand, commas between; or `-` for none."""
    if cursor.take(_NONE):
        return ()
    cards: list[Card] = []
    while True:
        start = cursor.at
        card = cursor.card()
        if not spare[card]:
            raise cursor.error(_not_there(card, spare, seat), start)
        spare[card] -= 1
        cards.append(card)
        if not cursor.take(","):
            return tuple(cards)


def _not_there(card: Card, spare: Counter[Card], seat: int | None) -> Fault:
    if seat is None:
        kind = FaultKind.DECK_SPENT if card in spare else FaultKind.DECK_LACKS
        return Fault.of(kind, card=card.value)
    kind = FaultKind.HAND_SPENT if card in spare else FaultKind.HAND_LACKS
    return Fault.of(kind, seat=seat, card=card.value)
