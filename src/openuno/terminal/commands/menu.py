"""`uno` alone at a terminal: a menu of what to do."""

from typing import TYPE_CHECKING

from openuno.extras import MissingExtra, require_extra
from openuno.terminal.commands.screen_game import has_screen
from openuno.terminal.languages.catalogue import translate
from openuno.terminal.preferences import load_preferences, use_preferred_language
from openuno.terminal.saves import unfinished_games

if TYPE_CHECKING:
    from openuno.terminal.client.menu import Choice


def show_menu() -> list[str] | None:
    """The words of the command chosen, nothing if none was; None where no menu can be shown."""
    if not has_screen():
        return None
    # Textual takes long to import, and only what draws with it needs it.
    from openuno.terminal.client.menu import MenuApp  # noqa: PLC0415

    use_preferred_language()
    choices = menu_choices(can_host=_can_host(), can_resume=bool(unfinished_games()))
    return MenuApp(choices, load_preferences()).run() or []


def menu_choices(*, can_host: bool, can_resume: bool) -> "list[Choice]":
    """What can be chosen, if a server is installed here and if there is an unfinished game."""
    from openuno.terminal.client.menu import ASK_LINK  # noqa: PLC0415

    choices: list[Choice] = []
    if can_resume:
        choices.append(("C", translate("Continue your last game"), ["play", "--resume"]))
    choices += [
        ("P", translate("Play a race to 500 against three bots"), ["play"]),
        ("1", translate("Play a single round"), ["play", "--format", "single"]),
        (
            "2",
            translate("Two people at this keyboard, and two bots"),
            ["play", "--people", "Ann,Ben"],
        ),
        ("H", translate("Play house rules: stacking, jumping in, sevens swap"), _house_rules()),
    ]
    if can_host:
        choices.append(("O", translate("Open a table for others on your network"), ["host"]))
    return [
        *choices,
        ("J", translate("Join a table by its link"), ["join", ASK_LINK]),
        ("R", translate("Read the rules"), ["rules", "mattel-2016"]),
        ("?", translate("See all commands"), ["--help"]),
    ]


def _can_host() -> bool:
    try:
        require_extra("server")
    except MissingExtra:
        return False
    return True


def _house_rules() -> list[str]:
    switches = ("stacking=any", "jump_in=on", "seven_zero=on")
    return ["play", "--edition", "house", *(word for s in switches for word in ("--set", s))]
