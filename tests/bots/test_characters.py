"""The twelve characters: each errs in its own way, and the better it plays the less."""

import json
from pathlib import Path

import pytest

from openuno import edition, play_round
from openuno.bots.characters import BOT_NAMES, CHARACTERS, LEVELS, Level, name_for
from openuno.bots.registry import CHOICES, TABLE_BOTS, choose_kind, describe_bots
from openuno.game.formats import MOST_ROTATING
from tests.bots import answers, does

START = "mattel-2016 pile=Y1,Y2,Y3,Y4,Y5,Y6 discard=R5"
TRIES = 300
ROOT = Path(__file__).parent.parent.parent


def count(bot: str, position: str, answer: str, seat: int | None = None) -> int:
    return sum(does(bot, position, seat, seed) == answer for seed in range(TRIES))


def test_every_bot_of_a_table_has_a_level_and_every_level_three_characters_or_two() -> None:
    assert set(LEVELS) == set(TABLE_BOTS)
    found = [sum(each.level is level for each in CHARACTERS.values()) for level in Level]
    assert found == [3, 4, 3, 2, 0, 0], "neither a gentle bot nor one that searches is a character"
    assert len(set(BOT_NAMES)) == len(BOT_NAMES) == 36


def test_bots_are_described_from_the_easiest_on_as_the_pages_do() -> None:
    described = describe_bots()
    assert (described[0].level, described[-1].level) == (Level.GENTLE, Level.EXPERT)
    levels = [list(Level).index(each.level) for each in described if each.bot != "gentle"]
    assert levels == sorted(levels)
    assert {each.bot for each in described} == set(TABLE_BOTS)
    pages = json.loads((ROOT / "web/src/i18n/en/characters.json").read_text("utf-8"))
    for kind, character in CHARACTERS.items():
        assert character.words == pages[kind]


def test_the_book_plays_exactly_as_master_does() -> None:
    def scores(bot: str, seed: int) -> tuple[int, ...]:
        return play_round([bot, "casual", "relaxed"], edition("house"), seed=seed).scores

    assert [scores("book", seed) for seed in range(12)] == [
        scores("master", seed) for seed in range(12)
    ]


def test_the_sleepy_television_forgets_uno_most_and_hard_players_never() -> None:
    position = f"{START} hands=R7,Y9/B1,B2 turn=0"
    forgets = {kind: count(kind, position, "R7") for kind in CHARACTERS}
    assert max(forgets, key=lambda kind: forgets[kind]) == "television"
    assert 0.4 * TRIES < forgets["television"] < 0.6 * TRIES
    strong = (Level.HARD, Level.MASTER)
    assert not any(forgets[kind] for kind, each in CHARACTERS.items() if each.level in strong)


def test_the_kind_plant_spares_others_and_the_hot_headed_toaster_does_not() -> None:
    position = f"{START} hands=R7,RD,B1,B2/B3 turn=0"
    assert does("regular", position) == "RD", "the other is about to go out"
    assert answers("plant", position) == {"R7"}
    assert count("toaster", position, "RD") == TRIES


def test_the_sly_teapot_bluffs_where_regular_does_not() -> None:
    position = f"{START} hands=R7,R8,B1,W4/B3,B4,B5,B6,B7 turn=0"
    assert {does("regular", position), *answers("radio", position)} <= {"R7", "R8"}
    bluffs = count("teapot", position, "W4/R")
    assert 0.2 * TRIES < bluffs < 0.6 * TRIES


def test_tempers_over_a_wild_draw_four() -> None:
    start = "mattel-2016 pile=Y1,Y2,Y3,Y4,Y5,Y6 discard=W4,R5 colour=G laid=1!"
    many, few = "B1,B2,B3,B4,B5,B6,B7,B8,B9", "B1,B2"
    likely = f"{start} hands=G1,G2/{many} doubt=0:4:1:R:{many}"
    unlikely = f"{start} hands=G1,G2/{few} doubt=0:4:1:R:{few}"
    assert does("regular", likely) == "challenge"
    assert does("regular", unlikely) == "accept"
    assert answers("lamp", likely) == {"accept"}, "it believes everything"
    assert answers("toaster", unlikely) == {"accept", "challenge"}
    assert answers("radio", unlikely) == {"accept"}


def test_the_alarm_clock_misses_no_catch_and_the_plant_some() -> None:
    position = f"{START} hands=Y9/B1,B2/G1,G2 turn=1 laid=0"
    assert answers("clock", position, 2) == {"catch 0"}
    assert answers("plant", position, 2) == {"catch 0", ""}


def test_the_piggy_bank_sometimes_saves_its_points() -> None:
    position = f"{START} hands=R1,R9,B1,B2/B3,B4,B5,B6 turn=0"
    assert does("regular", position) == "R9"
    assert answers("piggy-bank", position) == {"R9", "R1"}


def test_a_partner_is_never_challenged() -> None:
    held = "B1,B2,B3,B4,B5,B6,B7,B8,B9"
    position = (
        "mattel-2016+teams=on pile=Y1,Y2,Y3,Y4,Y5,Y6 discard=W4,R5 colour=G laid=2!"
        f" hands=G1,G2/B1,B2/{held}/B3,B4 doubt=0:4:2:R:{held}"
    )
    assert answers("toaster", position) == {"accept"}


def test_no_bot_has_the_name_of_a_character_that_it_is_not() -> None:
    assert name_for("toaster", {"Bo"}) == "Bo", "a table tells namesakes apart"
    plain = set(TABLE_BOTS) - set(CHARACTERS)
    assert {name_for(kind, ()) for kind in plain} == {"Mia"}
    assert name_for("regular", {"Mia"}) == "Ned"
    every = list[str]()
    while (name := name_for("expert", every)) is not None:
        every.append(name)
    assert not {each.name for each in CHARACTERS.values()}.intersection(every)
    assert sorted({*every, *(each.name for each in CHARACTERS.values())}) == sorted(BOT_NAMES)
    assert len(every) == MOST_ROTATING, "no game has more players"


@pytest.mark.parametrize("word", CHOICES)
def test_every_word_for_a_bot_finds_one(word: str) -> None:
    kind = choose_kind(word, ())
    assert kind in TABLE_BOTS
    assert LEVELS[kind] == word or kind == word
