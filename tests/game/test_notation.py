import pytest
from hypothesis import given
from hypothesis import strategies as st

from openuno import NotationError
from openuno.game.formats import (
    BestOf,
    Elimination,
    Format,
    LowTally,
    Partners,
    Race,
    Rotating,
    Single,
    Teams,
)
from openuno.game.notation import FORMAT_NAMES, format_text, parse_format

WRITTEN: list[tuple[str, Format]] = [
    ("race", Race()),
    ("race:300", Race(300)),
    ("low-tally", LowTally()),
    ("low-tally:1", LowTally(1)),
    ("partners", Partners()),
    ("partners:100000", Partners(100_000)),
    ("rotating", Rotating()),
    ("rotating:2", Rotating(2)),
    ("teams", Teams()),
    ("teams:250", Teams(250)),
    ("elimination", Elimination()),
    ("elimination:200", Elimination(200)),
    ("single", Single()),
    ("best-of", BestOf()),
    ("best-of:5", BestOf(5)),
]
LIMITS = st.integers(1, 100_000)
FORMATS: st.SearchStrategy[Format] = st.one_of(
    st.just(Single()),
    *(st.builds(format, LIMITS) for format in (Race, LowTally, Partners, Teams, Elimination)),
    st.builds(Rotating, st.integers(1, 100)),
    st.integers(0, 49).map(lambda half: BestOf(2 * half + 1)),
)


@pytest.mark.parametrize(("text", "format"), WRITTEN)
def test_a_format_is_written_with_its_number_unless_it_is_the_usual_one(
    text: str, format: Format
) -> None:
    assert format_text(format) == text
    assert parse_format(text) == format


@pytest.mark.parametrize(
    ("text", "format"), [("race:500", Race()), ("rotating:1", Rotating()), ("best-of:3", BestOf())]
)
def test_the_usual_number_may_be_written(text: str, format: Format) -> None:
    assert parse_format(text) == format


@given(FORMATS)
def test_what_is_written_is_read_back(format: Format) -> None:
    assert parse_format(format_text(format)) == format


def test_every_format_has_a_name() -> None:
    assert tuple(dict.fromkeys(text.split(":")[0] for text, _ in WRITTEN)) == FORMAT_NAMES


@pytest.mark.parametrize(
    ("text", "at", "sentence"),
    [
        ("", 0, "no format here; choose from race, low-tally, partners"),
        ("rase", 0, "there is no format 'rase'; did you mean race?"),
        ("xyz", 0, "there is no format 'xyz'; choose from race, low-tally"),
        ("Race", 0, "there is no format 'Race'; did you mean race?"),
        (" race", 0, "no format here"),
        ("race:", 5, "limit must be a number, 1 to 100000"),
        ("race:x", 5, "limit must be a number, 1 to 100000"),
        ("race:0", 5, "limit must be a number, 1 to 100000"),
        ("race:-1", 5, "limit must be a number, 1 to 100000"),
        ("race:007", 5, "limit must be a number, 1 to 100000"),
        ("elimination:100001", 12, "limit must be a number, 1 to 100000"),
        ("race:٣", 5, "limit must be a number, 1 to 100000"),
        ("rotating:101", 9, "cycles must be a number, 1 to 100"),
        ("best-of:101", 8, "rounds must be a number, 1 to 99"),
        ("best-of:4", 8, "rounds: must be odd, not 4"),
        ("race:300 ", 8, "nothing can follow here; take away ' '"),
        ("race 300", 4, "nothing can follow here; take away ' 300'"),
        ("race:300:4", 8, "nothing can follow here; take away ':4'"),
        ("single:3", 6, "nothing can follow here; take away ':3'"),
        ("race\n", 4, "nothing can follow here"),
    ],
)
def test_an_error_points_at_the_character_and_says_what_to_do(
    text: str, at: int, sentence: str
) -> None:
    with pytest.raises(NotationError) as error:
        parse_format(text)
    assert error.value.at == at
    assert error.value.sentence.startswith(sentence)


@given(st.text(max_size=30) | st.text("raceblow-tyofpnsgimu:0123456789 ", max_size=16))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        format = parse_format(text)
    except NotationError as error:
        assert error.at <= len(text)  # noqa: PT017 - most texts are refused, some are not
    else:
        assert parse_format(format_text(format)) == format
