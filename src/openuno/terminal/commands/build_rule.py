"""`uno pencil --build`: a rule put together question by question.

Questions go to standard error and answers come from standard input, so that standard output has
nothing but the rule.
"""

import msgspec
from rich.console import Console

from openuno.engine.cards import Colour
from openuno.engine.custom import (
    MAX_SENTENCES,
    CardKind,
    Compare,
    Condition,
    CustomRule,
    Effect,
    Until,
    Who,
)
from openuno.engine.pencil import builder
from openuno.engine.pencil.builder import SAMPLES, Pick, RuleForm, RulePart
from openuno.engine.pencil.draft import (
    Draft,
    built_effect,
    fitting_picks,
    label,
    nested_form,
    open_draft,
    with_pick,
)
from openuno.engine.pencil.wording import (
    compare_text,
    condition_text,
    kind_text,
    player_text,
    sentence_text,
    until_text,
)

_QUESTIONS = {
    "who": "Who?",
    "amount": "How many cards?",
    "number": "How many?",
    "turns": "How many turns?",
    "most": "At most how many in all?",
    "to": "To whom?",
    "source": "From whom?",
    "other": "With whom?",
    "kind": "Which cards?",
    "side": "Which way?",
    "compare": "How many cards?",
    "colour": "Which colour?",
    "until": "How long?",
    "when": "When?",
    "text": "What are the words?",
}


class AnswersEnded(Exception):
    """There is no answer to the next question."""

    def __init__(self) -> None:
        super().__init__("the answers ended before the rule was complete")


def build_rule(rule: CustomRule) -> CustomRule:
    """The rule that the answers make, from this one or from nothing."""
    asking = _Asking()
    sentences = list(rule) or [asking.new_sentence()]
    while True:
        asking.say("The rule so far:")
        for index, effect in enumerate(sentences):
            asking.say(f"  {index + 1}. {sentence_text(effect)}")
        match asking.answer(_menu(len(sentences))).split():
            case []:
                return tuple(sentences)
            case ["a"] if len(sentences) < MAX_SENTENCES:
                sentences.append(asking.new_sentence())
            case ["d", number] if _is_index(number, sentences) and len(sentences) > 1:
                del sentences[int(number) - 1]
            case [number] if _is_index(number, sentences):
                at = int(number) - 1
                sentences[at] = asking.sentence(*open_draft(sentences[at]))
            case _:
                asking.say("That is none of them.")


def _menu(count: int) -> str:
    more = ", a to add a sentence" if count < MAX_SENTENCES else ""
    fewer = ", d and its number to delete it" if count > 1 else ""
    return f"Enter if it is done, a number to change a sentence{more}{fewer}"


def _is_index(word: str, sentences: list[Effect]) -> bool:
    return word.isascii() and word.isdigit() and 1 <= int(word[:3]) <= len(sentences)


