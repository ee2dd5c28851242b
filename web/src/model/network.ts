/**
 * The network of the bot `master`, in whole numbers: the same scores as in Python, bit by bit.
 *
 * The file is a line of JSON, then 256 levels, one for each value of a feature, and for each layer
 * its weights (a row of signed bytes for each output), scales (32 bits) and biases (64 bits), all
 * little-endian. A layer's output is (sum * scale + bias) >> 20.
 */

const VERSION = 3;
const VALUES = 256;
const LAYERS = 4;
/** Activations are whole numbers from 0 to this. */
const LEVELS = 255;
const SHIFT = 2 ** 20;

interface Layer {
  readonly inputs: number;
  readonly weights: Int8Array;
  readonly scales: Int32Array;
  readonly biases: Float64Array;
}

export interface Network {
  readonly levels: Uint8Array;
  readonly layers: readonly Layer[];
}

/** The network in a file; throws if it is none, or one that plain numbers cannot compute exactly. */
export function readNetwork(file: Uint8Array): Network {
  const end = file.indexOf("\n".charCodeAt(0));
  const { version, sizes } = JSON.parse(new TextDecoder().decode(file.subarray(0, end))) as {
    version: number;
    sizes: readonly number[];
  };
  if (version !== VERSION || sizes.length !== LAYERS + 1)
    throw new Error(`a network for version ${version} of the features`);
  // From a copy: the numbers of a file may begin at any byte.
  const data = file.slice(end + 1);
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  let at = VALUES;
  const layers = sizes.slice(1).map((outputs, index): Layer => {
    const inputs = sizes[index]!;
    const weights = new Int8Array(data.buffer, data.byteOffset + at, outputs * inputs);
    at += outputs * inputs;
    const scales = Int32Array.from({ length: outputs }, (_, n) => view.getInt32(at + 4 * n, true));
    at += 4 * outputs;
    const biases = Float64Array.from({ length: outputs }, (_, n) =>
      Number(view.getBigInt64(at + 8 * n, true)),
    );
    at += 8 * outputs;
    checkExact({ inputs, weights, scales, biases });
    return { inputs, weights, scales, biases };
  });
  if (at !== data.length) throw new Error("a network has too few or too many numbers");
  return { levels: data.subarray(0, VALUES), layers };
}

/** The scores of all decisions, and last the score of winning. */
export function networkScores({ levels, layers }: Network, features: Uint8Array): Float64Array {
  const [first, second, third, head] = layers as [Layer, Layer, Layer, Layer];
  const row = new Int32Array(first.scales.length);
  const seen = Int32Array.from(features, (value) => levels[value]!);
  applyLayer(first, seen).forEach((value, n) => (row[n] = Math.max(0, Math.min(value, LEVELS))));
  for (const layer of [second, third])
    applyLayer(layer, row).forEach((more, n) => {
      if (more > 0) row[n] = Math.min(row[n]! + more, LEVELS);
    });
  return applyLayer(head, row);
}

/** What a layer makes of a row of whole numbers; those that are 0 are left out. */
function applyLayer({ inputs, weights, scales, biases }: Layer, row: Int32Array): Float64Array {
  const places = new Int32Array(row.length);
  const values = new Int32Array(row.length);
  let count = 0;
  for (let n = 0; n < row.length; n++)
    if (row[n] !== 0) {
      places[count] = n;
      values[count++] = row[n]!;
    }
  const found = new Float64Array(scales.length);
  for (let output = 0; output < scales.length; output++) {
    const start = output * inputs;
    let sum = 0;
    // Whole numbers of 32 bits throughout, which every engine adds fastest.
    for (let n = 0; n < count; n++) sum = (sum + values[n]! * weights[start + places[n]!]!) | 0;
    found[output] = Math.floor((sum * scales[output]! + biases[output]!) / SHIFT);
  }
  return found;
}

/** Refuse a layer whose numbers could leave the range in which plain numbers are exact. */
function checkExact({ inputs, weights, scales, biases }: Layer): void {
  scales.forEach((scale, output) => {
    let most = 0;
    for (let n = 0; n < inputs; n++) most += LEVELS * Math.abs(weights[output * inputs + n]!);
    if (most * Math.abs(scale) + Math.abs(biases[output]!) > Number.MAX_SAFE_INTEGER)
      throw new Error("a network has numbers that are too large");
  });
}
