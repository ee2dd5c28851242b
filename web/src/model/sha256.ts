/**
 * SHA-256 of a few bytes, at once and anywhere: browsers keep their own from pages that came over a
 * plain network, and a table on a home network is one.
 */
const firstPrimes: number[] = [];
for (let n = 2; firstPrimes.length < 64; n += 1) {
  if (firstPrimes.every((prime) => n % prime !== 0)) firstPrimes.push(n);
}
/** The first 32 bits behind the point. */
const fraction = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) | 0;
const START = firstPrimes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = firstPrimes.map((prime) => fraction(Math.cbrt(prime)));

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

export function sha256(message: Uint8Array): Uint8Array {
  const blocks = Math.ceil((message.length + 9) / 64);
  const padded = new DataView(new ArrayBuffer(blocks * 64));
  message.forEach((byte, at) => padded.setUint8(at, byte));
  padded.setUint8(message.length, 0x80);
  padded.setUint32(blocks * 64 - 4, message.length * 8);
  let hash = START;
  for (let block = 0; block < blocks; block += 1) hash = compress(hash, padded, block * 64);
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((word, at) => digest.setUint32(4 * at, word));
  return new Uint8Array(digest.buffer);
}

function compress(hash: readonly number[], from: DataView, at: number): number[] {
  const words: number[] = [];
  const word = (n: number): number => words[n] ?? 0;
  for (let n = 0; n < 16; n += 1) words.push(from.getInt32(at + 4 * n));
  for (let n = 16; n < 64; n += 1) {
    const [early, late] = [word(n - 15), word(n - 2)];
    const one = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const other = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words.push((word(n - 16) + one + word(n - 7) + other) | 0);
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let n = 0; n < 64; n += 1) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const upper = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const lower = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const first = (h + upper + choice + (ROUNDS[n] ?? 0) + word(n)) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + lower + majority) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((each, n) => (each + (hash[n] ?? 0)) | 0);
}
