"""People at an event, over HTTP."""

from itertools import count
from typing import Any

from tests.server.servers import Answer, ServerAddress

_IDS = count(1)
FRIDAY = {"title": "Friday", "kind": {"kind": "rotating"}, "rounds": 1}


class Visitor:
    """A guest of a server who hosts an event or takes part in one."""

    def __init__(self, server: ServerAddress, name: str) -> None:
        self.server = server
        self.name = name
        self.guest, self.token = server.guest(name)

    def open_event(self, settings: dict[str, Any] = FRIDAY, **options: Any) -> str:
        body = {"settings": settings, **options}
        made = self.server.ask("POST", "/api/events", body, token=self.token)
        assert made.status == 201, made
        return str(made.json["code"])

    def ask_host(
        self, code: str, command: str, *, command_id: str | None = None, **values: Any
    ) -> Answer:
        """Send a command of the host, and take whatever comes back."""
        return self._ask(f"/api/events/{code}/commands", command, command_id, values)

    def host(self, code: str, command: str, **values: Any) -> None:
        """Send a command of the host that must be carried out."""
        answer = self.ask_host(code, command, **values)
        assert answer.status == 200, answer.json

    def ask_own(
        self, code: str, command: str, *, command_id: str | None = None, **values: Any
    ) -> Answer:
        """Send a command for oneself, and take whatever comes back."""
        return self._ask(f"/api/events/{code}/me", command, command_id, values)

    def take_part(self, code: str, name: str | None = None) -> None:
        answer = self.ask_own(code, "take-part", name=name or self.name)
        assert answer.status == 200, answer.json

    def news(self, code: str, since: int = 0, wait: int = 0) -> Any:
        path = f"/api/events/{code}/me?since={since}&wait={wait}"
        answer = self.server.ask("GET", path, token=self.token)
        assert answer.status == 200, answer.json
        return answer.json

    def _ask(
        self, path: str, command: str, command_id: str | None, values: dict[str, Any]
    ) -> Answer:
        sent = {"command": command, **values}
        body = {"id": command_id or f"c{next(_IDS)}", "command": sent}
        return self.server.ask("POST", path, body, token=self.token)
