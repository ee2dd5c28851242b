// One table: where every card lies, followed from event to event.

import { Reader } from "./chance.mjs";

const BACK = "??";
const EDITIONS = {
    "mattel-2016": {},
    classic: { dealer_draw: "numbers-only" },
    "wild-112": {
        shuffle_cards: 1,
        blank_cards: 3,
        dealer_draw: "chosen",
        first_card: "wilds-name",
    },
    house: { dealer_draw: "chosen", first_card: "all-act" },
};
/** Usual values of editions that were others in the first version of the format. */
const EDITIONS_OF_VERSION_1 = { house: { first_card: "acts" } };
const PLAIN = {
    decks: 1,
    swap_cards: 0,
    shuffle_cards: 0,
    blank_cards: 0,
    hand_size: 7,
    dealer_draw: "symbols-zero",
    first_card: "acts",
};

/** Something in the record is not as it must be. */
export class Differs extends Error {}

export function require(fact, message) {
    if (!fact) throw new Differs(message);
}

/** The switches that decide about the deck and the deal, from the text of the rules. */
export function parseRules(text, version = 2) {
    const [edition, ...switches] = text.split("+");
    require(Object.hasOwn(EDITIONS, edition), `there is no edition ${edition}`);
    const before = version === 1 ? EDITIONS_OF_VERSION_1[edition] : {};
    const rules = { ...PLAIN, ...EDITIONS[edition], ...before };
    for (const set of switches) {
        const [name, value] = set.split("=");
        if (!Object.hasOwn(PLAIN, name)) continue;
        const number = typeof PLAIN[name] === "number";
        require(!number || /^[0-9]{1,2}$/.test(value), `${name} is no number`);
        rules[name] = number ? Number(value) : value;
    }
    return rules;
}

/** The whole deck, in the order of the codes. */
export function deckOf(rules) {
    const one = [];
    const add = (code, count) => one.push(...Array(count).fill(code));
    for (const colour of "BGRY") {
        for (const face of "0123456789DRS") add(colour + face, face === "0" ? 1 : 2);
    }
    add("W", 4);
    add("W4", 4);
    add("WX", rules.swap_cards);
    add("WH", rules.shuffle_cards);
    for (let blank = 1; blank <= rules.blank_cards; blank += 1) add(`WC${blank}`, 1);
    return Array(rules.decks).fill(one).flat().sort();
}

const numberOf = (card) => (/^[BGRY][0-9]$/.test(card) ? Number(card[1]) : null);

function mayStart(rules, card) {
    if (rules.first_card === "number") return numberOf(card) !== null;
    return rules.first_card !== "acts" || card !== "W4";
}

/** The draw for the deal: its events, as the tape has them. */
export async function drawForDeal(rules, players, tape) {
    const symbols = rules.dealer_draw === "numbers-only" ? -1 : 0;
    const reader = new Reader(tape);
    const events = [];
    let pile = [];
    let tied = [...Array(players).keys()];
    while (tied.length > 1) {
        if (pile.length < tied.length) pile = await reader.shuffled(deckOf(rules));
        const drawn = tied.map((seat) => ({ event: "drew-for-deal", seat, card: pile.pop() }));
        events.push(...drawn);
        const ranks = drawn.map(({ card }) => numberOf(card) ?? symbols);
        tied = tied.filter((_, place) => ranks[place] === Math.max(...ranks));
    }
    return [...events, { event: "dealer-found", seat: tied[0] }];
}

export class Table {
    /** `redacted`: the record is one player's, and cards in it may lie face down. */
    constructor(rules, seats, dealer, tape, redacted) {
        Object.assign(this, { rules, seats, dealer, redacted, reader: new Reader(tape) });
        Object.assign(this, { hands: [], pile: [], discard: [], direction: 1 });
        this.held = [];
        this.challenged = false;
        this.starting = "dealt";
        this.over = false;
    }

    /** Move the cards as the event says; throw where it does not agree with them. */
    async follow(event) {
        const move = MOVES[event.event];
        require(move !== undefined, `there is no event ${event.event}`);
        require(!this.over, "the round is over");
        this.#mindTheStart(event);
        const challenged = this.challenged;
        this.challenged = event.event === "challenged";
        await move(this, event, challenged);
    }

    /** The deal, a first card, and another only if that one may not start. */
    #mindTheStart({ event }) {
        if (this.starting === null) {
            require(!["dealt", "turned-up", "put-back"].includes(
                event,
            ), `${event} in the middle of a round`);
            return;
        }
        require(event === this.starting, `${this.starting} comes first, not ${event}`);
    }

    same(what, recorded, truth) {
        const agrees =
            Array.isArray(recorded) &&
            recorded.length === truth.length &&
            truth.every(
                (card, place) =>
                    recorded[place] === card || (this.redacted && recorded[place] === BACK),
            );
        require(agrees, `${what} should be ${truth.join(",") || "none"}, but is ${[recorded].flat().join(",") || "none"}`);
    }

    sameHands(recorded) {
        require(recorded.length === this.seats, `there are ${this.seats} hands`);
        this.hands.forEach((hand, seat) =>
            this.same(`the hand of seat ${seat}`, recorded[seat], hand),
        );
    }

    /** Let chance decide, from where the tape stands, and compare the words it took. */
    async byChance(event, decide) {
        const before = this.reader.at;
        const decided = await decide(this.reader);
        const spent = this.reader.at - before;
        require(event.spent ===
            (this.redacted ? 0 : spent), `spent should be ${spent}, but is ${event.spent}`);
        return decided;
    }

    /** Deal the cards out in this order, one at a time, left of a seat first. */
    dealOut(cards, from) {
        const hands = Array.from({ length: this.seats }, () => []);
        cards.forEach((card, place) => hands[(from + 1 + place) % this.seats].push(card));
        this.hands = hands.map((hand) => hand.sort());
    }

    take(seat, cards) {
        const hand = this.hands[seat];
        require(hand !== undefined, `there is no seat ${seat}`);
        for (const card of cards) {
            const place = hand.indexOf(card);
            require(place >= 0, `seat ${seat} does not hold ${card}`);
            hand.splice(place, 1);
        }
    }

    give(seat, cards) {
        require(this.hands[seat] !== undefined, `there is no seat ${seat}`);
        this.hands[seat] = [...this.hands[seat], ...cards].sort();
    }
}

