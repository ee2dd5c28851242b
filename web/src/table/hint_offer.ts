import type { RoomView } from "../../protocol/messages.ts";
import { isTrainedFor } from "../analysis/master.ts";
import { playsAlone } from "../model/solo.ts";
import { sceneOf } from "./live/scene.ts";

/** Somebody who plays alone with bots can ask for a hint; with people at the table nobody can. */
export function offersHint(view: RoomView): boolean {
  const round = sceneOf(view, 0)?.round;
  if (round === undefined || round.phase.phase === "over" || !playsAlone(view)) return false;
  return isTrainedFor(round);
}
