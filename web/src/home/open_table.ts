import type { Made } from "../../protocol/http.ts";
import type { News, Settings, Snapshot, TableCommand, TableView } from "../../protocol/messages.ts";
import { followed } from "../model/room.ts";
import { Refused, request, token } from "../net/api.ts";
import { Link } from "../net/connection.ts";
import { present } from "../net/identity.ts";
import { newCommitment, seedAskedFor } from "../net/seed.ts";
import { go } from "../router.svelte.ts";

/** How long a game may take to start; the table's own screen shows it then. */
const PATIENCE = 4000;
/** How long we stay connected here, so that the table's own screen takes over without a gap. */
const OVERLAP = 5000;

/** Open a table, ask for these things there, and go to it. */
export async function openTable(
  settings: Settings,
  commands: readonly TableCommand[],
  password: string | null = null,
): Promise<void> {
  await present();
  const { code } = await request<Made>("POST", "/api/tables", { settings, password });
  await arrange(code, commands, password);
  go(`/t/${code}`);
}

function arrange(
  code: string,
  commands: readonly TableCommand[],
  password: string | null,
): Promise<void> {
  return new Promise((done, failed) => {
    const secret = token();
    if (!secret) throw new Refused("bad-token", "nobody is here");
    const nothing = (): void => undefined;
    let view: TableView | null = null;
    let begin = nothing;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const contribute = (): void => {
      const seed = view && seedAskedFor(view);
      if (seed) link.ask({ do: "share", seed }).catch(nothing);
      if (view?.closed === false) begin();
    };
    const hearer = {
      status: nothing,
      welcome: nothing,
      snapshot: (snapshot: Snapshot): void => {
        view = snapshot.view;
        contribute();
      },
      news: (news: News): void => {
        view &&= followed(view, news);
        contribute();
      },
      refused: failed,
    };
    const link = new Link(code, secret, hearer, password);
    const starts = commands.some((command) => command.do === "start");
    if (starts) setTimeout(() => begin(), PATIENCE);
    else begin();
    Promise.all([begun, ...commands.map((command) => link.ask(command))]).then(
      () => {
        setTimeout(() => link.close(), OVERLAP);
        done();
      },
      (error: unknown) => {
        link.close();
        failed(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}

/** Sit down first, with bots in the seats after that. */
export function seated(bots: number, kind = "regular"): TableCommand[] {
  const machines = Array.from({ length: bots }, (_, n): TableCommand => {
    return { do: "add-bot", seat: n + 1, bot: kind };
  });
  return [{ do: "sit", seat: 0 }, ...machines];
}

/** You and three bots, classic rules, cards on the table. */
export function playNow(): Promise<void> {
  const settings: Settings = {
    rules: "classic",
    format: "race",
    seats: 4,
    public: false,
    clock: { move: null, away: 3600, between: 60, bots: 1 },
  };
  return openTable(settings, [...seated(3), newCommitment(), { do: "start" }]);
}

/** A table of four for people who have the link; its rules can be changed there. */
export function playWithFriends(): Promise<void> {
  return openTable({ rules: "classic", seats: 4, public: false }, seated(0));
}
