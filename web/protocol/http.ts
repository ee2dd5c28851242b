// Made from the server's own types by `python -m openuno.server.typescript`: change those instead.
// `/openapi.json` on any server describes the same.

import type { Settings } from "./messages.ts";

/** A ready-made rule for a blank. */
export interface Blank {
  readonly name: string;
  readonly rule: string;
}

/** Everything a table maker can offer. */
export interface Choices {
  readonly editions: readonly Edition[];
  readonly switches: readonly Switch[];
  readonly formats: readonly FormatChoice[];
  readonly clock: readonly ClockChoice[];
  readonly bots: readonly string[];
  readonly blanks: readonly Blank[];
}

/** A rule of the rulebook. */
export interface Clause {
  readonly id: string;
  readonly text: string;
}

/** One part of a clock, in seconds. */
export interface ClockChoice {
  readonly name: string;
  readonly usual: number | null;
  readonly fewest: number;
  readonly most: number;
}

/** A printed set of rules: the value of every switch, as text. */
export interface Edition {
  readonly name: string;
  readonly cards: number;
  readonly switches: { readonly [key: string]: string };
}

/**
 * What a player, or a team, has done.
 *
 * `won` are hands gone out, `points` the growth of the score. A challenge is won or lost by who
 * doubts; who laid the Wild Draw Four was caught bluffing, wrongly doubted or not challenged.
 * `catches` are of others, `caught` by others. Cards and points left are summed over all hands.
 */
export interface Figures {
  /** Left out, it is 0. */
  readonly hands?: number;
  /** Left out, it is 0. */
  readonly won?: number;
  /** Left out, it is 0. */
  readonly points?: number;
  /** Left out, it is 0. */
  readonly challenges_won?: number;
  /** Left out, it is 0. */
  readonly challenges_lost?: number;
  /** Left out, it is 0. */
  readonly bluffs_caught?: number;
  /** Left out, it is 0. */
  readonly wrongly_doubted?: number;
  /** Left out, it is 0. */
  readonly not_challenged?: number;
  /** Left out, it is 0. */
  readonly catches?: number;
  /** Left out, it is 0. */
  readonly wrong_catches?: number;
  /** Left out, it is 0. */
  readonly caught?: number;
  /** Left out, it is 0. */
  readonly uno_said?: number;
  /** Left out, it is 0. */
  readonly cards_drawn?: number;
  /** Left out, it is 0. */
  readonly cards_left?: number;
  /** Left out, it is 0. */
  readonly points_left?: number;
  /** Left out, it is 0. */
  readonly longest_hand?: number;
}

/** How rounds make a game. With a number it is written `name:number`. */
export interface FormatChoice {
  readonly name: string;
  readonly explanation: string;
  /** Left out, it is null. */
  readonly number?: string | null;
  /** Left out, it is null. */
  readonly usual?: number | null;
  /** Left out, it is null. */
  readonly fewest?: number | null;
  /** Left out, it is null. */
  readonly most?: number | null;
}

/**
 * A game that is over. `winners` is null if it was broken off; `played` are the people.
 *
 * `code` is null if the table is not public: who has the game has not been asked to the table.
 */
export interface Game {
  readonly id: string;
  readonly code: string | null;
  readonly ended: number;
  readonly rules: string;
  readonly format: string;
  readonly kind: string;
  readonly names: readonly string[];
  readonly winners: readonly number[] | null;
  readonly played: readonly PlayedGame[];
}

/** Games, the latest first; ask for more with the last one's `ended` as `before`. */
export interface Games {
  readonly games: readonly Game[];
}

/** All is well. */
export interface Health {
  /** Left out, it is "ok". */
  readonly status?: "ok";
}

/**
 * What the lobby shows of a table; `rules` and `format` in their text forms.
 *
 * `state` is `open` (between games), `playing` or `archived`; `people` are those at the table.
 */
export interface Listing {
  readonly code: string;
  readonly host: string | null;
  readonly public: boolean;
  readonly locked: boolean;
  readonly state: string;
  readonly rules: string;
  readonly format: string;
  readonly seats: number;
  readonly taken: number;
  readonly people: number;
  readonly names: readonly string[];
}

