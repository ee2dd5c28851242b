"""`house` lets every first card act now: texts from before name the value it had then.

Which rules a table plays is written in its log, in the lobby and with each finished game. Snapshots
are folded again from the log.
"""

from alembic import op

revision = "0003"
down_revision = "0002"

_BEFORE, _AFTER = """'"rules":"house'""", """'"rules":"house+first_card=acts'"""


def upgrade() -> None:
    """Write the former value of `first_card` into every text that left it to the edition."""
    dialect = op.get_context().dialect.name
    for statement in _STATEMENTS[dialect]:
        op.execute(statement)
    op.execute("delete from snapshots")


def _left_to_house(rules: str, find: str) -> str:
    """Whether these rules are a house table's that does not name the switch."""
    return f"substr({rules}, 1, 5) = 'house' and {find}({rules}, 'first_card=') = 0"


def _change_text(table: str, column: str, rules: str, find: str) -> str:
    return (
        f"update {table} set {column} = replace({column}, {_BEFORE}, {_AFTER})"
        f" where {_left_to_house(rules, find)}"
    )


_SQLITE_RULES = "json_extract(fact.value, '$.settings.rules')"
_POSTGRES_RULES = "(fact -> 'settings' ->> 'rules')"
_STATEMENTS = {
    "sqlite": (
        "update log set entry ="
        f" cast(replace(cast(entry as text), {_BEFORE}, {_AFTER}) as blob)"
        f" where instr(cast(entry as text), {_BEFORE}) > 0 and exists ("
        "select 1 from json_each(cast(log.entry as text), '$.facts') as fact"
        f" where {_left_to_house(_SQLITE_RULES, 'instr')})",
        _change_text("tables", "listing", "json_extract(listing, '$.rules')", "instr"),
        _change_text("games", "body", "json_extract(body, '$.rules')", "instr"),
    ),
    "postgresql": (
        "update log set entry ="
        f" convert_to(replace(convert_from(entry, 'UTF8'), {_BEFORE}, {_AFTER}), 'UTF8')"
        f" where position(convert_to({_BEFORE}, 'UTF8') in entry) > 0 and exists ("
        "select 1 from json_array_elements("
        "cast(convert_from(entry, 'UTF8') as json) -> 'facts') as fact"
        f" where {_left_to_house(_POSTGRES_RULES, 'strpos')})",
        _change_text("tables", "listing", "(cast(listing as json) ->> 'rules')", "strpos"),
        _change_text("games", "body", "(cast(body as json) ->> 'rules')", "strpos"),
    ),
}
"""A text within the log is JSON kept as bytes; what somebody said there has its quotes escaped."""
