import pytest

from openuno import Card, Fast, IllegalAction, Reason, apply, undealt_round
from openuno.engine.actions import Draw, Play
from openuno.engine.events import ChallengeOffered, DrawReason, Drew, Kept, Played
from openuno.engine.notation.actions import parse_action
from openuno.engine.notation.rules import parse_rules
from openuno.engine.rules import deck
from openuno.engine.state import AfterDraw, Turn
from tests.scenario import every_edition, table

RENEGING = ["mattel-2016", "classic", "house"]
NO_RENEGING = ["wild-112", "mattel-2016+renege=off", "house+renege=off"]


def code(play: str) -> str:
    return play.partition("/")[0]


def fits(card: str, colour: str, top: str) -> bool:
    """TURN-1 and TURN-5 over again, from the codes."""
    return card[0] == "W" or card[0] == colour or (top[0] != "W" and card[1:] == top[1:])


@pytest.mark.rule("TURN-1")
@every_edition
@pytest.mark.parametrize(
    ("card", "why"),
    [("R9", "colour"), ("RS", "colour"), ("B5", "number"), ("W/G", "wild"), ("W4/G", "wild")],
)
def test_a_card_goes_on_its_colour_or_its_number_and_a_wild_on_anything(
    edition: str, card: str, why: str
) -> None:
    held = code(card)
    at = table(f"{edition} hands={held},Y1,Y2/B1,B2/B3,B4 pile=G1,G2,G3,G4 discard=R5 turn=0")
    laid = at.does(0, card)
    assert laid.discard == f"{held},R5", why
    assert laid.hands.startswith("Y1,Y2/")
    assert laid.events_of(Played)[0].card.value == held


@pytest.mark.rule("TURN-1")
@every_edition
@pytest.mark.parametrize("face", "DRS")
def test_a_symbol_goes_on_the_same_symbol_of_another_colour(edition: str, face: str) -> None:
    at = table(f"{edition} hands=B{face},Y1/G1,G2/G3,G4 pile=Y7,Y8 discard=R{face} turn=0")
    assert at.does(0, f"B{face}").colour == "B"


@pytest.mark.rule("TURN-1")
@every_edition
def test_a_card_that_matches_nothing_is_refused(edition: str) -> None:
    at = table(f"{edition} hands=R5,GS/B1,B2 pile=Y1 discard=G7 turn=0")
    at.refused(0, "R5", Reason.NO_MATCH)
    with pytest.raises(IllegalAction, match=r"^Red 5 matches neither green nor 7$"):
        apply(at.round, 0, parse_action("R5"))


@pytest.mark.rule("TURN-1", "TURN-5")
@pytest.mark.parametrize("colour", "BGRY")
@every_edition
def test_on_every_card_exactly_the_matching_ones_can_be_played(edition: str, colour: str) -> None:
    rules = f"{edition}+decks=2"  # one of every kind in the hand, and its twin on the discard pile
    kinds = sorted({card.value for card in deck(parse_rules(rules))})
    for top in kinds:
        if top[0] in (colour, "W"):
            at = table(
                f"{rules} hands={','.join(kinds)}/B1 pile=Y1 discard={top} colour={colour} turn=0"
            )
            plays = {code(move) for move in at.may(0)} - {"draw", "suggest"}
            assert plays == {card for card in kinds if fits(card, colour, top)}


@pytest.mark.rule("TURN-2")
@every_edition
def test_who_cannot_play_draws_one_card_and_may_play_it_at_once(edition: str) -> None:
    at = table(f"{edition} hands=Y1,Y2/B1,B2 pile=R9,G1 discard=R5 turn=0")
    drew = at.does(0, "draw")
    assert drew.events == (Drew(0, (Card.R9,), DrawReason.TURN),)
    assert drew.phase == AfterDraw(0, Card.R9)
    assert (drew.hands, drew.pile) == ("R9,Y1,Y2/B1,B2", "G1")
    laid = drew.does(0, "R9")
    assert (laid.discard, laid.phase) == ("R9,R5", Turn(1))


