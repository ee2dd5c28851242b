"""`uno puzzle`: a position in which one move is far better than the others; which one?"""

import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime

import msgspec
from rich.console import Console
from rich.text import Text

from openuno.bots.memory import Memory, max_of_colour
from openuno.engine.actions import Action, Play
from openuno.engine.cards import COLOURS
from openuno.engine.errors import NotationError
from openuno.engine.notation.actions import action_text, parse_action
from openuno.engine.rules import Rules, Stacking
from openuno.local.puzzles.evaluation import list_actions
from openuno.local.puzzles.puzzle import (
    SOLVER,
    Option,
    Puzzle,
    check_day,
    find_option,
    find_puzzle,
    last_number,
    number_for,
)
from openuno.terminal.languages.cards import card_name, colour_name
from openuno.terminal.languages.catalogue import choose_language, say, translate, use_language
from openuno.terminal.own_command import own_command
from openuno.terminal.text.layout import INDENT, position
from openuno.terminal.text.moves import action_words
from openuno.terminal.text.narration import Names, event_sentences, sentence
from openuno.terminal.text.reasons import reason_sentence

LET_GO = "wait"
"""How one types that a jump-in is let go."""
_BAR = 24
"""Columns of a bar that wins always."""


class CannotAnswer(ValueError):
    """What was typed is no move of this puzzle; the sentence says what can be typed."""


def show_puzzle(
    number: int | None,
    day: date | None,
    *,
    answer: str | None,
    as_json: bool,
    language: str | None,
) -> bool:
    """Show a puzzle, ask for the move, and say how good it was; whether it was the best.

    Without a keyboard the answer is the first line of the input; if there is none, the puzzle is
    only shown, which counts as solved.
    """
    use_language(choose_language(language))
    now = today()
    if number is None:
        number = number_for(day or now)
    puzzle = find_puzzle(number, last_number(now))
    check_day(number, day, now)
    out = Console(highlight=False, markup=False)
    if as_json:
        out.out(_json(number, puzzle))
        return True
    names = Names((say("table.you"), *_others(puzzle)), SOLVER)
    shown = _in_order(puzzle)
    heading = say("puzzle.number", number=number)
    if number == number_for(now):
        heading = f"{say('puzzle.title')} · {heading}"
    _print_position(out, heading, puzzle, names)
    _print_moves(out, shown, names)
    if answer is None and not sys.stdin.isatty():
        answer = sys.stdin.readline().strip() or None
        if answer is None:
            command = f"{own_command()} puzzle {number} --answer 1"
            out.print(f"{translate('To answer:')} {command}", soft_wrap=True)
            return True
    chosen = _read(answer, puzzle, shown) if answer is not None else _ask(out, puzzle, shown)
    if chosen is None:
        return False
    _print_solution(out, puzzle, shown, chosen, names)
    return chosen is puzzle.options[0]


def today() -> date:
    """The day it is, by UTC: everyone has the same puzzle."""
    return datetime.now(UTC).date()


def _others(puzzle: Puzzle) -> tuple[str, ...]:
    return tuple(say("puzzle.names").split(", ")[: len(puzzle.view.hands) - 1])


def _in_order(puzzle: Puzzle) -> list[Option]:
    """The options as they lie in the hand, not by how good they are."""
    order = list_actions(puzzle.view)
    return sorted(puzzle.options, key=lambda option: order.index(option.action))


def _print_position(out: Console, heading: str, puzzle: Puzzle, names: Names) -> None:
    out.print(Text(heading, "bold"))
    if rules := _house_rules(puzzle.view.rules):
        out.print(f"{say('puzzle.rules')}: {', '.join(rules)}")
    for line in event_sentences(puzzle.events, names):
        out.print(f"{INDENT}{sentence(line)}")
    for line in _clues(puzzle.memory, puzzle, names):
        out.print(f"{INDENT}{line}")
    out.print(position(puzzle.view, names, (), out.width))


