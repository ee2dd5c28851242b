import { expect, test } from "vitest";
import { loadLaterMessages } from "../../src/i18n/index.svelte.ts";
import { screenSentence } from "../../src/living_room/screen_sentence.ts";
import { emptyRoom, roundWith } from "../views.ts";

const OPTIONS = { pending: false, uno: false, keeps: false };
await loadLaterMessages("screen");

function said(changes: object, options: object = {}): string[] {
  const round = roundWith([["??"], ["??", "??"]], {
    seat: null,
    discard: ["R7"],
    colour: "R",
    phase: { phase: "turn", seat: 0 },
    ...changes,
  });
  const scene = { table: 0, players: [0, 1], round, own: null };
  const view = { ...emptyRoom(2), seats: [{ name: "Ada" }, { name: "Bo" }] };
  const { main, alternative } = screenSentence(view, scene, [], { ...OPTIONS, ...options });
  return [main, alternative];
}

test("a screen says what anyone in that place could play", () => {
  expect(said({})).toEqual(["Ada: Play a \uFFFC red card or a 7", "— or draw"]);
  expect(said({ discard: ["W"] })).toEqual(["Ada: Play a \uFFFC red card", "— or draw"]);
  expect(said({ phase: { phase: "doubt", seat: 1, by: 0, total: 4 } })).toEqual([
    "Bo: Take 4 cards",
    "— or challenge Ada",
  ]);
  expect(said({ phase: { phase: "stacked", seat: 1, total: 4 } })).toEqual([
    "Bo: Add a draw card",
    "— or take 4",
  ]);
});

test("what has just been taken comes first, and the end of a round says nothing", () => {
  expect(said({}, { penalty: "Bo takes 4 cards" })).toEqual(["Bo takes 4 cards", ""]);
  expect(said({ phase: { phase: "over", winner: 0 } })).toEqual(["", ""]);
});
