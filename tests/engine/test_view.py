"""View and redact: what each seat and a spectator may know, in every phase."""

from typing import get_args

import msgspec
import pytest

from openuno import (
    Card,
    Colour,
    Event,
    IllegalAction,
    Reason,
    Round,
    View,
    legal,
    redact,
    undealt_round,
    view,
)
from openuno.engine import events as ev
from openuno.engine.custom import CardKind
from openuno.engine.notation.actions import parse_action
from openuno.engine.notation.rounds import parse_round
from openuno.engine.play import apply
from openuno.engine.rng import Fair, Fast
from openuno.engine.rules import edition
from openuno.engine.state import (
    AfterDraw,
    ChoosingPlayer,
    FacingDrawFour,
    FacingStack,
    NamingColour,
    Phase,
    RoundOver,
    Turn,
    Undealt,
    Window,
)
from tests.scenario import table

BACK = Card.BACK
SEATS = (0, 1, 2)
AUDIENCE = (*SEATS, None)
KEY = "0123456789abcdef" * 4

# Every hidden place has cards found nowhere else: seat 0 blue, seat 1 green, seat 2 yellow, the
# pile fives and sixes. What a view must not tell can then be searched for.
HANDS = "hands=B1,B2,B3/G1,G2/Y1,Y2,Y4,Y7"
PILE = "pile=B5,G6,Y5,R6"
TAPE = "fast=987654321@31337"
RULES = "house+stacking=same+jump_in=on+suggestion_penalty=4"
POSITIONS = {
    "turn": f"{RULES} {HANDS} {PILE} discard=R9,R8 laid=2 turn=0 {TAPE}",
    "drawn": f"{RULES} {HANDS} {PILE} discard=R9,R8 drawn=0:B2 {TAPE}",
    "naming": f"{RULES} {HANDS} {PILE} discard=W colour=- naming=0 {TAPE}",
    "choosing": f"{RULES}+swap_cards=1 {HANDS} {PILE} discard=WX colour=- choosing=0 {TAPE}",
    "stacked": f"{RULES} {HANDS} {PILE} discard=RD,R8 laid=2 stacked=0:2 {TAPE}",
    "doubt": f"{RULES} {HANDS} {PILE} discard=W4,R8 colour=Y laid=2 doubt=0:4:2:R:Y1,Y2,Y4 {TAPE}",
}
HIDDEN = {
    0: ("B1", "B2", "B3"),
    1: ("G1", "G2"),
    2: ("Y1", "Y2", "Y4", "Y7"),
    "pile": ("B5", "G6", "Y5", "R6"),
}

every_position = pytest.mark.parametrize("position", POSITIONS.values(), ids=POSITIONS)
every_seat = pytest.mark.parametrize("seat", AUDIENCE)


def seen(round: Round, seat: int | None) -> str:
    return msgspec.json.encode(view(round, seat)).decode()


def down(*counts: int) -> tuple[tuple[Card, ...], ...]:
    return tuple((BACK,) * count for count in counts)


def test_a_view_holds_these_fields_and_no_other() -> None:
    """The trap: an undo or history field carries the start position."""
    assert View.__struct_fields__ == (
        "rules",
        "seat",
        "dealer",
        "hands",
        "pile",
        "discard",
        "colour",
        "direction",
        "phase",
        "window",
        "owes_uno",
        "passes",
        "legal",
        "sitting_out",
        "lasting",
    )


@every_position
@every_seat
def test_the_trap_that_every_hand_is_sent_and_hidden_by_the_page(
    position: str, seat: int | None
) -> None:
    text = seen(parse_round(position), seat)
    for place, cards in HIDDEN.items():
        for card in cards:
            assert (f'"{card}"' in text) is (place == seat), (place, card)


@every_position
@every_seat
def test_the_order_of_the_pile_and_the_tape_are_in_no_view(position: str, seat: int | None) -> None:
    fair = position.replace(TAPE, f"fair={KEY}@31337")
    for text in (seen(parse_round(position), seat), seen(parse_round(fair), seat)):
        for secret in ("rng", "fast", "fair", "987654321", "31337", KEY, "ASNFZ4mrze8"):
            assert secret not in text
        assert '"pile":4' in text


def test_the_key_of_a_fair_deal_would_be_found_in_this_spelling() -> None:
    tape = Fair(bytes.fromhex(KEY), 31337)
    assert "ASNFZ4mrze8" in msgspec.json.encode(tape).decode()
    assert parse_round(POSITIONS["turn"].replace(TAPE, f"fair={KEY}@31337")).rng == tape


