import { loadLaterMessages } from "../../i18n/index.svelte.ts";
import type * as Tools from "./tools.ts";

let loading: Promise<typeof Tools> | null = null;

/** The builder, the ready-made cards and the tiny table, with what they say. */
export function loadTools(): Promise<typeof Tools> {
  loading ??= Promise.all([import("./tools.ts"), loadLaterMessages("learn")]).then(
    ([tools]) => tools,
  );
  // What could not be loaded is asked for again.
  loading.catch(() => (loading = null));
  return loading;
}
