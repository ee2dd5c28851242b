// Checks the chance in a .uno record: the seed against the commitment, every deal and every shuffle
// against the seed, and every card in every event against where it must have been.
//
// Written apart from the Python code, from docs/records.md, docs/chance.md and docs/fairness.md
// alone, so that the two can vouch for each other. Whether the moves keep the rules is for
// `uno verify` to say.

import {
    bytesOf,
    clientCommitment,
    commitment,
    fairTape,
    fastTape,
    gameKey,
    hexOf,
    link,
    oldGameKey,
} from "./chance.mjs";
import { claimsOf, sentenceOf } from "./claims.mjs";
import { Differs, Table, drawForDeal, parseRules, require } from "./table.mjs";

const VERSION = 2;
const SCHEME = "openuno deal 2";
const SHARED_SCHEME = "openuno shared deal 1";
const OLD_SCHEME = "openuno deal 1";
const CHAIN = /,"chain":"([0-9a-f]{64})"}$/;
const HEX = /^[0-9a-f]{64}$/;
const HANDS_A_PARTNER = 4;
const MOST_PLAYERS = 24;

// The first stage of a tournament of rotating partners: tables of (a, b, c, d), a and b against
// c and d. The last player stays; the others move up by one from stage to stage.
const STARTERS = {
    4: [[3, 0, 1, 2]],
    8: [
        [7, 0, 1, 3],
        [2, 6, 4, 5],
    ],
    12: [
        [11, 0, 1, 3],
        [2, 9, 6, 7],
        [4, 10, 5, 8],
    ],
    16: [
        [15, 0, 1, 2],
        [3, 6, 9, 11],
        [4, 13, 8, 12],
        [5, 10, 7, 14],
    ],
    20: [
        [19, 0, 1, 2],
        [3, 5, 9, 15],
        [4, 14, 12, 17],
        [6, 18, 10, 13],
        [7, 11, 8, 16],
    ],
    24: [
        [23, 0, 1, 2],
        [3, 5, 7, 17],
        [4, 12, 18, 22],
        [6, 20, 10, 13],
        [8, 19, 11, 16],
        [9, 15, 14, 21],
    ],
};

/**
 * Check a record, given as its bytes, or as its text.
 *
 * Returns `{ ok, line, message, claims }`: `line` counts from 1, and is null if all is well. Then
 * `claims` says what that proves, and by whose seeds: `[{ kind, names }]`; `message` has it in words.
 */
