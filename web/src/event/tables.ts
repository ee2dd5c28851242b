import type { EventTableView, EventView } from "../../protocol/http.ts";

/** The tables that still have to play, of all sittings. */
export function openTables(event: EventView): EventTableView[] {
  return event.sittings
    .flatMap(({ tables }) => tables)
    .filter(({ points, cancelled }) => points === null && !cancelled);
}

/** The tables to show now: the last sitting, and those before it that still have to play. */
export function currentTables(event: EventView): EventTableView[] {
  const last = event.sittings.at(-1);
  if (!last) return [];
  const before = openTables(event).filter(({ sitting }) => sitting !== last.number);
  return [...before, ...last.tables];
}

/** Whether any table has points: before that, everyone is first. */
export function hasResults(event: EventView): boolean {
  return event.sittings.some(({ tables }) => tables.some(({ points }) => points !== null));
}
