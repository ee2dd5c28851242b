"""What `expert` takes for possible: deals that fit what a seat saw, likely by what others did."""

from collections import Counter
from functools import reduce
from itertools import permutations
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from bench.hidden_hands import compare_hands, infer
from bench.playing_styles import collect_choices, fit, score
from openuno import Card, Colour, Fast, Mind, Round, apply, redact, seat_to_act, view
from openuno.bots.memory import ChangeKind, Memory, remember
from openuno.engine.actions import Draw, Keep, Play
from openuno.engine.cards import KIND_OF
from openuno.engine.events import Dealt, Reshuffled
from openuno.engine.notation.actions import parse_action
from openuno.engine.notation.rounds import parse_round
from openuno.engine.rng import Generator
from openuno.engine.rules import deck
from openuno.engine.state import AfterDraw, RoundOver, Turn
from openuno.local.search.belief import Belief, Deals, can_sample, likelihood
from openuno.local.search.past_turns import MAX_CHOICES, PastAct, list_past_turns
from openuno.local.search.styles import DRAWS, LAST, SIZE, find_styles, list_plays
from tests.bots.test_properties import remembering
from tests.policies import Game
from tests.strategies import games, generators

PILE = "pile=Y1,Y2,Y3,Y4,Y5,Y6,Y7,Y8,Y9,G7,G8,G9,B7,B8,B9,R1,R2,R3"
Moves = tuple[tuple[int, str], ...]


@given(game=games(), rng=generators())
@settings(max_examples=40)
def test_a_possible_deal_looks_the_same_to_the_seat(game: Game, rng: Generator) -> None:
    round = game.turned[-1].before if game.turned else game.round
    if isinstance(round.phase, RoundOver):
        return
    for seat in range(len(round.hands)):
        seen = view(round, seat)
        if not can_sample(seen):
            continue
        mind = remembering(game, seat, Mind(rng))
        belief = Belief(seen, mind.memory)
        assert belief.is_possible
        world = Deals(belief).sample(rng, 0)
        assert view(world, seat) == seen
        everything = Counter([*world.pile, *world.discard, *(c for h in world.hands for c in h)])
        assert everything <= Counter(deck(round.rules))


def watch(
    position: str, moves: Moves, rules: str = "mattel-2016", pile: str = PILE
) -> tuple[Round, Memory]:
    """The round after some moves, and what seat 0 remembers of them."""
    round = parse_round(f"{rules} {pile} {position}")
    memory = begin_memory(round, 0)
    for actor, move in moves:
        step = apply(round, actor, parse_action(move))
        memory = reduce(remember, (redact(event, 0) for event in step.events), memory)
        round = step.round
    return round, memory


def begin_memory(round: Round, seat: int) -> Memory:
    """What a seat remembers if the round begins here."""
    dealt = remember(Memory(), redact(Dealt(round.hands, round.pile, 0), seat))
    return replace(dealt, colour=round.colour, direction=round.direction, top=round.discard[-1])


def sample_cards(position: str, *moves: tuple[int, str]) -> list[Card]:
    """Cards that seat 0 gives to the other player in many deals, after these moves."""
    round, memory = watch(position, moves)
    belief = Belief(view(round, 0), memory)
    deals = Deals(belief)
    worlds = (deals.sample(Fast(2), number) for number in range(200))
    return [card for world in worlds for card in world.hands[1]]


def share(cards: list[Card], colour: Colour | None) -> float:
    return sum(card.colour is colour for card in cards) / len(cards)


