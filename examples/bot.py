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


class Bot:
    """One person at one table: takes a free seat, plays what is allowed, and leaves."""

    def __init__(self, link: str, name: str, games: int) -> None:
        base, _, self.code = link.partition("/t/")
        self.url = base.replace("http", "ws", 1) + "/ws"
        body, kind = json.dumps({"name": name}).encode(), {"Content-Type": "application/json"}
        with urlopen(Request(base + "/api/guests", body, kind)) as made:
            self.hello = {"type": "hello", "protocol": 1, "token": json.load(made)["token"]}
        self.games = games
        self.last: int | None = None  # the number of the last game we play
        self.seq: int | None = None  # the last entry we know
        self.request: Message | None = None  # sent, and not answered yet
        self.plan: list[Message] = []  # commands to send next
        self.legal: list[Message] = []  # what we may do now
        self.seed = b""  # our part in the randomness of the next game

    def follow(self, socket: ClientConnection) -> None:
        """Continue where we were. A request sent again with its old id is not done twice."""
        join = {"type": "join", "table": self.code, "since": self.seq}
        for message in filter(None, (self.hello, join, self.request)):
            socket.send(json.dumps(message))
        while self.games or self.plan or self.request:
            quiet = False
            try:
                self.receive(json.loads(socket.recv(timeout=1)))
            except TimeoutError:
                quiet = True
            if self.request:
                continue
            if command := self.plan.pop(0) if self.plan else self.move(quiet):
                self.request = {"type": "ask", "id": secrets.token_hex(8), "command": command}
                self.legal = []  # the news of it tells what we may do then
                socket.send(json.dumps(self.request))

    def receive(self, said: Message) -> None:
        """Take in one message."""
        self.request = None if "id" in said else self.request  # errors without an id leave it open
        facts = {fact["fact"] for fact in said.get("facts", [])}
        if said["type"] == "error" or facts & {"game-closed", "settings-changed"}:
            self.seq = None  # come back in a moment and look at the whole table
            hopeless = ("kicked", "no-such-table", "table-closed", "table-damaged", "wrong-")
            fatal = said.get("code", "").startswith(hopeless)
            raise SystemExit(said["sentence"]) if fatal else ConnectionError
        if "seeds-asked" in facts:  # everyone is bound: now it can be shown
            self.plan = [{"do": "share", "seed": self.seed.hex()}]
        if said["type"] in ("snapshot", "news"):
            self.seq, self.legal = said["seq"], said.get("legal", [])
        if view := said.get("view"):
            over = view.get("started", {"number": 0})["number"] - (not view.get("closed", True))
            self.last = self.last or over + self.games
            self.games = self.last - over
            if view["seat"] is None and {} not in view["seats"]:
                raise SystemExit("no seat is free")
            if view["seat"] is None:
                self.plan = [{"do": "sit", "seat": view["seats"].index({})}]  # the first free one
            elif view.get("closed", True):
                self.seed = secrets.token_bytes(32)
                bound = sha256(b"openuno client seed 1" + self.seed).hexdigest()
                ready = [{"do": "commit", "commitment": bound}, {"do": "ready"}]
                self.plan = ready if self.games else [{"do": "leave"}]
            for table in view.get("game", {"tables": []})["tables"]:
                self.legal += table["view"]["legal"]

    def move(self, quiet: bool) -> Message | None:
        """The best we may do: catch someone, else say UNO, else play a card, else anything."""
        legal = [action for action in self.legal if action["do"] != "suggest"]
        if not legal or (not quiet and any(action["do"] == "catch" for action in legal)):
            return None  # give them a second to say UNO
        best = max(legal, key=lambda it: ("play uno catch".find(it["do"]), it.get("uno", False)))
        return {"do": "move", "action": best}


options = argparse.ArgumentParser()
options.add_argument("link", help="of the table: http://HOST/t/CODE")
options.add_argument("--name", default="Robo")
options.add_argument("--games", type=int, default=1, help="to play before leaving")
bot = Bot(**vars(options.parse_args()))
while bot.games or bot.plan or bot.request:
    with suppress(OSError, WebSocketException), connect(bot.url) as connection:
        bot.follow(connection)
    time.sleep(0.5)  # the connection broke, or the server restarts: come back
