"""Write the files of `perft/`: python -m tests.make_perft [NAME...]

Each position is walked twice, by the engine (openuno.perft) and by the second table
(tests.oracle), and a file is written only if the two agree on every count and digest. The same
positions come out every time. They come from three places:

- tests/positions/*.txt, made by hand: a comment, then a position without its counts. Those of
  tricky.txt start with `*` and are put to every edition.
- openings: for every edition a deal for each kind of first card.
- mixes: switch sets in which every pair of switch values meets at least once. Each gets an opening
  and small positions found by random play, picked so that together they show as much as they can.
"""

import sys
from collections.abc import Iterator
from itertools import combinations, cycle
from pathlib import Path
from random import Random

from openuno.engine.deal import deal
from openuno.engine.notation.rounds import parse_round, round_text
from openuno.engine.notation.rules import parse_rules
from openuno.engine.rng import Fast
from openuno.engine.rules import EDITION_NAMES, Rules, deck
from openuno.perft import divide, walk
from tests.oracle.notation import colour_of, face_of
from tests.oracle.perft import perft
from tests.oracle.table import Table, opening

ROOT = Path(__file__).parents[1]
POSITIONS = Path(__file__).parent / "positions"
FOLDER = ROOT / "perft"

DEEPEST = 8
MOST_LEAVES = 5_000
MIXES = 28
SMALL_POSITIONS = 4

Positions = list[tuple[str, str]]

VALUES: dict[str, tuple[str, ...]] = {
    "edition": EDITION_NAMES,
    "decks": ("1", "2"),
    "swap_cards": ("0", "2"),
    "shuffle_cards": ("0", "2"),
    "blank_cards": ("0", "2"),
    "hand_size": ("7", "3", "1"),
    "dealer_draw": ("chosen", "symbols-zero", "numbers-only"),
    "first_card": ("acts", "wilds-name", "number", "all-act"),
    "renege": ("on", "off"),
    "play_drawn": ("on", "off"),
    "draw_until": ("off", "on"),
    "forced_play": ("off", "on"),
    "bluffing": ("on", "off"),
    "stacking": ("off", "same", "any"),
    "jump_in": ("off", "on"),
    "seven_zero": ("off", "on"),
    "two_player_reverse": ("on", "off"),
    "uno_penalty": ("2", "1", "4"),
    "wrong_catch_penalty": ("0", "1", "3"),
    "suggestion_penalty": ("0", "1", "4"),
    "special_points": ("50", "40"),
    "wild_points": ("50", "40"),
}
WILDS_THAT_START = {"wild-112": ("W4", "WH", "WC"), "house": ("W4",)}
"""The wilds but the plain one that stay when they are turned up, of an edition's own deck."""
REFUSED = (
    {("play_drawn", "off"), ("draw_until", "on")},
    {("play_drawn", "off"), ("forced_play", "on")},
)


def by_hand() -> Iterator[tuple[str, Positions]]:
    for path in sorted(POSITIONS.glob("*.txt")):
        found = []
        for block in path.read_text().strip().split("\n\n"):
            comment, line = block.split("\n")
            found.append((comment, line))
        if path.stem != "tricky":
            yield path.stem, found
            continue
        for slug in EDITION_NAMES:
            yield f"{slug}-{path.stem}", [(comment, slug + line[1:]) for comment, line in found]


def dealt(rules: Rules, seats: int, dealer: int, seed: int) -> str:
    line = round_text(deal(rules, seats, dealer, Fast(seed)).round)
    assert line == opening(rules, seats, dealer, Fast(seed)).line(), line
    return line


def openings() -> Iterator[tuple[str, Positions]]:
    sizes = cycle(range(2, 11))
    for slug in EDITION_NAMES:
        rules = parse_rules(slug)
        found = []
        for face in (*"7DRSW", "W4", "WH", "WC"):
            if face not in "7DRSW" and face not in WILDS_THAT_START.get(slug, ()):
                continue
            for seats in (next(sizes), 2) if face in "DRS" else (next(sizes),):
                dealer = next(sizes) % seats
                lines = (dealt(rules, seats, dealer, seed) for seed in range(10_000))
                line = next(line for line in lines if face_of(Table(line).discard[0]) == face)
                found.append((f"# {seats} seats; {Table(line).discard[0]} is turned up.", line))
        yield f"{slug}-openings", found