@every_position
@every_seat
def test_a_view_has_exactly_what_everyone_sees(position: str, seat: int | None) -> None:
    round = parse_round(position)
    sight = view(round, seat)
    assert sight.rules is round.rules
    assert sight.seat == seat
    assert sight.dealer == round.dealer
    assert [len(hand) for hand in sight.hands] == [3, 2, 4]
    assert sight.pile == 4
    assert sight.discard == round.discard
    assert sight.colour is round.colour
    assert sight.direction == round.direction
    assert sight.window == round.window
    assert sight.passes == round.passes


@every_position
@every_seat
def test_only_ones_own_hand_lies_open(position: str, seat: int | None) -> None:
    round = parse_round(position)
    for owner, hand in enumerate(view(round, seat).hands):
        assert hand == (round.hands[owner] if owner == seat else (BACK,) * len(hand))


def whole(phase: Phase) -> list[Phase]:
    return [phase] * len(AUDIENCE)


LAID_FROM = (Card.Y1, Card.Y2, Card.Y4)
PHASES: dict[str, list[Phase]] = {
    "turn": whole(Turn(0)),
    "drawn": [AfterDraw(0, Card.B2), AfterDraw(0, BACK), AfterDraw(0, BACK), AfterDraw(0, BACK)],
    "naming": whole(NamingColour(0)),
    "choosing": whole(ChoosingPlayer(0)),
    "stacked": whole(FacingStack(0, 2)),
    "doubt": [
        FacingDrawFour(0, 4, 2, Colour.RED, (BACK, BACK, BACK)),
        FacingDrawFour(0, 4, 2, Colour.RED, (BACK, BACK, BACK)),
        FacingDrawFour(0, 4, 2, Colour.RED, LAID_FROM),  # its own hand
        FacingDrawFour(0, 4, 2, Colour.RED, (BACK, BACK, BACK)),
    ],
}


@pytest.mark.parametrize("name", POSITIONS)
def test_each_seat_sees_this_much_of_the_phase(name: str) -> None:
    round = parse_round(POSITIONS[name])
    assert [view(round, seat).phase for seat in AUDIENCE] == PHASES[name]


def test_before_the_deal_there_is_nothing_to_see() -> None:
    round = undealt_round(edition("mattel-2016"), 3, 1, Fast(7))
    for seat in AUDIENCE:
        sight = view(round, seat)
        assert sight.hands == ((), (), ())
        assert (sight.pile, sight.discard, sight.phase, sight.legal) == (108, (), Undealt(), ())


@pytest.mark.parametrize("winner", ["0", "-"])
def test_a_round_that_is_over_lays_every_hand_open(winner: str) -> None:
    hand = "-" if winner == "0" else "B1"
    round = parse_round(f"house hands={hand}/G1,G2/Y1 {PILE} discard=R9 over={winner} {TAPE}")
    for seat in AUDIENCE:
        sight = view(round, seat)
        assert sight.hands == round.hands
        assert sight.phase == RoundOver(0 if winner == "0" else None)
        assert sight.legal == ()
        assert not [card for card in HIDDEN["pile"] if f'"{card}"' in seen(round, seat)]


@every_position
def test_each_seat_is_shown_only_its_own_legal_moves(
    position: str,
) -> None:
    round = parse_round(position)
    for seat in SEATS:
        assert view(round, seat).legal == legal(round, seat)
    assert view(round, None).legal == ()
    assert len({view(round, seat).legal for seat in (0, 1, None)}) == 3


def test_each_seat_is_offered_its_own_acts_and_no_others() -> None:
    at = table(
        "house+decks=2+jump_in=on hands=R1,Y9/G1,G2/R7/R7,Y3 pile=B5 discard=R7 laid=2 turn=0"
    )
    offered = [view(at.round, seat).legal for seat in range(4)]
    assert offered == [
        tuple(map(parse_action, ("R1", "R1!", "draw", "catch 2"))),
        (parse_action("catch 2"),),
        (parse_action("R7"), parse_action("uno")),
        tuple(map(parse_action, ("R7", "R7!", "catch 2"))),
    ]
    assert [view(at.round, seat).owes_uno for seat in (0, 1, 2, 3, None)] == [2] * 5
    assert view(at.round, None).window == Window(2)


