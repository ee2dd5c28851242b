"""Every first card acts, as though the dealer had played it (START-9), and whom that concerns."""

import pytest

from openuno import Card, Fast, IllegalAction, Reason, apply, deal
from openuno.engine import events
from openuno.engine.actions import ChoosePlayer
from openuno.engine.cards import Colour
from openuno.engine.events import DrawReason
from openuno.engine.notation.rounds import parse_round, round_text
from openuno.engine.notation.rules import parse_rules
from openuno.engine.rng import shuffle
from openuno.engine.state import ChoosingPlayer, NamingColour, RoundOver, Turn
from openuno.game.events import RoundScored
from openuno.game.formats import Race
from openuno.game.play import apply_command, start_game
from openuno.game.state import NextRound, is_round_on
from tests.rules.test_start import sizes, start, turned_up
from tests.scenario import Table

SWAP = "house+swap_cards=8"
SHUFFLE = "house+shuffle_cards=8"


def blank(rule: str, *, seats: int = 4, dealer: int = 0, more: str = "") -> Table:
    """A table at which a blank that carries the rule is turned up first."""
    rules = f"house+blank_cards=1{more}+written={rule.replace(' ', '_')}"
    return start(rules, seats, dealer, "WC1")


def dealt_hands(table: Table) -> tuple[tuple[Card, ...], ...]:
    dealt = table.events[0]
    assert isinstance(dealt, events.Dealt)
    return dealt.hands


@pytest.mark.rule("START-9")
@pytest.mark.parametrize("dealer", [0, 2])
def test_the_dealer_names_the_colour_of_a_wild_draw_four_and_the_next_draws_four(
    dealer: int,
) -> None:
    asked = start("house", 4, dealer, "W4")
    left = (dealer + 1) % 4
    assert asked.events[2:] == (events.ColourAsked(dealer),)
    assert (asked.phase, asked.colour) == (NamingColour(dealer), "-")
    asked.refused(left, "name R", Reason.NOT_YOUR_TURN)
    named = asked.does(dealer, "name B")
    drawn = asked.round.pile[:-5:-1]
    assert named.events[1:] == (events.Drew(left, drawn, DrawReason.CARD), events.Skipped(left))
    assert (named.phase, named.colour) == (Turn((dealer + 2) % 4), "B")
    assert sizes(named) == [11 if seat == left else 7 for seat in range(4)]


@pytest.mark.rule("START-9")
def test_a_first_wild_draw_four_gives_the_dealer_the_turn_when_two_play() -> None:
    named = start("house", 2, 1, "W4").does(1, "name G")
    assert (named.phase, sizes(named)) == (Turn(1), [11, 7])


@pytest.mark.rule("START-9", "MEET-23")
@pytest.mark.parametrize("switch", ["", "+stacking=any", "+stacking=same", "+bluffing=off"])
def test_nobody_challenges_or_stacks_on_a_first_wild_draw_four(switch: str) -> None:
    asked = start(f"house{switch}+decks=8+hand_size=20", 4, 0, "W4")
    asked.refused(1, "challenge", Reason.NOT_YOUR_TURN)
    named = asked.does(0, "name R")
    assert named.phase == Turn(2)
    assert sizes(named) == [20, 24, 20, 20]
    assert named.round.window is None
    for seat in range(4):
        reason = Reason.NOTHING_TO_CHALLENGE if seat == 2 else Reason.NOT_YOUR_TURN
        named.refused(seat, "challenge", reason)
        named.refused(seat, "accept", Reason.WRONG_PHASE if seat == 2 else Reason.NOT_YOUR_TURN)


@pytest.mark.rule("START-9")
def test_a_house_table_puts_no_card_back() -> None:
    rules = parse_rules("house+swap_cards=4+shuffle_cards=4+blank_cards=4")
    met = set()
    for seed in range(200):
        step = deal(rules, 4, 0, Fast(seed))
        assert not [event for event in step.events if isinstance(event, events.PutBack)]
        met |= {card[:2] for card in turned_up(step.events)}
    assert met >= {"W", "W4", "WX", "WH", "WC"}


