"""Every screen of a table on a server as text, at two sizes; nothing of them comes from a network.

`python -m tests.terminal.online.scenes` writes them again; look at what has changed.
"""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from openuno.engine.actions import Action
from openuno.engine.legal import legal
from openuno.engine.notation.rules import parse_rules, rules_text
from openuno.engine.pencil.parser import with_custom_rules
from openuno.game.sheet import Rows
from openuno.room.facts import GameStarted, Said
from openuno.room.hints import NO_HINTS, Accusation, Hints, Reading
from openuno.room.protocol.messages import News, Snapshot, Welcome
from openuno.room.refusal_kinds import RefusalCode
from openuno.room.settings import Clock, Settings
from openuno.room.state import (
    FREE,
    TIMED_OUT,
    BotSeat,
    GameOn,
    Human,
    NoGame,
    Person,
    Room,
    Seat,
    Wait,
)
from openuno.room.view import view_room
from openuno.terminal.client.online.app import OnlineApp
from openuno.terminal.client.online.lobby_screen import LobbyScreen
from openuno.terminal.client.table.screen import TableScreen
from openuno.terminal.preferences import Look, Pace, Preferences
from openuno.terminal.remote.connection import TableRefused
from openuno.terminal.remote.link import TableLink
from openuno.terminal.tables.remote import RemoteTable
from tests.terminal.client.driver import (
    LARGE,
    SMALL,
    game_at,
    screen_text,
    screenshot,
    settled,
)
from tests.terminal.client.scenes import OTHERS, PILE
from tests.terminal.online.driver import until

FOLDER = Path(__file__).with_name("screens")
PICTURES = Path(__file__).parents[3] / "docs" / "pictures"
LINK = TableLink("http://192.168.1.20:8000", "ABC234")
ZOE, BO = "0" * 16, "1" * 16
HOST = Human(ZOE, "Zoe", accepted=True, ready=True)
GUEST = Human(BO, "Bo")
BOT = BotSeat("regular", "Ada")
AT = 1_700_000_000_000
TURN = f"classic hands=B6,R2,R7,W,YS/{OTHERS} {PILE} discard=R5,R9 turn=0"
SETTINGS = Settings(rules="mattel-2016", format="race", seats=4, clock=Clock(move=60))


class Scene(NamedTuple):
    """Who looks at which room, and the keys that lead to what is shown."""

    seats: tuple[Seat, ...]
    me: str = ZOE
    position: str | None = None
    keys: tuple[str, ...] = ()
    settings: Settings = SETTINGS
    online: bool = True
    says: tuple[str, ...] = ()
    hints: Hints = NO_HINTS
    happens: Callable[[OnlineApp], None] | None = None
    """What comes from the server, after the keys."""


READY = Human(BO, "Bo", accepted=True, ready=True)
AWAY = Human(BO, "Bo", accepted=True, ready=True, away=AT)
LATE = Human(ZOE, "Zoe", accepted=True, clock=TIMED_OUT)
PENCIL = Settings(
    rules=rules_text(with_custom_rules(parse_rules("wild-112"), "Everyone else draws 1.")), seats=4
)
TABLE = (HOST, READY, BOT, BotSeat("regular", "Cleo"))
HUM = "Everyone hums."
HUMMING = TURN.replace("classic", 'house+blank_cards=1+written="Everyone_hums."')
READING = Reading(message=4, by=1, text=HUM, players=(0, 1))
SCENES = {
    "lobby-alone": Scene((HOST, FREE, FREE, FREE)),
    "lobby-waiting": Scene((HOST, GUEST, BOT, FREE), says=("Hello, all!",)),
    "lobby-ready": Scene((HOST, READY, BOT, BotSeat("casual", "Cleo"))),
    "lobby-guest": Scene((HOST, GUEST, BOT, FREE), me=BO),
    "lobby-custom-rules": Scene((HOST, GUEST, FREE, FREE), me=BO, settings=PENCIL),
    "lobby-full": Scene(TABLE, me="2" * 16),
    "lobby-offline": Scene((HOST, GUEST, FREE, FREE), online=False),
    "invitation": Scene((HOST, FREE, FREE, FREE), keys=("i",)),
    "say": Scene((HOST, GUEST, FREE, FREE), keys=("t",)),
    "lobby-help": Scene((HOST, GUEST, FREE, FREE), keys=("question_mark",)),
    "lobby-settings": Scene((HOST, GUEST, FREE, FREE), keys=("s",)),
    "lobby-leave": Scene((HOST, GUEST, FREE, FREE), keys=("q",)),
    "turn": Scene(TABLE, position=TURN),
    "watching": Scene(TABLE, me="2" * 16, position=TURN),
    "offline": Scene(TABLE, position=TURN, online=False),
    "late": Scene((LATE, *TABLE[1:]), position=TURN),
    "away": Scene((HOST, AWAY, *TABLE[2:]), position=TURN),
    "leave": Scene(TABLE, position=TURN, keys=("q",)),
    "help": Scene(TABLE, position=TURN, keys=("question_mark",)),
    "no-hint": Scene(TABLE, position=TURN, keys=("h",)),
    "lobby-phrases": Scene((HOST, GUEST, FREE, FREE), keys=("e",)),
    "password": Scene(
        (HOST, GUEST, FREE, FREE),
        happens=lambda app: app.ask_password(
            TableRefused(RefusalCode.WRONG_PASSWORD, "this table has a password")
        ),
    ),
    "rule-not-kept": Scene(
        TABLE, position=HUMMING, keys=("j",), hints=replace(NO_HINTS, readings=(READING,))
    ),
    "verdict": Scene(
        TABLE,
        position=HUMMING,
        keys=("j",),
        hints=replace(
            NO_HINTS,
            accusation=Accusation(seat=2, by=1, text=HUM, until=AT, judges=(0,), honour=True),
        ),
    ),
    "costly-words": Scene(
        TABLE, position=TURN, happens=lambda app: app.confirm_suggestion("Play red, Bo!")
    ),
}


