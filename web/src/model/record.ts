/** A `.uno` file: a game written down, read line by line and followed step by step. */
import type { GameCommand, GameView } from "../../protocol/messages.ts";
import { LIMITS } from "../../protocol/values.ts";
import { parseAction } from "./action.ts";
import {
  isHex,
  isObject,
  LINES,
  matchesShape,
  parseGameEvent,
  type Fields,
} from "./event_shapes.ts";
import { evolveGame, newGame } from "./game.ts";
import { repeatedKey } from "./json_keys.ts";
import { checkEvent, checkHeader } from "./record_checks.ts";
import type { Closing, Entry, GameRecord, Header } from "./record_types.ts";
import { DoesNotFollow } from "./round.ts";
import { parseFormat, parseRules } from "./rules.ts";

export const VERSION = 2;
const MAX_RECORD_LENGTH = 64 << 20;
const FIRST_ENTRY = 2;

/** Why a file cannot be read or followed; each has its own sentence in every language. */
export type RecordFault =
  | "empty"
  | "too-large"
  | "not-a-record"
  | "newer"
  | "not-json"
  | "bad-header"
  | "bad-line"
  | "out-of-order"
  | "does-not-follow";

/** The one way a record is refused: the line, counted from 1, and why; `message` says more, in English. */
export class RecordError extends Error {
  readonly line: number;
  readonly fault: RecordFault;

  constructor(line: number, fault: RecordFault, message: string) {
    super(`line ${line}: ${message}`);
    this.name = "RecordError";
    this.line = line;
    this.fault = fault;
  }
}

/** One step of a replay: what was done, and the game it led to. */
export interface Step {
  readonly entry: Entry;
  readonly game: GameView;
}

/** The record in a file, or `RecordError`; whether it is true is for the verifier to say. */
export function readRecord(file: string | Uint8Array): GameRecord {
  const text = typeof file === "string" ? file : decodeUtf8(file);
  if (text.length > MAX_RECORD_LENGTH)
    throw new RecordError(1, "too-large", "the record is too large");
  const { lines, torn } = splitLines(text);
  const [first, ...rest] = lines;
  if (first === undefined) throw new RecordError(1, "empty", "nothing here");
  const { header, version } = readHeader(first);
  const entries: Entry[] = [];
  let closing: Closing | null = null;
  for (const [index, written] of rest.entries()) {
    const line = FIRST_ENTRY + index;
    if (closing) throw outOfOrder(line, "nothing can follow the closing line");
    const read = readLine(written, line, version);
    if ("result" in read) {
      closing = read;
    } else if ((read.command === null) !== (line === FIRST_ENTRY)) {
      throw outOfOrder(line, "the first line after the header is begin, and no other");
    } else {
      entries.push(read);
    }
  }
  if (closing && torn !== null) throw outOfOrder(torn, "nothing can follow the closing line");
  if (closing && entries.length === 0) throw outOfOrder(FIRST_ENTRY, "the game has not begun");
  return { header, entries, closing, torn };
}

/** The game before its first line. */
export function initialGame({ header }: GameRecord): GameView {
  return newGame(header.rules, header.format, header.names.length, header.seat);
}

/**
 * Each entry and the game it led to, or `RecordError` at the line that does not follow.
 *
 * Every card the record tells lies open; `viewGame` of game.ts shows any of these games as one player,
 * or someone watching, saw it. What one player knew is seen by that player alone.
 */
export function* replay(record: GameRecord): Generator<Step, void, void> {
  let game = initialGame(record);
  for (const entry of record.entries) {
    try {
      for (const event of entry.events) {
        checkEvent(game, event, record.header.seat === null);
        game = evolveGame(game, event);
      }
    } catch (error) {
      if (!(error instanceof DoesNotFollow)) throw error;
      throw new RecordError(entry.line, "does-not-follow", error.message);
    }
    yield { entry, game };
  }
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // What is not UTF-8 becomes a sign that stands in no text we write: we know where it was.
    const text = new TextDecoder().decode(bytes);
    const line = text.slice(0, text.indexOf("\ufffd")).split("\n").length;
    throw new RecordError(line, "not-json", "not UTF-8 text");
  }
}

