/** What happened, in words: the log one reads and the screen reader speaks. */
import type {
  Accusation,
  Card,
  Colour,
  DrawReason,
  Fact,
  GameEvent,
  LastingRule,
  News,
  RoomView,
  RoundEvent,
} from "../../../protocol/messages.ts";
import { cardName, colourName, colourWord } from "../../cards/cards.ts";
import { list, t } from "../../i18n/index.svelte.ts";
import { seatToAct } from "../../model/round.ts";
import { lastingText } from "../../text/lasting.ts";
import { nameOf } from "./scene.ts";

/** A sentence about a player; `player` is null where it is about the whole table. */
export interface Sentence {
  readonly player: number | null;
  readonly text: string;
  /** What it says together with the sentence that the same player keeps the card drawn. */
  readonly ifKept?: string;
  /** Whether it says that someone takes cards as a penalty. */
  readonly penalty?: boolean;
  /** Whether it says that a drawn card is kept. */
  readonly kept?: boolean;
}

type Values = Readonly<Record<string, string | number>>;

/** Everything worth telling of some news, in order. */
export function sentencesOf(news: News, before: RoomView, after: RoomView): Sentence[] {
  const sat = new Set(news.facts.flatMap((fact) => (fact.fact === "sat" ? [fact.guest] : [])));
  const narrator = new Narrator(before, after);
  return news.facts
    .filter((fact) => fact.fact !== "renamed" || !sat.has(fact.guest)) // who sits down is said once
    .flatMap((fact) => narrator.fact(fact));
}

class Narrator {
  readonly #seat: number | null;
  /** Whom the table judges: an accusation can be settled by the news that makes it. */
  #accusation: Pick<Accusation, "seat" | "honour"> | null;

  constructor(
    readonly before: RoomView,
    readonly after: RoomView,
  ) {
    this.#seat = after.seat;
    this.#accusation = before.hints?.accusation ?? null;
  }

