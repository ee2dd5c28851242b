/** A record laid out for looking at: each of its steps as a table one can see. */
import type { GameEvent, GameView, RoomView } from "../../protocol/messages.ts";
import { addToSheet, viewGame, type Sheet } from "../model/game.ts";
import { initialGame, readRecord, RecordError, replay } from "../model/record.ts";
import type { Entry, GameRecord } from "../model/record_types.ts";
import { sentencesOf, type Sentence } from "../table/live/narration.ts";
import { recordedFace } from "./recorded_face.ts";

/** What lies on the table after a line of the record; `entry` is null if it has none yet. */
export interface Frame {
  readonly entry: Entry | null;
  readonly game: GameView;
  /** What each round has brought up to here. */
  readonly sheet: Sheet;
}

export interface ReplayFrames {
  readonly record: GameRecord;
  readonly frames: readonly Frame[];
  /** Where it stops making sense; the frames go up to there. */
  readonly broken: RecordError | null;
  /** The file as it was, for the verifier. */
  readonly file: Uint8Array;
}

/** Whose cards one sees: a player's, or everybody's. */
export type Viewpoint = number | "all";

/** The file, ready to be looked at; `RecordError` if it is no record at all. */
export function framesOf(file: Uint8Array): ReplayFrames {
  const record = readRecord(file);
  const frames: Frame[] = [];
  let broken: RecordError | null = null;
  try {
    for (const { entry, game } of replay(record)) {
      const before = frames.at(-1)?.sheet ?? [];
      const after = (sheet: Sheet, event: GameEvent): Sheet =>
        addToSheet(sheet, event, game.scores.length);
      frames.push({ entry, game, sheet: entry.events.reduce(after, before) });
    }
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    broken = error;
  }
  if (frames.length === 0) {
    frames.push({ entry: null, game: initialGame(record), sheet: [] });
  }
  return { record, frames, broken, file };
}

/** The table as those eyes see it. */
export function viewAt(
  { record, frames }: ReplayFrames,
  at: number,
  viewpoint: Viewpoint,
): RoomView {
  const { names, written, seat: owner } = record.header;
  const game = frames[at]?.game ?? initialGame(record);
  const shown = owner !== null || viewpoint === "all" ? game : viewGame(game, viewpoint);
  return {
    settings: { rules: written.rules, format: written.format, seats: names.length },
    host: null,
    closed: true,
    seats: names.map((name, player) => ({ name, face: recordedFace(record.header, player) })),
    seat: viewpoint === "all" ? null : viewpoint,
    game: shown,
    sheet: frames[at]?.sheet ?? [],
  };
}

/** What happened at a step, in words, as far as those eyes saw it at that table. */
export function narrationAt(
  replay: ReplayFrames,
  at: number,
  viewpoint: Viewpoint,
  table: number,
): Sentence[] {
  const events = replay.frames[at]?.entry?.events ?? [];
  const after = { ...viewAt(replay, at, "all"), seat: null };
  const before = at > 0 ? { ...viewAt(replay, at - 1, "all"), seat: null } : after;
  const players = after.game?.tables[table]?.players ?? [];
  const own = viewpoint === "all" ? null : players.indexOf(viewpoint);
  const seen = events
    .filter((event) => !("table" in event) || event.table === table)
    .map((event) => (own === null ? event : hideDraw(event, own)));
  const fact = { fact: "moved", command: { command: "next-hand" }, events: seen } as const;
  return sentencesOf({ type: "news", seq: 0, at: 0, facts: [fact] }, before, after);
}

/** Another's draw is told as a number of cards. */
function hideDraw(event: GameEvent, own: number): GameEvent {
  if (event.event !== "at-table") return event;
  const { what } = event;
  if (what.event !== "drew" || what.seat === own) return event;
  return { ...event, what: { ...what, cards: what.cards.map(() => "??" as const) } };
}

/** The steps at which a round was dealt. */
export function dealsOf({ frames }: ReplayFrames): readonly { hand: number; at: number }[] {
  return frames.flatMap(({ game }, at) =>
    game.hand !== (frames[at - 1]?.game.hand ?? 0) ? [{ hand: game.hand, at }] : [],
  );
}
