/** The curve of a round, worked out when somebody asks for it, round by round. */
import { drawCurve, type Curve } from "../analysis/curve.ts";
import { loadNetwork } from "../analysis/load_network.ts";
import { drawAccounts, type Account } from "../analysis/luck.ts";
import { isTrainedFor } from "../analysis/master.ts";
import type { ReplayFrames } from "./frames.ts";

/** How long the page may be busy at a stretch, in milliseconds. */
const SLICE = 12;

/** The curve of a round at a table; null if the network was not trained for its rules. */
export async function curveOf(
  { frames }: ReplayFrames,
  hand: number,
  table: number,
): Promise<Curve | null> {
  const first = frames.findIndex(({ game }) => game.hand === hand);
  const steps = frames.filter(({ game }) => game.hand === hand);
  const view = steps[0]?.game.tables[table]?.view;
  if (view === undefined || !isTrainedFor(view)) return null;
  return drawCurve(steps, first, table, await loadNetwork(), makePause());
}

/** Luck and play of everyone in the whole game; null if the network was not trained for its rules. */
export async function accountsOf({ frames }: ReplayFrames): Promise<readonly Account[] | null> {
  return drawAccounts(frames, await loadNetwork(), makePause());
}

/** Lets the page breathe when it has been busy for long enough. */
function makePause(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE) return;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  };
}