@pytest.mark.rule("TURN-2")
@every_edition
def test_a_drawn_card_is_not_played_by_itself_and_may_be_kept(edition: str) -> None:
    drew = table(f"{edition} hands=Y1,Y2/B1,B2 pile=R9,G1 discard=R5 turn=0").does(0, "draw")
    assert drew.discard == "R5"
    kept = drew.does(0, "keep")
    assert kept.events == (Kept(0),)
    assert (kept.hands, kept.phase) == ("R9,Y1,Y2/B1,B2", Turn(1))


@pytest.mark.rule("TURN-2", "MEET-28")
@every_edition
def test_a_drawn_card_that_does_not_fit_can_only_be_kept(edition: str) -> None:
    drew = table(f"{edition} hands=Y1,Y2/B1,B2 pile=G9,G1 discard=R5 turn=0").does(0, "draw")
    assert [move for move in drew.may(0) if move != "suggest"] == ["keep"]
    drew.refused(0, "G9", Reason.NO_MATCH).refused(0, "draw", Reason.WRONG_PHASE)
    assert drew.does(0, "keep").phase == Turn(1)


@pytest.mark.rule("TURN-2")
@every_edition
@pytest.mark.parametrize("drawn", ["R9", "B5", "W/G"])
def test_a_drawn_card_fits_by_number_and_as_a_wild_too_not_only_by_colour(
    edition: str, drawn: str
) -> None:
    at = table(f"{edition} hands=Y1,Y2/B1,B2 pile={code(drawn)},G1 discard=R5 turn=0")
    assert at.does(0, "draw").does(0, drawn).discard == f"{code(drawn)},R5"


@pytest.mark.rule("TURN-2", "ACT-4")
@every_edition
@pytest.mark.parametrize("colour", "BGRY")
def test_a_drawn_wild_gets_the_colour_its_player_names(edition: str, colour: str) -> None:
    drew = table(f"{edition} hands=Y1,Y2/B1,B2 pile=W,G1 discard=R5 turn=0").does(0, "draw")
    drew.refused(0, "W", Reason.COLOUR_MISSING)
    assert drew.does(0, f"W/{colour}").colour == colour


@pytest.mark.rule("TURN-2", "WD4-1")
@every_edition
def test_a_drawn_wild_draw_four_is_no_plain_wild_and_the_whole_hand_can_make_it_a_bluff(
    edition: str,
) -> None:
    pile = "W4,G1,G2,G3,G4,G5,G6"
    at = table(f"{edition} hands=Y1,Y2/B1,B2 pile={pile} discard=R5 turn=0")
    laid = at.does(0, "draw").does(0, "W4/B")
    assert [type(event) for event in laid.events] == [Played, ChallengeOffered]
    assert laid.does(1, "accept").hands == "Y1,Y2/B1,B2,G1,G2,G3,G4"
    drawn = table(f"{edition} hands=R1,W4,Y2/B1,B2 pile={pile[3:]} discard=R5 drawn=0:W4")
    bluff = drawn.does(0, "W4/B").does(1, "challenge")
    assert bluff.hands == "G1,G2,G3,G4,R1,Y2/B1,B2"


@pytest.mark.rule("TURN-2")
@pytest.mark.parametrize("rules", ["house+play_drawn=off", "mattel-2016+play_drawn=off"])
def test_by_the_switch_drawing_ends_the_turn(rules: str) -> None:
    at = table(f"{rules} hands=Y1,Y2/B1,B2 pile=R9,G1 discard=R5 turn=0")
    drew = at.does(0, "draw")
    assert drew.events == (Drew(0, (Card.R9,), DrawReason.TURN),)
    assert (drew.hands, drew.phase) == ("R9,Y1,Y2/B1,B2", Turn(1))
    drew.refused(0, "R9", Reason.NOT_YOUR_TURN).refused(0, "keep", Reason.NOT_YOUR_TURN)