/** The public tables, those touched last first. */
export interface Lobby {
  readonly tables: readonly Listing[];
}

/** A table's code, and the link to send to others. */
export interface Made {
  readonly code: string;
  readonly link: string;
}

/** A person: `guest` is the public id; `rated` says whether they want to be rated. */
export interface Me {
  readonly guest: string;
  readonly name: string;
  readonly rated: boolean;
}

/** Someone who wants to play. */
export interface NewGuest {
  readonly name: string;
}

/** What is to be played; with a password, only those who know it come in. */
export interface NewTable {
  /** Left out, it is {}. */
  readonly settings?: Settings;
  /** Left out, it is null. */
  readonly password?: string | null;
}

/** What one person did in a finished game; `rank` is 1 for the best, shared when level. */
export interface PlayedGame {
  readonly player: number;
  readonly guest: string;
  readonly rank: number;
  readonly won: boolean;
  readonly figures: Figures;
}

/** What everyone may know of a person: name, and what they did in finished games. */
export interface Profile {
  readonly guest: string;
  readonly name: string;
  readonly totals: readonly Totals[];
  readonly ratings: readonly Rating[];
}

/** How strong a person is held to be at a kind of format: openskill's two numbers. */
export interface Rating {
  readonly guest: string;
  readonly name: string;
  readonly kind: string;
  readonly mu: number;
  readonly sigma: number;
  readonly games: number;
}

/** The strongest people at a kind of format, by mu - 3 sigma. */
export interface Ratings {
  readonly kind: string;
  readonly ratings: readonly Rating[];
}

/** A rule that can be carried out; `rules` is a table with it on one blank, as text. */
export interface Read {
  readonly normal: string;
  readonly sentences: readonly Sentence[];
  readonly chooses: boolean;
  readonly partner: boolean;
  readonly rules: string;
}

/**
 * All is well, but for what this process has found `damaged`: tables, which are closed, and one
 * more for anything else.
 */
export interface Readiness {
  /** Left out, it is "ok". */
  readonly status?: "ok";
  /** Left out, it is 0. */
  readonly damaged?: number;
}

/** Why not. Nothing has changed. `at` is the character at which a text goes wrong, from 0. */
export interface Refusal {
  readonly code: "bad-message" | "wrong-protocol" | "bad-token" | "no-such-table" | "no-such-game" | "wrong-password" | "reused-id" | "not-at-table" | "not-seated" | "already-seated" | "seat-taken" | "no-such-seat" | "kicked" | "not-host" | "needs-vote" | "not-away" | "game-on" | "no-game" | "seats-empty" | "not-ready" | "not-accepted" | "bad-settings" | "bad-seed" | "illegal-move" | "too-early" | "too-fast" | "too-many-guesses" | "muted" | "too-long" | "empty" | "suggestion" | "no-such-message" | "accusation-open" | "accused-in-vain" | "not-a-judge" | "no-such-bot" | "no-such-person" | "too-many" | "table-closed" | "table-full" | "table-damaged" | "try-again" | "unavailable" | "no-such-address" | "wrong-method" | "wrong-origin" | "wrong-host" | "wrong-media-type" | "too-large" | "too-slow" | "bad-rule" | "failed";
  readonly sentence: string;
  /** Left out, it is null. */
  readonly at?: number | null;
}

/** Every clause that is played here, by section. */
export interface Rulebook {
  readonly sections: readonly RulebookSection[];
}

/**
 * A numbered rule. `editions` print it; with none of them a table has to switch it on.
 *
 * `origin` is `ours` where the printed rules are silent and we had to decide.
 */
export interface RulebookClause {
  readonly id: string;
  readonly text: string;
  readonly origin: "ours" | "printed";
  readonly editions: readonly string[];
  readonly switches: readonly string[];
}

/** The clauses about one thing; their ids begin with its key. */
export interface RulebookSection {
  readonly key: string;
  readonly title: string;
  readonly clauses: readonly RulebookClause[];
}

/** One sentence of a rule, and what it means at the table. */
export interface Sentence {
  readonly text: string;
  readonly means: string;
}

