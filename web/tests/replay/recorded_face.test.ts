import { expect, test } from "vitest";
import { botLook, lookCode } from "../../src/faces/looks.ts";
import type { Chance, Header } from "../../src/model/record_types.ts";
import { recordedFace } from "../../src/replay/recorded_face.ts";

const names = ["Ann", "Gus", "Ada", "Mia"];
const share = { commitment: "00", seed: "00" };

function facesOf(chance: Chance | null): readonly (string | null)[] {
  const header = { names, chance } as unknown as Header;
  return names.map((_, player) => recordedFace(header, player));
}

test("on a server a bot is drawn as a thing, a person with a bot's name is not", () => {
  const clients = [share, null, share, null];
  const faces = facesOf({ scheme: "openuno deal 2", commitment: "00", clients });
  expect(faces).toEqual([null, "b:television", null, lookCode(botLook("Mia"))]);
});

test("at the terminal a character's name is enough, among the people of an event it is not", () => {
  expect(facesOf({ scheme: "fast", seed: "1" })).toEqual([null, "b:television", "b:radio", null]);
  expect(facesOf(null)).toEqual([null, "b:television", "b:radio", null]);
  const shared = { scheme: "openuno shared deal 1", commitment: "00" } as const;
  expect(facesOf(shared)).toEqual([null, null, null, null]);
});