@pytest.mark.rule("START-9", "SHUF-1", "MEET-39")
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_a_first_shuffle_hands_is_dealt_out_from_the_dealers_left(dealer: int) -> None:
    asked = start(SHUFFLE, 3, dealer, "WH")
    left = (dealer + 1) % 3
    first = asked.events[0]
    assert isinstance(first, events.Dealt)
    held = [card for hand in first.hands for card in hand]
    assert isinstance(asked.round.rng, Fast)
    cards, spent = shuffle(tuple(held), Fast(asked.round.rng.seed, first.spent))
    hands: list[tuple[Card, ...]] = [()] * 3
    for place in range(3):
        hands[(left + place) % 3] = tuple(sorted(cards[place::3]))
    assert asked.events[2:] == (
        events.HandsShuffled(dealer, tuple(hands), spent),
        events.ColourAsked(left),
    )
    assert asked.phase == NamingColour(left)
    named = asked.does(left, "name Y")
    assert named.events == (events.ColourNamed(left, Colour.YELLOW),)
    assert (named.phase, named.colour) == (Turn(left), "Y")


@pytest.mark.rule("START-9", "SWAP-1", "MEET-40")
@pytest.mark.parametrize(("dealer", "target"), [(0, 2), (2, 3), (3, 1)])
def test_with_a_first_swap_hands_the_dealer_swaps_with_a_player_of_choice(
    dealer: int, target: int
) -> None:
    asked = start(SWAP, 4, dealer, "WX")
    left = (dealer + 1) % 4
    assert asked.events[2:] == (events.ChoiceAsked(dealer),)
    assert (asked.phase, asked.colour) == (ChoosingPlayer(dealer), "-")
    before = dealt_hands(asked)
    swapped = asked.does(dealer, f"choose {target}")
    assert [type(event) for event in swapped.events] == [
        events.PlayerChosen,
        events.HandsSwapped,
        events.ColourAsked,
    ]
    assert swapped.round.hands[dealer] == before[target]
    assert swapped.round.hands[target] == before[dealer]
    assert (swapped.phase, swapped.round.window) == (NamingColour(left), None)
    assert swapped.does(left, "name R").phase == Turn(left)


@pytest.mark.rule("START-9", "MEET-40", "TURN-6")
def test_only_the_dealer_chooses_and_nothing_else_can_be_done_meanwhile() -> None:
    asked = start(SWAP, 3, 1, "WX")
    assert asked.may(1) == ["choose 0", "choose 2"]
    assert asked.may(0) == asked.may(2) == []
    asked.refused(1, "choose 1", Reason.TARGET_ONESELF)
    asked.refused(1, "choose 7", Reason.TARGET_NOT_AT_TABLE)
    asked.refused(1, "name R", Reason.WRONG_PHASE)
    asked.refused(1, "draw", Reason.WRONG_PHASE)
    asked.refused(1, asked.round.hands[1][0].value, Reason.WRONG_PHASE)
    asked.refused(0, "choose 2", Reason.NOT_YOUR_TURN)
    asked.refused(2, "draw", Reason.NOT_YOUR_TURN)
    named = asked.does(1, "choose 0").does(2, "name R")
    named.refused(2, "choose 0", Reason.WRONG_PHASE)


@pytest.mark.rule("MEET-40")
def test_a_negative_seat_is_not_at_the_table() -> None:
    asked = start(SWAP, 3, 1, "WX")
    with pytest.raises(IllegalAction) as refusal:
        apply(asked.round, 1, ChoosePlayer(-1))
    assert refusal.value.reason is Reason.TARGET_NOT_AT_TABLE


