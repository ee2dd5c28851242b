import { expect, test } from "vitest";
import { FORMATS } from "../../protocol/values.ts";
import { bestLanguage } from "../../src/i18n/languages.ts";
import { draftOf, setSwitch, settingsOf } from "../../src/maker/draft.ts";
import { PRESET_NAMES, presetOf, PRESETS } from "../../src/maker/presets.ts";
import { parseRules } from "../../src/model/rules.ts";
import { parseRoute } from "../../src/router.svelte.ts";

test.each(PRESET_NAMES)("the preset %s can be played, and is known again", (name) => {
  const settings = settingsOf(draftOf(PRESETS[name]));
  expect(parseRules(settings.rules ?? "").edition).toBeTruthy();
  expect(FORMATS[draftOf(PRESETS[name]).format]?.players).toContain(settings.seats);
  expect(presetOf(settings)).toBe(name);
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

test("addresses lead to screens", () => {
  expect(parseRoute("/")).toEqual({ screen: "home" });
  expect(parseRoute("/t/abc")).toEqual({ screen: "table", code: "ABC" });
  expect(parseRoute("/t/")).toEqual({ screen: "not-found" });
  expect(parseRoute("/replay/7")).toEqual({ screen: "replay", game: "7" });
  expect(parseRoute("/elsewhere")).toEqual({ screen: "not-found" });
});

test("the first language that we speak is taken", () => {
  expect(bestLanguage(["nl", "de-AT", "fr"])).toBe("de");
  expect(bestLanguage(["nl"])).toBe("en");
});
