import json

import pytest
from click.testing import CliRunner, Result

from openuno.cli.app import app
from openuno.engine.notation.rules import parse_rules
from openuno.engine.pencil.examples import EXAMPLES, Mood
from openuno.engine.pencil.parser import parse_custom_rule
from openuno.local.round_length import RoundLength
from openuno.terminal.commands.pencil import round_length_text


def uno(*words: str, given: str = "") -> Result:
    return CliRunner().invoke(app, ["pencil", *words], input=given)


def test_a_rule_is_written_back_and_explained() -> None:
    done = uno("everyone else draws 1. you play again")
    assert done.exit_code == 0
    assert done.stdout.splitlines() == [
        "Everyone else draws 1 card. You play again.",
        "",
        "1. Everyone else draws 1 card.",
        "   The cards come from the pile, as many as there are, and cannot be answered;"
        " one after another in order of play, the next player first.",
        "2. You play again.",
        "   When all else is done the turn is yours again.",
        "",
        "On one blank: house+blank_cards=1+written=Everyone_else_draws_1_card._You_play_again.",
    ]
    assert done.stderr == ""


def test_a_mistake_is_pointed_at_and_answered_with_rules_that_work() -> None:
    done = uno("Everyone draws 1. Everyone hums.")
    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr.splitlines() == [
        "uno: the pencil does not understand 'hums'",
        "  Everyone draws 1. Everyone hums.",
        "                             ^",
        "You could write:",
        "  Everyone draws 1 card.",
        "Or keep it as an honour rule:",
        '  Everyone draws 1 card. "Everyone hums."',
    ]


def test_a_slip_is_put_right_and_said() -> None:
    done = uno("Everyone drwas 1.")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[:2] == ["Everyone draws 1 card.", "(read drwas as draws)"]
    (slip,) = json.loads(uno("--json", "Everyone drwas 1.").stdout)["slips"]
    assert slip == {"word": "drwas", "read_as": "draws", "at": 9}


def test_json_says_the_same() -> None:
    done = uno("--json", "Your partner gives a card at random to a player you choose.")
    assert done.exit_code == 0
    told = json.loads(done.stdout)
    assert told["normal"] == "Your partner gives a random card to a player you choose."
    assert told["chooses"] is True
    assert told["partner"] is True
    (sentence,) = told["sentences"]
    assert sentence["effect"] == {
        "effect": "gives",
        "who": "partner",
        "amount": 1,
        "to": "chosen",
        "when": None,
    }
    assert sentence["means"].startswith("Only the two see the card")
    assert told["opcodes"] == [[7, 4, 3, 1, 0, 0, 0, 0, 0, 0]]
    assert parse_rules(told["rules"]).written == (parse_custom_rule(told["normal"]),)


def test_json_tells_a_mistake_too() -> None:
    done = uno("--json", "Draw 1 and hum.")
    assert done.exit_code == 2
    assert json.loads(done.stdout) == {
        "error": "the pencil does not understand 'hum'",
        "at": 11,
        "text": "Draw 1 and hum.",
        "fault": {"kind": "not-read", "values": {"word": "hum"}},
        "understood": [[0, 6]],
        "offers": ["You draw 1 card."],
        "honour": '"Draw 1 and hum."',
    }


def test_the_ready_made_rules_are_listed_by_mood_and_name() -> None:
    done = uno("--examples")
    assert done.exit_code == 0
    lines = [line.split("  ") for line in done.stdout.splitlines()]
    assert [line[0].lower() for line in lines if line[0]] == list(Mood)
    shown = [(line[1], line[-1].strip()) for line in lines if not line[0]]
    assert shown == [(made.name, made.text) for made in EXAMPLES]
    told = json.loads(uno("--examples", "--json").stdout)
    assert [(rule["mood"], rule["name"], rule["normal"]) for rule in told] == [*EXAMPLES]


@pytest.mark.parametrize(
    "words", [(), ("--examples", "You play again."), ("--examples", "--build")]
)
def test_a_rule_or_the_examples_and_not_both(words: tuple[str, ...]) -> None:
    done = uno(*words)
    assert done.exit_code == 2
    assert done.stderr == "uno: write a rule, or ask for --build or --examples\n"


def answers(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def test_a_rule_is_built_question_by_question() -> None:
    # 2 cards for each yellow card of the previous player, at most 7, and always.
    each = answers("1", "8", "2", "2", "5", "3", "7", "")
    loses = answers("a", "2", "99", "x", "4", "", "2", *[""] * 4)
    done = uno("--build", "--json", given=each + loses)
    assert done.exit_code == 0
    assert json.loads(done.stdout)["normal"] == (
        "Everyone draws 2 cards for each yellow card the previous player holds, at most 7."
        " A player you choose loses a turn if you hold fewer than 3 cards."
    )
    assert done.stderr.count("That is none of them.") == 2


def test_a_rule_is_opened_in_the_builder() -> None:
    opened = "„Alle singen“ everyone gives me a random card"
    done = uno("--build", opened, given=answers("1", "Everyone hums", "2", "", "", "3", *[""] * 3))
    assert done.exit_code == 0
    normal = '"Everyone hums" Everyone gives 3 random cards to you.'
    assert done.stdout.splitlines()[0] == normal
    kept = uno("--build", normal, given=answers("d 1", ""))
    assert kept.stdout.splitlines()[0] == "Everyone gives 3 random cards to you."


def test_answers_that_end_too_early_are_refused() -> None:
    done = uno("--build", "--json", given=answers("1", "2"))
    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr.endswith("uno: the answers ended before the rule was complete\n")
    unread = uno("--build", "Everyone dances", given="")
    assert unread.exit_code == 2
    assert "does not understand 'dances'" in unread.stderr


def test_nothing_at_all_is_no_rule() -> None:
    done = uno("")
    assert done.exit_code == 2
    assert done.stderr.startswith("uno: nothing is written here; write a sentence\n")


def test_markup_in_a_rule_is_only_text() -> None:
    assert uno('"[bold]Sing[/nonsense]"').stdout.startswith('"[bold]Sing[/nonsense]"\n')


def test_rounds_are_played_by_the_rule_if_asked_for() -> None:
    done = uno('"Everyone hums."', "--rounds")
    assert done.stdout.splitlines()[-1].startswith("Rounds stay about as long: ")
    told = json.loads(uno('"Everyone hums."', "--rounds", "--json").stdout)["round_length"]
    assert (told["turns"], told["endless"]) == (told["usual"], 0)
    assert "round_length" not in json.loads(uno("Reverse", "--json").stdout)
    refused = uno("--examples", "--rounds")
    assert (refused.exit_code, refused.stdout) == (2, "")


@pytest.mark.parametrize(
    ("length", "told"),
    [
        (
            RoundLength(1000, 63.2, 31.1, 0),
            "Rounds take about 2 times as long: 63 turns instead of 31.",
        ),
        (RoundLength(1000, 40.0, 31.0, 30), "About 3 of 100 rounds do not end."),
        (RoundLength(1000, 40.0, 31.0, 1), "About 1 of 100 rounds do not end."),
        (RoundLength(1000, 20.0, 31.0, 0), "Rounds get shorter: 20 turns instead of 31."),
        (RoundLength(1000, 33.0, 31.0, 0), "Rounds stay about as long: 33 turns."),
    ],
)
def test_what_a_rule_does_to_rounds_is_said_in_a_sentence(length: RoundLength, told: str) -> None:
    assert round_length_text(length) == told
