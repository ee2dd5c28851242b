/** The text form of a format: `race:300`; and who can play it. */
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

const TEAMS: ReadonlySet<string> = new Set(["partners", "teams", "rotating"]);

/** Whether neighbours oppose and those opposite play together. */
export function isTeamFormat(format: string): boolean {
  return TEAMS.has(splitFormat(format).name);
}

/** Whether there are two teams for the whole game. */
export function hasFixedTeams(format: string): boolean {
  return isTeamFormat(format) && splitFormat(format).name !== "rotating";
}

const EVERYONE = [2, 3, 4, 5, 6, 7, 8, 9, 10];
const SEATS: Readonly<Record<string, readonly number[]>> = {
  partners: [4],
  teams: [4, 6, 8, 10],
  rotating: [4, 8, 12, 16, 20, 24],
};

/** How many can sit down to this format. */
export function seatsFor(name: string): readonly number[] {
  return SEATS[name] ?? EVERYONE;
}

/** The number of seats nearest to the one wanted. */
export function nearestSeats(name: string, wanted: number): number {
  return seatsFor(name).reduce((best, each) =>
    Math.abs(each - wanted) < Math.abs(best - wanted) ? each : best,
  );
}
