"""An assistant as programs run one: `uno mcp` as a process, spoken to by the SDK's own client."""

import asyncio
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from mcp import Client, StdioServerParameters
from mcp.types import TextContent

from openuno import Card, Round
from openuno.mcp.page import GAME_OVER, OUT_OF_TURN, ROUND_OVER, YOUR_TURN
from tests.terminal.commands import UNO

LIMIT = 120.0
"""Seconds after which a test has hung."""
_LISTED = re.compile(r"^(\d+)\. (\S+(?: \S+)?): (.*)$", re.MULTILINE)


def uno_mcp(*words: str, config: Path) -> StdioServerParameters:
    """The command, with nobody's own files in reach."""
    environment = {"XDG_CONFIG_HOME": str(config), "XDG_STATE_HOME": str(config)}
    return StdioServerParameters(command=UNO, args=["mcp", *words], env=environment)


class Refused(Exception):
    """The tool answered with an error."""


async def call(client: Client, tool: str, **arguments: object) -> str:
    """The text that a tool answers with."""
    answer = await client.call_tool(tool, arguments)
    (content,) = answer.content
    assert isinstance(content, TextContent)
    assert answer.structured_content is None, "it would say everything twice"
    if answer.is_error:
        raise Refused(content.text)
    return content.text


async def play_game(client: Client, check: Callable[[str], None]) -> list[str]:
    """Play until the game is over: UNO where it can be said, else the first legal action."""
    pages = [await call(client, "look")]
    async with asyncio.timeout(LIMIT):
        while GAME_OVER not in pages[-1]:
            page = pages[-1]
            check(page)
            if ROUND_OVER in page:
                pages.append(await call(client, "go_on"))
            elif page.endswith("call wait.\n"):
                pages.append(await call(client, "wait"))
            else:
                assert YOUR_TURN in page or OUT_OF_TURN in page, page
                try:
                    pages.append(await call(client, "act", action=_choose(page)))
                except Refused as refused:
                    if not re.search("moved on|Not allowed now", str(refused)):
                        raise  # otherwise somebody was quicker, as people are
                    pages.append(await call(client, "look"))
    check(pages[-1])
    return pages


def _choose(page: str) -> str:
    listed = _LISTED.findall(page)
    saying = [code for _, code, words in listed if words.endswith("say UNO")]
    return saying[0] if saying else str(listed[0][0])


def hidden_cards(round: Round, seat: int) -> Iterator[Card]:
    """The cards that the seat cannot know of: no copy of them lies open or is in its hand."""
    known = {*round.hands[seat], *round.discard}
    others = [hand for at, hand in enumerate(round.hands) if at != seat]
    for card in {card for cards in (*others, round.pile) for card in cards}:
        if card not in known:
            yield card


def mentions(page: str, card: Card) -> bool:
    """Whether a page has the card's code or name; cards drawn for the deal were seen by all."""
    lines = [line for line in page.splitlines() if not line.endswith(" for the deal.")]
    found = rf"\b{card.value}\b|\b{card.label}\b(?! Draw)"
    return any(re.search(found, line) for line in lines)