def mixes() -> list[str]:
    """Rules in which every pair of values meets, found greedily."""
    chance = Random(112)
    pairs = {
        frozenset(((first, a), (second, b)))
        for first, second in combinations(VALUES, 2)
        for a in VALUES[first]
        for b in VALUES[second]
    }
    pairs = {pair for pair in pairs if pair not in REFUSED}
    found = []
    for _ in range(MIXES):
        best: tuple[int, tuple[tuple[str, str], ...]] = (-1, ())
        for _ in range(400):
            row = tuple((name, chance.choice(values)) for name, values in VALUES.items())
            met = {frozenset(pair) for pair in combinations(row, 2)}
            if not any(refused <= set(row) for refused in REFUSED):
                best = max(best, (len(met & pairs), row))
        row = best[1]
        pairs -= {frozenset(pair) for pair in combinations(row, 2)}
        (_, slug), *switches = row
        found.append("+".join((slug, *(f"{name}={value}" for name, value in switches))))
    assert not pairs, f"{len(pairs)} pairs of switch values do not meet; raise MIXES"
    return found


def small(rules: str, seats: int, chance: Random) -> Table:
    """Hands of one to three and a pile of at most five, from few kinds so that cards meet."""
    kinds = [*chance.sample("BGRY", 2), ""]
    faces = {*"07DRS", *chance.sample("123456", 2)}
    cards = [card.value for card in deck(parse_rules(rules)) if (card.colour or "") in kinds]
    cards = [card for card in cards if not colour_of(card) or face_of(card) in faces]
    chance.shuffle(cards)
    top = next(place for place, card in enumerate(cards) if colour_of(card))
    first = cards.pop(top)
    hands = []
    for _ in range(seats):
        size = min(chance.randint(1, 3), max(1, len(cards) // seats))
        hands.append(",".join(cards[:size]))
        del cards[:size]
    pile = cards[: chance.randint(0, 5)]
    del cards[: len(pile)]
    discard = [first, *cards[: chance.randint(0, 3)]]
    return Table(
        f"{rules} hands={'/'.join(hands)} pile={','.join(pile) or '-'} discard={','.join(discard)}"
        f" {chance.choice(('left', 'right'))} dealer={chance.randrange(seats)}"
        f" turn={chance.randrange(seats)} fast={chance.randrange(1000)}@0"
    )


def shows(table: Table) -> set[str]:
    """What a position is good for."""
    signs = {table.phase, f"{table.phase} to the {'left' if table.direction > 0 else 'right'}"}
    if table.owes() >= 0:
        signs |= {"UNO owed", f"{table.phase} with UNO owed"}
    if table.settled:
        signs.add("UNO said or caught")
    if not table.pile:
        signs.add("no pile")
    if not table.something_to_draw():
        signs |= {"nothing to draw", f"{table.phase} with nothing to draw"}
    if table.passes:
        signs.add("a pass before")
    for seat in range(len(table.hands)):
        for action in table.legal(seat):
            card, _, _ = action.rstrip("!").partition(">")[0].partition("/")
            if card[0] not in "BGRYW":
                signs.add(action.split(" ")[0])
            elif seat != table.seat:
                signs.add("a jump-in")
            elif not face_of(card).isdigit() or table.moves_hands(card):
                signs |= {f"{face_of(card)} to lay", f"{table.phase} with {face_of(card)} to lay"}
    return signs


def told(table: Table) -> str:
    words = [f"{len(table.hands)} seats", table.phase]
    if table.owes() >= 0:
        words.append("UNO owed")
    elif table.laid >= 0:
        words.append("the card just laid")
    if not table.something_to_draw():
        words.append("nothing to draw")
    elif len(table.pile) < 5:
        words.append(f"a pile of {len(table.pile)}")
    return f"# {', '.join(words)}."


def found_by_play(rules: str, seats: int, chance: Random) -> Positions:
    met: dict[str, set[str]] = {}
    for _ in range(40):
        table = small(rules, seats if chance.random() < 0.5 else chance.randint(2, 4), chance)
        for _ in range(12):
            moves = [(s, a) for s in range(len(table.hands)) for a in sorted(table.legal(s))]
            if not moves:
                break
            met[table.line()] = shows(table)
            kinds = sorted({action.split(" ")[0] for _, action in moves})
            kind = chance.choice(kinds)
            table.act(*chance.choice([move for move in moves if move[1].split(" ")[0] == kind]))
    picked: list[str] = []
    seen: set[str] = set()
    for _ in range(SMALL_POSITIONS):
        # The shorter line of two that show as much: a reader will thank us.
        line = max(met, key=lambda text: (len(met[text] - seen), -len(text), text))
        seen |= met.pop(line)
        picked.append(line)
    return [(told(Table(line)), line) for line in picked]


def mixed() -> Iterator[tuple[str, Positions]]:
    for number, text in enumerate(mixes(), start=1):
        chance = Random(number)
        rules = parse_rules(text)
        seats = 2 + (number * 4) % 9
        line = dealt(rules, seats, chance.randrange(seats), number)
        first = Table(line)
        found = [(f"# {seats} seats; {first.discard[0]} is turned up.", line)]
        found += found_by_play(line.split(" ")[0], seats, chance)
        yield f"mix-{number:02}", found


def counts(line: str) -> list[tuple[int, str]]:
    """The counts at every depth worth checking, once both walks agree on them."""
    round = parse_round(line)
    found: list[tuple[int, str]] = []
    for count in perft(line):
        found.append(count)
        leaves = count[0]
        growth = leaves / max(1, found[-2][0]) if len(found) > 1 else 1
        if not leaves or len(found) > DEEPEST or (len(found) > 2 and leaves * growth > MOST_LEAVES):
            break
    depth = len(found) - 1
    engine = [(tally.leaves, tally.digest) for tally in walk(round, depth)]
    if engine != found:
        wrong = next(ply for ply in range(depth + 1) if engine[ply] != found[ply])
        raise SystemExit(disagreement(line, wrong))
    return found


def disagreement(line: str, depth: int) -> str:
    """Follow the first difference down to one action."""
    theirs = dict(divide(parse_round(line), depth))
    table = Table(line)
    ours = {f"{s}:{a}" for s in range(len(table.hands)) for a in table.legal(s)}
    if theirs.keys() != ours:
        return (
            f"{line}\n  engine only: {theirs.keys() - ours}\n  oracle only: {ours - theirs.keys()}"
        )
    for step, tally in theirs.items():
        child = table.clone()
        seat, action = step.split(":", 1)
        child.act(int(seat), action)
        *_, count = (count for count, _ in zip(perft(child.line()), range(depth), strict=False))
        if count != (tally.leaves, tally.digest):
            if depth == 1:
                return f"{line}\n  {step}\n  the oracle comes to {child.line()}"
            return disagreement(child.line(), depth - 1)
    return line


def write(name: str, positions: Positions) -> int:
    blocks = []
    total = 0
    for comment, line in positions:
        found = counts(line)
        total += found[-1][0]
        rows = [
            f"{depth} {leaves} {digest}" for depth, (leaves, digest) in enumerate(found) if depth
        ]
        blocks.append("\n".join((comment, line, *rows)))
    (FOLDER / f"{name}.txt").write_text("\n\n".join(blocks) + "\n")
    return total


def main(names: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    for source in (by_hand(), openings(), mixed()):
        for name, positions in source:
            if not names or name in names:
                leaves = write(name, positions)
                sys.stdout.write(f"{name}: {len(positions)} positions, {leaves} leaves\n")


if __name__ == "__main__":
    main(sys.argv[1:])