@pytest.mark.rule("START-9", "MEET-40")
def test_between_two_players_the_dealer_is_not_asked_with_whom_to_swap() -> None:
    asked = start(SWAP, 2, 0, "WX")
    one, two = dealt_hands(asked)
    assert asked.events[2:] == (events.HandsSwapped(0, 1, (two, one)), events.ColourAsked(1))
    assert asked.phase == NamingColour(1)


@pytest.mark.rule("START-9", "CUST-3")
def test_a_blank_without_a_rule_is_a_plain_wild_at_the_start_too() -> None:
    asked = start("house+blank_cards=8", 3, 2, "WC1")
    assert asked.events[2:] == (events.ColourAsked(0),)


@pytest.mark.rule("START-9", "CUST-2")
def test_a_written_rule_is_carried_out_with_the_dealer_as_you() -> None:
    asked = blank("The next player draws 3 cards. You draw 1 card.", dealer=2)
    drew = asked.events_of(events.Drew)
    assert [(event.seat, len(event.cards)) for event in drew] == [(3, 3), (2, 1)]
    assert asked.phase == NamingColour(3)
    assert sizes(asked) == [7, 7, 8, 10]


@pytest.mark.rule("START-9", "MEET-39")
def test_a_written_rule_about_the_colour_has_the_dealer_name_it_first() -> None:
    rule = "If you name red, the next player draws 4 cards."
    asked = blank(rule, seats=3, dealer=1)
    assert asked.events[2:] == (events.ColourAsked(1),)
    red, blue = asked.does(1, "name R"), asked.does(1, "name B")
    assert (sizes(red), sizes(blue)) == ([7, 7, 11], [7, 7, 7])
    assert red.phase == blue.phase == Turn(2)
    assert blue.events[1:] == (events.TurnBegan(2),)
    assert (red.colour, blue.colour) == ("R", "B")


@pytest.mark.rule("MEET-39", "MEET-40")
def test_the_dealer_names_the_colour_and_then_chooses_the_player() -> None:
    rule = "If you name green, the player you choose draws 2 cards."
    asked = blank(rule, seats=4, dealer=3)
    assert asked.phase == NamingColour(3)
    named = asked.does(3, "name G")
    assert named.events[1:] == (events.ChoiceAsked(3),)
    assert (named.phase, named.colour) == (ChoosingPlayer(3), "G")
    assert round_text(parse_round(round_text(named.round))) == round_text(named.round)
    done = named.does(3, "choose 1")
    assert sizes(done) == [7, 9, 7, 7]
    assert done.phase == Turn(0)
    spared = asked.does(3, "name R").does(3, "choose 1")
    assert (sizes(spared), spared.phase) == ([7, 7, 7, 7], Turn(0))


@pytest.mark.rule("START-9", "MEET-40")
def test_between_two_players_a_written_rule_means_the_other() -> None:
    asked = blank("The player you choose draws 2 cards.", seats=2, dealer=1)
    assert (sizes(asked), asked.phase) == ([9, 7], NamingColour(0))


@pytest.mark.rule("MEET-31", "MEET-39")
def test_who_misses_the_first_turn_names_no_colour() -> None:
    asked = blank("The next player loses a turn.", dealer=0)
    assert asked.events[2:] == (events.TurnLost(1), events.Skipped(1), events.ColourAsked(2))
    assert (asked.phase, asked.round.sitting_out) == (NamingColour(2), ())


@pytest.mark.rule("MEET-31", "MEET-39")
def test_if_everyone_loses_a_turn_the_first_player_still_starts() -> None:
    asked = blank("Everyone loses a turn.", seats=3, dealer=0)
    assert [event.seat for event in asked.events_of(events.Skipped)] == [1, 2, 0]
    assert (asked.phase, asked.round.sitting_out) == (NamingColour(1), ())


