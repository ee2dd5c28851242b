import { expect, test } from "vitest";
import type { Edition } from "../../protocol/http.ts";
import { DEFAULTS, EDITIONS } from "../../protocol/values.ts";
import { bestLanguage } from "../../src/i18n/languages.ts";
import {
  changesFrom,
  draftOf,
  pickRules,
  resetChange,
  setSwitch,
  settingsOf,
} from "../../src/maker/draft.ts";
import { FRONT, nearestGame, offeredGames } from "../../src/maker/games.ts";
import { fieldPart } from "../../src/maker/objections.ts";
import { lengthNote } from "../../src/maker/round_length.ts";
import { parseRules } from "../../src/model/rules.ts";
import { parseRoute } from "../../src/router.svelte.ts";

const edition = (name: string): Edition => {
  const { edition: _, written: __, teams: ___, ...switches } = EDITIONS[name] ?? {};
  const text = (value: unknown) =>
    typeof value === "boolean" ? (value ? "on" : "off") : String(value);
  return {
    name,
    cards: 108,
    switches: Object.fromEntries(Object.entries(switches).map(([key, it]) => [key, text(it)])),
  };
};
const editions = Object.keys(EDITIONS).map(edition);
const games = offeredGames(editions);

test("every edition is offered as printed, and each game once", () => {
  expect(new Set(games.map(({ name }) => name)).size).toBe(games.length);
  expect(new Set(games.map(({ rules }) => rules)).size).toBe(games.length);
  for (const { name } of editions) expect(games).toContainEqual({ name, rules: name });
  expect(games.length).toBeGreaterThan(FRONT);
});

test.each(games)("the game $name can be played, and is known again", ({ name, rules }) => {
  const settings = settingsOf(draftOf({ rules }));
  expect(parseRules(settings.rules ?? "").edition).toBeTruthy();
  expect(nearestGame(games, settings.rules ?? "").name).toBe(name);
  expect(changesFrom(draftOf({ rules }), rules, edition(draftOf({ rules }).edition))).toEqual([]);
});

test("a server's own edition is offered, one that it lacks is not", () => {
  const some = offeredGames([edition("classic"), { ...edition("house"), name: "garden" }]);
  expect(some.map(({ name }) => name)).toEqual(["classic", "garden"]);
  expect(nearestGame(some, "unheard+stacking=any")).toEqual({ name: "unheard", rules: "unheard" });
});

test("rules are of the game that they differ least from", () => {
  const nearest = (rules: string) => nearestGame(games, rules).name;
  expect(nearest("house+stacking=same+jump_in=on+hand_size=5")).toBe("family");
  expect(nearest("house+hand_size=5")).toBe("house");
  expect(nearest("mattel-2016+stacking=any")).toBe("mattel-2016");
});

test("changes are against the game that was picked, and each can be taken back", () => {
  const rules = "house+stacking=same+jump_in=on";
  const house = edition("house");
  const draft = draftOf({ rules });
  setSwitch(draft, house, "jump_in", "off");
  setSwitch(draft, house, "blank_cards", "1");
  draft.written = ["You play again."];
  draft.clock = { move: null };
  const changed = () => changesFrom(draft, rules, house).map(({ what }) => what);
  expect(changed()).toEqual(["jump_in", "blank_cards", "written", "clock"]);
  for (const what of changed()) resetChange(draft, rules, house, what);
  expect(changed()).toEqual([]);
  expect(settingsOf(draft).rules).toBe(rules);
  expect(settingsOf(draft).clock).toEqual({});
});

test("another game leaves length, seats, door and screen as they are", () => {
  const draft = draftOf({
    rules: "classic+hand_size=5",
    format: "single",
    seats: 6,
    public: false,
    shared_screen: true,
  });
  pickRules(draft, "wild-112");
  expect(settingsOf(draft)).toEqual({
    rules: "wild-112",
    format: "single",
    seats: 6,
    clock: DEFAULTS.settings.clock,
    public: false,
    shared_screen: true,
  });
});

test("a switch set back to what is printed is no change", () => {
  const draft = draftOf({ rules: "house+jump_in=on" });
  const printed = { name: "house", cards: 108, switches: { jump_in: "off" } };
  setSwitch(draft, printed, "jump_in", "off");
  expect(settingsOf(draft).rules).toBe("house");
});

test("fewer blanks leave room for fewer rules", () => {
  const draft = draftOf({ rules: "house+blank_cards=2+written=You_play_again.|Play_reverses." });
  setSwitch(draft, undefined, "blank_cards", "1");
  expect(settingsOf(draft).rules).toBe("house+blank_cards=1+written=You_play_again.");
});

test.each([
  ["stacking", "rules"],
  ["written", "rules"],
  ["limit", "format"],
  ["format", "format"],
  ["players", "players"],
  ["teams", "players"],
  ["weather", null],
  [null, null],
])("an objection about %s is shown in %s", (about, part) => {
  const switches = [{ name: "stacking", explanation: "", kind: "choice" as const, clauses: [] }];
  expect(fieldPart({ about, sentence: "" }, switches)).toBe(part);
});

test("addresses lead to screens", () => {
  expect(parseRoute("/")).toEqual({ screen: "home" });
  expect(parseRoute("/t/abc")).toEqual({ screen: "table", code: "ABC" });
  expect(parseRoute("/t/")).toEqual({ screen: "not-found" });
  expect(parseRoute("/screen")).toEqual({ screen: "screen", code: null });
  expect(parseRoute("/screen/abc")).toEqual({ screen: "screen", code: "ABC" });
  expect(parseRoute("/rules/house")).toEqual({ screen: "rules", rules: "house" });
  expect(parseRoute("/replay/7")).toEqual({ screen: "replay", game: "7" });
  expect(parseRoute("/elsewhere")).toEqual({ screen: "not-found" });
});

test("the first language that we speak is taken", () => {
  expect(bestLanguage(["nl", "de-AT", "fr"])).toBe("de");
  expect(bestLanguage(["nl"])).toBe("en");
});

test.each([
  [{ turns: 63.2, usual: 31.1, endless: 0 }, "longer", { times: 2, turns: 63, usual: 31 }, true],
  [{ turns: 40, usual: 31, endless: 0 }, "longer", { times: 1.3, turns: 40, usual: 31 }, false],
  [{ turns: 40, usual: 31, endless: 1 }, "endless", { share: 1 }, true],
  [{ turns: 20, usual: 31, endless: 0 }, "shorter", { turns: 20, usual: 31 }, false],
  [{ turns: 33, usual: 31, endless: 0 }, "same", { turns: 33, usual: 31 }, false],
])("what written rules do to rounds is said: %o", (length, key, values, warns) => {
  const note = { key: `maker.rounds-${key}`, values, warns };
  expect(lengthNote({ rounds: 1000, ...length })).toEqual(note);
});
