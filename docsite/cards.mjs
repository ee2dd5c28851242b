/**
 * Draws cards as the web table draws them: the codes are arguments, the answer is an object of SVG
 * symbols by code. The shapes and signs are the table's own modules, so both look the same.
 */
import { strokesOf } from "../web/src/cards/glyphs.ts";
import { shapePath } from "../web/src/cards/shapes.ts";

const COLOURS = { R: "#d8343f", Y: "#f2b92e", G: "#147f54", B: "#2f6fd6" };
const DARK = "#15141c";
const FOUR = [
  ["R", 38, 70],
  ["Y", 82, 72],
  ["G", 38, 111],
  ["B", 82, 110],
];
const CORNERS = [
  ["R", 66, 31],
  ["Y", 94, 32.5],
  ["G", 26, 149],
  ["B", 54, 149],
];

function sign(face, scale, pen) {
  const paths = strokesOf(face).map(({ d, width }) => `<path d="${d}" stroke-width="${width}"/>`);
  const place = `translate(60 90) scale(${scale})`;
  const style = `fill="none" stroke="${pen}" stroke-linecap="round" stroke-linejoin="round"`;
  return `<g ${style} transform="${place}">${paths.join("")}</g>`;
}

function shapes(places, size) {
  return places
    .map(([colour, x, y]) => `<path fill="${COLOURS[colour]}" d="${shapePath(colour, x, y, size)}"/>`)
    .join("");
}

function drawCard(code) {
  const colour = COLOURS[code[0]];
  const paper = `<rect width="120" height="180" rx="14" fill="${colour ?? DARK}"/>`;
  if (!colour) {
    const face = code.slice(0, 2);
    return paper + (face === "W" ? shapes(FOUR, 18.5) : shapes(CORNERS, 10.5) + sign(face, 0.88, "#fff"));
  }
  const face = code.slice(1);
  const pen = code[0] === "Y" ? "#2b1c00" : "#fff";
  const field = shapePath(code[0], 60, code[0] === "Y" ? 98 : 90, 48);
  return `${paper}<path fill="#0003" d="${field}"/>${sign(face, /\d/.test(face) ? 0.96 : 0.7, pen)}`;
}

const cards = Object.fromEntries(process.argv.slice(2).map((code) => [code, drawCard(code)]));
process.stdout.write(JSON.stringify(cards));
