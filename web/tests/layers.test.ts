import { expect, test } from "vitest";
import { layerFaults, readGraph } from "../build/layers.ts";

test("imports go one way", () => {
  const graph = readGraph();
  expect(graph.size).toBeGreaterThan(150);
  expect(layerFaults(graph)).toEqual([]);
});

test.each([
  ["upwards", "model/round.ts", "net/api.ts"],
  ["to a neighbour", "home/Links.svelte", "lobby/SeatRow.svelte"],
  ["upwards inside the table", "table/live/scene.ts", "table/Felt.svelte"],
  ["from a folder without a layer", "later/new.ts", "model/round.ts"],
])("an import %s is refused", (_, from, to) => {
  expect(layerFaults(new Map([[from, [to]]]))).toHaveLength(1);
});

test("a circle of modules is found", () => {
  const graph = new Map([
    ["model/a.ts", ["model/b.ts"]],
    ["model/b.ts", ["model/a.ts"]],
  ]);
  expect(layerFaults(graph)).toEqual(["a circle: model/a.ts -> model/b.ts -> model/a.ts"]);
});
