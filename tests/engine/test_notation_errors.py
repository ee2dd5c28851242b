from collections.abc import Callable

import pytest

from openuno import NotationError
from openuno.engine.faults import FaultKind
from openuno.engine.notation.actions import parse_action, parse_card
from openuno.engine.notation.rounds import parse_round
from openuno.engine.notation.rules import parse_rules

KEY = "00112233445566778899aabbccddeeff" * 2
LINE = "mattel-2016 hands=R7,G1/B1,B2 pile=Y1,Y2 discard=R5 turn=0"
TABLE = "mattel-2016 hands=R7,G1/B1,B2,B2/Y1 pile=- discard="

# Each text is refused at the very character before which ^ is written here.

BAD_CARDS = [
    ("^", "no card here"),
    ("^R10", "no card 'R10'"),
    ("^r7", "did you mean R7?"),
    ("^P7", "no card 'P7'"),
    ("^W5", "no card 'W5'"),
    ("^WC9", "no card 'WC9'"),
    ("^R\uff17", "no card 'R\uff17'"),
    ("^Wild", "write a code"),
    ("^ R7", "no card here"),
    ("R7^ ", "take away ' '"),
    ("R7^\n", "take away '\\n'"),
    ("^\x00", "no card here"),
    ("R7^,G1", "nothing can follow"),
    ("^" + "R" * 99, "'RRRRRRRRRRRRRRRRRRRR…'"),
]

LASTING = (
    "house+blank_cards=2+written=Nobody_may_play_red_cards_until_your_next_turn."
    "|Nobody_may_play_red_cards_until_the_end_of_the_round."
    " hands=R1/B1 pile=R2 discard=R7 turn=0 lasting="
)

BAD_ACTIONS = [
    ("^", "no action here"),
    ("^drow", "no action 'drow'"),
    ("^Draw", "did you mean draw?"),
    ("^r7!", "did you mean R7?"),
    ("^R77", "no action 'R77'"),
    ("^!", "no action here"),
    ("^ draw", "no action here"),
    ("draw^ ", "nothing can follow"),
    ("draw^\r\n", "take away '\\r\\n'"),
    ("draw^ 2", "nothing can follow"),
    ("draw^!", "nothing can follow"),
    ("W/^", "no colour here"),
    ("W/^P", "no colour 'P'"),
    ("choose^", "say which seat or which card"),
    ("choose ^R77", "no card 'R77'"),
    ("W/^b", "did you mean B?"),
    ("W/^BB", "no colour 'BB'"),
    ("W/^>2", "no colour here"),
    ("WX/R>^", "a seat is a number from 0 to 9"),
    ("WX/R>^10", "a seat is a number from 0 to 9"),
    ("WX/R>^-1", "a seat is a number"),
    ("WX/R>2^/R", "nothing can follow"),
    ("WX>2^x", "nothing can follow"),
    ("R7!^!", "nothing can follow"),
    ("R7!^>2", "nothing can follow"),
    ("name^", "say which colour"),
    ("name ^", "no colour here"),
    ("name ^ R", "no colour here"),
    ("name ^red", "no colour 'red'"),
    ("name R^ x", "nothing can follow"),
    ("catch^", "say which seat"),
    ("catch^\t2", "say which seat"),
    ("catch ^", "a seat is a number"),
    ("catch ^two", "a seat is a number"),
    ("catch ^٢", "a seat is a number"),
    ("catch ^²", "a seat is a number"),
    ("catch ^02", "a seat is a number"),
    ("catch ^" + "9" * 5000, "a seat is a number"),
    ("catch 2^ ", "nothing can follow"),
]

