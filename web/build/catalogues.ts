import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parse } from "@formatjs/icu-messageformat-parser";
import type { Plugin } from "vite";

/** What only the lesson, replays, the rule builder and the choice of a bot say: a catalogue of its own, `learn.json`. */
const LATER: ReadonlySet<string> = new Set(["builder", "characters", "learn", "replay"]);

/** Reads `src/i18n/LANGUAGE/*.json` as two catalogues, their ICU messages parsed while building. */
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
        if (LATER.has(area) !== LATER.has(basename(path, ".json"))) continue;
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
