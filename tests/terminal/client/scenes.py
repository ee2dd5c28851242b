"""Every screen and dialog of the client as text, at two sizes.

`python -m tests.terminal.client.scenes` writes them again; look at what has changed.
"""

import asyncio
from pathlib import Path
from typing import NamedTuple

from openuno.terminal.languages.catalogue import use_language
from openuno.terminal.preferences import Pace, Preferences
from tests.terminal.client.driver import (
    LARGE,
    SMALL,
    StillTable,
    game_at,
    make_app,
    make_table,
    screen_text,
    screenshot,
    settled,
    until,
)

FOLDER = Path(__file__).with_name("screens")
PICTURES = Path(__file__).parents[3] / "docs" / "pictures"
PICTURE = PICTURES / "terminal.svg"
PAGE_PICTURES = {
    "challenge": "terminal-challenge.svg",
    "round-end": "terminal-round-end.svg",
}
"""Scenes that the page about playing shows, too."""
OTHERS = "G1,G2,G3/Y1,Y2/R1,R2,R3,R4"
PILE = "pile=Y9,Y8,Y7,Y6,Y5,B9,B8,B7,B6,G9,G8,G7"


class Scene(NamedTuple):
    """A position, and the keys that lead from it to what is shown."""

    position: str
    keys: tuple[str, ...] = ()
    people: tuple[int, ...] = (0,)
    format: str = "race"
    call_seconds: float | None = None
    language: str = "en"
    before_last: str = ""
    """Words that are on the screen before the last key is pressed."""


TURN = f"classic hands=B6,R2,R7,W,YS/{OTHERS} {PILE} discard=R5,R9 turn=0"
WRONG_CATCH = f"house+wrong_catch_penalty=2 hands=R4,R6/Y3/{OTHERS[9:]} {PILE} discard=R5,R9 turn=0"
SCENES = {
    "turn": Scene(TURN),
    "refusal": Scene(TURN, ("1", "enter")),
    "bluff": Scene(TURN.replace("W,", "W4,"), ("4",)),
    "nothing-fits": Scene(f"classic hands=B6,G4/{OTHERS} {PILE} discard=R5,R9 turn=0"),
    "drawn": Scene(f"classic hands=B6,R4/{OTHERS} {PILE} discard=R5,R9 drawn=0:R4"),
    "stack": Scene(
        f"house+stacking=any hands=B6,BD,RD/{OTHERS} {PILE} discard=YD,Y9 stacked=0:2 laid=3"
    ),
    "uno-ready": Scene(f"classic hands=R4,R6/{OTHERS} {PILE} discard=R5,R9 turn=0", ("u",)),
    "uno-owed": Scene(
        f"classic hands=R4/{OTHERS} {PILE} discard=R5,R9 turn=1 laid=0", call_seconds=3.0
    ),
    "catch": Scene(
        f"classic hands=R4,R6/Y3/{OTHERS[9:]} {PILE} discard=R5,R9 turn=2 laid=1",
        call_seconds=3.0,
    ),
    "jump-in": Scene(f"house+jump_in=on hands=B6,R5/{OTHERS} {PILE} discard=R5,R9 turn=2 laid=1"),
    "many-cards": Scene(
        "classic hands=B1,B2,B3,B4,B5,BS,BR,G4,G5,G6,GD,GR,R1,R7,R8,RD,W,W4,Y3,YS,YR"
        f"/{OTHERS} {PILE} discard=R5,R9 turn=0",
        ("shift+tab",),
    ),
    "ten-players": Scene(
        "classic hands=B6,R2/G1,G2/Y1/R1/B1,B2,B3/G4,G5/Y3/B4/R3/B5,W"
        f" {PILE} discard=R5,R9 right turn=0"
    ),
    "partners": Scene(TURN.replace("classic", "classic+teams=on"), format="partners"),
    "colour": Scene(TURN, ("4", "enter")),
    "player": Scene(
        f"house+seven_zero=on hands=B6,R7,YS/{OTHERS} {PILE} discard=R5,R9 turn=0", ("2", "enter")
    ),
    "first-colour": Scene(f"classic hands=B6,B4/{OTHERS} {PILE} discard=W naming=0"),
    "challenge": Scene(
        f"classic hands=B6,R4/{OTHERS} {PILE} discard=W4,R5 colour=B doubt=0:4:3:R:R1,R2,R3,R4"
        " laid=3"
    ),
    "choose-cards": Scene(
        "house+blank_cards=2+written=Everyone_discards_2_cards_of_their_choice."
        f" hands=B6,R2,R7,W,YS/{OTHERS} {PILE} discard=WC1,R9 colour=G"
        " picking=0:discard:2:2:-:1:1:0:-:0 laid=1"
    ),
    "decide": Scene(
        "house+blank_cards=1"
        "+written=The_next_player_draws_2_cards_if_the_next_player_wants_to._Otherwise"
        "_the_next_player_loses_a_turn."
        f" hands=B6,R2,R7/{OTHERS} {PILE} discard=WC1,R9 colour=G deciding=0:3:0:-:0 laid=3"
    ),
    "catch-whom": Scene(WRONG_CATCH, ("x",)),
    "wrong-catch": Scene(WRONG_CATCH, ("x", "1")),
    "rule-not-kept": Scene(
        'house+blank_cards=1+written="Everyone_hums."'
        f" hands=R7,WC1,B8/{OTHERS} {PILE} discard=R5 turn=0",
        ("3", "enter", "r", "j"),
        before_last="Rule not kept",
    ),
    "moves": Scene(TURN, ("m",)),
    "hint": Scene(TURN, ("h",)),
    "help": Scene(TURN, ("question_mark",)),
    "log": Scene(TURN, ("l",)),
    "settings": Scene(TURN, ("s",)),
    "leave": Scene(TURN, ("q",)),
    "pass-the-screen": Scene(TURN, people=(0, 1)),
    "round-end": Scene(f"classic hands=R4/{OTHERS} {PILE} discard=R5,R9 turn=0", ("enter",)),
    "game-end": Scene(
        f"classic hands=R4/{OTHERS} {PILE} discard=R5,R9 turn=0", ("enter",), format="race:20"
    ),
}
SCENES |= {
    f"{name}-{language}": SCENES[name]._replace(language=language)
    for language, names in {
        "de": ("turn", "refusal", "challenge", "help", "settings", "leave", "round-end"),
        "fr": ("turn", "catch", "help", "settings", "game-end"),
        "ar": ("turn", "drawn"),
        "ja": ("turn", "settings"),
    }.items()
    for name in names
}