BAD_RULES = [
    ("^", "no edition here; choose from mattel-2016"),
    ("^chess", "no edition 'chess'"),
    ("^House", "did you mean house?"),
    ("^+decks=2", "no edition here"),
    ("house^ ", "nothing can follow"),
    ("house^=2", "nothing can follow"),
    ("house+^", "no switch here"),
    ("house+^+decks=2", "no switch here"),
    ("house+^stack=any", "no switch 'stack'; did you mean stacking?"),
    ("house+^edition=house", "no switch 'edition'"),
    ("house+jump_in^", "say how jump_in is set: jump_in=off"),
    ("house+jump_in=^", "jump_in takes on or off, not ''"),
    ("house+jump_in=^yes", "jump_in takes on or off, not 'yes'"),
    ("house+jump_in=^1", "jump_in takes on or off"),
    ("house+jump_in=on^ ", "nothing can follow"),
    ("house+stacking=^on", "stacking takes off, same or any, not 'on'"),
    ("house+decks=^two", "decks takes a number"),
    ("house+decks=^-1", "decks takes a number"),
    ("house+decks=^1000", "decks takes a number"),
    ("house+decks=^" + "1" * 5000, "decks takes a number"),
    ("house+decks=^٢", "decks takes a number"),
    ("house+decks=2^x", "nothing can follow"),
    ("house+decks=2+^decks=2", "decks is set twice"),
    ("house+^decks=9", "decks: must be 1 to 8, not 9"),
    ("house+jump_in=on+^hand_size=0", "hand_size: must be 1 to 30"),
    ("house+^wild_points=45", "wild_points: must be 40 or 50"),
    ("house+^special_points=45", "special_points: must be 40 or 50"),
    ("house+^forced_play=on+play_drawn=off", "play_drawn forbids it; change one"),
    ("house+play_drawn=off+^draw_until=on", "play_drawn forbids playing it; change one"),
]

BAD_FRAMES = [
    ("^", "no edition here"),
    ("^ mattel-2016", "no edition here"),
    ("house+^decks=9 hands=R7/B1 pile=- discard=R5 turn=0", "decks: must be"),
    ("mattel-2016^", "add the hands"),
    ("mattel-2016^\thands=R7/B1", "write a space"),
    ("mattel-2016^,", "write a space"),
    ("mattel-2016 ^", "no field here"),
    ("mattel-2016 ^ hands=R7/B1", "no field here"),
    (LINE + " ^", "no field here"),
    (LINE + "^\n", "turn ends here"),
    ("mattel-2016 pile=- discard=R5 turn=0^", "add the hands"),
    ("mattel-2016 hands=R7/B1 discard=R5 turn=0^", "add the draw pile"),
    ("mattel-2016 hands=R7/B1 pile=- turn=0^", "add the discard pile"),
    ("mattel-2016 hands=R7/B1 pile=- discard=R5^", "say what the table waits for"),
    (LINE + " ^pile=Y3", "second field for the pile"),
    (LINE + " ^turn=1", "second field for the phase"),
    (LINE + " ^over=1", "second field for the phase"),
    (LINE + " left ^right", "second field for the direction"),
    (LINE + f" fast=1@0 ^fair={KEY}@0", "second field for the generator"),
    (LINE + " ^Left", "did you mean left?"),
    (LINE + " ^color=R", "no field 'color'"),
    (LINE + " ^=3", "no field here"),
    (LINE + " dealer^", "dealer takes a value"),
    (LINE + " dealer=^", "a seat is a number"),
    (LINE + " left^=1", "left ends here"),
]

BAD_CARDS_ON_THE_TABLE = [
    ("mattel-2016 hands=^ pile=- discard=R5 turn=0", "no card here"),
    ("mattel-2016 hands=^R7 pile=- discard=R5 turn=0", "2 players or more"),
    ("mattel-2016 hands=-/-/-/-/-/-/-/-/-/-/^- pile=- discard=R5 turn=0", "10 players at most"),
    ("mattel-2016 hands=R7/^ pile=- discard=R5 turn=0", "no card here"),
    ("mattel-2016 hands=R7/B1,^ pile=- discard=R5 turn=0", "no card here"),
    ("mattel-2016 hands=R7/^b1 pile=- discard=R5 turn=0", "did you mean B1?"),
    ("mattel-2016 hands=R7/-^B1 pile=- discard=R5 turn=0", "hands ends here"),
    ("mattel-2016 hands=R7/B1 pile=Y1,^Y10 discard=R5 turn=0", "no card 'Y10'"),
    ("mattel-2016 hands=R7/B1 pile=^ discard=R5 turn=0", "no card here"),
    ("mattel-2016 hands=R7/B1 pile=Y1^/Y2 discard=R5 turn=0", "pile ends here"),
    ("mattel-2016 hands=R7,R7/B1 pile=Y1,^R7 discard=R5 turn=0", "the deck has no more R7"),
    ("mattel-2016 hands=R0/B1 pile=Y1 discard=^R0 turn=0", "the deck has no more R0"),
    ("mattel-2016 hands=R7/^WX pile=Y1 discard=R5 turn=0", "the deck has no WX"),
    ("wild-112 hands=R7/WC1 pile=^WC1 discard=R5 turn=0", "the deck has no more WC1"),
    ("wild-112 hands=R7/^WC4 pile=- discard=R5 turn=0", "the deck has no WC4"),
    ("mattel-2016 hands=R7/^?? pile=Y1 discard=R5 turn=0", "the deck has no ??"),
    ("mattel-2016 hands=R7/B1 pile=Y1 discard=^- turn=0", "put a card here"),
    ("mattel-2016 hands=R7/B1 pile=Y1 discard=^- over=0", "put a card here"),
]

