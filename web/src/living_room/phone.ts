/** What a phone shows whose table is on a screen that everyone sees. */
export { default as HandSurface } from "./HandSurface.svelte";
export { default as PhoneLobby } from "./PhoneLobby.svelte";