@pytest.mark.rule("TURN-3")
@pytest.mark.parametrize("rules", RENEGING)
def test_who_could_play_may_draw_instead_and_then_play_only_the_drawn_card(rules: str) -> None:
    at = table(f"{rules} hands=B5,R9,W/B1,B2 pile=R2,G1 discard=R5 turn=0")
    drew = at.does(0, "draw")
    drew.refused(0, "R9", Reason.ONLY_THE_DRAWN_CARD)
    drew.refused(0, "B5", Reason.ONLY_THE_DRAWN_CARD)
    drew.refused(0, "W/R", Reason.ONLY_THE_DRAWN_CARD)
    assert [move for move in drew.may(0) if move != "suggest"] == ["R2", "keep"]
    assert drew.does(0, "R2").discard == "R2,R5"


@pytest.mark.rule("TURN-3")
@pytest.mark.parametrize("rules", RENEGING)
def test_after_drawing_a_card_that_does_not_fit_no_card_of_the_hand_may_be_played(
    rules: str,
) -> None:
    drew = table(f"{rules} hands=B5,R9/B1,B2 pile=G2,G1 discard=R5 turn=0").does(0, "draw")
    drew.refused(0, "R9", Reason.ONLY_THE_DRAWN_CARD)
    assert drew.does(0, "keep").hands == "B5,G2,R9/B1,B2"


@pytest.mark.rule("TURN-3")
@pytest.mark.parametrize("rules", RENEGING)
def test_the_twin_of_the_drawn_card_is_as_good_as_the_drawn_card(rules: str) -> None:
    drew = table(f"{rules} hands=R9,Y1/B1,B2 pile=R9,G1 discard=R5 turn=0").does(0, "draw")
    assert drew.does(0, "R9").hands == "R9,Y1/B1,B2"


@pytest.mark.rule("TURN-4")
@pytest.mark.parametrize("rules", NO_RENEGING)
@pytest.mark.parametrize(
    ("hand", "top"), [("R9,Y1", "R5"), ("B5,Y1", "R5"), ("BS,Y1", "RS"), ("R9,W", "R5")]
)
def test_without_reneging_who_holds_a_match_must_play(rules: str, hand: str, top: str) -> None:
    at = table(f"{rules} hands={hand}/B1,B2 pile=G1,G2 discard={top} turn=0")
    assert "draw" not in at.may(0)
    at.refused(0, "draw", Reason.MUST_PLAY)


@pytest.mark.rule("TURN-4")
@pytest.mark.parametrize("rules", NO_RENEGING)
@pytest.mark.parametrize("hand", ["W,Y1", "W4,Y1", "W,W4", "Y1,Y2"])
def test_a_wild_never_forces_its_holder(rules: str, hand: str) -> None:
    at = table(f"{rules} hands={hand}/B1,B2 pile=G1,G2 discard=R5 turn=0")
    assert at.does(0, "draw").phase == AfterDraw(0, Card.G1)


@pytest.mark.rule("TURN-4")
@pytest.mark.parametrize("special", ["WH", "WC1"])
def test_a_special_wild_never_forces_its_holder_either(special: str) -> None:
    at = table(f"wild-112 hands={special},Y1/B1,B2 pile=G1,G2 discard=R5 turn=0")
    assert at.does(0, "draw").phase == AfterDraw(0, Card.G1)


@pytest.mark.rule("TURN-4")
@pytest.mark.parametrize("rules", NO_RENEGING)
def test_without_reneging_a_wild_may_be_played_in_place_of_the_match(rules: str) -> None:
    at = table(f"{rules} hands=R9,W,Y1/B1,B2 pile=G1,G2 discard=R5 turn=0")
    assert at.does(0, "W/Y").colour == "Y"