BAD_FIELDS = [
    (LINE + " colour=^P", "no colour 'P'"),
    (LINE + " colour=^", "no colour here"),
    (LINE + " colour=R^,", "colour ends here"),
    (LINE + " colour=^G", "write colour=R"),
    (LINE + " colour=^-", "write colour=R"),
    ("mattel-2016 hands=R7/B1 pile=- discard=W turn=0^", "say which colour was named"),
    ("mattel-2016 hands=R7/B1 pile=- discard=W colour=^- turn=0", "say which colour was named"),
    ("mattel-2016 hands=R7/B1 pile=- discard=W over=0^", "say which colour was named"),
    ("mattel-2016 hands=R7/B1 pile=- discard=W colour=^R naming=0", "nobody has named a colour"),
    ("mattel-2016 hands=-/- pile=- discard=- colour=^R undealt", "nobody has named a colour"),
    (LINE + " dealer=^2", "a seat is a number from 0 to 1"),
    (LINE + " dealer=^-", "a seat is a number"),
    (LINE + " dealer=1^!", "dealer ends here"),
    (LINE + " laid=^2", "a seat is a number from 0 to 1"),
    (LINE + " laid=^!", "a seat is a number"),
    (LINE + " laid=1!^!", "laid ends here"),
    (LINE + " passes=^1", "passes in a row are 0 to 0"),
    ("house hands=R7/B1 pile=- discard=R5 turn=0 passes=^2", "passes in a row are 0 to 1"),
    ("house hands=-/B1 pile=- discard=R5 ^turn=1", "somebody has no card left"),
    (LINE + " misses=1,1,1,1,1,^1", "write the lowest seat first"),
    ("house hands=-/- pile=R7 discard=- undealt misses=^0", "before the deal"),
    ("house hands=-/- pile=R7 discard=- undealt lasting=^0:no:red:0", "before the deal"),
    (LINE + " lasting=1,^0:no:red:0", "write a lasting rule as"),
    (LINE + " lasting=1:no:red^", "write a lasting rule as"),
    (LINE + " lasting=^1:no:red:0", "no card of this table starts this lasting rule"),
    (LASTING + "0:no:red:-/^0:no:red:-", "at most 4 lasting rules"),
    (LASTING + "0:no:red:-/1:no:red:-/0:no:red:0/0:no:red:1/^1:no:red:1", "at most 4 lasting"),
    (LASTING + "^0:only:red:-", "no card of this table starts this lasting rule"),
    (LASTING + "0:^never:red:-", "there is no limit 'never'"),
    (LASTING + "0:no:^purple:-", "there is no kind of card 'purple'"),
    ("house hands=R7/B1 pile=- discard=R5 drawn=0:R7 ^laid=1", "nobody can be caught now"),
    ("house+play_drawn=off hands=R7/B1 pile=- discard=R5 ^drawn=0:R7", "a draw ends the turn"),
    (
        "house+bluffing=off hands=R7/B1 pile=- discard=W4 colour=R ^doubt=0:4:1:R:B1",
        "nothing to doubt",
    ),
    (LINE + " passes=^x", "passes in a row"),
    ("mattel-2016 hands=R7/B1 pile=- discard=R5 over=- passes=^3", "passes in a row are 0 to 2"),
    (LINE + " fast=^", "a seed is a number"),
    (LINE + " fast=^18446744073709551616@0", "a seed is a number"),
    (LINE + " fast=^" + "9" * 5000, "a seed is a number"),
    (LINE + " fast=^007@0", "a seed is a number"),
    (LINE + " fast=7^", "write @ and the generator's position"),
    (LINE + " fast=7@^", "a position is a number"),
    (LINE + " fast=7@^-1", "a position is a number"),
    (LINE + " fast=7@^18446744073709551616", "a position is a number"),
    (LINE + " fast=7@1^@", "fast ends here"),
    (LINE + " fair=^00@0", "a fair key is 64 characters"),
    (LINE + f" fair=^{KEY}00@0", "a fair key is 64 characters"),
    (LINE + f" fair=^{KEY.upper()}@0", "a to f"),
    (LINE + f" fair=^{KEY[:-1]}٣@0", "a fair key"),
    (LINE + f" fair={KEY}^", "write @ and the generator's position"),
]

