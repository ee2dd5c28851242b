/** An action as a record writes it: `R7!`, `WX/R>2`, `draw`, `catch 2`. */
import type { Action, Card, Colour } from "../../protocol/messages.ts";
import { isCardCode } from "./card_code.ts";
import { DoesNotFollow } from "./round.ts";

const WORDS = ["draw", "keep", "pass", "accept", "challenge", "uno", "suggest"] as const;
const PLAY = /^(?<card>[^/>!]+)(?:\/(?<colour>[BGRY]))?(?:>(?<target>[0-9]))?(?<uno>!?)$/;

export function parseAction(text: string): Action {
  const word = WORDS.find((known) => known === text);
  if (word !== undefined) return { do: word };
  if (text === "yes" || text === "no") return { do: "decide", yes: text === "yes" };
  const named = /^name ([BGRY])$/.exec(text)?.[1];
  if (named !== undefined) return { do: "name", colour: named as Colour };
  const chosen = /^choose ([0-9])$/.exec(text)?.[1];
  if (chosen !== undefined) return { do: "choose", target: Number(chosen) };
  const card = /^choose (.{2,3})$/.exec(text)?.[1];
  if (card !== undefined && isCardCode(card)) return { do: "choose-card", card: card as Card };
  const caught = /^catch ([0-9])$/.exec(text)?.[1];
  if (caught !== undefined) return { do: "catch", target: Number(caught) };
  const play = PLAY.exec(text)?.groups;
  if (play === undefined || !isCardCode(play.card))
    throw new DoesNotFollow(`there is no action ${text}`);
  return {
    do: "play",
    card: play.card as Card,
    colour: (play.colour as Colour | undefined) ?? null,
    target: play.target === undefined ? null : Number(play.target),
    uno: play.uno === "!",
  };
}
