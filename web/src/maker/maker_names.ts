/** What only the table maker says of the things a table can be set to. */
import { editionName, translateOr } from "../text/names.ts";

/** What a game of the table maker is called: some are an edition as printed. */
export const gameName = (name: string): string =>
  translateOr(`maker.game-${name}`, editionName(name));
export const gameAbout = (name: string): string => translateOr(`maker.game-about-${name}`, "");
export const switchEffect = (name: string): string => translateOr(`maker.effect-${name}`, "");
export const formatAbout = (name: string, fallback: string): string =>
  translateOr(`maker.format-about-${name}`, fallback);
