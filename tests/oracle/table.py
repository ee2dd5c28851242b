"""What each action does to the table, and how a round is dealt."""

from openuno.engine.cards import Card
from openuno.engine.rng import Fair, Fast, Generator, shuffle
from openuno.engine.rules import Rules, deck
from tests.oracle.legal import Choices
from tests.oracle.notation import DRAWS, colour_of, face_of, rules_line
from tests.oracle.pencil import Blank, asks_colour, needs_target
from tests.oracle.questions import Question


class Table(Choices):
    """One round that is played on, in place."""

    def beyond(self, seat: int, steps: int = 1) -> int:
        return (seat + steps * self.direction) % len(self.hands)

    def generator(self) -> Generator:
        kind, tape = self.tape
        return Fast(int(tape), self.at) if kind == "fast" else Fair(bytes.fromhex(tape), self.at)

    def shuffled(self, cards: list[str]) -> list[str]:
        order, spent = shuffle(tuple(Card(card) for card in cards), self.generator())
        self.at += spent
        return [card.value for card in order]

    def draw_one(self, seat: int) -> str:
        """The card drawn, or nothing when there is none (OUT-3, OUT-4)."""
        if not self.pile:
            # The shuffle's order runs from the bottom card to the top one.
            self.pile = self.shuffled(self.discard[:0:-1])[::-1]
            self.discard = self.discard[:1]
        if not self.pile:
            return ""
        card = self.pile.pop(0)
        self.hands[seat].append(card)
        self.hands[seat].sort()
        return card

    def draw_some(self, seat: int, number: int) -> None:
        for _ in range(number):
            self.draw_one(seat)

    def give_turn(self, seat: int) -> None:
        self.phase, self.seat = "turn", seat
        self.forget()

    def forget(self) -> None:
        self.card, self.total, self.by, self.before, self.held = "", 0, 0, "", []

    def begin(self) -> None:
        """UNO-4: a turn has begun, and the last card laid can no longer be caught or jumped on."""
        self.laid, self.settled = -1, False

    def act(self, seat: int, action: str) -> None:
        """Carry out a legal action, and pass over a seat that misses the turn it brings."""
        turn = self.seat if self.question is None else self.question.by
        self.come = set()
        self.do(seat, action)
        self.pass_over()
        if action.split(maxsplit=1)[0] not in ("uno", "catch", "suggest"):
            if self.phase in ("turn", "stacked", "doubt") and self.seat != turn:
                self.come.add(self.seat)
            self.lasting = [limit for limit in self.lasting if limit.until not in self.come]

    def pass_over(self) -> None:
        while self.phase == "turn" and self.seat in self.misses:
            self.missed(self.seat)
            self.give_turn(self.beyond(self.seat))

    def missed(self, seat: int) -> None:
        """A turn missed, for whatever reason, is no longer owed; the passes in a row are over."""
        self.come.add(seat)
        if seat in self.misses:
            self.misses.remove(seat)
            self.passes = 0

    def reverse_skips(self) -> bool:
        return len(self.hands) == 2 and self.rules.two_player_reverse

    def do(self, seat: int, action: str) -> None:
        verb, _, argument = action.partition(" ")
        if verb == "draw":
            self.take_turn_draw(seat)
        elif verb == "keep":
            self.give_turn(self.beyond(seat))
        elif verb == "pass":
            self.begin()
            self.passes += 1
            if self.passes == len(self.hands):
                self.phase, self.seat = "over", -1
            else:
                self.give_turn(self.beyond(seat))
        elif verb in ("yes", "no"):
            self.decide(yes=verb == "yes")
        elif verb in ("name", "choose") and self.question is not None:
            self.answer(seat, argument, self.question)
        elif verb == "name":
            self.colour = argument
            self.give_turn(seat)
            if self.dealer_names():
                self.first_wild(seat)
        elif verb == "choose":
            self.first_effect(seat, int(argument))
        elif verb == "accept":
            self.begin()
            self.draw_some(seat, self.total)
            self.missed(seat)
            self.give_turn(self.beyond(seat))
        elif verb == "challenge":
            self.begin()
            if any(colour_of(card) == self.before for card in self.held):
                self.draw_some(self.by, self.total)
                self.give_turn(seat)
            else:
                self.draw_some(seat, self.total + 2)
                self.missed(seat)
                self.give_turn(self.beyond(seat))
        elif verb == "uno":
            self.settled = True
        elif verb == "catch":
            if self.owes() == int(argument):
                self.settled = True
                self.draw_some(int(argument), self.rules.uno_penalty)
            else:
                self.draw_some(seat, self.rules.wrong_catch_penalty)
        elif verb == "suggest":
            self.draw_some(seat, self.rules.suggestion_penalty)
        else:
            self.lay(seat, action)

    def decide(self, *, yes: bool) -> None:
        """MEET-51: the sentence that asked is done or not, and then the rest of the blank."""
        question, self.question = self.question, None
        assert question is not None
        blank = Blank(self, question.by, question.target, last=False)
        blank.again, blank.decision = question.again, yes
        self.finish_blank(blank, question.place)

    def answer(self, seat: int, argument: str, question: Question) -> None:
        """What a blank has waited for, and then the rest of the blank."""
        if self.phase == "naming":
            self.colour = argument
        elif self.phase == "choosing":
            one, two = question.target, int(argument)
            self.hands[one], self.hands[two] = self.hands[two], self.hands[one]
        elif self.choose_card(seat, argument, question):
            return
        self.question = None
        blank = Blank(self, question.by, question.target, last=False)
        blank.again, blank.last_answer = question.again, question.held
        self.finish_blank(blank, question.place + 1)

    def choose_card(self, seat: int, card: str, question: Question) -> bool:
        """Whether more cards are to be chosen, or a hand is empty."""
        hand, more = self.hands[seat], True
        if question.what == "pass":
            question.aside = question.aside or [[] for _ in self.hands]
            question.aside[seat].append(card)
            more = len(question.aside[seat]) < len(hand)
        else:
            hand.remove(card)
            if question.what.startswith("discard"):
                self.discard.insert(1, card)
            else:
                self.hands[question.to[0]] = sorted([*self.hands[question.to[0]], card])
        if not hand:
            self.question = None
            self.go_out(seat)
            return True
        following = question.advance(seat, more, self.hands)
        if following >= 0:
            self.seat = following
            return True
        side = -1 if self.rows(self.discard[0])[question.place].other else 1
        for owner, cards in enumerate(question.aside):
            taker = (owner + side) % len(self.hands)
            for moved in cards:
                self.hands[owner].remove(moved)
            self.hands[taker] = sorted(self.hands[taker] + cards)
        return False

    def finish_blank(self, blank: Blank, start: int) -> None:
        """The rest of a blank: up to a question, the end of the round or the next turn."""
        out = blank.carry_out(self.rows(self.discard[0]), start)
        if out is not None:
            self.go_out(out)
        elif blank.asking is not None:
            self.forget()
            self.phase, self.seat = blank.asking.phase, blank.asking.seats[0]
            self.question = Question.start(blank, blank.asking)
        else:
            self.give_turn(blank.seat if blank.again else self.beyond(blank.seat))
            if self.laid < 0:  # the first card of the round
                self.pass_over()
                self.phase = self.phase if self.colour else "naming"

    def take_turn_draw(self, seat: int) -> None:
        self.begin()
        self.passes = 0
        card = self.draw_one(seat)
        while self.rules.draw_until and not self.may_lay(seat, card) and self.something_to_draw():
            card = self.draw_one(seat)
        if self.rules.play_drawn:
            self.phase, self.card = "drawn", card
        else:
            self.give_turn(self.beyond(seat))

    def lay(self, seat: int, action: str) -> None:
        said = action.endswith("!")
        text, _, target = action.rstrip("!").partition(">")
        card, _, named = text.partition("/")
        before, stack = self.colour, self.total
        self.forget()
        self.hands[seat].remove(card)
        self.discard.insert(0, card)
        self.colour = named or colour_of(card)
        self.laid, self.settled, self.passes = seat, said, 0
        face = face_of(card)
        if not self.hands[seat]:
            self.draw_some(self.beyond(seat), stack + DRAWS[face] if face in DRAWS else 0)
            Blank(self, seat, int(target or 0), last=True).carry_out(self.rows(card))
            self.go_out(seat)
            return
        if face == "WC":
            self.finish_blank(Blank(self, seat, int(target or -1), last=False), 0)
            return
        if target:
            other = int(target)
            self.hands[seat], self.hands[other] = self.hands[other], self.hands[seat]
        elif face == "0" and self.rules.seven_zero:
            self.hands = [self.hands[self.beyond(place, -1)] for place in range(len(self.hands))]
        elif face == "WH":
            self.deal_anew(seat)
        elif face == "R":
            self.direction = -self.direction
        self.pass_on(seat, face, stack, before)

    def go_out(self, seat: int) -> None:
        self.phase, self.seat = "over", seat
        self.begin()  # nobody is left to catch

    def deal_anew(self, seat: int) -> None:
        """SHUF-1: to the left whatever the direction."""
        cards = self.shuffled([card for hand in self.hands for card in hand])
        self.hands = [[] for _ in self.hands]
        for place, card in enumerate(cards, start=seat + 1):
            self.hands[place % len(self.hands)].append(card)
        for hand in self.hands:
            hand.sort()

    def pass_on(self, seat: int, face: str, stack: int, before: str) -> None:
        """Who is next, and what that seat has to answer."""
        following = self.beyond(seat)
        if face in DRAWS:
            total = stack + DRAWS[face]
            if face == "W4" and self.rules.bluffing:
                self.phase, self.seat, self.total = "doubt", following, total
                self.by, self.before, self.held = seat, before, list(self.hands[seat])
            elif self.rules.stacking.value != "off":
                self.phase, self.seat, self.total = "stacked", following, total
            else:
                self.draw_some(following, total)
                self.missed(following)
                self.give_turn(self.beyond(seat, 2))
        elif face == "S":
            self.missed(following)
            self.give_turn(self.beyond(seat, 2))
        elif face == "R" and self.reverse_skips():
            self.missed(following)
            self.give_turn(seat)
        else:
            self.give_turn(following)

    # The first card, where every one of them acts (START-9).

    def dealer_names(self) -> bool:
        """A Wild Draw Four, and a written rule that asks which colour was named."""
        top = self.discard[0]
        if self.rules.first_card.value != "all-act":
            return False
        return top == "W4" or asks_colour(self.rows(top))

    def first_wild(self, seat: int) -> None:
        """What follows once the dealer has named a colour, or need not."""
        top = self.discard[0]
        if top == "W4":
            self.draw_some(self.beyond(seat), 4)
            self.give_turn(self.beyond(seat, 2))
        elif top != "WX" and not needs_target(self.rows(top), last=False):
            self.first_effect(seat, -1)
        elif len(self.hands) == 2:
            self.first_effect(seat, 1 - seat)
        else:
            self.phase, self.seat = "choosing", seat

    def first_effect(self, seat: int, target: int) -> None:
        """As though the dealer had laid it; the first player names a colour that is missing."""
        top = self.discard[0]
        if top == "WX":
            self.hands[seat], self.hands[target] = self.hands[target], self.hands[seat]
        elif top == "WH":
            self.deal_anew(seat)
        else:
            self.finish_blank(Blank(self, seat, target, last=False), 0)
            return
        self.give_turn(self.beyond(seat))
        self.pass_over()
        if self.colour == "":
            self.phase = "naming"


