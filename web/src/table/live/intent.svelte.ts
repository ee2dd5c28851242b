/** What a person wants to do: a tap, a drag or a key all end here, and leave as one move. */
import type {
  Action,
  WhyNotAnswer,
  Card,
  Catch,
  Colour,
  Play,
  RoomCommand,
  RoomView,
} from "../../../protocol/messages.ts";
import { cardName, colourWord, faceOf } from "../../cards/cards.ts";
import { t } from "../../i18n/index.svelte.ts";
import { Refused, type Values } from "../../net/api.ts";
import type { Status } from "../../net/connection.ts";
import { displayTime } from "../../prefs.svelte.ts";
import { reasonText, refusalText } from "../../text/refusal_text.ts";
import { sceneOf } from "./scene.ts";
import { catchableFrom } from "./time.svelte.ts";

/** All that a player needs of a table: one of the server's, or the lesson's. */
export interface Playable {
  readonly view: RoomView | null;
  readonly legal: readonly Action[];
  readonly pending: RoomCommand | null;
  readonly status: Status;
  move(action: Action): Promise<void>;
  why(action: Action): Promise<WhyNotAnswer | null>;
  /** The table's time, when ours is this. */
  now(ours: number): number;
}

/** What must be known before the move can be made. */
export type Question =
  | { readonly ask: "colour"; readonly card: Card; readonly plays: readonly Play[] }
  | { readonly ask: "player"; readonly card: Card; readonly plays: readonly Play[] }
  | { readonly ask: "catch"; readonly catches: readonly Catch[] };

const STAYS = 2500;

export class Intent {
  question = $state.raw<Question | null>(null);
  /** Whether UNO will be said with the next card. */
  uno = $state.raw(false);
  /** One sentence for the person: why not, or what went wrong. */
  notice = $state.raw("");
  /** Called when a card is about to leave the hand. */
  onPlay: ((card: Card) => void) | null = null;
  #timer = 0;

  /** A notice stays this many milliseconds; null: until the next move or until it is closed. */
  constructor(
    readonly client: Playable,
    private readonly stays: number | null = STAYS,
  ) {}

  /** The card that has left the hand though the server has not answered yet. */
  get cardInFlight(): Card | null {
    const asked = this.client.pending;
    return asked?.do === "move" && asked.action.do === "play" ? asked.action.card : null;
  }

  /** Lay a card, or choose it where a rule asks for one; if more must be said with it, ask. */
  play(card: Card): void {
    if (this.client.pending) return;
    if (this.#do((action) => action.do === "choose-card" && action.card === card)) return;
    const plays = this.client.legal.filter(
      (action): action is Play => action.do === "play" && action.card === card,
    );
    if (plays.length === 0) void this.explain(card);
    else this.#narrow(card, this.#withUnoChoice(plays));
  }

  colour(colour: Colour): void {
    const asked = this.question;
    if (asked?.ask === "colour") {
      this.#narrow(
        asked.card,
        asked.plays.filter((play) => play.colour === colour),
      );
    } else this.#do((action) => action.do === "name" && action.colour === colour);
  }

