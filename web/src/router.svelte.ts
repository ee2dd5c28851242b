/** Where we are: one screen for each kind of address. */
export type Route =
  | { screen: "home" }
  | { screen: "new" }
  | { screen: "table"; code: string }
  | { screen: "screen"; code: string | null }
  | { screen: "watch" }
  | { screen: "replay"; game: string | null }
  | { screen: "learn" }
  | { screen: "puzzle"; number: string | null }
  | { screen: "rules"; rules: string | null }
  | { screen: "history" }
  | { screen: "new-event" }
  | { screen: "event"; code: string }
  | { screen: "projector"; code: string }
  | { screen: "event-print"; code: string }
  | { screen: "settings" }
  | { screen: "not-found" };

const EVENT_SCREENS: Record<string, "projector" | "event-print"> = {
  screen: "projector",
  print: "event-print",
};

export function parseRoute(path: string): Route {
  const [, first = "", second = "", third = ""] = path.split("/");
  switch (first) {
    case "":
      return { screen: "home" };
    case "t":
      return second ? { screen: "table", code: second.toUpperCase() } : { screen: "not-found" };
    case "screen":
      return { screen: "screen", code: second.toUpperCase() || null };
    case "event":
      return { screen: "new-event" };
    case "e":
      if (!second) return { screen: "not-found" };
      return { screen: EVENT_SCREENS[third] ?? "event", code: second.toUpperCase() };
    case "replay":
      return { screen: "replay", game: second || null };
    case "puzzle":
      return { screen: "puzzle", number: second || null };
    case "rules":
      return { screen: "rules", rules: second || null };
    case "new":
    case "watch":
    case "learn":
    case "history":
    case "settings":
      return { screen: first };
    default:
      return { screen: "not-found" };
  }
}

let route = $state.raw<Route>(parseRoute(location.pathname));

export function currentRoute(): Route {
  return route;
}

/** Go to an address of the app, as a link would. */
export function navigate(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  route = parseRoute(location.pathname);
  scrollTo(0, 0);
}

addEventListener("popstate", () => {
  route = parseRoute(location.pathname);
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
  navigate(link.pathname);
}