@pytest.mark.parametrize(("pile", "deals"), [("R1,R9,Y1,Y2,B5,B8,W,Y3", 4096), ("R1,Y1,B5,W", 512)])
def test_a_hand_comes_as_often_as_it_is_likely(pile: str, deals: int) -> None:
    # In the second case so few cards are left that every deal is new.
    round, memory = watch(
        "discard=R5 turn=1 hands=B1/R3,R7,G1,G2", ((1, "R3"),), pile=f"pile={pile}"
    )
    seen = view(round, 0)
    hidden = Counter([*round.pile, *round.hands[1]])
    rest = Counter(deck(round.rules)) - hidden - Counter([*round.hands[0], *round.discard])
    belief = Belief(replace(seen, discard=(*rest.elements(), *round.discard)), memory)
    weights, found, sampler = Counter[Card](), Counter[Card](), Deals(belief)
    for hand in permutations(hidden.elements(), 3):
        likely = likelihood([KIND_OF[card] for card in hand], belief.turns[1], belief.styles)
        weights.update(dict.fromkeys(hand, likely))
    for number in range(deals):
        found.update(sampler.sample(Fast(3), number).hands[1])
    shares = {card: 3 * weights[card] / weights.total() for card in hidden}
    assert max(shares.values()) > 1.5 * min(shares.values())
    assert {card: found[card] / deals for card in hidden} == pytest.approx(shares, abs=0.05)


def test_a_player_who_drew_is_rarely_given_the_colour() -> None:
    position = "discard=R5 turn=1 hands=B1,B2,R6/G1,G2,G3"
    before = sample_cards(position)
    after = sample_cards(position, (1, "draw"), (1, "keep"))
    assert share(after, Colour.RED) < share(before, Colour.RED) / 2


def test_a_player_who_played_one_of_a_colour_has_fewer_left_to_choose_from() -> None:
    position = "discard=R5 turn=1 hands=B1,B2,R6/G1,G2,R4"
    before, after = sample_cards(position), sample_cards(position, (1, "R4"))
    assert share(after, Colour.RED) < share(before, Colour.RED)


def test_a_player_who_named_a_colour_is_given_much_of_it() -> None:
    position = "discard=R5 turn=1 hands=B1,B2,R6/G1,G2,G3,W"
    before, after = sample_cards(position), sample_cards(position, (1, "W/G"))
    assert share(after, Colour.GREEN) > 1.2 * share(before, Colour.GREEN)
    assert share(after, Colour.RED) < share(before, Colour.RED) / 1.5


def test_a_player_who_laid_a_draw_four_is_rarely_given_the_colour_before() -> None:
    position = "discard=R5 turn=1 hands=B1,B2,R6/G1,G2,G3,W4"
    before, after = sample_cards(position), sample_cards(position, (1, "W4/G"))
    assert share(after, Colour.RED) < share(before, Colour.RED) / 1.5


def test_a_draw_four_that_nobody_remembers_was_probably_no_bluff_either() -> None:
    text = f"mattel-2016 {PILE} discard=W4,R5 colour=G laid=1 hands=G1,G2/B1,G3 doubt=0:4:1:R:B1,G3"
    belief = Belief(view(parse_round(text), 0), Memory())
    deals = Deals(belief)
    hands = [deals.sample(Fast(2), number).hands[1] for number in range(200)]
    assert sum(card.colour is Colour.RED for hand in hands for card in hand) < 40


