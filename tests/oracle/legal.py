"""What each seat may do in a position."""

from openuno.kernel.rules.opcodes import Row, opcodes
from tests.oracle.notation import DRAWS, colour_of, face_of
from tests.oracle.pencil import needs_target, touches_own_hand
from tests.oracle.position import Position


class Choices(Position):
    """A position that says what is legal in it."""

    def matches(self, card: str) -> bool:
        """TURN-1."""
        if colour_of(card) == "":
            return True
        return colour_of(card) == self.colour or face_of(card) == face_of(self.discard[0])

    def is_bluff(self, seat: int, card: str) -> bool:
        """WD4-2."""
        return card == "W4" and any(colour_of(held) == self.colour for held in self.hands[seat])

    def stopped(self, seat: int, card: str) -> bool:
        """MEET-47."""
        return any(limit.stops(seat, card) for limit in self.lasting)

    def may_lay(self, seat: int, card: str) -> bool:
        if not self.matches(card) or self.stopped(seat, card):
            return False
        return self.rules.bluffing or not self.is_bluff(seat, card)

    def lawful(self, seat: int, card: str) -> bool:
        if self.stopped(seat, card):
            return False
        return self.matches(card) and not self.is_bluff(seat, card)

    def may_stack(self, seat: int, card: str) -> bool:
        stacking = self.rules.stacking.value
        if stacking == "off" or face_of(card) not in DRAWS:
            return False
        if stacking == "same" and face_of(card) != face_of(self.discard[0]):
            return False
        return self.may_lay(seat, card)

    def rows(self, card: str) -> tuple[Row, ...]:
        """What is written on the card."""
        place = int(card[2:]) - 1 if face_of(card) == "WC" else len(self.rules.written)
        return opcodes(self.rules.written[place]) if place < len(self.rules.written) else ()

    def moves_hands(self, card: str) -> bool:
        return (
            touches_own_hand(self.rows(card))
            or card in ("WX", "WH")
            or (self.rules.seven_zero and face_of(card) in ("7", "0"))
        )

    def ways(self, seat: int, card: str) -> set[str]:
        """Every way to lay a card: each colour, each target, with and without the word."""
        remaining = len(self.hands[seat]) - 1
        texts = {card}
        if colour_of(card) == "":
            texts = {f"{text}/{colour}" for text in texts for colour in "RYGB"}
        swaps = card == "WX" or (self.rules.seven_zero and face_of(card) == "7")
        if (swaps and remaining) or needs_target(self.rows(card), last=not remaining):
            texts = {f"{text}>{other}" for text in texts for other in self.others(seat)}
        if remaining == 1 and not self.moves_hands(card):
            texts |= {text + "!" for text in texts}
        return texts

    def must_play(self, seat: int) -> bool:
        """TURN-4, HOUSE-5, and nothing left to draw."""
        for card in self.hands[seat]:
            if self.lawful(seat, card):
                if self.rules.forced_play or not self.something_to_draw():
                    return True
                if not self.rules.renege and colour_of(card):
                    return True
        return False

    def in_turn(self) -> set[str]:
        """What the seat the table waits for can do with its turn."""
        seat, found = self.seat, set()
        if self.phase == "naming":
            return {f"name {colour}" for colour in "RYGB"}
        if self.phase == "choosing":
            first = seat if self.question is None else self.question.target
            return {f"choose {other}" for other in self.others(first)}
        if self.phase == "deciding":
            return {"yes", "no"}
        if self.phase == "picking":
            assert self.question is not None
            return {f"choose {card}" for card in self.question.spare(seat, self.hands[seat])}
        if self.phase == "turn":
            for card in self.hands[seat]:
                if self.may_lay(seat, card):
                    found |= self.ways(seat, card)
            if not self.must_play(seat):
                found.add("draw" if self.something_to_draw() else "pass")
        elif self.phase == "drawn":
            if self.may_lay(seat, self.card):
                found |= self.ways(seat, self.card)
            if not (self.rules.forced_play and self.lawful(seat, self.card)):
                found.add("keep")
        else:
            for card in self.hands[seat]:
                if self.may_stack(seat, card):
                    found |= self.ways(seat, card)
            found.add("accept")
            if self.phase == "doubt":
                found.add("challenge")
        return found

    def legal(self, seat: int) -> set[str]:
        """Every action of one seat, as text."""
        if self.phase in ("over", "undealt"):
            return set()
        found = self.in_turn() if seat == self.seat else set()
        top = self.discard[0]
        if (
            self.rules.jump_in
            and seat != self.seat
            and self.laid >= 0
            and self.phase in ("turn", "stacked")
            and colour_of(top)
            and top in self.hands[seat]
            and not self.stopped(seat, top)
        ):
            found |= self.ways(seat, top)
        owing = self.owes()
        if owing == seat:
            found.add("uno")
        for other in self.others(seat):
            if other == owing or (
                self.rules.wrong_catch_penalty
                and self.question is None
                and len(self.hands[other]) == 1
                and self.something_to_draw()
            ):
                found.add(f"catch {other}")
        if self.rules.suggestion_penalty and self.something_to_draw():
            found.add("suggest")
        return found
