import { expect, test } from "vitest";
import type { Action, Card } from "../../protocol/messages.ts";
import { turnSentence } from "../../src/table/live/sentence.ts";
import { expressionsAt } from "../../src/table/live/expressions.svelte.ts";
import { emptyRoom, roundWith } from "../views.ts";

const OPTIONS = { pending: false, uno: false, keeps: false };

function play(card: Card, uno = false): Action {
  return { do: "play", card, colour: null, target: null, uno };
}

/** The sentence and its alternative. */
function said(legal: readonly Action[], changes: object = {}, options: object = {}): string[] {
  const round = roundWith([["R1"], ["??"]], {
    seat: 0,
    discard: ["R7"],
    colour: "R",
    phase: { phase: "turn", seat: 0 },
    ...changes,
  });
  const scene = { table: 0, players: [0, 1], round, own: 0 };
  const view = { ...emptyRoom(2), seats: [{ name: "Ada" }, { name: "Bo" }] };
  const { main, alternative } = turnSentence(view, scene, legal, { ...OPTIONS, ...options });
  return [main, alternative];
}

const DRAW: Action = { do: "draw" };

test("the sentence names what this hand can do", () => {
  expect(said([play("R1"), play("B7"), DRAW])).toEqual([
    "Play a \uFFFC red card or a 7",
    "— or draw",
  ]);
  expect(said([play("R1"), DRAW])).toEqual(["Play a \uFFFC red card", "— or draw"]);
  expect(said([play("B7"), DRAW])).toEqual(["Play a 7", "— or draw"]);
  expect(said([play("W"), DRAW])).toEqual(["Play a wild card", "— or draw"]);
  expect(said([play("B7"), play("W4"), DRAW])).toEqual(["Play a 7 or a wild", "— or draw"]);
  expect(said([play("R1"), play("W"), DRAW])).toEqual([
    "Play a \uFFFC red card or a wild",
    "— or draw",
  ]);
  expect(said([play("R1"), play("B7"), play("W"), DRAW])).toEqual([
    "Play a \uFFFC red card, a 7 or a wild",
    "— or draw",
  ]);
  expect(said([play("R1"), play("W")], { colour: null })).toEqual(["Play a card", ""]);
  expect(said([play("R1")])).toEqual(["Play a \uFFFC red card", ""]);
  expect(said([DRAW])).toEqual(["Nothing fits: draw a card", ""]);
  expect(said([{ do: "pass" }])).toEqual(["Nothing fits: pass", ""]);
});

test("with two cards it reminds of UNO, until one has said it will be said", () => {
  const plays = [play("R1"), play("R1", true), DRAW];
  expect(said(plays)).toEqual(["Play a \uFFFC red card", "— and say UNO"]);
  expect(said(plays, {}, { uno: true })).toEqual(["Play a \uFFFC red card", "— or draw"]);
});

test("after a wild only the colour counts", () => {
  expect(said([play("R1"), DRAW], { discard: ["W"] })).toEqual([
    "Play a \uFFFC red card",
    "— or draw",
  ]);
});

test("it says what is asked in every other phase", () => {
  const drawn = { phase: { phase: "drawn", seat: 0, card: "R3" } };
  expect(said([play("R3"), { do: "keep" }], drawn)).toEqual(["Play the Red 3", "— or keep it"]);
  expect(said([{ do: "keep" }], drawn)).toEqual(["You drew Red 3: it cannot be played", ""]);
  expect(said([{ do: "keep" }], drawn, { keeps: true })).toEqual([
    "You drew Red 3. It cannot be played, so you keep it.",
    "",
  ]);
  const naming = { phase: { phase: "naming", seat: 0 } };
  expect(said([], naming)).toEqual(["Name a colour", ""]);
});

test("it waits for others by name, and is silent when nothing is to be done", () => {
  const others = { phase: { phase: "turn", seat: 1 } };
  expect(said([], others)).toEqual(["Bo’s turn", ""]);
  expect(said([play("R7")], others)).toEqual(["You may jump in", ""]);
  expect(said([], {}, { pending: true })).toEqual(["", ""]);
});

test("faces show what has happened to them", () => {
  expect(expressionsAt({ event: "skipped", seat: 2 })).toEqual([[2, "asleep"]]);
  expect(expressionsAt({ event: "said-uno", seat: 1 })).toEqual([[1, "shout"]]);
  const drew = { event: "drew", seat: 0, cards: ["??", "??"] } as const;
  expect(expressionsAt({ ...drew, why: "card" })).toEqual([[0, "hit"]]);
  expect(expressionsAt({ ...drew, why: "turn" })).toEqual([]);
  expect(expressionsAt({ event: "caught", seat: 0, target: 1 })).toEqual([
    [0, "glad"],
    [1, "hit"],
  ]);
});
