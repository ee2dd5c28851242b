/** Where we are: one screen for each kind of address. */
export type Place =
  | { screen: "home" }
  | { screen: "new" }
  | { screen: "table"; code: string }
  | { screen: "watch" }
  | { screen: "replay"; game: string | null }
  | { screen: "learn" }
  | { screen: "rules"; edition: string | null }
  | { screen: "history" }
  | { screen: "settings" }
  | { screen: "nowhere" };

export function placeOf(path: string): Place {
  const [, first = "", second = ""] = path.split("/");
  switch (first) {
    case "":
      return { screen: "home" };
    case "t":
      return second ? { screen: "table", code: second.toUpperCase() } : { screen: "nowhere" };
    case "replay":
      return { screen: "replay", game: second || null };
    case "rules":
      return { screen: "rules", edition: second || null };
    case "new":
    case "watch":
    case "learn":
    case "history":
    case "settings":
      return { screen: first };
    default:
      return { screen: "nowhere" };
  }
}

let place = $state.raw<Place>(placeOf(location.pathname));

export function here(): Place {
  return place;
}

/** Go to an address of ours, as a link would. */
export function go(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  place = placeOf(location.pathname);
  scrollTo(0, 0);
}

addEventListener("popstate", () => {
  place = placeOf(location.pathname);
});

/** Let plain links stay within the page: `<a href="/rules">` needs nothing else. */
export function followLinks(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const link = (event.target as Element).closest("a");
  if (!link || link.target || link.origin !== location.origin || link.hasAttribute("download"))
    return;
  if (link.pathname.startsWith("/api")) return;
  event.preventDefault();
  go(link.pathname);
}
