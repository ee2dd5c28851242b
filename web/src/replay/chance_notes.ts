/** Moves worth a word beside a curve of chances. */

/** A move at a step, by the seat that made it. */
export interface Note {
  readonly at: number;
  readonly seat: number;
  readonly text: string;
}

/** Of each player this many moves are named, at most. */
const NAMED = 3;

/** The weightiest moves of each player, in the order they were made. */
export function chooseNotes<Move extends { readonly at: number; readonly seat: number }>(
  moves: readonly Move[],
  weight: (move: Move) => number,
): readonly Move[] {
  const seats = [...new Set(moves.map(({ seat }) => seat))];
  return seats
    .flatMap((seat) =>
      moves
        .filter((each) => each.seat === seat)
        .toSorted((one, other) => weight(other) - weight(one))
        .slice(0, NAMED),
    )
    .toSorted((one, other) => one.at - other.at);
}

/** A number whose sign stays before it in a text from right to left, too. */
export function isolate(text: string): string {
  return `\u2066${text}\u2069`;
}
