import type { Made } from "../../protocol/http.ts";
import type { Settings, TableCommand } from "../../protocol/messages.ts";
import { Refused, request, token } from "../net/api.ts";
import { Link } from "../net/link.ts";
import { go } from "../router.svelte.ts";
import { newSeed } from "./chance.ts";
import { present } from "./identity.ts";

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
    const hearer = {
      status: nothing,
      welcome: nothing,
      snapshot: nothing,
      news: nothing,
      refused: failed,
    };
    const link = new Link(code, secret, hearer, password);
    Promise.all(commands.map((command) => link.ask(command))).then(
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
  return openTable(settings, [...seated(3), { do: "share", seed: newSeed() }, { do: "start" }]);
}

/** A table of four for people who have the link; its rules can be changed there. */
export function playWithFriends(): Promise<void> {
  return openTable({ rules: "classic", seats: 4, public: false }, seated(0));
}