/** Whole lines, and the number of one that was torn off at the end: it lacks its newline. */
function splitLines(text: string): { lines: string[]; torn: number | null } {
  const lines = text.split("\n");
  const tail = lines.pop() ?? "";
  if (tail.length > LIMITS.recordLine) {
    throw new RecordError(lines.length + 1, "too-large", "the line is too long");
  }
  return { lines, torn: tail === "" ? null : lines.length + 1 };
}

function readHeader(written: string): { header: Header; version: number } {
  const line = readObject(written, 1);
  const { openuno } = line;
  if (!Number.isInteger(openuno)) {
    throw new RecordError(1, "not-a-record", 'its first line says {"openuno": 2, ...}');
  }
  const version = openuno as number;
  if (version > VERSION) {
    throw new RecordError(1, "newer", `this is version ${version}; we read up to ${VERSION}`);
  }
  const bare = withoutChain(line, version, 1);
  if (version < 1 || !matchesShape(bare, version === 1 ? LINES.oldHeader : LINES.header)) {
    throw new RecordError(1, "bad-header", "this is no header");
  }
  const { format } = bare as { format: string };
  const rules = version === 1 ? rulesOfVersion1(bare.rules as string) : (bare.rules as string);
  const { names, dealer, seat, chance } = bare as unknown as Header;
  try {
    const read = { rules: parseRules(rules), format: parseFormat(format) };
    const header = { ...read, written: { rules, format }, names, dealer, seat, chance };
    checkHeader(header);
    return { header, version };
  } catch (error) {
    if (!(error instanceof DoesNotFollow)) throw error;
    throw new RecordError(1, "bad-header", error.message);
  }
}

/**
 * The rules a text of version 1 meant. An edition whose usual values have changed since then gets
 * the old ones here, by name, unless the text names them itself.
 */
function rulesOfVersion1(text: string): string {
  const [edition, ...switches] = text.split("+");
  const named = switches.some((change) => change.startsWith("first_card="));
  if (edition !== "house" || named) return text;
  return [edition, "first_card=acts", ...switches].join("+");
}

/** From version 2 on every line ends with its chain; whether that fits is for the verifier. */
function withoutChain(line: Fields, version: number, number: number): Fields {
  if (version === 1) return line;
  const { chain, ...bare } = line;
  if (isHex(chain)) return bare;
  const fault = number === 1 ? "bad-header" : "bad-line";
  throw new RecordError(number, fault, "the line does not end with its chain");
}

function readLine(written: string, line: number, version: number): Entry | Closing {
  const read = withoutChain(readObject(written, line), version, line);
  if (matchesShape(read, LINES.closing)) return read as unknown as Closing;
  const table = matchesShape(read, LINES.table);
  if (!table && !matchesShape(read, LINES.player)) {
    throw new RecordError(line, "bad-line", "this is no line of a game");
  }
  const { by, do: done, events } = read as { by: number; do: string; events: unknown[] };
  try {
    return {
      line,
      command: parseCommand(table ? null : by, done),
      events: events.map(parseGameEvent),
    };
  } catch (error) {
    if (!(error instanceof DoesNotFollow)) throw error;
    throw new RecordError(line, "bad-line", error.message);
  }
}

function parseCommand(by: number | null, done: string): GameCommand | null {
  const byTable = done === "begin" || done === "next";
  if (byTable !== (by === null)) throw new DoesNotFollow("begin and next are done by the table");
  if (by !== null && done === "penalty") return { command: "penalty", player: by };
  if (by !== null) return { command: "act", player: by, action: parseAction(done) };
  return done === "begin" ? null : { command: "next-hand" };
}

function readObject(written: string, line: number): Fields {
  if (written.length > LIMITS.recordLine)
    throw new RecordError(line, "too-large", "the line is too long");
  let value: unknown;
  try {
    value = JSON.parse(written);
  } catch {
    throw new RecordError(line, "not-json", "not JSON");
  }
  const fault = line === 1 ? "not-a-record" : "bad-line";
  if (!isObject(value)) throw new RecordError(line, fault, "not a JSON object");
  // Whatever we wrote ourselves has no key twice, and is not looked at.
  const twice = JSON.stringify(value) === written ? null : repeatedKey(written);
  if (twice !== null) throw new RecordError(line, fault, `the key ${twice} is given twice`);
  return value;
}

function outOfOrder(line: number, message: string): RecordError {
  return new RecordError(line, "out-of-order", message);
}
