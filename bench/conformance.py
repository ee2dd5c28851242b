"""How RLCard plays each printed rule of `mattel-2016`: `python -m bench.conformance`.

Each probe puts RLCard's own game into a position and looks at what it does. The result goes to
bench/results_conformance.json, from which the documentation site takes it. A rule is `played` as
printed, played `otherwise`, or `absent` where the program has nothing to do it with.
"""

import json
from collections import Counter
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

import numpy as np
from rlcard.games.uno import Game
from rlcard.games.uno.card import UnoCard
from rlcard.games.uno.utils import ACTION_LIST, init_deck

RESULTS = Path(__file__).with_name("results_conformance.json")
PLAYED = "played"
Probe = Callable[[], str]
"""`played`, or what the program does instead."""
PROBES: dict[str, Probe] = {}


def probe(*clauses: str) -> Callable[[Probe], Probe]:
    """Declare which clauses a probe is about."""

    def declare(ask: Probe) -> Probe:
        PROBES.update(dict.fromkeys(clauses, ask))
        return ask

    return declare


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


def said(as_printed: bool, otherwise: str) -> str:
    return PLAYED if as_printed else otherwise


@probe("DECK-1")
def ask_deck() -> str:
    counts = Counter(each.trait for each in init_deck())
    usual = counts["0"] == 4 and counts["7"] == counts["skip"] == 8 and counts["wild_draw_4"] == 4
    return said(usual and counts.total() == 108, f"{counts.total()} cards")


@probe("DEAL-5")
def ask_deal() -> str:
    game = Game(num_players=2)
    game.init_game()
    hands = sorted(len(player.hand) for player in game.players)
    return said(hands[0] == 7, f"hands of {hands}")


@probe("START-1")
def ask_number_first() -> str:
    round = turned_up("r-5").round
    return said((round.current_player, round.direction) == (0, 1), "another player begins")


@probe("START-2")
def ask_draw_two_first() -> str:
    game = turned_up("r-draw_2")
    assert len(game.players[0].hand) == 4
    return said(game.round.current_player == 1, "the player draws two cards, but keeps the turn")


@probe("START-3")
def ask_reverse_first() -> str:
    round = turned_up("r-reverse").round
    return said((round.current_player, round.direction) == (2, -1), "another player begins")


@probe("START-4")
def ask_skip_first() -> str:
    return said(turned_up("r-skip").round.current_player == 1, "another player begins")


@probe("START-5")
def ask_wild_first() -> str:
    game = turned_up("r-wild")
    return said(
        any("wild" in action for action in game.get_legal_actions()),
        "the colour is chosen at random",
    )


@probe("START-6")
def ask_draw_four_first() -> str:
    return said(turned_up("r-wild_draw_4").round.target.trait != "wild_draw_4", "it stays")


@probe("TURN-1", "TURN-5")
def ask_matching() -> str:
    hand = "r-1 b-5 y-2 g-skip g-wild"
    fits = set(position(hand, "b-1").get_legal_actions())
    on_wild = set(position(hand, "b-1", top="y-wild").get_legal_actions())
    wilds = {f"{colour}-wild" for colour in "rgby"}
    return said(fits == {"r-1", "b-5"} | wilds and on_wild == {"y-2"} | wilds, "other cards fit")


@probe("TURN-2")
def ask_drawn_card() -> str:
    by_number = position("b-1", "b-1", top="r-5", pile="g-9 g-5")
    by_number.step("draw")
    kept = len(by_number.players[0].hand) == 2
    by_colour = position("b-1", "b-1", top="r-5", pile="g-9 r-7")
    by_colour.step("draw")
    played = len(by_colour.players[0].hand) == 1
    return said(
        not (kept and played),
        "a drawn card of the colour, or a wild in a random colour, is played without asking;"
        " one of the same number cannot be played",
    )


@probe("TURN-3")
def ask_reneging() -> str:
    return said(
        "draw" in position("r-1", "b-1").get_legal_actions(),
        "one can draw only if no card fits",
    )


@probe("ACT-1")
def ask_draw_two() -> str:
    game = position("r-draw_2 b-1", "b-1", "b-1")
    game.step("r-draw_2")
    drew = len(game.players[1].hand) == 3
    return said(drew and game.round.current_player == 2, "the next player is not skipped")


@probe("ACT-2")
def ask_reverse() -> str:
    game = position("r-reverse b-1", "b-1", "b-1")
    game.step("r-reverse")
    return said(game.round.current_player == 2, "play does not turn")


