"""A second table, written apart from the engine and from the rulebook alone, to check it against.

It shares the shuffle, the card and rules types and the reading of written rules with the engine and
nothing else: it reads and writes its own position lines, its cards and actions are plain text, its
state is changed in place, and it keeps no events. Written rules it plays from their opcodes. It is
slow and plain on purpose. See docs/perft.md.
"""

import copy
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from hashlib import sha256

from openuno.engine.cards import Card
from openuno.engine.notation.rules import parse_rules, rules_text
from openuno.engine.rng import Fair, Fast, Generator, shuffle
from openuno.engine.rules import EDITIONS, SWITCHES, Rules, deck
from openuno.kernel.rules.opcodes import Row, opcodes
from tests.oracle_pencil import Blank, LastingLimit, asks_colour, needs_target, touches_own_hand
from tests.oracle_questions import Question

DRAWS = {"D": 2, "W4": 4}


def colour_of(card: str) -> str:
    return "" if card[0] == "W" else card[0]


def face_of(card: str) -> str:
    return card[:2] if card[0] == "W" else card[1:]


def listing(cards: list[str]) -> str:
    return ",".join(cards) or "-"


def cards_in(text: str) -> list[str]:
    return [] if text == "-" else text.split(",")


@lru_cache(maxsize=256)
def rules_in(text: str) -> Rules:
    if "+written=" in text:
        return parse_rules(text)
    edition, *changes = text.split("+")
    fields = {name: getattr(EDITIONS[edition], name) for name in SWITCHES}
    for change in changes:
        name, value = change.split("=")
        kind = type(fields[name])
        fields[name] = value == "on" if kind is bool else kind(value)
    return Rules(edition=edition, **fields)


@lru_cache(maxsize=256)
def rules_line(rules: Rules) -> str:
    if rules.written:
        return rules_text(rules)
    words = [rules.edition]
    for name in SWITCHES:
        value = getattr(rules, name)
        if value != getattr(EDITIONS[rules.edition], name):
            plain = (
                ("off", "on")[value] if isinstance(value, bool) else getattr(value, "value", value)
            )
            words.append(f"{name}={plain}")
    return "+".join(words)