const nothing = () => {};

const MOVES = {
    async dealt(table, event) {
        const cards = await table.byChance(event, (reader) => reader.shuffled(deckOf(table.rules)));
        const dealt = table.seats * table.rules.hand_size;
        table.dealOut(cards.splice(-dealt).reverse(), table.dealer);
        table.pile = cards;
        table.sameHands(event.hands);
        table.same("the pile", event.pile, table.pile);
        table.starting = "turned-up";
    },
    "turned-up"(table, event) {
        const card = table.pile.pop();
        table.same("the first card", [event.card], [card]);
        table.discard = [card];
        table.starting = mayStart(table.rules, card) ? null : "put-back";
    },
    async "put-back"(table, event) {
        const card = table.discard.pop();
        table.same("the card put back", [event.card], [card]);
        table.pile = await table.byChance(event, (reader) =>
            reader.shuffled([...table.pile, card]),
        );
        table.same("the pile", event.pile, table.pile);
        table.starting = "turned-up";
    },
    played(table, event) {
        table.take(event.seat, [event.card]);
        table.discard.push(event.card);
    },
    drew(table, event) {
        const count = event.cards.length;
        require(count > 0 && count <= table.pile.length, `the pile has no ${count} cards`);
        const cards = table.pile.splice(-count).reverse();
        table.same(`what seat ${event.seat} drew`, event.cards, cards);
        table.give(event.seat, cards);
    },
    async reshuffled(table, event) {
        require(table.pile.length === 0, "the pile is not used up");
        const under = table.discard.slice(0, -1);
        table.pile = await table.byChance(event, (reader) => reader.shuffled(under));
        table.discard = table.discard.slice(-1);
        table.same("the pile", event.pile, table.pile);
    },
    "hands-swapped"(table, event) {
        const { hands } = table;
        [hands[event.seat], hands[event.target]] = [hands[event.target], hands[event.seat]];
        table.sameHands(event.hands);
    },
    "hands-passed"(table, event) {
        const step = event.side ?? table.direction;
        const { hands, seats } = table;
        table.hands = hands.map((_, seat) => hands[(seat - step + seats) % seats]);
        table.sameHands(event.hands);
    },
    async "hands-shuffled"(table, event) {
        const cards = await table.byChance(event, (reader) => reader.shuffled(table.hands.flat()));
        table.dealOut(cards, event.seat);
        table.sameHands(event.hands);
    },
    async discarded(table, event) {
        const hand = table.hands[event.seat] ?? [];
        // Either chance picked them, or all of a colour went and chance had no part.
        if (event.spent > 0) {
            const cards = await table.byChance(event, (reader) =>
                reader.picked(hand, event.cards.length),
            );
            table.same(`what seat ${event.seat} discards`, event.cards, cards);
        }
        require(!table.redacted, "one player's record does not tell how cards were discarded: take the whole one");
        table.take(event.seat, event.cards);
        table.discard.splice(-1, 0, ...event.cards);
    },
    async "cards-given"(table, event) {
        const hand = table.hands[event.seat] ?? [];
        let cards = event.cards;
        if (event.spent > 0 || cards.length === hand.length) {
            cards = await table.byChance(event, (reader) => reader.picked(hand, cards.length));
            table.same(`what seat ${event.seat} gives`, event.cards, cards);
        } else {
            // Without chance the seat has chosen them.
            require(!table.redacted, "one player's record does not tell which cards were given: take the whole one");
        }
        table.take(event.seat, cards);
        table.give(event.to, cards);
    },
    "challenge-offered"(table, event) {
        table.held = [...(table.hands[event.by] ?? [])];
    },
    "hand-shown"(table, event, challenged) {
        // A challenged hand is shown as it was when the card was laid.
        const hand = challenged ? table.held : table.hands[event.seat];
        table.same(`the hand seat ${event.seat} shows`, event.cards, hand ?? []);
    },
    reversed(table, event) {
        table.direction = event.direction;
    },
    "round-ended"(table, event) {
        table.sameHands(event.hands);
        table.over = true;
    },
    "colour-asked": nothing,
    "colour-named": nothing,
    "choice-asked": nothing,
    "decision-asked": nothing,
    decided: nothing,
    "cards-asked": nothing,
    "card-set-aside": nothing,
    "player-chosen": nothing,
    kept: nothing,
    passed: nothing,
    skipped: nothing,
    "stack-offered": nothing,
    accepted: nothing,
    challenged: nothing,
    "turn-lost": nothing,
    "rule-read": nothing,
    "lasting-rule-began": nothing,
    "lasting-rule-ended": nothing,
    "said-uno": nothing,
    caught: nothing,
    "caught-wrongly": nothing,
    suggested: nothing,
    "turn-began": nothing,
};