export async function verify(file) {
    const place = { line: 1 };
    try {
        const { message, claims } = await check(textOf(file), place);
        const sentences = [message, ...claims.map(sentenceOf)];
        return { ok: true, line: null, message: sentences.join(" "), claims };
    } catch (error) {
        const failed = { ok: false, line: place.line, claims: [] };
        if (error instanceof Differs) return { ...failed, message: error.message };
        if (error instanceof TypeError || error instanceof RangeError) {
            return { ...failed, message: `not a record: ${error.message}` };
        }
        throw error;
    }
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Bytes that are no text must not pass for the sign a program shows instead of them. */
function textOf(file) {
    if (typeof file === "string") return file;
    try {
        return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(file);
    } catch {
        throw new Differs("not UTF-8 text");
    }
}

async function check(text, place) {
    const lines = text.split("\n");
    const torn = lines.pop() !== "";
    const read = (number) => {
        place.line = number;
        try {
            return JSON.parse(lines[number - 1]);
        } catch {
            throw new Differs("not JSON");
        }
    };
    require(lines.length > 0, "nothing here");
    const header = read(1);
    const version = header?.openuno;
    require(version === 1 || version === VERSION, `not a record of version 1 or ${VERSION}`);
    const players = header.names.length;
    require(players >= 2 && players <= MOST_PLAYERS, `there are ${players} players`);
    require(header.seat === null || Number.isInteger(header.seat), "seat is a player or null");
    if (version === VERSION) await checkChain(lines, read);
    if (torn) {
        place.line = lines.length + 1;
        throw new Differs("the last line is incomplete, as after a crash");
    }
    const closing = lines.length > 1 ? read(lines.length) : {};
    const finished = closing?.result !== undefined;
    const tape = await tapeOf(header, finished ? closing.reveal : null);
    const game = new Game(header, tape);
    const last = finished ? lines.length - 1 : lines.length;
    for (let number = 2; number <= last; number += 1) await game.follow(read(number));
    place.line = lines.length;
    if (finished) {
        require(closing.result.hands === game.hand, `${game.hand} hands were dealt`);
        require(same(closing.result.winners, game.winners), "the game ended otherwise");
    }
    const what = `${game.hand} ${game.hand === 1 ? "deal" : "deals"}, dealt again card by card`;
    const fair = header.chance.scheme !== "fast";
    const message = fair
        ? `The seed is the one committed to; ${what}.`
        : `A simulation, without a commitment; ${what}.`;
    return { message, claims: claimsOf(header) };
}

/** Every line is spelled as a record spells it, and ends with the digest of it and the one before. */
async function checkChain(lines, read) {
    let before = "";
    for (const [place, line] of lines.entries()) {
        const value = read(place + 1);
        const [end, chain] = CHAIN.exec(line) ?? [];
        require(chain !== undefined, "the line does not end with its chain");
        const fits = (await link(line.slice(0, -end.length), before)) === chain;
        require(fits && JSON.stringify(value) ===
            line, "this line was changed after it was written: its chain does not fit");
        before = chain;
    }
}

/** The tape the game is dealt from, once the seed is known to be the one committed to. */
async function tapeOf(header, reveal) {
    const { chance, names, openuno } = header;
    if (chance?.scheme === "fast") {
        require(/^[0-9]{1,20}$/.test(chance.seed), "the seed is no number");
        return fastTape(BigInt(chance.seed));
    }
    const old = chance?.scheme === OLD_SCHEME;
    const shared = chance?.scheme === SHARED_SCHEME;
    require(old ||
        ((shared || chance?.scheme === SCHEME) &&
            openuno === VERSION), "the record does not say how it was dealt");
    require(HEX.test(chance.commitment), "the commitment is not 64 hexadecimal digits");
    require(typeof reveal ===
        "string", "the seed has not been revealed: there is nothing to deal from");
    require(HEX.test(reveal), "the seed is not 64 hexadecimal digits");
    const added = shared ? names.map(() => null) : chance.clients;
    require(added.length === names.length, `there are ${names.length} players`);
    const seed = bytesOf(reveal);
    require(hexOf(await commitment(seed)) ===
        chance.commitment, "the seed is not the one committed to in line 1");
    if (!old) {
        for (const [player, client] of added.entries()) await checkClient(names[player], client);
        return fairTape(await gameKey(seed, bytesOf(await termsOf(header))));
    }
    require(added.every(isSeed), "a client seed is 64 hexadecimal digits");
    const clients = added.map((client) => client && bytesOf(client));
    return fairTape(await oldGameKey(seed, clients));
}

const isSeed = (seed) => seed === null || HEX.test(seed);

/** What a player added: a seed that is the one committed to, or half of that, or null. */
async function checkClient(name, client) {
    if (client === null) return;
    const { commitment: bound, seed } = client;
    require(isSeed(bound) && isSeed(seed), "a client seed is 64 hexadecimal digits");
    require(bound !== null || seed !== null, "a player who adds nothing has null");
    if (bound === null || seed === null) return;
    require(hexOf(await clientCommitment(bytesOf(seed))) ===
        bound, `the seed of ${name} is not the one ${name} committed to`);
}

/**
 * The digest of all that was agreed: the chain of the whole record's first line. Tables that share
 * a deal have other names in it; there every player is called by the number of the seat.
 */
function termsOf(header) {
    const shared = header.chance.scheme === SHARED_SCHEME;
    const names = shared ? header.names.map((_, seat) => `${seat + 1}`) : header.names;
    const { chain: _, ...agreed } = { ...header, names, seat: null };
    return link(JSON.stringify(agreed).slice(0, -1), "");
}

class Game {
    constructor(header, tape) {
        Object.assign(this, { header, tape, rules: parseRules(header.rules, header.openuno) });
        Object.assign(this, { players: header.names.length, hand: 0, tables: [], dealer: null });
        this.seated = [...Array(this.players).keys()];
        this.rotating = header.format.split(":")[0] === "rotating";
        this.begun = false;
        this.winners = null;
    }

    /** Follow one line: a command and its events. */
    async follow({ do: command, events }) {
        require(Array.isArray(events), "a line has events");
        require((command === "begin") === !this.begun, "a record begins with begin, once");
        this.begun = true;
        if (command === "begin") return this.#begin(events);
        const dealt = command === "next";
        require((events[0]?.event === "hand-began") ===
            dealt, "a hand begins with next, and only so");
        for (const [place, event] of events.entries()) {
            require(place === 0 || event.event !== "hand-began", "one hand at a time");
            await this.#follow(event);
        }
        if (dealt)
            require(this.tables.every(
                (table) => table.starting === null,
            ), "a table was not dealt to");
    }

    async #begin(events) {
        const truth = await this.#draw();
        require(events.length ===
            truth.length, `the draw for the deal should have ${truth.length} events`);
        truth.forEach((event, place) => {
            for (const [key, value] of Object.entries(event)) {
                const found = events[place][key];
                require(found ===
                    value, `in the draw for the deal ${key} should be ${value}, but is ${found}`);
            }
        });
        this.dealer = truth.at(-1)?.seat ?? null;
    }

    async #draw() {
        if (this.rotating) return [];
        if (this.header.dealer !== null)
            return [{ event: "dealer-found", seat: this.header.dealer }];
        return drawForDeal(this.rules, this.players, await this.tape.fork(0));
    }

    async #follow(event) {
        switch (event.event) {
            case "hand-began":
                return this.#deal(event);
            case "at-table":
                require(this.tables[event.table] !== undefined, `there is no table ${event.table}`);
                return this.tables[event.table].follow(event.what);
            case "put-out":
                this.seated = this.seated.filter((player) => !event.players.includes(player));
                return undefined;
            case "game-ended":
                this.winners = event.winners;
                return undefined;
            case "hand-scored":
                return undefined;
            default:
                throw new Differs(`there is no event ${event.event}`);
        }
    }

    /** Who sits where and who deals is no choice either: it would be a way to choose a hand. */
    async #deal(event) {
        const { tables, dealers } = this.#seating();
        require(this.tables.every((table) => table.over), "the last hand is not over");
        require(event.hand === this.hand + 1, `this is hand ${this.hand + 1}, not ${event.hand}`);
        require(same(event.tables, tables), `the tables should be ${JSON.stringify(tables)}`);
        require(same(event.dealers, dealers), `the dealers should be ${JSON.stringify(dealers)}`);
        this.hand += 1;
        this.dealer = dealers[0];
        const redacted = this.header.seat !== null;
        this.tables = await Promise.all(
            tables.map(async (players, place) => {
                const tape = await this.tape.fork(this.hand, place);
                return new Table(
                    this.rules,
                    players.length,
                    players.indexOf(dealers[place]),
                    tape,
                    redacted,
                );
            }),
        );
    }

    #seating() {
        if (this.rotating) {
            const stays = this.players - 1;
            const stage = Math.floor(this.hand / HANDS_A_PARTNER) % stays;
            const moved = (player) => (player === stays ? player : (player + stage) % stays);
            const tables = (STARTERS[this.players] ?? []).map(([a, b, c, d]) =>
                [a, c, b, d].map(moved),
            );
            return { tables, dealers: tables.map((table) => table[this.hand % HANDS_A_PARTNER]) };
        }
        const next = this.seated.find((player) => player > this.dealer) ?? this.seated[0];
        return { tables: [this.seated], dealers: [this.hand === 0 ? this.dealer : next] };
    }
}
