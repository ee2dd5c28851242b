"""What the keys do in a replay, in words."""

from openuno.terminal.client.button_row import Button
from openuno.terminal.languages.catalogue import say, say_or, translate


def key_rows() -> list[tuple[str, str]]:
    """Every key, and what it does."""
    return [
        ("→ n Enter", say_or("the next step", "replay.next")),
        ("← p", say_or("the step before", "replay.back")),
        ("PgDn PgUp", translate("ten steps on or back")),
        ("] h", say_or("the next round", "replay.next-hand")),
        ("[", say_or("the round before", "replay.back-hand")),
        ("Home End", translate("the first step; the last")),
        ("g", translate("go to a step by its number")),
        ("/  .  ,", translate("search what happened; the next place; the one before")),
        ("Space", translate("let it run, and stop")),
        ("+ -", translate("faster, slower")),
        ("s", say_or("look from another seat, or see everything", "replay.eyes")),
        ("v", say_or("verify the record", "replay.verify")),
        ("a  c", translate("analyse this round; go to the next costly move")),
        ("q Esc", translate("Leave")),
    ]


def button_row(*, running: bool) -> list[Button]:
    """The keys that the last line shows; where there is little room, the last of them go first."""
    run = say_or("Stop", "replay.pause") if running else say_or("Run", "replay.play")
    return [
        Button("← →", translate("Step"), "step(1)", spare=True),
        Button("]", say("table.sheet-round"), "round(1)", spare=True),
        Button("Space", run, "run", spare=True),
        Button("?", say("table.keys"), "help"),
        Button("Q", translate("Leave"), "app.quit"),
        Button("S", translate("Seat"), "seat", spare=True),
        Button("/", translate("Search"), "search", spare=True),
        Button("A", translate("Analyse"), "analyse", spare=True),
        Button("V", translate("Verify"), "verify", spare=True),
        Button("G", translate("Go to"), "ask_step", spare=True),
    ]
