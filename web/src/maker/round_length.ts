import type { RoundLength } from "../../protocol/http.ts";

/** A mean that differs by less than this factor counts as the same. */
const LONGER = 1.2;

/** What is said of the length of rounds, and whether somebody should know before they play. */
export interface LengthNote {
  readonly key: string;
  readonly values: Readonly<Record<string, number>>;
  readonly warns: boolean;
}

/** What the written rules do to the length of rounds. */
export function lengthNote({ rounds, turns, usual, endless }: RoundLength): LengthNote {
  const counts = { turns: Math.round(turns), usual: Math.round(usual) };
  if (endless > 0) {
    const share = Math.max(1, Math.round((100 * endless) / rounds));
    return { key: "maker.rounds-endless", values: { share }, warns: true };
  }
  if (turns > usual * LONGER) {
    const times = Math.round((10 * turns) / usual) / 10;
    return { key: "maker.rounds-longer", values: { times, ...counts }, warns: times >= 2 };
  }
  const key = turns * LONGER < usual ? "maker.rounds-shorter" : "maker.rounds-same";
  return { key, values: counts, warns: false };
}
