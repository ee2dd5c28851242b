import type { Attachment } from "svelte/attachments";

/** Letters get no smaller than this to fit, in pixels. */
const SMALLEST = 13;
const STEP = 0.92;

/** Give a box of text this size of letters, or as much less as it takes for them to fit. */
export function fitText(size: number, changes: unknown): Attachment<HTMLElement> {
  void changes; // whenever one of these does, it is measured again
  return (node) => {
    let letters = size;
    // Lines are counted by their height, since the font's tall letters overflow them by design.
    const lines = node.firstElementChild instanceof HTMLElement ? node.firstElementChild : node;
    const fits = (): boolean => {
      const { paddingTop, paddingBottom } = getComputedStyle(node);
      const room = node.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
      return lines.offsetHeight <= room + 1 && node.scrollWidth <= node.clientWidth + 1;
    };
    node.style.fontSize = `${letters / 16}rem`;
    while (!fits() && letters * STEP >= SMALLEST) {
      letters *= STEP;
      node.style.fontSize = `${letters / 16}rem`;
    }
  };
}
