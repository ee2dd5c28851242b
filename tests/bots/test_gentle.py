"""The gentle bot: by the rounds won so far it plays better or worse."""

from openuno import Answer, Fast, Race, View, edition, play_game, view
from openuno.bots.bot import Mind
from openuno.bots.gentle import TEMPERS, gentle
from openuno.bots.regular import regular
from openuno.engine.actions import Catch, Play
from openuno.engine.notation.rounds import parse_round

START = "mattel-2016 pile=Y1,Y2,Y3,Y4,Y5,Y6 discard=R5"


def slips(wins: tuple[int, ...], position: str) -> float:
    """How often it does something else than play R7 with UNO."""
    round = parse_round(f"{START} {position}")
    seen = view(round, 0)
    best = Play(parse_round(f"{START} {position}").hands[0][0], uno=True)
    done = [gentle(seen, Mind(Fast(seed), wins=wins))[0] for seed in range(200)]
    return sum(action != best for action in done) / len(done)


def test_it_errs_more_the_more_it_has_won() -> None:
    position = "hands=R7,Y9/B1,B2 turn=0"
    rates = [slips(wins, position) for wins in ((0, 3), (1, 2), (2, 2), (2, 1), (3, 0))]
    assert rates[0] == 0, "far behind it plays as well as it can"
    assert rates == sorted(rates)
    assert rates[-1] == 1
    assert slips((), position) == slips((2, 2), position), "at first as when all is even"


def test_it_catches_nobody_while_it_wins_too_much() -> None:
    seen = view(parse_round(f"{START} hands=Y9/B1,B2/G1,G2 turn=1 laid=0"), 2)
    assert gentle(seen, Mind(Fast(1), wins=(3, 0, 0)))[0] == Catch(0)
    assert all(gentle(seen, Mind(Fast(n), wins=(0, 0, 5)))[0] is None for n in range(40))


def test_a_weak_player_wins_about_half() -> None:
    won = played = 0
    for seed in range(6):
        game = play_game(["casual", "gentle"], edition("classic"), Race(600), seed=seed).game
        won, played = won + game.wins[0], played + sum(game.wins)
    assert played > 60
    assert 0.4 < won / played < 0.6


def test_it_always_plays_its_last_card() -> None:
    seen = view(parse_round(f"{START} hands=R7/B1,B2 turn=0"), 0)
    for seed in range(60):
        action, _ = gentle(seen, Mind(Fast(seed), wins=(9, 0)))
        assert isinstance(action, Play)
    assert TEMPERS[-1].dawdles


def test_at_a_table_it_knows_the_rounds_won_before_this_one() -> None:
    seen = list[tuple[int, ...]]()

    def recorder(view: View, mind: Mind) -> Answer:
        if not seen or seen[-1] != mind.wins:
            seen.append(mind.wins)
        return regular(view, mind)

    game = play_game([recorder, "casual"], edition("classic"), Race(200), seed=3).game
    assert seen[0] == (0, 0)
    assert [sum(wins) for wins in seen] == list(range(len(seen)))
    assert sum(seen[-1]) == sum(game.wins) - 1