ASKS = (
    "house+blank_cards=1+written=Everyone_discards_1_card_of_their_choice."
    "_Everyone_passes_1_card_of_their_choice_to_the_left."
    " hands=R7,R8/B1,B2/G1,G2 pile=- discard=WC1 colour=R "
)
SWAPS = "house+swap_cards=1 hands=R7/B1/B2 pile=- discard=WX "
BAD_PHASES = [
    (TABLE + "R5 turn=^", "a seat is a number from 0 to 2"),
    (TABLE + "R5 turn=^3", "a seat is a number from 0 to 2"),
    (TABLE + "R5 turn=^-", "a seat is a number"),
    (TABLE + "R5 turn=0^:1", "turn ends here"),
    (TABLE + "R5 undealt^=0", "undealt ends here"),
    (TABLE + "R5 drawn=^3:R7", "a seat is a number"),
    (TABLE + "R5 drawn=0^", "write a colon and the card drawn"),
    (TABLE + "R5 drawn=0:^", "no card here"),
    (TABLE + "R5 drawn=0:^R77", "no card 'R77'"),
    (TABLE + "R5 drawn=0:^B1", "seat 0 does not hold B1"),
    (TABLE + "R5 drawn=0:R7^,G1", "drawn ends here"),
    (TABLE + "W naming=^3", "a seat is a number"),
    (TABLE + "R5 ^naming=0", "for a wild on the discard pile, not R5"),
    (TABLE + "R5 ^choosing=0", "first_card=all-act), not R5"),
    (TABLE + "W ^choosing=0", "first_card=all-act), not W"),
    (SWAPS + "choosing=^3", "a seat is a number"),
    (SWAPS + "choosing=0^:1", "choosing ends here"),
    (SWAPS + "colour=^R choosing=0", "nobody has named a colour"),
    (SWAPS + "choosing=0 ^laid=1", "leave laid out"),
    (SWAPS + "choosing=0 misses=^0", "it is the turn of seat 0"),
    (SWAPS.replace("+", "+first_card=acts+") + "^choosing=0", "first_card=all-act), not WX"),
    (TABLE + "R5 ^picking=0:discard:1:1:-:-:0:0:-:0", "that asks a player for something, not R5"),
    (TABLE + "R5 ^deciding=0:0:0:-:0", "a custom rule that asks a player for something, not R5"),
    (ASKS + "deciding=1:0:^0:-:0", "does not ask for that"),
    (ASKS + "picking=1^:draw:1:1:-:-:0:0:-:0", "write discard, give or pass"),
    (ASKS + "picking=1:discard:^2:1:-:-:0:0:-:0", "write discard, give or pass"),
    (ASKS + "picking=1:discard:^11:1:-:-:0:0:-:0", "write discard, give or pass"),
    (ASKS + "picking=1:discard:^1:1:-:1:0:0:-:0", "write discard, give or pass"),
    (ASKS + "picking=1:discard:^1:1:0:-:0:0:-:0", "write discard, give or pass"),
    (ASKS + "picking=1:discard:1:1:-:-^", "write colons between: who laid the card"),
    (ASKS + "picking=1:discard:1:1:-:-:0:^2:-:0", "does not ask for that"),
    (ASKS + "picking=1:give:1:1:0:-:0:^0:-:0", "does not ask for that"),
    (ASKS + "picking=1:discard:1:1:-:-:0:0:^0:0", "write colons between: who laid the card"),
    (ASKS + "picking=1:pass:1:1:-:0:0:1:-:0^", "write discard, give or pass"),
    (ASKS + "picking=1:pass:1:1:-:0:0:1:-:0:-/-/^B1", "write discard, give or pass"),
    (ASKS + "naming=1:0:^0:-:0", "does not ask for that"),
    (ASKS + "picking=1:discard:1:1:-:-:0:0:-:0^:1", "picking ends here"),
    (TABLE + "RD stacked=^3:2", "a seat is a number"),
    (TABLE + "RD stacked=0^", "how many cards"),
    (TABLE + "RD stacked=0:^", "how many cards"),
    (TABLE + "RD stacked=0:^0", "how many cards"),
    (TABLE + "RD stacked=0:^1000000", "how many cards"),
    (TABLE + "R5 ^stacked=0:2", "needs a draw card on the discard pile, not R5"),
    (TABLE + "R5 ^doubt=0:4:1:R:B1", "needs a Wild Draw Four (W4) on the discard pile, not R5"),
    (TABLE + "W ^doubt=0:4:1:R:B1 colour=R", "needs a Wild Draw Four (W4)"),
    (TABLE + "W4 colour=R doubt=^3:4:1:R:B1", "a seat is a number"),
    (TABLE + "W4 colour=R doubt=0^", "how many cards"),
    (TABLE + "W4 colour=R doubt=0:^x:1:R:B1", "how many cards"),
    (TABLE + "W4 colour=R doubt=0:4^", "the seat that laid"),
    (TABLE + "W4 colour=R doubt=0:4:^3:R:B1", "a seat is a number"),
    (TABLE + "W4 colour=R doubt=0:4:^0:R:R7", "name another seat"),
    (TABLE + "W4 colour=R doubt=0:4:1^", "the colour in play before"),
    (TABLE + "W4 colour=R doubt=0:4:1:^-:B1", "no colour '-'"),
    (TABLE + "W4 colour=R doubt=0:4:1:R^", "the hand of seat 1"),
    (TABLE + "W4 colour=R doubt=0:4:1:R:^", "no card here"),
    (TABLE + "W4 colour=R doubt=0:4:1:R:B1,^R7", "the hand of seat 1 has no R7"),
    (TABLE + "W4 colour=R doubt=0:4:1:R:B1,^B1", "the hand of seat 1 has no more B1"),
    (TABLE + "W4 colour=R doubt=0:4:1:R:B1^:", "doubt ends here"),
    (TABLE + "R5 over=^", "a seat is a number"),
    (TABLE + "R5 over=^3", "a seat is a number"),
    (TABLE + "R5 over=-^1", "over ends here"),
]


