import { describe, expect, test } from "vitest";
import type { GameView, View } from "../../protocol/messages.ts";
import { layOut } from "../../src/table/geometry/layout.ts";
import { scatter } from "../../src/table/results/confetti.ts";
import { boxOf, cornerBoxes, layOutEnd, overlaps } from "../../src/table/results/end_layout.ts";
import { roundResult } from "../../src/table/results/round_result.ts";
import { layOutSum } from "../../src/table/results/sum_layout.ts";
import { OVERLAP, placeOnTrack, trackOf } from "../../src/table/results/track.ts";

const RULES = { special_points: 40, wild_points: 50 };

function roundOf(winner: number | null, ...hands: string[]): View {
  return {
    rules: RULES,
    phase: { phase: "over", winner },
    hands: hands.map((hand) => (hand ? hand.split(" ") : [])),
  } as unknown as View;
}

describe("who gives points to whom", () => {
  const round = roundOf(3, "Y3 G0 G3", "BS BS W4", "B0 B1 B3", "");
  test("the player who goes out is given what the others hold", () => {
    const { counted, total } = roundResult(round, "race", [0, 1, 2, 3]);
    expect(counted.map(({ points }) => points)).toEqual([6, 90, 4]);
    expect(total).toBe(100);
  });
  test("a partner's hand counts for nobody", () => {
    const { counted, total } = roundResult(round, "partners", [0, 1, 2, 3]);
    expect(counted).toEqual([
      { seat: 0, points: 6 },
      { seat: 2, points: 4 },
    ]);
    expect(total).toBe(10);
  });
  test.each(["low-tally", "elimination"] as const)("%s: everyone keeps their own", (format) => {
    const { counted, total } = roundResult(round, format, [0, 1, 2, 3]);
    expect(counted.map(({ points }) => points)).toEqual([6, 90, 4]);
    expect(total).toBeNull();
  });
  test("a dead round gives nobody anything, except where everyone keeps their own", () => {
    const dead = roundOf(null, "Y3", "WX");
    expect(roundResult(dead, "race", [0, 1])).toMatchObject({ counted: [], total: null });
    expect(roundResult(dead, "elimination", [0, 1]).counted).toHaveLength(2);
  });
});

describe("the sum", () => {
  const box = { x: 0, y: 0, width: 900, height: 200 };
  test("stands in one line, in order, within its box", () => {
    const laid = layOutSum({ terms: [1, 2, 1], total: 4 }, box, 60, 14);
    expect(laid?.terms).toHaveLength(3);
    expect(laid?.signs).toHaveLength(3);
    const across = [...(laid?.terms ?? []), laid?.total].map((part) => part?.x ?? 0);
    expect([...across].sort((one, other) => one - other)).toEqual(across);
    expect(laid?.box.width).toBeLessThanOrEqual(900);
  });
  test("wraps, then shrinks; too little room is no layout at all", () => {
    const nine = { terms: Array<number>(9).fill(2), total: 4 };
    const narrow = layOutSum(nine, { ...box, width: 220, height: 320 }, 60, 14);
    expect(new Set(narrow?.terms.map(({ y }) => y)).size).toBeGreaterThan(1);
    expect(narrow?.text).toBeLessThan(60);
    expect(layOutSum(nine, { ...box, width: 60, height: 40 }, 60, 14)).toBeNull();
  });
});

const SIZES = [
  [340, 700],
  [360, 740],
  [390, 844],
  [740, 360],
  [844, 390],
  [768, 1024],
  [1024, 600],
  [1024, 768],
  [1366, 650],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
] as const;

