"""A bot for any openuno table. It needs `pip install websockets`; docs/protocol.md explains it."""

import argparse
import json
import secrets
import time
from contextlib import suppress
from hashlib import sha256
from urllib.request import Request, urlopen

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect


class Bot:
    """One person at one table: takes a free seat, plays what is allowed, and leaves."""

    def __init__(self, link, name, games):
        base, _, self.code = link.partition("/t/")
        self.url = base.replace("http", "ws", 1) + "/ws"
        body, kind = json.dumps({"name": name}).encode(), {"Content-Type": "application/json"}
        with urlopen(Request(base + "/api/guests", body, kind)) as made:
            self.hello = {"type": "hello", "protocol": 1, "token": json.load(made)["token"]}
        self.games, self.last, self.seq = games, None, None  # `seq`: the last entry we know
        self.wish, self.plan, self.legal = None, [], []  # asked for; to ask for; our moves

    def follow(self, socket):
        """Go on where we were. A wish said again with its old id is not done twice."""
        join = {"type": "join", "table": self.code, "since": self.seq}
        for message in filter(None, (self.hello, join, self.wish)):
            socket.send(json.dumps(message))
        while self.games or self.plan or self.wish:
            silence = True
            with suppress(TimeoutError):
                silence = self.hear(json.loads(socket.recv(timeout=1)))
            if not self.wish and (command := self.plan.pop(0) if self.plan else self.move(silence)):
                self.wish = {"type": "ask", "id": secrets.token_hex(8), "command": command}
                self.legal = []  # the news of it tells what we may do then
                socket.send(json.dumps(self.wish))

    def hear(self, said):
        """Take in one message."""
        self.wish = None if "id" in said else self.wish  # errors without an id leave it open
        told = {fact["fact"] for fact in said.get("facts", [])}
        if said["type"] == "error" or told & {"game-closed", "settings-changed"}:
            self.seq = None  # come back in a moment and look at the whole table
            hopeless = ("kicked", "no-such-table", "table-closed", "table-damaged", "wrong-")
            fatal = said.get("code", "").startswith(hopeless)
            raise SystemExit(said["sentence"]) if fatal else ConnectionError
        if "seeds-asked" in told:  # everyone is bound: now it can be shown
            self.plan = [{"do": "share", "seed": self.seed.hex()}]
        if said["type"] in ("snapshot", "news"):
            self.seq, self.legal = said["seq"], said.get("legal", [])
        if view := said.get("view"):
            over = view.get("started", {"number": 0})["number"] - (not view.get("closed", True))
            self.last = self.last or over + self.games  # the number of the last game we play
            self.games = self.last - over
            if view["seat"] is None and {} not in view["seats"]:
                raise SystemExit("no seat is free")
            if view["seat"] is None:
                self.plan = [{"do": "sit", "seat": view["seats"].index({})}]  # the first free one
            elif view.get("closed", True):
                self.seed = secrets.token_bytes(32)  # our part in the chance of the next game
                bound = sha256(b"openuno client seed 1" + self.seed).hexdigest()
                ready = [{"do": "commit", "commitment": bound}, {"do": "ready"}]
                self.plan = ready if self.games else [{"do": "leave"}]
            for table in view.get("game", {"tables": []})["tables"]:
                self.legal += table["view"]["legal"]

    def move(self, silence):
        """The best we may do: catch someone, else say UNO, else lay a card, else anything."""
        legal = [action for action in self.legal if action["do"] != "suggest"]
        if not legal or (not silence and any(action["do"] == "catch" for action in legal)):
            return None  # give them a second to say UNO
        best = max(legal, key=lambda it: ("play uno catch".find(it["do"]), it.get("uno", False)))
        return {"do": "move", "action": best}


options = argparse.ArgumentParser()
options.add_argument("link", help="of the table: http://HOST/t/CODE")
options.add_argument("--name", default="Robo")
options.add_argument("--games", type=int, default=1, help="to play before leaving")
bot = Bot(**vars(options.parse_args()))
while bot.games or bot.plan or bot.wish:
    with suppress(OSError, WebSocketException), connect(bot.url) as connection:
        bot.follow(connection)
    time.sleep(0.5)  # the connection broke, or the server restarts: come back
