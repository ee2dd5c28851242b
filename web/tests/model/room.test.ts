import { expect, test } from "vitest";
import { completeSettings, FREE_SEAT, withDefaults } from "../../src/model/defaults.ts";
import { followRoom } from "../../src/model/room.ts";
import { emptyRoom, newsOf } from "../views.ts";

const sat = { fact: "sat", seat: 0, guest: "ada", name: "Ada" } as const;

test("what the wire leaves out is put back, once", () => {
  const room = withDefaults(emptyRoom(2));
  expect(room.seats).toEqual([FREE_SEAT, FREE_SEAT]);
  expect(room.settings).toEqual(completeSettings({ rules: "classic", seats: 2 }));
  expect(room.settings.format).toBe("race");
  expect(room.settings.clock.move).toBe(60);
  expect(withDefaults(room)).toBe(room);
});

test("somebody sits down, and a bot beside them", () => {
  const bot = { fact: "bot-sat", seat: 1, bot: "casual", name: "Bo" } as const;
  const { seats } = followRoom(emptyRoom(2), newsOf(sat, bot));
  expect(seats.map(({ name, ready }) => [name, ready])).toEqual([
    ["Ada", false],
    ["Bo", true],
  ]);
});

test("new settings take what people had agreed to back, and seats away or in", () => {
  const ready = { fact: "ready-set", seat: 0, ready: true } as const;
  const settings = { fact: "settings-changed", settings: { rules: "house", seats: 3 } } as const;
  const { seats } = followRoom(emptyRoom(2), newsOf(sat, ready, settings));
  expect(seats).toHaveLength(3);
  expect(seats[0]).toMatchObject({ name: "Ada", ready: false, accepted: false });
});

test("a seat that is given up is free, and its votes are gone", () => {
  const vote = { fact: "voted", guest: "bo", seat: 0, favour: true, until: 9000 } as const;
  const voted = followRoom(emptyRoom(2), newsOf(sat, vote));
  expect(voted.votes).toHaveLength(1);
  const left = followRoom(voted, newsOf({ fact: "stood", seat: 0 }));
  expect(left.seats[0]).toEqual(FREE_SEAT);
  expect(left.votes).toEqual([]);
});

test("news change nothing in the view they follow", () => {
  const before = withDefaults(emptyRoom(2));
  const copy = structuredClone(before);
  followRoom(before, newsOf(sat));
  expect(before).toEqual(copy);
});
