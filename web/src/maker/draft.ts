import type { Edition } from "../../protocol/http.ts";
import type { Clock, Settings } from "../../protocol/messages.ts";
import { completeSettings } from "../model/defaults.ts";
import { paceOf } from "../text/clocks.ts";
import { isTeamFormat, joinFormat, splitFormat } from "../text/format_text.ts";
import { changeChip, clockName, writtenChip } from "../text/names.ts";
import { joinRules, splitRules } from "../text/rules_text.ts";

/** A table as it is being set up: everything the maker can change. */
export interface Draft {
  edition: string;
  changes: Record<string, string>;
  written: string[];
  format: string;
  number: number | null;
  seats: number;
  clock: Clock;
  public: boolean;
  shared_screen: boolean;
}

/** One thing that differs from the game that was picked. */
export interface Change {
  /** The switch, or `written` or `clock`. */
  readonly what: string;
  readonly text: string;
}

export function draftOf(given: Settings): Draft {
  const settings = completeSettings(given);
  const { edition, changes, written } = splitRules(settings.rules);
  const { teams: _, ...others } = changes;
  const { name, number } = splitFormat(settings.format);
  return {
    edition,
    changes: others,
    written: [...written],
    format: name,
    number,
    seats: settings.seats,
    clock: given.clock ?? {},
    public: settings.public,
    shared_screen: settings.shared_screen,
  };
}

export function settingsOf(draft: Draft): Settings {
  const written = draft.written.some((rule) => rule.trim()) ? draft.written : [];
  // The format sets `teams` by itself; only a rule that speaks of partners has to see it.
  const partners = written.length > 0 && isTeamFormat(draft.format);
  return {
    rules: joinRules({
      edition: draft.edition,
      changes: { ...draft.changes, ...(partners ? { teams: "on" } : {}) },
      written,
    }),
    format: joinFormat({ name: draft.format, number: draft.number }),
    seats: draft.seats,
    clock: draft.clock,
    public: draft.public,
    shared_screen: draft.shared_screen,
  };
}

/** Play a game by its own rules; length, seats and the rest stay as they are. */
export function pickRules(draft: Draft, rules: string): void {
  const { edition, changes, written } = draftOf({ rules });
  Object.assign(draft, { edition, changes, written });
}

/** The value of a switch at this table. */
export function valueOf(draft: Draft, edition: Edition | undefined, name: string): string {
  return draft.changes[name] ?? edition?.switches[name] ?? "";
}

/** Set a switch; what is as printed is no change. */
export function setSwitch(
  draft: Draft,
  edition: Edition | undefined,
  name: string,
  value: string,
): void {
  if (edition?.switches[name] === value) delete draft.changes[name];
  else draft.changes[name] = value;
  if (name === "blank_cards") draft.written.length = Math.min(draft.written.length, Number(value));
}

/** What differs from the rules of the game that was picked, and from the usual clock. */
export function changesFrom(
  draft: Draft,
  rules: string,
  edition: Edition | undefined,
): readonly Change[] {
  const game = draftOf({ rules });
  const names = new Set([...Object.keys(game.changes), ...Object.keys(draft.changes)]);
  const changes: Change[] = [...names]
    .filter((name) => valueOf(draft, edition, name) !== valueOf(game, edition, name))
    .map((name) => ({ what: name, text: changeChip(name, valueOf(draft, edition, name)) }));
  const lines = (each: Draft) => each.written.filter((rule) => rule.trim());
  if (lines(draft).join("|") !== lines(game).join("|"))
    changes.push({ what: "written", text: writtenChip(lines(draft).length) });
  if (paceOf(draft.clock) !== "usual")
    changes.push({ what: "clock", text: clockName(draft.clock) });
  return changes;
}

/** Take one of these changes back. */
export function resetChange(
  draft: Draft,
  rules: string,
  edition: Edition | undefined,
  what: string,
): void {
  const game = draftOf({ rules });
  if (what === "clock") draft.clock = {};
  else if (what === "written") draft.written = [...game.written];
  else setSwitch(draft, edition, what, valueOf(game, edition, what));
}
