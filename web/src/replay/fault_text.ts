import { t } from "../i18n/index.svelte.ts";
import type { RecordError } from "../model/record.ts";

/** Why a file cannot be followed from a line on. */
export function faultText({ fault, line }: RecordError): string {
  return t(`replay.fault-${fault}`, { line });
}
