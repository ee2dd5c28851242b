import { mount } from "svelte";
import App from "./App.svelte";
import { loadLanguage } from "./i18n/index.svelte.ts";
import { workOffline } from "./offline/register.ts";
import { prefs } from "./prefs.svelte.ts";
import "./look.css";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no #app");
// Fetched beside the language, not after it: the first words are there with the right letters.
document.fonts.load("500 1em 'Baloo 2'").catch(() => undefined); // then the stand-in stays
await loadLanguage(prefs.language);
mount(App, { target });
if (import.meta.env.PROD) workOffline();
