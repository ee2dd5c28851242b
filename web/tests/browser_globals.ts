/** The few things of a browser that modules look at while they are loaded. */
import { loadLanguage } from "../src/i18n/index.svelte.ts";

Object.assign(globalThis, {
  document: { documentElement: {} },
  location: { pathname: "/" },
  addEventListener: () => undefined,
  matchMedia: () => ({ matches: false }),
});

await loadLanguage("en");
