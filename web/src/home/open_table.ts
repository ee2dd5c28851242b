import type { TableCreated } from "../../protocol/http.ts";
import type { News, Settings, Snapshot, RoomCommand, RoomView } from "../../protocol/messages.ts";
import { mixedBots } from "../model/bots.ts";
import { followRoom } from "../model/room.ts";
import { Refused, request, token } from "../net/api.ts";
import { Connection } from "../net/connection.ts";
import { ensureGuest } from "../net/identity.ts";
import { newCommitment, requestedSeed } from "../net/seed.ts";
import { navigate } from "../router.svelte.ts";

/** How long a game may take to start; the table's own screen shows it then. */
const PATIENCE = 4000;
/** How long we stay connected here, so that the table's own screen takes over without a gap. */
const OVERLAP = 5000;

/** Open a table, ask for these things there, and go to it. */
export async function openTable(
  settings: Settings,
  commands: readonly RoomCommand[],
  password: string | null = null,
): Promise<void> {
  await ensureGuest();
  const { code } = await request<TableCreated>("POST", "/api/tables", { settings, password });
  await sendCommands(code, commands, password);
  navigate(`/t/${code}`);
}

function sendCommands(
  code: string,
  commands: readonly RoomCommand[],
  password: string | null,
): Promise<void> {
  return new Promise((done, failed) => {
    const secret = token();
    if (!secret) throw new Refused("bad-token", "nobody is here");
    const nothing = (): void => undefined;
    let view: RoomView | null = null;
    let begin = nothing;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const contribute = (): void => {
      const seed = view && requestedSeed(view);
      if (seed) connection.ask({ do: "share", seed }).catch(nothing);
      if (view?.closed === false) begin();
    };
    const listener = {
      onStatus: nothing,
      onWelcome: nothing,
      onSnapshot: (snapshot: Snapshot): void => {
        view = snapshot.view;
        contribute();
      },
      onNews: (news: News): void => {
        view &&= followRoom(view, news);
        contribute();
      },
      onRefusal: failed,
    };
    const connection = new Connection(code, secret, listener, password);
    const starts = commands.some((command) => command.do === "start");
    if (starts) setTimeout(() => begin(), PATIENCE);
    else begin();
    Promise.all([begun, ...commands.map((command) => connection.ask(command))]).then(
      () => {
        setTimeout(() => connection.close(), OVERLAP);
        done();
      },
      (error: unknown) => {
        connection.close();
        failed(error instanceof Error ? error : new Error(String(error)));
      },
    );
  });
}

/** Commands that seat you first, and bots of mixed strength in the seats after that. */
export function seatCommands(bots: number): RoomCommand[] {
  const machines = mixedBots(bots, []).map((bot, n): RoomCommand => {
    return { do: "add-bot", seat: n + 1, bot };
  });
  return [{ do: "sit", seat: 0 }, ...machines];
}

/** One round of the classic rules against three bots, dealt at once. */
export function playNow(): Promise<void> {
  const settings: Settings = {
    rules: "classic",
    format: "single",
    seats: 4,
    public: false,
    clock: { move: null, away: 3600, between: 60, bots: 1 },
  };
  return openTable(settings, [...seatCommands(3), newCommitment(), { do: "start" }]);
}

/** A table of four for people who have the link; its rules can be changed there. */
export function playWithFriends(): Promise<void> {
  return openTable({ rules: "classic", seats: 4, public: false }, seatCommands(0));
}
