import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { drawLimit } from "../../src/analysis/draw_limit.ts";
import { FEATURES, writeFeatures } from "../../src/analysis/features.ts";
import { stakeOf } from "../../src/analysis/master.ts";
import { NOTHING, remember, type Memory } from "../../src/analysis/memory.ts";
import { readRecord, replay } from "../../src/model/record.ts";

interface Vector {
  readonly record: string;
  readonly limit: number;
  readonly rows: readonly (readonly [line: number, seat: number, features: string])[];
}
const vectors = JSON.parse(
  readFileSync(new URL("../../../tests/vectors/features.json", import.meta.url), "utf-8"),
) as readonly Vector[];

test("what the network sees of a record is what Python writes, bit by bit", () => {
  for (const { record, rows } of vectors) {
    const expected = new Map(rows.map(([line, seat, features]) => [line, { seat, features }]));
    expect(expected.size).toBeGreaterThan(2);
    let memories: Memory[] = [];
    for (const { entry, game } of replay(readRecord(new TextEncoder().encode(record)))) {
      if (memories.length === 0) memories = game.scores.map(() => NOTHING);
      for (const event of entry.events) {
        if (event.event !== "at-table") continue;
        memories = memories.map((memory, seat) => remember(memory, event.what, seat));
      }
      const vector = expected.get(entry.line);
      if (vector === undefined) continue;
      const { view } = game.tables[0]!;
      const stake = stakeOf(game.format);
      const features = writeFeatures(view, memories[vector.seat]!, vector.seat, stake);
      expect(features.length).toBe(FEATURES);
      expect(Buffer.from(features).toString("hex"), `line ${entry.line}`).toBe(vector.features);
      expected.delete(entry.line);
    }
    expect([...expected.keys()]).toEqual([]);
  }
});

test("the limit on drawing on purpose is that of Python", () => {
  const players = vectors.map(
    ({ record }) => readRecord(new TextEncoder().encode(record)).header.names.length,
  );
  expect(players.map(drawLimit)).toEqual(vectors.map(({ limit }) => limit));
  expect(new Set(players)).toContain(2);
  expect(Math.max(...players)).toBeGreaterThan(3);
});
