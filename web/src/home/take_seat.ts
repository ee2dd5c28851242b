import type { Snapshot } from "../../protocol/messages.ts";
import { token } from "../net/api.ts";
import { Connection } from "../net/connection.ts";
import { ensureGuest } from "../net/identity.ts";
import { navigate } from "../router.svelte.ts";
import { splitRules } from "../text/rules_text.ts";

/** How long we try before the table's own screen takes over. */
const PATIENCE = 4000;
/** How long we stay connected here, so that the table's own screen takes over without a gap. */
const OVERLAP = 5000;

/**
 * Take the first free seat at a table, and go there.
 *
 * Whatever is in the way (a password, someone who was quicker), the table's screen deals with it.
 */
export async function takeSeat(code: string): Promise<void> {
  await ensureGuest();
  await new Promise<void>((done) => {
    const nothing = (): void => undefined;
    const sit = ({ view }: Snapshot): void => {
      const seat = view.seats.findIndex(({ guest, bot }) => guest == null && bot == null);
      if (view.seat != null || seat < 0) done();
      else {
        // Being ready accepts custom rules, which nobody has read yet.
        const ready = !splitRules(view.settings.rules ?? "").written.some((rule) => rule.trim());
        connection.ask({ do: "sit", seat, ready }).then(() => done(), done);
      }
    };
    const connection = new Connection(code, token() ?? "", {
      onStatus: nothing,
      onWelcome: nothing,
      onSnapshot: sit,
      onNews: nothing,
      onRefusal: () => done(),
    });
    setTimeout(done, PATIENCE);
    setTimeout(() => connection.close(), PATIENCE + OVERLAP);
  });
  navigate(`/t/${code}`);
}
