/** What a `.uno` file holds, as values. */
import type { Format, GameCommand, GameEvent, Rules } from "../../protocol/messages.ts";

/** What a player added: without a commitment it was shown at once, without a seed never. */
export interface Contribution {
  readonly commitment: string | null;
  readonly seed: string | null;
}

export type Chance =
  | {
      readonly scheme: "openuno deal 2";
      readonly commitment: string;
      readonly clients: readonly (Contribution | null)[];
    }
  | {
      /** Every table of an event's sitting was dealt the same cards. */
      readonly scheme: "openuno shared deal 1";
      readonly commitment: string;
    }
  | {
      readonly scheme: "openuno deal 1";
      readonly commitment: string;
      readonly clients: readonly (string | null)[];
    }
  | { readonly scheme: "fast"; readonly seed: string };

/** What was agreed; `seat` is the player whose knowledge this is, null for a whole record. */
export interface Header {
  readonly rules: Rules;
  readonly format: Format;
  /** The rules and the format as they are written: `house+stacking=any`, `race:300`. */
  readonly written: { readonly rules: string; readonly format: string };
  readonly names: readonly string[];
  readonly dealer: number | null;
  readonly seat: number | null;
  readonly chance: Chance | null;
}

/** A command and what it led to; the first has none: it is the draw for the deal. */
export interface Entry {
  readonly line: number;
  readonly command: GameCommand | null;
  readonly events: readonly GameEvent[];
}

/** How it ended; `winners` is null if the game was given up. */
export interface Closing {
  readonly result: {
    readonly winners: readonly number[] | null;
    readonly scores: readonly number[];
    readonly wins: readonly number[];
    readonly hands: number;
  };
  readonly reveal: string | null;
}

/** A game as it was written down; `torn` is the line a crash tore off, which counts for nothing. */
export interface GameRecord {
  readonly header: Header;
  readonly entries: readonly Entry[];
  readonly closing: Closing | null;
  readonly torn: number | null;
}
