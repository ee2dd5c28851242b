import pytest

from openuno import Card, View, view
from openuno.engine.events import RoundEnded
from openuno.engine.notation.rounds import parse_round
from openuno.terminal.text import layout, moves
from openuno.terminal.text.narration import Names

NAMES = Names(("Zoe", "Ada", "Bo"), you=0)
TABLE = "pile=Y1,Y2 discard=R5,Y5 colour=R dealer=2"


def seen(position: str) -> View:
    return view(parse_round(position), 0)


def shown(position: str, width: int = 80) -> list[str]:
    return layout.position(seen(position), NAMES, {1}, width).plain.splitlines()


def prompted(position: str) -> str:
    known = seen(position)
    return moves.prompt(known, NAMES, known.legal)


def test_a_card_has_shape_letter_and_colour() -> None:
    looks = {card: layout.card(card) for card in (Card.R7, Card.Y7, Card.G7, Card.B7, Card.W4)}
    assert [look.plain for look in looks.values()] == ["●R7", "▲Y7", "■G7", "◆B7", "★W4"]
    assert len({str(look.style) for look in looks.values()}) == 5


def test_the_table_shows_players_direction_piles_and_hand() -> None:
    assert shown(f"mattel-2016 hands=B1,R7,W/B2/G1,G2 {TABLE} turn=0") == [
        "▸ 0 Zoe (you)  3 cards",
        "  1 Ada        1 card    said UNO",
        "  2 Bo         2 cards   dealer",
        "  ↓ play runs to the left",
        "  top ●R5 Red 5   pile 2",
        "  hand ◆B1 Blue 1   ●R7 Red 7   ★W Wild",
    ]


def test_the_table_shows_the_other_direction_and_who_owes_uno() -> None:
    lines = shown(f"mattel-2016 hands=B1,R7/B2/G1 {TABLE} right turn=0 laid=2")
    assert lines[2:4] == [
        "  2 Bo         1 card    has not said UNO, dealer",
        "  ↑ play runs to the right",
    ]


def test_no_colour_is_shown_before_one_is_named() -> None:
    position = "mattel-2016 hands=B1,R7/B2,B3/G1,G3 pile=Y1 discard=W naming=0"
    assert shown(position)[4] == "  top ★W Wild   pile 1"
    assert prompted(position) == "your turn: name the colour"


def test_the_dealer_is_asked_about_the_first_card() -> None:
    hands = "hands=B1,R7/B2,B3/G1,G3 pile=Y1"
    four = f"house {hands} discard=W4 naming=0 dealer=0"
    assert prompted(four) == "you deal: name the colour of the Wild Draw Four"
    swap = f"house+swap_cards=1 {hands} discard=WX choosing=0 dealer=0"
    assert prompted(swap) == "you deal: choose a player for the Wild Swap Hands"
    known = seen(swap)
    assert (
        moves.numbered_actions(known.legal, NAMES, 80).plain == "  1 choose 1 Ada   2 choose 2 Bo"
    )


@pytest.mark.parametrize("width", [42, 80])
def test_no_row_is_wider_than_the_screen(width: int) -> None:
    hand = ",".join(card.value for card in Card if card.value[0] in "BGR")
    position = f"house+swap_cards=1 hands={hand},WX/B2/G1 pile=Y1 discard=Y5 turn=0"
    rows = shown(position, width)
    known = seen(position)
    rows += moves.numbered_actions(known.legal, NAMES, width).plain.splitlines()
    assert max(map(len, rows)) <= width
    assert not [row for row in rows if row != row.rstrip()]
    cards = " ".join(rows).split()
    assert cards.count("◆BD") == 1


