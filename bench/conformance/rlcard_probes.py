"""The questions to RLCard, whose UNO is a game of `rlcard.games.uno`."""

from collections import Counter

import numpy as np
from rlcard.games.uno import Game
from rlcard.games.uno.card import UnoCard
from rlcard.games.uno.utils import ACTION_LIST, init_deck

from bench.conformance.probes import PLAYED, Probes, answer

PROBES = Probes()


def card(text: str) -> UnoCard:
    colour, trait = text.split("-")
    kind = "number" if trait.isdigit() else "wild" if trait.startswith("wild") else "action"
    return UnoCard(kind, colour, trait)


def position(*hands: str, top: str = "r-5", pile: str = "") -> Game:
    """A game in which player 0 is to move; the pile is drawn from its end."""
    game = Game(num_players=len(hands))
    game.np_random = np.random.RandomState(1)
    game.init_game()
    for player, hand in zip(game.players, hands, strict=True):
        player.hand = [card(each) for each in hand.split()]
    game.round.target = card(top)
    game.round.played_cards = [game.round.target]
    game.round.current_player, game.round.direction = 0, 1
    game.dealer.deck[:] = [card(each) for each in pile.split()] if pile else game.dealer.deck
    return game


def turned_up(top: str, players: int = 3) -> Game:
    """A game that begins with this card."""
    game = position(*["b-1 b-2"] * players)
    game.dealer.deck.append(card(top))
    game.round.played_cards = []
    game.round.perform_top_card(game.players, game.round.flip_top_card())
    return game


@PROBES.about("DECK-1")
def ask_deck() -> str:
    counts = Counter(each.trait for each in init_deck())
    usual = counts["0"] == 4 and counts["7"] == counts["skip"] == 8 and counts["wild_draw_4"] == 4
    return answer(usual and counts.total() == 108, f"{counts.total()} cards")


@PROBES.about("DEAL-5")
def ask_deal() -> str:
    game = Game(num_players=2)
    game.init_game()
    hands = sorted(len(player.hand) for player in game.players)
    return answer(hands[0] == 7, f"hands of {hands}")


@PROBES.about("START-1")
def ask_number_first() -> str:
    round = turned_up("r-5").round
    return answer((round.current_player, round.direction) == (0, 1), "another player begins")


@PROBES.about("START-2")
def ask_draw_two_first() -> str:
    game = turned_up("r-draw_2")
    assert len(game.players[0].hand) == 4
    return answer(game.round.current_player == 1, "the player draws two cards, but keeps the turn")


@PROBES.about("START-3")
def ask_reverse_first() -> str:
    round = turned_up("r-reverse").round
    return answer((round.current_player, round.direction) == (2, -1), "another player begins")


@PROBES.about("START-4")
def ask_skip_first() -> str:
    return answer(turned_up("r-skip").round.current_player == 1, "another player begins")


@PROBES.about("START-5")
def ask_wild_first() -> str:
    game = turned_up("r-wild")
    return answer(
        any("wild" in action for action in game.get_legal_actions()),
        "the colour is chosen at random",
    )


@PROBES.about("START-6")
def ask_draw_four_first() -> str:
    return answer(turned_up("r-wild_draw_4").round.target.trait != "wild_draw_4", "it stays")


@PROBES.about("TURN-1", "TURN-5")
def ask_matching() -> str:
    hand = "r-1 b-5 y-2 g-skip g-wild"
    fits = set(position(hand, "b-1").get_legal_actions())
    on_wild = set(position(hand, "b-1", top="y-wild").get_legal_actions())
    wilds = {f"{colour}-wild" for colour in "rgby"}
    return answer(fits == {"r-1", "b-5"} | wilds and on_wild == {"y-2"} | wilds, "other cards fit")


@PROBES.about("TURN-2")
def ask_drawn_card() -> str:
    by_number = position("b-1", "b-1", top="r-5", pile="g-9 g-5")
    by_number.step("draw")
    kept = len(by_number.players[0].hand) == 2
    by_colour = position("b-1", "b-1", top="r-5", pile="g-9 r-7")
    by_colour.step("draw")
    played = len(by_colour.players[0].hand) == 1
    return answer(
        not (kept and played),
        "a drawn card of the colour, or a wild in a random colour, is played without asking;"
        " one of the same number cannot be played",
    )


@PROBES.about("TURN-3")
def ask_reneging() -> str:
    return answer(
        "draw" in position("r-1", "b-1").get_legal_actions(),
        "one can draw only if no card fits",
    )


