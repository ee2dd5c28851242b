import { expect, test } from "vitest";
import { EDITIONS, FORMATS, SWITCH_BOUNDS, SWITCH_CHOICES } from "../../protocol/values.ts";
import { DoesNotFollow } from "../../src/model/round.ts";
import { parseFormat, parseRules } from "../../src/model/rules.ts";

test.each(Object.keys(EDITIONS))("%s is read as it is printed", (edition) => {
  expect(parseRules(edition)).toEqual(EDITIONS[edition]);
});

test("switches are read with their own kinds of value", () => {
  const text = "house+stacking=any+hand_size=5+jump_in=on+wild_points=40+blank_cards=1";
  expect(parseRules(`${text}+written=You_play_again.`)).toMatchObject({
    edition: "house",
    stacking: "any",
    hand_size: 5,
    jump_in: true,
    wild_points: 40,
    written: [[{ effect: "plays-again", when: null }]],
  });
});

test.each(Object.entries(SWITCH_BOUNDS))("%s has bounds", (name, [low, high]) => {
  for (const value of [low, high]) expect(parseRules(`house+${name}=${value}`)).toBeTruthy();
  for (const value of [low - 1, high + 1])
    expect(() => parseRules(`house+${name}=${value}`)).toThrow(DoesNotFollow);
});

test.each(Object.entries(SWITCH_CHOICES))("%s is one of a few", (name, values) => {
  for (const value of values) expect(parseRules(`house+${name}=${value}`)).toBeTruthy();
  expect(() => parseRules(`house+${name}=45`)).toThrow(DoesNotFollow);
});

test.each([
  "nobody",
  "toString",
  "house+stacking",
  "house+stacking=on",
  "house+jump_in=1",
  "house+hand_size=07",
  "house+newest=on",
  "house+edition=classic",
  "house+jump_in=on+jump_in=off",
])("%s cannot be read", (text) => {
  expect(() => parseRules(text)).toThrow(DoesNotFollow);
});

test.each(Object.entries(FORMATS))("%s is read with its usual number", (name, facts) => {
  const format = parseFormat(name);
  expect(format.format).toBe(name);
  if (facts.number === null) expect(() => parseFormat(`${name}:1`)).toThrow(DoesNotFollow);
  else {
    expect(format).toHaveProperty(facts.number, facts.usual);
    expect(parseFormat(`${name}:${facts.bounds[1]}`)).toHaveProperty(facts.number, facts.bounds[1]);
    expect(() => parseFormat(`${name}:${facts.bounds[1] + 1}`)).toThrow(DoesNotFollow);
  }
});
