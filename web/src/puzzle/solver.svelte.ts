import type {
  Action,
  GameView,
  News,
  RoomView,
  RoundEvent,
  WhyNotAnswer,
} from "../../protocol/messages.ts";
import { colourOf, faceOf } from "../cards/cards.ts";
import { PLAIN_BOTS } from "../faces/looks.ts";
import type { StagedTable } from "../learn/staged_table.ts";
import { newGame } from "../model/game.ts";
import { Flights } from "../table/live/flights.svelte.ts";
import { Intent } from "../table/live/intent.svelte.ts";
import { LastCards } from "../table/live/last_cards.svelte.ts";
import { TableLog } from "../table/live/log.svelte.ts";
import { optionOf, type Puzzle } from "./puzzles.ts";

const SOLVER = 0;
/** What the others look like, whatever they are called in this language: the bot has no character. */
const FACES = PLAIN_BOTS.map((thing) => `b:${thing}`);

/** A puzzle on the table: it takes one move, and says how good that was. */
export class Solver implements StagedTable {
  readonly view: RoomView;
  readonly chapter = 0;
  readonly pending = null;
  readonly status = "online";
  readonly log = new TableLog();
  readonly lastCards = new LastCards();
  readonly flights = new Flights();
  readonly intent: Intent;
  /** The option that was chosen; null before. */
  chosen = $state.raw<number | null>(null);

  constructor(
    readonly puzzle: Puzzle,
    readonly names: readonly string[],
    private readonly onanswer: (solved: boolean) => void,
  ) {
    this.view = roomOf(puzzle, names);
    this.intent = new Intent(this);
    for (const event of puzzle.events) this.#tell(event);
  }

  /** Write down what somebody did before the solver's turn. */
  #tell(what: RoundEvent): void {
    const { puzzle, view } = this;
    const seat = "seat" in what && what.seat !== null ? what.seat : SOLVER;
    const before = { ...puzzle, view: { ...puzzle.view, phase: { phase: "turn", seat } as const } };
    const news: News = {
      type: "news",
      seq: 0,
      at: 0,
      facts: [
        {
          fact: "moved",
          command: { command: "act", player: seat, action: { do: "draw" } },
          events: [{ event: "at-table", table: 0, what }],
        },
      ],
      legal: [],
    };
    this.log.receive(news, roomOf(before, this.names), view);
    this.lastCards.receive(news, view);
  }

  get legal(): readonly Action[] {
    return this.puzzle.view.legal.filter((action) => optionOf(this.puzzle, action) >= 0);
  }

  get made(): number {
    return Number(this.chosen !== null);
  }

  get isSolved(): boolean {
    return this.chosen === 0;
  }

  async move(action: Action): Promise<void> {
    this.choose(optionOf(this.puzzle, action));
  }

  /** Let a jump-in go. */
  letGo(): void {
    this.choose(optionOf(this.puzzle, null));
  }

  /** Answer; another move can be tried afterwards, but the first answer counts. */
  choose(option: number): void {
    if (option < 0) return;
    const isFirst = this.chosen === null;
    this.chosen = option;
    if (isFirst) this.onanswer(this.isSolved);
  }

  /** Why a card cannot be played now. */
  async why(action: Action): Promise<WhyNotAnswer | null> {
    const { view } = this.puzzle;
    if (action.do !== "play") return null;
    const top = view.discard.at(-1)!;
    const fits = colourOf(action.card) === view.colour || faceOf(action.card) === faceOf(top);
    const reason = fits ? "wrong-phase" : "no-match";
    return { type: "because", id: "", reason, sentence: "" };
  }

  /** Nothing in a puzzle waits for a clock. */
  now(ours: number): number {
    return ours;
  }

  /** Nobody moves but the solver. */
  run(): () => void {
    return () => {};
  }
}

function roomOf({ view }: Puzzle, names: readonly string[]): RoomView {
  const players = names.map((_, player) => player);
  const game: GameView = {
    ...newGame(view.rules, { format: "single" }, names.length, SOLVER),
    hand: 1,
    dealer: view.dealer,
    tables: [{ players, view }],
  };
  return {
    settings: { rules: view.rules.edition, format: "single", seats: names.length },
    host: null,
    closed: true,
    seats: names.map((name, seat) =>
      seat === SOLVER ? { name } : { name, bot: "master", face: FACES[seat - 1] },
    ),
    seat: SOLVER,
    game,
  };
}