def refused(parse: Callable[[str], object], marked: str, says: str) -> None:
    before, caret, after = marked.partition("^")
    assert caret, "the case marks no place"
    text = before + after
    with pytest.raises(NotationError) as caught:
        parse(text)
    error = caught.value
    assert (error.text, text[: error.at] + "^" + text[error.at :]) == (text, marked)
    assert says in error.sentence
    assert error.fault.kind is not FaultKind.OTHER
    assert error.sentence.isprintable()
    assert len(error.sentence) < 400


@pytest.mark.parametrize(("marked", "says"), BAD_CARDS)
def test_a_bad_card_is_refused_where_it_goes_wrong(marked: str, says: str) -> None:
    refused(parse_card, marked, says)


@pytest.mark.parametrize(("marked", "says"), BAD_ACTIONS)
def test_a_bad_action_is_refused_where_it_goes_wrong(marked: str, says: str) -> None:
    refused(parse_action, marked, says)


@pytest.mark.parametrize(("marked", "says"), BAD_RULES)
def test_bad_rules_are_refused_where_they_go_wrong(marked: str, says: str) -> None:
    refused(parse_rules, marked, says)


@pytest.mark.parametrize(
    ("marked", "says"), BAD_FRAMES + BAD_CARDS_ON_THE_TABLE + BAD_FIELDS + BAD_PHASES
)
def test_a_bad_round_is_refused_where_it_goes_wrong(marked: str, says: str) -> None:
    refused(parse_round, marked, says)


def test_every_kind_of_fault_in_a_line_is_tried() -> None:
    parsers: tuple[tuple[Callable[[str], object], list[tuple[str, str]]], ...] = (
        (parse_card, BAD_CARDS),
        (parse_action, BAD_ACTIONS),
        (parse_round, BAD_FRAMES + BAD_CARDS_ON_THE_TABLE + BAD_FIELDS + BAD_PHASES),
    )
    found = set()
    for parse, cases in parsers:
        for marked, _ in cases:
            with pytest.raises(NotationError) as caught:
                parse(marked.replace("^", "", 1))
            found.add(caught.value.fault.kind)
    assert {kind for kind in FaultKind if kind.startswith("line-")} <= found


def test_the_message_points_at_the_character() -> None:
    with pytest.raises(NotationError) as caught:
        parse_action("W4/P!")
    assert str(caught.value).splitlines() == [
        "there is no colour 'P'; write R, Y, G or B",
        "  W4/P!",
        "     ^",
    ]