@PROBES.about("ACT-1")
def ask_draw_two() -> str:
    game = position("r-draw_2 b-1", "b-1", "b-1")
    game.step("r-draw_2")
    drew = len(game.players[1].hand) == 3
    return answer(drew and game.round.current_player == 2, "the next player is not skipped")


@PROBES.about("ACT-2")
def ask_reverse() -> str:
    game = position("r-reverse b-1", "b-1", "b-1")
    game.step("r-reverse")
    return answer(game.round.current_player == 2, "play does not turn")


@PROBES.about("ACT-3")
def ask_skip() -> str:
    game = position("r-skip b-1", "b-1", "b-1")
    game.step("r-skip")
    return answer(game.round.current_player == 2, "nobody is skipped")


@PROBES.about("ACT-4")
def ask_wild() -> str:
    game = position("r-wild r-1", "b-1", "b-1")
    offered = set(game.get_legal_actions())
    game.step("r-wild")
    return answer(
        {f"{colour}-wild" for colour in "rgby"} <= offered and game.round.target.color == "r",
        "not every colour can be named",
    )


@PROBES.about("WD4-1")
def ask_draw_four() -> str:
    game = position("r-wild_draw_4 b-1", "b-1", "b-1")
    game.step("g-wild_draw_4")
    drew = len(game.players[1].hand) == 5
    return answer(
        drew and game.round.current_player == 2 and game.round.target.color == "g",
        "the next player keeps the turn",
    )


@PROBES.about("WD4-2")
def ask_draw_four_legality() -> str:
    offered = position("r-wild_draw_4 b-5", "b-1", top="r-5").get_legal_actions()
    return answer(
        any("wild_draw_4" in action for action in offered),
        "it can be played only if no other card fits at all, be it by number or a wild",
    )


@PROBES.about("WD4-3")
def ask_bluff() -> str:
    offered = position("r-wild_draw_4 r-1", "b-1", top="r-5").get_legal_actions()
    return answer(any("wild_draw_4" in action for action in offered), "it cannot be bluffed")


@PROBES.about(
    "WD4-4", "WD4-5", "WD4-6", "WD4-7", "UNO-1", "UNO-2", "UNO-3", "UNO-4", "UNO-5", "UNO-6"
)
def ask_calls() -> str:
    others = [each for each in ACTION_LIST if each != "draw" and each.split("-")[0] not in "rgby"]
    return answer(bool(others), f"absent: its {len(ACTION_LIST)} actions play a card or draw one")


@PROBES.about("OUT-1")
def ask_going_out() -> str:
    game = position("r-1", "b-1")
    game.step("r-1")
    return answer(game.is_over(), "play goes on")


@PROBES.about("OUT-2")
def ask_last_draw_two() -> str:
    game = position("r-draw_2", "b-1")
    game.step("r-draw_2")
    return answer(game.is_over() and len(game.players[1].hand) == 3, "the cards are not taken")


@PROBES.about("OUT-3")
def ask_reshuffle() -> str:
    game = position("b-1", "b-1", top="r-5", pile="g-9")
    game.round.played_cards = [card("y-1"), card("y-2"), game.round.target]
    game.dealer.deck.clear()
    game.step("draw")
    shuffled = [each.str for each in [*game.dealer.deck, *game.players[0].hand]]
    return answer("r-5" not in shuffled, "the card in play is shuffled in, too")


@PROBES.about("OUT-4")
def ask_no_cards_left() -> str:
    game = position("r-draw_2 b-1", "b-1", "b-1", top="r-5", pile="g-9")
    game.round.played_cards = []
    game.dealer.deck.clear()
    try:
        game.step("r-draw_2")
    except IndexError:
        return "the program stops with an IndexError"
    return PLAYED


@PROBES.about("SCORE-1", "SCORE-4")
def ask_points() -> str:
    game = position("r-1", "b-9 b-wild")
    game.step("r-1")
    return answer(max(game.get_payoffs()) == 59, "absent: it plays single rounds, worth 1 and -1")


@PROBES.about("TWO-1")
def ask_reverse_of_two() -> str:
    game = position("r-reverse b-1", "b-1")
    game.step("r-reverse")
    return answer(game.round.current_player == 0, "it does nothing: the turn passes")


@PROBES.about("TWO-2")
def ask_skip_of_two() -> str:
    game = position("r-skip b-1", "b-1")
    game.step("r-skip")
    return answer(game.round.current_player == 0, "the turn passes")


@PROBES.about("TWO-3")
def ask_draw_two_of_two() -> str:
    game = position("r-draw_2 b-1", "b-1")
    game.step("r-draw_2")
    return answer(game.round.current_player == 0, "the turn passes")
