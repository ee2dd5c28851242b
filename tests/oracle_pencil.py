"""What is written on a blank, played by the second table from the opcodes, not the effects."""

from typing import Protocol

from openuno.engine.rng import Generator, random_below
from openuno.kernel.rules.opcodes import Row

YOU, NEXT, PREVIOUS, CHOSEN, PARTNER, MOST, FEWEST, EVERYONE, OTHERS = range(9)
LEFT, RIGHT, NEXT_TWO = range(9, 12)
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
) = range(15)
KINDS = ("", "?", "B", "G", "R", "Y", "W", *"0123456789", "D", "R", "S", "0123456789", "DRS")
"""By the number of a kind: the letter of a colour up to the wilds, then what may follow it."""
ANY, WILD = 1, 6
FEWER, MORE, EXACTLY, AT_LEAST, AT_MOST, NAMED, HAS = range(1, 8)
EACH_FIRST, EACH_HAS = HAS + FEWER, HAS + NAMED
OWN_HAND = {YOU, EVERYONE, MOST, FEWEST}
DRAWS, DISCARDS = (DRAW, DRAW_TO), (DISCARD, DISCARD_COLOUR, DISCARD_KIND)


def is_of(card: str, kind: int) -> bool:
    """Whether a card is of a kind."""
    if kind <= WILD:
        return kind == ANY or card[0] == KINDS[kind]
    return card[0] != "W" and card[1] in KINDS[kind]


class Board(Protocol):
    """What is needed of the table."""

    hands: list[list[str]]
    discard: list[str]
    colour: str
    direction: int
    misses: list[int]
    at: int

    def generator(self) -> Generator: ...
    def beyond(self, seat: int, steps: int = 1) -> int: ...
    def draw_some(self, seat: int, number: int) -> None: ...
    def deal_anew(self, seat: int) -> None: ...
    def reverse_skips(self) -> bool: ...


def speaks_of_chosen(row: Row) -> bool:
    pair = row.do in (SWAP, SHOW, GIVE)
    subject = row.do in (*DRAWS, LOSE_TURN, *DISCARDS) or pair
    return (
        (subject and row.who == CHOSEN)
        or (pair and row.other == CHOSEN)
        or (row.kind > 0 and row.do != DISCARD_KIND and row.holder == CHOSEN)
        or ((0 < row.asks < NAMED or row.asks == HAS) and row.of == CHOSEN)
    )


def needs_target(rows: tuple[Row, ...], last: bool) -> bool:
    if last:
        rows = tuple(row for row in rows if row.do in DRAWS and row.who != YOU)
    return any(map(speaks_of_chosen, rows))


def asks_colour(rows: tuple[Row, ...]) -> bool:
    return any(row.do == DISCARD_COLOUR or row.asks == NAMED for row in rows)


def touches_own_hand(rows: tuple[Row, ...]) -> bool:
    for row in rows:
        if row.do in (PASS_LEFT, PASS_RIGHT, SHUFFLE):
            return True
        if row.do in (*DRAWS, *DISCARDS) and row.who in OWN_HAND:
            return True
        if row.do in (SWAP, GIVE) and OWN_HAND & {row.who, row.other}:
            return True
    return False


class Blank:
    """One blank being carried out, on a table changed in place."""

    def __init__(self, table: Board, seat: int, target: int, *, last: bool) -> None:
        self.table, self.seat, self.target, self.last = table, seat, target, last
        self.again = False

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
        }[code]

    def doers(self, row: Row) -> list[int]:
        """Who does it, and of several only those of whom the condition is true."""
        return self.those(self.people(row.who), row, 0)

    def those(self, seats: list[int], row: Row, side: int) -> list[int]:
        if row.asks < EACH_FIRST or row.of != side:
            return seats
        return [seat for seat in seats if self.true_of(seat, row.asks - HAS, row.than)]

    def true_of(self, seat: int, asks: int, than: int) -> bool:
        hand = self.table.hands[seat]
        if asks in (HAS, EACH_HAS - HAS):
            return any(is_of(card, than) for card in hand)
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
        if row.asks == NAMED:
            return self.table.colour == "BGRY"[row.of]
        if row.asks >= EACH_FIRST:
            return True
        return all(self.true_of(seat, row.asks, row.than) for seat in self.people(row.of))

    def amount(self, row: Row) -> int:
        if row.kind == 0:
            return row.number
        (holder,) = self.people(row.holder)
        held = [card for card in self.table.hands[holder] if is_of(card, row.kind)]
        return min(row.most, row.number * len(held))

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

    def carry_out(self, rows: tuple[Row, ...]) -> int | None:
        """The seat whose hand was emptied, if any; then nothing more is done."""
        for row in rows:
            if self.last and (row.do not in DRAWS or row.who == YOU):
                continue
            if not self.asked(row):
                continue
            out = self.do(row)
            if out is not None:
                return out
        return None

    def do(self, row: Row) -> int | None:
        table = self.table
        if row.do == DRAW:
            number = self.amount(row)
            for seat in self.doers(row):
                table.draw_some(seat, number)
        elif row.do == DRAW_TO:
            for seat in self.doers(row):
                table.draw_some(seat, max(0, row.number - len(table.hands[seat])))
        elif row.do == LOSE_TURN:
            self.lose_turn(self.doers(row))
        elif row.do in DISCARDS:
            return self.discard(row)
        elif row.do == SWAP:
            (one,), (two,) = self.people(row.who), self.people(row.other)
            table.hands[one], table.hands[two] = table.hands[two], table.hands[one]
        elif row.do == GIVE:
            return self.give(row)
        elif row.do == REVERSE:
            table.direction = -table.direction
            if table.reverse_skips():
                self.lose_turn([1 - self.seat])
        elif row.do == PASS_LEFT:
            table.hands.insert(0, table.hands.pop())
        elif row.do == PASS_RIGHT:
            table.hands.append(table.hands.pop(0))
        elif row.do == SHUFFLE:
            table.deal_anew(self.seat)
        elif row.do == AGAIN:
            self.again = True
        return None

    def lose_turn(self, seats: list[int]) -> None:
        self.table.misses[:] = sorted({*self.table.misses, *seats})

    def discard(self, row: Row) -> int | None:
        number = self.amount(row) if row.do == DISCARD else 0
        for seat in self.doers(row):
            hand = self.table.hands[seat]
            if row.do == DISCARD:
                gone = self.random_cards(seat, number)
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
        return is_of(card, row.kind)

    def give(self, row: Row) -> int | None:
        number = self.amount(row)
        givers, takers = self.doers(row), self.those(self.people(row.other), row, 1)
        for giver in givers:
            for taker in takers:
                if giver == taker:
                    continue
                moved = self.random_cards(giver, number)
                self.table.hands[taker] = sorted(self.table.hands[taker] + moved)
                if not self.table.hands[giver]:
                    return giver
        return None
