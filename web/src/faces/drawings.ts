import address from "./drawings.svg?url";

let loading: Promise<void> | null = null;

/** Put the parts of faces into the page, once; `use` elements that wait for them are then drawn. */
export function loadDrawings(): Promise<void> {
  loading ??= fetchDrawings().catch(() => {
    loading = null; // there is no network: the next face tries again
  });
  return loading;
}

async function fetchDrawings(): Promise<void> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  const parts = new DOMParser().parseFromString(await answer.text(), "image/svg+xml");
  const sheet = document.adoptNode(parts.documentElement);
  sheet.setAttribute("aria-hidden", "true");
  sheet.setAttribute("class", "drawings");
  document.body.append(sheet);
}