def _house_rules(rules: Rules) -> list[str]:
    """The rules that matter for a puzzle, as the page of puzzles names them."""
    found = [say("maker.format-partners")] if rules.teams else []
    if rules.stacking is not Stacking.OFF:
        found.append(say("maker.switch-stacking"))
    if rules.jump_in:
        found.append(say("maker.switch-jump_in"))
    return found


def _clues(memory: Memory, puzzle: Puzzle, names: Names) -> Iterator[str]:
    """What a careful player has noticed: who drew when which colour was in force."""
    for seat, hand in enumerate(puzzle.view.hands):
        for colour in COLOURS:
            if seat != SOLVER and max_of_colour(memory, seat, colour, len(hand)) == 0:
                yield say("puzzle.seems", name=names.seats[seat], colour=colour_name(colour))


def _print_moves(out: Console, shown: list[Option], names: Names) -> None:
    jumps = any(option.action is None for option in shown)
    out.print(Text(say("puzzle.find-jump" if jumps else "puzzle.find"), "bold"))
    for number, option in enumerate(shown, start=1):
        out.print(f"{INDENT}{number} {_words(option.action, names)}")


def _words(action: Action | None, names: Names) -> str:
    return say("puzzle.let-go") if action is None else action_words(action, names)


def _name(action: Action | None, names: Names) -> str:
    """A move as a sentence can name it: Red 7, Wild (blue)."""
    if not isinstance(action, Play):
        return f"“{_words(action, names)}”"
    colour = "" if action.colour is None else f" ({colour_name(action.colour)})"
    return f"{card_name(action.card)}{colour}"


def _ask(out: Console, puzzle: Puzzle, shown: list[Option]) -> Option | None:
    """The option that somebody types; None if they leave."""
    while True:
        try:
            line = out.input(f"1–{len(shown)}: ")
        except (EOFError, KeyboardInterrupt):
            out.print()
            return None
        try:
            return _read(line, puzzle, shown)
        except CannotAnswer as error:
            out.print(str(error))


def _read(line: str, puzzle: Puzzle, shown: list[Option]) -> Option:
    """An option by its number in the list, or by its code: `R7`, `W/B`, `draw`."""
    typed = line.strip()
    if typed.isascii() and typed.isdigit() and 1 <= int(typed) <= len(shown):
        return shown[int(typed) - 1]
    try:
        action = None if typed == LET_GO else parse_action(typed)
    except NotationError:
        index = None
    else:
        index = find_option(puzzle, action)
    if index is None:
        codes = ", ".join(_code(option.action) for option in shown)
        raise CannotAnswer(f"{typed!r} is no move here; type 1 to {len(shown)}, or one of {codes}")
    return puzzle.options[index]


def _code(action: Action | None) -> str:
    return LET_GO if action is None else action_text(action)


def _print_solution(
    out: Console, puzzle: Puzzle, shown: list[Option], chosen: Option, names: Names
) -> None:
    best = puzzle.options[0]
    out.print()
    if chosen is best:
        out.print(Text(say("puzzle.right"), "bold"))
    else:
        out.print(Text(say("puzzle.wrong", move=_name(best.action, names)), "bold"))
    out.print(reason_sentence(puzzle.reason, names.seats))
    out.print()
    out.print(say("puzzle.options"))
    width = max(len(_words(option.action, names)) for option in shown)
    for option in puzzle.options:
        bar = "█" * round(option.wins * _BAR)
        mark = "→" if option is chosen else " "
        words = _words(option.action, names)
        out.print(f" {mark} {words:{width}}  {100 * option.wins:3.0f} %  {bar}")
    out.print(say("puzzle.judged", worlds=puzzle.worlds))


def _json(number: int, puzzle: Puzzle) -> str:
    fields = {"number": number, **msgspec.to_builtins(puzzle)}
    return msgspec.json.format(msgspec.json.encode(fields), indent=2).decode()
