"""What the keys do in a replay, in words."""

from openuno.terminal.languages.catalogue import say_or, translate


def run_words(*, running: bool) -> str:
    """What the space bar does now."""
    return say_or("Stop", "replay.pause") if running else say_or("Run", "replay.play")


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
