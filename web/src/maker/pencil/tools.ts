/** What writing on a blank needs beside the field; loaded when a rule is there to be shown. */
export { default as ReadyMade } from "./ReadyMade.svelte";
export { default as RuleBuilder } from "./RuleBuilder.svelte";
export { default as TinyTable } from "./TinyTable.svelte";