@pytest.mark.parametrize(
    ("position", "rules", "moves", "acts"),
    [
        ("hands=B1,R2/R3,G1,G2", "mattel-2016", ((1, "R3"),), [PastAct.CHOSE]),
        (
            "hands=B1,R2/B3,G1,G2",
            "mattel-2016",
            ((1, "draw"), (1, "keep")),
            [PastAct.KEPT, PastAct.DREW],
        ),
        (
            "colour=Y hands=B1,R2/B3,G1,G2",
            "mattel-2016",
            ((1, "draw"), (1, "Y1")),
            [PastAct.PLAYED_DRAWN, PastAct.DREW],
        ),
        (
            "hands=B1,RD/R3,G1,G2",
            "mattel-2016",
            ((1, "R3"), (0, "RD")),
            [PastAct.GOT, PastAct.CHOSE],
        ),
        (
            "hands=B1,RD/RD,R3,G2",
            "mattel-2016+stacking=any",
            ((1, "R3"), (0, "RD"), (1, "RD")),
            [PastAct.PLAYED, PastAct.CHOSE],
        ),
        (
            "hands=B1,R4,R2/R4,G1,G2",
            "mattel-2016+jump_in=on",
            ((1, "R4"), (0, "R4"), (1, "draw"), (1, "keep")),
            [PastAct.KEPT, PastAct.DREW, PastAct.CHOSE],
        ),
        (  # jumped in after drawing two, before the player whose turn it was
            "hands=B1,RD,R2/RD,R3,G2",
            "mattel-2016+jump_in=on",
            ((1, "R3"), (0, "RD"), (1, "RD")),
            [PastAct.PLAYED, PastAct.GOT, PastAct.CHOSE],
        ),
        (  # stacked after catching the player who laid the draw card
            "hands=B1,RD/RD,R3,G2",
            "mattel-2016+stacking=any",
            ((1, "R3"), (0, "RD"), (1, "catch 0"), (1, "RD")),
            [PastAct.PLAYED, PastAct.CHOSE],
        ),
        (  # played the card drawn after another player paid for a suggestion
            "colour=Y hands=B1,R2/B3,G1,G2",
            "mattel-2016+suggestion_penalty=1",
            ((1, "draw"), (0, "suggest"), (1, "Y1")),
            [PastAct.PLAYED_DRAWN, PastAct.DREW],
        ),
        (  # kept a card that fits: it drew until it had one
            "hands=B1,R2/B3,G1,G2",
            "mattel-2016+draw_until=on",
            ((1, "draw"), (1, "keep")),
            [PastAct.GOT, PastAct.DREW],
        ),
        (  # in two turns of its own, while the other player sat out
            "misses=0 hands=B1,R2/R3,G1,G2",
            "mattel-2016+play_drawn=off",
            ((1, "draw"), (1, "R3")),
            [PastAct.CHOSE, PastAct.DREW],
        ),
    ],
)
def test_what_a_player_did_is_read_from_what_everyone_saw(
    position: str, rules: str, moves: Moves, acts: list[PastAct]
) -> None:
    top = "W" if "colour" in position else "R5"
    round, memory = watch(f"discard={top} turn=1 {position}", moves, rules)
    assert [turn.act for turn in list_past_turns(view(round, 0), memory)[1]] == acts


@given(game=games())
@settings(max_examples=60)
def test_choices_are_read_only_where_a_player_had_one(game: Game) -> None:
    if not game.turned:
        return
    watcher = game.turned[-1].seat
    memory = begin_memory(game.opening.round, watcher)
    for turned in game.turned:
        first, *others = (redact(event, watcher) for event in turned.step.events)
        memory = remember(memory, first)
        if turned.seat != watcher and isinstance(turned.action, (Play, Draw, Keep)):
            if isinstance(first, Reshuffled):
                memory = remember(memory, others.pop(0))
            read = list_past_turns(view(turned.before, watcher), memory)[turned.seat][0]
            phase = turned.before.phase
            in_turn = seat_to_act(turned.before) == turned.seat
            if read.act in (PastAct.CHOSE, PastAct.DREW):
                assert in_turn
                assert isinstance(phase, Turn)
            if isinstance(turned.action, Play):
                has_drawn = in_turn and isinstance(phase, AfterDraw)
                assert (read.act == PastAct.PLAYED_DRAWN) == has_drawn
        memory = reduce(remember, others, memory)


def test_what_was_done_with_a_hand_goes_with_it() -> None:
    position = "discard=R5 turn=1 hands=B1,R7,R2/R3,G1,G2/Y1,Y2,R9"
    moves = ((1, "R3"), (2, "R9"), (0, "R7>1"))
    round, memory = watch(position, moves, "mattel-2016+seven_zero=on")
    turns = list_past_turns(view(round, 0), memory)
    # Seat 1 now has the hand of seat 0, from which a seven was played.
    assert [turn.kind for turn in turns[1]] == [KIND_OF[Card.R7]]
    assert [turn.kind for turn in turns[2]] == [KIND_OF[Card.R9]]
    assert memory.sizes == tuple(map(len, round.hands))


