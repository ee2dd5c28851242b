/** The effects, to be loaded when the table is shown: nothing at the table needs them. */
export { Effects } from "../live/effects.svelte.ts";
export { default as FeltEffects } from "./FeltEffects.svelte";
export { default as TableEffects } from "./TableEffects.svelte";
