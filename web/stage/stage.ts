import { flushSync, mount } from "svelte";
import { loadLanguage } from "../src/i18n/index.svelte.ts";
import { prefs } from "../src/prefs.svelte.ts";
import { measureSounds, soundNames } from "./sound_probe.ts";
import Stage from "./Stage.svelte";
import type { StageEvent, StageState } from "./stage_state.ts";
import "../src/look.css";

declare global {
  interface Window {
    /** Show a part as it is with this; the same part stays and changes. */
    show: (shown: StageState) => void;
    /** What the part has asked for since. */
    heard: StageEvent[];
    /** Every sound of the table, and how to measure some of them. */
    soundNames: typeof soundNames;
    measureSounds: typeof measureSounds;
  }
}

const target = document.getElementById("app");
if (!target) throw new Error("the page has no #app");
await loadLanguage(prefs.language);
window.heard = [];
window.soundNames = soundNames;
window.measureSounds = measureSounds;
const stage = mount(Stage, {
  target,
  props: { hear: (heard: StageEvent) => window.heard.push(heard) },
});
window.show = (shown) => flushSync(() => stage.show(shown));
