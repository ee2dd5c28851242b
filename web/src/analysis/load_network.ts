import weights from "../../../src/openuno/bots/network/master.bin?url";
import { readNetwork, type Network } from "../model/network.ts";

let loading: Promise<Network> | null = null;

/** The network that comes with the pages, fetched once. */
export function loadNetwork(): Promise<Network> {
  loading ??= fetch(weights)
    .then((answer) => {
      if (!answer.ok) throw new Error(`the network: ${answer.status}`);
      return answer.arrayBuffer();
    })
    .then((data) => readNetwork(new Uint8Array(data)));
  loading.catch(() => (loading = null)); // the next who asks tries again
  return loading;
}
