"""Short games of every format, and the records they leave behind."""

from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from random import Random

import msgspec

from openuno import Rules
from openuno.engine.notation.rules import parse_rules
from openuno.engine.rng import Generator
from openuno.engine.state import RoundOver, can_draw
from openuno.game.formats import Format
from openuno.game.notation import parse_format
from openuno.game.play import apply_command, start_game
from openuno.game.state import Act, Command, Game, GameStep, NextRound, Penalty, is_round_on
from openuno.record.fairness import client_commitment, commitment
from openuno.record.lines import (
    Chance,
    Contribution,
    FairDeal,
    Header,
    SeededDeal,
    SharedDeal,
    UnboundDeal,
    game_rng,
)
from openuno.record.writer import Recorder
from tests.policies import POLICIES, closing

NAMES = ("Ada", "Bo", "Cleo", "Dev", "Eli", "Fay", "Gus", "Hal")
SEED = sha256(b"a server's seed").digest()
LASTING = "Nobody_may_play_red_cards_until_your_next_turn."
DECISION = (
    "You_draw_1_card_if_you_want_to._Otherwise_everyone_discards_down_to_3_cards_of_their_choice."
)
ALL_SPECIALS = "swap_cards=2+shuffle_cards=2+blank_cards=2"


WRITTEN = "|".join(
    (
        "Everyone_else_discards_1_card_at_random._Hands_pass_right.",
        "The_next_player_gives_2_random_cards_to_you._The_next_player_loses_a_turn.",
        '"Sing_a_song,_1_%2B_1_=_2."_You_draw_1_card.'.replace("=", "%3D"),
        "You_discard_all_cards_of_the_colour_named.",
        "A_player_you_choose_shows_the_hand_to_you._All_hands_are_shuffled.",
        "You_swap_hands_with_the_previous_player._Hands_pass_left.",
        "Everyone_passes_1_card_of_their_choice_to_the_left._The_next_player_names_the_colour.",
        "Everyone_else_gives_1_card_of_their_choice_to_you._You_discard_2_cards_of_your_choice.",
    )
)


class Setting(msgspec.Struct, frozen=True):
    """A game to play: `hands` at most, then it is abandoned or left unfinished.

    With `penalties` somebody pays for an honour rule now and then.
    """

    rules: str
    format: str
    players: int
    fair: bool = True
    dealer: int | None = None
    seed: int = 0
    policy: str = "closing"
    hands: int = 99
    finished: bool = True
    unbound: bool = False
    shared: bool = False
    penalties: bool = False

    def __str__(self) -> str:
        kind = "fair" if self.fair else "fast"
        return f"{self.format}-{self.players}-{kind}-{self.rules[:30]}"


SETTINGS = (
    Setting("mattel-2016", "race:60", 3, seed=68),
    Setting(
        "house+wrong_catch_penalty=1", "low-tally:60", 4, fair=False, seed=203, policy="caller"
    ),
    Setting("wild-112", "partners:80", 4, dealer=2, shared=True),
    Setting("house+hand_size=3", "rotating", 4, seed=13),
    Setting(f"house+{ALL_SPECIALS}+hand_size=2", "rotating", 8, fair=False, hands=5),
    Setting("house+stacking=any+jump_in=on", "teams:60", 6, dealer=5, seed=6, policy="caller"),
    Setting("mattel-2016+hand_size=4", "elimination:60", 4),
    Setting(f"house+{ALL_SPECIALS}+seven_zero=on", "single", 5, seed=17, policy="mixed"),
    Setting("classic+draw_until=on", "best-of:3", 2, fair=False, policy="mixed"),
    Setting(
        f"house+decks=2+blank_cards=8+written={WRITTEN}",
        "race:60",
        3,
        seed=1,
        policy="uniform",
        penalties=True,
    ),
    Setting("house+swap_cards=8+hand_size=3", "race:60", 3, dealer=0, seed=4),
    Setting("house+first_card=number+decks=2", "race:40", 2, dealer=0, policy="moody"),
    Setting(
        f"house+blank_cards=8+written={'|'.join([LASTING, DECISION] * 4)}",
        "single",
        3,
        fair=False,
    ),
)
"""Every format, both generators, and every way of moving cards about."""


class PlayedGame(msgspec.Struct, frozen=True):
    """A game that was played: every command and the step it led to, and the file it left."""

    header: Header
    opening: GameStep
    steps: tuple[tuple[Command, GameStep], ...]
    data: bytes

    @property
    def games(self) -> tuple[Game, ...]:
        return (self.opening.game, *(step.game for _, step in self.steps))


def contributions(players: int) -> tuple[Contribution | None, ...]:
    """In turn: a seed committed to, a seed shown from the start, none, and one never shown."""
    added = []
    for player in range(players):
        seed = sha256(f"player {player}".encode()).digest()
        bound = client_commitment(seed).hex()
        each = (
            Contribution(bound, seed.hex()),
            Contribution(None, seed.hex()),
            None,
            Contribution(bound, None),
        )
        added.append(each[player % 4])
    return tuple(added)


def header_of(setting: Setting) -> Header:
    chance: Chance = SeededDeal(str(setting.seed + 2**63))
    if setting.fair:
        added, bound = contributions(setting.players), commitment(seed_of(setting)).hex()
        chance = FairDeal(bound, added)
        if setting.unbound:
            seeds = tuple(None if each is None else each.seed for each in added)
            chance = UnboundDeal(bound, seeds)
        if setting.shared:
            chance = SharedDeal(bound)
    rules: Rules = parse_rules(setting.rules)
    format: Format = parse_format(setting.format)
    return Header(rules, format, NAMES[: setting.players], chance, setting.dealer)


def seed_of(setting: Setting) -> bytes:
    return sha256(SEED + bytes((setting.seed,))).digest()


@lru_cache(maxsize=32)
def play_setting(setting: Setting) -> PlayedGame:
    """The game this setting comes to."""
    header = header_of(setting)
    reveal = seed_of(setting) if setting.fair else None
    rng: Generator | None = game_rng(header, reveal)
    assert rng is not None
    opening = start_game(header.rules, header.format, setting.players, rng, header.dealer)
    file = BytesIO()
    recorder = Recorder(file)
    recorder.begin(header, opening.events)
    game = opening.game
    steps: list[tuple[Command, GameStep]] = []
    choose = _chooser(setting)
    while game.winners is None and (game.round_number < setting.hands or is_round_on(game)):
        what = choose(game) if is_round_on(game) else NextRound()
        step = apply_command(game, what)
        recorder.append(what, step.events)
        steps.append((what, step))
        game = step.game
    if setting.finished:
        recorder.end(game, reveal)
    return PlayedGame(header, opening, tuple(steps), file.getvalue())


def _chooser(setting: Setting) -> Callable[[Game], Command]:
    chance = Random(setting.seed)
    policy = {**POLICIES, "closing": closing}[setting.policy]
    moves = 0

    def choose(game: Game) -> Command:
        nonlocal moves
        moves += 1
        table = chance.choice([t for t in game.tables if not isinstance(t.round.phase, RoundOver)])
        if setting.penalties and moves % 20 == 0 and can_draw(table.round):
            return Penalty(chance.choice(table.players))
        # After a while everyone wants to go home.
        seat, action = (policy if moves < 400 else closing)(table.round, chance)
        return Act(table.players[seat], action)

    return choose
