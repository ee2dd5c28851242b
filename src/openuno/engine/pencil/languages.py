"""The languages the pencil reads; each has its words in a file of its own."""

from importlib.resources import files

import msgspec

from openuno.engine.pencil.lexicon import Lexicon, LexiconData

LANGUAGES = ("en", "de", "fr", "es")


def read_lexicon_data(language: str) -> LexiconData:
    """The words of a language."""
    text = files("openuno.engine.pencil").joinpath("words", f"{language}.toml").read_bytes()
    return msgspec.toml.decode(text, type=LexiconData)


LEXICONS = tuple(Lexicon(read_lexicon_data(language)) for language in LANGUAGES)
