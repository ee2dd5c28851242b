// Chance, as docs/chance.md and docs/fairness.md describe it. WebCrypto only: any browser, any Node.

const SCHEME = "openuno deal 2";
const OLD_SCHEME = "openuno deal 1";
const CLIENT_LABEL = "openuno client seed 1";
const SEED_BYTES = 32;
const WORD = 2 ** 32;
const MASK = (1n << 64n) - 1n;
const GAMMA = 0x9e3779b97f4a7c15n;
const FORK = 0x666f726b; // "fork", before the path of a fair one: no block of the tape itself
const FAR = 1n << 62n; // where the seeds of forks are read, far from any word in use

export const bytesOf = (hex) =>
    Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
export const hexOf = (bytes) =>
    Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

const hmacKey = (key) =>
    crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
const sign = async (imported, message) =>
    new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));

const textBytes = (text) => new TextEncoder().encode(text);
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const digest = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/** What the server publishes before anybody adds a seed. */
export const commitment = (seed) => digest(seed);

/** What a player publishes before anybody shows a seed. */
export const clientCommitment = (seed) => digest(joined(textBytes(CLIENT_LABEL), seed));

/** The digest that ends a line; `text` is the line up to there, `before` the digest of the last. */
export const link = async (text, before) => hexOf(await digest(textBytes(before + text)));

/** The key of a game; `terms` is the digest that ends the first line of its whole record. */
export async function gameKey(seed, terms) {
    return sign(await hmacKey(seed), joined(textBytes(SCHEME), terms));
}

/** The key of a game by the old scheme; a client seed that is null counts as zeros. */
export async function oldGameKey(seed, clients) {
    const seeds = clients.flatMap((client) => [...(client ?? new Uint8Array(SEED_BYTES))]);
    return sign(await hmacKey(seed), joined(textBytes(OLD_SCHEME), [clients.length], seeds));
}

/** A tape by the fair generator: HMAC-SHA-256 in counter mode. */
export function fairTape(key) {
    const imported = hmacKey(key);
    let number = -1;
    let block;
    return {
        key,
        async word(place) {
            const wanted = Math.floor(place / 8);
            if (wanted !== number) {
                const counter = new DataView(new ArrayBuffer(8));
                counter.setBigUint64(0, BigInt(wanted));
                block = new DataView((await sign(await imported, counter)).buffer);
                number = wanted;
            }
            return block.getUint32(4 * (place % 8));
        },
        async fork(...path) {
            const label = new DataView(new ArrayBuffer(4 + 4 * path.length));
            label.setUint32(0, FORK);
            path.forEach((step, place) => label.setUint32(4 + 4 * place, step));
            return fairTape(await sign(await imported, label));
        },
    };
}

/** A tape by the fast generator: SplitMix64. */
export function fastTape(seed) {
    return {
        seed,
        async word(place) {
            const z = splitMix(seed, BigInt(Math.floor(place / 2)));
            return Number(place % 2 === 0 ? z >> 32n : z & 0xffffffffn);
        },
        async fork(...path) {
            return fastTape(path.reduce((from, step) => splitMix(from, FAR + BigInt(step)), seed));
        },
    };
}

function splitMix(seed, place) {
    let z = (seed + (place + 1n) * GAMMA) & MASK;
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
    return z ^ (z >> 31n);
}

/** Reads a tape from its beginning on, and counts the words. */
export class Reader {
    constructor(tape) {
        this.tape = tape;
        this.at = 0;
    }

    async below(bound) {
        const even = WORD - (WORD % bound);
        for (;;) {
            const word = await this.tape.word(this.at);
            this.at += 1;
            if (word < even) return word % bound;
        }
    }

    async shuffled(cards) {
        const order = [...cards];
        for (let place = order.length - 1; place > 0; place -= 1) {
            const other = await this.below(place + 1);
            [order[place], order[other]] = [order[other], order[place]];
        }
        return order;
    }

    async picked(cards, count) {
        if (count >= cards.length) return [...cards];
        const left = [...cards];
        const taken = [];
        while (taken.length < count) taken.push(...left.splice(await this.below(left.length), 1));
        return taken;
    }
}