def test_cards_given_away_hide_what_came_before() -> None:
    rules = "house+blank_cards=1+written=You_give_a_random_card_to_the_next_player."
    position = "discard=R5 turn=1 hands=B1,R2/R3,WC1,G2/Y1,Y2"
    round, memory = watch(position, ((1, "R3"), (2, "draw"), (2, "keep"), (0, "R2")), rules)
    assert [turn.act for turn in list_past_turns(view(round, 0), memory)[1]] == [PastAct.CHOSE]
    step = apply(round, 1, parse_action("WC1/G"))
    memory = reduce(remember, (redact(event, 0) for event in step.events), memory)
    assert memory.changes[-1].how is ChangeKind.MOVED
    turns = list_past_turns(view(step.round, 0), memory)
    assert turns[1] == turns[2] == []


def test_only_the_latest_choices_are_looked_at() -> None:
    moves = ((1, "draw"), (1, "keep"), (0, "draw"), (0, "keep")) * (MAX_CHOICES + 2)
    pile = "pile=" + ",".join(["Y1", "Y2", "Y3", "Y4", "Y6", "Y7", "Y8", "Y9", "G1", "G2"] * 2)
    round, memory = watch("discard=R5 turn=1 hands=B1,B2/B3,B4", moves, pile=pile)
    turns = list_past_turns(view(round, 0), memory)[1]
    assert [turn.act for turn in turns].count(PastAct.DREW) == MAX_CHOICES


@pytest.mark.parametrize("players", [2, 4])
def test_a_style_has_an_entry_for_everything_that_can_be_played(players: int) -> None:
    styles = find_styles(players)
    assert {len(table) for table in styles} == {SIZE}
    assert all(table[LAST] == 1.0 and min(table) > 0 for table in styles)
    hand = [KIND_OF[card] for card in (Card.R1, Card.R1, Card.B5, Card.G7, Card.W, Card.W4)]
    plays = list(list_plays(hand, 2, 5, 0))
    # A red one once, a blue five, and each wild in four colours.
    assert len(plays) == 2 + 2 * 4
    assert len({play[:2] for play in plays}) == len(plays)
    assert max(entry for *_, entries in plays for entry in entries) < DRAWS


def test_a_hand_that_explains_nothing_is_unlikely_but_possible() -> None:
    round, memory = watch("discard=R5 turn=1 hands=B1,B2/G1,G2", ((1, "draw"), (1, "keep")))
    belief = Belief(view(round, 0), memory)
    fits, lacks = ([KIND_OF[card] for card in hand] for hand in ([Card.R1] * 3, [Card.G1] * 3))
    found = [likelihood(hand, belief.turns[1], belief.styles) for hand in (fits, lacks)]
    assert 0 < found[0] < found[1] / 10


def test_of_a_hand_that_was_seen_nothing_is_inferred() -> None:
    round, memory = watch("discard=R5 turn=1 hands=B1,B2/G1,R2,R3", ((1, "R3"),))
    seen = view(round, 0)
    assert len(compare_hands(seen, memory, round, Random(1))) == 1
    knowing = replace(memory, known=(memory.known[0], round.hands[1]))
    assert compare_hands(seen, knowing, round, Random(1)) == []


@pytest.mark.parametrize(("bot", "players"), [("regular", 2), ("regular", 4), ("master", 2)])
def test_true_hands_are_likelier_than_others(bot: str, players: int) -> None:
    found = infer(bot, players, 6)
    assert found["nats"] > 0.4
    assert found["hands"] > 10


def test_the_tables_predict_what_the_bots_choose() -> None:
    # Rounds that the tables were not fitted to.
    regular, master, anyone = (np.log(np.array(table)) for table in find_styles(4))
    choices = collect_choices("regular", 4, range(10**6, 10**6 + 4))
    assert score(choices, regular)[0] > 0.8
    assert score(choices, regular)[1] > max(score(choices, each)[1] for each in (master, anyone))


def test_a_fit_is_better_than_no_weights() -> None:
    choices = collect_choices("regular", 2, range(3))
    weights = fit(choices)
    assert score(choices, weights)[1] > score(choices, np.zeros(SIZE))[1] + 0.3
