"""What the network sees of many written rules: what the pages must find in them, too.

`python -m tests.summary_vectors` writes it; tests/bots/test_rule_summary.py and Vitest read it.
"""

import json
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import bench.written
from openuno import edition, with_switches
from openuno.bots.master import is_trained_for
from openuno.bots.network.rule_summary import summarise_rule
from openuno.engine.custom import (
    MAX_CARDS,
    SEVERAL,
    CardKind,
    CountPerCard,
    CustomRule,
    Discards,
    DiscardsKind,
    DiscardsTo,
    Draws,
    DrawsTo,
    Effect,
    Gives,
    LosesTurn,
    Swaps,
    Takes,
    Who,
)
from openuno.engine.pencil.examples import EXAMPLES
from openuno.engine.pencil.parser import parse_custom_rule
from openuno.engine.pencil.wording import custom_rule_text
from training.written_decks import DECKS

FILE = Path(__file__).parent / "vectors" / "rule_summaries.json"
EACH_EFFECT = (
    "You draw 2 cards.",
    "You draw until you hold 7 cards.",
    "You draw until a red card comes.",
    "You discard 2 cards at random.",
    "You discard 2 cards of your choice.",
    "You discard at random down to 3 cards.",
    "You discard down to 3 cards of your choice.",
    "You discard all cards of the colour named.",
    "You discard all wild cards.",
    "You give a random card to the next player.",
    "You give a card of your choice to the next player.",
    "You take a random card from the next player.",
    "Everyone passes 2 cards to the left.",
    "The next player loses a turn.",
    "The next player may not play red cards until your next turn.",
    "The next player may play only red cards until your next turn.",
    "You swap hands with the next player.",
    "Two players you choose swap hands.",
    "Hands pass left.",
    "All hands are shuffled.",
    "You play again.",
    "Play reverses.",
    "The next player names the colour.",
    "The next player shows the hand to you.",
    '"Sing."',
)
_COMBINED = (
    "Play reverses. You play again.",
    "You may draw 2 cards.",
    "You draw 2 cards if you hold fewer than 4 cards. Otherwise you discard 1 card at random.",
    "Everyone else draws 2 cards if they hold a red card.",
    "The next player may draw 2 cards. If so, you play again.",
    '"Sing." You play again if the colour named is red. Play reverses.',
)
_PAIRED = (
    *(Who.YOU, Who.NEXT, Who.PREVIOUS, Who.CHOSEN, Who.FEWEST, Who.MOST),
    *(Who.EVERYONE, Who.OTHERS, Who.NEXT_TWO),
)
"""One of each kind of people that are counted alike."""
_SEATS = 2


def rules() -> Iterator[CustomRule]:
    """Rules as people write them, then every effect with all it can be about."""
    texts = [example.text for example in EXAMPLES]
    texts += [text for deck in (*DECKS, *bench.written.DECKS.values()) for text in deck]
    for text in (*EACH_EFFECT, *_COMBINED, *texts):
        yield parse_custom_rule(text)
    for effect in _effects():
        yield (effect,)


def _effects() -> Iterator[Effect]:
    for who in Who:
        yield from (Draws(who, 2), Discards(who, 2), LosesTurn(who, 2))
    for kind in CardKind:
        yield Draws(Who.NEXT, CountPerCard(2, kind, Who.YOU))
        if kind not in (CardKind.ANY, CardKind.NAMED):
            yield DiscardsKind(Who.YOU, kind)
    yield Draws(Who.NEXT, CountPerCard(2, None, Who.EVERYONE))
    yield Draws(Who.NEXT, CountPerCard(2, None, Who.EVERYONE, 5))
    for number in range(1, MAX_CARDS + 1):
        yield from (DrawsTo(Who.YOU, number), DiscardsTo(Who.NEXT, number))
    for one, other in permutations(_PAIRED, 2):
        if not SEVERAL.issuperset((one, other)):
            yield from (Gives(one, 2, other), Takes(one, 2, other))
        if SEVERAL.isdisjoint((one, other)):
            yield Swaps(one, other)


def rows() -> list[tuple[str, list[int], bool]]:
    """By rule its summary, and whether the network decides where it is written."""
    table = with_switches(edition("house"), blank_cards=1, teams=True)
    found = {}
    for rule in rules():
        decides = is_trained_for(with_switches(table, written=(rule,)), _SEATS)
        found[custom_rule_text(rule)] = list(summarise_rule(rule)), decides
    return [(text, *row) for text, row in found.items()]


def text() -> str:
    """The file."""
    lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows())
    return f"[\n{lines}\n]\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