class StillApp(OnlineApp):
    """The client without a connection: what it shows is put in front of it."""

    async def _follow(self) -> None:
        await asyncio.Event().wait()


def make_room(scene: Scene) -> Room:
    """The room of a scene, as the server has it."""
    people = [Person(s.guest, s.name, ("p",)) for s in scene.seats if isinstance(s, Human)]
    if scene.me not in [person.guest for person in people]:
        people.append(Person(scene.me, "Eve", ("p",)))
    game: NoGame | GameOn = NoGame()
    if scene.position is not None:
        names = tuple(getattr(seat, "name", "") for seat in scene.seats)
        played: Rows = ((0, 40, 0, 0), (0, 0, 0, 0))
        game = GameOn(
            game=game_at(scene.position),
            started=GameStarted(1, "", (None,) * 4, names),
            first=1,
            dealt=1,
            sheet=played,
            waiting=(Wait(0, AT),),
            laid=(AT,),
            rested=AT,
            hints=scene.hints,
        )
    return Room(
        settings=scene.settings,
        host=ZOE,
        seats=scene.seats,
        people=tuple(people),
        game=game,
        resumed=1,
        owner=ZOE,
        seq=5,
        at=AT,
    )


def feed(table: RemoteTable, scene: Scene) -> None:
    """Let the table know what a server would say."""
    room = make_room(scene)
    seat = next(
        (n for n, s in enumerate(scene.seats) if isinstance(s, Human) and s.guest == scene.me), None
    )
    table.greet(Welcome(1, scene.me, "Zoe", AT))
    table.set_online(True)
    table.replace(Snapshot(LINK.code, 5, AT, view_room(room, seat)))
    moves: tuple[Action, ...] = ()
    if isinstance(room.game, GameOn) and seat == 0:
        moves = legal(room.game.game.tables[0].round, 0)
    for number, text in enumerate(scene.says, start=6):
        table.follow(News(number, AT, (Said(BO, text),), moves))
    table.set_online(scene.online)


async def show(name: str, sizes: tuple[tuple[int, int], ...] = (SMALL, LARGE)) -> dict[str, str]:
    """The scene at both sizes, by the name of its file."""
    return {
        f"{name}-{width}x{height}.txt": text
        for (width, height), (text, _) in (await _show(name, sizes)).items()
    }


async def _show(
    name: str, sizes: tuple[tuple[int, int], ...]
) -> dict[tuple[int, int], tuple[str, str]]:
    scene = SCENES[name]
    table = RemoteTable(LINK, "", watching=scene.me == "2" * 16, clock=lambda: 0.0)
    app = StillApp(table, Preferences(pace=Pace.INSTANT, look=Look.NIGHT))
    kind = LobbyScreen if scene.position is None else TableScreen
    shown = {}
    async with app.run_test(size=SMALL) as pilot:
        await until(lambda: isinstance(app.screen, LobbyScreen) and app.screen.is_mounted)
        feed(table, scene)
        await until(lambda: isinstance(app.screen, kind) and app.screen.is_mounted)
        await pilot.pause()
        await pilot.press(*scene.keys)
        if scene.happens is not None:
            scene.happens(app)
        await pilot.pause()
        for size in sizes:
            await pilot.resize_terminal(*size)
            await pilot.pause()
            file = f"{name}-{size[0]}x{size[1]}.txt"
            text = await settled(lambda: screen_text(app), FOLDER / file)
            shown[size] = (text, screenshot(app, f"uno join {LINK}"))
        app.exit()
    return shown


async def picture(name: str) -> str:
    """A scene as SVG, for the page about playing."""
    return (await _show(name, (SMALL,)))[SMALL][1]


PAGE_PICTURES = {"terminal-lobby.svg": "lobby-waiting", "terminal-invitation.svg": "invitation"}


def write_all() -> None:
    """Write every scene and the pictures again."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for name in SCENES:
        for file, text in asyncio.run(show(name)).items():
            (FOLDER / file).write_text(text, encoding="utf-8")
    for file, name in PAGE_PICTURES.items():
        (PICTURES / file).write_text(asyncio.run(picture(name)), encoding="utf-8")


if __name__ == "__main__":
    write_all()