describe.each(SIZES)("the end of a round at %i × %i", (width, height) => {
  test.each([2, 3, 4, 6, 10])("%i players", (players) => {
    for (const cards of [1, 3, 9, 25]) {
      for (const own of [null, 0, cards]) {
        const others = own === null ? players : players - 1;
        const layout = layOut(width, height, { others, withHand: own !== null });
        const held = layout.seats.map((_, index) => (own === 0 || index > 0 ? cards : 0));
        const terms = Array<number>(players - 1).fill(2);
        const end = layOutEnd(layout, {
          cards: held,
          names: held.map(() => 6),
          own,
          terms,
          total: 4,
          buttons: true,
        });
        const told = `${players} players, ${cards} cards, own ${own}`;
        expect(end.sum, told).not.toBeNull();
        const open = end.hands.flatMap((spot) => (spot ? [boxOf(spot)] : []));
        expect(open, told).toHaveLength(held.filter(Boolean).length);
        const boxes = [...open, ...(end.own ? [boxOf(end.own)] : []), end.headline];
        if (end.sum) boxes.push(end.sum.box);
        if (own === null) boxes.push(...cornerBoxes(layout));
        for (const [index, one] of boxes.entries()) {
          expect(one.x, told).toBeGreaterThanOrEqual(-1);
          expect(one.x + one.width, told).toBeLessThanOrEqual(width + 1);
          for (const other of boxes.slice(index + 1)) {
            expect(overlaps(one, other), `${told}: ${JSON.stringify([one, other])}`).toBe(false);
          }
        }
      }
    }
  });
});

function gameOf(format: object, scores: number[], more: object = {}): GameView {
  return { format, scores, wins: scores.map(() => 0), out: [], ...more } as unknown as GameView;
}

describe("the track", () => {
  test("runs to the limit of a race, from before the round", () => {
    const game = gameOf({ format: "race", limit: 300 }, [41, 314]);
    const track = trackOf(game, [[0, 100]], [0, 1], 1);
    expect(track).toMatchObject({ aim: 300, end: 300 });
    expect(track?.runners[1]).toMatchObject({ from: 214, to: 314, out: false });
  });
  test("shows teams, wins, and who is out; a single round has none", () => {
    const teams = gameOf({ format: "teams", limit: 500 }, [30, 9, 30, 9]);
    expect(trackOf(teams, [], [0, 1, 2, 3], 0)?.runners.map(({ players }) => players)).toEqual([
      [0, 2],
      [1, 3],
    ]);
    const best = gameOf({ format: "best-of", rounds: 5 }, [0, 0], { wins: [2, 1] });
    expect(trackOf(best, [], [0, 1], 0)).toMatchObject({
      aim: 3,
      runners: [{ from: 1, to: 2 }, {}],
    });
    const out = gameOf({ format: "elimination", limit: 100 }, [120, 9], { out: [[0]] });
    expect(trackOf(out, [[20, 9]], [0, 1], 1)?.runners[0]?.out).toBe(true);
    expect(
      trackOf(gameOf({ format: "rotating", cycles: 1 }, [5, 5]), [], [0, 1], 0)?.aim,
    ).toBeNull();
    expect(trackOf(gameOf({ format: "single" }, [5, 0]), [], [0, 1], 0)).toBeNull();
  });
  test("keeps the order, and faces apart", () => {
    const values = [0, 0, 3, 5, 499, 500, 730, 0];
    const groups = placeOnTrack(values, 500, 300, 30);
    expect(groups.flatMap(({ members }) => members).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    const middles = groups.map(({ x }) => x);
    expect([...middles].sort((one, other) => one - other)).toEqual(middles);
    expect(middles.at(-1)).toBeLessThanOrEqual(300);
  });

  test("those who have nothing stand on the line, not before it", () => {
    const [nothing] = placeOnTrack([0, 0, 0, 0, 0, 0, 218], 500, 300, 30);
    const first = (nothing?.x ?? 0) - 5 * OVERLAP * 15;
    expect(first).toBeCloseTo(0);
  });
});

test("confetti leaves free what has to be read, and is the same each time", () => {
  const box = { x: 100, y: 100, width: 300, height: 200 };
  const pieces = scatter(200, { width: 600, height: 400 }, 10, [box], 7);
  expect(pieces.length).toBeGreaterThan(60);
  expect(pieces).toEqual(scatter(200, { width: 600, height: 400 }, 10, [box], 7));
  for (const { x, y } of pieces) {
    expect(x > 100 && x < 400 && y > 100 && y < 300).toBe(false);
  }
});
