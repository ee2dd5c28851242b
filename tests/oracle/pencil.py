"""What is written on a blank, played by the second table from the opcodes, not the effects."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from openuno.engine.rng import Generator, random_below
from openuno.kernel.rules.opcodes import Row

YOU, NEXT, PREVIOUS, CHOSEN, PARTNER, MOST, FEWEST, EVERYONE, OTHERS = range(9)
LEFT, RIGHT, NEXT_TWO, NEIGHBOURS, ACROSS, NEXT_THREE = range(9, 15)
AFTER_NEXT = NEXT_THREE + 7
(
    READ,
    DRAW,
    LOSE_TURN,
    DISCARD,
    DISCARD_COLOUR,
    SWAP,
    SHOW,
    GIVE,
    REVERSE,
    PASS_LEFT,
    PASS_RIGHT,
    SHUFFLE,
    AGAIN,
    DISCARD_KIND,
    DRAW_TO,
    DRAW_UNTIL,
    DISCARD_TO,
    DISCARD_CHOSEN,
    GIVE_CHOSEN,
    PASS_CARDS,
    SWAP_CHOSEN,
    NAME_COLOUR,
    FORBID,
    ALLOW_ONLY,
    DISCARD_TO_CHOSEN,
) = range(25)
KINDS = ("", "?", "B", "G", "R", "Y", "W", *"0123456789", "D", "R", "S", "0123456789", "DRS")
ANY_DRAW, OF_NAMED, PLAYERS = range(len(KINDS), len(KINDS) + 3)
"""By the number of a kind: the letter of a colour up to the wilds, then what may follow it."""
KIND_NAMES = (
    *("-", "any", "blue", "green", "red", "yellow", "wild", *"0123456789"),
    *("draw-two", "reverse", "skip", "number", "action", "draw"),
)
ANY, WILD = 1, 6
FEWER, MORE, EXACTLY, AT_LEAST, AT_MOST, NAMED, HAS = range(1, 8)
EACH_FIRST, EACH_HAS = HAS + FEWER, HAS + NAMED
EACH_LACKS, LACKS, NOT_NAMED, OTHERWISE, IF_SO, WANTS = range(EACH_HAS + 1, EACH_HAS + 7)
OWN, OTHERS_OWN = 62, 63
TEN = 10
OWN_HAND = {YOU, EVERYONE, MOST, FEWEST}
DRAWS = (DRAW, DRAW_TO, DRAW_UNTIL)
LASTING = (FORBID, ALLOW_ONLY)
DISCARDS = (DISCARD, DISCARD_COLOUR, DISCARD_KIND, DISCARD_TO)
QUESTIONS = (DISCARD_CHOSEN, DISCARD_TO_CHOSEN, GIVE_CHOSEN, PASS_CARDS, SWAP_CHOSEN, NAME_COLOUR)


def is_of(card: str, kind: int, named: str) -> bool:
    """Whether a card is of a kind; `named` is the colour in force."""
    if kind == OF_NAMED:
        return card[0] == named
    if kind == ANY_DRAW:
        return card == "W4" or card[1:] == "D"
    if kind <= WILD:
        return kind == ANY or card[0] == KINDS[kind]
    return card[0] != "W" and card[1] in KINDS[kind]


class LastingLimit(NamedTuple):
    """Cards of a kind, or all others, that these seats may not lay; ends at a seat's turn or -1."""

    seats: list[int]
    kind: int
    only: bool
    until: int

    @staticmethod
    def read(text: str) -> "LastingLimit":
        seats, limit, kind, until = text.split(":")
        return LastingLimit(
            [int(seat) for seat in seats.split(",")],
            KIND_NAMES.index(kind),
            limit == "only",
            int(until.replace("-", "-1")),
        )

    def text(self) -> str:
        seats = ",".join(map(str, self.seats))
        until = "-" if self.until < 0 else str(self.until)
        return f"{seats}:{('no', 'only')[self.only]}:{KIND_NAMES[self.kind]}:{until}"

    def stops(self, seat: int, card: str) -> bool:
        """MEET-47."""
        return seat in self.seats and is_of(card, self.kind, "?") != self.only


