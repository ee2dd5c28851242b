import { expect, test } from "vitest";
import { moveText } from "../../src/ui/move_text.ts";

const WRITTEN = ["Everyone else draws 2 cards.", "", '"Sing."'];

test.each([
  ["WC1", "Wild Customisable: Everyone else draws 2 cards (Red)"],
  ["WC2", "Wild Customisable (Red)"],
  ["WC3", 'Wild Customisable: "Sing." (Red)'],
  ["W", "Wild (Red)"],
] as const)("%s is told by what is written on it", (card, said) => {
  expect(moveText({ do: "play", card, colour: "R" }, 0, WRITTEN)).toBe(said);
});

test("a card to give away is told by its rule as well", () => {
  expect(moveText({ do: "choose-card", card: "WC1" }, 0, WRITTEN)).toBe(
    "Wild Customisable: Everyone else draws 2 cards",
  );
});
