import { expect, test } from "vitest";
import { DoesNotFollow, evolveRound, seatToAct, viewRound } from "../../src/model/round.ts";
import { roundWith } from "../views.ts";

const played = { event: "played", seat: 0, card: "R5", colour: null, target: null } as const;

test("a card that is played leaves the hand and is the next player's turn", () => {
  const after = evolveRound(roundWith([["B2", "R5"], ["??"]]), { ...played, uno: true });
  expect(after.hands[0]).toEqual(["B2"]);
  expect(after.discard).toEqual(["R7", "R5"]);
  expect(seatToAct(after)).toBe(1);
});

test("a player with one card owes UNO until it is said", () => {
  const silent = evolveRound(roundWith([["B2", "R5"], ["??"]]), { ...played, uno: false });
  expect(silent.owes_uno).toBe(0);
  expect(evolveRound(silent, { event: "said-uno", seat: 0 }).owes_uno).toBeNull();
});

test("a card nobody holds does not follow", () => {
  const round = roundWith([["B2"], ["??"]]);
  expect(() => evolveRound(round, { ...played, uno: false })).toThrow(DoesNotFollow);
});

test("more cards than the pile has cannot be drawn", () => {
  const round = roundWith([["B2"], ["??"]], { pile: 1 });
  const drew = { event: "drew", seat: 1, cards: ["??", "??"], why: "uno" } as const;
  expect(() => evolveRound(round, drew)).toThrow(DoesNotFollow);
});

test("another's hand, and the card another drew, are seen from behind", () => {
  const round = roundWith([["B2"], ["G3", "Y4"]], {
    phase: { phase: "drawn", seat: 1, card: "Y4" },
  });
  const seen = viewRound(round, 0);
  expect(seen.hands).toEqual([["B2"], ["??", "??"]]);
  expect(seen.phase).toEqual({ phase: "drawn", seat: 1, card: "??" });
  expect(viewRound(round, 1).hands).toEqual([["??"], ["G3", "Y4"]]);
});

test("a round that is over lies open to everyone", () => {
  const over = roundWith([[], ["G3"]], { phase: { phase: "over", winner: 0 } });
  expect(viewRound(over, null).hands).toEqual([[], ["G3"]]);
});