@pytest.mark.rule("TURN-4")
@pytest.mark.parametrize("rules", NO_RENEGING)
def test_without_reneging_a_card_just_drawn_may_still_be_kept(rules: str) -> None:
    at = table(f"{rules} hands=Y1,Y2/B1,B2 pile=R9,G1 discard=R5 turn=0")
    assert at.does(0, "draw").does(0, "keep").phase == Turn(1)


@pytest.mark.rule("TURN-4")
@pytest.mark.parametrize("rules", NO_RENEGING)
def test_on_a_wild_the_named_colour_forces(rules: str) -> None:
    at = table(f"{rules} hands=R9,Y1/B1,B2 pile=G1,G2 discard=W colour=Y turn=0")
    at.refused(0, "draw", Reason.MUST_PLAY)
    free = table(f"{rules} hands=R9,Y1/B1,B2 pile=G1,G2 discard=W colour=G turn=0")
    assert "draw" in free.may(0)


@pytest.mark.rule("TURN-3", "TURN-4")
@pytest.mark.parametrize("rules", [*RENEGING, "wild-112+renege=on"])
def test_where_reneging_is_allowed_a_match_does_not_force(rules: str) -> None:
    at = table(f"{rules} hands=R9,Y1/B1,B2 pile=G1,G2 discard=R5 turn=0")
    assert at.does(0, "draw").phase == AfterDraw(0, Card.G1)


@pytest.mark.rule("TURN-5")
@every_edition
@pytest.mark.parametrize("wild", ["W", "W4"])
def test_after_a_wild_only_the_named_colour_matches(edition: str, wild: str) -> None:
    at = table(
        f"{edition} hands=B1,R1,W,Y1/G1,G2 pile=G3,G4 discard={wild},R5 colour=B laid=1 turn=0"
    )
    at.refused(0, "R1", Reason.NO_MATCH).refused(0, "Y1", Reason.NO_MATCH)
    assert at.does(0, "B1").colour == "B"
    assert at.does(0, "W/Y").colour == "Y"
    with pytest.raises(IllegalAction, match=r"^Red 1 is not blue$"):
        apply(at.round, 0, parse_action("R1"))


@pytest.mark.rule("TURN-5")
@every_edition
def test_the_named_colour_holds_until_a_card_of_another_is_laid(edition: str) -> None:
    at = table(f"{edition} hands=W,Y1,Y2/B3,R1/B4,G9 pile=G1,G2,G3 discard=R5 turn=0")
    named = at.does(0, "W/B")
    assert (named.colour, named.discard) == ("B", "W,R5")
    drawn = named.refused(1, "R1", Reason.NO_MATCH).does(1, "B3").does(2, "B4")
    assert drawn.colour == "B"
    drawn.refused(0, "Y1", Reason.NO_MATCH)


@pytest.mark.rule("TURN-5")
@every_edition
def test_drawing_does_not_touch_the_named_colour(edition: str) -> None:
    at = table(f"{edition} hands=Y1,Y2/G1,G2 pile=R7,G3 discard=W colour=B turn=0")
    assert at.does(0, "draw").does(0, "keep").colour == "B"


@pytest.mark.rule("TURN-6")
@every_edition
@pytest.mark.parametrize("seat", [1, 2])
@pytest.mark.parametrize(
    "action", ["R1", "R7", "W/B", "draw", "keep", "pass", "name R", "accept", "challenge"]
)
def test_only_the_player_whose_turn_it_is_plays_or_draws(
    edition: str, seat: int, action: str
) -> None:
    at = table(f"{edition} hands=R7,Y1/R1,W,Y2/R1,W,Y3 pile=G1,G2 discard=R5 turn=0")
    at.refused(seat, action, Reason.NOT_YOUR_TURN)
    drawn = table(f"{edition} hands=R7,Y1/R1,W,Y2/R1,W,Y3 pile=G1,G2 discard=R5 drawn=0:Y1")
    drawn.refused(seat, action, Reason.NOT_YOUR_TURN)


