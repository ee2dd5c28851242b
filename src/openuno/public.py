"""The public face of engine and game: all that `import openuno` offers."""

from openuno.bots.bot import Bot, Mind
from openuno.bots.registry import BOTS
from openuno.engine.actions import Action
from openuno.engine.cards import Card, Colour, Face
from openuno.engine.deal import deal, draw_for_dealer, undealt_round
from openuno.engine.errors import IllegalAction, NotationError, Reason, SetupError
from openuno.engine.events import Event
from openuno.engine.evolve import evolve
from openuno.engine.legal import legal
from openuno.engine.play import apply
from openuno.engine.rng import Fair, Fast
from openuno.engine.rules import EDITIONS, Rules, edition, with_switches
from openuno.engine.state import Round, Step, seat_to_act
from openuno.engine.view import View, redact, view
from openuno.game.events import GameEvent
from openuno.game.evolve import evolve_game
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
from openuno.game.notation import format_text, parse_format
from openuno.game.partnerships import Partnership, partner_points, partnerships
from openuno.game.play import apply_command, new_game, start_game
from openuno.game.standings import standings
from openuno.game.state import Act, Command, Game, GameStep, NextRound, players_to_act
from openuno.game.statistics import Statistics, statistics
from openuno.game.view import GameView, redact_game, view_game
from openuno.local.bot_player import BotError
from openuno.local.matches import (
    GameResult,
    PlayTooLong,
    RoundResult,
    play_game,
    play_round,
    round_result,
)

__all__ = [
    "BOTS",
    "EDITIONS",
    "Act",
    "Action",
    "BestOf",
    "Bot",
    "BotError",
    "Card",
    "Colour",
    "Command",
    "Elimination",
    "Event",
    "Face",
    "Fair",
    "Fast",
    "Format",
    "Game",
    "GameEvent",
    "GameResult",
    "GameStep",
    "GameView",
    "IllegalAction",
    "LowTally",
    "Mind",
    "NextRound",
    "NotationError",
    "Partners",
    "Partnership",
    "PlayTooLong",
    "Race",
    "Reason",
    "Rotating",
    "Round",
    "RoundResult",
    "Rules",
    "SetupError",
    "Single",
    "Statistics",
    "Step",
    "Teams",
    "View",
    "apply",
    "apply_command",
    "deal",
    "draw_for_dealer",
    "edition",
    "evolve",
    "evolve_game",
    "format_text",
    "legal",
    "new_game",
    "parse_format",
    "partner_points",
    "partnerships",
    "play_game",
    "play_round",
    "players_to_act",
    "redact",
    "redact_game",
    "round_result",
    "seat_to_act",
    "standings",
    "start_game",
    "statistics",
    "undealt_round",
    "view",
    "view_game",
    "with_switches",
]