def test_a_row_filled_to_the_brim_is_followed_by_another() -> None:
    known = seen("mattel-2016 hands=R1,R2,R3/B2/G1 pile=Y1 discard=R5 turn=0")
    rows = moves.numbered_actions(known.legal, NAMES, len("  1 ●R1 Red 1   2 ●R2 Red 2")).plain
    assert rows == "  1 ●R1 Red 1   2 ●R2 Red 2\n  3 ●R3 Red 3   4 draw"


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ("hands=B1,R7,R8/B2/G1 turn=0", "your turn"),
        ("hands=B1,R7/B2/G1 turn=0", "your turn (! says UNO)"),
        ("hands=B1,G7/B2/G1 turn=0", "your turn (Enter for this one)"),
        ("hands=B1,B2,R7/B2/G1 drawn=0:R7", "your turn: you may play the Red 7"),
        (
            "hands=B1,B2,G7/B2/G1 drawn=0:G7",
            "your turn: the Green 7 does not fit (Enter for this one)",
        ),
    ],
)
def test_the_prompt_says_what_the_table_waits_for(position: str, words: str) -> None:
    assert prompted(f"mattel-2016 {TABLE} {position}") == words


def test_the_prompt_says_what_there_is_to_draw() -> None:
    stack = "house+stacking=any hands=B1,B2/B2/G1 pile=Y1 discard=RD stacked=0:4 laid=2"
    assert prompted(stack) == "your turn: 4 cards to draw, unless you add a draw card"
    doubt = "mattel-2016 hands=B1,B2/B3/G1,G2 pile=Y1 discard=W4,R1 colour=B laid=2"
    assert prompted(f"{doubt} doubt=0:4:2:R:G1,G2") == (
        "your turn: 4 cards to draw, unless you challenge Bo, who held 2 cards when red was in play"
    )
    assert prompted(f"{doubt.replace('laid=2', '')}over=-") == "no turn"


@pytest.mark.parametrize(
    ("pile", "text"),
    [
        ("discard=R7 colour=R", "Red 7"),
        ("discard=W,R1 colour=G", "Wild (green)"),
        ("discard=W naming=0", "Wild"),
    ],
)
def test_the_top_card_is_named_and_a_wild_with_its_colour(pile: str, text: str) -> None:
    turn = "" if "naming" in pile else " turn=0"
    known = seen(f"classic hands=B1,R7/B2,B3/G1,G3 pile=Y1 {pile}{turn}")
    assert layout.top_card(known) == text


def test_moves_are_numbered() -> None:
    known = seen("classic hands=B1,R7,W/B2/G1 pile=Y1,Y2 discard=R5 colour=R turn=0 laid=2")
    assert moves.numbered_actions(known.legal[:7], NAMES, 80).plain.splitlines() == [
        "  1 ●R7 Red 7   2 ★W/B Wild, blue   3 ★W/G Wild, green   4 ★W/R Wild, red",
        "  5 ★W/Y Wild, yellow   6 draw   7 catch 2 Bo",
    ]


def test_a_colour_to_name_has_its_shape() -> None:
    known = seen("mattel-2016 hands=B1,R7/B2,B3/G1,G3 pile=Y1 discard=W naming=0")
    listed = moves.numbered_actions(known.legal, NAMES, 80).plain
    assert listed == "  1 name B ◆ blue   2 name G ■ green   3 name R ● red   4 name Y ▲ yellow"


def test_the_score_lays_the_hands_open() -> None:
    ended = RoundEnded(1, ((Card.R7, Card.W), (), (Card.G1,)), (57, 0, 1))
    assert layout.open_hands(ended, NAMES, 80).plain.splitlines() == [
        "  Zoe   57  ●R7 ★W",
        "  Ada    0",
        "  Bo     1  ■G1",
    ]


def test_a_long_hand_hangs_under_its_first_card() -> None:
    ended = RoundEnded(1, ((Card.R7,) * 12, (), (Card.G1,)), (84, 0, 1))
    first, second, *_ = layout.open_hands(ended, NAMES, 40).plain.splitlines()
    assert second.index("●") == first.index("●")


def test_a_sentence_has_its_colours_in_colour() -> None:
    text = layout.with_colours("Ada lays Red Draw Two, then names blue.")
    assert [(text.plain[span.start : span.end], span.style) for span in text.spans] == [
        ("Red Draw Two", "red"),
        ("blue", "bright_blue"),
    ]
