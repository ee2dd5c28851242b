import { expect, test } from "vitest";
import { arcPath, pathKeyframes, type Pose } from "../../src/table/geometry/flight_path.ts";

const HAND: Pose = { x: 300, y: 800, width: 126, turn: -8 };
const PILE: Pose = { x: 760, y: 420, width: 148, turn: 3 };

test("a flight begins and ends where it should, and is never far from the straight line", () => {
  const path = arcPath(HAND, PILE);
  expect(path[0]).toEqual(HAND);
  expect(path.at(-1)).toEqual(PILE);
  const far = path.map(({ x, y }) => {
    const part = (x - HAND.x) / (PILE.x - HAND.x);
    return HAND.y + (PILE.y - HAND.y) * part - y;
  });
  expect(Math.min(...far)).toBeGreaterThanOrEqual(-1e-9);
  expect(Math.max(...far)).toBeGreaterThan(20);
  expect(Math.max(...far)).toBeLessThan(PILE.width);
});

test("its steps are even", () => {
  const path = arcPath(HAND, PILE);
  const steps = path
    .slice(1)
    .map((pose, index) => Math.hypot(pose.x - path[index]!.x, pose.y - path[index]!.y));
  expect(Math.max(...steps) / Math.min(...steps)).toBeLessThan(2);
});

test("a card turns the short way round", () => {
  const turns = arcPath({ ...HAND, turn: 170 }, { ...PILE, turn: -170 }).map(({ turn }) => turn);
  expect(Math.min(...turns)).toBe(170);
  expect(Math.max(...turns)).toBe(190);
});

test("keyframes are relative to the box of the card", () => {
  const origin = { x: 760, y: 420, width: 148 };
  const frames = pathKeyframes([HAND, PILE], origin);
  expect(frames[0]?.transform).toBe("translate(-460px, 380px) rotate(-8deg) scale(0.851, 0.851)");
  expect(frames[1]?.transform).toBe("translate(0px, 0px) rotate(3deg) scale(1, 1)");
});
