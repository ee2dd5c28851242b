/** The curve of a round, worked out when somebody asks for it, round by round. */
import { drawCurve, isTrainedFor, type Curve } from "../analysis/curve.ts";
import weights from "../../../src/openuno/bots/network/master.bin?url";
import { readNetwork, type Network } from "../model/network.ts";
import type { ReplayFrames } from "./frames.ts";

/** How long the page may be busy at a stretch, in milliseconds. */
const SLICE = 12;

let loading: Promise<Network> | null = null;

function loadNetwork(): Promise<Network> {
  loading ??= fetch(weights)
    .then((answer) => {
      if (!answer.ok) throw new Error(`the network: ${answer.status}`);
      return answer.arrayBuffer();
    })
    .then((data) => readNetwork(new Uint8Array(data)));
  loading.catch(() => (loading = null)); // the next who asks tries again
  return loading;
}

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
  let since = performance.now();
  return drawCurve(steps, first, table, await loadNetwork(), async () => {
    if (performance.now() - since < SLICE) return;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  });
}
