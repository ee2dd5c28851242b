import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { drawCurve } from "../../src/analysis/curve.ts";
import { readNetwork } from "../../src/model/network.ts";
import { framesOf } from "../../src/replay/frames.ts";

const root = new URL("../../../", import.meta.url);
const network = readNetwork(readFileSync(new URL("src/openuno/bots/network/master.bin", root)));
const records = (
  JSON.parse(readFileSync(new URL("tests/vectors/features.json", root), "utf-8")) as readonly {
    readonly record: string;
  }[]
).map(({ record }) => framesOf(new TextEncoder().encode(record)));

async function curveOf(record: number, hand: number): Promise<ReturnType<typeof drawCurve>> {
  const { frames } = records[record]!;
  const first = frames.findIndex(({ game }) => game.hand === hand);
  const steps = frames.filter(({ game }) => game.hand === hand);
  return drawCurve(steps, first, 0, network, () => Promise.resolve());
}

test("chances begin at par, add up to one, and end with the winner", async () => {
  const { points } = await curveOf(0, 1);
  expect(points.length).toBeGreaterThan(10);
  for (const { chances } of points) {
    expect(chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1);
  }
  expect([...points.at(-1)!.chances].sort()).toEqual([0, 1]);
  expect(new Set(points.map(({ chances }) => chances[0])).size).toBeGreaterThan(5);
});

test("what a player did is compared with what the network is clearly surer of", async () => {
  const { frames } = records[0]!;
  const { deviations, players } = await curveOf(0, 1);
  expect(deviations).not.toEqual([]);
  for (const { at, seat, done, better, reason, surer } of deviations) {
    const command = frames[at]!.entry!.command!;
    expect(command.command === "act" && command.player).toBe(players[seat]);
    expect(better).not.toEqual(done);
    expect(reason.kind).not.toBe("");
    const hand = frames[at - 1]!.game.tables[0]!.view.hands[seat]!;
    for (const move of [done, better]) if (move.do === "play") expect(hand).toContain(move.card);
    expect(surer).toBeGreaterThan(0.5);
  }
});

test("the network knows its own moves", async () => {
  const { deviations } = await curveOf(0, 2);
  const master = records[0]!.record.header.names.indexOf("master");
  expect(master).toBe(1);
  expect(deviations.filter(({ seat }) => seat === master)).toEqual([]);
});

test("moves are judged by what they are worth in a tally, too", async () => {
  const { points, deviations } = await curveOf(2, 1);
  expect(records[2]!.frames[0]!.game.format.format).toBe("low-tally");
  expect(points.length).toBeGreaterThan(10);
  expect(deviations).not.toEqual([]);
  const kinds = deviations.map(({ reason }) => reason.kind);
  expect(kinds).toContain("fewer-points");
  expect(kinds).not.toContain("general");
});

test("there is a curve under written rules", async () => {
  const { points } = await curveOf(3, 1);
  const { rules } = records[3]!.frames.at(-1)!.game.tables[0]!.view;
  expect(rules.written).not.toEqual([]);
  expect(new Set(points.map(({ chances }) => chances[0])).size).toBeGreaterThan(5);
});
