import type { Switch } from "../../protocol/http.ts";
import { switchAbout, switchName } from "../text/names.ts";
import { switchEffect } from "./maker_names.ts";

const MARKS = /\p{M}/gu;
/** Letters without their accents, so that "numero" finds "número". */
const plain = (text: string) => text.normalize("NFD").replace(MARKS, "").toLowerCase();

/** The switches whose words contain everything that is searched for; all of them for nothing. */
export function findSwitches(switches: readonly Switch[], search: string): readonly Switch[] {
  const wanted = plain(search).split(/\s+/).filter(Boolean);
  return switches.filter(({ name, explanation }) => {
    const words = [switchName(name), switchAbout(name, explanation), switchEffect(name)];
    const text = plain(words.join(" "));
    return wanted.every((word) => text.includes(word));
  });
}