@probe("ACT-3")
def ask_skip() -> str:
    game = position("r-skip b-1", "b-1", "b-1")
    game.step("r-skip")
    return said(game.round.current_player == 2, "nobody is skipped")


@probe("ACT-4")
def ask_wild() -> str:
    game = position("r-wild r-1", "b-1", "b-1")
    offered = set(game.get_legal_actions())
    game.step("r-wild")
    return said(
        {f"{colour}-wild" for colour in "rgby"} <= offered and game.round.target.color == "r",
        "not every colour can be named",
    )


@probe("WD4-1")
def ask_draw_four() -> str:
    game = position("r-wild_draw_4 b-1", "b-1", "b-1")
    game.step("g-wild_draw_4")
    drew = len(game.players[1].hand) == 5
    return said(
        drew and game.round.current_player == 2 and game.round.target.color == "g",
        "the next player keeps the turn",
    )


@probe("WD4-2")
def ask_draw_four_legality() -> str:
    offered = position("r-wild_draw_4 b-5", "b-1", top="r-5").get_legal_actions()
    return said(
        any("wild_draw_4" in action for action in offered),
        "it can be played only if no other card fits at all, be it by number or a wild",
    )


@probe("WD4-3")
def ask_bluff() -> str:
    offered = position("r-wild_draw_4 r-1", "b-1", top="r-5").get_legal_actions()
    return said(any("wild_draw_4" in action for action in offered), "it cannot be bluffed")


@probe("WD4-4", "WD4-5", "WD4-6", "WD4-7", "UNO-1", "UNO-2", "UNO-3", "UNO-4", "UNO-5", "UNO-6")
def ask_calls() -> str:
    others = [each for each in ACTION_LIST if each != "draw" and each.split("-")[0] not in "rgby"]
    return said(bool(others), f"absent: its {len(ACTION_LIST)} actions play a card or draw one")


@probe("OUT-1")
def ask_going_out() -> str:
    game = position("r-1", "b-1")
    game.step("r-1")
    return said(game.is_over(), "play goes on")


@probe("OUT-2")
def ask_last_draw_two() -> str:
    game = position("r-draw_2", "b-1")
    game.step("r-draw_2")
    return said(game.is_over() and len(game.players[1].hand) == 3, "the cards are not taken")


@probe("OUT-3")
def ask_reshuffle() -> str:
    game = position("b-1", "b-1", top="r-5", pile="g-9")
    game.round.played_cards = [card("y-1"), card("y-2"), game.round.target]
    game.dealer.deck.clear()
    game.step("draw")
    shuffled = [each.str for each in [*game.dealer.deck, *game.players[0].hand]]
    return said("r-5" not in shuffled, "the card in play is shuffled in, too")


@probe("OUT-4")
def ask_no_cards_left() -> str:
    game = position("r-draw_2 b-1", "b-1", "b-1", top="r-5", pile="g-9")
    game.round.played_cards = []
    game.dealer.deck.clear()
    try:
        game.step("r-draw_2")
    except IndexError:
        return "the program stops with an IndexError"
    return PLAYED


@probe("SCORE-1", "SCORE-4")
def ask_points() -> str:
    game = position("r-1", "b-9 b-wild")
    game.step("r-1")
    return said(max(game.get_payoffs()) == 59, "absent: it plays single rounds, worth 1 and -1")


@probe("TWO-1")
def ask_reverse_of_two() -> str:
    game = position("r-reverse b-1", "b-1")
    game.step("r-reverse")
    return said(game.round.current_player == 0, "it does nothing: the turn passes")


@probe("TWO-2")
def ask_skip_of_two() -> str:
    game = position("r-skip b-1", "b-1")
    game.step("r-skip")
    return said(game.round.current_player == 0, "the turn passes")


@probe("TWO-3")
def ask_draw_two_of_two() -> str:
    game = position("r-draw_2 b-1", "b-1")
    game.step("r-draw_2")
    return said(game.round.current_player == 0, "the turn passes")


def main() -> None:
    """Ask every probe and keep the answers."""
    found = {clause: PROBES[clause]() for clause in PROBES}
    result = {"program": "RLCard", "version": version("rlcard"), "clauses": found}
    RESULTS.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    for clause, answer in found.items():
        print(f"{clause:8} {answer}")
    played = sum(answer == PLAYED for answer in found.values())
    print(f"{played} of {len(found)} as printed")


if __name__ == "__main__":
    main()