/**
 * Something a table can choose; `values` are those of a choice, the bounds those of a number.
 *
 * In the text form of the rules it is written `name=value`, with values as `editions` show them.
 */
export interface Switch {
  readonly name: string;
  readonly kind: "choice" | "number" | "on-off" | "rules";
  readonly explanation: string;
  readonly clauses: readonly Clause[];
  /** Left out, it is null. */
  readonly fewest?: number | null;
  /** Left out, it is null. */
  readonly most?: number | null;
  /** Left out, it is null. */
  readonly values?: readonly string[] | null;
}

/** Everything a person has done in finished games of one kind of format. */
export interface Totals {
  readonly kind: string;
  readonly games: number;
  readonly won: number;
  readonly figures: Figures;
}

/** A person and the secret that proves who they are; it is shown this once. */
export interface Welcomed {
  readonly guest: string;
  readonly name: string;
  readonly token: string;
}

/** A rule for a blank, in plain words. */
export interface Wish {
  readonly rule: string;
}

/** What a person wants changed; what is left out stays. */
export interface Wishes {
  readonly name?: string;
  readonly rated?: boolean;
}

/** What each endpoint is sent, and what it answers; `null` is no body at all. */
export interface Endpoints {
  readonly "POST /api/guests": {
    readonly body: NewGuest;
    readonly query: null;
    readonly answer: Welcomed;
  };
  readonly "GET /api/me": {
    readonly body: null;
    readonly query: null;
    readonly answer: Me;
  };
  readonly "PATCH /api/me": {
    readonly body: Wishes;
    readonly query: null;
    readonly answer: Me;
  };
  readonly "DELETE /api/me": {
    readonly body: null;
    readonly query: null;
    readonly answer: null;
  };
  readonly "POST /api/me/token": {
    readonly body: null;
    readonly query: null;
    readonly answer: Welcomed;
  };
  readonly "GET /api/me/statistics": {
    readonly body: null;
    readonly query: null;
    readonly answer: Profile;
  };
  readonly "GET /api/players/{person}": {
    readonly body: null;
    readonly query: null;
    readonly answer: Profile;
  };
  readonly "POST /api/tables": {
    readonly body: NewTable;
    readonly query: null;
    readonly answer: Made;
  };
  readonly "GET /api/tables": {
    readonly body: null;
    readonly query: { readonly most?: number };
    readonly answer: Lobby;
  };
  readonly "GET /api/tables/{code}": {
    readonly body: null;
    readonly query: null;
    readonly answer: Listing;
  };
  readonly "DELETE /api/tables/{code}": {
    readonly body: null;
    readonly query: null;
    readonly answer: null;
  };
  readonly "GET /api/tables/{code}/qr.svg": {
    readonly body: null;
    readonly query: null;
    readonly answer: string;
  };
  readonly "GET /api/games": {
    readonly body: null;
    readonly query: { readonly before?: number; readonly most?: number };
    readonly answer: Games;
  };
  readonly "GET /api/me/games": {
    readonly body: null;
    readonly query: { readonly before?: number; readonly most?: number };
    readonly answer: Games;
  };
  readonly "GET /api/games/{game}.uno": {
    readonly body: null;
    readonly query: null;
    readonly answer: string;
  };
  readonly "GET /api/games/{game}": {
    readonly body: null;
    readonly query: null;
    readonly answer: Game;
  };
  readonly "GET /api/ratings/{kind}": {
    readonly body: null;
    readonly query: { readonly most?: number };
    readonly answer: Ratings;
  };
  readonly "GET /api/editions": {
    readonly body: null;
    readonly query: null;
    readonly answer: Choices;
  };
  readonly "POST /api/pencil": {
    readonly body: Wish;
    readonly query: null;
    readonly answer: Read;
  };
  readonly "GET /api/rulebook": {
    readonly body: null;
    readonly query: null;
    readonly answer: Rulebook;
  };
  readonly "GET /healthz": {
    readonly body: null;
    readonly query: null;
    readonly answer: Health;
  };
  readonly "GET /readyz": {
    readonly body: null;
    readonly query: null;
    readonly answer: Readiness;
  };
  readonly "GET /metrics": {
    readonly body: null;
    readonly query: null;
    readonly answer: string;
  };
}
