import { flushSync, mount } from "svelte";
import { loadLanguage } from "../src/i18n/index.svelte.ts";
import { prefs } from "../src/prefs.svelte.ts";
import type { Heard, Shown } from "./shown.ts";
import Stage from "./Stage.svelte";
import "../src/look.css";

declare global {
  interface Window {
    /** Show a part as it is with this; the same part stays and changes. */
    show: (shown: Shown) => void;
    /** What the part has asked for since. */
    heard: Heard[];
  }
}

const target = document.getElementById("app");
if (!target) throw new Error("the page has no #app");
await loadLanguage(prefs.language);
window.heard = [];
const stage = mount(Stage, { target, props: { hear: (heard: Heard) => window.heard.push(heard) } });
window.show = (shown) => flushSync(() => stage.show(shown));