def opening(rules: Rules, seats: int, dealer: int, rng: Generator) -> Table:
    """DEAL-5 and START."""
    tape = f"fast={rng.seed}" if isinstance(rng, Fast) else f"fair={rng.key.hex()}"
    hands = "/".join("-" * seats)
    start = f"hands={hands} pile=- discard=- undealt dealer={dealer} {tape}@{rng.at}"
    table = Table(f"{rules_line(rules)} {start}")
    table.pile = table.shuffled([card.value for card in deck(rules)])
    table.pile.reverse()  # the end of the row is the top of the pile
    for place in range(seats * rules.hand_size):
        table.draw_one((dealer + 1 + place) % seats)
    while True:
        first = table.pile.pop(0)
        number = face_of(first).isdigit()
        if number or (rules.first_card.value == "acts" and first != "W4"):
            break
        if rules.first_card.value in ("wilds-name", "all-act"):
            break
        table.pile = table.shuffled([*table.pile[::-1], first])[::-1]
    table.discard = [first]
    table.colour = colour_of(first)
    left = table.beyond(dealer)
    if table.dealer_names():
        table.phase, table.seat = "naming", dealer
    elif rules.first_card.value == "all-act" and first[:2] in ("WX", "WH", "WC"):
        table.first_wild(dealer)
    elif table.colour == "":
        table.phase, table.seat = "naming", left
    elif face_of(first) == "R":
        table.direction = -1
        table.give_turn(dealer)
    elif face_of(first) in ("S", "D"):
        table.draw_some(left, DRAWS.get(face_of(first), 0))
        table.give_turn(table.beyond(left))
    else:
        table.give_turn(left)
    return table
