"""The one way a record is refused."""

_LONGEST = 300


class RecordError(ValueError):
    """The record cannot be read, or not followed; `line` counts from 1, `column` too if known."""

    def __init__(self, line: int, sentence: str, column: int | None = None) -> None:
        self.line = line
        self.column = column
        self.sentence = _printable(sentence)
        location = f"line {line}" if column is None else f"line {line}, column {column}"
        super().__init__(f"{location}: {self.sentence}")


def _printable(text: str) -> str:
    """The sentence as any terminal can show it: it may quote what a stranger wrote."""
    if len(text) > _LONGEST:
        text = text[:_LONGEST] + "…"
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)
