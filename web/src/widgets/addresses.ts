/** Addresses that widgets name: what is ours, and what a page may lead to at all. */

/** The path of one of our own addresses; null for every other one. */
export function ownPath(url: string): string | null {
  try {
    const found = new URL(url, location.origin);
    const own = found.origin === location.origin && url.startsWith("/");
    return own ? found.pathname + found.search : null;
  } catch {
    return null;
  }
}

/** An address of elsewhere that a link may lead to; null for code and unknown schemes. */
export function outsideLink(url: string): string | null {
  try {
    const found = new URL(url);
    return ["https:", "http:"].includes(found.protocol) ? found.href : null;
  } catch {
    return null;
  }
}
