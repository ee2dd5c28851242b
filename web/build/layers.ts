/**
 * The arrows between the folders of `src/` point one way: a test refuses an import that goes up or
 * sideways, and a circle of modules. docs/web.md draws the layers.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix, relative, sep } from "node:path";

/** Top first; those on one line may not see each other. */
const LAYERS = [
  ["main"],
  ["App"],
  ["screens"],
  ["living_room", "puzzle"],
  ["learn", "lobby", "replay"],
  ["home", "maker", "history", "settings", "event", "table", "announcement"],
  ["hand", "rules", "ui"],
  ["cards", "faces", "net", "sound"],
  ["analysis", "text", "prefs", "motion"],
  ["i18n", "model", "offline", "router"],
];
/** The same inside the table's folder, whose own files are the top. */
const TABLE_LAYERS = [["."], ["prompts", "results", "effects"], ["live"], ["geometry"]];

const SOURCE = join(import.meta.dirname, "..", "src");
const CODE = /\.(ts|svelte)$/;
const IMPORT = /(?:\bfrom|\bimport\s*\(|\bimport)\s*["'](\.[^"']+)["']/g;

export type Graph = ReadonlyMap<string, readonly string[]>;

/** Every module of `src/`, by its path there, and those it imports. */
export function readGraph(): Graph {
  const files = readdirSync(SOURCE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && CODE.test(entry.name))
    .map((entry) => relative(SOURCE, join(entry.parentPath, entry.name)).split(sep).join("/"));
  return new Map(
    files.sort().map((file) => {
      const text = readFileSync(join(SOURCE, file), "utf8");
      const imported = [...text.matchAll(IMPORT)].map(([, path = ""]) =>
        posix.normalize(posix.join(posix.dirname(file), path)),
      );
      return [file, imported.filter((path) => files.includes(path))];
    }),
  );
}

/** The first part of a path: its folder, or the name of a file that lies in none. */
function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.indexOf("/")) : (path.split(".")[0] ?? "");
}

function tablePart(path: string): string {
  const inside = path.slice("table/".length);
  return inside.includes("/") ? folderOf(inside) : ".";
}

/** What is wrong with one import; null if nothing is. */
function arrowFault(from: string, to: string): string | null {
  const within = folderOf(from) === "table" && folderOf(to) === "table";
  const [layers, one, other] = within
    ? ([TABLE_LAYERS, tablePart(from), tablePart(to)] as const)
    : ([LAYERS, folderOf(from), folderOf(to)] as const);
  if (one === other) return null;
  const levels = [one, other].map((name) => layers.findIndex((layer) => layer.includes(name)));
  const [above = -1, below = -1] = levels;
  if (above < 0 || below < 0) return `${from} -> ${to}: a folder that no layer names`;
  return above < below ? null : `${from} -> ${to}: ${one} may not import ${other}`;
}

/** A circle of modules, or null. */
function findCircle(graph: Graph): readonly string[] | null {
  const done = new Set<string>();
  const path: string[] = [];
  const visit = (module: string): readonly string[] | null => {
    if (path.includes(module)) return [...path.slice(path.indexOf(module)), module];
    if (done.has(module)) return null;
    path.push(module);
    for (const next of graph.get(module) ?? []) {
      const circle = visit(next);
      if (circle) return circle;
    }
    path.pop();
    done.add(module);
    return null;
  };
  for (const module of graph.keys()) {
    const circle = visit(module);
    if (circle) return circle;
  }
  return null;
}

/** Every import that goes up or sideways, and the first circle. */
export function layerFaults(graph: Graph): readonly string[] {
  const faults = [...graph].flatMap(([from, imported]) =>
    imported.map((to) => arrowFault(from, to)).filter((fault) => fault !== null),
  );
  const circle = findCircle(graph);
  return circle ? [...faults, `a circle: ${circle.join(" -> ")}`] : faults;
}