class _Asking:
    """Asks one question after another."""

    def __init__(self) -> None:
        self._console = Console(stderr=True, highlight=False, soft_wrap=True)

    def say(self, line: str) -> None:
        self._console.print(line, markup=False)

    def answer(self, question: str) -> str:
        self.say(question)
        self._console.print("> ", end="")
        try:
            return input()[:1000].strip()
        except EOFError:
            raise AnswersEnded from None

    def new_sentence(self) -> Effect:
        """A sentence from the beginning: first what happens, then the parts of it."""
        names = [sentence_text(sample) for sample in SAMPLES]
        chosen = self.choose("What happens?", names, at=0)
        return self.sentence(*open_draft(SAMPLES[chosen]))

    def sentence(self, form: RuleForm, draft: Draft) -> Effect:
        """The sentence with every part asked for; what cannot be said is asked for again."""
        while True:
            try:
                return built_effect(self._parts(form, draft))
            except msgspec.ValidationError as error:
                self.say(str(error).partition(" - at")[0])

    def _parts(self, form: RuleForm, draft: Draft) -> Draft:
        for part in form.parts:
            picks = fitting_picks(form, draft, part)
            draft = with_pick(form, draft, part.field, self._value(part, picks, draft))
        return draft

    def _value(self, part: RulePart, picks: tuple[Pick, ...], draft: Draft) -> object:
        """What is picked for a part: first which kind of thing, where there are several."""
        question, present = _question(part, draft), draft[part.field]
        if len(picks) == 1:
            return self._pick(question, picks[0], present)
        labels, options = [_pick_label(pick) for pick in picks], [_pick_text(p) for p in picks]
        if label(present) not in labels:  # `otherwise` is written, not picked, and can stay
            labels, options = [*labels, label(present)], [*options, "as it is"]
        at = labels.index(label(present))
        chosen = self.choose(question, options, at=at)
        if chosen == len(picks):
            return present
        return self._pick(question, picks[chosen], present if chosen == at else None)

    def _pick(self, question: str, pick: Pick, present: object) -> object:
        match pick:
            case builder.PickNothing():
                return None
            case builder.PickNumber(least, most):
                return self.number(question, least, most, present)
            case builder.PickOne(of, offered):
                rare = (present,) if isinstance(present, str) and present not in offered else ()
                values = (*offered, *rare)
                at = values.index(present) if present in values else 0
                return values[self.choose(question, [_value_text(of, v) for v in values], at=at)]
            case builder.PickWords():
                return self.answer(f"{question} Without quotation marks [{present}]") or present
            case builder.PickForm(name):
                form = nested_form(name)
                return self._parts(form, present if isinstance(present, dict) else form.sample)

    def choose(self, question: str, options: list[str], *, at: int) -> int:
        """The index of one of these; Enter is the one at `at`."""
        self.say(question)
        for number, option in enumerate(options, 1):
            self.say(f"  {number:2}. {option}")
        while True:
            line = self.answer(f"1 to {len(options)} [{at + 1}]")
            if not line:
                return at
            if line.isascii() and line.isdigit() and 1 <= int(line[:3]) <= len(options):
                return int(line) - 1
            self.say("That is none of them.")

    def number(self, question: str, least: int, most: int, present: object) -> int:
        """A number within these bounds; Enter is the present one."""
        usual = present if isinstance(present, int) else least
        while True:
            line = self.answer(f"{question} {least} to {most} [{usual}]")
            if not line:
                return usual
            if line.isascii() and line.isdigit() and least <= int(line[:3]) <= most:
                return int(line)
            self.say("That is none of them.")


def _question(part: RulePart, draft: Draft) -> str:
    if part.field == "who" and "effect" not in draft:
        if draft.get("if") == "wants":
            return "Who decides?"
        return "Who is counted?" if draft.get("kind", "") is None else "Who holds them?"
    return _QUESTIONS.get(part.field, f"{part.field}?")


def _pick_label(pick: Pick) -> str:
    match pick:
        case builder.PickNothing():
            return builder.NOTHING
        case builder.PickForm(name):
            return name
        case _:
            return builder.PLAIN


def _pick_text(pick: Pick) -> str:
    match pick:
        case builder.PickNothing():
            return "always"
        case builder.PickForm(builder.PER_CARD):
            return "a number for each card of a kind"
        case builder.PickForm(builder.PER_PLAYER):
            return "a number for each player"
        case builder.PickForm(name):
            condition: Condition = msgspec.convert(nested_form(name).sample, Condition)
            return condition_text(condition)
        case _:
            return "a number"


def _value_text(of: str, value: str) -> str:
    """A value as the sentences say it; of types that have no such words, the value itself."""
    match of:
        case "Who":
            return player_text(Who(value))
        case "CardKind":
            return kind_text(CardKind(value), many=True)
        case "Compare":
            return compare_text(Compare(value))
        case "Colour":
            return Colour(value).label.lower()
        case "Until":
            return until_text(Until(value))
        case _:
            return value
