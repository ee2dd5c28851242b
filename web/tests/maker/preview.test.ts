import { expect, test } from "vitest";
import type { Effect } from "../../protocol/messages.ts";
import { parseCustomRule } from "../../src/model/pencil.ts";
import { PLACES, previewOf, type Preview } from "../../src/maker/pencil/preview.ts";
import {
  HEIGHT,
  placeArrow,
  placeMarks,
  SEATS,
  WIDTH,
} from "../../src/maker/pencil/tiny_layout.ts";

const preview = (rule: string): Preview => previewOf(parseCustomRule(rule));
const signs = ({ marks }: Preview) =>
  marks.map(({ at, glyph, text }) => `${at} ${glyph} ${text}`.trim());
const ways = ({ arrows }: Preview) => arrows.map(({ from, to, text }) => `${from} ${to} ${text}`);

test("cards and turns are marked beside those who draw and lose them", () => {
  expect(signs(preview("Everyone else draws 1 card. You play again."))).toEqual([
    "left draw +1",
    "far draw +1",
    "right draw +1",
    "front again",
  ]);
  expect(signs(preview("Each of the next two players loses a turn."))).toEqual([
    "left skip",
    "far skip",
  ]);
  expect(signs(preview("You discard 2 cards at random."))).toEqual(["front discard −2"]);
  expect(signs(preview("You draw until you hold 7 cards."))).toEqual(["front draw =7"]);
});

test("what a player draws in two sentences is added up", () => {
  expect(signs(preview("The next player draws 2 cards. The next player draws 3 cards."))).toEqual([
    "left draw +5",
  ]);
  const apart = "You draw 2 cards. You draw 1 card for each red card you hold, at most 4.";
  expect(signs(preview(apart))).toEqual(["front draw +2", "front draw +1…4"]);
});

test("cards go from hand to hand along arrows", () => {
  expect(ways(preview("You give 2 random cards to a player you choose."))).toEqual(["front far 2"]);
  expect(ways(preview("You take a random card from the next player."))).toEqual(["left front 1"]);
  expect(ways(preview("Everyone else gives a random card to the next player."))).toEqual([
    "far left 1",
    "right left 1",
  ]);
  expect(preview("Hands pass left.").arrows.map(({ from, to }) => [from, to])).toEqual([
    ["front", "left"],
    ["left", "far"],
    ["far", "right"],
    ["right", "front"],
  ]);
});

test("players who are compared or chosen have a place of their own, and their cards are shown", () => {
  const robin = preview(
    "The player with the fewest cards takes 2 random cards from the player with the most cards.",
  );
  expect(robin.arrows).toHaveLength(1);
  const [arrow] = robin.arrows;
  expect(robin.counts?.[arrow?.from ?? "front"]).toBe(8);
  expect(robin.counts?.[arrow?.to ?? "front"]).toBe(2);
  expect(preview("A player you choose loses a turn.").chosen).toBe("far");
  expect(preview("Play reverses.").counts).toBeNull();
  const both = preview("A player you choose swaps hands with the player with the most cards.");
  expect(both.arrows.every(({ from, to }) => from !== to)).toBe(true);
});

test("what depends on something is marked so", () => {
  const { marks } = preview("Everyone draws 1 card if they hold a 7. You play again.");
  expect(marks.map(({ maybe }) => maybe)).toEqual([true, true, true, true, false]);
});

test("an effect of a newer server is a mark beside those it is about", () => {
  const effect = { effect: "juggles", who: "next", when: null } as unknown as Effect;
  expect(signs(previewOf([effect]))).toEqual(["left other"]);
  expect(signs(previewOf([{ effect: "rains" } as unknown as Effect]))).toEqual(["middle other"]);
});

test("a sign in the middle stands beside an arrow that crosses the table", () => {
  const swap = preview("You swap hands with a player you choose. Play reverses.");
  const [arrow] = swap.arrows;
  const [middle] = placeMarks(swap.marks, swap.arrows);
  if (!arrow || !middle) throw new Error("nothing is shown");
  expect(placeArrow(arrow, 0).sign.x - middle.x).toBeGreaterThan(28);
});

test("everything is inside the picture", () => {
  const crowded = preview(
    "Everyone draws 1 card. Everyone loses a turn. Everyone discards all red cards.",
  );
  for (const { x, y } of placeMarks(crowded.marks, crowded.arrows)) {
    expect(x).toBeGreaterThan(16);
    expect(x).toBeLessThan(WIDTH - 16);
    expect(y).toBeGreaterThan(10);
    expect(y).toBeLessThan(HEIGHT - 10);
  }
  for (const from of PLACES)
    for (const to of PLACES)
      if (from !== to) {
        const { sign } = placeArrow({ from, to, what: "cards", text: "1", maybe: false }, 0);
        const heads = PLACES.map((place) =>
          Math.hypot(sign.x - SEATS[place].x, sign.y - SEATS[place].y),
        );
        expect(Math.min(...heads)).toBeGreaterThan(25);
      }
});
