"""The parts of one clause: its players, numbers and verb."""

from collections.abc import Callable, Iterator, Sequence

from openuno.engine import custom
from openuno.engine.custom import Amount, CustomRule, Who
from openuno.engine.pencil.clauses.context import Context
from openuno.engine.pencil.clauses.quantities import read_kind, read_number
from openuno.engine.pencil.clauses.unread import not_read
from openuno.engine.pencil.lexicon import Chunk
from openuno.engine.pencil.patterns import Found

VERBS = frozenset(
    {"DRAW", "TAKE", "STEAL", "LOSE", "SITOUT", "SKIP", "SKIPPED", "DISCARD", "GIVE", "PASS"}
    | {"DEAL", "SWAP", "CHANGE", "SHOW", "LOOK", "REVERSE", "SHUFFLE", "PLAY", "HAVE", "CHOOSE"}
)
_LIMITS = ("most", "most2", "most3", "most4", "most5")
_KNOWN = frozenset(who.value for who in Who)
_DEFINITE = frozenset(
    ("you", "chosen", "that", "your", "choisi", "ton", "elegido", "elijas", "gewählte", "deiner")
)


class Parts:
    """The words of a clause by the groups of the pattern that fits; `unsure` once it must ask."""

    def __init__(self, found: Found, chunks: Sequence[Chunk], context: Context) -> None:
        self.found = found
        self.chunks = chunks
        self.context = context
        self.mentioned: list[Who] = []
        self.unsure = False

    def has(self, group: str) -> bool:
        """Whether the clause has this group."""
        return self.found.first(group) is not None

    def player(self, group: str) -> Who:
        """The player a group names."""
        chunk = self.found.first(group)
        assert chunk is not None, group
        return self.who(chunk)

    def who(self, chunk: Chunk) -> Who:
        """The player a chunk names, seen from the clauses before."""
        context = self.context
        match chunk.value:
            case "":
                who = Who.EVERYONE
            case "they":
                if context.they is None:
                    raise not_read(chunk)
                who = context.they
            case "another":
                if context.chosen:
                    raise not_read(chunk)
                who = Who.CHOSEN
            case "chosen":
                # Somebody, and then somebody: the same player twice is not for us to decide.
                if context.chosen and not _DEFINITE.intersection(chunk.text.split()):
                    self.unsure = True
                who = Who.CHOSEN
            case "after-that":
                # `The next player draws 2, the one after that 1`
                before = self.mentioned[-1] if self.mentioned else context.they
                if before is not Who.NEXT:
                    raise not_read(chunk)
                who = Who.AFTER_NEXT
            case "people":
                # `On pioche 2`: all of us, or who plays the card?
                self.unsure = True
                who = Who.EVERYONE
            case "anyone-else":
                self.unsure = True
                who = Who.OTHERS
            case value:
                if value not in _KNOWN:
                    raise not_read(chunk)
                who = Who(value)
        self.mentioned.append(who)
        return who

    def holder(self, chunk: Chunk) -> Who:
        """Who holds the cards a condition asks about; they can be spoken of after it."""
        definite = self.context.chosen or _DEFINITE.intersection(chunk.text.split())
        if chunk.value == "chosen" and not definite:
            raise not_read(chunk)  # `if anyone has a 0`: each who has one, not a chosen player
        who = self.who(chunk)
        if who is not Who.YOU:
            self.context.they = self.context.holder = who
        return who

    def number(self, group: str) -> int:
        """The number of a group, one if there is none."""
        chunks = self.found.groups.get(group, ())
        return read_number(chunks[-1]) if chunks else 1

    def amount(self, subject: Who) -> Amount:
        """How many cards the subject moves, perhaps for each card that somebody holds."""
        number = self.number("n")
        limit = next((each for each in _LIMITS if self.has(each)), None)
        most = custom.MAX_CARDS if limit is None else self.number(limit)
        counted_players = self.found.first("per_player")
        if counted_players is not None:
            return custom.CountPerCard(number, None, Who(counted_players.value), most)
        if not self.has("per") and not self.has("per_own"):
            return number
        named = self.found.first("holder") or self.found.first("holder3")
        holder = named or self.found.first("in_hand") or self.found.first("in_hand2")
        kind = self.found.groups.get("counted") or self.found.groups.get("counted2")
        counted = custom.CardKind.ANY if kind is None else read_kind(kind)
        who: Who | None = Who.YOU
        if self.has("per_own") and holder is None:
            # `Draw 1 for each red card`: whose?
            self.unsure, who = True, None if subject in custom.SEVERAL else Who.YOU
        if holder is not None and holder.value == "they":
            who = self._counting(subject, holder)
        elif holder is not None and holder.concept == "WHO":
            who = self.who(holder)
        elif subject is Who.EVERYONE and self.verb_form() == "":
            # `Everyone draw 1 for each 7 in your hand`: each counts their own, or all count yours?
            self.unsure, who = True, None
        elif holder is not None and holder.value != "you":
            raise not_read(holder)
        return custom.CountPerCard(number, counted, who, most)

    def _counting(self, subject: Who, holder: Chunk) -> Who | None:
        """Who `they` are that count their cards: None if they are those who do it, each."""
        if subject is Who.YOU:
            return self.who(holder)
        # Without a subject in this clause it could be the cards of somebody named before.
        named = self.has("subject") or self.has("with") or self.has("without")
        self.unsure |= not named and self.context.they not in (None, subject)
        return None if subject in custom.SEVERAL else subject

    def verb_form(self) -> str:
        """The form of the verb: `s` for he or she, `x` where the imperative is the same word."""
        verb = next((chunk for chunk in self.chunks if chunk.concept in VERBS), None)
        return "" if verb is None else verb.value

    def is_third_person(self) -> bool:
        """Whether the verb is in the form for he or she."""
        form = self.verb_form()
        return form == "s" or (form == "x" and self.context.subject is not None)


Reading = Callable[[Parts, Who], Iterator[CustomRule]]
"""What a clause means if this player does it; nothing if it says something else."""