@pytest.mark.rule("MEET-35", "MEET-39")
def test_a_dealer_who_plays_again_has_the_first_turn_and_names_the_colour() -> None:
    asked = blank("Everyone else draws 1 card. You play again.", seats=3, dealer=2)
    assert asked.phase == NamingColour(2)
    assert asked.does(2, "name Y").phase == Turn(2)


@pytest.mark.rule("MEET-35", "MEET-39")
def test_a_written_reverse_gives_the_first_turn_to_the_dealers_right() -> None:
    asked = blank("Play reverses.", dealer=1)
    assert asked.events_of(events.Reversed) == [events.Reversed(1, -1)]
    assert (asked.phase, asked.round.direction) == (NamingColour(0), -1)
    two = blank("Play reverses.", seats=2, dealer=1)
    assert (two.phase, two.round.sitting_out) == (NamingColour(1), ())


@pytest.mark.rule("START-9", "WD4-5")
def test_a_hand_is_shown_and_an_honour_rule_read_at_the_start_too() -> None:
    shown = blank("The next player shows their hand to you.", seats=3)
    assert shown.events_of(events.HandShown) == [events.HandShown(1, 0, dealt_hands(shown)[1])]
    assert blank('"Sing."', seats=3).events_of(events.HonourRuleRead) == [
        events.HonourRuleRead(0, "Sing.")
    ]


@pytest.mark.rule("START-9", "MEET-34")
def test_the_dealers_partner_is_meant_in_teams() -> None:
    asked = blank("Your partner draws 2 cards.", dealer=1, more="+teams=on")
    assert sizes(asked) == [7, 7, 7, 9]


@pytest.mark.rule("UNO-7", "MEET-23")
def test_nobody_owes_uno_for_what_the_first_card_leaves_them() -> None:
    asked = blank("Everyone discards 1 card at random.", seats=3, more="+hand_size=2")
    assert sizes(asked) == [1, 1, 1]
    assert asked.round.window is None
    named = asked.does(1, "name R")
    for seat in range(3):
        named.refused(seat, "uno", Reason.UNO_NOT_OWED)
        named.refused(seat, f"catch {(seat + 1) % 3}", Reason.NOTHING_TO_CATCH)


@pytest.mark.rule("MEET-41", "CUST-4")
def test_a_first_card_that_empties_a_hand_ends_the_round_with_the_deal() -> None:
    over = blank("The next player discards 7 cards at random.", seats=3, dealer=1)
    assert [type(event) for event in over.events] == [
        events.Dealt,
        events.TurnedUp,
        events.Discarded,
        events.RoundEnded,
    ]
    assert over.phase == RoundOver(2)
    assert (over.turn, [over.may(seat) for seat in range(3)]) == (None, [[], [], []])


@pytest.mark.rule("MEET-41")
def test_a_game_scores_a_round_that_ended_with_its_deal_and_deals_the_next() -> None:
    rules = "house+blank_cards=1+written=The_next_player_discards_7_cards_at_random."
    games = (
        start_game(parse_rules(rules), Race(500), 3, Fast(seed), 0).game for seed in range(2_000)
    )
    dealt = (apply_command(game, NextRound()) for game in games)
    step = next(step for step in dealt if not is_round_on(step.game))
    scored = [event for event in step.events if isinstance(event, RoundScored)]
    assert (scored[0].winner, scored[0].points[0]) == (1, 0)
    assert step.game.scores == scored[0].points
    assert step.game.scores[1] > 0
    again = apply_command(step.game, NextRound())
    assert again.game.round_number == 2


@pytest.mark.rule("START-9", "OUT-4")
def test_a_first_wild_draw_four_draws_what_there_is() -> None:
    asked = parse_round("house hands=R1/R2,R3/R4 pile=Y1,Y2 discard=W4 naming=0 dealer=0")
    named = Table(asked).does(0, "name G")
    assert (named.hands, named.pile, named.phase) == ("R1/R2,R3,Y1,Y2/R4", "-", Turn(2))
