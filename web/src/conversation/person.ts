/** Whose texts this browser keeps: on a shared machine nobody finds another one's. */
let person = "";

export function keepFor(id: string): void {
  person = id;
}

/** Where something of the person's is kept in this browser. */
export function ownKey(kind: "draft" | "unsent", place: string): string {
  return `batuta.${kind}.${person}.${place}`;
}
