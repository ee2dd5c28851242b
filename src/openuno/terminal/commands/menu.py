"""`uno` alone at a terminal: a menu of what to do."""

from openuno.terminal.commands.screen_game import has_screen
from openuno.terminal.languages.catalogue import translate
from openuno.terminal.preferences import load_preferences, use_preferred_language
from openuno.terminal.saves import unfinished_games


def show_menu() -> list[str] | None:
    """The words of the command chosen, nothing if none was; None where no menu can be shown."""
    if not has_screen():
        return None
    # Textual takes long to import, and only what draws with it needs it.
    from openuno.terminal.client.menu import Choice, MenuApp  # noqa: PLC0415

    use_preferred_language()
    choices: list[Choice] = [
        ("P", translate("Play a race to 500 against three bots"), ["play"]),
        ("1", translate("Play a single round"), ["play", "--format", "single"]),
        (
            "2",
            translate("Two people at this keyboard, and two bots"),
            ["play", "--people", "Ann,Ben"],
        ),
        ("H", translate("Play by house rules: stacking, jumping in, sevens swap"), _house_rules()),
        ("R", translate("Read the rules"), ["rules", "mattel-2016"]),
        ("?", translate("See all commands"), ["--help"]),
    ]
    if unfinished_games():
        choices.insert(0, ("C", translate("Continue your last game"), ["play", "--resume"]))
    app = MenuApp(choices, load_preferences())
    return app.run() or []


def _house_rules() -> list[str]:
    switches = ("stacking=any", "jump_in=on", "seven_zero=on")
    return ["play", "--edition", "house", *(word for s in switches for word in ("--set", s))]