  /** Choose a player, by the seat of the round. */
  player(seat: number): void {
    const asked = this.question;
    if (asked?.ask === "player") {
      this.#narrow(
        asked.card,
        asked.plays.filter((play) => play.target === seat),
      );
    } else if (asked?.ask === "catch") {
      this.question = null;
      this.#do((action) => action.do === "catch" && action.target === seat);
    } else this.#do((action) => action.do === "choose" && action.target === seat);
  }

  cancel(): void {
    this.question = null;
    this.notice = "";
  }

  /** Draw, pass or take what is demanded: whichever it is now. */
  take(): void {
    this.#do((action) => action.do === "draw" || action.do === "pass" || action.do === "accept");
  }

  /** Say whether we want what a rule asks us about. */
  decide(yes: boolean): void {
    this.#do((action) => action.do === "decide" && action.yes === yes);
  }

  keep(): void {
    this.#do((action) => action.do === "keep");
  }

  /** Keep what was drawn if there is nothing else to do with it. */
  keepIfForced(): void {
    const keep = this.client.legal.find((action) => action.do === "keep");
    if (!keep || this.client.pending || this.hasChoice()) return;
    this.client.move(keep).catch(() => undefined); // another of our screens was quicker
  }

  /** Whether keeping is not all that is left. */
  hasChoice(): boolean {
    return this.client.legal.some((action) => action.do === "play");
  }

  challenge(): void {
    this.#do((action) => action.do === "challenge");
  }

  /** Say UNO now if it is owed, else with the next card. */
  sayUno(): void {
    if (!this.#do((action) => action.do === "uno") && this.canSayUno()) this.uno = !this.uno;
  }

  /** Whether UNO can be said with a card now. */
  canSayUno(): boolean {
    return this.client.legal.some((action) => action.do === "play" && action.uno === true);
  }

  /** Whether the player of the top card has a moment left to say UNO, at this time of the table. */
  inGrace(now: number): boolean {
    const { view } = this.client;
    const scene = view && sceneOf(view, 0);
    return !!scene && now < catchableFrom(view, scene.table);
  }

  /** Catch a player who has not said UNO; of several, ask whom. */
  catchPlayer(): void {
    if (this.inGrace(this.client.now(Date.now()))) return;
    const catches = this.client.legal.filter((action): action is Catch => action.do === "catch");
    if (catches.length > 1) this.question = { ask: "catch", catches };
    else this.#do((action) => action.do === "catch");
  }

  /** What was decided on is over when the table has moved on. */
  refresh(): void {
    const legal = this.client.legal;
    const asked = this.question;
    if (asked) {
      const wanted: readonly Action[] = asked.ask === "catch" ? asked.catches : asked.plays;
      const still = wanted.some((one) => legal.some((action) => isSameAction(action, one)));
      if (!still) this.question = null;
    }
    // Said before the table had taken the card: it was meant for this one.
    if (this.uno && this.#do((action) => action.do === "uno")) this.uno = false;
    if (this.uno && !this.canSayUno()) this.uno = false;
  }

  /** Say why a card cannot be played. */
  async explain(card: Card): Promise<void> {
    const colour = card.startsWith("W") ? "R" : null;
    const because = await this.client.why({
      do: "play",
      card,
      colour,
      target: null,
      uno: false,
    });
    if (because) {
      const { reason = null, sentence, values = null } = because;
      this.show(this.#sentence(reason, sentence ?? "", card, values));
    } else if (this.client.status !== "online") this.show(t("table.offline"));
  }

  /** Show one sentence for a while. */
  show(sentence: string, time = this.stays): void {
    this.notice = sentence;
    clearTimeout(this.#timer);
    const stays = time === null ? null : displayTime(time);
    if (stays !== null) this.#timer = window.setTimeout(() => (this.notice = ""), stays);
  }

  /** Ask the table for something, and say so if it will not have it. */
  async request(answer: Promise<void>, card: Card | null = null): Promise<boolean> {
    try {
      await answer;
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.code !== "gone")
        this.show(
          error.reason
            ? this.#sentence(error.reason, error.message, card, error.values)
            : refusalText(error),
        );
      return false;
    }
  }

  #withUnoChoice(plays: readonly Play[]): readonly Play[] {
    const wanted = plays.filter((play) => (play.uno ?? false) === this.uno);
    return wanted.length ? wanted : plays.filter((play) => !play.uno);
  }

  #narrow(card: Card, plays: readonly Play[]): void {
    const colours = new Set(plays.map((play) => play.colour ?? null));
    const targets = new Set(plays.map((play) => play.target ?? null));
    const [only] = plays;
    if (colours.size > 1) this.question = { ask: "colour", card, plays };
    else if (targets.size > 1) this.question = { ask: "player", card, plays };
    else if (only) {
      this.question = null;
      this.uno = false;
      this.notice = "";
      this.onPlay?.(card);
      void this.request(this.client.move(only), card);
    }
  }

  #do(wanted: (action: Action) => boolean): boolean {
    const action = this.client.legal.find(wanted);
    if (!action || (this.client.pending && action.do !== "uno" && action.do !== "catch"))
      return false;
    this.notice = "";
    void this.request(this.client.move(action));
    return true;
  }

  /** The table says what it is about; for a server that does not, we look at what we see. */
  #sentence(
    reason: string | null,
    sentence: string,
    asked: Card | null,
    values: Values | null,
  ): string {
    const view = this.client.view;
    const round = view && sceneOf(view, 0)?.round;
    const card = (values?.["card"] ?? asked) as Card | null;
    const top = (values?.["top"] ?? round?.discard.at(-1)) as Card | undefined;
    const colour = (values?.["colour"] ?? round?.colour) as Colour | null | undefined;
    return reasonText(reason ?? "illegal-move", sentence, {
      card: card ? cardName(card) : "",
      top: top ? cardName(top) : "",
      face: top ? faceOf(top) : "",
      wild: top?.startsWith("W") ? "yes" : "no",
      colour: colour ? colourWord(colour) : "",
    });
  }
}

function isSameAction(one: Action, other: Action): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
