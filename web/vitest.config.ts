/** Unit tests of what needs no browser: `npm run test`. */
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { catalogues } from "./build/catalogues.ts";

export default defineConfig({
  plugins: [catalogues(), svelte()],
  test: {
    include: ["tests/**/*.test.ts"],
    setupFiles: ["tests/browser_globals.ts"],
    isolate: false, // no test leaves anything behind, and it takes half the time
    // It keeps a catalogue as it was, though a message in one of its files has changed.
    fsModuleCache: false,
    reporters: ["dot"],
  },
});
