"""A bot for any openuno table. It needs `pip install websockets`; docs/protocol.md explains it."""

import argparse
import json
import secrets
import time
from contextlib import suppress
from hashlib import sha256
from typing import Any
from urllib.request import Request, urlopen

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

Message = dict[str, Any]
"""What goes over the wire, either way; web/protocol/messages.ts has every shape."""

HOPELESS = {
    "kicked",
    "no-such-table",
    "table-closed",
    "table-damaged",
    "wrong-password",
    "wrong-protocol",
}
"""Errors after which there is no point in coming back."""
PREFERRED = ("catch", "uno", "play")
"""What we would rather do, best first; anything else comes after these."""


class Bot:
    """One person at one table: takes a free seat, plays what is allowed, and leaves."""

    def __init__(self, link: str, name: str, games: int) -> None:
        base, _, self.code = link.partition("/t/")
        self.url = base.replace("http", "ws", 1) + "/ws"
        self.token = create_guest(base, name)
        self.games_left = games
        self.last_game: int | None = None  # its number; known once we have seen the table
        self.seq: int | None = None  # the last entry we know
        self.request: Message | None = None  # sent, and not answered yet
        self.plan: list[Message] = []  # commands to send next
        self.legal: list[Message] = []  # what we may do now
        self.seed = b""  # our part in the randomness of the next game

    @property
    def is_done(self) -> bool:
        """Whether every game is played and every command is answered."""
        return not (self.games_left or self.plan or self.request)

    def follow(self, socket: ClientConnection) -> None:
        """Continue where we were. A request sent again with its old id is not done twice."""
        send(socket, {"type": "hello", "protocol": 1, "token": self.token})
        send(socket, {"type": "join", "table": self.code, "since": self.seq})
        if self.request is not None:
            send(socket, self.request)
        while not self.is_done:
            quiet = False
            try:
                self.receive(json.loads(socket.recv(timeout=1)))
            except TimeoutError:
                quiet = True
            if self.request is None:
                command = self.plan.pop(0) if self.plan else self.choose_move(quiet)
                if command is not None:
                    self.ask(socket, command)

    def ask(self, socket: ClientConnection, command: Message) -> None:
        """Send a command, under an id of its own."""
        self.request = {"type": "ask", "id": secrets.token_hex(8), "command": command}
        self.legal = []  # the news of it tells what we may do then
        send(socket, self.request)

    def receive(self, message: Message) -> None:
        """Take in one message."""
        if "id" in message:  # the answer to our request; an error without an id leaves it open
            self.request = None
        match message["type"]:
            case "error":
                if message["code"] in HOPELESS:
                    raise SystemExit(message["sentence"])
                self.come_back()
            case "news":
                self.see_facts({fact["fact"] for fact in message["facts"]})
                self.seq, self.legal = message["seq"], message.get("legal", [])
            case "snapshot":
                self.seq, self.legal = message["seq"], message.get("legal", [])
                self.see_table(message["view"])
            case _:
                pass  # a welcome, or the answer that has just been noted

    def come_back(self) -> None:
        """Connect again, and look at the whole table instead of what is new."""
        self.seq = None
        raise ConnectionError

    def see_facts(self, facts: set[str]) -> None:
        """React to what has happened at the table; moves are in what is legal."""
        if facts & {"game-closed", "settings-changed"}:
            self.come_back()
        if "seeds-asked" in facts:  # everyone has committed to a seed: now it can be shown
            self.plan = [{"do": "share", "seed": self.seed.hex()}]

    def see_table(self, view: Message) -> None:
        """Count the games played here, and decide what to do before the next one."""
        between_games = view.get("closed", True)
        started = view["started"]["number"] if "started" in view else 0
        finished = started if between_games else started - 1
        if self.last_game is None:
            self.last_game = finished + self.games_left
        self.games_left = self.last_game - finished
        if view["seat"] is None:
            self.plan = [{"do": "sit", "seat": free_seat(view)}]
        elif between_games:
            self.plan = self.commit_and_be_ready() if self.games_left else [{"do": "leave"}]
        if "game" in view:
            for table in view["game"]["tables"]:
                self.legal += table["view"]["legal"]

    def commit_and_be_ready(self) -> list[Message]:
        """Commit to a seed of our own, so that nobody alone decides how the cards are dealt."""
        self.seed = secrets.token_bytes(32)
        commitment = sha256(b"openuno client seed 1" + self.seed).hexdigest()
        return [{"do": "commit", "commitment": commitment}, {"do": "ready"}]

    def choose_move(self, quiet: bool) -> Message | None:
        """The best we may do now, if anything."""
        legal = [action for action in self.legal if action["do"] != "suggest"]
        can_catch = any(action["do"] == "catch" for action in legal)
        if not legal or (can_catch and not quiet):
            return None  # give them a second to say UNO
        return {"do": "move", "action": min(legal, key=rank)}


def rank(action: Message) -> tuple[int, bool]:
    """The lower, the better; a card is better played with UNO said."""
    kind = action["do"]
    place = PREFERRED.index(kind) if kind in PREFERRED else len(PREFERRED)
    return place, not action.get("uno", False)


def free_seat(view: Message) -> int:
    """The first seat that nobody has."""
    seats: list[Message] = view["seats"]
    if {} not in seats:
        raise SystemExit("no seat is free")
    return seats.index({})


def create_guest(base: str, name: str) -> str:
    """Become someone on this server; the token proves it."""
    body = json.dumps({"name": name}).encode()
    request = Request(base + "/api/guests", body, {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        token: str = json.load(answer)["token"]
        return token


def send(socket: ClientConnection, message: Message) -> None:
    """Send a message as JSON."""
    socket.send(json.dumps(message))


def main() -> None:
    """Play until all games are over, whatever happens to the connection."""
    options = argparse.ArgumentParser()
    options.add_argument("link", help="of the table: http://HOST/t/CODE")
    options.add_argument("--name", default="Robo")
    options.add_argument("--games", type=int, default=1, help="to play before leaving")
    bot = Bot(**vars(options.parse_args()))
    while not bot.is_done:
        with suppress(OSError, WebSocketException), connect(bot.url) as connection:
            bot.follow(connection)
        time.sleep(0.5)  # the connection broke, or the server restarts: come back


if __name__ == "__main__":
    main()
