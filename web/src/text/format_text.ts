/** The text form of a format: `race:300`; and who can play it. */
import { DEFAULTS, FORMATS } from "../../protocol/values.ts";

export interface FormatParts {
  readonly name: string;
  /** Its number, or null for the usual one. */
  readonly number: number | null;
}

export function splitFormat(text: string): FormatParts {
  const [name = "race", number] = text.split(":");
  return { name, number: number === undefined ? null : Number(number) };
}

export function joinFormat({ name, number }: FormatParts): string {
  return number === null ? name : `${name}:${number}`;
}

/** Whether neighbours oppose and those opposite play together. */
export function isTeamFormat(format: string): boolean {
  return FORMATS[splitFormat(format).name]?.teams ?? false;
}

/** Whether there are two teams for the whole game. */
export function hasFixedTeams(format: string): boolean {
  return isTeamFormat(format) && splitFormat(format).name !== "rotating";
}

/** How many can sit down to this format. */
export function seatsFor(name: string): readonly number[] {
  return (FORMATS[name] ?? FORMATS[DEFAULTS.settings.format])?.players ?? [];
}

/** Whether this many can play a format, given as text: "partners:300". */
export function canPlay(format: string, players: number): boolean {
  return seatsFor(splitFormat(format).name).includes(players);
}

/** The number of seats nearest to the one wanted. */
export function nearestSeats(name: string, wanted: number): number {
  return seatsFor(name).reduce((best, each) =>
    Math.abs(each - wanted) < Math.abs(best - wanted) ? each : best,
  );
}