@pytest.mark.parametrize("seat", [-1, 3])
@every_position
def test_the_trap_that_someone_without_a_seat_is_sent_a_hand(position: str, seat: int) -> None:
    with pytest.raises(IllegalAction) as refusal:
        view(parse_round(position), seat)
    assert refusal.value.reason is Reason.NO_SUCH_SEAT


@pytest.mark.rule("WD4-5")
@pytest.mark.parametrize("held", ["R1,R2,R3", "B1,G2,W"])
def test_the_trap_that_a_flag_tells_a_bluff(held: str) -> None:
    """Whatever lay beside the Wild Draw Four, the others see the same."""
    position = "house hands=W4,{}/G1,G4/Y1,Y2 pile=B5,G6,Y5,R6 discard=R9 turn=0"
    plain = apply(parse_round(position.format("B7,B8,B9")), 0, parse_action("W4/G"))
    other = apply(parse_round(position.format(held)), 0, parse_action("W4/G"))
    for seat in (1, 2, None):
        assert view(plain.round, seat) == view(other.round, seat)
        for one, two in zip(plain.events, other.events, strict=True):
            assert redact(one, seat) == redact(two, seat)


@pytest.mark.rule("WD4-5")
@pytest.mark.parametrize("hand", ["R1,R2", "B1,B2"])
def test_a_challenged_hand_goes_to_the_challenger_and_into_nobodys_view(hand: str) -> None:
    start = table(f"house hands=W4,{hand}/G1,G4/Y1,Y2 pile=B5,G6,Y5,R6,B6,G5 discard=R9 turn=0")
    judged = start.does(0, "W4/G").does(1, "challenge")
    cards = [f'"{card}"' for card in hand.split(",")]
    told = {
        seat: msgspec.json.encode([redact(event, seat) for event in judged.events]).decode()
        for seat in AUDIENCE
    }
    for card in cards:
        assert [card in told[seat] for seat in AUDIENCE] == [True, True, False, False]
        assert [card in seen(judged.round, seat) for seat in AUDIENCE] == [True, *(False,) * 3]


@every_position
def test_what_a_seat_cannot_see_does_not_change_its_view(position: str) -> None:
    round = parse_round(position)
    other = msgspec.structs.replace(
        round,
        hands=(round.hands[0], (Card.R1, Card.W), (Card.G7, Card.R3, Card.W4, Card.YS)),
        pile=(Card.W, Card.W4, Card.BS, Card.G0),
        rng=Fast(1, 2),
    )
    assert view(other, 0) == view(round, 0)
    assert seen(other, 0) == seen(round, 0)


@every_position
@every_seat
def test_a_view_is_read_back_from_the_wire(position: str, seat: int | None) -> None:
    sight = view(parse_round(position), seat)
    assert msgspec.json.decode(msgspec.json.encode(sight), type=View) == sight


