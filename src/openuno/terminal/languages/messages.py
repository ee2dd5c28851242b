"""Messages with places to fill, as the catalogues of the pages write them (ICU MessageFormat).

`{name}`, `{count, number}`, `{me, select, yes {You} other {{name}}}` and
`{count, plural, =0 {nothing} one {# card} other {# cards}}` are all they use.
"""

from collections.abc import Callable, Mapping

Value = str | int


def format_message(message: str, values: Mapping[str, Value], language: str) -> str:
    """The message with its places filled, by the plural rules of a language."""
    return _Reader(message, values, language).text()


def plural_category(language: str, number: int) -> str:
    """Which plural form a whole number takes: `one`, `few`, `many`, `other`."""
    return _PLURALS.get(language, _one_or_other)(number)


class _Reader:
    """Reads a message from left to right, filling its places."""

    def __init__(
        self, message: str, values: Mapping[str, Value], language: str, counted: int | None = None
    ) -> None:
        self._message = message
        self._values = values
        self._language = language
        self._counted = counted
        self._at = 0

    def text(self) -> str:
        parts = []
        while self._at < len(self._message):
            mark = self._message[self._at]
            if mark == "{":
                parts.append(self._fill(self._braces()))
                continue
            parts.append(str(self._counted) if mark == "#" and self._counted is not None else mark)
            self._at += 1
        return "".join(parts)

    def _braces(self) -> str:
        """What is between this brace and the one that closes it."""
        start, depth = self._at + 1, 0
        while True:
            depth += {"{": 1, "}": -1}.get(self._message[self._at], 0)
            self._at += 1
            if not depth:
                return self._message[start : self._at - 1]

    def _fill(self, inside: str) -> str:
        name, _, rest = inside.partition(",")
        value = self._values[name.strip()]
        kind, _, cases = rest.strip().partition(",")
        match kind.strip():
            case "select":
                return self._case(cases, str(value), None)
            case "plural":
                number = int(value)
                category = plural_category(self._language, number)
                return self._case(cases, f"={number}", number, category)
            case _:
                return str(value)

    def _case(self, cases: str, exact: str, counted: int | None, category: str = "other") -> str:
        found = _read_cases(cases)
        # A case may say nothing: `all {}` is not one that is missing.
        message = next(found[word] for word in (exact, category, "other") if word in found)
        again = self._counted if counted is None else counted
        return _Reader(message, self._values, self._language, again).text()


def _read_cases(text: str) -> dict[str, str]:
    """`yes {You} other {They}` by its words."""
    cases, at = {}, 0
    while "{" in text[at:]:
        start = text.index("{", at)
        end, depth = start, 0
        while True:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
            if not depth:
                break
        cases[text[at:start].strip()] = text[start + 1 : end - 1]
        at = end
    return cases


def _one_or_other(number: int) -> str:
    return "one" if number == 1 else "other"


def _zero_too(number: int) -> str:
    return "one" if number in (0, 1) else "other"


def _only_other(_: int) -> str:
    return "other"


def _polish(number: int) -> str:
    if number == 1:
        return "one"
    few = number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14)
    return "few" if few else "many"


def _arabic(number: int) -> str:
    if number in (0, 1, 2):
        return ("zero", "one", "two")[number]
    if 3 <= number % 100 <= 10:
        return "few"
    return "many" if number % 100 >= 11 else "other"


_PLURALS: dict[str, Callable[[int], str]] = {
    "ar": _arabic,
    "fr": _zero_too,
    "hi": _zero_too,
    "ja": _only_other,
    "pl": _polish,
    "pt": _zero_too,
    "zh": _only_other,
}
