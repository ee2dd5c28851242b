/** On how many days in a row the puzzle of the day was solved. It never leaves this browser. */
export interface Streak {
  /** The last day that was answered, counted from the first puzzle; -1 before any. */
  readonly day: number;
  readonly days: number;
}

const KEY = "openuno.puzzles";
const NONE: Streak = { day: -1, days: 0 };

/** The streak after the answer to a day's puzzle; only the first answer of a day counts. */
export function addAnswer(streak: Streak, day: number, solved: boolean): Streak {
  if (streak.day >= day) return streak;
  if (!solved) return { day, days: 0 };
  return { day, days: streak.day === day - 1 ? streak.days + 1 : 1 };
}

/** The days in a row as they stand on a day: a day left out ends them. */
export function daysInARow({ day, days }: Streak, today: number): number {
  return day >= today - 1 ? days : 0;
}

export function loadStreak(): Streak {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    const { day, days } = (kept ?? NONE) as Partial<Streak>;
    return Number.isInteger(day) && Number.isInteger(days) ? { day: day!, days: days! } : NONE;
  } catch {
    return NONE; // storage is forbidden, or holds something else
  }
}

export function saveStreak(streak: Streak): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(streak));
  } catch {
    // then it lasts as long as the page
  }
}