OPEN_HANDS = ((Card.B1,), (Card.G1, Card.G2), (Card.Y1,))
OPEN: tuple[Event, ...] = (
    ev.TurnedUp(Card.R9),
    ev.ColourAsked(0),
    ev.ColourNamed(0, Colour.RED),
    ev.ChoiceAsked(0),
    ev.PlayerChosen(0, 2),
    ev.DecisionAsked(0, ev.UnfinishedRule(0, 0)),
    ev.Decided(0, yes=True),
    ev.Played(0, Card.W, Colour.RED, None, uno=True),
    ev.Kept(0),
    ev.Passed(0),
    ev.Skipped(0),
    ev.Reversed(0, -1),
    ev.ChallengeOffered(0, 4, 2, Colour.RED),
    ev.StackOffered(0, 2),
    ev.Accepted(0),
    ev.Challenged(0, 2, guilty=True),
    ev.SaidUno(0),
    ev.Caught(0, 1),
    ev.CaughtWrongly(0, 1),
    ev.Suggested(0),
    ev.TurnBegan(0),
    ev.TurnLost(0),
    ev.CardsAsked((1, 2), ev.CardChoice.GIVE, 2, (0,), ev.UnfinishedRule(0, 0)),
    ev.HonourRuleRead(0, "Sing a song."),
    ev.LastingRuleBegan(0, ev.LastingRule((1, 2), CardKind.RED, only=False, until=0)),
    ev.LastingRuleEnded(ev.LastingRule((1, 2), CardKind.RED, only=False, until=0)),
    ev.RoundEnded(0, OPEN_HANDS, (0, 3, 1)),
)
OWN = [
    ((Card.B1,), *down(2, 1)),
    (*down(1), (Card.G1, Card.G2), *down(1)),
    (*down(1, 2), (Card.Y1,)),
    down(1, 2, 1),
]
CLOSED: list[tuple[Event, list[Event]]] = [
    (
        ev.Dealt(OPEN_HANDS, (Card.R1, Card.R2), 7),
        [ev.Dealt(hands, (BACK, BACK), 0) for hands in OWN],
    ),
    (
        ev.PutBack(Card.W4, (Card.R1, Card.W4), 7),
        [ev.PutBack(Card.W4, (BACK, BACK), 0)] * 4,
    ),
    (ev.Reshuffled((Card.R1, Card.R2), 7), [ev.Reshuffled((BACK, BACK), 0)] * 4),
    (
        ev.Drew(1, (Card.R1, Card.R2), ev.DrawReason.TURN),
        [
            ev.Drew(1, (BACK, BACK), ev.DrawReason.TURN),
            ev.Drew(1, (Card.R1, Card.R2), ev.DrawReason.TURN),
            ev.Drew(1, (BACK, BACK), ev.DrawReason.TURN),
            ev.Drew(1, (BACK, BACK), ev.DrawReason.TURN),
        ],
    ),
    (ev.HandsSwapped(0, 1, OPEN_HANDS), [ev.HandsSwapped(0, 1, hands) for hands in OWN]),
    (ev.HandsPassed(0, OPEN_HANDS), [ev.HandsPassed(0, hands) for hands in OWN]),
    (ev.HandsShuffled(0, OPEN_HANDS, 7), [ev.HandsShuffled(0, hands, 0) for hands in OWN]),
    (
        ev.HandShown(2, 0, (Card.Y1,)),
        [
            ev.HandShown(2, 0, (Card.Y1,)),  # the challenger
            ev.HandShown(2, 0, (BACK,)),
            ev.HandShown(2, 0, (Card.Y1,)),  # its owner
            ev.HandShown(2, 0, (BACK,)),
        ],
    ),
    (
        ev.CardSetAside(1, Card.G1),
        [
            ev.CardSetAside(1, BACK),
            ev.CardSetAside(1, Card.G1),
            ev.CardSetAside(1, BACK),
            ev.CardSetAside(1, BACK),
        ],
    ),
    (ev.Discarded(1, (Card.R1,), 7), [ev.Discarded(1, (Card.R1,), 0)] * 4),
    (
        ev.CardsGiven(1, 2, (Card.R1,), 7),
        [
            ev.CardsGiven(1, 2, (BACK,), 0),
            ev.CardsGiven(1, 2, (Card.R1,), 0),  # the giver
            ev.CardsGiven(1, 2, (Card.R1,), 0),  # the taker
            ev.CardsGiven(1, 2, (BACK,), 0),
        ],
    ),
]


@pytest.mark.parametrize("event", OPEN, ids=lambda event: type(event).__name__)
def test_a_public_event_is_not_redacted(event: Event) -> None:
    assert [redact(event, seat) for seat in AUDIENCE] == [event] * 4


@pytest.mark.rule("WD4-5")
@pytest.mark.parametrize(
    ("event", "told"), CLOSED, ids=[type(event).__name__ for event, _ in CLOSED]
)
def test_what_a_seat_may_not_know_is_redacted(event: Event, told: list[Event]) -> None:
    assert [redact(event, seat) for seat in AUDIENCE] == told


def test_every_event_is_either_open_or_closed() -> None:
    kinds = [type(event) for event in (*OPEN, *(event for event, _ in CLOSED))]
    assert len(kinds) == len(set(kinds))
    assert set(kinds) == set(get_args(Event))


def test_only_the_player_who_draws_a_card_sees_it() -> None:
    start = table(f"house hands=B1,B2/G1,G2/Y1,Y2 {PILE} discard=R9 turn=0")
    drew = start.does(0, "draw")
    for seat in (1, 2, None):
        assert [redact(event, seat) for event in drew.events] == [
            ev.Drew(0, (BACK,), ev.DrawReason.TURN)
        ]
        assert view(drew.round, seat).phase == AfterDraw(0, BACK)
        assert '"B5"' not in seen(drew.round, seat)
    assert view(drew.round, 0).phase == AfterDraw(0, Card.B5)
