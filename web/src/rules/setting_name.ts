import { number, t } from "../i18n/index.svelte.ts";
import { valueName } from "../text/names.ts";

/** A value as it stands in a list of switches: "on", "7", "any kind". */
export function settingName(name: string, value: string): string {
  if (value !== "" && Number.isFinite(Number(value))) return number(Number(value));
  if (value === "on" || value === "off") return t(`rules.value-${value}`);
  return valueName(name, value);
}
