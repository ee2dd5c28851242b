"""The arena with scripted players: good, random, illegal, late, crashing; no network."""

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from openuno import (
    EDITIONS,
    Fast,
    Mind,
    Rules,
    Single,
    Teams,
    View,
    apply,
    deal,
    play_game,
    record_bytes,
    view,
    view_page,
    with_switches,
)
from openuno.bots.bot import Answer
from openuno.bots.memory import NOTHING
from openuno.bots.regular import regular
from openuno.engine.actions import Action, Catch, Draw, Play, SayUno
from openuno.engine.cards import Card, Colour
from openuno.engine.errors import SetupError
from openuno.engine.notation.rounds import parse_round
from openuno.engine.notation.rules import rules_text
from openuno.engine.state import Round
from openuno.lab.arena import kernel_playouts, prices
from openuno.lab.arena.answers import AnswerKind, Tally, check_action, fall_back
from openuno.lab.arena.contestants import IN_TURN, find_contestant, question_page
from openuno.lab.arena.decisions import Decision, DecisionKind, path, read_decisions
from openuno.lab.arena.estimates import ratio, share_of_groups
from openuno.lab.arena.figures import figures
from openuno.lab.arena.generated_rules import generate_rules
from openuno.lab.arena.kernel_playouts import kernel_wins
from openuno.lab.arena.matches import Outcome, PlayedRound, PricedDecision
from openuno.lab.arena.playouts import FEW, engine_wins, round_after
from openuno.lab.arena.prices import Price, Task, price
from openuno.lab.arena.report import Report, notes, report_rows
from openuno.lab.arena.schedule import ScheduledRound
from openuno.lab.arena.seat import MOST_IN_A_ROW, ContestantSeat, GaveUp
from openuno.lab.figures import Estimate
from openuno.local.search.belief import Belief, Deals, can_sample
from tests.lab.commands import refusal, uno

ROUND = deal(EDITIONS["classic"], 2, 0, Fast(3)).round
QUICK = ("--against", "casual", "--deals", "1", "--worlds", "1", "--processes", "1")


def illegal(view: View, mind: Mind) -> Answer:
    """Plays a card that no deck has, out of turn, too."""
    del view
    return Play(Card.BACK), mind


def crash(view: View, mind: Mind) -> Answer:
    """Fails, and not by an ordinary error."""
    del view, mind
    raise SystemExit("out of tokens")


def read_page(page: str) -> str:
    """Reads what it can do and takes the first, after some thought."""
    actions = page.partition("Your legal actions:\n")[2]
    return f"Let me think about it.\n\n{actions.split('.')[0]}\n"


def forget_the_mind(view: View, mind: Mind) -> object:
    """Answers without the mind."""
    del mind
    return view.legal[0]


