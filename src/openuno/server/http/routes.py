"""Every address the server answers over HTTP."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from starlette.routing import BaseRoute, Route

from openuno.server.http import pages
from openuno.server.http.dispatch import Place
from openuno.server.http.endpoint import Call, Endpoint, endpoint
from openuno.server.http.endpoints import (
    admin,
    admin_bans,
    admin_data,
    editions,
    events,
    games,
    health,
    people,
    reports,
    rulebook,
    site,
    tables,
)
from openuno.server.http.openapi import document

ENDPOINTS: tuple[Endpoint, ...] = (
    people.new_guest,
    people.me,
    people.change_me,
    people.forget_me,
    people.new_token,
    people.my_statistics,
    people.player,
    tables.open_table,
    tables.lobby,
    tables.code,
    tables.table,
    tables.close_table,
    tables.qr,
    tables.preview,
    reports.report_person,
    events.open_event,
    events.my_event,
    events.take_part,
    events.host_event,
    events.event_results,
    events.event_tables,
    events.event_qr,
    events.event,
    events.delete_event,
    games.games,
    games.my_games,
    games.record,  # before `game`, whose path would take it too
    games.picture,
    games.analysis,
    games.analyse_game,
    games.game,
    games.ratings,
    editions.editions,
    editions.pencil,
    editions.rule_builder,
    editions.write_rule,
    editions.round_length,
    rulebook.rulebook,
    site.site,
    site.site_qr,
    health.healthz,
    health.readyz,
    health.metrics,
    admin.admin_statistics,
    admin.admin_tables,
    admin.admin_close_table,
    admin.admin_people,
    admin_bans.admin_bans,
    admin_bans.admin_ban,
    admin_bans.admin_unban,
    admin_bans.admin_drain_state,
    admin_bans.admin_drain,
    admin_bans.admin_end_drain,
    admin_bans.admin_announcement,
    admin_bans.admin_announce,
    admin_bans.admin_end_announcement,
    admin_data.admin_export,
    admin_data.admin_forget,
    admin_data.admin_prune,
    reports.admin_reports,
    reports.admin_clear_report,
)


@endpoint("GET", "/openapi.json", constant=True)
async def openapi(call: Call) -> dict[str, Any]:
    """This document."""
    del call
    return document((*ENDPOINTS, openapi))


def routes() -> Sequence[BaseRoute]:
    """The routes, one to a path; whatever the API does not know may be a page or a file."""
    by_path = groupby((*ENDPOINTS, openapi), key=lambda each: each.path)
    return [*(Route(path, Place(tuple(group))) for path, group in by_path), *pages.routes()]