class Table:
    """One round, changed in place. A pile's top card is its first, as in the position line."""

    def __init__(self, line: str) -> None:
        words = line.split(" ")
        self.rules = rules_in(words[0])
        self.dealer = 0
        self.direction = 1
        self.colour = "?"
        self.phase = ""
        self.seat = 0  # the one the table waits for; when the round is over, the winner or -1
        self.card = ""  # drawn
        self.total = 0  # on the stack, or to pay for the Wild Draw Four
        self.by = 0  # who laid the Wild Draw Four in doubt, the colour it was laid on, the hand
        self.before = ""
        self.held: list[str] = []
        self.laid = -1
        self.settled = False
        self.passes = 0
        self.misses: list[int] = []  # who misses the next turn
        self.lasting: list[LastingLimit] = []  # what may not be laid for a while
        self.come: set[int] = set()  # whose turn has come in this step, if only to be missed
        self.question: Question | None = None  # what a blank waits for
        self.tape: tuple[str, str] = ("fast", "0")
        self.at = 0
        for word in words[1:]:
            self.read(*word.partition("=")[::2])
        if self.colour == "?":
            self.colour = colour_of(self.discard[0]) if self.discard else ""

    def read(self, key: str, value: str) -> None:
        if key == "hands":
            self.hands = [sorted(cards_in(hand)) for hand in value.split("/")]
        elif key == "pile":
            self.pile = cards_in(value)
        elif key == "discard":
            self.discard = cards_in(value)
        elif key == "colour":
            self.colour = value.replace("-", "")
        elif key in ("left", "right"):
            self.direction = 1 if key == "left" else -1
        elif key == "dealer":
            self.dealer = int(value)
        elif key == "laid":
            self.laid, self.settled = int(value.rstrip("!")), value.endswith("!")
        elif key == "passes":
            self.passes = int(value)
        elif key == "misses":
            self.misses = [int(seat) for seat in value.split(",")]
        elif key == "lasting":
            self.lasting = [LastingLimit.read(text) for text in value.split("/")]
        elif key in ("fast", "fair"):
            tape, at = value.split("@")
            self.tape, self.at = (key, tape), int(at)
        else:
            self.phase = key
            first, *more = value.split(":")
            self.seat = int(first) if first not in ("", "-") else -1
            if key == "drawn":
                self.card = more[0]
            elif key == "stacked":
                self.total = int(more[0])
            elif key == "doubt":
                self.total, self.by, self.before = int(more[0]), int(more[1]), more[2]
                self.held = sorted(cards_in(more[3]))
            elif key in ("naming", "choosing", "picking", "deciding") and more:
                self.question = Question.read(more)

    def line(self) -> str:
        phase = self.phase
        if phase != "undealt":
            phase += f"={self.seat if self.seat >= 0 else '-'}"
        if self.phase == "drawn":
            phase += f":{self.card}"
        elif self.phase == "stacked":
            phase += f":{self.total}"
        elif self.phase == "doubt":
            phase += f":{self.total}:{self.by}:{self.before}:{listing(self.held)}"
        elif self.question is not None:
            phase += f":{self.question.text()}"
        words = [
            rules_line(self.rules),
            "hands=" + "/".join(listing(hand) for hand in self.hands),
            "pile=" + listing(self.pile),
            "discard=" + listing(self.discard),
            "colour=" + (self.colour or "-"),
            "left" if self.direction > 0 else "right",
            f"dealer={self.dealer}",
            phase,
        ]
        if self.laid >= 0:
            words.append(f"laid={self.laid}" + "!" * self.settled)
        if self.passes:
            words.append(f"passes={self.passes}")
        if self.misses:
            words.append("misses=" + ",".join(map(str, self.misses)))
        if self.lasting:
            words.append("lasting=" + "/".join(limit.text() for limit in self.lasting))
        words.append(f"{self.tape[0]}={self.tape[1]}@{self.at}")
        return " ".join(words)

    def clone(self) -> "Table":
        twin = copy.copy(self)
        for name in ("hands", "pile", "discard", "held", "misses", "lasting", "question"):
            setattr(twin, name, copy.deepcopy(getattr(self, name)))
        return twin

    # What is allowed.

    def others(self, seat: int) -> list[int]:
        return [other for other in range(len(self.hands)) if other != seat]

    def something_to_draw(self) -> bool:
        return len(self.pile) + len(self.discard) > 1

    def owes(self) -> int:
        """Who can be caught, or -1; nobody before the card has done all it says (MEET-45)."""
        if self.question is not None:
            return -1
        if self.laid >= 0 and not self.settled and len(self.hands[self.laid]) == 1:
            return self.laid
        return -1

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

    # What happens.

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
        """Carry out an action that is allowed, and pass over whoever misses the turn it brings."""
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
        """As though the dealer had laid it; whoever plays first names a colour that is missing."""
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


def fingerprint(line: str) -> int:
    return int.from_bytes(sha256(line.encode()).digest()[:8], "big")


def perft(line: str) -> Iterator[tuple[int, str]]:
    """Leaves and digest at every depth from 0, ply by ply, with equal positions walked once."""
    layer = Counter({Table(line).line(): 1})
    while True:
        digest = sum(fingerprint(text) * times for text, times in layer.items()) % 2**64
        yield layer.total(), f"{digest:016x}"
        deeper: Counter[str] = Counter()
        for text, times in layer.items():
            table = Table(text)
            for seat in range(len(table.hands)):
                for action in table.legal(seat):
                    child = table.clone()
                    child.act(seat, action)
                    deeper[child.line()] += times
        layer = deeper
