"""What is said at a server's table line by line: words, set phrases, accusations and verdicts."""

from rich.console import Console

from openuno.room.chat import EMOTES
from openuno.terminal.languages.catalogue import say, translate
from openuno.terminal.plain.answers import ask_confirmation, is_yes
from openuno.terminal.tables.charges import Charge
from openuno.terminal.tables.remote import RemoteTable


class OnlineTalk:
    """Obeys the words about talking; others are for somebody else."""

    def __init__(self, table: RemoteTable, out: Console) -> None:
        self._table = table
        self._out = out
        self._suggestion: str | None = None
        """What costs cards if it is said, until the person has decided."""

    def confirm(self, text: str) -> None:
        """Ask whether to say this although it tells somebody what to play."""
        self._suggestion = text
        penalty = self._table.state.game.rules.suggestion_penalty
        self._out.print(ask_confirmation(say("table.costly", penalty=penalty)))

    def obey(self, line: str, word: str, rest: str) -> bool:
        """Do what the line says, if it is about talking; whether it was."""
        if self._suggestion is not None:
            text, self._suggestion = self._suggestion, None
            if is_yes(line):
                self._table.say(text, anyway=True)
            else:
                self._out.print(translate("You do nothing."))
            return True
        match word:
            case "say" | "t":
                self._table.say(rest)
            case "phrase" | "e":
                self._say_phrase(rest)
            case "broke":
                self._accuse(rest, honour=True)
            case "hinted":
                self._accuse(rest, honour=False)
            case "guilty" | "innocent":
                self._table.judge(guilty=word == "guilty")
            case _:
                return False
        return True

    def _say_phrase(self, chosen: str) -> None:
        if chosen.isdecimal() and 1 <= int(chosen) <= len(EMOTES):
            self._table.emote(EMOTES[int(chosen) - 1])
        elif chosen in EMOTES:
            self._table.emote(chosen)
        else:
            phrases = [f"{n} {say(f'table.emote-{e}')}" for n, e in enumerate(EMOTES, start=1)]
            self._out.print(translate("Type phrase and a number:"))
            self._out.print("  " + "   ".join(phrases))

    def _accuse(self, name: str, *, honour: bool) -> None:
        """Accuse the player of this name; the latest rule or remark is meant."""
        charges = self._charges(honour=honour)
        found = next((charge for charge in charges if charge.name == name), None)
        if found is not None:
            self._table.accuse(found)
        elif charges:
            word = "broke" if honour else "hinted"
            examples = ", ".join(dict.fromkeys(f"{word} {charge.name}" for charge in charges))
            self._out.print(translate("Type one of these: {examples}", examples=examples))
        elif honour:
            self._out.print(translate("No honour rule has been read out this round."))
        else:
            self._out.print(translate("Nobody has said anything this round that costs cards."))

    def _charges(self, *, honour: bool) -> list[Charge]:
        if not self._table.has_game:
            return []
        return [charge for charge in self._table.state.charges if charge.honour == honour]
