import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { catalogues } from "./build/catalogues.ts";
import { compression } from "./build/compression.ts";
import { offline, scriptName } from "./build/offline.ts";

const server = process.env["OPENUNO_SERVER"] ?? "http://127.0.0.1:8000";

/** What a first visit never shows: several screens share it, but the home page and a table do not. */
const LATER =
  /\/src\/((analysis|announcement|event|history|learn|living_room|maker|offline|puzzle|replay|rules|table\/results)\/|lobby\/(lobby_requests|EmptyTable)|net\/(choices|pencil)|model\/(action|card_code|event_shapes|json_keys|network|record)|text\/(dates|explained_rule|rule_meaning)|ui\/(Dialog|FacePicker|PersonDialog|NameAndFace|RenameDialog|ReportDialog|move_text|reason_text|RuleChips|Segments|Stepper|Toggle))/;

function isShared(module: string): boolean {
  return /node_modules|\/src\//.test(module) && !LATER.test(module);
}

export default defineConfig({
  plugins: [catalogues(), svelte(), offline(), compression()],
  resolve: {
    // Messages are parsed while building: the pages carry no parser.
    alias: {
      "@formatjs/icu-messageformat-parser": "@formatjs/icu-messageformat-parser/no-parser.js",
    },
  },
  build: {
    outDir: "../src/openuno/server/pages",
    emptyOutDir: true,
    assetsInlineLimit: 0, // a strict content policy allows no data: addresses
    modulePreload: { polyfill: false },
    target: "es2022",
    rolldownOptions: {
      input: { index: "index.html", sw: "src/offline/worker.ts" },
      output: {
        entryFileNames: scriptName,
        // What several screens share comes in one file, not in thirty small ones.
        advancedChunks: { groups: [{ name: "shared", test: isShared, minShareCount: 3 }] },
      },
    },
  },
  server: {
    proxy: { "/api": server, "/ws": { target: server, ws: true } },
  },
});
