import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { parseAction } from "../../src/model/action.ts";
import { parseGameEvent } from "../../src/model/event_shapes.ts";
import { repeatedKey } from "../../src/model/json_keys.ts";
import { readRecord, RecordError, replay, type RecordFault } from "../../src/model/record.ts";
import { DoesNotFollow } from "../../src/model/round.ts";
import { sha256 } from "../../src/model/sha256.ts";

const header = {
  openuno: 1,
  rules: "classic",
  format: "race",
  names: ["Ada", "Bo"],
  dealer: null,
  seat: null,
  chance: { scheme: "fast", seed: "7" },
};
const begin = { do: "begin", events: [{ event: "dealer-found", seat: 1 }] };

function fileOf(...lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

function faultIn(file: string): [number, RecordFault] | null {
  try {
    for (const _ of replay(readRecord(file)));
    return null;
  } catch (error) {
    if (!(error instanceof RecordError)) throw error;
    return [error.line, error.fault];
  }
}

test("a record is read and replayed", () => {
  const record = readRecord(fileOf(header, begin));
  expect(record.header.names).toEqual(["Ada", "Bo"]);
  expect([...replay(record)].map(({ game }) => game.dealer)).toEqual([1]);
});

test("a line that a crash tore off counts for nothing", () => {
  expect(readRecord(`${fileOf(header, begin)}{"do":"ne`).torn).toBe(3);
});

test.each<[string, string, [number, RecordFault]]>([
  ["nothing", "", [1, "empty"]],
  ["another file", fileOf({ hello: 1 }), [1, "not-a-record"]],
  ["a newer version", fileOf({ ...header, openuno: 99 }), [1, "newer"]],
  ["five partners", fileOf({ ...header, format: "partners" }), [1, "bad-header"]],
  ["an unknown rule", fileOf({ ...header, rules: "classic+later=on" }), [1, "bad-header"]],
  ["no JSON", `${fileOf(header)}hello\n`, [2, "not-json"]],
  ["a field too many", fileOf(header, { ...begin, more: 1 }), [2, "bad-line"]],
  ["no beginning", fileOf(header, { do: "next", events: [] }), [2, "out-of-order"]],
  [
    "a player who is not there",
    fileOf(header, { do: "begin", events: [{ event: "dealer-found", seat: 5 }] }),
    [2, "does-not-follow"],
  ],
])("%s is refused where it goes wrong", (_, file, fault) => {
  expect(faultIn(file)).toEqual(fault);
});

test("a key that is given twice is found, however it is written", () => {
  expect(repeatedKey('{"a": {"b": 1}, "b": [{"a": 2}]}')).toBeNull();
  expect(repeatedKey('{"a": 1, "\\u0061": 2}')).toBe("a");
});

test("an event may leave out what has a usual value", () => {
  const what = { event: "played", seat: 0, card: "R7" };
  expect(parseGameEvent({ event: "at-table", table: 0, what })).toMatchObject({
    what: { ...what, colour: null, target: null, uno: false },
  });
});

const BAN = { seats: [1, 2], kind: "red", only: false, until: 0 };

test("a lasting rule has seats, a kind of card and an end", () => {
  const what = { event: "lasting-rule-ended", rule: BAN };
  expect(parseGameEvent({ event: "at-table", table: 0, what })).toMatchObject({ what });
});

test.each([
  null,
  { event: "toString" },
  { event: "dealer-found", seat: -1 },
  { event: "dealer-found", seat: 0.5 },
  { event: "dealer-found", seat: 0, more: 1 },
  { event: "drew-for-deal", seat: 0, card: "R10" },
  { event: "at-table", table: 0, what: { event: "reversed", seat: 0, direction: 2 } },
  { event: "at-table", table: 0, what: { event: "drew", seat: 0, cards: [], why: "fun" } },
  {
    event: "at-table",
    table: 0,
    what: { event: "lasting-rule-ended", rule: { ...BAN, kind: "purple" } },
  },
])("%j is no event", (event) => {
  expect(() => parseGameEvent(event)).toThrow(DoesNotFollow);
});

test("actions are read as a record writes them", () => {
  expect(parseAction("draw")).toEqual({ do: "draw" });
  expect(parseAction("catch 2")).toEqual({ do: "catch", target: 2 });
  const wild = { do: "play", card: "WX", colour: "R", target: 2, uno: true };
  expect(parseAction("WX/R>2!")).toEqual(wild);
  for (const text of ["R10", "W5", "R7>", "name P", "catch"])
    expect(() => parseAction(text)).toThrow(DoesNotFollow);
});

test.each([0, 55, 56, 64, 1000])("SHA-256 of %i bytes is Node's", (length) => {
  const bytes = new Uint8Array(length).map((_, index) => index);
  expect(Buffer.from(sha256(bytes))).toEqual(createHash("sha256").update(bytes).digest());
});
