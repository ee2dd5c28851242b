import type { Plugin } from "vite";

const WORKER = "sw.js";
const FOLDER = "assets/";
/** The messages of one language, and its clauses of the rulebook. */
const SPOKEN = /\?catalogue$|\/clauses\/[a-z]+\.json$/;
/** A language's two catalogues: with the first the second is kept. */
const CATALOGUE = /\/([a-z]+)\/(common|learn)\.json\?catalogue$/;
/** The letters of one script. */
const SCRIPT = /-(arabic|devanagari)-wght-normal/;

/** The network that judges moves, and the puzzles: they are large, and few need them. */
const DATA = /\.bin$|\/puzzles-[^/]+\.json$/;

/** Tells the service worker which files were built. A language is kept only when it is spoken. */
export function offline(): Plugin {
  return {
    name: "openuno-offline",
    apply: "build",
    enforce: "post",
    generateBundle(_, bundle) {
      const worker = bundle[WORKER];
      if (worker?.type !== "chunk") this.error(`${WORKER} was not built`);
      if (worker.imports.length > 0) this.error(`${WORKER} must be whole: it is no module`);
      const first: string[] = [];
      const later: string[] = [];
      const catalogues = new Map<string, string>();
      for (const file of Object.values(bundle)) {
        if (!file.fileName.startsWith(FOLDER)) continue;
        const spoken =
          file.type === "chunk"
            ? SPOKEN.test(file.facadeModuleId ?? "")
            : SCRIPT.test(file.fileName) || DATA.test(file.fileName);
        const [, language, which] =
          (file.type === "chunk" && CATALOGUE.exec(file.facadeModuleId ?? "")) || [];
        if (language && which) catalogues.set(`${language}-${which}`, `/${file.fileName}`);
        (spoken ? later : first).push(`/${file.fileName}`);
      }
      const together = Object.fromEntries(
        [...catalogues].flatMap(([name, path]) => {
          const other = catalogues.get(name.replace("-common", "-learn"));
          return other && other !== path ? [[path, other]] : [];
        }),
      );
      const built = { first: first.sort(), later: later.sort(), together };
      worker.code = `const BUILT=${JSON.stringify(built)};${worker.code}`;
    },
  };
}

/** What a script is called: the worker's address may never change. */
export function scriptName({ name }: { name: string }): string {
  return name === "sw" ? WORKER : `${FOLDER}[name]-[hash].js`;
}