@pytest.mark.rule("TURN-6")
@pytest.mark.parametrize("seat", [-1, 2, 10])
@pytest.mark.parametrize("action", ["R7", "draw", "uno", "catch 0", "suggest"])
def test_a_seat_that_is_not_at_the_table_is_refused(seat: int, action: str) -> None:
    at = table("classic hands=R7,Y1/B1,B2 pile=G1 discard=R5 turn=0")
    at.refused(seat, action, Reason.NO_SUCH_SEAT)


@pytest.mark.rule("TURN-6")
@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("R8", Reason.CARD_NOT_HELD),
        ("WX/R>1", Reason.CARD_NOT_HELD),
        ("??", Reason.UNKNOWN_CARD),
        ("W", Reason.COLOUR_MISSING),
        ("W4", Reason.COLOUR_MISSING),
        ("R7/R", Reason.COLOUR_SUPERFLUOUS),
        ("R7>1", Reason.TARGET_SUPERFLUOUS),
        ("W/R>1", Reason.TARGET_SUPERFLUOUS),
        ("R7!", Reason.UNO_TOO_EARLY),
        ("W/R!", Reason.UNO_TOO_EARLY),
        ("keep", Reason.WRONG_PHASE),
        ("accept", Reason.WRONG_PHASE),
        ("name R", Reason.WRONG_PHASE),
        ("pass", Reason.STILL_CARDS_TO_DRAW),
        ("challenge", Reason.NOTHING_TO_CHALLENGE),
        ("uno", Reason.UNO_NOT_OWED),
        ("catch 0", Reason.TARGET_ONESELF),
        ("catch 1", Reason.NOTHING_TO_CATCH),
        ("catch 9", Reason.TARGET_NOT_AT_TABLE),
        ("suggest", Reason.NO_SUGGESTION_PENALTY),
    ],
)
def test_every_wrong_thing_done_in_turn_has_its_own_reason(action: str, reason: Reason) -> None:
    at = table("mattel-2016 hands=R7,W,W4/B1,B2/B3 pile=G1,G2 discard=R5 turn=0")
    at.refused(0, action, reason)


@pytest.mark.rule("TURN-6")
@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("draw", Reason.WRONG_PHASE),
        ("pass", Reason.WRONG_PHASE),
        ("name R", Reason.WRONG_PHASE),
        ("accept", Reason.WRONG_PHASE),
        ("challenge", Reason.NOTHING_TO_CHALLENGE),
        ("Y1", Reason.ONLY_THE_DRAWN_CARD),
        ("B9", Reason.CARD_NOT_HELD),
    ],
)
def test_every_wrong_thing_done_after_drawing_has_its_own_reason(
    action: str, reason: Reason
) -> None:
    at = table("mattel-2016 hands=R7,Y1,Y2/B1,B2 pile=G1,G2 discard=R5 drawn=0:R7")
    at.refused(0, action, reason)


@pytest.mark.rule("TURN-6")
def test_a_text_that_is_no_card_is_refused_even_past_the_types() -> None:
    at = table("mattel-2016 hands=R7,W,W4/B1,B2 pile=G1,G2 discard=R5 turn=0")
    with pytest.raises(IllegalAction) as refusal:
        apply(at.round, 0, Play("R55"))  # type: ignore[arg-type]
    assert refusal.value.reason is Reason.UNKNOWN_CARD


@pytest.mark.rule("TURN-6")
@every_edition
@pytest.mark.parametrize("seat", [0, 1])
def test_before_the_deal_nobody_can_do_anything(edition: str, seat: int) -> None:
    before = undealt_round(parse_rules(edition), 2, 0, Fast(0))
    with pytest.raises(IllegalAction) as refusal:
        apply(before, seat, Draw())
    assert refusal.value.reason is Reason.NOT_DEALT