async def show(name: str) -> dict[Path, str]:
    """The scene at both sizes, and as a picture for the page, by its file."""
    use_language(SCENES[name].language)
    try:
        return await _show(name, SCENES[name])
    finally:
        use_language("en")


async def _show(name: str, scene: Scene) -> dict[Path, str]:
    table = make_table(
        people=scene.people,
        game=game_at(scene.position, scene.format),
        preferences=Preferences(pace=Pace.INSTANT, call_seconds=scene.call_seconds),
        kind=StillTable,
    )
    app = make_app(table)
    shown = {}
    async with app.run_test(size=SMALL) as pilot:
        await pilot.press(*scene.keys[:-1])
        await until(app, lambda: scene.before_last in screen_text(app))
        await pilot.press(*scene.keys[-1:])
        if "-end" in name:
            await until(app, lambda: type(app.screen).__name__ == "RoundEnd")
        await pilot.pause()
        for size in (SMALL, LARGE):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            file = FOLDER / f"{name}-{size[0]}x{size[1]}.txt"
            shown[file] = await settled(lambda: screen_text(app), file)
        if name in PAGE_PICTURES:
            await pilot.resize_terminal(*SMALL)
            table.preferences.pace = Pace.NORMAL  # nobody reads why it is fast
            await until(app, lambda: "fast" not in screen_text(app))
            file = PICTURES / PAGE_PICTURES[name]
            shown[file] = await settled(lambda: screenshot(app, "uno play"), file)
        app.exit()
    return shown


async def picture() -> str:
    """The table of the page about playing, as SVG."""
    table = make_table(format="race", seed=83)
    app = make_app(table)
    async with app.run_test(size=SMALL) as pilot:
        await until(app, lambda: table.state.is_my_turn)
        await pilot.press("h", "enter")
        await until(app, lambda: table.state.is_my_turn and table.state.can_undo)
        table.preferences.pace = Pace.NORMAL
        await until(app, lambda: "fast" not in screen_text(app))  # with the next tick
        svg = await settled(lambda: screenshot(app, "uno play"), PICTURE)
        app.exit()
    return svg


def write_all() -> None:
    """Write every scene and picture again."""
    for file in (PICTURE, *(PICTURES / name for name in PAGE_PICTURES.values())):
        file.unlink(missing_ok=True)
    PICTURE.write_text(asyncio.run(picture()), encoding="utf-8")
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for name in SCENES:
        for file, text in asyncio.run(show(name)).items():
            file.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_all()
