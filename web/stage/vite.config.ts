/** Parts of the table on a page of their own, for tests: nothing of it is served to anyone. */
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { catalogues } from "../build/catalogues.ts";
import pages from "../vite.config.ts";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [catalogues(), svelte({ configFile: "../svelte.config.js" })],
  resolve: pages.resolve ?? {},
  build: { outDir: "../../build/stage", emptyOutDir: true, target: "es2022" },
});