class Board(Protocol):
    """What is needed of the table."""

    hands: list[list[str]]
    discard: list[str]
    colour: str
    direction: int
    misses: list[int]
    lasting: list[LastingLimit]
    at: int

    def generator(self) -> Generator: ...
    def beyond(self, seat: int, steps: int = 1) -> int: ...
    def draw_some(self, seat: int, number: int) -> None: ...
    def deal_anew(self, seat: int) -> None: ...
    def reverse_skips(self) -> bool: ...


def speaks_of_chosen(row: Row) -> bool:
    pair = row.do in (SWAP, SHOW, GIVE, GIVE_CHOSEN)
    alone = (
        *DRAWS,
        LOSE_TURN,
        *DISCARDS,
        DISCARD_CHOSEN,
        DISCARD_TO_CHOSEN,
        SWAP_CHOSEN,
        NAME_COLOUR,
        *LASTING,
    )
    subject = row.do in alone or pair
    return (
        (subject and row.who == CHOSEN)
        or (pair and row.other == CHOSEN)
        or (
            row.kind > 0
            and row.do not in (DISCARD_KIND, DRAW_UNTIL, *LASTING)
            and row.holder == CHOSEN
        )
        or asks_chosen(row)
    )


def needs_target(rows: tuple[Row, ...], last: bool) -> bool:
    if not last:
        return any(map(speaks_of_chosen, rows))
    deciding = -1
    for at, row in enumerate(rows):
        draws = row.do in DRAWS and row.who != YOU
        if row.asks not in (0, OTHERWISE, IF_SO):
            deciding = at
        if draws and speaks_of_chosen(row):
            return True
        if draws and row.asks in (OTHERWISE, IF_SO) and asks_chosen(rows[deciding]):
            return True
    return False


def asks_chosen(row: Row) -> bool:
    return (0 < row.asks < NAMED or row.asks in (HAS, LACKS, WANTS)) and row.of == CHOSEN


def asks_colour(rows: tuple[Row, ...]) -> bool:
    return any(
        row.do == DISCARD_COLOUR
        or row.asks in (NAMED, NOT_NAMED)
        or row.kind == OF_NAMED
        or (row.asks in (HAS, EACH_HAS, LACKS, EACH_LACKS) and row.than == OF_NAMED)
        for row in rows
    )


def touches_own_hand(rows: tuple[Row, ...]) -> bool:
    for row in rows:
        if row.do in (PASS_LEFT, PASS_RIGHT, SHUFFLE, PASS_CARDS, SWAP_CHOSEN):
            return True
        if row.do in (*DRAWS, *DISCARDS, DISCARD_CHOSEN, DISCARD_TO_CHOSEN) and row.who in OWN_HAND:
            return True
        if row.do in (SWAP, GIVE, GIVE_CHOSEN) and OWN_HAND & {row.who, row.other}:
            return True
    return False


class Asking(NamedTuple):
    """What a blank waits for."""

    phase: str
    seats: list[int]
    place: int
    what: str = ""
    number: int = 0
    to: Sequence[int] = ()


