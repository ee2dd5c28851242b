"""Puts a clause together: a pattern that fits becomes effects, or the readings to choose from."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import msgspec

from openuno.engine import custom
from openuno.engine.cards import Colour
from openuno.engine.custom import Amount, Condition, CustomRule, Effect, Who
from openuno.engine.errors import SetupError
from openuno.engine.faults import Fault, FaultKind, shorten
from openuno.engine.pencil.lexicon import Chunk
from openuno.engine.pencil.patterns import Found

ABOUT_ONESELF = frozenset(("POSS", "OWN", "CHOICE"))
WITHOUT_SUBJECT = frozenset(
    ("reverses", "shuffles-hands", "skips", "skips-turn", "draws-for", "nothing", "skip-somebody")
)
"""What is said without anybody doing it."""
VERBS = frozenset(
    {"DRAW", "TAKE", "STEAL", "LOSE", "SITOUT", "SKIP", "SKIPPED", "DISCARD", "GIVE", "PASS"}
    | {"DEAL", "SWAP", "CHANGE", "SHOW", "LOOK", "REVERSE", "SHUFFLE", "PLAY", "HAVE", "CHOOSE"}
)
_SIDES = {"TO_LEFT": custom.Side.LEFT, "TO_RIGHT": custom.Side.RIGHT}
_BESIDE = {"TO_LEFT": Who.LEFT, "TO_RIGHT": Who.RIGHT}
_KNOWN = frozenset(who.value for who in Who)
_DEFINITE = frozenset(("you", "chosen", "that", "your", "choisi", "elegido", "gewählte"))


class Unread(Exception):
    """A clause that fits a pattern but makes no sense, and where."""

    def __init__(self, at: int, fault: Fault, until: int = 0) -> None:
        self.at = at
        self.fault = fault
        self.until = until
        super().__init__(fault.kind)


def not_read(*chunks: Chunk) -> Unread:
    """These words are not understood, or not together; the text says how they were written."""
    return Unread(chunks[0].start, Fault.of(FaultKind.NOT_READ, word=""), chunks[-1].end)


class Context(msgspec.Struct):
    """What the clauses before have said: who did it, and who `they` are."""

    subject: Who | None = None
    """Who did it in this sentence, if it was somebody else than the player."""
    you: bool = False
    """Whether it was the player, by name."""
    inherits: bool = False
    """Whether a verb without a subject goes on about them: `all players draw 1 and lose a turn`."""
    they: Who | None = None
    holder: Who | None = None
    """Who the condition of this sentence is about, if it is somebody else than the player."""
    each: Who | None = None
    """The several players who do it in the clause before, for a condition that asks each."""
    asked: Who | None = None
    """The several players each of whom the condition asks; it is only for what they do."""
    chosen: bool = False
    """Whether a player has been chosen before."""


class Clause(NamedTuple):
    """What a clause can mean: one reading is clear, several are to choose from."""

    readings: tuple[CustomRule, ...]
    sure: bool


class Builder:
    """Makes effects of one clause."""

    def __init__(self, found: Found, chunks: Sequence[Chunk], context: Context) -> None:
        self._found = found
        self._chunks = chunks
        self._context = context
        self._mentioned: list[Who] = []
        self._unsure = False

    def clause(self) -> Clause | None:
        """The readings of the clause; None if it says something else."""
        subjects = self._subjects()
        second = self._found.first("second")
        also = self._who(second) if second is not None else None
        readings: list[CustomRule] = []
        wrong: Fault | None = None
        for subject in subjects:
            if not self._agrees(subject):
                continue
            try:
                found = list(self._readings(subject))
                if self._found.first("with") is not None:
                    found = [tuple(map(self._for_those, rule)) for rule in found]
                if also is not None:
                    found = [(*one, *two) for one in found for two in self._readings(also)]
            except SetupError as error:
                wrong = error.fault
                continue
            readings += found
        if not readings:
            if wrong is not None:
                raise Unread(self._chunks[0].start, wrong)
            return None
        self._remember(subjects)
        return Clause(tuple(dict.fromkeys(readings)), len(set(readings)) == 1 and not self._unsure)

    def _subjects(self) -> list[Who]:
        """Who does it: named, the subject before, or the player."""
        found = self._found
        if found.name in WITHOUT_SUBJECT:
            return [Who.YOU]
        named = self._named_subject()
        if named is not None and named.concept == "WHO" and found.first("with") is named:
            # `Alle, die eine 7 haben`: only the verb at its end tells it from `alle`.
            return [self._who(named)] if found.first("have") else []
        if named is not None:
            return [self._who(named)]
        if any(chunk.concept == "TURN_AGAIN" for chunk in self._chunks):
            return [Who.YOU]
        subject = self._context.subject
        if self._third_person():
            if subject is None:
                return [Who.YOU] if self._context.you else []
            return [subject]
        if subject is None:
            holder = self._context.holder
            # `Si el siguiente jugador tiene un 7, roba 2`: you, or that player?
            either = holder is not None and self._verb_form() == "x"
            return [Who.YOU, holder] if holder is not None and either else [Who.YOU]
        return [subject] if self._context.inherits else [Who.YOU, subject]

    def _named_subject(self) -> Chunk | None:
        found = self._found
        return (
            found.first("subject")
            or found.first("made")
            or found.first("picked")
            or found.first("with")
        )

    def _third_person(self) -> bool:
        """Whether the verb is in the form for he or she."""
        form = self._verb_form()
        # In some languages the imperative is the same word.
        return form == "s" or (form == "x" and self._context.subject is not None)

    def _verb_form(self) -> str:
        verb = next((chunk for chunk in self._chunks if chunk.concept in VERBS), None)
        return "" if verb is None else verb.value

    def _agrees(self, subject: Who) -> bool:
        """Whether `your` and `their` are about who does it."""
        theirs = self._found.groups.get("theirs", ())
        per = self._found.groups.get("per", ())
        for chunk in self._chunks:
            if chunk.concept not in ABOUT_ONESELF or chunk in theirs or chunk in per:
                continue
            if (chunk.value == "you") != (subject is Who.YOU) and chunk.value != "":
                return False
        return True

    def _who(self, chunk: Chunk) -> Who:
        context = self._context
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
                    self._unsure = True
                who = Who.CHOSEN
            case "anyone-else":
                self._unsure = True
                who = Who.OTHERS
            case value:
                if value not in _KNOWN:
                    raise not_read(chunk)
                who = Who(value)
        self._mentioned.append(who)
        return who

    def _remember(self, subjects: list[Who]) -> None:
        context, found = self._context, self._found
        others = {who for who in self._mentioned if who is not Who.YOU}
        if others:
            context.they = others.pop() if len(others) == 1 else None
        several = len(subjects) == 1 and subjects[0] in custom.SEVERAL
        context.each = subjects[0] if several else None
        context.chosen = context.chosen or Who.CHOSEN in self._mentioned
        if found.name in ("nothing", "picks"):
            return
        if self._named_subject():
            context.you = subjects[0] is Who.YOU
            context.subject = None if context.you else subjects[0]
            context.inherits = not self._third_person()

    def holder(self, chunk: Chunk) -> Who:
        """Who holds the cards a condition asks about; they can be spoken of after it."""
        who = self._who(chunk)
        if who is not Who.YOU:
            self._context.they = self._context.holder = who
        return who

    def _readings(self, subject: Who) -> Iterator[CustomRule]:
        name = self._found.name
        match name:
            case "nothing" | "picks":
                yield ()
            case "draws":
                yield (custom.Draws(subject, self._amount()),)
            case "draws-for":
                yield (custom.Draws(self._player("who"), self._amount()),)
            case "draws-to" | "draws-to-unclear":
                self._unsure |= name == "draws-to-unclear"
                oneself = self._found.first("self")
                if oneself is not None and (oneself.value == "you") != (subject is Who.YOU):
                    return
                if oneself is not None and oneself.value not in ("you", "they"):
                    return
                yield (custom.DrawsTo(subject, self._number("n")),)
            case "loses-turn" | "skips-own":
                yield (custom.LosesTurn(subject),)
            case "skips" | "skips-turn":
                yield (custom.LosesTurn(_but_you(self._player("who"))),)
            case "skip-somebody":
                yield (custom.LosesTurn(Who.NEXT),)
                yield (custom.LosesTurn(Who.YOU),)
            case "discards" | "discards-any":
                self._unsure |= name == "discards-any"
                yield (custom.Discards(subject, self._amount()),)
            case "discards-colour":
                yield (custom.DiscardsColour(subject),)
            case "discards-kind":
                yield (custom.DiscardsKind(subject, read_kind(self._found.groups["kind"])),)
            case "gives" | "gives-any" | "gives-unclear":
                beside = self._found.first("beside")
                if beside is not None and subject is not Who.YOU:
                    return
                self._unsure |= name != "gives"
                other = _BESIDE[beside.concept] if beside is not None else self._player("other")
                yield (custom.Gives(subject, self._amount(), other),)
                if name == "gives-unclear" and subject is Who.YOU:
                    yield (custom.Draws(other, self._amount()),)
            case "takes" | "takes-one":
                other = self._player("theirs" if self._found.first("theirs") else "other")
                yield (custom.Takes(subject, self._amount(), other),)
            case _:
                yield from self._of_hands(name, subject)

    def _of_hands(self, name: str, subject: Who) -> Iterator[CustomRule]:
        match name:
            case "swaps" | "swaps-pair":
                yield (custom.Swaps(subject, self._player("other")),)
            case "swaps-unclear":
                self._unsure = True
                other = self._player("other") if self._found.first("other") else Who.CHOSEN
                yield (custom.Swaps(subject, other),)
            case "shows":
                yield (custom.Shows(subject, self._player("other")),)
            case "shows-all":
                yield (custom.Shows(subject, Who.OTHERS if subject is Who.YOU else Who.EVERYONE),)
            case "looks" | "looks-theirs":
                seen = self._player("seen" if self._found.first("seen") else "theirs")
                yield (custom.Shows(seen, subject),)
            case "passes-hands":
                if subject not in (Who.YOU, Who.EVERYONE):
                    return
                # You alone pass your hand on: not what the engine does.
                self._unsure |= subject is Who.YOU and any(
                    c.concept == "POSS" for c in self._chunks
                )
                side = self._found.first("side")
                assert side is not None
                yield (custom.PassesHands(_SIDES[side.concept]),)
            case "passes-unclear":
                self._unsure = True
                yield (custom.PassesHands(custom.Side.LEFT),)
                yield (custom.PassesHands(custom.Side.RIGHT),)
            case "shuffles-hands":
                yield (custom.ShufflesHands(),)
            case "reverses":
                yield (custom.Reverses(),)
            case "plays-again":
                if subject is Who.YOU:
                    yield (custom.PlaysAgain(),)
            case _:
                raise AssertionError(f"there is no pattern {name}")

    def _player(self, group: str) -> Who:
        chunk = self._found.first(group)
        assert chunk is not None, group
        return self._who(chunk)

    def _amount(self) -> Amount:
        number = self._number("n")
        if self._found.first("per") is None:
            return number
        holder, held = self._found.first("holder"), self._found.first("in_hand")
        if held is not None and held.value != "you":
            raise not_read(held)
        counted = read_kind(self._found.groups["counted"])
        who = Who.YOU if holder is None else self._who(holder)
        most = self._number("most") if self._found.first("most") else custom.MAX_CARDS
        return custom.CountPerCard(number, counted, who, most)

    def _for_those(self, effect: Effect) -> Effect:
        """The effect, for those of the players who hold what the subject says."""
        found = self._found
        kind = found.groups.get("each_kind") or found.groups.get("each_kinds")
        if kind:
            when: Condition = custom.IfTheyHave(read_kind(kind))
        else:
            compare = found.first("compare") or found.first("compare2")
            number = found.first("held") or found.first("held2") or found.first("held3")
            assert number is not None
            how = read_compare(compare, found.first("or") or found.first("or3"))
            if how is None:
                raise not_read(number)
            when = custom.IfTheyHold(how, read_number(number))
        conditional = with_condition(effect, when)
        if conditional is None:
            raise not_read(self._chunks[0])
        return conditional

    def _number(self, group: str) -> int:
        chunks = self._found.groups.get(group, ())
        return read_number(chunks[-1]) if chunks else 1


def build_condition(found: Found, context: Context) -> Condition | None:
    """The condition a pattern fits."""
    colour = found.first("colour")
    if colour is not None:
        return custom.IfNamed(Colour[colour.value.upper()])
    holder = found.first("who") or Chunk("WHO", "you", "", 0, 0)
    # `Everyone draws 1 if they hold a 7`: each of them is asked.
    if holder.value == "they" and context.each is not None:
        who = context.each
    else:
        who = Builder(found, (), context).holder(holder)
    each = holder.value == "they" and who in custom.SEVERAL
    context.asked = who if each else None
    kind = found.groups.get("kind") or found.groups.get("kinds")
    if kind:
        return custom.IfTheyHave(read_kind(kind)) if each else custom.IfHas(who, read_kind(kind))
    number = found.first("n")
    assert number is not None
    how = read_compare(found.first("compare"), found.first("or"))
    if how is None:
        return None
    if each:
        return custom.IfTheyHold(how, read_number(number))
    return custom.IfHolds(who, how, read_number(number))


def read_compare(compare: Chunk | None, extra: Chunk | None) -> custom.Compare | None:
    """How a number is compared: `more than 3`, `3 or more`; None if it is said twice."""
    if compare is not None and compare.value:
        return custom.Compare(compare.value) if extra is None else None
    if extra is None:
        return custom.Compare.EXACTLY
    return custom.Compare.AT_MOST if extra.concept == "OR_FEWER" else custom.Compare.AT_LEAST


def read_kind(chunks: Sequence[Chunk]) -> custom.CardKind:
    """The kind of card that is named, or `Unread`."""
    # In some languages the colour follows: `carta roja`.
    chunk = next((each for each in chunks if each.concept != "CARD"), chunks[0])
    match chunk.concept:
        case "CARD":
            return custom.CardKind.ANY
        case "SKIP" | "REVERSE" | "WILD":
            return custom.CardKind(chunk.concept.lower())
        case "NUM" if not 0 <= int(chunk.value) <= 9:
            raise not_read(chunk)
        case _:
            return custom.CardKind(chunk.value if chunk.concept != "NUM" else str(int(chunk.value)))


def read_number(chunk: Chunk) -> int:
    """A number in its bounds, or `Unread`."""
    number = int(chunk.value) if chunk.concept == "NUM" else 1
    if not 1 <= number <= custom.MAX_CARDS:
        fault = Fault.of(FaultKind.NUMBER, most=custom.MAX_CARDS, word=shorten(chunk.text))
        raise Unread(chunk.start, fault)
    return number


def _but_you(who: Who) -> Who:
    """To skip everyone is to skip everyone else: the turn is yours."""
    return Who.OTHERS if who is Who.EVERYONE else who


def with_condition(effect: Effect, when: Condition, asked: Who | None = None) -> Effect | None:
    """The effect under a condition; words of honour have none, and nothing has two."""
    if isinstance(effect, custom.HonourRule) or effect.when is not None:
        return None
    if asked is not None and getattr(effect, "who", None) is not asked:
        return None
    try:
        return msgspec.structs.replace(effect, when=when)
    except SetupError:
        return None
