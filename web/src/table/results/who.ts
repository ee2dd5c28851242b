import type { RoomView } from "../../../protocol/messages.ts";

/** Someone in a picture: what their face is drawn from, and what they are called. */
export interface Who {
  readonly name: string;
  readonly bot: boolean;
  /** The face that was chosen, in its text form. */
  readonly look: string | null;
}

/** Who a player is, as they were called in the game. */
export function whoIs(view: RoomView, player: number): Who {
  const seat = view.seats[player];
  return {
    name: seat?.name || (view.started?.names[player] ?? ""),
    bot: seat?.bot != null && seat.kept_for == null,
    look: seat?.face ?? null,
  };
}
