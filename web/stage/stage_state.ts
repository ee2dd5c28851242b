import type { Action, Card, Colour, RoomView } from "../protocol/messages.ts";

/** A part, and what it is given. */
export type StageState =
  | {
      readonly part: "hand";
      readonly cards: readonly Card[];
      readonly legal: readonly Action[];
      readonly pending?: Card | null;
      readonly written?: readonly string[];
    }
  | {
      readonly part: "piles";
      readonly pile: number;
      readonly discard: readonly Card[];
      readonly colour: Colour | null;
      readonly stack?: number;
      readonly legal?: readonly Action[];
    }
  | {
      readonly part: "table";
      readonly view: RoomView;
      /** What each seat laid last, in the order of the seats. */
      readonly last?: readonly Card[];
      readonly log?: readonly string[];
    }
  | { readonly part: "seats" | "sheet" | "round-end" | "game-end"; readonly view: RoomView }
  | { readonly part: "gallery"; readonly sheet: "cards" | "faces" | "people" };

export type StageEvent =
  readonly ["play" | "why", Card] | readonly ["draw"] | readonly ["ask", string];
