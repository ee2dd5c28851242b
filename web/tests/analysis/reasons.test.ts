import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Action } from "../../protocol/messages.ts";
import { advise } from "../../src/analysis/advice.ts";
import { findReason } from "../../src/analysis/reasons.ts";
import { readNetwork } from "../../src/model/network.ts";
import { framesOf } from "../../src/replay/frames.ts";

const root = new URL("../../../", import.meta.url);
const network = readNetwork(readFileSync(new URL("src/openuno/bots/network/master.bin", root)));
const [{ record }] = JSON.parse(
  readFileSync(new URL("tests/vectors/features.json", root), "utf-8"),
) as readonly [{ readonly record: string }];
const round = framesOf(new TextEncoder().encode(record)).frames.at(-1)!.game.tables[0]!.view;
const naming = {
  ...round,
  ...{ seat: 0, discard: ["W"], colour: null, phase: { phase: "naming", seat: 0 } },
  hands: round.hands.map((_, seat) => (seat === 0 ? ["R2", "B5", "G4", "Y9"] : ["??", "??", "??"])),
} as typeof round;
const [best, done] = [
  { do: "name", colour: "B" },
  { do: "name", colour: "R" },
] as const satisfies readonly Action[];

test("where nothing else speaks for a move, it wins more often, or costs points in a tally", () => {
  const kinds = ([undefined, "win", "points", "tally"] as const).map(
    (stake) => findReason({ view: naming, seat: 0, done, best, stake }).kind,
  );
  expect(kinds).toEqual(["general", "general", "general", "fewer-points"]);
});

test("a hint knows what the round is played for", () => {
  const kinds = (["win", "points", "tally"] as const).map(
    (stake) => advise(naming, [best, done], network, stake)?.reason?.kind,
  );
  expect(kinds).toEqual(["general", "general", "fewer-points"]);
});
