"""Why a server says no, in the language spoken."""

from openuno.room.protocol.messages import Error
from openuno.terminal.languages.catalogue import say, speaks_english
from openuno.terminal.languages.refusals import say_reason


def refused_sentence(error: Error) -> str:
    """The sentence of a refusal; one we have no words for is only called a refusal."""
    if speaks_english():
        return error.sentence
    values = error.values or {}
    for word in (error.reason, error.kind, error.code.value):
        if word is not None and (said := say_reason(word, values)):
            return said
    return say("refused.unknown")
