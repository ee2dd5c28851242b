import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { networkScores, readNetwork } from "../../src/model/network.ts";

interface Vector {
  readonly features: string;
  readonly scores: readonly number[];
}
const root = new URL("../../../", import.meta.url);
const file = readFileSync(new URL("src/openuno/bots/network/master.bin", root));
const vectors = JSON.parse(
  readFileSync(new URL("tests/vectors/network.json", root), "utf-8"),
) as readonly Vector[];

test("the network finds the scores that Python finds, bit by bit", () => {
  const network = readNetwork(file);
  expect(vectors.length).toBeGreaterThan(8);
  for (const { features, scores } of vectors) {
    const bytes = Uint8Array.from(Buffer.from(features, "hex"));
    expect([...networkScores(network, bytes)]).toEqual(scores);
  }
});

test("what is no network is refused", () => {
  expect(() => readNetwork(file.subarray(0, 5000))).toThrow();
  const other = Buffer.from(file);
  other.write(file.toString("latin1", 0, 40).replace(/"version":\d/, '"version":9'), "latin1");
  expect(() => readNetwork(other)).toThrow("version 9");
});