def divide(page: str) -> str:
    """Fails while it thinks."""
    return str(len(page) // 0)


def forget_to_return(page: str) -> None:
    """Thinks and says nothing."""
    del page


def no_text(page: str) -> str:
    """Answers with an empty line."""
    del page
    return "\n"


def mumble(page: str) -> str:
    """Answers with no action at all."""
    return f"I read {len(page)} letters"


def arena(*words: str) -> dict[str, Any]:
    done = uno("arena", *words, "--json")
    assert done.stderr == ""
    found: dict[str, Any] = json.loads(done.stdout)
    assert found["protocol"] == "openuno-arena-1"
    assert (done.exit_code == 0) == (found["stopped"] is None)
    del found["seconds"]
    return found


def test_a_report_has_every_round_and_every_decision() -> None:
    one = arena("casual", *QUICK)
    assert one["answers"]["not_legal"]["value"] == 0
    assert [round["seat"] for round in one["rounds"]] == [0, 1]
    assert one["figures"]["prices"]["decisions"] == sum(r["decisions"] for r in one["rounds"]) > 10
    assert one["figures"]["calls"]["owed"] >= 1


def test_every_deal_is_played_from_every_seat(tmp_path: Path) -> None:
    words = ("regular", "--against", "regular", "--players", "3", "--deals", "1", "--worlds", "1")
    records = tmp_path / "arena" / "records"
    found = arena(*words, "--processes", "1", "--records", str(records))
    # Equals at the same deals: each is won from exactly one seat, by one of them or another.
    assert found["figures"]["won"]["value"] == pytest.approx(1 / 3)
    assert len(list(records.glob("regular-rules1-deal*-seat*.uno"))) == 3
    assert found["first_evaluation_seed"] == 1 << 63


def test_prices_know_a_good_move_from_a_bad_one() -> None:
    """One card fits and goes out; drawing instead loses most of the round."""
    round = parse_round(
        "mattel-2016 hands=R7/B1,B2,B3,B4,G5 pile=Y1,Y2,Y3,Y4,Y5 discard=R3 colour=R left dealer=1"
        " turn=0 fast=7@0"
    )
    decision = Decision(DecisionKind.TURN, round, 0, NOTHING, Draw(), (Play(Card.R7),))
    bad = price(Task(decision, 16, Fast(1)))
    assert bad.lost > 0.2
    assert price(Task(decision, 16, Fast(1))) == bad
    good = Decision(DecisionKind.TURN, round, 0, NOTHING, Play(Card.R7), (Draw(),))
    assert price(Task(good, 16, Fast(1))).lost == 0


def test_calls_that_were_let_go_are_decisions() -> None:
    """A player that never calls: each UNO owed and each catch is offered, and costs."""

    def quiet(view: View, mind: Mind) -> Answer:
        action, mind = regular(view, mind)
        if isinstance(action, Play) and action.uno:
            action = Play(action.card, action.colour, action.target)
        return (None if isinstance(action, SayUno | Catch) else action), mind

    result = play_game([quiet, "casual"], EDITIONS["classic"], Single(), seed=5)
    decisions = [each for found in read_decisions(result.record, 0) for each in found.decisions]
    owed = [each for each in decisions if each.kind is DecisionKind.SAY_UNO]
    assert owed
    assert all(each.done is None and each.others == (SayUno(),) for each in owed)
    assert sum(price(Task(each, 8, Fast(2))).lost for each in owed) > 0


@pytest.mark.parametrize(
    ("rules", "seats"),
    [
        (EDITIONS["mattel-2016"], 2),
        (with_switches(EDITIONS["house"], jump_in=True, seven_zero=True, teams=True), 4),
        (generate_rules(1, 7)[0].rules, 3),
    ],
)
def test_the_kernel_plays_on_as_the_engine_does(rules: Rules, seats: int) -> None:
    format = Teams(50) if rules.teams else Single()
    result = play_game(["casual"] * seats, rules, format, seed=2)
    decisions = [each for found in read_decisions(result.record, 0) for each in found.decisions]
    compared = 0
    for decision in decisions[:: max(1, len(decisions) // 3)]:
        seen = view(decision.round, decision.seat)
        if not can_sample(seen):
            continue
        worlds = [Deals(Belief(seen, decision.memory)).sample(Fast(seed), 0) for seed in range(3)]
        paths = [path(decision, world, way) for way in decision.options[:4] for world in worlds]
        rounds = [round_after(each) for each in paths]
        assert kernel_wins(rounds, 0) == engine_wins(rounds, 0)
        compared += len(rounds)
    assert compared > 10


def test_everything_is_compiled_before_the_first_price(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Else each process compiles on its own, and says nothing for a minute."""
    compiled: set[tuple[Rules, int]] = set()

    def take_note(rounds: Sequence[Round], seat: int) -> list[bool]:
        compiled.add((rounds[0].rules, len(rounds[0].hands)))
        return engine_wins(rounds, seat)

    def play(*words: str) -> set[tuple[Rules, int]]:
        compiled.clear()
        enough = ("--worlds", str(FEW // 2), "--processes", "1")
        done = uno("arena", *words, *enough)
        assert done.exit_code == 0, done.output
        return set(compiled)

    monkeypatch.setattr(kernel_playouts, "kernel_wins", take_note)
    monkeypatch.setattr(prices, "price", lambda _: Price(0.0, 0.0))
    sets = {(rule_set.rules, 2) for rule_set in generate_rules(2, 7)}
    generated = ("--against", "casual", "--deals", "1", "--rules", "generated:2", "--seed", "7")
    assert play("regular", *generated, "--records", str(tmp_path)) == sets
    files = (f"--price={file}" for file in tmp_path.glob("*-seat1.uno"))
    assert play("player 1", *files) == sets
    assert play("regular", "--against", "casual", "--deals", "1", "--players", "3") == {
        (EDITIONS["mattel-2016"], 3)
    }


def test_any_number_of_processes_finds_the_same() -> None:
    words = ("random", "--against", "casual", "--deals", "1", "--worlds", "1", "--processes")
    one, two = arena(*words, "1"), arena(*words, "2")
    assert one == two
    assert one["figures"]["prices"]["decisions"] > 5


def answers_of(player: str, seconds: float = 20) -> ContestantSeat:
    """The player after a round against `casual`, unless it was out before."""
    seat = ContestantSeat(find_contestant(player, seconds))
    play_game([seat, "casual"], EDITIONS["classic"], Single(), seed=1, names=["A", "B"])
    return seat


def test_what_cannot_be_carried_out_is_replaced_and_counted() -> None:
    seat = answers_of(f"{__name__}:illegal")
    assert list(seat.tally.counts) == [AnswerKind.ILLEGAL]
    assert seat.tally.total > 5
    (example,) = seat.tally.examples  # the same mistake is shown once
    assert example == "illegal: ?? is not legal"


@pytest.mark.parametrize(
    ("action", "shown"),
    [
        (Play(Card.W4, Colour.BLUE), "W4/B"),
        (Catch(1), "catch 1"),
        (Play("R7"), "Play(card='R7')"),  # type: ignore[arg-type]
    ],
)
def test_an_answer_that_is_not_legal_is_written_as_people_write_it(
    action: Action, shown: str
) -> None:
    reply = check_action(action, view(ROUND, 1))
    assert (reply.kind, reply.sentence) == (AnswerKind.ILLEGAL, f"{shown} is not legal")


def test_the_fallback_is_tame_in_turn_and_nothing_out_of_it() -> None:
    assert fall_back(view(ROUND, 1)) == Draw()
    assert fall_back(view(ROUND, 0)) is None
    drawn = apply(ROUND, 1, Draw()).round
    assert fall_back(view(drawn, 1)) in view(drawn, 1).legal


def test_a_player_that_reads_text_answers_with_its_last_line() -> None:
    assert list(answers_of(f"text:{__name__}:read_page").tally.counts) == [AnswerKind.LEGAL]
    lost = answers_of(f"text:{__name__}:mumble")
    assert list(lost.tally.counts) == [AnswerKind.UNREADABLE]
    command = f"'{sys.executable}' -c 'input(); print(1, end=str())'"
    contestant = find_contestant(f"text:{command}", 20)
    assert contestant.reply(view(ROUND, 1), Mind(Fast(0))).kind is AnswerKind.LEGAL


@pytest.mark.parametrize(
    ("player", "sentence"),
    [
        ("mumble", "'I read"),
        ("divide", "ZeroDivisionError: integer division or modulo by zero (test_arena.py, line "),
        ("forget_to_return", "it returned None; a text player returns a str"),
        ("no_text", "it answered nothing"),
    ],
)
def test_what_is_wrong_with_a_text_answer_is_said_on_one_line(player: str, sentence: str) -> None:
    contestant = find_contestant(f"text:{__name__}:{player}", 20)
    reply = contestant.reply(view(ROUND, 1), Mind(Fast(0)))
    assert reply.kind in (AnswerKind.UNREADABLE, AnswerKind.FAILED)
    assert sentence in reply.sentence
    assert "\n" not in reply.sentence


def test_what_is_wrong_with_a_function_is_said_as_at_any_table() -> None:
    function = find_contestant(f"{__name__}:forget_the_mind", 20)
    reply = function.reply(view(ROUND, 1), Mind(Fast(0)))
    assert reply.sentence.endswith("; return an action and the mind")
    called_wrongly = find_contestant(f"{__name__}:mumble", 20).reply(view(ROUND, 1), Mind(Fast(0)))
    assert called_wrongly.sentence.endswith("; it is called with a view and a mind")


def test_the_page_has_the_rules_first_and_then_the_position() -> None:
    seen = view(deal(EDITIONS["house"], 3, 0, Fast(3)).round, 1)
    page = question_page(seen)
    assert page.index("Answer with the number of a legal action") < page.index("Your hand")
    assert view_page(seen) in page
    assert page.endswith(f"{IN_TURN}\n")


@pytest.mark.parametrize(
    ("player", "kind"),
    [
        (f"{__name__}:crash", AnswerKind.FAILED),
        (f"text:'{sys.executable}' -c 'raise SystemExit(3)'", AnswerKind.FAILED),
        (f"text:'{sys.executable}' -c 'import time; time.sleep(60)'", AnswerKind.LATE),
        (f"text:'{sys.executable}' -c 'while True: print(1)'", AnswerKind.LATE),
    ],
)
def test_a_player_that_fails_is_out_and_the_report_says_why(player: str, kind: AnswerKind) -> None:
    seat = ContestantSeat(find_contestant(player, 0.2 if kind is AnswerKind.LATE else 20))
    with pytest.raises(GaveUp) as out:
        play_game([seat, "regular"], EDITIONS["classic"], Single(), seed=1, names=["A", "B"])
    assert out.value.kind is kind
    assert seat.tally.counts == {kind: MOST_IN_A_ROW}


def test_a_stopped_player_has_a_typed_result() -> None:
    found = arena(f"{__name__}:crash", *QUICK)
    assert found["stopped"]["kind"] == "failed"
    shown = uno("arena", f"{__name__}:crash", *QUICK).stdout
    assert "0 of 2 rounds played" in shown
    assert "Where it lost" not in shown  # nothing was played
    assert "0 times" not in shown
    assert "out of tokens" in found["stopped"]["sentence"]
    assert found["figures"]["rounds"] == 0


def test_a_program_that_ends_is_started_again(tmp_path: Path) -> None:
    """It answers one question and ends: the next one is put to a new process."""
    program = tmp_path / "once.py"
    program.write_text(
        "import json\ninput()\nprint('{\"protocol\": 1}', flush=True)\n"
        "legal = json.loads(input())['legal']\n"
        "print(json.dumps({'action': legal[0]}), flush=True)\n",
        "utf-8",
    )
    contestant = find_contestant(f"engine:'{sys.executable}' '{program}'", 20)
    kinds = [contestant.reply(view(ROUND, 1), Mind(Fast(0))).kind for _ in range(3)]
    contestant.close()
    assert kinds == [AnswerKind.LEGAL, AnswerKind.FAILED, AnswerKind.LEGAL]


def test_generated_rules_are_the_same_for_the_same_seed_and_can_be_played() -> None:
    sets = generate_rules(3, 7)
    assert sets == generate_rules(5, 7)[:3]
    assert generate_rules(3, 8) != sets
    assert all(rule_set.written and rule_set.rules.blank_cards >= 6 for rule_set in sets)
    for seed in range(20):
        generate_rules(10, seed)  # what is written can be read
    words = ("regular", "--rules", "generated:2", "--seed", "7", *QUICK)
    found = arena(*words)
    assert [rule_set["written"] for rule_set in found["rule_sets"]] == [
        list(rule_set.written) for rule_set in sets[:2]
    ]
    assert len(found["by_rules"]) == 2
    assert found["figures"]["rules"]["decisions"] > 0


def test_a_report_page_is_one_file(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    done = uno("arena", "regular", *QUICK, "--html", str(page))
    assert done.exit_code == 0
    assert "par is 50 %" in done.stdout
    text = page.read_text("utf-8")
    assert "<title>UNO arena: regular</title>" in text
    assert "Where it lost" in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


def test_records_are_priced_by_the_name_of_the_player(tmp_path: Path) -> None:
    file = tmp_path / "game.uno"
    result = play_game(
        ["regular", "random"], EDITIONS["classic"], Single(), seed=4, names=["Ann", "Bot"]
    )
    file.write_bytes(record_bytes(result.record))
    words = ("--price", str(file), "--worlds", "1", "--processes", "1")
    done = uno("arena", "Ann", *words, "--json")
    found = json.loads(done.stdout)
    assert found["files"] == [str(file)]
    assert found["figures"]["prices"]["decisions"] > 5
    assert found["figures"]["won"]["value"] == (0 in result.winners)
    assert found["figures"]["won"]["high"] - found["figures"]["won"]["low"] > 0.5  # of one round
    assert "nobody is called 'Eve'; there are Ann, Bot" in refusal(uno("arena", "Eve", *words))
    nowhere = ("--price", str(tmp_path / "none.uno"))
    assert "No such file" in refusal(uno("arena", "Ann", *nowhere))
    file.write_bytes(b"{}")
    assert "line 1" in refusal(uno("arena", "Ann", *words))


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("grandma",), "there is no player 'grandma'"),
        (("toster",), "there is no player 'toster'; did you mean toaster?"),
        (("regular", "--against", "grandma"), "there is no player 'grandma'"),
        (("text:",), "needs a command"),
        (("text:no-such-command-here",), "needs a command"),
        (("text:no_such_module:answer",), "no_such_module.py is looked for in this folder"),
        (("regular", "--rules", "funny"), "takes generated:N"),
        (("regular", "--rules", "generated:99"), "1 to 64 rule sets"),
        (("regular", "--rules", "generated:2", "--set", "jump_in=on"), "leave the others out"),
        (("regular", "--deals", "0"), "play 1 to"),
        (("regular", "--seed", "-1"), "a seed of the arena"),
        (("regular", "--players", "11"), "11"),
        (("regular", "--set", "teams=on", "--players", "4"), "plays alone"),
        (("regular", "--records", __file__), "test_arena.py is a file; name a folder"),
        (("regular", "--against", ""), "name a bot to play against"),
        (("regular", "--against", "random,random"), "a bot is named twice: random, random"),
        (("regular", "--html", "/no/such/folder/page.html"), "there is no folder"),
        (("regular", "--price", "x.uno", "--set", "jump_in=on"), "leave --set out"),
        (
            ("regular", "--price", "x.uno", "--deals", "5", "--seconds", "9"),
            "--price looks at records as they are; leave --deals and --seconds out",
        ),
    ],
)
def test_what_no_arena_can_play_is_refused(words: tuple[str, ...], sentence: str) -> None:
    assert sentence in refusal(uno("arena", *words))


def test_a_ratio_of_groups_has_the_interval_of_their_spread() -> None:
    assert ratio([]) is None
    assert ratio([(1, 2)]) == (0.5, None, None)
    found = ratio([(1, 2), (1, 2), (1, 2)])
    assert found == (0.5, 0.5, 0.5)
    spread = ratio([(0, 2), (2, 2)])
    assert spread is not None
    assert spread.value == 0.5
    assert spread.high == pytest.approx(0.5 + 12.706 * 0.5)


@pytest.mark.parametrize(("won", "low", "high"), [(2, 0.44, 1.0), (1, 0.22, 0.78), (0, 0.0, 0.56)])
def test_a_share_has_doubt_though_every_deal_ends_alike(won: int, low: float, high: float) -> None:
    assert share_of_groups([]) is None
    found = share_of_groups([(won, 2)] * 3)
    assert found is not None
    assert found.value == won / 2
    assert found.low == pytest.approx(low, abs=0.02)
    assert found.high == pytest.approx(high, abs=0.02)


def test_one_deal_that_differs_makes_no_share_surer() -> None:
    even, odd = share_of_groups([(0, 2)] * 100), share_of_groups([(0, 2)] * 99 + [(1, 2)])
    assert even is not None
    assert odd is not None
    assert even.high is not None
    assert odd.high is not None
    assert 0.035 < even.high < odd.high


def test_calls_of_one_deal_belong_together() -> None:
    def owed(deal: int, count: int) -> PlayedRound:
        """A round in which UNO is owed this often, and said in every other deal."""
        (plain,) = played(deal, 0.0, 0.0).decisions
        asked = replace(plain, kind=DecisionKind.SAY_UNO, acted=deal % 2 == 0)
        return PlayedRound("casual", 0, deal, 0, False, (asked,) * count)

    once, often = (figures([owed(deal, count) for deal in range(40)]).calls for count in (1, 5))
    assert (once.owed, often.owed) == (40, 200)
    assert once.said is not None
    assert once.said.half == pytest.approx(0.16, abs=0.01)
    assert often.said == once.said, "the same forty deals"


def test_answers_of_one_deal_belong_together() -> None:
    def not_legal(answers: int, rounds: int) -> Estimate:
        """Every other deal is answered well, and the rest is not, in rounds of some answers."""
        kinds = (AnswerKind.LEGAL, AnswerKind.ILLEGAL)
        tallies = tuple(
            (ScheduledRound(0, 0, deal, seat), Tally({kinds[deal % 2]: answers}))
            for deal in range(40)
            for seat in range(rounds)
        )
        found = Report("casual", (), 1, 0, outcome=Outcome((), tallies, None)).not_legal
        assert found is not None
        return found

    once = not_legal(1, 1)
    assert once.value == 0.5
    assert once.half == pytest.approx(0.16, abs=0.01)
    assert not_legal(25, 4) == once, "the same forty deals"


def test_the_answers_of_a_player_that_was_out_are_counted() -> None:
    found = arena(f"{__name__}:crash", *QUICK)["answers"]
    assert (found["asked"], found["failed"]) == (MOST_IN_A_ROW, MOST_IN_A_ROW)
    assert found["not_legal"]["value"] == 1
    assert found["not_legal"]["low"] == pytest.approx(0.21, abs=0.01)  # one deal


def played(deal: int, lost: float, at_random: float) -> PlayedRound:
    """A round with one decision of this price."""
    cost = Price(lost, at_random)
    decision = PricedDecision(
        DecisionKind.TURN, cost, False, False, False, False, False, False, None
    )
    return PlayedRound("casual", 0, deal, 0, False, (decision,))


def test_figures_say_nothing_that_few_rounds_cannot_say() -> None:
    one = figures([played(0, 0.2, 0.01)])
    assert one.prices.lost == (0.2, None, None)
    assert one.prices.skill is None  # it would be -19
    wide = figures([played(0, 0.3, 0.01), played(1, -0.1, 0.02)])
    assert wide.lost_per_round is not None
    assert wide.lost_per_round.half is None  # it would be ± 2.5
    assert wide.prices.skill is None
    alike = figures([played(deal, 0.0, 0.1) for deal in range(5)])
    assert alike.prices.lost == (0.0, None, None)
    assert alike.prices.skill == (1.0, None, None)
    many = figures([played(deal, 0.01 + deal % 2 / 100, 0.1) for deal in range(20)])
    assert many.prices.skill is not None
    assert many.prices.skill.value == pytest.approx(0.85)
    assert many.prices.skill.half is not None
    assert many.won is not None
    assert many.won.high == pytest.approx(0.16, abs=0.01)  # none of twenty


def test_a_report_names_the_rules_and_has_no_figure_without_an_interval(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    words = ("regular", "--rules", "generated:2", "--seed", "7", *QUICK, "--html", str(page))
    shown = uno("arena", *words).stdout
    sets = generate_rules(2, 7)
    for number, rule_set in enumerate(sets, start=1):
        switches = rules_text(with_switches(rule_set.rules, written=()))
        assert f"Rules {number}: {switches}, written: " in shown
        assert f"Rules {number}: {switches}, written: " in page.read_text("utf-8")
        assert all(f'"{text}"' in shown for text in rule_set.written)
    assert "+" in shown.partition("Rules 1: ")[2].partition(",")[0]
    assert "played out by the bot regular" in " ".join(shown.split())
    (row,) = re.findall(r"^rules 1 .*$", shown, re.MULTILINE)
    interval = r"(± [\d.]+|\([\d.]+ to [\d.]+\))"
    assert re.fullmatch(rf"rules 1 +2 +[\d.]+ {interval}( +-?[\d.]+ ± –){{2}} +–", row.rstrip())


def test_a_report_is_in_sentences_that_count() -> None:
    one = played(0, 0.0, 0.1)
    call = replace(one.decisions[0], says_uno=True)
    for count, times in ((1, "once"), (3, "3 times")):
        report = Report("me", (replace(one, decisions=(call,) * count),), worlds=8, seed=0)
        assert f"UNO: owed {times}, said 100.0 % (20.7 to 100.0)." in list(notes(report))
        heads = {head for _, row, _ in report_rows(report) for head in row}
        assert {"cost per decision", "cost per round"} < heads


def test_bots_can_be_named_one_by_one() -> None:
    with_both = ("--against", "casual", "--against", "random", "--deals", "1", "--worlds", "1")
    assert list(arena("casual", *with_both, "--processes", "1")["against"]) == ["casual", "random"]


def test_an_unknown_player_says_what_could_be_named() -> None:
    with pytest.raises(SetupError, match="module:function or engine:command"):
        find_contestant("grandma", 1)


def test_the_player_of_the_page_answers_legally(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "arena.md").read_text("utf-8")
    (example,) = re.findall(r"^```python\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)
    (tmp_path / "page_player.py").write_text(example, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert list(answers_of("text:page_player:answer").tally.counts) == [AnswerKind.LEGAL]