  fact(fact: Fact): Sentence[] {
    switch (fact.fact) {
      case "game-started":
        return [
          tableSentence("log.game-started"),
          ...(fact.events ?? []).flatMap((event) => this.event(event)),
        ];
      case "moved":
        return fact.events.flatMap((event) => this.event(event));
      case "game-closed":
        return fact.ended_by
          ? [tableSentence("log.ended", { name: nameOf(this.after, fact.ended_by) })]
          : [];
      case "game-paused":
        return [tableSentence(fact.paused ? "log.paused" : "log.resumed")];
      case "late":
      case "back":
        return [this.#about(fact.seat, `log.${fact.fact}`)];
      case "warned":
        return fact.seat === this.#seat ? [this.#about(fact.seat, "log.warned")] : [];
      case "sat":
        return [this.#about(fact.seat, "log.sat")];
      case "renamed":
        return this.#renamed(fact);
      case "stood": {
        const name = this.before.seats[fact.seat]?.name ?? "";
        return [
          {
            player: fact.seat,
            text: t(fact.kicked ? "log.kicked" : "log.stood", { name }),
          },
        ];
      }
      case "host-is":
        return fact.guest === null
          ? []
          : [tableSentence("log.host", { name: nameOf(this.after, fact.guest) })];
      case "wrong-passwords":
        return [
          tableSentence("log.wrong-passwords", { count: this.after.wrong_passwords ?? fact.count }),
        ];
      case "voted": {
        const { guest, seat = null, favour = true } = fact;
        const voter = this.before.seats.findIndex((one) => one.guest === guest);
        if (!favour || voter < 0) return [];
        return seat === null
          ? [this.#about(voter, "log.voted-end")]
          : [
              this.#about(voter, "log.voted-remove", {
                other: this.before.seats[seat]?.name ?? "",
              }),
            ];
      }
      case "accused": {
        this.#accusation = fact;
        const { by, seat, honour } = fact;
        if (honour && by === seat) return [this.#about(by, "log.honour-admitted")];
        const key = honour ? "log.honour-accused" : "log.accused";
        return [this.#about(by, key, this.#other(seat))];
      }
      case "accusation-closed": {
        const accusation = this.#accusation;
        const about = accusation?.honour ? "log.honour" : "log.accusation";
        const key = `${about}-${fact.upheld ? "upheld" : "dismissed"}`;
        return accusation === null ? [] : [this.#about(accusation.seat, key)];
      }
      case "went": {
        const seat = this.before.seats.findIndex((one) => one.guest === fact.guest);
        return seat >= 0 && this.after.seats[seat]?.away != null
          ? [this.#about(seat, "log.went")]
          : [];
      }
      default:
        return []; // talk has its own place, the rest is the lobby's
    }
  }

  #renamed({ guest, name: other }: Extract<Fact, { fact: "renamed" }>): Sentence[] {
    const player = this.before.seats.findIndex((seat) => seat.guest === guest);
    if (player < 0) return []; // nobody follows what those who watch are called
    const name = this.before.seats[player]?.name ?? "";
    return [this.#about(player, name === other ? "log.new-face" : "log.renamed", { name, other })];
  }

  event(event: GameEvent): Sentence[] {
    switch (event.event) {
      case "dealer-found":
        return [this.#about(event.seat, "log.dealer")];
      case "hand-began":
        return [tableSentence("log.hand-began", { hand: event.hand })];
      case "at-table":
        return this.#isHere(event.table) ? this.#round(event.what, event.table) : [];
      case "hand-scored":
        return event.winner !== null && this.#isHere(event.table)
          ? [
              this.#about(event.winner, "log.scored", {
                points: event.points[event.winner] ?? 0,
              }),
            ]
          : [];
      case "put-out":
        return event.players.map((player) => this.#about(player, "log.put-out"));
      case "game-ended": {
        const names = event.winners.map((player) => this.#name(player));
        return [tableSentence("log.game-ended", { names: list(names), count: names.length })];
      }
      case "drew-for-deal":
        return [];
    }
  }

  #round(what: RoundEvent, table: number): Sentence[] {
    const players = this.#players(table);
    const of = (seat: number): number => players[seat] ?? seat;
    const about = (seat: number, key: string, values?: Values): Sentence[] => [
      this.#about(of(seat), key, values),
    ];
    const both = (seat: number, other: number, key: string, values?: Values): Sentence[] =>
      about(seat, key, { ...values, ...this.#other(of(other)) });
    switch (what.event) {
      case "turned-up":
        return [tableSentence("log.turned-up", { card: cardName(what.card) })];
      case "put-back":
        return [tableSentence("log.put-back", { card: cardName(what.card) })];
      case "colour-named":
        return about(what.seat, "log.colour-named", { colour: colourWord(what.colour) });
      case "decided":
        return about(what.seat, "log.decided", { answer: what.yes ? "yes" : "no" });
      case "player-chosen":
        return both(what.seat, what.target, "log.player-chosen");
      case "played":
        return this.#played(what, table);
      case "drew": {
        const drawn = this.#drawn(what.cards);
        const said = about(what.seat, `log.drew-${what.why satisfies DrawReason}`, drawn);
        if (what.why !== "turn")
          return said.map((sentence) => ({ ...sentence, penalty: what.cards.length > 0 }));
        if (what.cards.length !== 1) return said;
        const ifKept = this.#about(of(what.seat), "log.drew-kept", drawn).text;
        return said.map((sentence) => ({ ...sentence, ifKept }));
      }
      case "kept":
        return about(what.seat, "log.kept").map((sentence) => ({ ...sentence, kept: true }));
      case "turn-lost": {
        const turns = what.turns ?? 1;
        return turns > 1
          ? about(what.seat, "log.turns-lost", { turns })
          : about(what.seat, "log.turn-lost");
      }
      case "passed":
      case "skipped":
      case "said-uno":
      case "suggested":
      case "reversed":
        return about(what.seat, `log.${what.event}`);
      case "reshuffled":
        return [tableSentence("log.reshuffled")];
      case "stack-offered":
        return about(what.seat, "log.stack-offered", { total: what.total });
      case "challenged":
        return both(
          what.seat,
          what.target,
          what.guilty ? "log.challenge-won" : "log.challenge-lost",
        );
      case "hand-shown":
        return both(what.seat, what.to, "log.hand-shown");
      case "hands-swapped":
        return both(what.seat, what.target, "log.hands-swapped");
      case "hands-passed":
      case "hands-shuffled":
        return [tableSentence(`log.${what.event}`)];
      case "discarded":
        return about(what.seat, "log.discarded", {
          cards: list(what.cards.map((card) => cardName(card))),
        });
      case "cards-given":
        return both(what.seat, what.to, "log.cards-given", { count: what.cards.length });
      case "card-set-aside":
        return about(what.seat, "log.card-set-aside");
      case "rule-read":
        return [tableSentence("log.rule-read", { text: what.text })];
      case "lasting-rule-began":
        return [{ player: null, text: this.#lasting(what.rule, table) }];
      case "lasting-rule-ended":
        return [tableSentence("log.lasting-ended", { rule: this.#lasting(what.rule, table) })];
      case "caught":
        return both(what.seat, what.target, "log.caught");
      case "caught-wrongly":
        return both(what.seat, what.target, "log.caught-wrongly");
      case "round-ended":
        return what.winner === null
          ? [tableSentence("log.dead")]
          : about(what.winner, "log.went-out");
      case "dealt":
      case "colour-asked":
      case "choice-asked":
      case "decision-asked":
      case "cards-asked":
      case "challenge-offered":
      case "accepted":
      case "turn-began":
        return [];
    }
  }

  #played(what: Extract<RoundEvent, { event: "played" }>, table: number): Sentence[] {
    const round = this.before.game?.tables[table]?.view;
    const turn = round ? seatToAct(round) : what.seat;
    const parts: Values = {
      card: cardName(what.card),
      named: what.colour ? "yes" : "no",
      colour: what.colour ? colourName(what.colour satisfies Colour) : "",
      said: what.uno ? "yes" : "no",
      jumped: turn !== null && turn !== what.seat ? "yes" : "no",
    };
    return [this.#about(this.#players(table)[what.seat] ?? what.seat, "log.played", parts)];
  }

  #lasting(rule: LastingRule, table: number): string {
    const players = this.#players(table);
    const own = players.indexOf(this.#seat ?? -1);
    return lastingText(
      rule,
      players.map((player) => this.#name(player)),
      own < 0 ? null : own,
    );
  }

  #drawn(cards: readonly Card[]): Values {
    const [only] = cards;
    const seen = cards.length === 1 && only !== undefined && only !== "??";
    return { count: cards.length, seen: seen ? "yes" : "no", card: seen ? cardName(only) : "" };
  }

  /** Whether this happens where we sit, or is all there is to see. */
  #isHere(table: number): boolean {
    const tables = this.after.game?.tables ?? [];
    return tables.length < 2 || this.#seat === null || this.#players(table).includes(this.#seat);
  }

  #players(table: number): readonly number[] {
    return this.after.game?.tables[table]?.players ?? this.after.seats.map((_, player) => player);
  }

  #about(player: number, key: string, values?: Values): Sentence {
    const me = player === this.#seat ? "yes" : "no";
    return { player, text: t(key, { me, name: this.#name(player), ...values }) };
  }

  #other(player: number): Values {
    return { other: this.#name(player), them: player === this.#seat ? "yes" : "no" };
  }

  #name(player: number): string {
    return this.after.seats[player]?.name || (this.after.started?.names[player] ?? "");
  }
}

function tableSentence(key: string, values?: Values): Sentence {
  return { player: null, text: t(key, values) };
}
