import { mount } from "svelte";
import App from "./App.svelte";
import { loadLanguage } from "./i18n/index.svelte.ts";
import { workOffline } from "./offline/register.ts";
import { prefs } from "./prefs.svelte.ts";
import "./look.css";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no #app");
await loadLanguage(prefs.language);
mount(App, { target });
if (import.meta.env.PROD) workOffline();
