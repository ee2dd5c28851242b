import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { catalogues } from "./build/catalogues.ts";
import { compression } from "./build/compression.ts";
import { offline, scriptName } from "./build/offline.ts";

const server = process.env["OPENUNO_SERVER"] ?? "http://127.0.0.1:8000";

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
        advancedChunks: {
          groups: [{ name: "shared", test: /node_modules|\/src\/(?!offline\/)/, minShareCount: 3 }],
        },
      },
    },
  },
  server: {
    proxy: { "/api": server, "/ws": { target: server, ws: true } },
  },
});