class Blank:
    """One blank being carried out, on a table changed in place."""

    def __init__(self, table: Board, seat: int, target: int, *, last: bool) -> None:
        self.table, self.seat, self.target, self.last = table, seat, target, last
        self.again = False
        self.last_answer = True
        self.decision: bool | None = None
        self.asking: Asking | None = None

    def is_of(self, card: str, kind: int) -> bool:
        return is_of(card, kind, self.table.colour)

    def people(self, code: int) -> list[int]:
        table, seat = self.table, self.seat
        size = len(table.hands)
        ring = [table.beyond(seat, steps) for steps in range(1, size)]
        crowd = ring if self.last else [*ring, seat]
        counts = [len(table.hands[other]) for other in crowd]
        if code == PARTNER:
            mates = [(seat + size // 2) % size, (seat + 2) % size]
            return [next(mate for mate in mates if (mate - seat) % 2 == 0)]
        if code == MOST:
            return [crowd[counts.index(max(counts))]]
        if code == FEWEST:
            return [crowd[counts.index(min(counts))]]
        if code == AFTER_NEXT:
            return [ring[1]] if len(ring) > 1 else ring
        if code >= NEXT_THREE:
            return ring[: 3 + code - NEXT_THREE]
        return {
            YOU: [seat],
            NEXT: [ring[0]],
            PREVIOUS: [ring[-1]],
            CHOSEN: [self.target],
            EVERYONE: crowd,
            OTHERS: ring,
            LEFT: [(seat + 1) % size],
            RIGHT: [(seat + size - 1) % size],
            NEXT_TWO: ring[:2],
            ACROSS: [(seat + size // 2) % size],
            NEIGHBOURS: [other for other in ring if abs(other - seat) in (1, size - 1)],
        }[code]

    def doers(self, row: Row) -> list[int]:
        """Who does it, and of several only those of whom the condition is true."""
        return self.those(self.people(row.who), row, 0)

    def those(self, seats: list[int], row: Row, side: int) -> list[int]:
        if not EACH_FIRST <= row.asks <= EACH_LACKS or row.of != side:
            return seats
        asks = LACKS if row.asks == EACH_LACKS else row.asks - HAS
        return [seat for seat in seats if self.true_of(seat, asks, row.than)]

    def true_of(self, seat: int, asks: int, than: int) -> bool:
        hand = self.table.hands[seat]
        if asks in (HAS, EACH_HAS - HAS, LACKS):
            has = any(self.is_of(card, than) for card in hand)
            return has is not (asks == LACKS)
        return {
            FEWER: len(hand) < than,
            MORE: len(hand) > than,
            EXACTLY: len(hand) == than,
            AT_LEAST: len(hand) >= than,
            AT_MOST: len(hand) <= than,
        }[asks]

    def asked(self, row: Row) -> bool:
        if row.asks == 0:
            return True
        if row.asks in (OTHERWISE, IF_SO):
            return self.last_answer is (row.asks == IF_SO)
        self.last_answer = self.answer(row)
        return self.last_answer

    def answer(self, row: Row) -> bool:
        if row.asks == WANTS:
            decision, self.decision = bool(self.decision), None
            return decision
        if row.asks in (NAMED, NOT_NAMED):
            return (self.table.colour == "BGRY"[row.of]) is (row.asks == NAMED)
        if EACH_FIRST <= row.asks <= EACH_LACKS:
            return True
        return all(self.true_of(seat, row.asks, row.than) for seat in self.people(row.of))

    def amounts(self, row: Row) -> list[int]:
        """How many cards by the seat that counts, taken before any moves."""
        size = len(self.table.hands)
        if row.kind == 0:
            return [row.number] * size
        if row.kind == PLAYERS:
            return [min(row.most, row.number * len(self.people(row.holder)))] * size
        found = []
        for hand in self.table.hands:
            held = [card for card in hand if self.is_of(card, row.kind)]
            found.append(min(row.most, row.number * len(held)))
        if row.holder in (OWN, OTHERS_OWN):
            return found
        (holder,) = self.people(row.holder)
        return [found[holder]] * size

    def random_cards(self, seat: int, number: int) -> list[str]:
        """Taken out of the hand, one by one."""
        hand = self.table.hands[seat]
        if number >= len(hand):
            taken, hand[:] = hand[:], []
            return taken
        taken = []
        for _ in range(number):
            place, spent = random_below(self.table.generator(), len(hand))
            self.table.at += spent
            taken.append(hand.pop(place))
        return taken

    def carry_out(self, rows: tuple[Row, ...], start: int = 0) -> int | None:
        """The seat whose hand was emptied, if any; then nothing more is done.

        Stops where somebody has to choose: `self.asking` is then what is asked.
        """
        for place, row in enumerate(rows):
            if place < start:
                continue
            if row.asks == WANTS and self.decision is None and not self.last:
                self.asking = Asking("deciding", self.people(row.of), place)
                return None
            if not self.asked(row):
                continue
            if self.last and (row.do not in DRAWS or row.who == YOU):
                continue
            if row.do in QUESTIONS:
                self.asking = self.question(row, place)
                if self.asking is not None:
                    return None
                continue
            out = self.do(row)
            if out is not None:
                return out
        return None

    def question(self, row: Row, place: int) -> Asking | None:
        """MEET-43 to MEET-46: who is asked, how many cards, for whom; None if nobody is."""
        if row.do == SWAP_CHOSEN:
            if len(self.table.hands) == 2:
                self.table.hands.reverse()
                return None
            return Asking("choosing", [self.seat], place)
        if row.do == NAME_COLOUR:
            return Asking("naming", self.people(row.who), place)
        asked = self.doers(row)
        if row.do == DISCARD_TO_CHOSEN:
            asked = [seat for seat in asked if len(self.table.hands[seat]) > row.number]
            return Asking("picking", asked, place, "discard-to", row.number) if asked else None
        number = self.amounts(row)[0]
        to: list[int] = []
        if row.do == GIVE_CHOSEN:
            to = self.people(row.other)
            if len(to) == 1:
                asked = [seat for seat in asked if seat != to[0]]
            to = [seat for seat in to if seat not in asked]
            if not to:
                return None
        if not asked or number == 0:
            return None
        what = {DISCARD_CHOSEN: "discard", GIVE_CHOSEN: "give", PASS_CARDS: "pass"}[row.do]
        return Asking("picking", asked, place, what, number, to)

    def do(self, row: Row) -> int | None:
        table = self.table
        if row.do == DRAW:
            numbers = self.amounts(row)
            for seat in self.doers(row):
                table.draw_some(seat, numbers[seat])
        elif row.do == DRAW_UNTIL:
            for seat in self.doers(row):
                self.draw_until(seat, row.kind)
        elif row.do == DRAW_TO:
            for seat in self.doers(row):
                table.draw_some(seat, max(0, row.number - len(table.hands[seat])))
        elif row.do == LOSE_TURN:
            self.lose_turn(self.doers(row), row.number)
        elif row.do in DISCARDS:
            return self.discard(row)
        elif row.do in LASTING:
            self.limit(row)
        elif row.do == SWAP:
            (one,), (two,) = self.people(row.who), self.people(row.other)
            table.hands[one], table.hands[two] = table.hands[two], table.hands[one]
        elif row.do == GIVE:
            return self.give(row)
        elif row.do == REVERSE:
            table.direction = -table.direction
            if table.reverse_skips():
                self.lose_turn([1 - self.seat], 1)
        elif row.do == PASS_LEFT:
            table.hands.insert(0, table.hands.pop())
        elif row.do == PASS_RIGHT:
            table.hands.append(table.hands.pop(0))
        elif row.do == SHUFFLE:
            table.deal_anew(self.seat)
        elif row.do == AGAIN:
            self.again = True
        return None

    def limit(self, row: Row) -> None:
        """MEET-47 and MEET-48: at most four are in force, the oldest makes room."""
        lasting = self.table.lasting
        kind = 2 + "BGRY".index(self.table.colour) if row.kind == OF_NAMED else row.kind
        until = -1 if row.number else self.seat
        new = LastingLimit(sorted(self.doers(row)), kind, row.do == ALLOW_ONLY, until)
        if new.seats and new not in lasting:
            self.table.lasting = [*lasting[-3:], new]

    def draw_until(self, seat: int, kind: int) -> None:
        """One card at a time, until one is of the kind, ten are drawn or none is left."""
        table = self.table
        for _ in range(TEN):
            before = sorted(table.hands[seat])
            table.draw_some(seat, 1)
            new = list(table.hands[seat])
            for card in before:
                new.remove(card)
            if not new or self.is_of(new[0], kind):
                return

    def lose_turn(self, seats: list[int], turns: int) -> None:
        misses = self.table.misses
        for seat in seats:
            while misses.count(seat) < turns:
                misses.append(seat)
        misses.sort()

    def discard(self, row: Row) -> int | None:
        numbers = self.amounts(row)
        for seat in self.doers(row):
            hand = self.table.hands[seat]
            if row.do == DISCARD:
                gone = self.random_cards(seat, numbers[seat])
            elif row.do == DISCARD_TO:
                gone = self.random_cards(seat, max(0, len(hand) - row.number))
            else:
                gone = [card for card in hand if self.goes(card, row)]
                hand[:] = [card for card in hand if not self.goes(card, row)]
            for card in gone:
                self.table.discard.insert(1, card)
            if not hand:
                return seat
        return None

    def goes(self, card: str, row: Row) -> bool:
        if row.do == DISCARD_COLOUR:
            return card[0] == self.table.colour
        return self.is_of(card, row.kind)

    def give(self, row: Row) -> int | None:
        numbers = self.amounts(row)
        givers, takers = self.doers(row), self.those(self.people(row.other), row, 1)
        for giver in givers:
            for taker in takers:
                if giver == taker:
                    continue
                counts = taker if row.holder == OTHERS_OWN else giver
                moved = self.random_cards(giver, numbers[counts])
                self.table.hands[taker] = sorted(self.table.hands[taker] + moved)
                if not self.table.hands[giver]:
                    return giver
        return None
