/** What the address of the page carries behind its #, which no server and no log sees. */
export type AddressWord =
  | { kind: "link"; token: string }
  | { kind: "reset"; token: string }
  | { kind: "failed"; why: string };

/** Take it from the address, so that it stays in no history either. */
export function takeAddressWord(): AddressWord | null {
  const { hash, pathname } = window.location;
  const found = /^#(link|reset|failed)=(.{1,300})$/.exec(hash);
  if (found === null) return null;
  history.replaceState(null, "", pathname);
  const [, kind, value = ""] = found;
  if (kind === "failed") return { kind, why: value };
  return { kind: kind === "link" ? "link" : "reset", token: value };
}
