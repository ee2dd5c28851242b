import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parse } from "@formatjs/icu-messageformat-parser";
import type { Plugin } from "vite";

/** Which catalogue an area belongs to, if not to `common.json`: what a first visit never says. */
const LATER: Readonly<Record<string, string>> = {
  builder: "learn",
  characters: "learn",
  event: "screen",
  hint: "learn",
  history: "learn",
  keys: "learn",
  learn: "learn",
  puzzle: "learn",
  reason: "learn",
  replay: "learn",
  report: "screen",
  rules: "learn",
  screen: "screen",
  settings: "learn",
};

/** Reads `src/i18n/LANGUAGE/*.json` as three catalogues, their ICU messages parsed while building. */
export function catalogues(): Plugin {
  return {
    name: "openuno-catalogues",
    load(id) {
      const [path = "", query] = id.split("?");
      if (query !== "catalogue") return null;
      const folder = dirname(path);
      const messages: Record<string, unknown> = {};
      for (const file of readdirSync(folder)
        .filter((name) => name.endsWith(".json"))
        .sort()) {
        this.addWatchFile(join(folder, file));
        const area = basename(file, ".json");
        if ((LATER[area] ?? "common") !== basename(path, ".json")) continue;
        const texts = JSON.parse(readFileSync(join(folder, file), "utf8")) as Record<
          string,
          string
        >;
        for (const [key, text] of Object.entries(texts)) {
          const parts = parse(text, { requiresOtherClause: true });
          const only = parts[0];
          const plain = parts.length === 0 || (parts.length === 1 && only?.type === 0);
          messages[`${area}.${key}`] = plain ? text.replaceAll("''", "'") : parts;
        }
      }
      return `export default ${JSON.stringify(messages)}`;
    },
  };
}
