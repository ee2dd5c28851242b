import { botLook, characterLook, lookCode } from "../faces/looks.ts";
import type { Header } from "../model/record_types.ts";

/**
 * The face of a bot; null for people, whose face goes by their name.
 *
 * A record does not say who is a bot. On a server bots are those who added no seed to the deal, as
 * every person's browser does. Where nobody adds one, they are those with a character's name, but
 * for the tables of an event, where people are the rule.
 */
export function recordedFace({ names, chance }: Header, player: number): string | null {
  const name = names[player] ?? "";
  if (chance?.scheme === "openuno shared deal 1") return null;
  if (chance && "clients" in chance) {
    return chance.clients[player] == null ? lookCode(botLook(name)) : null;
  }
  const look = characterLook(name);
  return look && lookCode(look);
}
