"""The public names: all that `import openuno` offers, and what its version numbers promise."""

from openuno.bots.bot import (
    Answer,
    Bot,
    Mind,
    due_call,
    is_my_turn,
    legal_plays,
    notice,
    other_actions,
    prefer_saying_uno,
)
from openuno.bots.registry import BOTS
from openuno.engine import events
from openuno.engine.actions import (
    Accept,
    Action,
    Catch,
    Challenge,
    ChooseCard,
    ChoosePlayer,
    Decide,
    Draw,
    Keep,
    NameColour,
    Pass,
    Play,
    SayUno,
    Suggest,
)
from openuno.engine.cards import Card, Colour, Face
from openuno.engine.deal import deal, draw_for_dealer, undealt_round
from openuno.engine.errors import IllegalAction, NotationError, Reason, SetupError
from openuno.engine.events import DealerEvent, Event
from openuno.engine.evolve import evolve
from openuno.engine.legal import legal
from openuno.engine.notation.actions import action_text, parse_action, parse_card
from openuno.engine.notation.rounds import parse_round, round_text
from openuno.engine.notation.rules import parse_rules, rules_text
from openuno.engine.pencil.parser import parse_custom_rule, with_custom_rules
from openuno.engine.pencil.wording import custom_rule_text
from openuno.engine.play import apply
from openuno.engine.rng import Fair, Fast, Generator
from openuno.engine.rules import (
    DEFAULT_RULES,
    EDITIONS,
    DealerDraw,
    FirstCard,
    Rules,
    Stacking,
    changed_switches,
    deck,
    edition,
    with_switches,
)
from openuno.engine.scoring import card_points
from openuno.engine.state import (
    AfterDraw,
    ChoosingCards,
    ChoosingPlayer,
    Deciding,
    FacingDrawFour,
    FacingStack,
    NamingColour,
    Phase,
    Round,
    RoundOver,
    Step,
    Turn,
    Undealt,
    Window,
    owes_uno,
    seat_to_act,
)
from openuno.engine.view import View, redact, view
from openuno.environments import make
from openuno.game import events as game_events
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
from openuno.game.state import (
    Act,
    Command,
    Game,
    GameStep,
    NextRound,
    Penalty,
    Table,
    players_to_act,
)
from openuno.game.statistics import Figures, Statistics, statistics
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
from openuno.record.errors import RecordError
from openuno.record.export import export_record
from openuno.record.reader import Record, read_record, record_bytes
from openuno.record.replay import replay
from openuno.record.verify import Verdict, resume_game, verify
from openuno.text.answers import numbered_actions, parse_answer, why_not
from openuno.text.rules import rules_page
from openuno.text.seats import TEXT_FORM
from openuno.text.view import view_page
from openuno.version import __version__

__all__ = [
    "BOTS",
    "DEFAULT_RULES",
    "EDITIONS",
    "TEXT_FORM",
    "Accept",
    "Act",
    "Action",
    "AfterDraw",
    "Answer",
    "BestOf",
    "Bot",
    "BotError",
    "Card",
    "Catch",
    "Challenge",
    "ChooseCard",
    "ChoosePlayer",
    "ChoosingCards",
    "ChoosingPlayer",
    "Colour",
    "Command",
    "DealerDraw",
    "DealerEvent",
    "Decide",
    "Deciding",
    "Draw",
    "Elimination",
    "Event",
    "Face",
    "FacingDrawFour",
    "FacingStack",
    "Fair",
    "Fast",
    "Figures",
    "FirstCard",
    "Format",
    "Game",
    "GameEvent",
    "GameResult",
    "GameStep",
    "GameView",
    "Generator",
    "IllegalAction",
    "Keep",
    "LowTally",
    "Mind",
    "NameColour",
    "NamingColour",
    "NextRound",
    "NotationError",
    "Partners",
    "Partnership",
    "Pass",
    "Penalty",
    "Phase",
    "Play",
    "PlayTooLong",
    "Race",
    "Reason",
    "Record",
    "RecordError",
    "Rotating",
    "Round",
    "RoundOver",
    "RoundResult",
    "Rules",
    "SayUno",
    "SetupError",
    "Single",
    "Stacking",
    "Statistics",
    "Step",
    "Suggest",
    "Table",
    "Teams",
    "Turn",
    "Undealt",
    "Verdict",
    "View",
    "Window",
    "__version__",
    "action_text",
    "apply",
    "apply_command",
    "card_points",
    "changed_switches",
    "custom_rule_text",
    "deal",
    "deck",
    "draw_for_dealer",
    "due_call",
    "edition",
    "events",
    "evolve",
    "evolve_game",
    "export_record",
    "format_text",
    "game_events",
    "is_my_turn",
    "legal",
    "legal_plays",
    "make",
    "new_game",
    "notice",
    "numbered_actions",
    "other_actions",
    "owes_uno",
    "parse_action",
    "parse_answer",
    "parse_card",
    "parse_custom_rule",
    "parse_format",
    "parse_round",
    "parse_rules",
    "partner_points",
    "partnerships",
    "play_game",
    "play_round",
    "players_to_act",
    "prefer_saying_uno",
    "read_record",
    "record_bytes",
    "redact",
    "redact_game",
    "replay",
    "resume_game",
    "round_result",
    "round_text",
    "rules_page",
    "rules_text",
    "seat_to_act",
    "standings",
    "start_game",
    "statistics",
    "undealt_round",
    "verify",
    "view",
    "view_game",
    "view_page",
    "why_not",
    "with_custom_rules",
    "with_switches",
]
